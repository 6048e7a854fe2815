"""What plans are worth, in words: the answer of an analysis.

>>> from bummerl.words.wording import Wording
>>> tell_plan((29, 11), 0, Wording()), tell_plan((28, 25, 9), 1, Wording("de"))
('close, then ♥A', 'tauschen, dann 40 ansagen, dann ♥K')
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from bummerl.analysis.evaluate import Analysis, Hands, PlanValue
from bummerl.cards import Suit
from bummerl.rules.moves import (
    CLOSE,
    DRAW,
    EXCHANGE,
    OUT,
    PAIR,
    RESIGN,
    TIME,
    Move,
    is_card,
    is_pair,
)
from bummerl.rules.view import View
from bummerl.text import N_
from bummerl.words.wording import Wording

_CALLS: Final = {
    EXCHANGE: N_("exchange the turned-up card"),
    CLOSE: N_("close the talon"),
    DRAW: N_("draw cards"),
    OUT: N_("go out"),
    RESIGN: N_("give up"),
    TIME: N_("run out of time"),
}
_HEADS: Final = (N_("Plan"), N_("Points"), N_("Deal won"), N_("Bummerl"))


def tell_plan(plan: Sequence[Move], trump: Suit, wording: Wording) -> str:
    """A plan step by step, cards in short."""
    told = _last_step(plan[-1], trump, wording)
    for move in reversed(plan[:-1]):
        told = _before(move, trump, told, wording)
    return told


def _before(move: Move, trump: Suit, told: str, wording: Wording) -> str:
    """A call, and what comes behind it."""
    if move == EXCHANGE:
        return wording.say("exchange, then {next}", next=told)
    if move == CLOSE:
        return wording.say("close, then {next}", next=told)
    if move - PAIR == trump:
        return wording.say("announce 40, then {next}", next=told)
    return wording.say("announce 20 in {suit:suit}, then {next}", suit=move - PAIR, next=told)


def _last_step(move: Move, trump: Suit, wording: Wording) -> str:
    """What ends a turn: mostly a card, but a turn may have been cut short behind any call."""
    if is_card(move):
        return wording.short(move)
    if is_pair(move):
        if move - PAIR == trump:
            return wording.say("announce 40")
        return wording.say("announce 20 in {suit:suit}", suit=move - PAIR)
    return wording.say(_CALLS[move])


def signed(number: float, wording: Wording, digits: int = 2) -> str:
    """A number with its sign, nought with none.

    >>> signed(1.5, Wording("de")), signed(-0.001, Wording())
    ('+1,50', '0.00')
    """
    rounded = round(number, digits)
    return ("+" if rounded > 0 else "−" if rounded < 0 else "") + wording.number(
        abs(rounded), digits
    )


def percent(chance: float, wording: Wording, digits: int = 1) -> str:
    """A chance in per cent."""
    return wording.say("{number} %", number=wording.number(100 * chance, digits))


def signed_percent(change: float, wording: Wording, digits: int = 1) -> str:
    """A change of a chance, in percentage points with its sign."""
    return wording.say("{number} %", number=signed(100 * change, wording, digits))


def tell_analysis(analysis: Analysis, wording: Wording, hands: Hands | None = None) -> str:
    """The best plan in a sentence, all plans as a table, and how sure it is.

    `hands` are those that the best plan can beat, if it closes the talon or it is closed.
    """
    lines = [_tell_best(analysis, wording)]
    if hands is not None:
        lines.append(
            wording.say(
                "It can win against {beaten} of the {total} hands the other side may hold.",
                beaten=hands.beaten,
                total=hands.total,
            )
        )
    if len(analysis.moves) > 1:
        lines += ["", *_table(analysis, wording)]
    return "\n".join([*lines, "", _tell_sureness(analysis, wording)])


def _tell_best(analysis: Analysis, wording: Wording) -> str:
    best = analysis.best
    values = {
        "plan": tell_plan(best.plan, analysis.situation.trump, wording),
        "points": signed(best.points, wording),
        "often": _tell_often(best, wording),
        "bummerl": percent(best.bummerl, wording, 0),
    }
    if len(analysis.moves) == 1:
        return wording.sentence(
            "there is only one plan, {plan}: {points} game points; {often} "
            "Chance to win the Bummerl: {bummerl}.",
            **values,
        )
    return wording.sentence(
        "{plan}: {points} game points; {often} Chance to win the Bummerl: {bummerl}.", **values
    )


def _tell_often(move: PlanValue, wording: Wording) -> str:
    """How often it brings what it mostly brings."""
    if move.win < 0.5:
        return wording.say("you win the deal in {chance}.", chance=percent(move.win, wording, 0))
    likely = max((1, 2, 3), key=lambda points: move.odds[points + 3])
    return wording.say_n(
        "you win the deal in {win} and expect to win {n} point in {chance}.",
        "you win the deal in {win} and expect to win {n} points in {chance}.",
        likely,
        win=percent(move.win, wording, 0),
        chance=percent(move.odds[likely + 3], wording, 0),
    )


def _table(analysis: Analysis, wording: Wording) -> Iterator[str]:
    head = [wording.say(name) for name in _HEADS]
    if not analysis.exact:
        head.append("±")
    rows = [head] + [_row(move, analysis, wording) for move in analysis.moves]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for plan, *numbers in rows:
        cells = [plan.ljust(widths[0])]
        cells += [cell.rjust(width) for cell, width in zip(numbers, widths[1:], strict=True)]
        yield "  ".join(cells).rstrip()


def _row(move: PlanValue, analysis: Analysis, wording: Wording) -> list[str]:
    cells = [
        tell_plan(move.plan, analysis.situation.trump, wording),
        signed(move.points, wording),
        percent(move.win, wording),
        percent(move.bummerl, wording),
    ]
    if not analysis.exact:
        cells.append(wording.number(move.interval, 2))
    return cells


def _tell_sureness(analysis: Analysis, wording: Wording) -> str:
    if not isinstance(analysis.situation, View):
        return wording.say("Exact: all cards are known, to both sides.")
    if analysis.exact:
        return wording.say_n(
            "There is {n} way the hidden cards can lie; it was looked at.",
            "There are {n} ways the hidden cards can lie; all were looked at.",
            analysis.worlds,
        )
    return wording.say(
        "The hidden cards can lie in many ways; {worlds} or more were looked at for each plan. "
        "± is the 95 % interval of the points, from sampling alone.",
        worlds=analysis.worlds,
    )

"""What plans are worth, in words: the answer of an analysis.

>>> from bummerl.words.wording import Wording
>>> tell_plan((29, 11), 0, Wording()), tell_plan((28, 25, 9), 1, Wording("de"))
('close, then ♥A', 'tauschen, dann 40 ansagen, dann ♥K')
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Final

from bummerl.analysis.evaluate import Analysis, Hands, PlanValue, leaves_closed
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
    """A plan step by step: signs for French cards, names for German ones.

    Where the suits of a deck are letters, a short form such as ``SA`` is another card in records.

    >>> tell_plan((29, 15), 1, Wording("de", "german"))
    'zudrehen, dann Schellen-König'
    """
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
    return wording.say("announce 20 in {suit}, then {next}", suit=_suit(move, wording), next=told)


def _last_step(move: Move, trump: Suit, wording: Wording) -> str:
    """What ends a turn: mostly a card, but a turn may have been cut short behind any call."""
    if is_card(move):
        return wording.short(move) if wording.deck == "french" else wording.card(move)
    if is_pair(move):
        if move - PAIR == trump:
            return wording.say("announce 40")
        return wording.say("announce 20 in {suit}", suit=_suit(move, wording))
    return wording.say(_CALLS[move])


def _suit(pair: Move, wording: Wording) -> str:
    """The suit of a pair, in the style of the cards."""
    suit = pair - PAIR
    return wording.symbol(suit) if wording.deck == "french" else wording.suit(suit)


def signed(number: float, wording: Wording, digits: int = 2) -> str:
    """A number with its sign, nought with none.

    >>> signed(1.5, Wording("de")), signed(-0.001, Wording())
    ('+1,50', '0.00')
    """
    rounded = round(number, digits)
    return ("+" if rounded > 0 else "") + wording.number(rounded, digits)


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
        lines.append(_tell_hands(hands, wording))
    if len(analysis.moves) > 1:
        lines += ["", *_table(analysis, wording)]
    return "\n".join([*lines, "", _tell_sureness(analysis, wording)])


def _tell_hands(hands: Hands, wording: Wording) -> str:
    if hands.beaten == hands.total:
        return wording.say_n(
            "It can win against the only hand the other side may hold.",
            "It can win against all {n} hands the other side may hold.",
            hands.total,
        )
    return wording.say(
        "It can win against {beaten} of the {total} hands the other side may hold.",
        beaten=hands.beaten,
        total=hands.total,
    )


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
    if _is_sampled(analysis):
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
    if _is_sampled(analysis):
        # a sample in which nothing varied is not certain, so no ± 0.00
        cells.append(wording.number(move.interval, 2) if move.interval >= 0.005 else "")
    return cells


def _is_sampled(analysis: Analysis) -> bool:
    """Whether any plan's numbers come from a sample."""
    return any(math.isfinite(move.sample) for move in analysis.moves)


def _tell_sureness(analysis: Analysis, wording: Wording) -> str:
    if not isinstance(analysis.situation, View):
        return wording.say("Exact: all cards are known, to both sides.")
    if not _is_sampled(analysis):
        return wording.say_n(
            "There is {n} way the hidden cards can lie; it was looked at.",
            "There are {n} ways the hidden cards can lie; all were looked at.",
            analysis.worlds,
        )
    closed = [move for move in analysis.moves if leaves_closed(analysis.situation, move.plan)]
    open_ = [move for move in analysis.moves if move not in closed]
    return " ".join(
        [
            *_tell_open(open_, wording),
            *_tell_closed(closed, wording),
            wording.say(
                "± is the 95 % interval of the points, from sampling alone; it is left out where "
                "nothing was sampled or the sample did not vary."
            ),
        ]
    )


def _tell_open(moves: Sequence[PlanValue], wording: Wording) -> Iterator[str]:
    """How many worlds were looked at for plans that leave the talon open."""
    if not moves:
        return
    worlds = min(move.worlds for move in moves)
    if all(move.exact for move in moves):
        yield wording.say(
            "For each plan with an open talon all {worlds} ways were looked at in which the hidden "
            "cards can lie.",
            worlds=worlds,
        )
    else:
        yield wording.say(
            "For each plan with an open talon {worlds} or more of the many ways were looked at in "
            "which the hidden cards can lie.",
            worlds=worlds,
        )


def _tell_closed(moves: Sequence[PlanValue], wording: Wording) -> Iterator[str]:
    """How many hands were looked at for plans behind which the talon is closed."""
    if not moves:
        return
    hands = min(move.worlds for move in moves)
    if all(move.exact for move in moves):
        yield wording.say(
            "For each plan with a closed talon all {hands} hands were looked at that the other "
            "side may hold.",
            hands=hands,
        )
    else:
        yield wording.say(
            "For each plan with a closed talon {hands} of the many hands were looked at that the "
            "other side may hold.",
            hands=hands,
        )

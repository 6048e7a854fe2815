"""A review in words: how each player did, where results came from, which decisions went wrong."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from bummerl.analysis.plot import Labels
from bummerl.analysis.review import (
    GRADES,
    Balance,
    DealReview,
    Decision,
    Grade,
    Review,
    Totals,
    name_of,
)
from bummerl.rules.moves import Seat
from bummerl.text import N_
from bummerl.words.names import LANGUAGES
from bummerl.words.verdict import percent, signed, signed_percent, tell_plan
from bummerl.words.wording import Wording

_GRADE: Final[dict[Grade, str]] = {
    "good": N_("good"),
    "inaccuracy": N_("inaccuracy"),
    "mistake": N_("mistake"),
    "blunder": N_("blunder"),
}
_GRADES: Final[dict[Grade, str]] = {
    "good": N_("Good decisions"),
    "inaccuracy": N_("Inaccuracies"),
    "mistake": N_("Mistakes"),
    "blunder": N_("Blunders"),
}
_BETTER: Final = N_("{grade}: better was {best} ({points} points, Bummerl {bummerl})")
_PLAY_ON: Final = N_("{grade}: it was better to play on ({points} points, Bummerl {bummerl})")
_EXPECTED: Final = N_("Expected")
_RESULT: Final = N_("Result")
_PARTS: Final[tuple[tuple[str, Callable[[Balance], float]], ...]] = (
    (_EXPECTED, lambda b: b.expected),
    (N_("Luck: cards dealt"), lambda b: b.deal_luck),
    (N_("Luck: cards hidden and drawn"), lambda b: b.play_luck),
    (N_("Own errors"), lambda b: -b.own),
    (N_("Errors of the other side"), lambda b: b.other),
    (_RESULT, lambda b: b.result),
)


def tell_review(review: Review, wording: Wording, only: Seat | None = None) -> str:
    """The whole review; of decisions only those that were not good, of one seat if asked."""
    count = sum(len(deal.decisions) for deal in review.deals)
    deals = wording.say_n("{n} deal", "{n} deals", len(review.deals))
    decisions = wording.say_n("{n} decision", "{n} decisions", count)
    lines = [wording.say("{deals}, {decisions}.", deals=deals, decisions=decisions)]
    for number in review.skipped:
        lines.append(
            wording.say("Deal {number} is unfinished and has no decision: skipped.", number=number)
        )
    if not review.deals:
        return "\n".join(lines)
    errors = [
        tell_decision(deal, decision, wording)
        for deal in review.deals
        for decision in deal.decisions
        if decision.grade != "good" and only in (None, decision.seat)
    ]
    blocks = [
        lines,
        list(_players(review.players, wording)),
        list(_balances(review, wording)),
        errors or [wording.say("No decision was worse than good.")],
    ]
    return "\n\n".join("\n".join(block) for block in blocks)


def tell_decision(deal: DealReview, decision: Decision, wording: Wording) -> str:
    """What was chosen, what would have been better, and what that cost; one line."""
    return wording.say(
        "Deal {number}, trick {trick}, {name}: {plan} – {remark}",
        number=deal.number,
        trick=sum(decision.turn.before.tricks) + 1,
        name=_names(deal, wording)[decision.seat],
        plan=tell_plan(decision.turn.plan, decision.turn.before.trump, wording),
        remark=_remark(decision, wording),
    )


def remark(decision: Decision, wording: Wording) -> str:
    """What to say behind a move in an annotated record; nothing where it was good."""
    return "" if decision.grade == "good" else _remark(decision, wording)


def _remark(decision: Decision, wording: Wording) -> str:
    values = {
        "grade": wording.say(_GRADE[decision.grade]),
        "bummerl": signed_percent(-decision.loss, wording),
        "points": signed(-decision.loss_points, wording),
    }
    if decision.best is None:
        return wording.say(_PLAY_ON, **values)
    best = tell_plan(decision.best.plan, decision.turn.before.trump, wording)
    return wording.say(_BETTER, best=best, **values)


def without_remark(text: str) -> str:
    """The text without the `remark`, of any language, that it begins with."""
    return _remarks().sub("", text).strip()


@functools.cache
def _remarks() -> re.Pattern[str]:
    forms = []
    for wording in map(Wording, LANGUAGES):
        for template in (_BETTER, _PLAY_ON):
            said = wording.say(template, grade="\0", best="\0", points="\0", bummerl="\0")
            forms.append(re.escape(said).replace("\0", ".+?"))
    return re.compile(rf"\A(?:{'|'.join(forms)})")


def labels(review: Review, wording: Wording) -> Labels:
    """All words of the picture."""
    first = _names(review.deals[0], wording)[0] if review.deals else ""
    return Labels(
        title=wording.say("Chance of {name} to win the Bummerl", name=first),
        deal=wording.say("Deal"),
        players=tuple(_player(totals.name, wording) for totals in review.players),
        grades=tuple(wording.say(_GRADE[grade]) for grade in GRADES[1:]),
        percent=lambda number: percent(number, wording, 0),
    )


def _names(deal: DealReview, wording: Wording) -> list[str]:
    return [_player(name_of(deal.record, seat), wording) for seat in (0, 1)]


def _player(name: str, wording: Wording) -> str:
    return wording.say("seat {seat}", seat=name) if name in ("0", "1") else name


def _players(players: Sequence[Totals], wording: Wording) -> Iterator[str]:
    """One column for each player."""
    rows = [["", *(_player(totals.name, wording) for totals in players)]]
    rows.append([wording.say("Decisions"), *(str(len(t.decisions)) for t in players)])
    for grade in GRADES:
        rows.append([wording.say(_GRADES[grade]), *(str(t.count(grade)) for t in players)])
    lost = [wording.number(totals.loss_points, 3) for totals in players]
    rows.append([wording.say("Points lost a decision"), *lost])
    lost = [percent(totals.loss, wording, 2) for totals in players]
    rows.append([wording.say("Bummerl lost a decision"), *lost])
    kept = [_accuracy(totals, wording) for totals in players]
    return _aligned([*rows, [wording.say("Accuracy"), *kept]])


def _accuracy(totals: Totals, wording: Wording) -> str:
    return "–" if totals.accuracy is None else percent(totals.accuracy, wording)


def _balances(review: Review, wording: Wording) -> Iterator[str]:
    """Where game points came from, and what changed the chances to win Bummerls."""
    players = review.players
    names = [_player(totals.name, wording) for totals in players]
    heads = [wording.say("Game points"), wording.say("Chance of the Bummerl: changes")]
    if len(review.deals) > 1:
        heads = [
            wording.say("Game points, sum of all deals"),
            wording.say("Chance of the Bummerl: sum of all changes"),
        ]
    rows, changes = [[heads[0], *names]], [[heads[1], *names]]
    for title, part in _PARTS:
        row = [f"  {wording.say(title)}"]
        rows.append(row + [signed(part(totals.points), wording) for totals in players])
        if title not in (_EXPECTED, _RESULT):
            cells = [signed_percent(part(totals.bummerl), wording) for totals in players]
            changes.append(row + cells)
    total = [totals.bummerl.result - totals.bummerl.expected for totals in players]
    together = [signed_percent(change, wording) for change in total]
    changes.append([f"  {wording.say('Together')}", *together])
    yield from _aligned(rows)
    yield ""
    yield from _aligned(changes)


def _aligned(rows: list[list[str]]) -> Iterator[str]:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for first, *others in rows:
        cells = [first.ljust(widths[0])]
        cells += [cell.rjust(width) for cell, width in zip(others, widths[1:], strict=True)]
        yield "  ".join(cells).rstrip()

"""Files of records: reading and checking them.

A deal must agree with itself, which reading finds out, and with the deal before it in the same
match: the dealer alternates (DEAL-1), the score runs on (SCORE-1 … SCORE-3, LAST-3), and deals and
games are numbered (SCORE-4).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from os import PathLike
from pathlib import Path
from typing import Any, Final, NamedTuple

from bummerl.errors import SgnError
from bummerl.match.saved import FORFEITS
from bummerl.notation.jsonl import JSONL
from bummerl.notation.reading import Entry, Format, in_order, read_text
from bummerl.notation.records import DealRecord
from bummerl.notation.sgn import SGN
from bummerl.rules.moves import Seat
from bummerl.rules.score import Score
from bummerl.text import Text

FORMATS: Final = {".sgn": SGN, ".jsonl": JSONL}
"""Formats by the ending of a file's name; any other ending is SGN."""


class Disagreement(NamedTuple):
    """Something in a file of records that is wrong."""

    line: int
    message: Text


class Report(NamedTuple):
    """What checking a file found."""

    deals: int
    """Deals in the file, those that could not be read included."""
    errors: list[Disagreement]
    """In the order of the file."""

    def as_json(self, say: Callable[[Text], str] = str) -> dict[str, Any]:
        """``{"deals": 2, "errors": [{"line": 14, "message": "…"}]}``, worded by `say`."""
        errors = [{"line": line, "message": say(message)} for line, message in self.errors]
        return {"deals": self.deals, "errors": errors}


def format_of(path: str | PathLike[str]) -> Format:
    """The format of a file by its name."""
    return FORMATS.get(Path(path).suffix.lower(), SGN)


def check_file(path: str | PathLike[str]) -> Report:
    """Checks a file of records: all there is to find, going on with the next deal.

    Raises:
        FileError: the file cannot be read.
    """
    text, wrong = read_text(path)
    report = check_text(text, format_of(path))
    if wrong is not None:
        report.errors.insert(0, Disagreement(wrong.line, wrong.reason))
    return report


def check_text(text: str, text_format: Format = SGN) -> Report:
    """Checks a text of records; see `check_file`."""
    return _checked(text_format.entries(text, None))


def _checked(entries: Iterable[Entry]) -> Report:
    course = _Course()
    deals = 0
    found: list[SgnError] = []
    for record, errors in entries:
        deals += 1
        follows = course.follow(record) if record is not None else course.lose()
        found += in_order([*errors, *follows])
    return Report(deals, [Disagreement(error.line, error.reason) for error in found])


class _Course:
    """Follows the deals of matches from one to the next."""

    def __init__(self) -> None:
        self._last: DealRecord | None = None
        self._score = Score()
        """Before that deal, as far as the records tell."""

    def lose(self) -> list[SgnError]:
        """A deal could not be read, so that nothing can be said about the next."""
        self._last = None
        return []

    def follow(self, record: DealRecord) -> list[SgnError]:
        """In what the record disagrees with the deal before it."""
        last, self._last = self._last, record
        before, self._score = self._score, record.start.score
        if last is None or not _same_match(last, record):
            return []
        possible = _scores_after(last, before)
        if not possible:
            return []
        steps = [_Step(last, record, before, after) for after in possible]
        findings = [list(step.disagreements()) for step in steps]
        fewest = min(range(len(steps)), key=lambda index: len(findings[index]))
        self._score = steps[fewest].score
        return [record.place_of(tag).sgn_error(reason) for tag, reason in findings[fewest]]


class _Step(NamedTuple):
    """From a deal to the next one of the same match."""

    last: DealRecord
    record: DealRecord
    before: Score
    """Before the last deal."""
    after: Score
    """After it."""

    @property
    def score(self) -> Score:
        """Before the new deal: what it tells itself, else what follows."""
        told, tags = self.record.start.score, self.record.tags
        return Score(
            told.needed,
            told.bummerls if "Bummerls" in tags else self.after.bummerls,
            told.carry if "Carry" in tags else self.after.carry,
        )

    @property
    def ends_game(self) -> bool:
        """Whether a game ended with the last deal."""
        return self.after.bummerls != self.before.bummerls

    def disagreements(self) -> Iterator[tuple[str, Text]]:
        """In what the new deal does not follow from the last one, with the tag that says so."""
        last, record = self.last, self.record
        expected = (last.deal or 0) + 1
        if record.deal != expected and not (self.ends_game and record.deal == 1):
            yield "Deal", _follows("Deal", record.deal, expected)
            return  # deals are missing between them
        if record.rules != last.rules:
            yield "Rules", _follows("Rules", str(record.rules), str(last.rules))
        dealer = _dealer(record)
        if dealer == _dealer(last):
            yield (
                "Dealer",
                Text("seat {seat} dealt before too, but the dealer alternates", seat=dealer),
            )
        if last.game is not None and record.game is not None:
            game = last.game + self.ends_game
            if record.game != game:
                yield "Game", _follows("Game", record.game, game)
        score = self.score
        if score.needed != self.after.needed:
            yield "Start", _follows("needed", _by_seat(score.needed), _by_seat(self.after.needed))
        if score.bummerls != self.after.bummerls:
            found, due = _by_seat(score.bummerls), _by_seat(self.after.bummerls)
            yield "Bummerls", _follows("Bummerls", found, due)
        if score.carry != self.after.carry:
            yield "Carry", _follows("Carry", score.carry, self.after.carry)


def _follows(what: str, found: object, expected: object) -> Text:
    return Text(
        "{what} is {found}, but after the deal before it must be {expected}",
        what=what,
        found=found,
        expected=expected,
    )


def _by_seat(values: tuple[int, ...]) -> str:
    return ":".join(map(str, values))


def _dealer(record: DealRecord) -> Seat | None:
    """Who dealt as the cards tell it, so that a wrong tag is one disagreement and not three."""
    forehand = record.start.forehand
    return record.dealer if forehand is None else 1 - forehand


def _same_match(last: DealRecord, record: DealRecord) -> bool:
    match, event = record.match, record.tags.get("Event")
    if (match, event) != (last.match, last.tags.get("Event")):
        return False
    if match is None and record.game is None:
        return False
    # files of several matches joined into one: everybody calls his first match 1
    begins = record.deal == 1 and record.game in (None, 1) and record.start.score == Score()
    return not begins


def _scores_after(record: DealRecord, before: Score) -> tuple[Score, ...]:
    """What the score can be after a deal; empty if it is unfinished and nobody gave up."""
    result = record.final.result
    after = before if result is None else before.after(result, record.rules)
    if after.bummerls != before.bummerls:
        return (after,)
    forfeit = FORFEITS.get(record.tags.get("Forfeit", ""))
    if forfeit is not None:
        return (after.after_forfeit(forfeit.seat),)
    if result is None:
        return ()
    if result.reason == "time" and result.winner is not None:
        # where the clock runs for the whole game, the flag forfeits that too (SCORE-5)
        return after, after.after_forfeit(1 - result.winner)
    return (after,)

"""What a viewer has been told of the deal on the table, kept so that it is said once.

All of it follows from the table; the memos of a deal go when the next one is dealt.
"""

from __future__ import annotations

from typing import NamedTuple

from bummerl.match.fair_match import FairMatch
from bummerl.rules.moves import Seat
from bummerl.server.table.events import Claimed
from bummerl.server.table.speech import names_in
from bummerl.server.table.state import Table
from bummerl.words.course import Course
from bummerl.words.ending import end_of_deal
from bummerl.words.names import Deck, Language
from bummerl.words.tell import Cause
from bummerl.words.wording import Wording


class Viewer(NamedTuple):
    """Who looks: from which seat (None: a spectator), in which language and with which cards."""

    seat: Seat | None
    language: Language
    deck: Deck


class Memo:
    """Of one viewer."""

    __slots__ = ("_end", "_end_version", "_names", "_noted", "course")

    def __init__(
        self, match: FairMatch, viewer: Viewer, words: Wording, names: tuple[str, str]
    ) -> None:
        self.course = Course(match, viewer.seat, words, names)
        self._names = names
        self._noted = 0
        self._end: tuple[str, ...] = ()
        self._end_version = -1

    def entries(self, table: Table) -> Course:
        """The course as it stands."""
        for step in table.steps:
            if step.seq <= self._noted or step.before is None:
                continue
            if step.move is not None and step.seat is not None:
                self.course.note(
                    step.before, step.seat, step.move, step.trick, used_up=step.used_up
                )
        self._noted = table.seq
        return self.course

    def end(self, table: Table, viewer: Viewer, words: Wording) -> tuple[str, ...]:
        """How the deal ended, which is over."""
        if self._end_version != table.version:
            assert table.match is not None
            self._end = end_of_deal(
                table.match, words, viewer.seat, cause_of(table.claimed), self._names
            )
            self._end_version = table.version
        return self._end


def cause_of(claimed: Claimed | None) -> Cause:
    """Why a Bummerl was lost, if it was lost by a claim."""
    if claimed is None:
        return "given up"
    return "time" if claimed.reason == "flag" else "absence"


def memo_of(table: Table, match: FairMatch, viewer: Viewer, words: Wording) -> Memo:
    """What is remembered of a viewer."""
    memo: Memo | None = table.memos.get(viewer)
    if memo is None:
        memo = table.memos[viewer] = Memo(match, viewer, words, names_in(table.sitters, words))
    return memo

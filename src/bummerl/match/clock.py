"""Clocks: thinking time for a whole Bummerl, and how long one may be away.

Both are values: what happens gives a new one.  They have no source of time; every call is told
the moment `at`, whole milliseconds of a clock that never goes back.  So a table's log replays to
the same clock, and tests need not wait.

*Time.*  Each seat has the base time for the whole Bummerl and gets the increment for every card
it plays; exchanging, closing and announcing are steps of the same turn.  Time that is used up
ends nothing by itself: a flag counts when the opponent claims it, and then the Bummerl is
forfeited (SCORE-5, `claim_flag`).  Until then one plays on, in debt, and increments may pay it
back.  Whoever is out of time himself claims nothing.

*Grace.*  Whoever loses the connection has 90 seconds to come back, on his own time if the clock
runs; then the opponent may claim the Bummerl (`Grace.may_claim`) or wait, as he likes.

When the server stops gracefully both are paused, and nobody is charged until they resume.

>>> control = parse_control("3+2")
>>> clock = Clock.new(control).run(1, at=1_000)
>>> clock = clock.moved(at=6_000, to_move=0, played_card=True)
>>> clock.left(1, at=6_000), clock.left(0, at=10_000)
(177000, 176000)
"""

from __future__ import annotations

import dataclasses
import re
from dataclasses import dataclass
from typing import Final, NamedTuple

from bummerl.errors import MatchError, NotationError
from bummerl.match.bummerl import Match
from bummerl.rules.moves import Seat

GRACE: Final = 90_000
"""Milliseconds that one may be away before the opponent may claim the Bummerl."""

_CONTROL: Final = re.compile(r"([1-9][0-9]{0,2})\+(0|[1-9][0-9]{0,2})")


class TimeControl(NamedTuple):
    """How much time there is, in milliseconds.

    >>> str(TimeControl(180_000, 2_000))
    '3+2'
    """

    base: int
    """For a whole Bummerl; whole minutes."""
    increment: int
    """For each card played; whole seconds."""

    def __str__(self) -> str:
        return f"{self.base // 60_000}+{self.increment // 1000}"


CONTROLS: Final = (
    TimeControl(180_000, 2_000),
    TimeControl(360_000, 4_000),
    TimeControl(900_000, 10_000),
    None,
)
"""What is offered: 3 min + 2 s, 6 + 4, 15 + 10, and no clock."""


def parse_control(text: str) -> TimeControl | None:
    """A time control written as minutes + seconds: ``3+2``; ``none`` is None, no clock.

    Raises:
        NotationError: the text is neither.
    """
    if text == "none":
        return None
    found = _CONTROL.fullmatch(text)
    if found is None:
        raise NotationError(
            "{text!r} is no time control; write minutes + seconds a card as in 3+2, or none",
            text=text,
        )
    return TimeControl(int(found[1]) * 60_000, int(found[2]) * 1000)


@dataclass(frozen=True)
class Clock:
    """Both seats' time in one Bummerl.  Without a clock there is no `Clock`."""

    control: TimeControl
    remaining: tuple[int, int]
    """By seat, in milliseconds, as it stood at `since`; below zero: in debt."""
    turn: Seat | None = None
    """Whose time runs, or will when the clock resumes; None between deals."""
    since: int | None = None
    """Since when it runs; None while nobody's does."""

    @classmethod
    def new(cls, control: TimeControl) -> Clock:
        """The clock at the beginning of a Bummerl; nobody's time runs."""
        return cls(control, (control.base, control.base))

    @property
    def running(self) -> bool:
        """Whether somebody's time runs."""
        return self.since is not None

    def left(self, seat: Seat, at: int) -> int:
        """Milliseconds that `seat` has left at the moment `at`, 0 or less when used up.

        Raises:
            ValueError: `at` is before what the clock has been told already.
        """
        return self.remaining[seat] - (self._spent(at) if seat == self.turn else 0)

    def run(self, seat: Seat, at: int) -> Clock:
        """From now on the time of `seat` runs, as at the beginning of a deal; see `left`."""
        return dataclasses.replace(self._charged(at), turn=seat, since=at)

    def moved(self, at: int, *, to_move: Seat | None, played_card: bool) -> Clock:
        """Whoever's turn it is has moved, and it is now that of `to_move`; None: the deal is over.

        A move that was made just as the clock was paused is charged nothing, and the clock stays
        paused.  For `ValueError` see `left`.

        Raises:
            MatchError: it is nobody's turn.
        """
        if self.turn is None:
            raise MatchError("no clock is running, so no move can stop one: start it first")
        charged = self._charged(at)
        gained = self.control.increment if played_card else 0
        return dataclasses.replace(
            charged,
            remaining=_add(charged.remaining, self.turn, gained),
            turn=to_move,
            since=at if self.running and to_move is not None else None,
        )

    def pause(self, at: int) -> Clock:
        """Nobody's time runs until `resume`; whose turn it is stays; see `left` for errors."""
        return dataclasses.replace(self._charged(at), since=None)

    def resume(self, at: int) -> Clock:
        """The time of whoever's turn it is runs again; a clock that runs just goes on.

        `at` may come from another clock than before, as after a restart.
        """
        if self.running or self.turn is None:
            return self
        return dataclasses.replace(self, since=at)

    def recovered(self) -> Clock:
        """Paused as of the last event, as after a crash: what passed since then is not charged."""
        return dataclasses.replace(self, since=None)

    def may_claim(self, claimant: Seat, at: int) -> bool:
        """Whether the other seat has used up its time, and `claimant` has some left."""
        return self.left(1 - claimant, at) <= 0 < self.left(claimant, at)

    def _spent(self, at: int) -> int:
        """Milliseconds since the time began to run."""
        return 0 if self.since is None else _passed(self.since, at)

    def _charged(self, at: int) -> Clock:
        """With what has passed taken off."""
        if self.turn is None:
            return self
        return dataclasses.replace(
            self,
            remaining=_add(self.remaining, self.turn, -self._spent(at)),
            since=at if self.running else None,
        )


@dataclass(frozen=True)
class Grace:
    """Who is away, and how much of the grace is left; each absence has its own 90 seconds."""

    remaining: tuple[int | None, int | None] = (None, None)
    """By seat, in milliseconds, as it stood at `since`; None if present."""
    since: int | None = None
    """Since when it counts down; None while it is paused, or nobody is away."""
    paused: bool = False

    def away(self, seat: Seat, at: int, grace: int = GRACE) -> Grace:
        """The connection of `seat` is lost; nothing new if it was.

        `grace` is how much there is of it, in milliseconds.

        Raises:
            ValueError: `at` is before what the countdown has been told already.
        """
        now = self._counted(at)
        left = now.remaining[seat]
        return now._with(seat, grace if left is None else left, at)

    def back(self, seat: Seat, at: int) -> Grace:
        """`seat` is there again; see `away` for errors."""
        return self._counted(at)._with(seat, None, at)

    def left(self, seat: Seat, at: int) -> int | None:
        """Milliseconds until the other may claim, 0 if he may; None if `seat` is present."""
        return self._counted(at).remaining[seat]

    def may_claim(self, claimant: Seat, at: int) -> bool:
        """Whether the other seat is gone past its grace, and `claimant` is there."""
        now = self._counted(at)
        return now.remaining[1 - claimant] == 0 and now.remaining[claimant] is None

    def pause(self, at: int) -> Grace:
        """Nothing counts down until `resume`, as while the server restarts; see `away`."""
        return dataclasses.replace(self._counted(at), since=None, paused=True)

    def resume(self, at: int) -> Grace:
        """It counts down again; `at` may come from another clock than before."""
        if not self.paused:
            return self
        return dataclasses.replace(self, paused=False)._since(at)

    def recovered(self) -> Grace:
        """Paused as of the last event, as after a crash: what passed since then does not count."""
        return dataclasses.replace(self, since=None, paused=True)

    def _counted(self, at: int) -> Grace:
        if self.since is None:
            return self
        passed = _passed(self.since, at)
        first, second = (None if left is None else max(0, left - passed) for left in self.remaining)
        return dataclasses.replace(self, remaining=(first, second), since=at)

    def _with(self, seat: Seat, left: int | None, at: int) -> Grace:
        pair = (left, self.remaining[1]) if seat == 0 else (self.remaining[0], left)
        return dataclasses.replace(self, remaining=pair)._since(at)

    def _since(self, at: int) -> Grace:
        counts = not self.paused and self.remaining != (None, None)
        return dataclasses.replace(self, since=at if counts else None)


def claim_flag(match: Match, clock: Clock, claimant: Seat, at: int) -> None:
    """`claimant` claims that the other's time is used up: he loses the deal and the Bummerl.

    For `ValueError` see `Clock.left`.

    Raises:
        MatchError: he may not claim it, or the Bummerl or the match is over.
    """
    if not clock.may_claim(claimant, at):
        if clock.left(1 - claimant, at) <= 0:
            raise MatchError("your own time is used up too, so you cannot claim the other's flag")
        raise MatchError("the time of {name} is not used up", name=match.names[1 - claimant])
    if not match.deal_over:
        match.lose_on_time(1 - claimant)
        if match.game_over:
            return
    match.forfeit(1 - claimant)


def _passed(since: int, at: int) -> int:
    if at < since:
        raise ValueError(f"the time went back: {at} ms comes before {since} ms")
    return at - since


def _add(pair: tuple[int, int], seat: Seat, amount: int) -> tuple[int, int]:
    return (pair[0] + amount, pair[1]) if seat == 0 else (pair[0], pair[1] + amount)

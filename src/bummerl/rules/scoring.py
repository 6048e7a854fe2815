"""How a deal ends: winner, game points and reason (OUT, CLOSE-5 … 8, LAST, SCORE-4, SCORE-5).

All functions look at a `Standing`, the few facts a result depends on.  Card points are those
that count: pending pairs (PAIR-3) are never in them.
"""

from __future__ import annotations

from typing import Final, NamedTuple, Protocol

from bummerl.rules.moves import Seat
from bummerl.rules.variants import Rules

TARGET: Final = 66
"""Card points that win (OUT-3)."""
SCHNEIDER: Final = 33
"""A loser below this many card points costs two game points (OUT-3)."""

REASONS: Final = (
    "out",
    "closed won",
    "closed lost",
    "false out",
    "last trick",
    "drawn",
    "renonce",
    "resigned",
    "time",
)
"""Why a deal ended, exactly as in records (SCORE-4)."""


class Result(NamedTuple):
    """How a deal ended."""

    winner: Seat | None
    """None when drawn."""
    points: int
    """Game points, 0 … 3, without what drawn deals carry over (LAST-3)."""
    reason: str
    """One of `REASONS`."""


class Close(NamedTuple):
    """Who closed the talon, and how the other side stood at that moment (CLOSE-6, CLOSE-7)."""

    seat: Seat
    points: int | None
    """Card points of the other side; None where a table view hides them."""
    tricks: int
    """Tricks of the other side."""


class Standing(Protocol):
    """What a result depends on; positions have it."""

    @property
    def rules(self) -> Rules:
        """Rules of the deal."""

    @property
    def points(self) -> tuple[int, ...]:
        """Card points that count, by seat."""

    @property
    def tricks(self) -> tuple[int, ...]:
        """Tricks won, by seat."""

    @property
    def close(self) -> Close | None:
        """Who closed, if anybody."""


def by_standing(points: int, tricks: int) -> int:
    """Game points for beating a side with these card points and tricks: 3, 2 or 1 (OUT-3)."""
    if tricks == 0:
        return 3
    return 2 if points < SCHNEIDER else 1


def called_out(s: Standing, seat: Seat) -> Result:
    """`seat` says it has 66, rightly or not (OUT-3, OUT-4)."""
    if s.points[seat] >= TARGET:
        return went_out(s, seat)
    other = 1 - seat
    if s.close is not None:
        points = _failed_close(s) if s.close.seat == seat else _defender_out(s)
    elif s.rules.false_out == "mirror":
        points = by_standing(s.points[other], s.tricks[other])
    else:
        points = 2 if s.tricks[other] else 3
    return Result(other, points, "false out")


def went_out(s: Standing, seat: Seat) -> Result:
    """`seat` has gone out with 66 (OUT-3), perhaps in a closed deal (CLOSE-6, CLOSE-8)."""
    if s.close is None:
        return Result(seat, by_standing(s.points[1 - seat], s.tricks[1 - seat]), "out")
    if s.close.seat == seat:
        return Result(seat, _won_close(s), "closed won")
    return Result(seat, _defender_out(s), "closed lost")


def all_played(s: Standing, last_winner: Seat) -> Result:
    """The last trick has been won and its points counted (OUT-6, CLOSE-7, LAST-1, LAST-2)."""
    has_66 = s.points[last_winner] >= TARGET
    if s.close is not None:
        if has_66:
            return went_out(s, last_winner)
        return Result(1 - s.close.seat, _failed_close(s), "closed lost")
    if has_66 and s.rules.out == "automatic":
        return went_out(s, last_winner)
    winner = last_winner
    if s.rules.last_trick == "ten" and not has_66:
        winner = 1 - last_winner
        if s.points[winner] < TARGET:
            return Result(None, 0, "drawn")
    loser = 1 - winner
    return Result(winner, by_standing(s.points[loser], s.tricks[loser]), "last trick")


def renonce(seat: Seat) -> Result:
    """`seat` played a card it may not play: three for the other, whoever closed (PLAY-7)."""
    return Result(1 - seat, 3, "renonce")


def conceded(s: Standing, seat: Seat, reason: str) -> Result:
    """`seat` gave the deal up or lost it on time (SCORE-5)."""
    other = 1 - seat
    if s.close is None:
        points = by_standing(s.points[seat], s.tricks[seat])
    elif s.close.seat == seat:
        points = max(_failed_close(s), _defender_out(s))
    else:
        points = _won_close(s)
    return Result(other, points, reason)


def _won_close(s: Standing) -> int:
    """CLOSE-6: by the other side's standing at the close or at the end."""
    close = _closing(s)
    other = 1 - close.seat
    if s.rules.closed_counts == "at_close":
        assert close.points is not None
        return by_standing(close.points, close.tricks)
    return by_standing(s.points[other], s.tricks[other])


def _failed_close(s: Standing) -> int:
    """CLOSE-7: three if the other side had no trick, else two."""
    close = _closing(s)
    at_close = s.rules.failed_close_tricks == "at_close"
    return 2 if (close.tricks if at_close else s.tricks[1 - close.seat]) else 3


def _defender_out(s: Standing) -> int:
    """CLOSE-8: as for a failed close, or by the closer's own standing at the end."""
    if s.rules.closed_defender == "penalty":
        return _failed_close(s)
    closer = _closing(s).seat
    return by_standing(s.points[closer], s.tricks[closer])


def _closing(s: Standing) -> Close:
    assert s.close is not None
    return s.close

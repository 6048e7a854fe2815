"""How a deal ends: winner, game points and reason (OUT, CLOSE-5 … 8, LAST, SCORE-4, SCORE-5).

All functions look at a `Standing`, the few facts a result depends on.  Card points are those
that count: pending pairs (PAIR-3) are never in them.  The game points always come from a `Basis`,
the standing of one seat; `explain` tells it for a finished deal.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple, Protocol

from bummerl.cards import Suit
from bummerl.rules.moves import Seat
from bummerl.rules.variants import Rules

if TYPE_CHECKING:
    from bummerl.rules.situation import Situation

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


def pair_points(suit: Suit, trump: Suit) -> int:
    """Card points of an announced pair: 40 in trump, else 20 (PAIR-1)."""
    return 40 if suit == trump else 20


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


class Basis(NamedTuple):
    """What a deal's game points depended on: how one seat stood at one moment."""

    seat: Seat
    tricks: int
    """Tricks won."""
    points: int | None = None
    """Card points; None where only tricks count (OUT-4, CLOSE-7)."""
    at_close: bool = False
    """The standing when the talon was closed, not that at the end."""

    @property
    def worth(self) -> int:
        """Game points for it: 3 without a trick, 1 with 33 card points that count, else 2."""
        if self.tricks == 0:
            return 3
        return 2 if self.points is None or self.points < SCHNEIDER else 1


class Standing(Protocol):
    """What a result depends on; positions have it, and views of finished deals."""

    @property
    def rules(self) -> Rules:
        """Rules of the deal."""

    @property
    def points(self) -> tuple[int | None, ...]:
        """Card points that count, by seat; none is hidden when a deal ends."""

    @property
    def tricks(self) -> tuple[int, ...]:
        """Tricks won, by seat."""

    @property
    def close(self) -> Close | None:
        """Who closed, if anybody."""


def explain(end: Situation) -> Basis | None:
    """What the game points of a deal's result follow from.

    None where no standing decides: the deal is running or drawn (LAST-2), or a renonce, which
    always costs three (PLAY-7).

    >>> from bummerl.rules.dealing import deal, shuffled
    >>> end = deal(shuffled(20, seed=7), dealer=0).resign(0)
    >>> explain(end), explain(end).worth == end.result.points
    (Basis(seat=0, tricks=0, points=0, at_close=False), True)
    """
    result = end.result
    if result is None or result.winner is None or result.reason == "renonce":
        return None
    winner, loser = result.winner, 1 - result.winner
    if result.reason == "false out":
        return _false_out(end, loser)
    if result.reason in ("resigned", "time"):
        return _conceded(end, loser)
    if end.close is not None and is_failed_close(end):
        return _failed_close(end, end.close)
    return _going_out(end, winner)


def is_failed_close(end: Situation) -> bool:
    """Whether a closed deal ran out of cards with nobody out (CLOSE-7).

    Of deals that were ``closed lost`` the others were lost by the opponent's going out (CLOSE-8).
    """
    closed_lost = end.result is not None and end.result.reason == "closed lost"
    return closed_lost and card_points(end, end.leader) < TARGET  # who goes out leads (OUT-2)


def is_mirrored(s: Standing, caller: Seat) -> bool:
    """Whether a false call of `caller` costs what it would have won if right (OUT-4)."""
    return s.rules.false_out == "mirror" if s.close is None else s.close.seat != caller


def card_points(s: Standing, seat: Seat) -> int:
    """Card points of `seat` where none are hidden, as in all positions and finished deals."""
    points = s.points[seat]
    assert points is not None
    return points


def called_out(s: Standing, seat: Seat) -> Result:
    """`seat` says it has 66, rightly or not (OUT-3, OUT-4)."""
    if card_points(s, seat) >= TARGET:
        return went_out(s, seat)
    return Result(1 - seat, _false_out(s, seat).worth, "false out")


def went_out(s: Standing, seat: Seat) -> Result:
    """`seat` has gone out with 66 (OUT-3), perhaps in a closed deal (CLOSE-6, CLOSE-8)."""
    if s.close is None:
        reason = "out"
    elif s.close.seat == seat:
        reason = "closed won"
    else:
        reason = "closed lost"
    return Result(seat, _going_out(s, seat).worth, reason)


def all_played(s: Standing, last_winner: Seat) -> Result:
    """The last trick has been won and its points counted (OUT-6, CLOSE-7, LAST-1, LAST-2)."""
    has_66 = card_points(s, last_winner) >= TARGET
    if s.close is not None:
        if has_66:
            return went_out(s, last_winner)
        return Result(1 - s.close.seat, _failed_close(s, s.close).worth, "closed lost")
    if has_66 and s.rules.out == "automatic":
        return went_out(s, last_winner)
    winner = last_winner
    if s.rules.last_trick == "ten" and not has_66:
        winner = 1 - last_winner
        if card_points(s, winner) < TARGET:
            return Result(None, 0, "drawn")
    return Result(winner, _going_out(s, winner).worth, "last trick")


def renonce(seat: Seat) -> Result:
    """`seat` played a card it may not play: three for the other, whoever closed (PLAY-7)."""
    return Result(1 - seat, 3, "renonce")


def conceded(s: Standing, seat: Seat, reason: str) -> Result:
    """`seat` gave the deal up or lost it on time (SCORE-5)."""
    return Result(1 - seat, _conceded(s, seat).worth, reason)


def _going_out(s: Standing, seat: Seat) -> Basis:
    """`seat` wins by the other side's standing (OUT-3), which a close may change."""
    close = s.close
    if close is None:
        return _at_end(s, 1 - seat)
    if close.seat == seat:  # CLOSE-6
        if s.rules.closed_counts == "at_end":
            return _at_end(s, 1 - seat)
        assert close.points is not None
        return Basis(1 - seat, close.tricks, close.points, at_close=True)
    if s.rules.closed_defender == "penalty":  # CLOSE-8
        return _failed_close(s, close)
    return _at_end(s, close.seat)


def _false_out(s: Standing, caller: Seat) -> Basis:
    """OUT-4; in a closed deal CLOSE-7 or CLOSE-8, by who closed."""
    if is_mirrored(s, caller):
        return _going_out(s, caller)
    if s.close is not None:
        return _failed_close(s, s.close)
    return Basis(1 - caller, s.tricks[1 - caller])


def _failed_close(s: Standing, close: Close) -> Basis:
    """CLOSE-7: by whether the other side had a trick."""
    other = 1 - close.seat
    if s.rules.failed_close_tricks == "at_close":
        return Basis(other, close.tricks, at_close=True)
    return Basis(other, s.tricks[other])


def _conceded(s: Standing, seat: Seat) -> Basis:
    """SCORE-5: as if the other side went out now; against the closer at least CLOSE-7."""
    going_out = _going_out(s, 1 - seat)
    if s.close is None or s.close.seat != seat:
        return going_out
    return max(_failed_close(s, s.close), going_out, key=lambda basis: basis.worth)


def _at_end(s: Standing, seat: Seat) -> Basis:
    return Basis(seat, s.tricks[seat], card_points(s, seat))

"""Why a deal was worth so many game points, in words (OUT-3, OUT-4, CLOSE-6 … 8, SCORE-5)."""

from __future__ import annotations

from typing import Final, NamedTuple

from bummerl.rules.moves import OUT, Seat
from bummerl.rules.position import Position
from bummerl.rules.scoring import SCHNEIDER, TARGET, Close, Result, by_standing
from bummerl.rules.view import View
from bummerl.text import N_
from bummerl.words.voice import Voice

_GAME_POINTS: Final = {1: N_("one point"), 2: N_("two points"), 3: N_("three points")}


class Basis(NamedTuple):
    """What the game points depended on: the standing of one side."""

    seat: Seat
    tricks: int
    points: int | None
    """Card points; None if only tricks mattered."""
    at_close: bool
    """The standing when the talon was closed, not that at the end."""

    @property
    def worth(self) -> int:
        """Game points for it."""
        if self.points is None:
            return 2 if self.tricks else 3
        return by_standing(self.points, self.tricks)


def basis_of(end: Position | View) -> Basis | None:
    """What a finished deal's game points depended on; None for drawn deals and renonces."""
    result = end.result
    if result is None or result.winner is None or result.reason == "renonce":
        return None
    winner, loser = result.winner, 1 - result.winner
    false_call = result.reason == "false out"
    if end.close is None:
        if not false_call:
            return _at_end(end, loser)
        return _at_end(end, winner, tricks_only=end.rules.false_out == "two_or_three")
    if end.close.seat == winner:
        if false_call:
            return _defender_out(end, end.close)
        at_close = end.rules.closed_counts == "at_close"
        return _at_close(end.close) if at_close else _at_end(end, loser)
    if false_call:
        return _failed_close(end, end.close)
    if result.reason == "closed lost":
        return (_defender_out if defender_went_out(end) else _failed_close)(end, end.close)
    return max(
        _failed_close(end, end.close), _defender_out(end, end.close), key=lambda basis: basis.worth
    )


def defender_went_out(end: Position | View) -> bool:
    """Whether a closed deal was lost by the other side's 66, not by the closer's failure."""
    assert end.close is not None
    defender = 1 - end.close.seat
    if count_of(end, defender) < TARGET:
        return False
    called = bool(end.history) and end.history[-1].move == OUT
    return called or end.rules.out == "automatic" or end.leader == defender  # OUT-6


def count_of(end: Position | View, seat: Seat) -> int:
    """Card points of `seat` at the end, when nothing is hidden."""
    points = end.points[seat]
    assert points is not None
    return points


def _at_end(end: Position | View, seat: Seat, *, tricks_only: bool = False) -> Basis:
    points = None if tricks_only else count_of(end, seat)
    return Basis(seat, end.tricks[seat], points, at_close=False)


def _at_close(close: Close, *, tricks_only: bool = False) -> Basis:
    points = None if tricks_only else close.points
    return Basis(1 - close.seat, close.tricks, points, at_close=True)


def _failed_close(end: Position | View, close: Close) -> Basis:
    """A failed close (CLOSE-7)."""
    if end.rules.failed_close_tricks == "at_close":
        return _at_close(close, tricks_only=True)
    return _at_end(end, 1 - close.seat, tricks_only=True)


def _defender_out(end: Position | View, close: Close) -> Basis:
    """The closer's opponent going out (CLOSE-8)."""
    if end.rules.closed_defender == "penalty":
        return _failed_close(end, close)
    return _at_end(end, close.seat)


def tell_worth(end: Position | View, result: Result, voice: Voice, *, known: Seat) -> str:
    """One sentence that ends with the game points, and for whom if that is not the `known` seat."""
    points = _points_for(end, result, voice, known)
    basis = basis_of(end)
    if basis is None:
        return voice.wording.say("That is a renonce – {points}.", points=points)
    if result.reason == "last trick" and count_of(end, basis.seat) >= TARGET:
        return voice.about(
            basis.seat,
            "{who} had 66 but did not say so – {points}.",
            "You had 66 but did not say so – {points}.",
            points=points,
        )
    return (_standing_at_close if basis.at_close else _standing)(basis, voice, points)


def _points_for(end: Position | View, result: Result, voice: Voice, known: Seat) -> str:
    winner = result.winner
    assert winner is not None
    points = voice.wording.say(_GAME_POINTS[result.points])
    if winner == known:
        return points
    if _is_mirrored(end, result):
        return voice.about(
            winner, "{points}, now for {who}", "{points}, now for you", points=points
        )
    return voice.about(winner, "{points} for {who}", "{points} for you", points=points)


def _is_mirrored(end: Position | View, result: Result) -> bool:
    """Whether a false call brings the other side what it would have brought the caller (OUT-4)."""
    if result.reason != "false out":
        return False
    if end.close is None:
        return end.rules.false_out == "mirror"
    return end.close.seat == result.winner


def _standing(basis: Basis, voice: Voice, points: str) -> str:
    if not basis.tricks:
        return voice.about(
            basis.seat,
            "{who} had no trick – {points}.",
            "You had no trick – {points}.",
            points=points,
        )
    if basis.points is None:
        return voice.about(
            basis.seat,
            "{who} had a trick – {points}.",
            "You had a trick – {points}.",
            points=points,
        )
    if basis.points < SCHNEIDER:
        return voice.about(
            basis.seat,
            "{who} had fewer than 33 – {points}.",
            "You had fewer than 33 – {points}.",
            points=points,
        )
    return voice.about(
        basis.seat,
        "{who} had at least 33 – {points}.",
        "You had at least 33 – {points}.",
        points=points,
    )


def _standing_at_close(basis: Basis, voice: Voice, points: str) -> str:
    if not basis.tricks:
        return voice.about(
            basis.seat,
            "{who} had no trick when the talon was closed – {points}.",
            "You had no trick when the talon was closed – {points}.",
            points=points,
        )
    if basis.points is None:
        return voice.about(
            basis.seat,
            "{who} had a trick when the talon was closed – {points}.",
            "You had a trick when the talon was closed – {points}.",
            points=points,
        )
    if basis.points < SCHNEIDER:
        return voice.about(
            basis.seat,
            "{who} had only {count} when the talon was closed – {points}.",
            "You had only {count} when the talon was closed – {points}.",
            count=basis.points,
            points=points,
        )
    return voice.about(
        basis.seat,
        "{who} already had {count} when the talon was closed – {points}.",
        "You already had {count} when the talon was closed – {points}.",
        count=basis.points,
        points=points,
    )

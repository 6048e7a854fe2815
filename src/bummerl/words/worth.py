"""Why a deal was worth so many game points, in words (OUT-3, OUT-4, CLOSE-6 … 8, SCORE-5)."""

from __future__ import annotations

from typing import Final

from bummerl.rules.moves import Seat
from bummerl.rules.position import Position
from bummerl.rules.scoring import (
    SCHNEIDER,
    TARGET,
    Basis,
    Result,
    card_points,
    explain,
    is_mirrored,
)
from bummerl.rules.view import View
from bummerl.text import N_
from bummerl.words.voice import Voice

_GAME_POINTS: Final = {1: N_("one point"), 2: N_("two points"), 3: N_("three points")}


def tell_worth(end: Position | View, result: Result, voice: Voice, *, known: Seat) -> str:
    """One sentence that ends with the game points, and for whom if that is not the `known` seat."""
    points = _points_for(end, result, voice, known)
    basis = explain(end)
    if basis is None:
        return voice.wording.say("That is a renonce – {points}.", points=points)
    if result.reason == "last trick" and card_points(end, basis.seat) >= TARGET:
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
    if result.reason == "false out" and is_mirrored(end, 1 - winner):
        return voice.about(
            winner, "{points}, now for {who}", "{points}, now for you", points=points
        )
    return voice.about(winner, "{points} for {who}", "{points} for you", points=points)


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

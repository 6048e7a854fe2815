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
    is_failed_close,
    is_mirrored,
)
from bummerl.rules.view import View
from bummerl.text import N_
from bummerl.words.voice import Voice

_GAME_POINTS: Final = {1: N_("one point"), 2: N_("two points"), 3: N_("three points")}
_MIRRORED: Final = {
    1: (
        N_("it would have been one point. {who} gets it."),
        N_("it would have been one point. You get it."),
    ),
    2: (
        N_("it would have been two points. {who} gets them."),
        N_("it would have been two points. You get them."),
    ),
    3: (
        N_("it would have been three points. {who} gets them."),
        N_("it would have been three points. You get them."),
    ),
}
"""What a false call would have brought, and who gets it: by name, and spoken to."""


def tell_worth(end: Position | View, result: Result, voice: Voice, *, known: Seat) -> str:
    """What the game points follow from, and how many; for whom if not for the `known` seat."""
    assert result.winner is not None
    loser = 1 - result.winner
    basis = explain(end)
    if basis is None:
        fact = voice.wording.say("That is a renonce")
    elif not _missed_66(end, result, loser):
        fact = _standing(basis, voice)
    else:
        fact = _unsaid(loser, voice)
        if basis.seat != loser or basis.at_close or basis.points is None:
            fact = f"{fact}. {_standing(basis, voice)}"
    if result.reason == "false out" and is_mirrored(end, loser):
        return f"{fact}: {voice.about(result.winner, *_MIRRORED[result.points])}"
    return f"{fact} – {_points_for(result, voice, known)}."


def _missed_66(end: Position | View, result: Result, loser: Seat) -> bool:
    """Whether the loser had 66 and did not say so; a closer who fails is told of it before."""
    if result.reason in ("false out", "renonce") or is_failed_close(end):
        return False
    return card_points(end, loser) >= TARGET


def _unsaid(loser: Seat, voice: Voice) -> str:
    return voice.about(loser, "{who} had 66 but did not say so", "You had 66 but did not say so")


def _points_for(result: Result, voice: Voice, known: Seat) -> str:
    assert result.winner is not None
    points = voice.wording.say(_GAME_POINTS[result.points])
    if result.winner == known:
        return points
    return voice.about(result.winner, "{points} for {who}", "{points} for you", points=points)


def _standing(basis: Basis, voice: Voice) -> str:
    if basis.at_close:
        return _standing_at_close(basis, voice)
    if not basis.tricks:
        return voice.about(basis.seat, "{who} had no trick", "You had no trick")
    if basis.points is None:
        return voice.about(basis.seat, "{who} had a trick", "You had a trick")
    if basis.points < SCHNEIDER:
        return voice.about(basis.seat, "{who} had fewer than 33", "You had fewer than 33")
    return voice.about(basis.seat, "{who} had at least 33", "You had at least 33")


def _standing_at_close(basis: Basis, voice: Voice) -> str:
    if not basis.tricks:
        return voice.about(
            basis.seat,
            "{who} had no trick when the talon was closed",
            "You had no trick when the talon was closed",
        )
    if basis.points is None:
        return voice.about(
            basis.seat,
            "{who} had a trick when the talon was closed",
            "You had a trick when the talon was closed",
        )
    if basis.points < SCHNEIDER:
        return voice.about(
            basis.seat,
            "{who} had only {count} when the talon was closed",
            "You had only {count} when the talon was closed",
            count=basis.points,
        )
    return voice.about(
        basis.seat,
        "{who} already had {count} when the talon was closed",
        "You already had {count} when the talon was closed",
        count=basis.points,
    )

"""Worlds that fit a view, and a view's own moves."""

from __future__ import annotations

import random

import pytest

from bummerl.errors import IllegalMoveError, ViewError
from bummerl.rules.variants import PRESET_NAMES
from bummerl.rules.world import play_in_view, some_world
from support import random_deal, random_rules


@pytest.mark.parametrize("preset", PRESET_NAMES)
def test_a_world_looks_like_the_view(preset: str) -> None:
    rng = random.Random(preset)
    for _ in range(20):
        for position in random_deal(rng, random_rules(rng, preset)):
            if position.over:
                break
            for seat in range(2):
                view = position.view(seat)
                assert some_world(view).view(seat) == view


@pytest.mark.parametrize("preset", PRESET_NAMES)
def test_a_move_in_a_view_is_the_view_after_the_move(preset: str) -> None:
    rng = random.Random(f"move/{preset}")
    unknown = played = 0
    for _ in range(20):
        for position in random_deal(rng, random_rules(rng, preset)):
            if position.over:
                break
            seat = position.to_move
            for move in position.legal_moves():
                try:
                    after = play_in_view(position.view(seat), move)
                except ViewError:
                    unknown += 1
                    assert len(position.play(move).talon) < len(position.talon)
                else:
                    played += 1
                    assert after == position.play(move).view(seat)
    assert min(unknown, played) > 50


def test_what_a_view_cannot_play() -> None:
    rng = random.Random(1)
    position = next(p for p in random_deal(rng, random_rules(rng, "sharp")) if len(p.finished) == 1)
    seat = position.to_move
    with pytest.raises(IllegalMoveError, match="it is not your turn"):
        play_in_view(position.view(1 - seat), position.legal_moves()[0])
    with pytest.raises(IllegalMoveError, match="it is not your turn"):
        play_in_view(position.view(None), position.legal_moves()[0])
    with pytest.raises(ViewError, match="a table view does not say enough"):
        play_in_view(position.view(seat).table(), position.legal_moves()[0])

"""The averaging player plays the plan with the best mean of exact values."""

from __future__ import annotations

import itertools
import random
import time

import pytest

from bummerl.errors import PlayerError, ViewError
from bummerl.players.pimc import PimcPlayer
from bummerl.players.random_player import RandomPlayer
from bummerl.players.registry import make_player
from bummerl.rules.moves import OUT
from bummerl.rules.variants import PRESET_NAMES, PRESETS
from bummerl.search.plans import plans_of
from bummerl.search.worlds import worlds_of
from players.duels import finished, mirrored_deals
from search.test_averaging import behind
from search.test_worlds import position_of
from search.worlds import positions
from support import TOKENS, position, random_deal, random_rules


def answer(text: str, player: PimcPlayer | None = None) -> str:
    """The token of the move for the seat to move."""
    current = position(text)
    return TOKENS[(player or PimcPlayer()).choose(current.view(current.to_move))]


@pytest.mark.rule("OUT-2")
@pytest.mark.parametrize(
    "text",
    [
        "soft SKSQSJHTDA/?5 S ?+ST - 0: 66.2/4.1",
        "soft SKSQHAHTDA/?5 S ?+SJ - 0:mS 70.2/4.1",
        "hoyle-66 SKSQHAHTDA/?5 S ?+S9 - 0: 66.1/0.0",
    ],
)
def test_goes_out_with_66(text: str) -> None:
    assert answer(text) == "o"


@pytest.mark.parametrize("preset", PRESET_NAMES)
def test_it_plays_the_best_mean_over_all_worlds(preset: str) -> None:
    late = (p for p in positions(preset, "pimc", talon=2) if p.close is None)
    for current in itertools.islice(late, 0, 60, 5):
        view = current.view(current.to_move)
        worlds = [position_of(row, view) for row in worlds_of(view, 100).rows]
        plans = plans_of(view)
        sums = [sum(behind(world, plan) for world in worlds) for plan in plans]
        best = plans[sums.index(max(sums))]
        assert PimcPlayer(100).choose(view) == best[0], str(view)


def test_never_calls_falsely_and_always_plays_by_the_rules() -> None:
    rng = random.Random(1)
    for number in range(6):
        start = next(random_deal(rng, random_rules(rng)))
        end = finished(start, (PimcPlayer(5, seed=number), RandomPlayer(number)))
        assert end.result is not None
        assert all(p.move != OUT for p in end.history[:-1] if p.seat == 0)


def test_the_answer_follows_from_view_and_seed() -> None:
    current = position("soft SKSQHQDJCJ/?5 H ?+HJ - 0: 0.0/0.0")
    other = position("soft HTHKSQDJCJ/?5 H ?+HJ - 0: 0.0/0.0")
    player = PimcPlayer(3, seed=5)
    first = player.choose(current.view(0))
    player.choose(other.view(0))  # asked about something else in between
    assert player.choose(current.view(0)) == first
    assert len({PimcPlayer(1, seed=seed).choose(current.view(0)) for seed in range(40)}) > 1


@pytest.mark.parametrize("text", ["soft STQHAHKDJ/?5 C ?+CJ - 0: 0.0/0.0"])
def test_time_ends_thinking(text: str) -> None:
    view = position(text).view(0)
    PimcPlayer(2).choose(view)
    start = time.thread_time()
    PimcPlayer(100_000, time=0.05).choose(view)
    assert time.thread_time() - start < 1


@pytest.mark.slow
def test_it_beats_random_play() -> None:
    tally = mirrored_deals(
        lambda seed: PimcPlayer(5, seed=seed), RandomPlayer, PRESETS["soft"], 100, "pimc"
    )
    assert tally.share > 0.75


@pytest.mark.parametrize("value", [0, -1, 2.5, True, "many"])
def test_worlds_are_a_whole_number_from_1_on(value: object) -> None:
    with pytest.raises(PlayerError, match=r"worlds is .* but must be a whole number from 1"):
        PimcPlayer(worlds=value)  # type: ignore[arg-type]


@pytest.mark.parametrize("value", [0, -1.0, "long"])
def test_time_is_more_than_nothing(value: object) -> None:
    with pytest.raises(PlayerError, match=r"time is .* but must be seconds, more than 0"):
        PimcPlayer(time=value)  # type: ignore[arg-type]


def test_a_table_view_is_not_enough() -> None:
    current = position("tournament SKSQHQDJCJ/?5 H ?+HJ - 0: 20.1/0.0")
    with pytest.raises(ViewError, match="table view"):
        PimcPlayer().choose(current.view(0).table())


def test_the_registry_knows_it() -> None:
    assert isinstance(make_player("pimc(worlds=7,time=0.1)", seed=3), PimcPlayer)

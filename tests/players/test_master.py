"""The strongest player: legal, repeatable, playing for the Bummerl, in time."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from bummerl.errors import PlayerError, ViewError
from bummerl.players.master import MasterPlayer
from bummerl.players.random_player import RandomPlayer
from bummerl.players.registry import make_player
from bummerl.rules.moves import CLOSE, OUT
from bummerl.rules.position import Position
from bummerl.rules.score import Score
from bummerl.rules.variants import PRESET_NAMES, PRESETS
from bummerl.rules.view import View
from bummerl.search.averaging import Averager
from bummerl.search.pack import pack_rules
from bummerl.search.plans import plans_of
from bummerl.search.worlds import worlds_of
from players.duels import finished, mirrored_deals
from support import TOKENS, position, random_position, random_rules

QUICK = 20
"""Worlds, for tests that do not care how well it plays."""


def asked(current: Position, player: MasterPlayer) -> str:
    """The token of the move for the seat to move."""
    return TOKENS[player.choose(current.view(current.to_move))]


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
    assert asked(position(text), MasterPlayer(QUICK)) == "o"


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("soft HKHQSQDJCJ/?5 S ?+SJ - 0: 46.2/10.2", {"mH", "c"}),  # the pair makes 66
        ("soft SAHJ/?2 S - - 0: 53.4/52.4", {"SA"}),  # 11 and any card of the other hand
        ("pagat SKDJHJCJDQ/?4 S ?+SA - 1:HQ 30.1/62.2", {"SK"}),  # queen and jack would lose
    ],
)
def test_takes_what_is_to_be_had(text: str, tokens: set[str]) -> None:
    assert asked(position(text), MasterPlayer(200)) in tokens


@pytest.mark.parametrize("preset", PRESET_NAMES)
def test_plays_every_preset_by_the_rules(preset: str) -> None:
    rng = random.Random(f"master/{preset}")
    for number, rules in enumerate((PRESETS[preset], random_rules(rng, preset))):
        player = MasterPlayer(QUICK, seed=number)
        end = finished(random_position(rng, rules), (player, RandomPlayer(number)))
        assert end.result is not None
        assert end.result.reason != "renonce" or end.result.winner == 0
        assert all(p.move != OUT for p in end.history[:-1])


def test_the_answer_follows_from_view_and_seed() -> None:
    current = position("soft SKSQHQDJCJ/?5 H ?+HJ - 0: 0.0/0.0")
    other = position("soft HTHKSQDJCJ/?5 H ?+HJ - 0: 0.0/0.0")
    player = MasterPlayer(QUICK, seed=5)
    first = asked(current, player)
    asked(other, player)  # asked about something else in between
    assert asked(current, player) == first
    assert asked(current, MasterPlayer(QUICK, seed=5)) == first
    assert len({asked(current, MasterPlayer(2, seed=seed)) for seed in range(30)}) > 1


@pytest.mark.rule("SCORE-1")
def test_it_plays_for_the_bummerl_not_for_points() -> None:
    """At 1:1 only winning counts.  One card is hidden, so what moves are worth is known exactly."""
    rng, found = random.Random(3), 0
    even = np.arange(7) >= 4
    while found < 4:
        start = random_position(rng, PRESETS["sharp"])
        for current in late(rng, start):
            view = current.view(current.to_move)
            winning, scoring = best_moves(view, even), best_moves(view, np.arange(7))
            if winning & scoring:
                continue
            found += 1
            at_one = view._but(score=Score((1, 1)))
            assert MasterPlayer(goal="bummerl").choose(at_one) in winning
            assert MasterPlayer(goal="points").choose(at_one) in scoring


def late(rng: random.Random, start: Position) -> Iterator[Position]:
    """Positions with a talon of two of a random deal that nobody closes, without their past."""
    current = start
    while not current.over and current.talon:
        if len(current.talon) == 2 and current.announced is None:
            yield current._but(history=(), finished=(), forehand=None)
        moves = [move for move in current.legal_moves() if move not in (CLOSE, OUT)]
        current = current.play(rng.choice(moves))


def best_moves(view: View, worth: Any) -> set[int]:
    """First moves of the plans with the best mean worth of -3 … 3 over all worlds."""
    plans = plans_of(view)
    averager = Averager(pack_rules(view.rules))
    values = averager.values(worlds_of(view, 100).rows, plans, view.trump)
    means = worth[values + 3].mean(axis=1)
    return {plan[0] for plan, mean in zip(plans, means, strict=True) if mean > means.max() - 1e-9}


def test_a_given_time_is_kept() -> None:
    """Timed in CPU seconds of this thread, as machines are shared; bench/thinking.py has more."""
    player = MasterPlayer(time=0.05)
    spent = []
    for text in (
        "soft STQHAHKDJ/?5 C ?+CJ - 0: 0.0/0.0",
        "66 STQHAHKDJD9/?6 C ?+CJ - 0: 0.0/0.0",
        "soft STQHAHKDJ/?5 C ?5+CJ - 0: 20.1/30.1",
    ):
        current = position(text)
        asked(current, player)  # loads and allocates
        start = time.thread_time()
        asked(current, player)
        spent.append(time.thread_time() - start)
    assert max(spent) < 1


def test_a_forced_move_takes_no_thought() -> None:
    current = position("soft SA/?1 S - - 0: 30.4/30.5")
    assert asked(current, MasterPlayer(100_000)) == "SA"


@pytest.mark.slow
@pytest.mark.parametrize("preset", ["soft", "sixtysix"])
def test_it_beats_random_play(preset: str) -> None:
    tally = mirrored_deals(
        lambda seed: MasterPlayer(50, seed=seed), RandomPlayer, PRESETS[preset], 60, "master"
    )
    assert tally.share > 0.8


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"worlds": 0}, "worlds is 0, but must be a whole number from 1 to"),
        ({"worlds": True}, "worlds is True, but must be a whole number from 1 to"),
        ({"worlds": 10**7}, "worlds is 10000000, but must be"),
        ({"time": 0}, "time is 0, but must be seconds, more than 0"),
        ({"time": "long"}, "time is 'long', but must be seconds"),
        ({"time": float("nan")}, "time is nan, but must be seconds"),
        ({"goal": "fun"}, "goal is 'fun', but must be one of: bummerl, partie, points"),
    ],
)
def test_options_have_their_limits(options: dict[str, object], message: str) -> None:
    with pytest.raises(PlayerError, match=message):
        MasterPlayer(**options)  # type: ignore[arg-type]


def test_a_table_view_is_not_enough() -> None:
    current = position("tournament SKSQHQDJCJ/?5 H ?+HJ - 0: 20.1/0.0")
    with pytest.raises(ViewError, match="table view"):
        MasterPlayer(QUICK).choose(current.view(0).table())


def test_the_registry_knows_it() -> None:
    made = make_player("master(worlds=7,time=0.1,goal=points)", seed=3)
    assert isinstance(made, MasterPlayer)

from __future__ import annotations

import dataclasses
import random

import numpy as np
import pytest

from bummerl.cards import cards_of
from bummerl.errors import PlayerError, ViewError
from bummerl.players.random_player import RandomPlayer
from bummerl.players.registry import make_player
from bummerl.players.rollout import RolloutPlayer, best
from bummerl.rules.moves import OUT
from bummerl.rules.position import Position
from bummerl.rules.variants import PRESETS
from players.duels import finished, mirrored_deals
from support import TOKENS, position, random_deal, random_rules


def answer(text: str, player: RolloutPlayer | None = None) -> str:
    """The token of the move for the seat to move."""
    current = position(text)
    chosen = (player or RolloutPlayer(seed=1)).choose(current.view(current.to_move))
    return TOKENS[chosen]


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


@pytest.mark.parametrize(
    ("text", "token"),
    [
        ("soft HKHQSASTDA/?5 S ?+SJ - 0: 46.2/10.2", "mH"),  # the pair makes 66
        ("soft SAHJ/?2 S - - 0: 53.4/52.4", "SA"),  # 11 and any card of the other hand
        ("soft SAHQHJDJCJ/?4 S ?+SJ - 1:HT 45.2/30.2", "SA"),  # 21 more make 66
        ("pagat SKDJHJCJDQ/?4 S ?+SA - 1:HQ 30.1/62.2", "SK"),  # queen and jack would lose
    ],
)
def test_takes_what_is_to_be_had(text: str, token: str) -> None:
    assert answer(text) == token


def test_closes_what_is_won() -> None:
    assert answer("soft SASTSKHADA/?5 S ?+SJ - 0: 30.1/0.0").startswith(("c", "x"))
    assert answer("soft SQHJHQDJCK/?5 S ?+SJ - 0: 20.1/20.1") != "c"


def test_never_calls_falsely() -> None:
    rng = random.Random(1)
    for number in range(6):
        start = next(random_deal(rng, PRESETS["soft"]))
        players = (RolloutPlayer(2, 10, seed=number), RandomPlayer(number))
        end = finished(start, players)
        assert end.result is not None
        assert end.result.reason != "false out"
        assert all(p.move != OUT for p in end.history[:-1])


def swapped(current: Position, rng: random.Random) -> Position:
    """Another world of the view of the seat to move: hidden cards change places."""
    view = current.view(current.to_move)
    other = 1 - current.to_move
    known = view.hands[other]
    unseen = [*cards_of(view.unseen)]
    rng.shuffle(unseen)
    size = view.hand_sizes[other] - known.bit_count()
    hand = known | sum(1 << card for card in unseen[:size])
    rest = unseen[size:]
    talon = tuple(rest.pop() if card is None else card for card in view.talon)
    hands = (hand, current.hands[1]) if other == 0 else (current.hands[0], hand)
    return dataclasses.replace(current, hands=hands, talon=talon)


def test_knows_nothing_but_its_view() -> None:
    rng = random.Random(2)
    changed = 0
    for number in range(8):
        for current in random_deal(rng, random_rules(rng)):
            if current.over:
                break
            poisoned = swapped(current, rng)
            changed += poisoned != current
            seat = current.to_move
            answers = {
                RolloutPlayer(3, 12, seed=number).choose(world.view(seat))
                for world in (current, poisoned)
            }
            assert len(answers) == 1
    assert changed > 40


def test_the_answer_follows_from_view_and_seed_alone() -> None:
    current = position("soft SKSQHQDJCJ/?5 H ?+HJ - 0: 0.0/0.0")
    other = position("soft HTHKSQDJCJ/?5 H ?+HJ - 0: 0.0/0.0")
    player = RolloutPlayer(1, 3, seed=5)
    first = player.choose(current.view(0))
    player.choose(other.view(0))  # asked about something else in between
    assert player.choose(current.view(0)) == first
    answers = {RolloutPlayer(1, 3, seed=seed).choose(current.view(0)) for seed in range(40)}
    assert len(answers) > 1
    unseeded = {RolloutPlayer(1, 3).choose(current.view(0)) for _ in range(40)}
    assert len(unseeded) > 1


def test_the_best_plan_has_the_greatest_sum_and_comes_first_among_equals() -> None:
    sums = np.array([[1, 2], [4, 1], [0, 5], [2, 2]], np.int64)
    assert best(((0,), (1,), (2,), (3,)), sums) == (1,)


def test_it_beats_random_play() -> None:
    tally = mirrored_deals(
        lambda seed: RolloutPlayer(5, 40, seed=seed), RandomPlayer, PRESETS["soft"], 120, "rollout"
    )
    assert tally.share > 0.8


def test_66_is_played_too() -> None:
    tally = mirrored_deals(
        lambda seed: RolloutPlayer(5, 40, seed=seed), RandomPlayer, PRESETS["hoyle-66"], 60, "66"
    )
    assert tally.share > 0.75


@pytest.mark.parametrize("option", ["playouts", "worlds"])
@pytest.mark.parametrize("value", [0, -1, 2.5, True, 10**7, "many"])
def test_numbers_are_whole_and_positive(option: str, value: object) -> None:
    with pytest.raises(PlayerError, match=f"{option} is .* but must be a whole number from 1 to"):
        RolloutPlayer(**{option: value})  # type: ignore[arg-type]


@pytest.mark.parametrize("value", [-0.1, 1.1, float("nan"), True, "often"])
def test_the_chance_to_close_is_from_0_to_1(value: object) -> None:
    with pytest.raises(PlayerError, match=r"close is .* but must be a number from 0 to 1"):
        RolloutPlayer(close=value)  # type: ignore[arg-type]


def test_a_table_view_is_not_enough() -> None:
    current = position("tournament SKSQHQDJCJ/?5 H ?+HJ - 0: 20.1/0.0")
    with pytest.raises(ViewError, match="table view"):
        RolloutPlayer(seed=1).choose(current.view(0).table())


def test_the_registry_knows_it() -> None:
    player = make_player("rollout(playouts=2,worlds=5,close=0)", seed=3)
    assert isinstance(player, RolloutPlayer)

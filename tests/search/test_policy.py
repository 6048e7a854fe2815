"""The policy is a probability model of what a player can see."""

from __future__ import annotations

import itertools
import math
import random
from collections import Counter

import numpy as np
import pytest

from bummerl.cards import cards_of
from bummerl.rules.position import Position
from bummerl.rules.variants import PRESET_NAMES, PRESETS
from bummerl.search import guided_play, layout, policy
from bummerl.search.guided_play import likely_move, play_down
from bummerl.search.pack import pack, pack_rules, relabelled_move
from bummerl.search.policy import OPTIONS, STAGES, WEIGHTS, card_scores, log_chance, shipped_policy
from search.running import check_moves, running, with_other_hidden_cards
from support import position

each_preset = pytest.mark.parametrize("preset", PRESET_NAMES)


class Mover:
    """Asks the policy for moves of positions."""

    def __init__(self, seed: int) -> None:
        self._source = np.array([seed], np.int64)
        self._moves = np.zeros(layout.MOVES, np.int64)
        self._scratch = np.zeros(guided_play.SCRATCH, np.int64)
        self._scores = np.zeros(OPTIONS)

    def move(self, current: Position) -> int:
        made = likely_move(
            pack(current),
            pack_rules(current.rules),
            shipped_policy(),
            self._moves,
            self._scratch,
            self._scores,
            self._source,
        )
        return relabelled_move(int(made), current.trump)


def chances(scores: list[float]) -> list[float]:
    row = np.array([*scores, *[99.0] * (OPTIONS - len(scores))])
    return [math.exp(log_chance(row, len(scores), at)) for at in range(len(scores))]


def test_the_shipped_weights_are_finite_and_whole() -> None:
    weights = shipped_policy()
    assert weights.shape == (STAGES * WEIGHTS,)
    assert np.isfinite(weights).all()
    assert np.abs(weights).max() < 20


@pytest.mark.parametrize("size", range(1, OPTIONS + 1))
def test_chances_of_options_sum_to_1_and_grow_with_the_score(size: int) -> None:
    rng = random.Random(size)
    for _ in range(50):
        scores = [rng.uniform(-30, 30) for _ in range(size)]
        found = chances(scores)
        assert sum(found) == pytest.approx(1)
        assert sorted(range(size), key=found.__getitem__) == sorted(
            range(size), key=scores.__getitem__
        )
    assert chances([700.0, -700.0])[0] == 1
    assert chances([2.0, 1.0])[0] / chances([2.0, 1.0])[1] == pytest.approx(math.e)


@each_preset
def test_every_option_has_different_features_within_its_kind(preset: str) -> None:
    """Checked with weights that are powers: the score tells which features an option has."""
    features = np.full(policy.ACTIVE, -1, np.int64)
    counting = np.zeros(STAGES * WEIGHTS)
    for current in running(preset, "features", 10):
        hand, unseen = _seen(current)
        led = _row(current)[layout.LED]
        for stage in (0, STAGES - 1):
            first = stage * WEIGHTS + (policy.LEAD if led == layout.NONE else policy.REPLY)
            end = stage * WEIGHTS + (policy.REPLY if led == layout.NONE else policy.CLOSING)
            counting[:] = np.nan
            counting[first:end] = 1.0
            cards, scores = np.zeros(OPTIONS, np.int64), np.zeros(OPTIONS)
            size = card_scores(
                hand, led, hand, unseen, 20, 30, 0, stage, counting, features, cards, scores
            )
            assert cards[:size].tolist() == list(cards_of(hand))
            assert all(1 <= score <= policy.ACTIVE for score in scores[:size])


def _row(current: Position) -> list[int]:
    return [int(number) for number in pack(current)]


def _seen(current: Position) -> tuple[int, int]:
    """The hand of the seat to move and all it cannot see, suits relabelled."""
    row = _row(current)
    hand = row[layout.HAND + current.to_move]
    unseen = row[layout.HAND + 1 - current.to_move]
    for card in row[layout.TALON + 1 : layout.TALON + row[layout.LEFT]]:
        unseen |= 1 << card
    return hand, unseen


@each_preset
def test_it_makes_legal_moves_and_goes_without_saying(preset: str) -> None:
    check_moves(preset, Mover(1).move)


@each_preset
def test_moves_do_not_depend_on_hidden_cards(preset: str) -> None:
    for number, (current, poisoned) in enumerate(with_other_hidden_cards(preset, 12)):
        assert Mover(number).move(current) == Mover(number).move(poisoned), str(current)


def test_moves_come_as_often_as_their_chances_say() -> None:
    current = position("pagat SATHHJDKDQ/?5 C ?+CJ - 1:HK 20.1/30.1")
    assert current.to_move == 0
    hand, unseen = _seen(current)
    row = _row(current)
    cards, scores = np.zeros(OPTIONS, np.int64), np.zeros(OPTIONS)
    stage = policy.stage_of(row[layout.LEFT], row[layout.CLOSER], 0)
    features = np.zeros(policy.ACTIVE, np.int64)
    size = card_scores(
        hand, row[layout.LED], hand, unseen, 20, 30, 0, stage, shipped_policy(), features, cards,
        scores,
    )  # fmt: skip
    expected = dict(
        zip(
            (relabelled_move(int(card), current.trump) for card in cards[:size]),
            chances(scores[:size].tolist()),
            strict=True,
        )
    )
    mover, number = Mover(5), 6000
    counts = Counter(mover.move(current) for _ in range(number))
    for card, chance in expected.items():
        error = math.sqrt(chance * (1 - chance) / number)
        assert abs(counts[card] / number - chance) < 5 * error + 1e-9


def test_who_closed_and_the_talon_tell_the_stage() -> None:
    none = layout.NONE
    stages = [policy.stage_of(left, none, 0) for left in (12, 10, 8, 6, 4, 2, 0)]
    assert stages == [0, 0, 0, 1, 2, 3, 6]
    assert policy.stage_of(6, 0, 0) == 4
    assert policy.stage_of(6, 1, 0) == 5


@pytest.mark.parametrize("preset", ["soft", "sixtysix", "hoyle-66"])
def test_play_goes_on_till_all_is_known_or_the_deal_is_over(preset: str) -> None:
    rules = pack_rules(PRESETS[preset])
    states = np.zeros((2, layout.WIDTH), np.int64)
    moves = np.zeros((2, layout.MOVES), np.int64)
    scratch, scores = np.zeros(guided_play.SCRATCH, np.int64), np.zeros(OPTIONS)
    source = np.array([7], np.int64)
    for exact_at in (0, 4):
        ends: Counter[str] = Counter()
        for current in itertools.islice(running(preset, "down", 20), 200):
            pack(current, states[0])
            weights = shipped_policy()
            play_down(states, rules, exact_at, weights, moves, scratch, scores, source)
            end = states[0]
            if end[layout.WINNER] != layout.NONE:
                ends["over"] += 1
            else:
                assert end[layout.LED] == layout.NONE
                assert end[layout.CLOSER] != layout.NONE or end[layout.LEFT] <= exact_at
                ends["closed" if end[layout.CLOSER] != layout.NONE else "known"] += 1
        assert ends["closed"]
        assert ends["known"]

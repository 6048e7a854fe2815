"""What the opponent did tells what it holds: weights of worlds, and that they are worth it."""

from __future__ import annotations

import functools
import math
import random
from collections.abc import Iterator

import numpy as np
import pytest

from bummerl.players.greedy import GreedyPlayer
from bummerl.rules.moves import CLOSE, EXCHANGE, Move, is_card, pair
from bummerl.rules.position import Position
from bummerl.rules.recall import retraced
from bummerl.rules.variants import PRESET_NAMES, PRESETS
from bummerl.rules.view import View
from bummerl.search.inference import event_of_play, weights_of
from bummerl.search.judge import Judge
from bummerl.search.pack import relabelled_mask
from bummerl.search.policy import shipped_policy
from bummerl.search.worlds import Floats, hands_of
from players.test_rollout import swapped
from search.running import running
from support import MOVES, play, position, random_move, random_position, random_rules

each_preset = pytest.mark.parametrize("preset", PRESET_NAMES)


def weights(view: View, seed: int = 1) -> Floats:
    return weights_of(view, hands_of(view), shipped_policy(), seed)


def dealt(text: str) -> Position:
    """A first position, of a deal whose forehand is known."""
    start = position(text)
    return start._but(forehand=start.leader)


@each_preset
def test_weights_are_chances(preset: str) -> None:
    uneven = 0
    for current in running(preset, "chances", 3):
        for seat in (0, 1):
            found = weights(current.view(seat))
            assert np.isfinite(found).all()
            assert (found > 0).all()
            assert found.sum() == pytest.approx(1)
            uneven += len(found) > 1 and found.max() > 1.001 * found.min()
    assert uneven > 10


@each_preset
def test_weights_do_not_depend_on_hidden_cards(preset: str) -> None:
    rng = random.Random(preset)
    changed = 0
    for current in running(preset, "hidden", 3):
        poisoned = swapped(current, rng)
        changed += poisoned != current
        seat = current.to_move
        assert (weights(current.view(seat)) == weights(poisoned.view(seat))).all()
    assert changed > 10


def test_the_same_seed_gives_the_same_weights() -> None:
    view = play(dealt("pagat SKSQHTDJCJ/HAHKDADTCA S ?+SJ - 0: 0.0/0.0"), "HT HA").view(0)
    assert (weights(view) == weights(view)).all()
    assert abs(weights(view, 1) - weights(view, 2)).max() < 0.01


def test_without_history_all_hands_weigh_the_same() -> None:
    fresh = dealt("pagat SKSQHTDJCJ/HAHKDADTCA S ?+SJ - 0: 0.0/0.0")
    forgotten = play(fresh, "HT HA")._but(history=(), finished=()).view(0)
    for view in (fresh.view(0), forgotten):
        found = weights(view)
        assert found.max() == found.min() == 1 / len(found)


def test_a_judge_that_does_not_infer_weighs_all_the_same() -> None:
    """Odds of closes are then multiples of one hand's share, and history does not matter."""
    start = dealt("pagat SKSQHTDJCJ/HAHKDADTCA S ?+SJ - 1: 0.0/0.0")
    closed = play(start, "DA DJ c").view(1)
    forgotten = closed._but(forehand=None, finished=(), history=())
    even, unknown, told = (
        Judge(closed.rules, infers=infers).judge(view, seed=1)
        for infers, view in ((False, closed), (True, forgotten), (True, closed))
    )
    number = len(hands_of(closed))
    shares = {j.plan: np.array(j.odds) * 2 * number for j in even}
    assert all(np.allclose(share, share.round(), atol=1e-6) for share in shares.values())
    assert {j.plan: pytest.approx(j.odds) for j in even} == {j.plan: j.odds for j in unknown}
    assert {j.plan: j.odds for j in even} != {j.plan: j.odds for j in told}


@pytest.mark.parametrize(
    ("moves", "card", "other"),
    [
        ("HT DJ", "HA", "CJ"),  # who lets a ten go has no ace of its suit
        ("HT DJ", "SA", "CA"),  # nor trumps
        ("HJ HA", "HT", "CT"),  # taking a jack with the ace, not the ten
    ],
)
def test_moves_tell_what_players_expect(moves: str, card: str, other: str) -> None:
    start = dealt("pagat HTHJDQCQCK/DJHADTSKCA S ?+SQ - 0: 0.0/0.0")
    view = play(start, moves).view(0)
    hands, found = hands_of(view), weights(view)
    less, more = (float(found[hands >> MOVES[name] & 1 == 1].sum()) for name in (card, other))
    assert less < more


@each_preset
def test_the_past_is_told_as_it_was(preset: str) -> None:
    """What is reckoned from a view is what really happened.

    Only the card that was turned up before an exchange is not told by views once it is played, or
    shown beside another trump.
    """
    number = 0
    for current, past in _with_past(preset, 25):
        calls = [played for played in current.history if played.move == EXCHANGE]
        for seat in (0, 1):
            view = current.view(seat)
            if calls and not view.shown[calls[0].seat] >> past[0].talon[-1] & 1:
                continue
            if calls and pair(view.trump) in moves_of(current):
                continue
            if view.talon:
                told = [_event(before, move) for before, _, move in retraced(view)]
                was = [_event(*pair) for pair in zip(past, moves_of(current), strict=True)]
                assert told == was, str(view)
                number += bool(calls)
    assert number > 10


def moves_of(current: Position) -> list[Move]:
    return [played.move for played in current.history]


def _event(before: Position, move: int) -> tuple[object, ...]:
    event = event_of_play(before, move, set()) if is_card(move) else []
    return before.to_move, before.tricks, before.shown, tuple(event)


def _with_past(preset: str, number: int) -> Iterator[tuple[Position, list[Position]]]:
    rng = random.Random(f"{preset}/past")
    for deal in range(number):
        rules = random_rules(rng, preset) if deal % 2 else PRESETS[preset]
        past: list[Position] = []
        current = random_position(rng, rules)
        while not current.over:
            yield current, past
            past = [*past, current]
            often = EXCHANGE in current.legal_moves() and rng.random() < 0.8
            current = current.play(EXCHANGE if often else random_move(rng, current))


def self_play(preset: str, deals: int) -> Iterator[Position]:
    """Positions of deals that two players of ours play, with a small chance of any other move."""
    rng = random.Random(f"{preset}/self-play")
    for _ in range(deals):
        current = random_position(rng, PRESETS[preset])
        players = [GreedyPlayer(), GreedyPlayer()]
        while not current.over:
            yield current
            current = current.play(players[current.to_move].choose(current.view(current.to_move)))


@pytest.mark.parametrize("preset", ["soft", "sixtysix"])
def test_the_true_hand_gains_weight(preset: str) -> None:
    """Over an even share, in the mean of the logarithms, though the players are not the model."""
    gains = {"open": [0.0], "closed": [0.0]}
    for current in self_play(preset, 40):
        view = current.view(current.to_move)
        hands = hands_of(view)
        if len(hands) < 2 or not view.history:
            continue
        true = relabelled_mask(current.hands[1 - current.to_move], current.trump)
        weight = float(weights(view)[hands == true][0])
        gains["open" if view.close is None else "closed"].append(math.log(weight * len(hands)))
    everything = gains["open"] + gains["closed"]
    assert len(everything) > 150
    assert np.mean(everything) > 0.05
    assert np.mean(gains["open"]) > 0


def test_a_close_is_told_apart() -> None:
    """Who closes has better cards than who does not."""
    start = dealt("pagat HTHJDQCQCK/HKHADTSKSA S ?+SQ - 1: 0.0/0.0")
    trumps = functools.partial(_mean_trumps, start)
    assert trumps("c HA HJ") > trumps("HA HJ") + 0.3


def _mean_trumps(start: Position, moves: str) -> float:
    view = play(start, moves).view(0)
    hands, found = hands_of(view), weights(view)
    number = np.array([(int(hand) & 63).bit_count() for hand in hands])
    assert (CLOSE in [p.move for p in view.history]) == moves.startswith("c")
    return float(found @ number)

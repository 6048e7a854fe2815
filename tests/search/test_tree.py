"""The tree plays as somebody who sees only its view: visits, knowledge and convergence."""

from __future__ import annotations

import itertools
import math
import random
from collections import defaultdict
from collections.abc import Sequence

import numpy as np
import pytest

from bummerl.rules.moves import OUT, PAIR, Move, Seat
from bummerl.rules.position import Position
from bummerl.rules.variants import PRESETS
from bummerl.search import layout, policy
from bummerl.search.forest import GROWING, Budget, Forest
from bummerl.search.judge import EVEN, EXPLORATION
from bummerl.search.pack import Integers, pack, pack_rules, relabelled_move
from bummerl.search.plans import Plan, plans_of
from bummerl.search.policy import OPTIONS, card_scores, log_chance, shipped_policy
from bummerl.search.worlds import worlds_of
from search.test_blind import closed_positions, some_hands
from support import position

WORTH = np.array(EVEN)


def forest(preset: str, exact_at: int = 4) -> Forest:
    return Forest(pack_rules(PRESETS[preset]), shipped_policy(), EXPLORATION, exact_at)


def searched(
    text: str, visits: int, *, halving: bool, seed: int = 1
) -> tuple[tuple[Plan, ...], Integers, list[int]]:
    current = position(text)
    view = current.view(current.to_move)
    plans, rows = plans_of(view), worlds_of(view, 300, seed).rows
    found, ahead = forest(text.split()[0]).odds(
        rows, plans, view.trump, WORTH, Budget(visits), seed, halving
    )
    return plans, found, ahead


TEXTS = [
    "pagat SKSQHTDJCJ/?5 H ?5+HA - 0: 20.1/30.1",
    "soft SKHAHTDJCJ/?4 H ?5+HJ - 1:SA 20.1/30.1",
    "sixtysix SKSQHTDJCJC9/?6 H ?+H9 - 0: 20.1/30.0",
    "hoyle-66 SKSQHTDJC9/?5 S ?+SJ - 0: 20.1/0.0",
]


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("halving", [True, False])
def test_visits_are_those_of_the_budget(text: str, halving: bool) -> None:
    plans, found, ahead = searched(text, 600, halving=halving)
    visits = found.sum(axis=1)
    counted = 600 if halving else 600 * (1 - GROWING)
    assert abs(visits.sum() - counted) < 2 * len(plans)
    assert (visits > 0).all()
    means = found @ WORTH / visits
    assert means[ahead].tolist() == sorted(means[ahead], reverse=True)
    if not halving:
        assert sorted(ahead) == list(range(len(plans)))
        assert visits.max() - visits.min() <= 1
    elif len(plans) > 2:
        assert len(ahead) == 2
        assert set(visits[ahead]) == {visits.max()}
        assert visits.max() > visits.min()


@pytest.mark.parametrize("text", TEXTS)
def test_the_seed_decides(text: str) -> None:
    first, again = (searched(text, 300, halving=True) for _ in range(2))
    assert (first[1] == again[1]).all()
    assert first[2] == again[2]
    assert (first[1] != searched(text, 300, halving=True, seed=2)[1]).any()


def test_a_budget_of_nodes_ends() -> None:
    current = position(TEXTS[2])
    view = current.view(current.to_move)
    worlds, plans = worlds_of(view, 300, 1).rows, plans_of(view)
    much, little = (
        forest("sixtysix").odds(worlds, plans, view.trump, WORTH, budget, 1, True)[0]
        for budget in (Budget(20_000), Budget(20_000, nodes=10_000))
    )
    assert much.sum() >= 20_000
    assert little.sum() < 10_000
    assert (little.sum(axis=1) > 0).all()


def test_a_budget_of_time_ends() -> None:
    current = position(TEXTS[0])
    view = current.view(0)
    rows = worlds_of(view, 300).rows
    found, _ = forest("pagat").odds(
        rows, plans_of(view), view.trump, WORTH, Budget(seconds=0.01), 1, True
    )
    assert (found.sum(axis=1) > 0).all()


def test_what_is_certain_is_found_out() -> None:
    """The ace of trumps and a pair are 66 with anything."""
    _, found, ahead = searched("pagat SASTSKSQDJ/?5 S ?7+SJ - 0: 15.1/0.0", 400, halving=True)
    assert found[ahead[0], 6] == found[ahead[0]].sum()


# ---- against the best reply to the same model of the opponent ----------------------------------


def best_reply(worlds: Sequence[tuple[Position, float]], seat: Seat, clear: bool) -> float:
    """The most `seat` can expect, in the units of WORTH times the weights, playing one way in all.

    The other side moves as the policy says; what it does tells about its hand.  With `clear` every
    world is played by itself, as if all cards were seen.
    """
    if clear and len(worlds) > 1:
        return sum(best_reply([world], seat, clear) for world in worlds)
    first = worlds[0][0]
    if first.result is not None:
        return sum(weight * EVEN[_points(world, seat) + 3] for world, weight in worlds)
    legal, mover = first.legal_moves(), first.to_move
    if OUT in legal and first.points[mover] >= 66:
        return best_reply([(world.play(OUT), weight) for world, weight in worlds], seat, clear)
    if mover == seat:
        return max(
            best_reply([(world.play(move), weight) for world, weight in worlds], seat, clear)
            for move in legal
            if move != OUT
        )
    groups: dict[Move, list[tuple[Position, float]]] = defaultdict(list)
    for world, weight in worlds:
        for move, chance in likely_moves(world).items():
            groups[move].append((world.play(move), weight * chance))
    return sum(best_reply(group, seat, clear) for group in groups.values())


def _points(world: Position, seat: Seat) -> int:
    assert world.result is not None
    sign = {seat: 1, 1 - seat: -1, None: 0}[world.result.winner]
    return sign * world.result.points


def likely_moves(world: Position) -> dict[Move, float]:
    """The chances of the policy's moves in a closed deal."""
    state, seat = [int(number) for number in pack(world)], world.to_move
    unseen = state[layout.HAND + 1 - seat]
    for card in state[layout.TALON + 1 : layout.TALON + state[layout.LEFT]]:
        unseen |= 1 << card
    legal = pairs = 0
    for move in world.legal_moves():
        shown = relabelled_move(move, world.trump)
        if move < PAIR:
            legal |= 1 << shown
        elif shown < layout.EXCHANGE:
            both = 8 if world.rules.pair_lead == "king" else 12
            pairs |= both << 6 * (shown - PAIR)
    if world.announced is not None:
        pairs = legal
    cards, scores = np.zeros(OPTIONS, np.int64), np.zeros(OPTIONS)
    size = card_scores(
        legal,
        state[layout.LED],
        state[layout.HAND + seat],
        unseen,
        state[layout.POINTS + seat],
        state[layout.POINTS + 1 - seat],
        pairs,
        policy.stage_of(state[layout.LEFT], state[layout.CLOSER], seat),
        shipped_policy(),
        np.zeros(policy.ACTIVE, np.int64),
        cards,
        scores,
    )
    found: dict[Move, float] = defaultdict(float)
    for at in range(size):
        card = int(cards[at])
        said = pairs >> card & 1 and world.announced is None
        move = relabelled_move(PAIR + card // 6 if said else card, world.trump)
        found[move] += math.exp(log_chance(scores, size, at))
    return found


@pytest.mark.parametrize("preset", ["pagat", "duel-schnapsen"])
def test_it_finds_the_best_reply_to_the_policy_and_no_more(preset: str) -> None:
    """In small closed deals, where the best way to play can be worked out.

    A plan tends to what it is worth to somebody who cannot see the other hand, less what the tree
    spends on trying; seeing it would be worth more, now and then clearly.
    """
    rng, gains = random.Random(preset), []
    for current in itertools.islice(closed_positions(preset, "tree", 4), 330):
        seat, size = current.to_move, max(current.hand_sizes)
        worlds = some_hands(rng, current, seat, 6)
        if current.rules != PRESETS[preset] or size < 3 or len(worlds) < 6:
            continue
        plan = next(plan for plan in plans_of(current.view(seat)) if len(plan) == 1)
        rows = np.array([pack(world) for world in worlds])
        found, _ = forest(preset).odds(
            rows, [plan], current.trump, WORTH, Budget(4000), 3, halving=False
        )
        after = [(world.play(plan[0]), 1 / len(worlds)) for world in worlds]
        best, clear = (best_reply(after, seat, clear) for clear in (False, True))
        mean = float(found[0] @ WORTH / found[0].sum())
        assert best - 0.12 < mean < best + 0.03, str(current)
        gains.append(clear - best)
    assert len(gains) > 50
    assert max(gains) > 0.1

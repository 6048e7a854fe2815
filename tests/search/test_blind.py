"""What can be counted on in a closed deal: against the same model in plain Python on the rules."""

from __future__ import annotations

import itertools
import operator
import random
from collections.abc import Iterator, Sequence

import numpy as np
import pytest

from bummerl.rules.moves import OUT, Move, Seat, is_card
from bummerl.rules.position import Position
from bummerl.rules.scoring import TARGET
from bummerl.rules.variants import PRESET_NAMES, PRESETS, Rules
from bummerl.search.blind import Blindfold
from bummerl.search.judge import EVEN
from bummerl.search.pack import pack, pack_rules, relabelled_mask
from bummerl.search.solver import solve
from bummerl.search.worlds import Floats
from search.plain import minimax
from support import random_position, random_rules

WORTH = np.array(EVEN)
CURVED = np.array([0.0, 0.02, 0.3, 0.35, 0.6, 0.85, 1.0])
"""Another worth that grows with the game points."""


def counted_on(worlds: Sequence[Position], shares: Sequence[float], seat: Seat) -> list[int]:
    """Game points for `seat` in each of the `worlds`, which look the same to it.

    It chooses one move for all of them; the other side sees all and picks the worst for `seat` in
    each.  Both go out when they can, and the other announces what it leads from, unless it may be
    better off without the points: a defender under ``closed_defender=regular``.
    """
    first = worlds[0]
    if first.result is not None:
        return [_points(world, seat) for world in worlds]
    mover = first.to_move
    if OUT in first.legal_moves() and first.points[mover] >= TARGET:
        return counted_on([world.play(OUT) for world in worlds], shares, seat)
    if mover == seat:
        best: tuple[float, list[int]] = (-1.0, [])
        for move in first.legal_moves():
            if move != OUT:
                found = counted_on([world.play(move) for world in worlds], shares, seat)
                total = sum(s * WORTHS[-1][p + 3] for s, p in zip(shares, found, strict=True))
                best = max(best, (total, found), key=lambda entry: entry[0])
        return best[1]
    worst = [3] * len(worlds)
    options = [_sensible(world) for world in worlds]
    for move in sorted(set().union(*options)):
        fit = [index for index, moves in enumerate(options) if move in moves]
        found = counted_on(
            [worlds[index].play(move) for index in fit], [shares[index] for index in fit], seat
        )
        for index, points in zip(fit, found, strict=True):
            worst[index] = min(worst[index], points)
    return worst


WORTHS = [WORTH]
"""The last one counts."""


def _points(world: Position, seat: Seat) -> int:
    assert world.result is not None
    winner = world.result.winner
    return world.result.points * (0 if winner is None else 1 if winner == seat else -1)


def _sensible(world: Position) -> set[Move]:
    """Moves of the other side: no false call, no card of a pair that could be announced."""
    moves = {move for move in world.legal_moves() if move != OUT}
    assert world.close is not None
    if world.rules.closed_defender == "regular" and world.close.seat != world.to_move:
        return moves
    unsaid = set()
    for move in moves:
        if not is_card(move) and world.announced is None:
            unsaid |= {m for m in world.play(move).legal_moves() if is_card(m)}
    return moves - unsaid


def closed_positions(preset: str, seed: str, cards: int) -> Iterator[Position]:
    """Endless positions of random closed deals with at most so many cards in a hand."""
    rng = random.Random(f"{preset}/{seed}")
    for number in itertools.count():
        current = random_position(rng, _closable(rng, preset, number))
        while not current.over:
            small = max(current.hand_sizes) <= cards
            if current.close is not None and small and current.announced is None:
                yield current
            moves = [move for move in current.legal_moves() if move != OUT]
            if OUT in current.legal_moves() and current.points[current.to_move] >= TARGET:
                moves = [OUT]
            current = current.play(rng.choice(moves))


def _closable(rng: random.Random, preset: str, number: int) -> Rules:
    rules = random_rules(rng, preset) if number % 2 else PRESETS[preset]
    return rules.with_(illegal_card="refuse")


def some_hands(rng: random.Random, current: Position, seat: Seat, most: int) -> list[Position]:
    """The position with other hands for the seat that is not `seat`, out of its closed talon."""
    other = 1 - seat
    pool = [card for card in range(24) if current.hands[other] >> card & 1] + [*current.talon]
    size = current.hands[other].bit_count()
    hands = {sum(1 << c for c in chosen) for chosen in itertools.combinations(pool, size)}
    worlds = []
    for hand in rng.sample(sorted(hands), min(most, len(hands))):
        rest = [card for card in pool if not hand >> card & 1]
        hands_by_seat = (hand, current.hands[1]) if other == 0 else (current.hands[0], hand)
        worlds.append(current._but(hands=hands_by_seat, talon=tuple(rest)))
    return worlds


def blindfold(
    worlds: Sequence[Position], shares: Floats, seat: Seat, worth: Floats = WORTH
) -> list[int]:
    first = worlds[0]
    hands = [relabelled_mask(world.hands[1 - seat], world.trump) for world in worlds]
    player = Blindfold(pack_rules(first.rules))
    found = player.points(pack(first), seat, np.array(hands, np.int64), shares, worth)
    return [int(points) for points in found]


def shares_of(rng: random.Random, number: int) -> Floats:
    """Weights without ties."""
    parts = [rng.uniform(0.1, 1) for _ in range(number)]
    return np.array([part / sum(parts) for part in parts])


@pytest.mark.parametrize("preset", PRESET_NAMES)
@pytest.mark.parametrize(("cards", "number", "most"), [(2, 60, 12), (3, 20, 6)])
def test_it_is_the_best_one_way_to_play(preset: str, cards: int, number: int, most: int) -> None:
    rng = random.Random(f"blind/{preset}/{cards}")
    found = closed_positions(preset, f"blind {cards}", cards)
    for index, current in enumerate(itertools.islice(found, number)):
        for seat in (0, 1):
            worlds = some_hands(rng, current, seat, most)
            shares, worth = shares_of(rng, len(worlds)), (WORTH, CURVED)[index % 2]
            WORTHS.append(worth)
            slow = counted_on(worlds, list(shares), seat)
            WORTHS.pop()
            assert blindfold(worlds, shares, seat, worth) == slow, (str(current), seat)


@pytest.mark.parametrize("preset", PRESET_NAMES)
def test_it_is_never_above_the_average_of_exact_values(preset: str) -> None:
    """In no single hand, as it could not do better with the cards on the table."""
    rng = random.Random(f"blind/bound/{preset}")
    below = 0
    for current in itertools.islice(closed_positions(preset, "bound", 5), 60):
        for seat in (0, 1):
            worlds = some_hands(rng, current, seat, 60)
            shares = shares_of(rng, len(worlds))
            found = blindfold(worlds, shares, seat)
            exact = [_exact(world, seat) for world in worlds]
            assert all(map(operator.le, found, exact)), (str(current), seat)
            below += found != exact
    assert below > 0


def _exact(world: Position, seat: Seat) -> int:
    value = solve(world).value
    return value if world.to_move == seat else -value


@pytest.mark.parametrize("preset", PRESET_NAMES)
def test_with_one_hand_it_is_exact(preset: str) -> None:
    rng = random.Random(f"blind/one/{preset}")
    for current in itertools.islice(closed_positions(preset, "one", 3), 40):
        for seat in (0, 1):
            world = some_hands(rng, current, seat, 1)[0]
            value = minimax(world)
            assert blindfold([world], np.ones(1), seat) == [
                value if world.to_move == seat else -value
            ]


def test_the_same_player_can_be_asked_again_about_more_hands() -> None:
    current = next(iter(closed_positions("soft", "again", 4)))
    player = Blindfold(pack_rules(current.rules))
    answers = []
    for most in (2, 40, 2):
        worlds = some_hands(random.Random(2), current, 0, most)
        hands = np.array([relabelled_mask(w.hands[1], w.trump) for w in worlds], np.int64)
        shares = np.full(len(worlds), 1 / len(worlds))
        answers.append(player.points(pack(current), 0, hands, shares, WORTH).tolist())
    assert answers[0] == answers[2]

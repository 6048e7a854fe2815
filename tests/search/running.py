"""Positions of random deals, and what every model of players must do in them."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator

from bummerl.rules.moves import CLOSE, DRAW, EXCHANGE, OUT, Move, is_card, is_pair
from bummerl.rules.position import Position
from bummerl.rules.variants import PRESETS
from players.test_rollout import swapped
from support import random_deal, random_rules


def running(preset: str, seed: str, number: int) -> Iterator[Position]:
    rng = random.Random(f"{preset}/{seed}")
    for deal in range(number):
        rules = random_rules(rng, preset) if deal % 2 else PRESETS[preset]
        yield from (current for current in random_deal(rng, rules) if not current.over)


def check_moves(preset: str, move_of: Callable[[Position], Move]) -> None:
    """Moves are legal; going out, exchanging and drawing go without saying."""
    kinds: Counter[str] = Counter()
    for current in running(preset, "legal", 30):
        legal, move = current.legal_moves(), move_of(current)
        assert move in legal, str(current)
        right = current.points[current.to_move] >= 66
        assert (move == OUT) == (OUT in legal and right)
        if EXCHANGE in legal and move != OUT:
            assert move == EXCHANGE
        if DRAW in legal and move != OUT:
            assert move == DRAW
        kinds[_kind(move)] += 1
    assert {"card", "pair", "exchange"} <= kinds.keys()


def _kind(move: Move) -> str:
    if is_card(move):
        return "card"
    names = {EXCHANGE: "exchange", CLOSE: "close", OUT: "out", DRAW: "draw"}
    return "pair" if is_pair(move) else names[move]


def with_other_hidden_cards(preset: str, number: int) -> Iterator[tuple[Position, Position]]:
    """Positions, and what they might be as well for the seat to move; more than 30 differ."""
    rng, changed = random.Random(preset), 0
    for current in running(preset, "hidden", number):
        poisoned = swapped(current, rng)
        changed += poisoned != current
        yield current, poisoned
    assert changed > 30

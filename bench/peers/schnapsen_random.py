"""Random play with the engine of the PyPI package ``schnapsen``, for `bench.compare_random`.

It runs in an environment of its own, where that package is installed and Bummerl is not:
``python schnapsen_random.py DEALS SEED`` prints one line of JSON.
"""

from __future__ import annotations

import json
import random
import sys
import time
from typing import Any

from schnapsen.bots import RandBot  # type: ignore[import-not-found, unused-ignore]
from schnapsen.game import (  # type: ignore[import-not-found, unused-ignore]
    SchnapsenGamePlayEngine,
)

COUNTED = 1000
"""Deals played once more, untimed, to count their moves."""


class CountingBot(RandBot):  # type: ignore[misc]
    """Counts how often it is asked for a move."""

    moves = 0

    def get_move(self, perspective: Any, leader_move: Any) -> Any:
        self.moves += 1
        return super().get_move(perspective, leader_move)


def play(bot: Any, deals: int, seed: int) -> float:
    """CPU seconds of so many deals of `bot` against itself, shuffling included."""
    engine = SchnapsenGamePlayEngine()
    rng = random.Random(seed)
    start = time.process_time()
    for _ in range(deals):
        engine.play_game(bot, bot, rng)
    return time.process_time() - start


def main() -> None:
    deals, seed = int(sys.argv[1]), int(sys.argv[2])
    seconds = play(RandBot(random.Random(seed)), deals, seed)
    counting = CountingBot(random.Random(seed))
    counted = min(deals, COUNTED)
    play(counting, counted, seed)
    measured = {
        "deals": deals,
        "cpu_seconds": seconds,
        "moves_per_deal": counting.moves / counted,
    }
    print(json.dumps(measured))


if __name__ == "__main__":
    main()

"""The search kernels in numbers: one thread, CPU time, fixed seeds; floors and goals beside them.

``python -m bench.solver`` prints the table, ``--json`` the same as one line.  Worlds at a talon of
n are positions of random deals under ``soft`` with n talon cards left and the leader to move.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from typing import Any

import numpy as np

from bummerl.cards import cards_of
from bummerl.rules.dealing import deal
from bummerl.rules.moves import CLOSE
from bummerl.rules.position import Position
from bummerl.rules.variants import PRESETS
from bummerl.search import layout, playouts
from bummerl.search.pack import Integers, pack, pack_rules
from bummerl.search.solver import WINS, Solver
from bummerl.search.warmup import warm_up

RULES = PRESETS["soft"]
DEALS = 2000
PLAYOUTS = 4_000_000
# what, floor, goal
WORLDS = {8: (9e3, 19e3), 6: (35e3, 70e3), 4: (130e3, 270e3), 2: (380e3, 770e3), 0: (1.2e6, 2.8e6)}
START = "from bummerl.notation.spn import parse_spn\nfrom bummerl.search.solver import solve\n"
SOLVE = "solve(parse_spn('soft STHTJCAQ/SQHAQDTCT H DQDJDACJDKSACKSKSJ+HK - 1: 0.0/0.0 - 7:7'))"


def full_deals(number: int) -> Integers:
    """Packed first positions, fixed by number."""
    rng = random.Random("full deals")
    return np.array([pack(shuffled_deal(rng)) for _ in range(number)])


def shuffled_deal(rng: random.Random) -> Position:
    """A first position; it depends only on the generator."""
    return deal(tuple(sorted(cards_of(RULES.pack_mask), key=lambda _card: rng.random())), 0, RULES)


def late_worlds(number: int) -> dict[int, Integers]:
    """Packed positions with the leader to move, by talon cards left, from random deals."""
    rng = random.Random("worlds")
    found: dict[int, list[Integers]] = {left: [] for left in WORLDS}
    while any(len(rows) < number for rows in found.values()):
        position = shuffled_deal(rng)
        while position.result is None:
            seat, left = position.leader, len(position.talon)
            fresh = not position.trick and position.announced is None and max(position.points) < 66
            hand_size = position.hands[seat].bit_count()
            if fresh and left in found and hand_size == 5 and len(found[left]) < number:
                found[left].append(pack(position))
            if max(position.points) >= 66:
                break
            moves = [move for move in position.legal_moves() if move < CLOSE]
            position = position.play(rng.choice(moves))
    return {left: np.array(rows) for left, rows in found.items()}


def cpu(solver: Solver, worlds: Integers, window: tuple[int, int] = (-3, 3)) -> float:
    """CPU seconds to value all worlds."""
    out = np.empty(len(worlds), np.int64)
    start = time.process_time()
    solver.values(worlds, out, window)
    return time.process_time() - start


def playouts_per_second(number: int, preset: str) -> float:
    """Random deals per CPU second."""
    deck, state = np.zeros(playouts.DECK, np.int64), np.zeros(layout.WIDTH, np.int64)
    rules, source = pack_rules(PRESETS[preset]), playouts.seeded(1)
    start = time.process_time()
    playouts.random_deals(rules, 0, number, source, deck, state)
    return number / (time.process_time() - start)


def starts() -> tuple[float, float]:
    """CPU seconds of a program that solves its first deal: with a warm cache, and compiling."""
    with tempfile.TemporaryDirectory() as cache:
        environment = os.environ | {"NUMBA_CACHE_DIR": cache}
        seconds = []
        for _ in range(2):
            before = os.times()
            subprocess.run([sys.executable, "-c", START + SOLVE], env=environment, check=True)
            after = os.times()
            seconds.append(sum(after[2:4]) - sum(before[2:4]))
    return seconds[1], seconds[0]


def rows(deals: int) -> list[dict[str, Any]]:
    """All measurements, each with its floor and goal."""
    table: list[dict[str, Any]] = []

    def row(what: str, value: float, floor: float | None = None, goal: float | None = None) -> None:
        table.append({"what": what, "value": value, "floor": floor, "goal": goal})

    warm_up(everything=True)
    solver = Solver(RULES)
    full = full_deals(deals)
    seconds = cpu(solver, full)
    row("full deals per second", deals / seconds, 2000, 4000)
    row("nodes per full deal", solver.nodes / deals, 9000, 6700)
    row("microseconds per full deal", seconds / deals * 1e6)
    row("full deals per second, win or lose", deals / cpu(Solver(RULES), full, WINS))
    moves = np.empty((deals, layout.MOVES), np.int64)
    start = time.process_time()
    Solver(RULES).values_of_moves(full, moves)
    row("full deals per second, every move", deals / (time.process_time() - start))
    for left, worlds in late_worlds(deals).items():
        row(f"worlds per second, talon {left}", deals / cpu(Solver(RULES), worlds), *WORLDS[left])
    row(
        "random playouts per second, deal included", playouts_per_second(PLAYOUTS, "soft"), 2e6, 4e6
    )
    row("the same, 66", playouts_per_second(PLAYOUTS, "sixtysix"))
    warm, compiling = starts()
    row("warm start to first solve, CPU s", warm, 0.6, 0.35)
    row("first compile, CPU s", compiling, 15, 6)
    return table


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description="The search kernels in numbers.")
    parser.add_argument("--deals", type=int, default=DEALS)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    table = rows(options.deals)
    if options.json:
        print(json.dumps(table))
        return
    print(f"{'':45}{'measured':>12}{'floor':>12}{'goal':>12}")
    for line in table:
        numbers = [line[name] for name in ("value", "floor", "goal")]
        texts = ["" if n is None else f"{n:,.2f}" if n < 100 else f"{n:,.0f}" for n in numbers]
        print(f"{line['what']:45}" + "".join(f"{text:>12}" for text in texts))


if __name__ == "__main__":
    main()

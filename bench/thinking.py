"""How long players think: CPU milliseconds a move by stage of the deal.

``python -m bench.thinking`` plays deals between two ``greedy`` players and asks each player at
every decision that is not forced; ``--players`` names others, ``--rules`` other presets.
"""

from __future__ import annotations

import argparse
import math
import statistics
import time
from collections import defaultdict

from bummerl.players.base import Player
from bummerl.players.registry import make_player
from bummerl.rules.dealing import deal, shuffled
from bummerl.rules.variants import parse_rules
from bummerl.rules.view import View
from bummerl.search.warmup import warm_up

PLAYERS = ("master", "master(time=0.05)", "pimc")
RULES = ("soft", "sixtysix")


def stage(view: View) -> str:
    """Where in the deal a view stands."""
    if view.close is not None:
        return "closed"
    return f"talon {len(view.talon):2}"


def views(rules: str, deals: int) -> list[View]:
    """All decisions of some deals that are not forced."""
    mover, found = make_player("greedy"), []
    variant = parse_rules(rules)
    for number in range(deals):
        current = deal(shuffled(variant.deck, f"thinking/{number}"), number % 2, variant)
        while not current.over:
            view = current.view(current.to_move)
            if len(view.legal_moves()) > 1:
                found.append(view)
            current = current.play(mover.choose(view))
    return found


def spent(player: Player, asked: list[View]) -> dict[str, list[float]]:
    """CPU milliseconds of this thread by stage, and under ``all``."""
    times: dict[str, list[float]] = defaultdict(list)
    player.choose(asked[0])  # loads and allocates
    for view in asked:
        start = time.thread_time()
        player.choose(view)
        ms = 1000 * (time.thread_time() - start)
        times[stage(view)].append(ms)
        times["all"].append(ms)
    return times


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description="CPU milliseconds a move.")
    parser.add_argument("--players", nargs="*", default=PLAYERS)
    parser.add_argument("--rules", nargs="*", default=RULES)
    parser.add_argument("--deals", type=int, default=30)
    options = parser.parse_args()
    warm_up(everything=True)
    print(f"{'player':20}{'rules':12}{'stage':10}{'moves':>6}{'mean':>8}{'p95':>8}{'max':>8}")
    for rules in options.rules:
        asked = views(rules, options.deals)
        for name in options.players:
            for place, times in sorted(spent(make_player(name, seed=1), asked).items()):
                ordered = sorted(times)
                p95 = ordered[math.ceil(0.95 * (len(ordered) - 1))]
                numbers = [statistics.fmean(times), p95, ordered[-1]]
                texts = "".join(f"{number:8.1f}" for number in numbers)
                print(f"{name:20}{rules:12}{place:10}{len(times):6}{texts}", flush=True)


if __name__ == "__main__":
    main()

"""Random play with Bummerl: deals per CPU second, shuffling included, imports not.

``python -m bench.random_play --path players --rules soft`` prints one line of JSON.  Paths:

``bare``     positions only: deal, legal moves, a random one of them, play;
``players``  matches between two ``random`` players: views, players, referee, scores.

Both choose like the ``random`` player: any legal move with the same chance, but 66 is called
exactly when it is there.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections.abc import Callable

from bummerl.match.bummerl import Match
from bummerl.match.referee import play_match
from bummerl.players.random_player import RandomPlayer
from bummerl.rules.dealing import deal, shuffled
from bummerl.rules.moves import OUT, Move
from bummerl.rules.position import Position
from bummerl.rules.scoring import TARGET
from bummerl.rules.variants import PRESETS, Rules


def play_bare(rules: Rules, deals: int, seed: int) -> tuple[int, int]:
    """Plays `deals` deals on positions alone; deals and moves."""
    draw = random.Random(seed).random
    moves = 0
    for number in range(deals):
        position = deal(shuffled(rules.deck, f"{seed}/{number}"), number % 2, rules)
        while position.result is None:
            position = position.play(_choose(position, draw))
        moves += len(position.history)
    return deals, moves


def _choose(position: Position, draw: Callable[[], float]) -> Move:
    moves = position.legal_moves()
    can_go_out = OUT in moves
    if can_go_out and position.points[position.to_move] >= TARGET:
        return OUT
    move = moves[int(draw() * len(moves))]
    while can_go_out and move == OUT:
        move = moves[int(draw() * len(moves))]
    return move


def play_players(rules: Rules, deals: int, seed: int) -> tuple[int, int]:
    """Plays whole matches of two random players until there are `deals`; deals and moves."""
    players = [RandomPlayer(f"{seed}/{seat}") for seat in range(2)]
    played = moves = number = 0
    while played < deals:
        match = Match(rules, ["random", "random"], seed=f"{seed}/{number}")
        play_match(match, players)
        played += match.deal_number
        moves += sum(len(finished.position.history) for finished in match.results)
        number += 1
    return played, moves


PATHS = {"bare": play_bare, "players": play_players}


def main() -> None:
    parser = argparse.ArgumentParser(description="Deals of random play per CPU second.")
    parser.add_argument("--path", choices=PATHS, default="players")
    parser.add_argument("--rules", choices=PRESETS, default="soft")
    parser.add_argument("--deals", type=int, default=4000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    start = time.process_time()
    deals, moves = PATHS[options.path](PRESETS[options.rules], options.deals, options.seed)
    seconds = time.process_time() - start
    print(json.dumps({"deals": deals, "cpu_seconds": seconds, "moves_per_deal": moves / deals}))


if __name__ == "__main__":
    main()

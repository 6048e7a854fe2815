"""How strong the players are: every published claim, run again by one command.

``python -m bench.strength`` plays all rows of `TABLE` and prints them as Markdown;
``--row NAME`` (more than once if wanted) plays some, ``--list`` shows them, ``--scale 0.1`` takes a
tenth of the shuffles, for a first look.  Sample sizes and seeds stand in the table before anything
is played; a result under another ``--scale`` or ``--seed`` is no confirmation of a claim.

The opponent ``rdeep`` is `RdeepBot` of the PyPI package ``schnapsen``, in a process and an
environment of its own (`bench/peers/schnapsen_rdeep.py`), which is made when it is first needed.
The opponents ``cp…`` are those of github.com/cpatrasciuc/schnapsen-card-game
(`bench/peers/schnapsen_cp.py`); the environment variable ``BUMMERL_CP`` tells where it is built.
"""

from __future__ import annotations

import argparse
import json
import os
import shlex
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.compare_random import PEER_HOME, PEER_PYTHON, prepare_peer
from bench.compare_random import PEER_SCRIPT as RANDOM_SCRIPT
from bummerl.errors import BummerlError, PlayerError
from bummerl.match.arena import ArenaResult, run_arena
from bummerl.match.shuffles import Mode
from bummerl.match.stats import wilson
from bummerl.match.workers import processors
from bummerl.players.base import Player
from bummerl.players.registry import make_player
from bummerl.rules.dealing import deal, shuffled
from bummerl.rules.moves import Move
from bummerl.rules.variants import Rules, parse_rules
from bummerl.rules.view import View

RDEEP_SCRIPT = RANDOM_SCRIPT.with_name("schnapsen_rdeep.py")
RDEEP = "rdeep"
CP_SCRIPT = RANDOM_SCRIPT.with_name("schnapsen_cp.py")
CP = {
    "cp": ("--permutations=667", "--iterations=150"),
    "cp-fast": ("--permutations=50", "--iterations=200"),
    "cp-heuristic": ("--player=heuristic",),
}
"""The first is what its author found best; worlds times iterations of a tree."""
FOREIGN = {RDEEP, *CP}
TIMED_DEALS = 20
"""Deals played to see what a move costs."""


@dataclass(frozen=True)
class Row:
    """One claim: the first player against the second."""

    name: str
    a: str
    b: str
    rules: str
    mode: Mode
    shuffles: int
    """Decided beforehand; each is played twice, with seats swapped."""
    seed: int = 1


TABLE = (
    # the rungs of the ladder
    Row("rollout-random", "rollout", "random", "soft", "deals", 500),
    Row("greedy-random", "greedy", "random", "soft", "deals", 500),
    Row("rollout-greedy", "rollout", "greedy", "soft", "deals", 2000),
    Row("rollout-greedy-66", "rollout", "greedy", "sixtysix", "deals", 2000),
    Row("network-greedy", "network", "greedy", "soft", "deals", 2000),
    Row("network-greedy-66", "network", "greedy", "sixtysix", "deals", 2000),
    Row("network-greedy-sharp", "network", "greedy", "sharp", "deals", 1000),
    Row("pimc-greedy", "pimc(worlds=40)", "greedy", "soft", "deals", 1000),
    # half of the processor time of master, and more than all of it
    Row("master-pimc-40", "master", "pimc(worlds=40)", "soft", "deals", 2000),
    Row("master-pimc-100", "master", "pimc(worlds=100)", "soft", "deals", 2000, seed=2),
    Row("master-network", "master", "network", "soft", "deals", 500),
    Row("master-greedy", "master", "greedy", "soft", "deals", 1000),
    Row("master-greedy-66", "master", "greedy", "sixtysix", "deals", 500),
    Row("master-greedy-bummerls", "master", "greedy", "soft", "games", 300),
    # what more thinking and inference bring
    Row("master-slow", "master", "master(worlds=10000)", "soft", "deals", 300),
    Row("master-infers", "master", "master(infers=false)", "soft", "deals", 1000),
    # open programs: the strongest on PyPI, the strongest that runs here
    Row("greedy-rdeep", "greedy", RDEEP, "pagat", "deals", 500),
    Row("master-rdeep", "master", RDEEP, "pagat", "games", 300),
    Row("greedy-cp-heuristic", "greedy", "cp-heuristic", "pagat", "deals", 500),
    Row("master-cp-heuristic", "master", "cp-heuristic", "pagat", "deals", 500),
    Row("greedy-cp-fast", "greedy", "cp-fast", "pagat", "deals", 250),
    Row("master-cp-fast", "master", "cp-fast", "pagat", "deals", 500),
    Row("master-cp", "master", "cp", "pagat", "deals", 150),
    Row("master-cp-bummerls", "master", "cp", "pagat", "games", 50),
)


def cp_command(name: str) -> list[str]:
    """How to start one of these players.

    Raises:
        PlayerError: the program is not there.
    """
    home = Path(os.environ.get("BUMMERL_CP", ""))
    python = home / "venv" / PEER_PYTHON.relative_to(PEER_HOME)
    if not (python.exists() and (home / "src").is_dir()):
        raise PlayerError(
            "BUMMERL_CP names no built program: clone github.com/cpatrasciuc/schnapsen-card-game, "
            "make an environment venv in it with cython and setuptools from PyPI, and let its "
            "Python run setup.py build_ext --inplace in src"
        )
    return [str(python), "-O", str(CP_SCRIPT), f"--source={home}", *CP[name]]


def player_text(name: str) -> str:
    """What the registry understands."""
    if name not in FOREIGN:
        return name
    parts = [str(PEER_PYTHON), str(RDEEP_SCRIPT)] if name == RDEEP else cp_command(name)
    quoted = shlex.join(parts).replace("\\", "\\\\").replace('"', '\\"')
    return f'external(cmd="{quoted}",time=10)'


def play(row: Row, scale: float, seed: int | None, processes: int) -> ArenaResult:
    """The result of a row."""
    return run_arena(
        player_text(row.a),
        player_text(row.b),
        max(1, round(row.shuffles * scale)),
        rules=parse_rules(row.rules),
        seed=row.seed if seed is None else seed,
        mode=row.mode,
        processes=processes,
    )


class Stopwatch:
    """A player, and the processor time its moves take in this process."""

    def __init__(self, player: Player) -> None:
        self._player = player
        self.moves = 0
        self.seconds = 0.0

    def choose(self, view: View) -> Move:
        start = time.process_time()
        move = self._player.choose(view)
        self.seconds += time.process_time() - start
        self.moves += 1
        return move


def milliseconds(row: Row) -> tuple[float | None, float | None]:
    """CPU time of a move of each player, all decisions counted; None for a foreign process."""
    rules: Rules = parse_rules(row.rules)
    names = (row.a, row.b)
    watches = [Stopwatch(make_player(player_text(name), seed=f"cpu/{name}")) for name in names]
    for number in range(TIMED_DEALS):
        position = deal(shuffled(rules.deck, f"cpu/{number}"), number % 2, rules)
        while not position.over:
            seat = position.to_move
            # the first two deals compile what there is to compile
            watch = watches[seat ^ number // 2 % 2]
            position = position.play(watch.choose(position.view(seat)))
        if number == 1:
            for watch in watches:
                watch.moves, watch.seconds = 0, 0.0
    first, second = (
        None if name in FOREIGN else 1000 * watch.seconds / max(1, watch.moves)
        for name, watch in zip(names, watches, strict=True)
    )
    return first, second


def summary(
    row: Row, result: ArenaResult, cpu: tuple[float | None, float | None]
) -> dict[str, Any]:
    """One line of the table; of Bummerls the rate is theirs, else that of deals."""
    rate, interval, sample = result.win_rate, result.win_interval, result.deals
    if row.mode != "deals":
        sample = sum(result.games)
        rate, interval = result.games[0] / max(1, sample), wilson(result.games[0], sample)
    return {
        "name": row.name,
        "a": row.a,
        "b": row.b,
        "rules": row.rules,
        "mode": row.mode,
        "sample": sample,
        "deals": result.deals,
        "seed": result.seed,
        "win_rate": rate,
        "win_interval": list(interval),
        "points": result.points,
        "points_interval": list(result.interval),
        "cpu_ms": list(cpu),
        "incidents": [str(incident) for incident in result.incidents],
    }


HEADER = (
    "| row | match | rules | mode | n | % won (95 %) | game points a deal (95 %) | CPU ms/move |\n"
    "|---|---|---|---|---|---|---|---|"
)


def markdown(line: dict[str, Any]) -> str:
    low, high = (100 * bound for bound in line["win_interval"])
    least, most = line["points_interval"]
    cpu = " v ".join("–" if ms is None else f"{ms:.2f}" for ms in line["cpu_ms"])
    return (
        f"| {line['name']} | {line['a']} v {line['b']} | {line['rules']} | {line['mode']} "
        f"| {line['sample']:,} | {100 * line['win_rate']:.1f} ({low:.1f} to {high:.1f}) "
        f"| {line['points']:+.3f} ({least:+.3f} to {most:+.3f}) | {cpu} |"
    )


def chosen(names: list[str] | None) -> list[Row]:
    known = {row.name: row for row in TABLE}
    for name in names or ():
        if name not in known:
            sys.exit(f"There is no row {name}; the rows are {', '.join(known)}.")
    return [known[name] for name in names] if names else list(TABLE)


def main() -> None:
    parser = argparse.ArgumentParser(description="The strength of the players, measured.")
    parser.add_argument("--row", action="append", metavar="NAME", help="play only this row")
    parser.add_argument("--list", action="store_true", help="show the rows and play nothing")
    parser.add_argument("--scale", type=float, default=1.0, help="part of the shuffles (default 1)")
    parser.add_argument("--seed", type=int, help="another seed for all rows")
    parser.add_argument("--processes", type=int, default=processors())
    parser.add_argument("--json", action="store_true", help="print a JSON line a row")
    options = parser.parse_args()
    rows = chosen(options.row)
    if options.list:
        for row in rows:
            print(f"{row.name:20}{row.a} v {row.b}, {row.rules}, {row.shuffles} {row.mode} twice")
        return
    if any(RDEEP in (row.a, row.b) for row in rows):
        prepare_peer()
    failed = False
    if not options.json:
        print(HEADER, flush=True)
    for row in rows:
        try:
            result = play(row, options.scale, options.seed, options.processes)
            line = summary(row, result, milliseconds(row))
        except BummerlError as error:
            failed = True
            print(f"{row.name} cannot be played: {error}", file=sys.stderr)
            continue
        if line["incidents"]:
            count, first = len(line["incidents"]), line["incidents"][0]
            print(f"{row.name}: {count} incidents, the first: {first}", file=sys.stderr)
        print(json.dumps(line) if options.json else markdown(line), flush=True)
        if result.interrupted:
            sys.exit(f"{row.name} was interrupted after {result.shuffles} shuffles.")
    sys.exit(int(failed))


if __name__ == "__main__":
    main()

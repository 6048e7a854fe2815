"""Counts how deals end when a player plays whole Bummerls against itself.

The counts are what `bummerl.players.deal_odds` makes chances of; they go into the package::

    python -m tools.equity --player "master(worlds=100)" --games 3000 --seed 1 --rules soft

Bummerl k of a run with seed S is a match of its own with the seed ``S/k``; seat k % 2 deals
first, and the players have the seeds ``S/k/0`` and ``S/k/1``.  So the counts do not depend on the
number of processes.  What is counted is written again and again; a run that was stopped goes on
with ``--continue``, from what the file has of the same player, rules and seed.  Counts of 20 and
24 cards stand in the same file; a run replaces those of its own pack.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import re
import shlex
import signal
import sys
import threading
from collections import Counter, deque
from collections.abc import Generator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, TypeAlias

from bummerl import __version__
from bummerl.errors import BummerlError
from bummerl.match.bummerl import Match
from bummerl.match.referee import play_game
from bummerl.players.deal_odds import DATA, NEEDS, POINTS, Need, need
from bummerl.players.registry import make_player, parse_spec
from bummerl.rules.variants import parse_rules

Counts: TypeAlias = Counter[tuple[Need, int]]
"""Deals by what both sides needed, and what the deal brought forehand."""

_ABOUT: Final = "Counts how deals end when a player plays whole Bummerls against itself."
_WRITE_EVERY: Final = 50
"""Bummerls."""


def play(player: str, rules: str, seed: str, game: int) -> Counts:
    """The deals of one Bummerl.

    Raises:
        BummerlError: the rules do not exist, or the player does not or failed.
    """
    spec = parse_spec(player)
    match = Match(
        parse_rules(rules), (str(spec), str(spec)), seed=f"{seed}/{game}", dealer=game % 2
    )
    play_game(match, [make_player(spec, seed=f"{seed}/{game}/{seat}") for seat in (0, 1)])
    counts: Counts = Counter()
    for deal in match.results:
        assert deal.result is not None
        forehand = 1 - deal.dealer
        needed = deal.score.needed
        at = need(needed[forehand], needed[deal.dealer], deal.score.carry)
        points = deal.result.points
        counts[at, points if deal.result.winner == forehand else -points] += 1
    return counts


def games(
    player: str, rules: str, seed: str, numbers: Sequence[int], processes: int
) -> Generator[Counts]:
    """The deals of each Bummerl, in order; see `play` for errors.

    Close it when it is not read to its end, so that the processes end.
    """
    if processes == 1:
        yield from (play(player, rules, seed, game) for game in numbers)
        return
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(processes, mp_context=context, initializer=_start_process)
    try:
        waiting: deque[Future[Counts]] = deque()
        for game in numbers:
            waiting.append(pool.submit(play, player, rules, seed, game))
            if len(waiting) >= 4 * processes:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        pool.shutdown(cancel_futures=True)


def _start_process() -> None:
    # Ctrl-C reaches all processes of a terminal; these finish their Bummerl, the first one writes
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """A process whose first one was killed would wait for work for ever."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


@dataclass
class Run:
    """What was counted for one pack, and how."""

    player: str
    rules: str
    seed: str
    games: int = 0
    """Bummerls counted."""
    counts: Counts = field(default_factory=Counter)

    def take_over(self, entry: dict[str, Any] | None) -> None:
        """Goes on from an entry of the file, if that is of the same player, rules and seed."""
        if entry is None:
            return
        made = entry["made"]
        if (made["player"], made["rules"], made["seed"]) != (self.player, self.rules, self.seed):
            return
        self.games = made["games"]
        for at in NEEDS:
            for points, count in zip(POINTS, entry["counts"][_key(at)], strict=True):
                self.counts[at, points] = count

    def add_up_to(self, most: int, processes: int, path: Path) -> None:
        """Plays on until `most` Bummerls are counted, and writes them; see `play` for errors."""
        left = range(self.games, most)
        with closing(games(self.player, self.rules, self.seed, left, processes)) as run:
            for counts in run:
                self.counts.update(counts)
                self.games += 1
                if self.games % _WRITE_EVERY == 0 or self.games == most:
                    self.write(path)
                    print(f"{self.games} of {most}: {self.counts.total()} deals", flush=True)

    def write(self, path: Path) -> None:
        """Puts the entry into the file; entries of other packs stay as they are now."""
        deck = str(parse_rules(self.rules).deck)
        entries = _entries(path) | {deck: self.entry()}
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(as_text(dict(sorted(entries.items()))), encoding="utf-8")

    def entry(self) -> dict[str, Any]:
        """As it stands in the file."""
        text = f"--player {shlex.quote(self.player)} --games {self.games}"
        made = {
            "player": self.player,
            "rules": self.rules,
            "games": self.games,
            "deals": self.counts.total(),
            "seed": self.seed,
            "version": __version__,
            "command": f"python -m tools.equity {text} --seed {shlex.quote(self.seed)} "
            f"--rules {shlex.quote(self.rules)}",
        }
        rows = {_key(at): [self.counts[at, points] for points in POINTS] for at in NEEDS}
        return {"made": made, "counts": rows}


def _entries(path: Path) -> dict[str, Any]:
    """What is in a file, by size of the pack."""
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    return found


def _key(at: Need) -> str:
    return f"{at[0]}:{at[1]}"


def as_text(entries: dict[str, Any]) -> str:
    """The file: a line for everything told and for each need, so that it can be compared."""
    text = json.dumps(entries, indent=1, sort_keys=False)
    return re.sub(r"\[[^\[\]]*\]", lambda row: " ".join(row[0].split()), text) + "\n"


def main(arguments: list[str]) -> int:
    """Plays and writes; the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tools.equity", description=_ABOUT)
    parser.add_argument("--player", required=True)
    parser.add_argument("--games", type=int, required=True, help="Bummerls in all")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--rules", default="soft")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--continue", dest="more", action="store_true")
    parser.add_argument("--output", type=Path, default=DATA)
    options = parser.parse_args(arguments)
    if options.games < 1 or options.processes < 1:
        parser.error("--games and --processes are 1 or more")
    try:
        rules = parse_rules(options.rules)
        run = Run(str(parse_spec(options.player)), str(rules), options.seed)
    except BummerlError as error:
        parser.error(str(error))
    if options.more:
        run.take_over(_entries(options.output).get(str(rules.deck)))
    try:
        run.add_up_to(options.games, options.processes, options.output)
    except (BummerlError, KeyboardInterrupt) as error:
        if run.games:
            run.write(options.output)
        print(f"equity: {str(error) or 'interrupted'}; {run.games} Bummerls", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

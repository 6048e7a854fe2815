"""How fast the desk of a tournament is: drawing, results and reading the file.

``python -m bench.tournament`` plays tournaments of 64 and 1,024 cards on a file and prints the
median time of each step, with targets.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from bummerl.tournament.backup import dumps
from bummerl.tournament.desk import result
from bummerl.tournament.draw import draw_lots
from bummerl.tournament.drawing import draw
from bummerl.tournament.events import Settings
from bummerl.tournament.report import status
from bummerl.tournament.sale import Buyer, Stamp, announce, sell
from bummerl.tournament.state import Tournament
from bummerl.tournament.store import TournamentFile

TARGET = 1.0
"""Seconds that drawing 1,024 cards, and then telling all about them, may take."""
AT = Stamp(0)
Times = dict[str, list[float]]


def timed(times: Times, name: str, work: Callable[[], object]) -> None:
    begin = time.perf_counter()
    work()
    times.setdefault(name, []).append(time.perf_counter() - begin)


def evening(cards: int, folder: Path, times: Times) -> None:
    """One tournament on a file: persons hold four cards each."""
    path = folder / f"{cards}-{time.perf_counter_ns()}.db"
    settings = Settings(name="Bench", rules="tournament", cards=cards)
    rng = random.Random(cards)
    with TournamentFile.create(path, announce(settings, bytes(32), AT)) as file:
        for person in range(cards // 4):
            file.change(lambda t, n=person: sell(t, Buyer(f"P{n} Q{n}"), AT, cards=4))  # type: ignore[misc]
        holders = file.read().next_holders()
        timed(times, "lots of round 1", lambda: draw_lots(holders, cards, bytes(32)))
        timed(times, "round 1 drawn on the file", lambda: file.change(lambda t: draw(t, "w", AT)))
        timed(times, "status as JSON after it", lambda: json.dumps(status(file.read())))
        while not file.read().over:
            play_round(file, rng, times)
        timed(times, "whole log to a backup", lambda: dumps(file.read().history))
    timed(times, "file opened at the end", lambda: TournamentFile(path).close())
    path.unlink()


def play_round(file: TournamentFile, rng: random.Random, times: Times) -> None:
    if not file.read().open_matches():
        file.change(lambda t: draw(t, "w", AT))

    def one(t: Tournament) -> object:
        match = next(m for m in t.open_matches() if m.board is not None)
        return result(t, match.id, rng.choice(match.cards), AT)

    while file.read().open_matches():
        timed(times, "a result on the file", lambda: file.change(one))  # type: ignore[arg-type]


def main() -> None:
    parser = argparse.ArgumentParser(description="Speed of the tournament's desk.")
    parser.add_argument("--runs", type=int, default=3, help="tournaments of each size (default 3)")
    options = parser.parse_args()
    print("| step | cards | median, ms | worst, ms | target |")
    print("|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        for cards in (64, 1024):
            times: Times = {}
            for _ in range(options.runs):
                evening(cards, Path(folder), times)
            for name, found in times.items():
                middle, worst = statistics.median(found), max(found)
                verdict = "" if worst < TARGET else "missed"
                print(
                    f"| {name} | {cards} | {1000 * middle:.1f} | {1000 * worst:.1f} | {verdict} |"
                )


if __name__ == "__main__":
    main()

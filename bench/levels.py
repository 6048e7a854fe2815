"""The levels for people, measured: each against the one below, and a rating of all.

``python -m bench.levels`` plays all rows of `LADDER` and `OTHERS` and prints them as Markdown, with
a table of ratings fitted to all rows of preset ``soft``.  Sample sizes and the seed stand here
before anything is played; ``--scale 0.1`` takes a tenth of the shuffles, for a first look.
``--keep FILE`` writes each row there as a JSON line when it is played, and takes rows from there
instead of playing them again; ``--row regular-beginner-soft``, once or more often, plays some.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from bummerl.errors import BummerlError
from bummerl.match.arena import run_arena
from bummerl.match.workers import processors
from bummerl.rules.variants import parse_rules

SEED = "levels"
ANCHOR = "greedy"
"""The player whose rating is `ANCHORED`."""
ANCHORED = 1000.0
FIT = "soft"
"""The preset that ratings are fitted to."""


class Row(NamedTuple):
    """One match: `a` against `b`."""

    a: str
    b: str
    rules: str
    shuffles: int
    """Decided beforehand; each is played twice, with seats swapped."""

    @property
    def name(self) -> str:
        """What ``--row`` takes."""
        return f"{self.a}-{self.b}-{self.rules}"


STEPS = (("regular", "beginner"), ("expert", "regular"), ("master", "expert"))
LADDER = tuple(Row(a, b, "soft", 1500) for a, b in STEPS)
OTHERS = (
    *(Row(a, b, rules, 400) for rules in ("pagat", "sharp", "sixtysix") for a, b in STEPS),
    # what ties the levels to the other players
    Row("beginner", "random", "soft", 400),
    Row("greedy", "random", "soft", 400),
    Row("greedy", "beginner", "soft", 400),
    Row("greedy", "regular", "soft", 400),
    Row("expert", "greedy", "soft", 400),
    Row("master", "greedy", "soft", 400),
    Row("expert", "beginner", "soft", 400),
    Row("master", "regular", "soft", 400),
)

Played = dict[str, Any]
"""A row with what it brought, as JSON has it."""


def play(row: Row, scale: float, processes: int) -> Played:
    """Plays a row."""
    result = run_arena(
        row.a,
        row.b,
        max(2, round(row.shuffles * scale)),
        rules=parse_rules(row.rules),
        seed=SEED,
        processes=processes,
    )
    if result.interrupted:
        sys.exit(f"{row.a} v {row.b} was interrupted after {result.shuffles} shuffles.")
    return {
        "a": row.a,
        "b": row.b,
        "rules": row.rules,
        "shuffles": result.shuffles,
        "deals": result.deals,
        "wins": list(result.wins),
        "win_rate": result.win_rate,
        "win_interval": list(result.win_interval),
        "points": result.points,
        "points_interval": list(result.interval),
    }


class Rating(NamedTuple):
    """How strong a player is: 100 more win 64 % of deals, 200 more 76 %."""

    elo: float
    error: float
    """Standard error against the anchor; 0 for the anchor itself."""


def ratings(rows: Sequence[Played], anchor: str) -> dict[str, Rating]:
    """The ratings under which the wins of all rows are likeliest (Bradley and Terry, 1952).

    A drawn deal is half a win for both.  Errors take each deal as a sample of its own.  Every
    player must be tied to the anchor by rows in which both sides won.

    >>> rows = [{"a": "x", "b": "y", "wins": [640, 360], "deals": 1000}]
    >>> fit = ratings(rows, anchor="y")
    >>> [round(number) for number in fit["x"]], fit["y"]
    ([1100, 11], Rating(elo=1000.0, error=0.0))
    """
    names = sorted({row[side] for row in rows for side in "ab"} - {anchor})
    place = {name: index for index, name in enumerate(names)}
    strength = dict.fromkeys((*names, anchor), 0.0)
    for _ in range(100):
        slope = [0.0] * len(names)
        bend = [[0.0] * len(names) for _ in names]
        for row in rows:
            a, b, deals = row["a"], row["b"], row["deals"]
            won = (row["wins"][0] + deals - row["wins"][1]) / 2
            chance = 1 / (1 + math.exp(strength[b] - strength[a]))
            for one, other, sign in ((a, b, 1), (b, a, -1)):
                if one == anchor:
                    continue
                slope[place[one]] += sign * (won - deals * chance)
                bend[place[one]][place[one]] += deals * chance * (1 - chance)
                if other != anchor:
                    bend[place[one]][place[other]] -= deals * chance * (1 - chance)
        inverse = inverted(bend)
        steps = [sum(x * s for x, s in zip(line, slope, strict=True)) for line in inverse]
        for name, step in zip(names, steps, strict=True):
            strength[name] += max(-1.0, min(1.0, step))
        if max(map(abs, steps), default=0.0) < 1e-9:
            break
    unit = 400 / math.log(10)
    errors = {name: math.sqrt(inverse[i][i]) for name, i in place.items()}
    return {
        name: Rating(ANCHORED + unit * strength[name], unit * errors.get(name, 0.0))
        for name in sorted(strength, key=lambda name: -strength[name])
    }


def inverted(matrix: Sequence[Sequence[float]]) -> list[list[float]]:
    """The inverse of a small matrix that has one, by elimination.

    >>> inverted([[2.0, 0.0], [1.0, 1.0]])
    [[0.5, 0.0], [-0.5, 1.0]]
    """
    size = len(matrix)
    lines = [[*line, *(float(i == j) for j in range(size))] for i, line in enumerate(matrix)]
    for column in range(size):
        pivot = max(range(column, size), key=lambda i: abs(lines[i][column]))
        lines[column], lines[pivot] = lines[pivot], lines[column]
        lines[column] = [value / lines[column][column] for value in lines[column]]
        for i, line in enumerate(lines):
            if i != column and line[column]:
                lines[i] = [x - line[column] * y for x, y in zip(line, lines[column], strict=True)]
    return [line[size:] for line in lines]


HEADER = (
    "| match | rules | deals | % won (95 %) | game points a deal (95 %) |\n|---|---|---|---|---|"
)


def markdown(row: Played) -> str:
    """A row as a line of the table."""
    low, high = (100 * bound for bound in row["win_interval"])
    least, most = row["points_interval"]
    return (
        f"| {row['a']} v {row['b']} | {row['rules']} | {row['deals']:,} "
        f"| {100 * row['win_rate']:.1f} ({low:.1f} to {high:.1f}) "
        f"| {row['points']:+.2f} ({least:+.2f} to {most:+.2f}) |"
    )


def kept(path: Path | None) -> Mapping[tuple[str, str, str, int], Played]:
    """Rows played before, by players, rules and shuffles."""
    if path is None or not path.exists():
        return {}
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    return {(row["a"], row["b"], row["rules"], row["shuffles"]): row for row in rows}


def chosen(names: Sequence[str] | None) -> list[Row]:
    """The rows of these names, or all."""
    known = {row.name: row for row in (*LADDER, *OTHERS)}
    for name in names or ():
        if name not in known:
            sys.exit(f"There is no row {name}; the rows are {', '.join(known)}.")
    return [known[name] for name in names or known]


def main() -> None:
    """Play, print and rate."""
    parser = argparse.ArgumentParser(description="The levels for people, measured.")
    parser.add_argument("--row", action="append", metavar="NAME", help="play only this row")
    parser.add_argument("--scale", type=float, default=1.0, help="part of the shuffles (default 1)")
    parser.add_argument("--keep", type=Path, metavar="FILE", help="keep played rows there")
    parser.add_argument("--processes", type=int, default=processors())
    options = parser.parse_args()
    before = kept(options.keep)
    played = []
    print(HEADER, flush=True)
    for row in chosen(options.row):
        shuffles = max(2, round(row.shuffles * options.scale))
        line = before.get((row.a, row.b, row.rules, shuffles))
        if line is None:
            try:
                line = play(row, options.scale, options.processes)
            except BummerlError as error:
                print(f"{row.a} v {row.b} cannot be played: {error}", file=sys.stderr)
                continue
            if options.keep is not None:
                with options.keep.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(line) + "\n")
        played.append(line)
        print(markdown(line), flush=True)
    if options.row:
        return  # too little for ratings
    print("\n| player | rating | ± |\n|---|---|---|")
    fitted = ratings([row for row in played if row["rules"] == FIT], ANCHOR)
    for name, rating in fitted.items():
        print(f"| {name} | {rating.elo:.0f} | {1.96 * rating.error:.0f} |")


if __name__ == "__main__":
    main()

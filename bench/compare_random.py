"""Random play of Bummerl and of the PyPI package ``schnapsen``, in deals per CPU second.

``python -m bench.compare_random`` makes the peer's environment when it is first needed, then
runs all engines in turn, several times, each in a process of its own.
"""

from __future__ import annotations

import argparse
import json
import platform
import statistics
import subprocess
import sys
import venv
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

HERE = Path(__file__).parent
PEER = "schnapsen==0.0.5"
PEER_HOME = HERE / ".venv-peer"
PEER_PYTHON = PEER_HOME / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
PEER_SCRIPT = HERE / "peers" / "schnapsen_random.py"


class Engine(NamedTuple):
    """Something that plays at random."""

    name: str
    command: Callable[[int, int], list[str]]
    """The command line for a number of deals and a seed."""


class Run(NamedTuple):
    """What one process measured."""

    deals: int
    cpu_seconds: float
    moves_per_deal: float

    @property
    def deals_per_second(self) -> float:
        return self.deals / self.cpu_seconds

    @property
    def moves_per_second(self) -> float:
        return self.deals_per_second * self.moves_per_deal


def bummerl(path: str, rules: str) -> Engine:
    def command(deals: int, seed: int) -> list[str]:
        options = {"path": path, "rules": rules, "deals": deals, "seed": seed}
        written = [f"--{name}={value}" for name, value in options.items()]
        return [sys.executable, "-m", "bench.random_play", *written]

    return Engine(f"bummerl {path} {rules}", command)


ENGINES = (
    Engine(PEER, lambda deals, seed: [str(PEER_PYTHON), str(PEER_SCRIPT), str(deals), str(seed)]),
    bummerl("bare", "pagat"),
    bummerl("bare", "soft"),
    bummerl("players", "pagat"),
    bummerl("players", "soft"),
)
"""The peer comes first: the others are compared with it."""


def prepare_peer() -> None:
    """Makes the peer's environment, unless it is there."""
    check = "import importlib.metadata as m; print('schnapsen==' + m.version('schnapsen'))"
    python = str(PEER_PYTHON)
    if PEER_PYTHON.exists():
        found = subprocess.run([python, "-c", check], capture_output=True, text=True)
        if found.stdout.strip() == PEER:
            return
    print(f"installing {PEER} and what it needs into {PEER_HOME.name} …", file=sys.stderr)
    venv.create(PEER_HOME, clear=True, with_pip=True)
    pip = [python, "-m", "pip", "install", "-q", "--disable-pip-version-check", PEER]
    if subprocess.run(pip, capture_output=True).returncode:
        sys.exit(f"The peer is missing: {PEER} could not be installed from PyPI (no network?).")


def run(engine: Engine, deals: int, seed: int) -> Run:
    done = subprocess.run(
        engine.command(deals, seed), cwd=HERE.parent, capture_output=True, text=True
    )
    if done.returncode:
        sys.exit(f"{engine.name} failed:\n{done.stderr}")
    return Run(**json.loads(done.stdout))


def measure(runs: int, deals: int) -> list[list[Run]]:
    """All runs by engine; the engines take turns, so that a busy machine hits all alike."""
    measured: list[list[Run]] = [[] for _ in ENGINES]
    for number in range(runs):
        for engine, found in zip(ENGINES, measured, strict=True):
            found.append(run(engine, deals, number))
    return measured


def summary(engine: Engine, runs: list[Run], peer: list[Run]) -> dict[str, Any]:
    """One row of the table; the ratios are the medians of those of runs side by side."""
    speeds = [one.deals_per_second for one in runs]
    pairs = list(zip(runs, peer, strict=True))
    return {
        "engine": engine.name,
        "deals_per_second": {
            "median": statistics.median(speeds),
            "min": min(speeds),
            "max": max(speeds),
        },
        "ratio": statistics.median(a.deals_per_second / b.deals_per_second for a, b in pairs),
        "moves_per_deal": statistics.median(one.moves_per_deal for one in runs),
        "moves_ratio": statistics.median(a.moves_per_second / b.moves_per_second for a, b in pairs),
    }


def table(rows: list[dict[str, Any]]) -> str:
    lines = [
        "| engine | deals per CPU second | min | max | ratio | moves a deal | ratio in moves |",
        "|---|---|---|---|---|---|---|",
    ]
    for row in rows:
        speed = row["deals_per_second"]
        lines.append(
            f"| {row['engine']} | {speed['median']:,.0f} | {speed['min']:,.0f} "
            f"| {speed['max']:,.0f} | {row['ratio']:.2f} | {row['moves_per_deal']:.1f} "
            f"| {row['moves_ratio']:.2f} |"
        )
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description="Random play compared with a peer.")
    parser.add_argument("--runs", type=int, default=7, help="runs of each engine (default 7)")
    parser.add_argument("--deals", type=int, default=3000, help="deals of a run (default 3000)")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    options = parser.parse_args()
    prepare_peer()
    measured = measure(options.runs, options.deals)
    rows = [
        summary(engine, runs, measured[0]) for engine, runs in zip(ENGINES, measured, strict=True)
    ]
    python = platform.python_version()
    if options.json:
        print(json.dumps({"python": python, **vars(options), "engines": rows}, indent=2))
    else:
        print(f"Python {python}, {options.runs} runs of {options.deals} deals each\n")
        print(table(rows))


if __name__ == "__main__":
    main()

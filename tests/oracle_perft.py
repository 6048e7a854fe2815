"""Counts move sequences with the oracle, to write the files of tests/perft.

``python tests/oracle_perft.py tests/perft/*.perft`` counts every position of the files anew, to
the depths they list (4 for a bare position), and rewrites them.
"""

from __future__ import annotations

import copy
import sys
from pathlib import Path

from oracle import PRESETS, OracleDeal

ALIASES = {"schnapsen": "soft", "66": "sixtysix"}
DEPTH = 4


def read_options(text: str) -> dict[str, object]:
    """The options of a rules field like ``sharp(pair_lead=either)``."""
    name, _, changes = text.removesuffix(")").partition("(")
    options = dict(PRESETS[ALIASES.get(name, name)])
    for change in filter(None, changes.split(",")):
        option, _, value = change.partition("=")
        words = {"true": True, "false": False}
        options[option] = words.get(value, int(value) if value.isdigit() else value)
    return options


def read_deal(spn: str) -> OracleDeal:
    """The oracle's deal for a canonical position text."""
    return OracleDeal.from_spn(read_options(spn.split(" ")[0]), spn)


def perft(deal: OracleDeal, depth: int) -> int:
    """Number of sequences of exactly `depth` legal moves."""
    tokens = deal.legal()
    if depth <= 1:
        return len(tokens) if depth else 1
    count = 0
    for token in tokens:
        following = copy.deepcopy(deal)
        following.play(token)
        count += perft(following, depth - 1)
    return count


def counted(line: str) -> str:
    """A line of a perft file with counts by the oracle; comments stay."""
    if not line or line.startswith("#"):
        return line
    spn, *depths = line.split(";")
    deepest = max((int(depth[1:].split()[0]) for depth in depths), default=DEPTH)
    counts = [f"D{depth} {perft(read_deal(spn), depth)}" for depth in range(1, deepest + 1)]
    return ";".join([spn, *counts])


if __name__ == "__main__":
    for name in sys.argv[1:]:
        file = Path(name)
        lines = file.read_text(encoding="ascii").splitlines()
        file.write_text("".join(f"{counted(line)}\n" for line in lines), encoding="ascii")

"""How long the server needs for the pages of a tournament of 1,024 cards, round by round.

``python -m bench.tournament_page`` prints milliseconds for what everybody sees and for the desk,
and the kilobytes that are sent, plain and compressed.
"""

from __future__ import annotations

import argparse
import gzip
import time

import msgspec

from bench.sheets import hall
from bummerl.server.tournaments import views
from bummerl.server.tournaments.log import Facts
from bummerl.tournament.desk import result
from bummerl.tournament.drawing import draw
from bummerl.tournament.sale import Stamp
from bummerl.tournament.state import Tournament
from bummerl.words.wording import Wording


def measure(t: Tournament) -> str:
    """A line about the tournament as it stands."""
    facts, start = Facts("", "", None, None, 0), time.perf_counter()
    data = msgspec.json.encode(views.show(t, facts, "", {}))
    packed = gzip.compress(data, 5)
    shown = time.perf_counter()
    views.desk(t, facts, "", {}, "organiser", Wording("de"))
    desk = time.perf_counter() - shown
    return (
        f"round {len(t.rounds):2}: page {1000 * (shown - start):6.1f} ms, desk {1000 * desk:6.1f} "
        f"ms, {len(data) >> 10:4} kB, compressed {len(packed) >> 10:3} kB"
    )


def main() -> None:
    """Play a tournament, and print a line after each draw."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cards", type=int, default=1024)
    t, stamp = hall(parser.parse_args().cards), Stamp(0)
    while True:
        print(measure(t), flush=True)
        while matches := t.open_matches():
            for match in matches:
                for event in result(t, match.id, match.a, stamp, score=(2, 1)):
                    t.apply(event)
        if t.over:
            return
        for event in draw(t, "Kaiserschmarrn", stamp):
            t.apply(event)


if __name__ == "__main__":
    main()

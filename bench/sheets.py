"""How long the sheets of a tournament of 1,024 cards take, from the events to the PDF.

``python -m bench.sheets`` makes each in a process of its own, so that nothing is kept from the
one before, and prints seconds of processor time, pages' size and the share of Python.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time

from bummerl.tournament import drawing, sale
from bummerl.tournament.events import Settings
from bummerl.tournament.sale import Buyer, Stamp
from bummerl.tournament.sheets import SHEETS, Order
from bummerl.tournament.sheets.compiling import pdf_of
from bummerl.tournament.sheets.facts import Facts
from bummerl.tournament.state import Tournament
from bummerl.words.wording import Wording

_SKIPPED = {"ranking", "certificates", "prizes", "rules"}
"""As long for any number of cards."""


def hall(cards: int) -> Tournament:
    """A tournament with all cards sold, four a person, and the first round drawn."""
    stamp = Stamp(0)
    settings = Settings(name="Landesmeisterschaft", rules="tournament", cards=cards, price=500)
    t = Tournament.replay(sale.announce(settings, bytes(32), stamp))
    for number in range(1, cards // 4 + 1):
        name = f"Maria Mustermann-Huber {number}"
        for event in sale.sell(t, Buyer(name), stamp, cards=4):
            t.apply(event)
    for event in drawing.draw(t, "Kaiserschmarrn", stamp):
        t.apply(event)
    return t


def measure(what: str, cards: int) -> str:
    """A line about one sheet."""
    sheet, t = SHEETS[what], hall(cards)
    facts = Facts(t, Wording("de"), Order(paper=sheet.paper), sheet.names)
    wall, start = time.perf_counter(), time.process_time()
    data = sheet.facts(facts)
    python = time.process_time() - start
    pdf = pdf_of(what, data, 0, tagged=not sheet.fixed)
    used, waited = time.process_time() - start, time.perf_counter() - wall
    return (
        f"{what:12} {used:6.2f} s CPU {waited:6.2f} s ({python:.2f} Python) {len(pdf) >> 10:6} kB"
    )


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cards", type=int, default=1024)
    parser.add_argument("--only", choices=list(SHEETS))
    arguments = parser.parse_args()
    if arguments.only:
        print(measure(arguments.only, arguments.cards), flush=True)
        return
    for what in SHEETS:
        if what not in _SKIPPED:
            words = ["--only", what, "--cards", str(arguments.cards)]
            subprocess.run([sys.executable, "-m", "bench.sheets", *words], check=True)


if __name__ == "__main__":
    main()

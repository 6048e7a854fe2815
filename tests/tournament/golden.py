"""A played-through example, of a real event's shape: 64 cards over 17 people.

``PYTHONPATH=tests python -m tournament.golden`` writes tests/golden/tournament_64_cards.txt again.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

from bummerl.tournament.cash import cash, format_money
from bummerl.tournament.desk import cards_left, correct, withdraw
from bummerl.tournament.drawing import draw
from bummerl.tournament.events import PrizeList, Settings
from bummerl.tournament.sale import Buyer, Stamp, announce, sell
from bummerl.tournament.state import Tournament
from bummerl.tournament.story import story
from tournament.hall import SECRET, do, win

FILE = Path(__file__).parent.parent / "golden" / "tournament_64_cards.txt"
PEOPLE = (
    ("Anna Berger", 4, "women", "FF Ettendorf"),
    ("Franz Huber", 4, "", "ESV Krems"),
    ("Josef Gruber", 4, "", "ESV Krems"),
    ("Maria Steiner", 4, "women", ""),
    ("Karl Moser", 4, "", "FF Ettendorf"),
    ("Johann Pichler", 4, "", "FF Ettendorf"),
    ("Eva Leitner", 4, "women", "ESV Krems"),
    ("Leopold Fuchs", 4, "", ""),
    ("Alois Eder", 4, "guests", ""),
    ("Rosa Bauer", 4, "women", ""),
    ("Anna Bauer", 4, "women", "FF Ettendorf"),
    ("Peter Wolf", 4, "", "FF Ettendorf"),
    ("Anton Lang", 4, "", ""),
    ("Herbert Winkler", 4, "", ""),
    ("Žofie Müller", 3, "women", ""),
    ("Georg Haas", 3, "", "ESV Krems"),
    ("Toni Koller", 2, "", ""),
)
WORDS = ("Kaiserschmarrn", "Grüß Gott", "Bummerl", "Zudrehen", "Vierziger", "Schluss")
BEST = {"Franz Huber": 5, "Maria Steiner": 4, "Toni Koller": 4, "Alois Eder": 3}
"""How much better than others some play."""


def evening() -> Tournament:
    """The whole evening, each event a minute after the one before."""
    t = Tournament.replay(
        announce(
            Settings(
                name="13. Preisschnapsen",
                rules="sharp(schneider_bummerls=1)",
                cards=64,
                max_per_person=4,
                price=500,
                boards=9,
                prize_names=("300 €", "150 €", "Geselchtes", "Weinkiste"),
                lists=(PrizeList("women", 2, names=("Blumen",)), PrizeList("guests", 1)),
                club_prize="Fass Bier",
                one_prize_each=True,
            ),
            SECRET,
            Stamp(0),
        )
    )
    for name, cards, group, club in PEOPLE:
        buyer = Buyer(name, club or None, [group] if group else None)
        do(t, sell(t, buyer, now(t), cards=cards))
    rng = random.Random("13. Preisschnapsen")
    for word in WORDS:
        do(t, draw(t, word, now(t)))
        while t.open_matches():
            play(t, rng)
    return t


def now(t: Tournament) -> Stamp:
    """A minute later."""
    return Stamp(60_000 * t.seq)


def play(t: Tournament, rng: random.Random) -> None:
    """One match at a board, and what may happen beside it."""
    match = next(m for m in t.open_matches() if m.board is not None)
    weights = [BEST.get(t.entries.person_of(card).name, 1) for card in match.cards]
    # random() alone is promised to be the same in every Python
    winner = match.a if rng.random() * sum(weights) < weights[0] else match.b
    lost = int(rng.random() * 2)
    chance = rng.random()
    if chance < 0.04:
        win(t, match.id, winner, how="penalty", offence="renonce", reason="Farbe nicht bedient")
    elif chance < 0.08:
        win(t, match.id, winner, how="forfeit")
    elif chance < 0.12:
        win(t, match.id, match.other(winner), score=(2, lost))
        do(t, correct(t, match.id, winner, now(t), score=(2, lost), reason="falsch eingetragen"))
    else:
        win(t, match.id, winner, score=(2, lost))
    leaver = t.entries.find("Anna Berger")
    if t.knockout[-1].number == 2 and len(t.open_matches()) == 12 and not t.withdrawn:
        do(t, withdraw(t, cards_left(t, leaver), now(t), "letzter Zug"))


def told(t: Tournament) -> Iterator[str]:
    """All that a tournament is, in lines."""
    for entry in story(t):
        yield f"{entry.seq:>3} {entry.text}"
    for record in t.draws:
        yield ""
        yield f"draw {record.number}, {record.stage} round {record.round}, word {record.word}"
        yield f"secret {record.secret}"
        yield f"list {record.list_hash}"
        yield f"seed {record.seed}"
        yield from record.entries.splitlines()
        current = t.knockout[record.round - 1]
        yield " ".join(f"{m.id}:{m.a}-{m.b}" for m in current.matches)
    yield ""
    for place in t.places():
        yield f"{place.first:>3} {place.cards[0]:>3} {t.entries.person_of(place.cards[0]).name}"
    yield ""
    for prize in t.prizes():
        who = t.entries.person_of(prize.card).name if prize.card else "-"
        yield f"{prize.list or 'main'} {prize.number}: {who} ({prize.card}, place {prize.place})"
    yield f"club: {t.club_prize()}"
    yield f"till: {format_money(cash(t).total)}"


def text() -> str:
    """The golden file."""
    return "\n".join(told(evening())) + "\n"


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")

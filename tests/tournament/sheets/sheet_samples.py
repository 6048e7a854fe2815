"""Tournaments to print: empty, small, real, huge, with hostile names, Danish."""

from __future__ import annotations

from typing import Final

from bummerl.tournament import desk, drawing, sale
from bummerl.tournament.events import Danish, PrizeList, Settings
from bummerl.tournament.sale import Buyer, Stamp
from bummerl.tournament.state import Tournament

SECRET: Final = bytes(range(32))
MOMENT: Final = 1_796_050_800_000
"""30 November 2026, 15:00 UTC, in milliseconds."""

HOSTILE: Final = (
    '#panic("x") *_$@',
    "Žofie Müller-Lüdenscheidt",
    '#import "a.typ": * // $x^2$ `raw` <label> @ref [x] \\ ~ --',
    "Maria Theresia von und zu Hohenlohe-Waldenburg-Schillingsfür",
    "W" * 60,
    "</svg><script>alert(1)</script> & \"quotes\" 'single'",
    "= Heading - item + enum / term: x",
    "{name} {0} %s {{",
    "O'Brien–Łukasz ♠♥♦♣",
    "Ľubomír Ďurčanský ßẞ",
)
"""Names that would do harm, or run out of their boxes, if they were not handled as data."""

REAL: Final = (
    ("Anna Berger", 4), ("Hans Gruber", 4), ("Josef Huber", 4), ("Maria Steiner", 4),
    ("Franz Pichler", 4), ("Elisabeth Moser", 4), ("Karl Mayer", 4), ("Johann Hofer", 4),
    ("Gertrude Leitner", 4), ("Alois Berger", 4), ("Žofie Müller-Lüdenscheidt", 4),
    ("Leopold Wimmer", 4), ("Rosa Egger", 4), ("Ferdinand Schwarz", 4), ("Toni Bauer", 3),
    ("Hermine Auer", 3), ("Ignaz Reiter", 2),
)  # fmt: skip
"""A real event's shape: 17 people with 64 cards."""


def announced(**values: object) -> Tournament:
    """A tournament before the sale."""
    settings = {"name": "13. Preisschnapsen des ESV Ober-Grafendorf", "rules": "sharp", **values}
    events = sale.announce(Settings(**settings), SECRET, Stamp(MOMENT))  # type: ignore[arg-type]
    return Tournament.replay(events)


def sell(t: Tournament, name: str, cards: int, **facts: object) -> None:
    """Cards for somebody."""
    buyer = Buyer(name, **facts)  # type: ignore[arg-type]
    for event in sale.sell(t, buyer, Stamp(MOMENT), cards=cards):
        t.apply(event)


def draw(t: Tournament, word: str = "Kaiserschmarrn") -> None:
    """The next round."""
    for event in drawing.draw(t, word, Stamp(MOMENT)):
        t.apply(event)


def play(t: Tournament, leave: int = 0) -> None:
    """Play what is open, but for some matches; the lower card mostly wins."""
    while len(t.open_matches()) > leave:
        match = t.open_matches()[0]
        winner = max(match.cards) if sum(match.cards) % 3 == 0 else min(match.cards)
        score = (t.rules.match, sum(match.cards) % t.rules.match)
        for event in desk.result(t, match.id, winner, Stamp(MOMENT), score=score):
            t.apply(event)


def finish(t: Tournament) -> Tournament:
    """Play to the end."""
    while not t.final_played:
        if t.current is None or t.current.complete:
            draw(t)
        play(t)
    play(t)
    return t


def small() -> Tournament:
    """Eight cards, six sold: two byes; nothing drawn."""
    t = announced(name="Gasthaus Zum Weißen Rössl", cards=8, price=500, date="2026-12-08")
    for name, cards in (("Anna Berger", 2), ("Hans Gruber", 2), ("Žofie", 1), ("Karl", 1)):
        sell(t, name, cards)
    return t


def real(rounds: int = 0, *, leave: int = 0) -> Tournament:
    """17 people with 64 cards, so many rounds played but for the `leave` last matches."""
    t = announced(
        price=700,
        date="2026-11-30",
        place="Gasthaus Gruber, Ober-Grafendorf",
        prize_names=("Geselchtes, 5 kg", "Geschenkkorb der Fleischerei Moser", "Kiste Wein"),
        lists=(PrizeList("Damen", 2, names=("Blumenstock", "Torte")),),
        club_prize="Ein Fass Bier",
        boards=16,
    )
    women = {"Anna Berger", "Maria Steiner", "Elisabeth Moser", "Gertrude Leitner", "Rosa Egger"}
    for number, (name, cards) in enumerate(REAL):
        groups = ("Damen",) if name in women else ()
        club = ("FF Ettendorf", "ESV Ober-Grafendorf", None)[number % 3]
        sell(t, name, cards, groups=groups, club=club)
    for number in range(rounds):
        draw(t)
        play(t, leave if number == rounds - 1 else 0)
    return t


def big(rounds: int = 0) -> Tournament:
    """1,024 cards, 1,000 of them sold to 260 persons."""
    t = announced(name="Landesmeisterschaft im Schnapsen", cards=1024, price=1000)
    left = 1000
    for number in range(260):
        cards = min(4, left - (259 - number))
        sell(t, f"{REAL[number % 17][0].split()[0]} Spieler-{number + 1}", cards)
        left -= cards
    for _ in range(rounds):
        draw(t)
        play(t)
    return t


def hostile(rounds: int = 0, *, leave: int = 0) -> Tournament:
    """People whose names look like Typst code, or are far too long."""
    t = announced(
        name='#panic("no") *Preis*_schnapsen_ $1 @x <y>',
        place='#read("/etc/passwd") & Söhne',
        cards=16,
        prize_names=("*Schinken* #1", "$5 @ home"),
        public_names="full",
    )
    for name in HOSTILE:
        sell(t, name, 1)
    for number in range(rounds):
        draw(t)
        play(t, leave if number == rounds - 1 else 0)
    return t


def danish(rounds: int = 0, *, leave: int = 0) -> Tournament:
    """A Danish stage of three rounds for 11 people with a card each."""
    t = announced(cards=16, danish=Danish(3, 8))
    for name, _ in REAL[:11]:
        sell(t, name, 1)
    for number in range(rounds):
        draw(t)
        play(t, leave if number == rounds - 1 else 0)
    return t

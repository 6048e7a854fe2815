"""Lists in and out: what spreadsheets make of them comes back the same."""

from __future__ import annotations

import csv
import io
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bummerl.errors import NotationError, TournamentError
from bummerl.tournament.csv_io import (
    MOST_ROWS,
    Language,
    cash_csv,
    decoded,
    entries_csv,
    matches_csv,
    prizes_csv,
    read_entries,
    read_lots,
    sell_rows,
)
from bummerl.tournament.entries import name_key
from bummerl.tournament.sale import MOST_PERSONS, Buyer, register, sell, unsell
from bummerl.tournament.state import Tournament
from tournament.hall import AT, announced, do, drawn, named, played, sold, win

TEXT = st.text("ab Äß;,\"'=+-@|", min_size=1, max_size=10)
NAMES = TEXT.map(lambda s: " ".join(s.split())).filter(bool)


def book(t: Tournament) -> list[tuple[object, ...]]:
    """Who holds what at which price: all that a list of entries tells."""
    people = t.entries.persons
    return [
        (
            people[person].name,
            cards,
            people[person].club,
            people[person].groups,
            people[person].display,
            sum(t.entries.cards[card].price for card in cards),
        )
        for person, cards in t.entries.by_person(t.entries.cards).items()
    ]


@given(
    st.lists(
        st.tuples(NAMES, st.integers(1, 3), st.none() | NAMES, st.integers(0, 700)),
        max_size=8,
        unique_by=lambda row: row[0].casefold(),
    ),
    st.sampled_from(["en", "de"]),
)
def test_entries_come_back_the_same(
    rows: list[tuple[str, int, str | None, int]], language: Language
) -> None:
    t = announced(32)
    for name, cards, club, price in rows:
        do(t, sell(t, Buyer(name, club), AT, cards=cards, price=price))
        do(t, sell(t, Buyer(name, groups=["a b", "c"]), AT, price=price + 1))
    if rows:
        do(t, unsell(t, [1], AT))
    again = announced(32)
    do(again, sell_rows(again, read_entries(entries_csv(t, language)), AT))
    assert book(again) == book(t)


def test_what_excel_makes_of_it() -> None:
    t = announced(8)
    text = "Name;Karten;Verein\r\nJörg Öhler;2;FF Krems\r\nAnna;;\r\n;;\r\n"
    do(t, sell_rows(t, read_entries(decoded(text.encode("cp1252"))), AT))
    assert t.entries.find("Jörg Öhler").club == "FF Krems"
    assert t.entries.cards_of(2) == (3,)
    with_comma = "cards,NAME,group\n1,Bert,women\n"
    do(t, sell_rows(t, read_entries(decoded(b"\xef\xbb\xbf" + with_comma.encode())), AT))
    assert t.entries.find("Bert").groups == ("women",)
    do(t, sell_rows(t, read_entries("Name\tNummern\nCara\t8 7\n"), AT))
    assert t.entries.cards_of(4) == (7, 8)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "the list is empty"),
        ("Anna;2\n", "the first line of the list must name its columns, as in: Name; Cards"),
        ("Name;Cards\nAnna;two\n", "line 2: 'two' is no number"),
        ("Name;Cards;Numbers\nAnna;2;5\n", "line 2: cards: 2, but numbers of cards: 1"),
        ("Name;Paid\nAnna;much\n", "line 2: 'much' is no amount of money"),
    ],
)
def test_lists_that_cannot_be_read(text: str, reason: str) -> None:
    with pytest.raises(NotationError, match=reason):
        read_entries(text)


def test_a_list_is_sold_whole_or_not_at_all() -> None:
    t = sold(8, named(2))
    before = t.seq
    with pytest.raises(TournamentError, match=r"line 3: only 2 of the 8 .*; nothing was sold"):
        sell_rows(t, read_entries("Name;Cards\nAnna;4\nBert;3\n"), AT)
    assert t.seq == before
    assert len(t.entries.cards) == 2


def test_formulas_do_not_reach_a_spreadsheet() -> None:
    t = announced(8)
    for name in ("=1+1", "+43 660", "@home", "-5", "'=quoted"):
        do(t, sell(t, Buyer(name), AT))
    cells = [row[0] for row in csv.reader(io.StringIO(entries_csv(t)), delimiter=";")][1:]
    assert all(cell.startswith("'") for cell in cells)
    assert [row.buyer.name for row in read_entries(entries_csv(t))] == [
        "=1+1",
        "+43 660",
        "@home",
        "-5",
        "'=quoted",
    ]


def test_results_prizes_and_cash_as_tables() -> None:
    t = played(sold(8, named(3, 3, 2), price=250, prize_names=("Ham", "Wine")))
    do(t, register(t, Buyer("P1 Q1", club="FF"), AT))

    def table(text: str) -> list[dict[str, str]]:
        return list(csv.DictReader(io.StringIO(text.lstrip("\ufeff")), delimiter=";"))

    matches = table(matches_csv(t, "de"))
    assert len(matches) == 4 + 2 + 1 + len(t.place_matches)
    final = next(row for row in matches if row["Partie"] == "3-1")
    assert final["Sieger"] == str(t.places()[0].cards[0])
    prizes = table(prizes_csv(t))
    assert [row["What"] for row in prizes[:3]] == ["Ham", "Wine", ""]
    assert [row["Card"] for row in prizes] == [str(place.cards[0]) for place in t.places()]
    assert [row["Betrag"] for row in table(cash_csv(t, "de"))] == ["7,50", "7,50", "5,00"]


def test_cash_and_results_as_people_read_them() -> None:
    t = sold(8, named(2, 2, 2), price=250, rebuy_until=2)
    do(t, unsell(t, [6], AT))
    drawn(t)
    match = t.open_matches()[0]
    win(t, match.id, match.a, how="forfeit")
    do(t, sell(t, Buyer(t.entries.person_of(match.b).name), AT))
    when = time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(AT.at / 1000))
    german = cash_csv(t, "de").splitlines()
    assert german[1] == f"{when};P1 Q1;1 2;5,00;Verkauf"
    assert [line.rpartition(";")[2] for line in german[4:]] == ["zurückgezahlt", "nachgekauft"]
    assert "bought again" in cash_csv(t, "en")
    assert ";kampflos;" in matches_csv(t, "de")
    assert ";forfeit;" in matches_csv(t, "en")


def test_lists_without_end_are_refused() -> None:
    rows = "".join(f"P{n} Q;0\n" for n in range(MOST_ROWS + 1))
    with pytest.raises(NotationError, match=f"the list is too long; up to {MOST_ROWS} lines"):
        read_entries("Name;Cards\n" + rows)
    read_entries("Name;Cards\n" + rows.partition("\n")[2])


def test_persons_without_end_are_refused() -> None:
    t = announced(8)
    for begin in range(0, MOST_PERSONS, MOST_ROWS):
        rows = "".join(f"P{n} Q;0\n" for n in range(begin, begin + MOST_ROWS))
        do(t, sell_rows(t, read_entries("Name;Cards\n" + rows), AT))
    with pytest.raises(TournamentError, match=f"more than {MOST_PERSONS} persons"):
        sell_rows(t, read_entries("Name;Cards\nOne more;0\n"), AT)


def test_each_person_of_a_list_is_looked_up_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The work grows with the list, not with its square: names are compared by an index."""
    compared = 0

    def counting(name: str) -> str:
        nonlocal compared
        compared += 1
        return name_key(name)

    for module in ("entries", "sale"):
        monkeypatch.setattr(f"bummerl.tournament.{module}.name_key", counting)
    counts = []
    for length in (50, 100):
        compared = 0
        rows = "".join(f"P{n} Q;1;C{n};a{n},b{n};D{n}\n" for n in range(length))
        read = read_entries("Name;Cards;Club;Groups;Display name\n" + rows)
        sell_rows(announced(128), read, AT)
        counts.append(compared)
    assert counts[1] == 2 * counts[0]


@pytest.mark.parametrize(
    ("text", "lots"),
    [
        ("1 left 2\n", [(1, "left", 2)]),
        ("Karte;Topf;Nummer\n1;links;2\n3;rechts;4\n\n", [(1, "left", 2), (3, "right", 4)]),
        ("\ufeff12,R,7", [(12, "right", 7)]),
    ],
)
def test_lots(text: str, lots: list[tuple[int, str, int]]) -> None:
    assert read_lots(text) == lots


@pytest.mark.parametrize(
    "line", ["1 2", "1 up 2", "x left 2", "1 left x", "1 left 2 3", "1" * 5000]
)
def test_what_is_no_lot(line: str) -> None:
    with pytest.raises(NotationError, match=r"line 2: .* is no lot; write card, pot and number"):
        read_lots(f"4 left 4\n{line}\n")

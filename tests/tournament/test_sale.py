"""Selling cards, again too, undoing sales, cash, names (TOUR-1, 4)."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bummerl.errors import BummerlError, TournamentError
from bummerl.tournament.cash import cash, format_money, parse_money
from bummerl.tournament.drawing import draw
from bummerl.tournament.events import Danish, Drawn, PrizeList, Registered, Sold
from bummerl.tournament.names import public_names
from bummerl.tournament.report import advice
from bummerl.tournament.sale import Buyer, announce, latest_cards, register, sell, unsell
from bummerl.tournament.state import Tournament
from tournament.hall import (
    AT,
    SECRET,
    announced,
    do,
    drawn,
    named,
    play_round,
    played,
    settings,
    sold,
    win,
)


@pytest.mark.rule("TOUR-1")
def test_a_person_buys_up_to_the_limit() -> None:
    t = sold(16, [("Anna Berger", 2)], max_per_person=3, price=500)
    do(t, sell(t, Buyer("anna  BERGER"), AT))
    assert t.entries.cards_of(1) == (1, 2, 3)
    assert len(t.entries.persons) == 1
    with pytest.raises(
        TournamentError, match="that would be 4 cards, but a person may hold only 3"
    ):
        sell(t, Buyer("Anna Berger"), AT)
    with pytest.raises(TournamentError, match="that would be 4 cards"):
        sell(t, Buyer("Bert"), AT, cards=4)
    assert cash(t).total == 1500


def test_no_more_cards_than_issued() -> None:
    t = sold(8, named(4, 3))
    with pytest.raises(TournamentError, match="only 1 of the 8 cards are left"):
        sell(t, Buyer("Bert"), AT, cards=2)


def test_numbers_can_be_chosen() -> None:
    t = announced(8)
    do(t, sell(t, Buyer("Anna"), AT, numbers=[7, 2]))
    do(t, sell(t, Buyer("Bert"), AT, cards=2))
    assert t.entries.cards_of(1) == (2, 7)
    assert t.entries.cards_of(2) == (1, 3)
    for numbers, reason in (
        ([2], "card 2 was sold to Anna already"),
        ([9], "the cards are 1 to 8"),
        ([0], "the cards are 1 to 8"),
        ([4, 4], "each once"),
    ):
        with pytest.raises(TournamentError, match=reason):
            sell(t, Buyer("Cara"), AT, numbers=numbers)


def test_a_sale_is_undone_and_the_number_sold_again() -> None:
    t = sold(8, [("Anna", 2), ("Bert", 1)], price=500)
    do(t, unsell(t, latest_cards(t, t.entries.find("Anna"), 1), AT))
    assert t.entries.cards_of(1) == (1,)
    do(t, sell(t, Buyer("Cara"), AT))
    assert t.entries.cards_of(3) == (2,)
    do(t, unsell(t, [3], AT, refund=False))
    assert [payment.amount for payment in cash(t).payments] == [1000, 500, -500, 500]
    assert cash(t).total == 1500
    assert cash(t).paid_by(2) == 500
    with pytest.raises(TournamentError, match="card 3 was not sold"):
        unsell(t, [3], AT)
    with pytest.raises(TournamentError, match="cards that Bert can give back: 0"):
        latest_cards(t, t.entries.find("Bert"), 1)


@pytest.mark.rule("TOUR-3")
def test_whoever_gives_the_first_card_back_loses_the_place_in_the_order() -> None:
    t = sold(8, [("Anna", 1), ("Bert", 3), ("Anna", 1), ("Cara", 3)])
    do(t, unsell(t, [1], AT))
    drawn(t)
    names = [line.partition(": ")[2] for line in t.draws[0].entries.splitlines()[1:]]
    assert names == ["Bert", "Anna", "Cara"]


def test_after_the_draw_no_sale_and_no_way_back() -> None:
    t = drawn(sold(8, named(2, 2, 2)))
    with pytest.raises(TournamentError, match="the sale is over: round 1 is drawn"):
        sell(t, Buyer("Late"), AT)
    with pytest.raises(TournamentError, match="card 1 is drawn, so its sale cannot be undone"):
        unsell(t, [1], AT)


# ---- cards bought again --------------------------------------------------------------------


@pytest.mark.rule("TOUR-4")
def test_cards_bought_again_enter_the_next_draw_with_byes() -> None:
    t = sold(8, named(*[1] * 8), rebuy_until=2, price=500, rebuy_price=300)
    do(t, [Drawn(at=0, size=8, left=(1, 3, 5, 7), right=(2, 4, 6, 8))])
    with pytest.raises(TournamentError, match="only lost cards can be bought again; P1 Q1: lost 0"):
        sell(t, Buyer("P1 Q1"), AT)
    win(t, "1-1", 1)
    do(t, sell(t, Buyer("P2 Q2"), AT))
    assert t.bought_again() == (9,)
    for match, winner in (("1-2", 3), ("1-3", 5), ("1-4", 7)):
        win(t, match, winner)
    with pytest.raises(TournamentError, match="P2 Q2: lost 1, bought again 1"):
        sell(t, Buyer("P2 Q2"), AT)
    with pytest.raises(TournamentError, match="Stranger: lost 0"):
        sell(t, Buyer("Stranger"), AT)
    assert t.next_size() == 8  # five cards
    drawn(t)
    assert t.current is not None
    assert len(t.current.byes) == 3
    assert t.current.size == 8
    assert cash(t).total == 8 * 500 + 300
    assert [p.kind for p in cash(t).payments][-1] == "again"
    with pytest.raises(TournamentError, match="only until the draw of round 2"):
        sell(t, Buyer("P4 Q4"), AT)
    assert not t.place_matches
    t = played(t)
    assert [r.size for r in t.knockout] == [8, 8, 4, 2]
    assert [place.decided for place in t.places()] == [True] * 9


def test_a_card_bought_again_can_be_given_back_before_it_is_drawn() -> None:
    t = sold(8, named(*[1] * 8), rebuy_until=2, price=500)
    do(t, [Drawn(at=0, size=8, left=(1, 3, 5, 7), right=(2, 4, 6, 8))])
    win(t, "1-1", 1)
    do(t, sell(t, Buyer("P2 Q2"), AT))
    do(t, unsell(t, [9], AT))
    assert t.bought_again() == ()
    assert cash(t).total == 4000


def test_matches_for_places_wait_while_the_semifinals_may_be_played_twice() -> None:
    t = sold(8, named(*[1] * 8), rebuy_until=3)
    play_round(drawn(t), random.Random(1))
    drawn(t)
    assert t.knockout[-1].size == 4
    assert not t.place_matches
    for match in list(t.open_matches()):
        win(t, match.id, match.a)
    lost = t.entries.person_of(t.knockout[-1].matches[0].b)
    do(t, sell(t, Buyer(lost.name), AT))
    drawn(t)
    assert t.knockout[-1].size == 4
    assert len(t.knockout[-1].byes) == 1
    t = played(t)
    assert [r.size for r in t.knockout] == [8, 4, 4, 2]
    assert all(place.decided for place in t.places())


# ---- persons -------------------------------------------------------------------------------


def test_facts_about_a_person_are_kept_and_changed() -> None:
    t = announced(8)
    do(t, sell(t, Buyer("Anna Berger", "FF Ettendorf", ["women"]), AT))
    do(t, sell(t, Buyer("Anna Berger"), AT))
    person = t.entries.find("Anna Berger")
    assert (person.club, person.groups) == ("FF Ettendorf", ("women",))
    do(t, register(t, Buyer("Anna Berger", "", [], "Die Anna"), AT, "Anna Bauer"))
    person = t.entries.find("Anna Bauer")
    assert (person.id, person.club, person.groups, person.display) == (1, None, (), "Die Anna")
    assert t.public_names == {1: "Die Anna"}
    with pytest.raises(TournamentError, match=r"nobody is called 'Anna Bauerr'; did you mean"):
        t.entries.find("Anna Bauerr")
    do(t, sell(t, Buyer("Bert"), AT))
    with pytest.raises(TournamentError, match="somebody is called Anna Bauer already"):
        register(t, Buyer("Bert"), AT, "ANNA bauer")
    with pytest.raises(TournamentError, match="is what Anna Bauer is called in public"):
        register(t, Buyer("Bert", display="Die Anna"), AT)


@pytest.mark.parametrize("name", ["", "   ", "x" * 61, "tab\tand\x07bell", "17", "\u202eevil"])
def test_what_is_no_name(name: str) -> None:
    t = announced(8)
    with pytest.raises(TournamentError, match="is no name"):
        sell(t, Buyer(name), AT)


NAME = st.text("ABCab äö", min_size=1, max_size=8).map(lambda s: " ".join(s.split())).filter(bool)


@given(st.lists(NAME, unique_by=str.casefold, max_size=12))
def test_public_names_tell_persons_apart(names: list[str]) -> None:
    people = dict(enumerate(names, start=1))
    shown = public_names(people, {}, "short")
    assert shown.keys() == people.keys()
    assert len(set(shown.values())) == len(names)
    numbers = public_names(people, {1: "X"} if people else {}, "number")
    assert len(set(numbers.values())) == len(names)
    assert public_names(people, {}, "full") == people


def test_short_names() -> None:
    people = {1: "Anna Berger", 2: "Anna Bergmann", 3: "Hans", 4: "Hans Maria Huber"}
    shown = public_names(people, {3: "Hansl"}, "short")
    assert shown == {1: "Anna Berge.", 2: "Anna Bergm.", 3: "Hansl", 4: "Hans Maria H."}


@pytest.mark.parametrize(
    ("name", "short"),
    [
        ("Anna Berger jun.", "Anna B. jun."),
        ("Anna Berger (2)", "Anna B. (2)"),
        ("Josef Huber d. Ä.", "Josef H. d. Ä."),
        ("Dr. Anna Berger, MSc", "Dr. Anna B."),
        ("Anna jun.", "Anna jun."),
    ],
)
def test_a_last_name_is_not_given_away_by_what_follows_it(name: str, short: str) -> None:
    assert public_names({1: name}, {}, "short") == {1: short}


# ---- announcing ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        ({"cards": 24}, "24 cards cannot be issued"),
        ({"rules": "shrap"}, "did you mean sharp"),
        ({"name": ""}, "is no name"),
        ({"max_per_person": 0}, "cards a person may hold: 0 cannot be; it must be from 1"),
        ({"price": -1}, "price of a card: -0.01 cannot be"),
        ({"prizes": 0}, "number of prizes: 0 cannot be"),
        ({"boards": 1000}, "boards: 1000 cannot be"),
        ({"rebuy_until": 33}, "cards bought again: 33 cannot be"),
        ({"danish": Danish(0, 8)}, "the Danish stage has 0 rounds"),
        ({"danish": Danish(3, 6)}, "so many cards cannot qualify: 6"),
        ({"danish": Danish(3, 128)}, "so many cards cannot qualify: 128"),
        ({"danish": Danish(3, 8, ())}, "one key at least"),
        ({"danish": Danish(3, 8, ("wins", "wins"))}, "each only once"),
        ({"lists": (PrizeList("women", 0),)}, "the list for women"),
        ({"lists": (PrizeList("women", 1), PrizeList("women", 2))}, "the list for women"),
    ],
)
def test_announcements_that_cannot_be(changed: dict[str, object], reason: str) -> None:
    with pytest.raises(BummerlError, match=reason):
        announce(settings(**changed), SECRET, AT)  # type: ignore[arg-type]


def test_rules_are_kept_in_canonical_form() -> None:
    t = announced(8, rules="66( match=3 , deck=20)")
    assert t.settings.rules == "66(deck=20,match=3)"
    assert t.rules.match == 3


# ---- money ---------------------------------------------------------------------------------


@given(st.integers(0, 99_999_999))
def test_money_is_read_as_it_is_written(amount: int) -> None:
    assert parse_money(format_money(amount)) == amount
    assert parse_money(format_money(amount, ",")) == amount


@pytest.mark.parametrize("text", ["", "five", "1.234", "-3", "1,2,3", "١٠"])
def test_what_is_no_amount(text: str) -> None:
    with pytest.raises(TournamentError, match="is no amount of money"):
        parse_money(text)


# ---- advice --------------------------------------------------------------------------------


def test_the_desk_is_told_what_to_do_next() -> None:
    t = announced(16)
    assert (advice(t).kind, str(advice(t).text)) == ("sell", "Publish the hash, then sell cards.")
    do(t, sell(t, Buyer("Anna"), AT, cards=6))
    assert advice(t).kind == "sell"
    assert "6 of 16 cards are sold, fewer than half: issue 8 cards" in str(advice(t).text)
    do(t, sell(t, Buyer("Bert"), AT, cards=2))
    assert "all would have a bye: issue 8 cards" in str(advice(t).text)
    do(t, sell(t, Buyer("Cara"), AT, cards=4))
    assert (advice(t).kind, "4 byes so far" in str(advice(t).text)) == ("draw", True)
    drawn(t)
    assert advice(t).kind == "results"
    assert f"open: {len(t.open_matches())}" in str(advice(t).text)
    play_round(t, random.Random(1))
    assert advice(t).kind == "draw"
    t = played(t)
    assert advice(t).kind == "over"


def test_the_log_is_told_in_full() -> None:
    from bummerl.tournament.story import story

    t = played(sold(8, [("Anna", 4), ("Bert", 4)], price=250))
    told = [(type(entry.event), str(entry.text)) for entry in story(t)]
    assert len(told) == t.seq
    assert told[0][1].startswith("announced: Cup, 8 cards, rules tournament; hash ")
    assert told[1:3] == [
        (Registered, "new person: Anna"),
        (Sold, "sold to Anna: 1, 2, 3, 4, 10.00 €"),
    ]
    assert Tournament.replay(t.history) == t


def test_drawing_needs_cards() -> None:
    with pytest.raises(TournamentError, match="cards sold: 0; a tournament needs 4"):
        draw(announced(8), "w", AT)
    with pytest.raises(TournamentError, match="0 of 64 cards are sold, fewer than half: issue 8"):
        draw(announced(64), "w", AT)


def test_clubs_and_groups_are_spelled_one_way() -> None:
    t = announced(8, lists=(PrizeList("Damen", 1),))
    do(t, sell(t, Buyer("Anna", "FF Krems", ["damen", "DAMEN"]), AT))
    do(t, sell(t, Buyer("Bert", "ff  krems", ["Gast"]), AT))
    do(t, sell(t, Buyer("Cara", groups=["gast"]), AT))
    persons = [t.entries.persons[n] for n in (1, 2, 3)]
    assert [p.club for p in persons] == ["FF Krems", "FF Krems", None]
    assert [p.groups for p in persons] == [("Damen",), ("Gast",), ("Gast",)]


def test_an_unknown_name_among_many() -> None:
    t = sold(32, named(*[1] * 20))
    with pytest.raises(TournamentError, match="nobody is called 'Xaver'; see the list of all"):
        t.entries.find("Xaver")
    with pytest.raises(TournamentError, match=r"did you mean P1 Q1\?"):
        t.entries.find("P1 Q")

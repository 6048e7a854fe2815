"""Places and prizes: who plays for what, who gets what (TOUR-6, 8, 9)."""

from __future__ import annotations

import pytest

from bummerl.tournament.desk import withdraw
from bummerl.tournament.events import Drawn, PrizeList
from bummerl.tournament.sale import Buyer, register
from bummerl.tournament.state import Tournament
from tournament.hall import AT, do, named, played, sold, win


def lots(t: Tournament, *matches: str) -> Tournament:
    """The next round as a test wants it: pairs like ``1-2``; a card alone has a bye."""
    left = [int(match.partition("-")[0]) for match in matches]
    right = [int(other) if (other := match.partition("-")[2]) else None for match in matches]
    do(t, [Drawn(at=0, size=2 * len(matches), left=tuple(left), right=tuple(right))])
    return t


def eight(**more: object) -> Tournament:
    """Eight persons; 1, 3, 5, 7 win the quarter-finals, 1 and 5 the semi-finals."""
    t = lots(sold(8, named(*[1] * 8), **more), "1-2", "3-4", "5-6", "7-8")
    for match, winner in enumerate((1, 3, 5, 7), start=1):
        win(t, f"1-{match}", winner)
    lots(t, "1-3", "7-5")
    return t


def order(t: Tournament) -> list[tuple[int, ...]]:
    return [place.cards for place in t.places()]


@pytest.mark.rule("TOUR-8")
def test_eight_places_are_played_out() -> None:
    t = eight()
    # 2 lost to 1, 4 to 3, and 1 meets 3; 6 lost to 5, 8 to 7, and 7 meets 5
    assert {m.id: set(m.cards) for m in t.place_matches.values()} == {
        "p5a": {2, 4},
        "p5b": {6, 8},
    }
    win(win(t, "p5a", 4), "p5b", 6)
    assert {m.id: set(m.cards) for m in t.place_matches.values() if m.outcome is None} == {
        "p5": {4, 6},
        "p7": {2, 8},
    }
    assert "p3" not in t.place_matches
    win(win(t, "2-1", 1), "2-2", 5)
    assert "p3" not in t.place_matches
    lots(t, "1-5")
    assert set(t.place_matches["p3"].cards) == {3, 7}
    assert not t.over
    win(win(win(win(t, "p3", 7), "p7", 8), "p5", 6), "3-1", 5)
    assert t.over
    assert order(t) == [(5,), (1,), (7,), (3,), (6,), (4,), (8,), (2,)]


def test_places_are_shared_until_they_are_decided() -> None:
    t = eight()
    shares = [(place.first, place.last) for place in t.places()]
    assert shares == [(1, 4), (5, 8)]
    win(win(t, "p5a", 4), "p5b", 6)
    win(t, "p5", 4)
    told = [(place.first, place.last, place.cards) for place in t.places()[1:]]
    assert told == [(5, 5, (4,)), (6, 6, (6,)), (7, 8, (2, 8))]
    prizes = t.prizes()
    assert [prize.card for prize in prizes] == [None, None, None, None, 4, 6, None, None]
    assert [prize.place for prize in prizes] == [1, 1, 1, 1, 5, 6, 7, 7]


def test_without_matches_for_places_the_conqueror_decides() -> None:
    t = eight(third_place=False, places_5_8=False)
    win(win(t, "2-1", 1), "2-2", 5)
    lots(t, "5-1")
    win(t, "3-1", 1)
    assert not t.place_matches
    assert t.over
    # 3 lost to the champion, 7 to the second; then those who lost to 1, 5, 3, 7
    assert order(t) == [(1,), (5,), (3,), (7,), (2,), (6,), (4,), (8,)]


def test_only_places_with_prizes_are_played_out() -> None:
    assert not eight(prizes=4).place_matches
    t = eight(prizes=2)
    win(win(t, "2-1", 1), "2-2", 5)
    lots(t, "5-1")
    assert not t.place_matches


@pytest.mark.rule("TOUR-8")
def test_byes_leave_fewer_places_without_gaps() -> None:
    # five cards: three byes, so one loser of a quarter-final, who is fifth without play
    t = lots(sold(8, named(1, 1, 1, 1, 1)), "1-2", "3", "4", "5")
    win(t, "1-1", 1)
    lots(t, "1-3", "4-5")
    assert not t.place_matches
    win(win(t, "2-1", 1), "2-2", 4)
    lots(t, "1-4")
    win(win(t, "3-1", 1), "p3", 3)
    assert t.over
    assert order(t) == [(1,), (4,), (3,), (5,), (2,)]
    assert [prize.unawarded for prize in t.prizes()] == [False] * 5 + [True] * 3


def test_two_losers_of_quarter_finals_in_one_pair_play_once() -> None:
    t = lots(sold(8, named(*[1] * 6)), "1-2", "3-4", "5", "6")
    win(win(t, "1-1", 1), "1-2", 3)
    lots(t, "1-3", "5-6")
    assert set(t.place_matches["p5a"].cards) == {2, 4}
    win(t, "p5a", 4)
    assert set(t.place_matches) == {"p5a"}
    win(win(t, "2-1", 1), "2-2", 5)
    lots(t, "1-5")
    win(win(t, "p3", 3), "3-1", 1)
    assert t.over
    assert order(t) == [(1,), (5,), (3,), (6,), (4,), (2,)]


def test_three_losers_of_quarter_finals() -> None:
    t = lots(sold(8, named(*[1] * 7)), "1-2", "3-4", "5-6", "7")
    for match, winner in enumerate((1, 3, 5), start=1):
        win(t, f"1-{match}", winner)
    lots(t, "1-3", "5-7")
    win(t, "p5a", 2)
    assert set(t.place_matches["p5"].cards) == {2, 6}
    win(t, "p5", 6)
    win(win(t, "2-1", 1), "2-2", 5)
    lots(t, "1-5")
    win(win(t, "p3", 3), "3-1", 1)
    assert order(t) == [(1,), (5,), (3,), (7,), (6,), (2,), (4,)]


@pytest.mark.rule("TOUR-6", "TOUR-8")
def test_whoever_holds_both_cards_of_a_match_takes_both_prizes() -> None:
    t = sold(8, named(7, 1))
    lots(t, "1-8", "2-3", "4-5", "6-7")
    assert [m.outcome is None for m in t.matches()] == [True, False, False, False]
    assert all(m.outcome.how == "self" for m in t.matches() if m.outcome)
    win(t, "1-1", 1)
    # everything else is between cards of one person and needs no play
    lots(t, "1-2", "4-6")
    assert [match.id for match in t.open_matches()] == ["p5a"]
    win(t, "p5a", 8)
    win(t, "p5", 8)
    lots(t, "1-4")
    assert t.over
    assert [t.person_id(prize.card or 0) for prize in t.prizes()] == [1, 1, 1, 1, 2, 1, 1, 1]


# ---- prizes --------------------------------------------------------------------------------


def final_order(sales: list[tuple[str, int]], wanted: list[int], **more: object) -> Tournament:
    """A tournament of eight cards that ends in this order of cards."""
    t = sold(8, sales, **more)
    first, second, third, fourth, fifth, sixth, seventh, eighth = wanted
    lots(t, f"{first}-{fifth}", f"{third}-{seventh}", f"{second}-{sixth}", f"{fourth}-{eighth}")
    ahead = {card: place for place, card in enumerate(wanted)}
    for match in t.open_matches():
        win(t, match.id, min(match.cards, key=ahead.__getitem__))
    lots(t, f"{first}-{third}", f"{second}-{fourth}")
    while not t.over:
        if not t.open_matches():
            lots(t, f"{first}-{second}")
        for match in t.open_matches():
            win(t, match.id, min(match.cards, key=ahead.__getitem__))
            break
    assert [place.cards[0] for place in t.places()] == wanted
    return t


SALES = [("Anna A", 2), ("Bert B", 2), ("Cara C", 2), ("Dora D", 1), ("Emil E", 1)]
"""Anna has 1 and 2, Bert 3 and 4, Cara 5 and 6, Dora 7, Emil 8."""
ORDER = [1, 3, 2, 5, 7, 4, 6, 8]


@pytest.mark.rule("TOUR-9")
def test_prizes_by_card() -> None:
    t = final_order(SALES, ORDER)
    assert [prize.card for prize in t.prizes()] == ORDER


@pytest.mark.rule("TOUR-9")
def test_one_prize_each_strikes_lower_ones_and_moves_up() -> None:
    t = final_order(SALES, ORDER, one_prize_each=True)
    prizes = t.prizes()
    # Anna's 2, Bert's 4 and Cara's 6 are struck; the last three prizes have nobody
    assert [prize.card for prize in prizes] == [1, 3, 5, 7, 8, None, None, None]
    assert [prize.place for prize in prizes[:5]] == [1, 2, 4, 5, 8]
    assert [prize.unawarded for prize in prizes] == [False] * 5 + [True] * 3


@pytest.mark.rule("TOUR-9")
def test_cards_behind_the_last_prize_do_not_move_up() -> None:
    t = final_order(SALES, ORDER, one_prize_each=True, prizes=4, places_5_8=True)
    assert [prize.card for prize in t.prizes()] == [1, 3, 5, None]


def test_one_prize_each_waits_for_what_a_person_can_still_win() -> None:
    t = sold(8, SALES, one_prize_each=True)
    lots(t, "1-2", "3-5", "4-7", "6-8")
    # Anna's 2 has lost to her own 1, which can still win everything
    for match, winner in (("1-2", 3), ("1-3", 4), ("1-4", 8)):
        win(t, match, winner)
    lots(t, "1-3", "4-8")
    for pair in list(t.place_matches.values()):
        win(t, pair.id, pair.a)
    win(t, "p5", t.place_matches["p5"].a)
    decided = [prize.card for prize in t.prizes() if prize.card is not None]
    assert not set(decided) & set(t.entries.cards_of(t.person_id(1)))


@pytest.mark.parametrize("apart", [False, True])
def test_lists_of_their_own(apart: bool) -> None:
    lists = (PrizeList("women", 2, apart, ("flowers",)), PrizeList("youth", 1))
    t = sold(8, SALES, lists=lists, prizes=3)
    for name, group in (("Anna A", "women"), ("Dora D", "women"), ("Emil E", "youth")):
        do(t, register(t, Buyer(name, groups=[group]), AT))
    lots(t, "1-2", "3-4", "5-7", "6-8")
    for match, winner in (("1-3", 7), ("1-4", 8)):
        win(t, match, winner)
    lots(t, "1-3", "7-8")
    win(win(t, "2-1", 1), "2-2", 8)
    lots(t, "1-8")
    win(win(t, "3-1", 1), "p3", 3)
    assert t.over
    by_list = {
        group: [prize.card for prize in t.prizes() if prize.list == group]
        for group in (None, "women", "youth")
    }
    # places: 1 Anna, 8 Emil, 3 Bert, 7 Dora; then who lost to them
    assert by_list["women"] == [1, 7]
    assert by_list["youth"] == [8]
    assert by_list[None] == ([8, 3, 6] if apart else [1, 8, 3])
    assert next(p for p in t.prizes() if p.list == "women").name == "flowers"


def test_club_prize_counts_players_not_cards() -> None:
    t = sold(8, [("Anna A", 5), ("Bert B", 1), ("Cara C", 1), ("Dora D", 1)], club_prize="barrel")
    for name, club in (("Anna A", "FF"), ("Bert B", "ESV"), ("Cara C", "ESV")):
        do(t, register(t, Buyer(name, club=club), AT))
    found = t.club_prize()
    assert found is not None
    assert (found.name, found.clubs, found.players) == ("barrel", ("ESV",), 2)
    do(t, register(t, Buyer("Dora D", club="FF"), AT))
    level = t.club_prize()
    assert level is not None
    assert level.clubs == ("ESV", "FF")


def test_a_withdrawn_finalist_keeps_the_second_place() -> None:
    t = eight(places_5_8=False)
    win(win(t, "2-1", 1), "2-2", 5)
    do(t, withdraw(t, [5], AT, "last train"))
    lots(t, "1-5")
    assert t.final_played
    win(t, "p3", 3)
    assert [place.cards[0] for place in t.places()][:4] == [1, 5, 3, 7]


def test_twelve_prizes_of_sixteen_cards() -> None:
    t = played(sold(16, named(*[1] * 16), prizes=12))
    prizes = [prize.card for prize in t.prizes()]
    assert None not in prizes
    assert len(set(prizes)) == 12
    # 9 lost to the champion in round 1, 10 to the second
    first = {m.outcome.winner: m.outcome.loser for m in t.knockout[0].matches if m.outcome}
    assert prizes[8:] == [first[card] for card in prizes[:4] if card is not None]

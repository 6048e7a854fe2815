"""Whole tournaments of any sales: fates of cards, wins of the champion, replay, prizes, boards."""

from __future__ import annotations

import random
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bummerl.errors import TournamentError
from bummerl.tournament.cash import cash
from bummerl.tournament.checking import check_draws
from bummerl.tournament.desk import bring_back, clear, correct, delay, withdraw
from bummerl.tournament.drawing import draw
from bummerl.tournament.events import Cleared, PrizeList, Resulted, decode, encode
from bummerl.tournament.sale import Buyer, sell
from bummerl.tournament.state import Tournament
from tournament.hall import AT, announced, do, named, played, sold, win


@st.composite
def halls(draw_: st.DrawFn) -> Tournament:
    """A tournament before its first draw, with any sales and boards."""
    size = draw_(st.sampled_from([8, 16, 32]))
    t = announced(
        size,
        price=draw_(st.integers(0, 1000)),
        boards=draw_(st.integers(0, 5)),
        prizes=draw_(st.integers(1, 12)),
        one_prize_each=draw_(st.booleans()),
        third_place=draw_(st.booleans()),
        places_5_8=draw_(st.booleans()),
        rebuy_until=draw_(st.sampled_from([0, 0, 2, 3])),
        lists=(PrizeList("women", 2, apart=draw_(st.booleans())),),
    )
    wanted = draw_(st.integers(size // 2, size))
    while (left := wanted - len(t.entries.cards)) > 0:
        name = f"P{draw_(st.integers(1, 7))} Q"
        groups = ["women"] if draw_(st.booleans()) else None
        count = draw_(st.integers(1, left))
        do(t, sell(t, Buyer(name, groups=groups), AT, cards=count))
    return t


def play_with_incidents(t: Tournament, rng: random.Random) -> None:
    """To the end, with corrections, withdrawals, delays and cards bought again on the way."""
    while not t.over:
        left = t.open_matches()
        if not left:
            if t.may_rebuy:
                buy_again(t, rng)
            do(t, draw(t, f"w{t.seq}", AT))
            continue
        no_double_booking(t)
        match = next((m for m in left if m.board is not None), rng.choice(left))
        chance = rng.random()
        if chance < 0.05 and len(t.alive()) > 1:
            card = rng.choice(match.cards)
            if card in t.alive() and card not in t.withdrawn:
                do(t, withdraw(t, [card], AT))
        elif chance < 0.08 and t.withdrawn:
            with suppress(TournamentError):
                do(t, bring_back(t, [rng.choice(sorted(t.withdrawn))], AT))
        elif chance < 0.1:
            do(t, delay(t, match.id, AT))
        else:
            n = t.rules.match
            win(t, match.id, rng.choice(match.cards), score=(n, rng.randrange(n)))
            if chance > 0.9 and t.match(match.id) in t.matches():
                again = t.match(match.id)
                assert again is not None
                do(t, correct(t, match.id, rng.choice(again.cards), AT))
            elif chance > 0.85:
                with suppress(TournamentError):  # what followed from it has a result
                    do(t, clear(t, match.id, AT, "mistyped"))


def buy_again(t: Tournament, rng: random.Random) -> None:
    alive = set(t.alive())
    for person in list(t.entries.persons.values()):
        cards = t.entries.cards_of(person.id)
        lost = [card for card in cards if card not in alive]
        again = [card for card in cards if t.entries.cards[card].again]
        if len(lost) > len(again) and rng.random() < 0.3:
            do(t, sell(t, Buyer(person.name), AT))


def no_double_booking(t: Tournament) -> None:
    at_boards = [m for m in t.matches() if m.board is not None]
    assert all(m.outcome is None for m in at_boards)
    persons = [person for m in at_boards for person in {t.person_id(c) for c in m.cards}]
    assert len(persons) == len(set(persons)), "somebody sits at two boards"
    taken = [m.board for m in at_boards]
    assert len(taken) == len(set(taken)), "two matches at one board"
    if t.settings.boards:
        assert len(taken) <= t.settings.boards
        assert all(board is not None and 1 <= board <= t.settings.boards for board in taken)
    # nobody waits while a board is free and both persons are
    if not t.settings.boards or len(taken) < t.settings.boards:
        assert all(t.match_state(m) != "ready" for m in t.open_matches())


@pytest.mark.rule("TOUR-1", "TOUR-5", "TOUR-6", "TOUR-7", "TOUR-8", "TOUR-11")
@settings(max_examples=120)
@given(halls(), st.integers(0, 10**6))
def test_any_tournament(t: Tournament, seed: int) -> None:
    play_with_incidents(t, random.Random(seed))
    every_card_has_one_fate(t)
    no_result_is_lost(t)
    the_champion_has_won_every_round(t)
    places_are_a_full_order(t)
    prizes_add_up(t)
    the_till_is_right(t)
    # the log gives the same state, also after it went through JSON
    again = Tournament.replay([decode(encode(event)) for event in t.history])
    assert again == t
    assert all(verdict.ok is not False for verdict in check_draws(t))


def every_card_has_one_fate(t: Tournament) -> None:
    """Every card sold loses once, or is the champion; between, it is in every round once."""
    first: dict[int, int] = {}
    lost: dict[int, int] = {}
    for round_ in t.knockout:
        cards = list(round_.cards)
        assert len(cards) == len(set(cards))
        for card in cards:
            assert card not in lost, f"card {card} plays on after its defeat"
            first.setdefault(card, round_.number)
        for match in round_.matches:
            assert match.outcome is not None
            assert {match.outcome.winner, match.outcome.loser} == {match.a, match.b}
            assert match.outcome.loser not in lost
            lost[match.outcome.loser] = round_.number
    assert first.keys() == t.entries.cards.keys()
    assert len(lost) == len(first) - 1
    for card, begin in first.items():
        end = lost.get(card, len(t.knockout))
        present = [r.number for r in t.knockout if card in set(r.cards)]
        assert present == list(range(begin, end + 1))
        assert begin == 1 or t.entries.cards[card].again


def no_result_is_lost(t: Tournament) -> None:
    """What was entered last, and not taken back, stands."""
    entered: dict[str, Resulted] = {}
    for event in t.history:
        if isinstance(event, Resulted):
            entered[event.match] = event
        elif isinstance(event, Cleared):
            del entered[event.match]
    for event in entered.values():
        match = t.match(event.match)
        assert match is not None
        assert match.outcome is not None
        assert (match.outcome.winner, match.outcome.how) == (event.winner, event.how)


def the_champion_has_won_every_round(t: Tournament) -> None:
    champion = t.places()[0].cards[0]
    begin = next(r.number for r in t.knockout if champion in set(r.cards))
    for round_ in t.knockout[begin - 1 :]:
        won = [m for m in round_.matches if m.outcome and m.outcome.winner == champion]
        assert len(won) + round_.byes.count(champion) == 1
    if not t.settings.rebuy_until:
        assert 2 ** len(t.knockout) == t.settings.cards
        assert [r.size for r in t.knockout] == [
            t.settings.cards >> n for n in range(len(t.knockout))
        ]


def places_are_a_full_order(t: Tournament) -> None:
    found = t.places()
    assert all(place.decided for place in found)
    assert [place.first for place in found] == list(range(1, len(t.entries.cards) + 1))
    assert {card for place in found for card in place.cards} == set(t.entries.cards)
    final = t.knockout[-1].matches[0].outcome
    assert final is not None
    assert [place.cards[0] for place in found[:2]] == [final.winner, final.loser]
    # nobody who lost in a round before stands in front of somebody who lost later
    out = {m.outcome.loser: r.number for r in t.knockout for m in r.matches if m.outcome}
    order = [out.get(place.cards[0], 99) for place in found]
    assert order == sorted(order, reverse=True)


def prizes_add_up(t: Tournament) -> None:
    found = t.prizes()
    main = [p for p in found if p.list is None]
    assert [p.number for p in main] == list(range(1, t.settings.prizes + 1))
    assert [p.number for p in found if p.list == "women"] == [1, 2]
    given = [p for p in found if p.card is not None]
    assert all((p.card is None) == p.unawarded for p in found)
    for group in (None, "women"):
        cards = [p.card for p in given if p.list == group]
        assert len(cards) == len(set(cards))
        places = [p.place for p in given if p.list == group]
        assert places == sorted(places, key=lambda place: place or 0)
    persons = [t.person_id(p.card) for p in given if p.card is not None]
    if t.settings.one_prize_each:
        assert len(persons) == len(set(persons))
    for p in given:
        assert p.card is not None
        woman = "women" in t.entries.person_of(p.card).groups
        assert woman or p.list is None
        assert not (woman and p.list is None and t.settings.lists[0].apart)


def the_till_is_right(t: Tournament) -> None:
    assert cash(t).total == sum(card.price for card in t.entries.cards.values())


@pytest.mark.parametrize("cards", [8, 16, 32, 64, 128, 256, 512, 1024])
def test_every_size(cards: int) -> None:
    t = played(sold(cards, named(*[4] * (cards // 4))))
    assert len(t.knockout) == cards.bit_length() - 1
    assert t.places()[0].decided
    assert len(t.places()) == cards


@pytest.mark.rule("TOUR-5")
def test_boards_are_used_until_the_end_of_a_round() -> None:
    """Who owes the most comes first, so that a round is no longer than it must be."""
    t = sold(16, named(6, *[1] * 10), boards=8)
    do(t, draw(t, "w", AT))
    rounds = 0
    while t.open_matches():
        rounds += 1
        for match in [m for m in t.open_matches() if m.board is not None]:
            win(t, match.id, match.a)
    assert rounds == 6  # the six matches of the first person, and nothing after them

"""The qualifying stage in the Danish system."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bummerl.errors import TournamentError
from bummerl.tournament.danish import pairing, ranking
from bummerl.tournament.desk import correct, result, withdraw
from bummerl.tournament.drawing import draw, undraw
from bummerl.tournament.events import Danish
from bummerl.tournament.rounds import Match, Outcome, Round
from bummerl.tournament.sale import Buyer, sell
from bummerl.tournament.state import Tournament
from tournament.hall import AT, do, drawn, named, play_round, played, sold, win


def stage(*counts: int, rounds: int = 3, qualifiers: int = 4, **more: object) -> Tournament:
    return sold(16, named(*counts), danish=Danish(rounds, qualifiers), **more)


def danish_round(number: int, *matches: tuple[int, int, int, int], bye: int | None = None) -> Round:
    """Matches as winner, loser and their Bummerls."""
    played_ = [
        Match(f"d{number}-{place}", w, lo, Outcome(w, lo, score=(a, b)))
        for place, (w, lo, a, b) in enumerate(matches, start=1)
    ]
    return Round("danish", number, 2 * len(matches), played_, () if bye is None else (bye,))


def test_ranking_by_each_key() -> None:
    rounds = [
        danish_round(1, (1, 2, 2, 1), (3, 4, 2, 0), bye=5),
        danish_round(2, (3, 1, 2, 1), (5, 4, 2, 0), bye=2),
    ]
    records = {r.card: r for r in ranking(rounds, ("wins",), 2, ())}
    assert {card: r.wins for card, r in records.items()} == {1: 1, 2: 1, 3: 2, 4: 0, 5: 2}
    assert {card: r.difference for card, r in records.items()} == {1: 0, 2: 1, 3: 3, 4: -4, 5: 4}
    assert {card: r.bummerls for card, r in records.items()} == {1: 3, 2: 3, 3: 4, 4: 0, 5: 4}
    # 1 met 2 and 3; 2 met 1; 3 met 4 and 1; 4 met 3 and 5; 5 met 4
    assert {card: r.opponents for card, r in records.items()} == {1: 3, 2: 1, 3: 1, 4: 4, 5: 0}

    def order(*keys: str) -> list[int]:
        return [r.card for r in ranking(rounds, keys, 2, ())]  # type: ignore[arg-type]

    assert order("wins", "difference") == [5, 3, 2, 1, 4]
    assert order("wins", "opponents") == [3, 5, 1, 2, 4]
    assert order("wins", "bummerls") == [3, 5, 1, 2, 4]  # then the lot: 1 2 3 4 5
    assert order("opponents") == [4, 1, 2, 3, 5]
    assert [r.card for r in ranking(rounds, ("wins",), 2, {3})] == [5, 1, 2, 4, 3]


def test_first_meets_second_and_repeats_are_allowed() -> None:
    t = drawn(stage(*[1] * 6))
    for number in (1, 2, 3):
        assert t.current is not None
        assert [m.id for m in t.current.matches] == [f"d{number}-{n}" for n in (1, 2, 3)]
        for match in list(t.open_matches()):
            win(t, match.id, min(match.cards), score=(2, 0))
        if number < 3:
            order = [record.card for record in t.ranking()]
            do(t, draw(t, None, AT))
            assert t.current is not None
            expected = [tuple(order[at : at + 2]) for at in (0, 2, 4)]
            assert [match.cards for match in t.current.matches] == expected
    best = [record.card for record in t.ranking()][:4]
    with pytest.raises(TournamentError, match="call out a word"):
        draw(t, None, AT)
    drawn(t)
    assert t.current is not None
    assert t.current.stage == "knockout"
    assert t.current.size == 4
    assert sorted(t.current.cards) == sorted(best)
    assert set(t.alive()) == set(best)
    with pytest.raises(TournamentError, match="cannot be changed any more"):
        correct(t, "d3-1", 1, AT, score=(2, 0))


def test_byes_go_round_from_the_bottom() -> None:
    t = drawn(stage(*[1] * 5, rounds=5))
    byes = []
    for _ in range(5):
        assert t.current is not None
        byes.append(t.current.byes[0])
        play_round(t, random.Random(4))
        if len(byes) < 5:
            do(t, draw(t, None, AT))
    assert sorted(byes) == [1, 2, 3, 4, 5]
    assert all(record.byes == 1 for record in t.ranking())


@given(st.lists(st.integers(1, 5), min_size=2, max_size=14), st.randoms())
def test_everybody_plays_once_and_nobody_himself_without_need(
    counts: list[int], rng: random.Random
) -> None:
    owner: dict[int, int] = {}
    for person, count in enumerate(counts):
        for _ in range(count):
            owner[len(owner) + 1] = person
    order = list(owner)
    rng.shuffle(order)
    found = pairing(order, {}, lambda a, b: owner[a] == owner[b])
    cards = [c for pair in found.pairs for c in pair] + ([found.bye] if found.bye else [])
    assert sorted(cards) == sorted(order)
    assert (found.bye is not None) == (len(order) % 2 == 1)
    assert found.bye in (None, order[-1])
    paired = [owner[c] for pair in found.pairs for c in pair]
    most = max((paired.count(person) for person in set(paired)), default=0)
    own = sum(owner[a] == owner[b] for a, b in found.pairs)
    # whoever holds more than half of the paired cards must meet himself, nobody else must
    assert own == max(0, most - len(found.pairs))


def test_distinct_persons_are_paired_strictly_in_order() -> None:
    found = pairing([5, 3, 1, 4, 2], {2: 1}, lambda a, b: False)
    assert found.pairs == ((5, 3), (1, 2))
    assert found.bye == 4


def test_scores_are_needed_where_they_rank() -> None:
    t = drawn(stage(*[1] * 6))
    with pytest.raises(TournamentError, match="needs its score in Bummerls"):
        result(t, "d1-1", t.open_matches()[0].a, AT)
    win(t, "d1-1", t.open_matches()[0].a, how="forfeit")
    plain = drawn(sold(16, named(*[1] * 6), danish=Danish(1, 4, ("wins",))))
    win(plain, "d1-1", plain.open_matches()[0].a)


def test_withdrawn_cards_are_not_paired_any_more() -> None:
    t = play_round(drawn(stage(*[1] * 7)), random.Random(1))
    do(t, withdraw(t, [1, 2], AT))
    do(t, draw(t, None, AT))
    assert t.current is not None
    assert sorted(t.current.cards) == [3, 4, 5, 6, 7]
    assert {record.card for record in t.ranking()[-2:]} == {1, 2}


def test_too_few_for_the_qualifiers() -> None:
    t = stage(1, 1, 1, qualifiers=4)
    with pytest.raises(TournamentError, match="cards sold: 3, but 4 shall qualify"):
        draw(t, "w", AT)


def test_a_void_danish_round() -> None:
    t = play_round(drawn(stage(*[1] * 6)), random.Random(1))
    do(t, draw(t, None, AT))
    do(t, undraw(t, "a result was wrong", AT))
    assert len(t.danish) == 1
    assert t.draws[0].void is None
    do(t, correct(t, "d1-1", t.danish[0].matches[0].b, AT, score=(2, 1)))
    do(t, draw(t, None, AT))
    assert Tournament.replay(t.history) == t


def test_a_whole_tournament_with_persons_of_several_cards() -> None:
    t = played(stage(4, 4, 3, 2, 1, rounds=4, qualifiers=8))
    assert [r.stage for r in t.rounds] == ["danish"] * 4 + ["knockout"] * 3
    assert len(t.places()) == 8
    assert all(place.decided for place in t.places())
    assert Tournament.replay(t.history) == t


@settings(max_examples=40)
@given(
    st.lists(st.integers(1, 4), min_size=4, max_size=9).filter(lambda c: 4 <= sum(c) <= 16),
    st.integers(1, 9),
    st.sampled_from([2, 4]),
    st.integers(0, 999),
)
def test_any_danish_stage(counts: list[int], rounds: int, qualifiers: int, seed: int) -> None:
    t = played(stage(*counts, rounds=rounds, qualifiers=qualifiers), seed)
    cards = set(t.entries.cards)
    assert len(t.danish) == rounds
    byes: list[int] = []
    for round_ in t.danish:
        assert sorted(round_.cards) == sorted(cards)
        assert len(round_.byes) == len(cards) % 2
        byes += round_.byes
    times = [byes.count(card) for card in cards]
    assert max(times) - min(times) <= 1
    best = {record.card for record in t.ranking()[:qualifiers]}
    assert set(t.knockout[0].cards) == best
    assert [place.decided for place in t.places()] == [True] * qualifiers
    assert Tournament.replay(t.history) == t


def test_what_did_not_qualify_cannot_be_bought_again() -> None:
    t = stage(*[1] * 8, rounds=1, qualifiers=4, rebuy_until=2)
    play_round(drawn(t), random.Random(1))
    drawn(t)
    for match in t.open_matches():
        win(t, match.id, match.a)
    loser = t.knockout[0].matches[0].b
    out = next(card for card in t.entries.cards if card not in set(t.knockout[0].cards))
    with pytest.raises(TournamentError, match="only lost cards can be bought again"):
        sell(t, Buyer(t.entries.person_of(out).name), AT)
    do(t, sell(t, Buyer(t.entries.person_of(loser).name), AT))
    assert len(t.entering()) == 3

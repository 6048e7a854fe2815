"""Draws: reproducible, equal to a second implementation, nobody against himself without need."""

from __future__ import annotations

import random
from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bummerl.errors import TournamentError
from bummerl.tournament.checking import check_draws
from bummerl.tournament.desk import result, withdraw
from bummerl.tournament.draw import (
    Chance,
    Holder,
    Lots,
    check_lots,
    commitment_of,
    draw_lots,
    lots_of,
)
from bummerl.tournament.drawing import draw, draw_by_hand, undraw
from bummerl.tournament.events import Drawn
from bummerl.tournament.sale import Buyer, sell, unsell
from bummerl.tournament.state import Tournament
from tournament.draw_reference import Reference, hash_before, shuffle, two_pots
from tournament.hall import (
    AT,
    SECRET,
    announced,
    do,
    drawn,
    named,
    pairs,
    play_round,
    played,
    sold,
    win,
)

SIZES = st.sampled_from([8, 16, 32])


@st.composite
def sales(draw_: st.DrawFn) -> tuple[int, list[int]]:
    """A size, and how many cards each person bought, in order of sale."""
    size = draw_(SIZES)
    total = draw_(st.integers(size // 2, size))
    counts = []
    while total:
        counts.append(draw_(st.integers(1, min(total, size - 1))))
        total -= counts[-1]
    return size, counts


def holders(counts: list[int]) -> list[Holder]:
    found, first = [], 1
    for place, count in enumerate(counts):
        found.append(Holder(f"P{place}", tuple(range(first, first + count))))
        first += count
    return found


def fewest_own_pairs(counts: list[int], size: int) -> int:
    """The fewest persons' own pairs of any assignment: by theory of matchings, not by drawing.

    Every number takes one or two cards, so whoever holds k cards has to put two of them on
    k - size/2 numbers at least; nobody else has to.
    """
    return max(0, max(counts) - size // 2)


def own_pairs(lots: Lots, held: list[Holder]) -> int:
    owner = {card: place for place, holder in enumerate(held) for card in holder.cards}
    return sum(
        right is not None and owner[left] == owner[right]
        for left, right in zip(lots.left, lots.right, strict=True)
    )


# ---- the two pots --------------------------------------------------------------------------


@pytest.mark.rule("TOUR-2", "TOUR-4")
@given(sales(), st.binary(min_size=32, max_size=32))
def test_every_card_has_one_lot_and_the_left_pot_is_emptied(
    case: tuple[int, list[int]], seed: bytes
) -> None:
    size, counts = case
    lots = draw_lots(holders(counts), size, seed)
    cards = [card for card in (*lots.left, *lots.right) if card is not None]
    assert sorted(cards) == list(range(1, sum(counts) + 1))
    assert len(lots.left) == len(lots.right) == size // 2
    assert lots.right.count(None) == size - sum(counts)


@pytest.mark.rule("TOUR-3")
@given(sales(), st.binary(min_size=32, max_size=32))
def test_nobody_meets_himself_while_avoidable(case: tuple[int, list[int]], seed: bytes) -> None:
    size, counts = case
    held = holders(counts)
    assert own_pairs(draw_lots(held, size, seed), held) == fewest_own_pairs(counts, size)


def smallest_by_search(counts: list[int], size: int) -> int:
    """The fewest own pairs, by trying every way to put the cards on the numbers."""
    owner = [place for place, count in enumerate(counts) for _ in range(count)]

    def fewest(left: tuple[int, ...], numbers: int) -> int:
        if not left:
            return 0
        first, *rest = left
        best = size
        if numbers > (len(rest) + 1) // 2 and len(left) <= 2 * numbers - 1:
            best = fewest(tuple(rest), numbers - 1)  # a bye for the first
        for place in range(len(rest)):
            if place and rest[place] == rest[place - 1]:
                continue
            others = tuple(rest[:place] + rest[place + 1 :])
            if len(others) <= 2 * (numbers - 1):
                best = min(best, (first == rest[place]) + fewest(others, numbers - 1))
        return best

    return fewest(tuple(owner), size // 2)


@pytest.mark.parametrize("total", [4, 5, 6, 7, 8])
def test_the_criterion_is_what_trying_every_pairing_finds(total: int) -> None:
    for cuts in range(total):
        for places in combinations(range(1, total), cuts):
            edges = [0, *places, total]
            counts = [b - a for a, b in pairwise(edges)]
            assert smallest_by_search(counts, 8) == fewest_own_pairs(counts, 8), counts


@pytest.mark.rule("TOUR-3")
def test_draws_again_exactly_once_among_the_others() -> None:
    # two persons: the first holds 1 of 4 on the left, the second 3 on the left and 1 on the right
    held = [Holder("A", (1,)), Holder("B", (2, 3, 4, 5))]
    partners = {draw_lots(held, 8, bytes([n] * 32)).left.index(1) for n in range(60)}
    assert partners == {0, 1, 2, 3}
    for n in range(60):
        lots = draw_lots(held, 8, bytes([n] * 32))
        assert lots.right[lots.left.index(1)] == 5  # the only number that is not B's own


# ---- seeds ---------------------------------------------------------------------------------


@pytest.mark.rule("TOUR-11")
@given(sales(), st.text(min_size=1, max_size=20).filter(str.isprintable).filter(str.strip))
def test_draws_equal_the_second_implementation(case: tuple[int, list[int]], word: str) -> None:
    size, counts = case
    t = drawn(sold(size, named(*counts)), word)
    [record] = t.draws
    assert record.secret is not None
    assert record.word is not None
    secret = bytes.fromhex(record.secret)
    assert hash_before(secret, 1) == t.commitment == commitment_of(SECRET).hex()
    left, right = two_pots(secret, record.entries, record.word, size // 2)
    event = record.event
    assert isinstance(event, Drawn)
    assert dict(enumerate(event.left, start=1)) == left
    assert {n: card for n, card in enumerate(event.right, start=1) if card} == right


@pytest.mark.rule("TOUR-11")
def test_every_round_takes_the_next_secret_of_the_chain() -> None:
    t = played(sold(16, named(5, 4, 4, 3)))
    assert [record.round for record in t.draws] == [1, 2, 3, 4]
    secrets = [record.secret for record in t.draws]
    assert len(set(secrets)) == 4
    for number, record in enumerate(t.draws, start=1):
        assert record.secret is not None
        assert record.word is not None
        assert hash_before(bytes.fromhex(record.secret), number) == t.commitment
        left, right = two_pots(
            bytes.fromhex(record.secret), record.entries, record.word, 16 >> number
        )
        assert isinstance(record.event, Drawn)
        assert dict(enumerate(record.event.left, start=1)) == left
        assert dict(enumerate(record.event.right, start=1)) == right
    assert all(verdict.ok for verdict in check_draws(t))


@pytest.mark.parametrize("bound", [1, 2, 3, 2**31 + 1, 2**32 - 1, 2**32])
def test_numbers_that_would_favour_some_are_thrown_away(bound: int) -> None:
    reference = Reference(bytes(32), "round 1\n1: A\n", "word")
    chance = Chance(reference.seed)
    found = [chance.below(bound) for _ in range(60)]
    assert found == [reference.pick(bound) for _ in range(60)]
    assert all(0 <= number < bound for number in found)


def test_word_list_and_secret_all_decide() -> None:
    base = pairs(drawn(sold(32, named(*[1] * 32))))
    assert pairs(drawn(sold(32, named(*[1] * 32)))) == base
    assert pairs(drawn(sold(32, named(*[1] * 32)), "another")) != base
    other_list = sold(32, [*named(*[1] * 31), ("Somebody Else", 1)])
    assert pairs(drawn(other_list)) != base


def test_a_word_is_one_however_it_is_typed() -> None:
    composed = pairs(drawn(sold(16, named(*[1] * 16)), "Sch\u00f6n  ist's "))
    assert pairs(drawn(sold(16, named(*[1] * 16)), "Scho\u0308n ist's")) == composed


def test_a_rigged_draw_is_found() -> None:
    t = drawn(sold(8, named(2, 2, 2, 2)))
    event = t.history[-1]
    assert isinstance(event, Drawn)
    rigged = Drawn(at=0, size=8, left=event.left, right=event.right[::-1], word=event.word)
    forged = Tournament.replay([*t.history[:-1], rigged])
    [verdict] = check_draws(forged)
    assert verdict.ok is False
    assert str(verdict.fault) == "the lots are not those that follow from the seed"
    # another secret, another published hash: the chain is broken
    stolen = drawn(sold(8, named(2, 2, 2, 2)))
    stolen.secret = bytes(32)
    [verdict] = check_draws(stolen)
    assert str(verdict.fault) == "the secret does not lead to the hash published before"


# ---- what is refused -----------------------------------------------------------------------


@pytest.mark.rule("TOUR-4")
def test_fewer_than_half_is_refused_and_the_right_size_named() -> None:
    t = sold(64, named(*[1] * 13))
    with pytest.raises(TournamentError, match=r"13 of 64 .* issue 16 cards instead"):
        draw(t, "w", AT)
    few = sold(8, named(1, 1, 1))
    with pytest.raises(TournamentError, match="cards sold: 3; a tournament needs 4"):
        draw(few, "w", AT)
    half = drawn(sold(8, named(1, 1, 1, 1)))
    assert half.current is not None
    assert half.current.byes == tuple(half.current.cards)


def test_no_draw_without_a_word_but_for_the_final() -> None:
    t = sold(8, named(2, 2, 2, 2))
    for word in (None, "", "  ", "\x07"):
        with pytest.raises(TournamentError, match="call out a word"):
            draw(t, word, AT)
    t = played(t)
    final = sold(8, named(2, 2, 2, 2))

    for _ in range(2):
        play_round(drawn(final), random.Random(5))
    do(final, draw(final, None, AT))
    assert final.current is not None
    assert final.current.size == 2


def test_no_draw_before_the_round_is_finished() -> None:
    t = drawn(sold(8, named(*[1] * 8)))
    with pytest.raises(TournamentError, match=r"round 1 is not finished; .*1-1, 1-2, 1-3, 1-4"):
        draw(t, "w", AT)


def test_nothing_to_draw_at_the_end() -> None:
    t = played(sold(8, named(*[1] * 8)))
    with pytest.raises(TournamentError, match="the tournament is over"):
        draw(t, "w", AT)


def test_a_void_draw_stays_published_and_the_next_takes_another_secret() -> None:
    t = drawn(sold(8, named(2, 2, 2, 2)), "first")
    before = pairs(t)
    with pytest.raises(TournamentError, match="say why"):
        undraw(t, " ", AT)
    do(t, undraw(t, "a card was forgotten", AT))
    assert t.current is None
    assert t.phase == "sale"
    drawn(t, "first")
    assert pairs(t) != before
    assert [record.void for record in t.draws] == ["a card was forgotten", None]
    assert t.draws[1].secret is not None
    assert hash_before(bytes.fromhex(t.draws[1].secret), 2) == t.commitment
    assert [verdict.ok for verdict in check_draws(t)] == [True, True]
    assert t.open_matches()
    win(t, t.open_matches()[0].id, t.open_matches()[0].a)
    with pytest.raises(TournamentError, match="has a result, so the draw stands"):
        undraw(t, "too late", AT)


def test_a_void_semifinal_draw_closes_the_matches_for_places() -> None:

    t = play_round(drawn(sold(8, named(*[1] * 8))), random.Random(1))
    drawn(t)
    assert set(t.place_matches) == {"p5a", "p5b"}
    do(t, undraw(t, "wrong word", AT))
    assert not t.place_matches
    drawn(t)
    win(t, "p5a", t.place_matches["p5a"].a)
    with pytest.raises(TournamentError, match="p5a has a result"):
        undraw(t, "again", AT)


def test_a_void_final_keeps_what_is_played_for_lower_places() -> None:
    t = sold(8, named(*[1] * 8))
    for _ in range(2):
        play_round(drawn(t), random.Random(1))
    do(t, draw(t, None, AT))
    before = {match.id: match.outcome for match in t.place_matches.values()}
    do(t, undraw(t, "nobody was looking", AT))
    del before["p3"]
    assert {match.id: match.outcome for match in t.place_matches.values()} == before
    assert t.phase == "knockout"
    do(t, draw(t, None, AT))
    win(t, "p3", t.place_matches["p3"].a)
    with pytest.raises(TournamentError, match="match p3 has a result"):
        undraw(t, "again", AT)


def test_no_draw_is_void_while_cards_bought_since_wait() -> None:
    t = drawn(sold(8, named(*[1] * 8), rebuy_until=2))
    match = t.open_matches()[0]
    do(t, withdraw(t, [match.a], AT))
    loser = t.entries.person_of(match.a)
    do(t, sell(t, Buyer(loser.name), AT))
    with pytest.raises(TournamentError, match="bought again after the draw: 9; undo their sale"):
        undraw(t, "x", AT)
    do(t, unsell(t, [9], AT))
    do(t, undraw(t, "x", AT))
    # the number that was withdrawn is a fresh card for the next who buys it
    do(t, unsell(t, [match.a], AT))
    do(t, sell(t, Buyer("New Body"), AT))
    assert not t.withdrawn
    assert len(drawn(t).open_matches()) == 4


# ---- lots by hand --------------------------------------------------------------------------


def by_hand(t: Tournament, *lots: str) -> None:
    typed = [
        (int(card), {"L": "left", "R": "right"}[pot], int(number))
        for card, pot, number in (lot.split() for lot in lots)
    ]
    do(t, draw_by_hand(t, typed, AT))


def test_lots_drawn_by_hand_make_the_round() -> None:
    t = sold(8, named(2, 2, 2))
    by_hand(t, "1 L 1", "2 L 2", "3 L 3", "4 L 4", "5 R 2", "6 R 4")
    assert pairs(t) == {frozenset({2, 5}), frozenset({4, 6})}
    assert t.current is not None
    assert set(t.current.byes) == {1, 3}
    assert t.draws[0].secret is None
    assert [verdict.ok for verdict in check_draws(t)] == [None]
    # the next draw by word still leads back to the published hash
    win(win(t, "1-2", 2), "1-4", 4)
    drawn(t)
    assert [verdict.ok for verdict in check_draws(t)] == [None, True]


@pytest.mark.parametrize(
    ("lots", "reason"),
    [
        ("1 L 1, 2 L 2, 3 L 3, 4 L 4, 5 R 2", "these cards have no lot yet: 6"),
        ("1 L 1, 2 L 2, 3 L 3, 4 L 9, 5 R 2, 6 R 1", "card 4 has number 9, but the pots have 1 to"),
        ("1 L 1, 2 L 1, 3 L 3, 4 L 4, 5 R 2, 6 R 1", "number 1 of one pot was drawn by card 1 and"),
        ("1 L 1, 2 L 2, 3 L 3, 4 R 4, 5 R 2, 6 R 1", "nobody drew these numbers on the left: 4"),
        ("1 L 1, 2 L 2, 3 L 3, 4 L 4, 5 R 2, 5 R 3", "card 5 has two lots"),
        ("1 L 1, 2 L 2, 3 L 3, 4 L 4, 5 R 2, 7 R 3", "card 7 is not in this round"),
        ("1 L 1, 3 L 2, 5 L 3, 4 L 4, 2 R 1, 6 R 2", "has the number 1 from both pots"),
    ],
)
def test_lots_that_cannot_be_are_refused(lots: str, reason: str) -> None:
    t = sold(8, named(2, 2, 2))
    with pytest.raises(TournamentError, match=reason):
        by_hand(t, *lots.split(", "))
    assert not t.rounds


@given(sales(), st.binary(min_size=32, max_size=32))
def test_every_draw_could_have_been_one_by_hand(case: tuple[int, list[int]], seed: bytes) -> None:
    size, counts = case
    held = holders(counts)
    lots = draw_lots(held, size, seed)
    typed = [(card, "left", n) for n, card in enumerate(lots.left, start=1)]
    typed += [(card, "right", n) for n, card in enumerate(lots.right, start=1) if card]
    assert lots_of(typed, size) == lots
    check_lots(lots, held, size)


# ---- who draws first -----------------------------------------------------------------------


@pytest.mark.rule("TOUR-3", "TOUR-7")
def test_order_is_that_of_sale_and_later_holders_of_several_cards_first() -> None:
    t = sold(8, [("Anna A", 1), ("Bert B", 2), ("Anna A", 1), ("Cara C", 4)])
    drawn(t)
    assert t.draws[0].entries == "round 1\n1 4: Anna A\n2 3: Bert B\n5 6 7 8: Cara C\n"
    for match in list(t.open_matches()):
        cara = [card for card in match.cards if card >= 5]
        do(t, result(t, match.id, (cara or [match.a])[0], AT))
    drawn(t)
    held = [line.split(": ") for line in t.draws[1].entries.splitlines()[1:]]
    counts = [len(cards.split()) for cards, _ in held]
    assert counts == sorted(counts, reverse=True)
    assert held[0][1] == "Cara C"


@pytest.mark.rule("TOUR-11")
def test_the_danish_draw_equals_the_second_implementation() -> None:
    from bummerl.tournament.events import Danish, Paired

    t = sold(16, named(*[1] * 11), danish=Danish(3, 8))
    drawn(t, "Wort")
    [record] = t.draws
    assert record.secret is not None
    order = shuffle(bytes.fromhex(record.secret), record.entries, "Wort")
    assert isinstance(record.event, Paired)
    assert record.event.bye == order[-1]
    assert [card for pair in record.event.pairs for card in pair] == order[:-1]
    assert [verdict.ok for verdict in check_draws(t)] == [True]


def test_settings_that_cannot_be() -> None:
    for cards in (0, 4, 7, 48, 2048):
        with pytest.raises(TournamentError, match="cards cannot be issued"):
            announced(cards)

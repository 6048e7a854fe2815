"""Cards: ranks, points, packs, suits (CARD-1 … CARD-3)."""

from __future__ import annotations

import random
from itertools import permutations

import pytest

from bummerl.cards import (
    CARD_NAMES,
    CARD_POINTS,
    HIGHER_MASKS,
    PACK_MASKS,
    PAIR_MASKS,
    RANK_NAMES,
    SUIT_MASKS,
    SUIT_NAMES,
    card_names,
    card_points,
    cards_of,
    in_hand_order,
    make_card,
    mask_of,
    mask_points,
    rank,
    suit,
)
from bummerl.rules.dealing import deal, shuffled
from bummerl.rules.moves import is_card, is_pair, pair
from bummerl.rules.position import Position
from bummerl.rules.variants import PRESETS
from support import random_move, read_cards


@pytest.mark.rule("CARD-1")
@pytest.mark.parametrize(
    ("name", "points"), [("A", 11), ("T", 10), ("K", 4), ("Q", 3), ("J", 2), ("9", 0)]
)
def test_card_points_by_rank(name: str, points: int) -> None:
    assert [card_points(read_cards(suit_name + name)[0]) for suit_name in "SHDC"] == [points] * 4


@pytest.mark.rule("CARD-1")
def test_ranks_from_ace_down_to_nine() -> None:
    ranks = "ATKQJ9"
    for place, name in enumerate(ranks):
        higher = HIGHER_MASKS[read_cards("H" + name)[0]]
        assert card_names(higher) == tuple("H" + above for above in ranks[:place])


@pytest.mark.rule("CARD-2")
@pytest.mark.parametrize(("preset", "size"), [("soft", 20), ("sixtysix", 24)])
def test_packs_have_120_points_and_30_a_suit(preset: str, size: int) -> None:
    pack = PRESETS[preset].pack_mask
    assert pack == PACK_MASKS[size]
    assert pack.bit_count() == size
    assert mask_points(pack) == 120
    assert [mask_points(pack & suit_mask) for suit_mask in SUIT_MASKS] == [30] * 4
    assert all(name[1] != "9" for name in card_names(pack)) == (size == 20)


@pytest.mark.rule("CARD-3")
def test_four_suits_and_the_names_of_cards() -> None:
    assert SUIT_NAMES == ("spades", "hearts", "diamonds", "clubs")
    assert RANK_NAMES == ("nine", "jack", "queen", "king", "ten", "ace")
    for card, name in enumerate(CARD_NAMES):
        assert (SUIT_NAMES[suit(card)][0].upper(), "9JQKTA"[rank(card)]) == (name[0], name[1])
        assert make_card(suit(card), rank(card)) == card


@pytest.mark.rule("CARD-3")
@pytest.mark.parametrize("preset", ["soft", "hoyle-66"])
def test_the_game_is_the_same_whatever_the_suits_are_called(preset: str) -> None:
    rng, rules = random.Random(preset), PRESETS[preset]
    for order in permutations(range(4)):
        pack = shuffled(rules.deck, rng.getrandbits(32))
        plain = deal(pack, 0, rules)
        renamed = deal(tuple(rename(card, order) for card in pack), 0, rules)
        while not plain.over:
            moves = {rename(move, order) for move in plain.legal_moves()}
            assert set(renamed.legal_moves()) == moves
            move = random_move(rng, plain)
            plain, renamed = plain.play(move), renamed.play(rename(move, order))
            assert facts(renamed) == facts(plain)


def rename(move: int, order: tuple[int, ...]) -> int:
    if is_card(move):
        return make_card(order[suit(move)], rank(move))
    return pair(order[move - pair(0)]) if is_pair(move) else move


def facts(position: Position) -> tuple[object, ...]:
    return (position.points, position.tricks, position.pending, position.leader, position.result)


def test_masks_and_cards() -> None:
    assert cards_of(0) == ()
    assert cards_of(0b101) == (0, 2)
    assert mask_of([2, 0]) == 0b101
    assert [card_names(mask) for mask in PAIR_MASKS] == [(s + "K", s + "Q") for s in "SHDC"]
    assert sum(CARD_POINTS) == 120


def test_hand_order_is_suits_then_high_to_low() -> None:
    hand = mask_of(read_cards("CAS9DJDTSAHQ"))
    assert card_names(hand) == ("SA", "S9", "HQ", "DT", "DJ", "CA")
    assert in_hand_order(hand) == read_cards("SA9HQDTJCA")

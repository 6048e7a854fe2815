"""Fair deals: the bytes of docs/fairness.md, nobody can choose, all orders are equally likely."""

from __future__ import annotations

import itertools
import json
import math
import re
from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import fair_reference
from bummerl.cards import CARD_NAMES, PACK_MASKS, cards_of, rank
from bummerl.errors import BummerlError, MatchError, NotationError, RulesError
from bummerl.match.fairness import (
    FairDeal,
    FairShuffle,
    client_commitment,
    commitment_of,
    draw_of,
    new_secret,
    pack_of,
    parse_contribution,
    parse_secret,
)

VECTORS = json.loads(fair_reference.VECTORS.read_text(encoding="utf-8"))
SECRET, OURS, THEIRS = bytes(32), bytes(range(32)), bytes(range(32, 64))

decks = st.sampled_from([20, 24])
numbers = st.integers(0, 2**32 - 1)
secrets = st.binary(min_size=32, max_size=32)
contributions = st.binary(min_size=16, max_size=64)


def written(pack: tuple[int, ...]) -> str:
    return "".join(CARD_NAMES[card] for card in pack)


def fair_deal(case: dict[str, Any]) -> FairDeal:
    return FairDeal(
        case["deck"],
        case["number"],
        parse_secret(case["secret"]),
        (parse_contribution(case["client0"]), parse_contribution(case["client1"])),
    )


@pytest.mark.parametrize("case", VECTORS["deals"], ids=lambda c: f"{c['deck']}/{c['number']}")
def test_vectors(case: dict[str, Any]) -> None:
    fair = fair_deal(case)
    assert written(fair.pack) == case["pack"]
    assert fair.commitment == case["commitment"]
    assert client_commitment(0, fair.contributions[0]) == case["commitment0"]
    assert client_commitment(1, fair.contributions[1]) == case["commitment1"]
    dealer, rounds = draw_of(fair.deck, fair.secret, *fair.contributions)
    assert dealer == fair.drawn_dealer == case["dealer"]
    assert [written(pair) for pair in rounds] == case["draw"]


def test_the_file_of_vectors_is_what_the_reference_writes() -> None:
    assert fair_reference.vectors() == VECTORS
    assert {len(case["client0"]) for case in VECTORS["deals"]} >= {32, 64, 128}
    assert {case["deck"] for case in VECTORS["deals"]} == {20, 24}
    assert max(len(case["draw"]) for case in VECTORS["deals"]) > 2


@given(decks, numbers, secrets, contributions, contributions)
def test_the_reference_shuffles_alike(
    deck: int, number: int, secret: bytes, ours: bytes, theirs: bytes
) -> None:
    key = fair_reference.key_of("pack", deck, number, secret, [ours, theirs])
    pack = pack_of(deck, number, secret, ours, theirs)
    assert written(pack) == "".join(fair_reference.order(deck, key))
    assert sorted(pack) == list(cards_of(PACK_MASKS[deck]))
    draw = fair_reference.draw(deck, secret, [ours, theirs])
    dealer, rounds = draw_of(deck, secret, ours, theirs)
    assert (dealer, [[CARD_NAMES[card] for card in pair] for pair in rounds]) == draw
    assert all(rank(first) == rank(second) for first, second in rounds[:-1])
    assert rank(rounds[-1][dealer]) > rank(rounds[-1][1 - dealer])


@given(secrets, contributions, contributions, st.data())
def test_one_bit_changes_the_pack(
    secret: bytes, ours: bytes, theirs: bytes, data: st.DataObject
) -> None:
    values = [secret, ours, theirs]
    before = pack_of(20, 7, *values)
    which = data.draw(st.integers(0, 2))
    changed = bytearray(values[which])
    bit = data.draw(st.integers(0, 8 * len(changed) - 1))
    changed[bit // 8] ^= 1 << bit % 8
    values[which] = bytes(changed)
    assert pack_of(20, 7, *values) != before
    if which == 0:
        assert commitment_of(values[0]) != commitment_of(secret)
    else:
        old = (ours, theirs)[which - 1]
        assert client_commitment(which - 1, values[which]) != client_commitment(which - 1, old)


def test_order_of_the_clients_number_deck_and_purpose_matter() -> None:
    packs = {
        pack_of(20, 1, SECRET, OURS, THEIRS),
        pack_of(20, 1, SECRET, THEIRS, OURS),
        pack_of(20, 2, SECRET, OURS, THEIRS),
        pack_of(20, 256, SECRET, OURS, THEIRS),
        # the same bytes in a row, divided elsewhere
        pack_of(20, 1, SECRET, OURS + THEIRS[:1], THEIRS[1:]),
        pack_of(20, 1, SECRET, OURS[:-1], OURS[-1:] + THEIRS),
    }
    assert len(packs) == 6
    small = [c for c in pack_of(24, 1, SECRET, OURS, THEIRS) if rank(c)]
    assert tuple(small) not in packs
    # the draw for the deal is a shuffle of its own
    assert draw_of(20, SECRET, OURS, THEIRS)[1][0] != pack_of(20, 0, SECRET, OURS, THEIRS)[:2]


def test_the_other_seat_cannot_copy_a_commitment() -> None:
    assert client_commitment(0, OURS) != client_commitment(1, OURS)
    copied = client_commitment(0, OURS)
    shuffle = FairShuffle(20, 1, SECRET).committed(0, copied).committed(1, copied)
    with pytest.raises(MatchError, match="seat 1 does not match"):
        shuffle.revealed(1, OURS)


@pytest.mark.slow
@pytest.mark.parametrize("deck", [20, 24])
def test_every_card_is_equally_likely_everywhere(deck: int) -> None:
    """Chi-square over cards and places, for shuffles that differ only in the deal's number."""
    deals = 100_000
    counts: Counter[tuple[int, int]] = Counter()
    for number in range(deals):
        counts.update(enumerate(pack_of(deck, number, SECRET, OURS, THEIRS)))
    expected = deals / deck
    assert len(counts) == deck * deck
    chi = sum((found - expected) ** 2 for found in counts.values()) / expected
    chi *= (deck - 1) / deck  # as every place holds one card and every card has one place
    freedom = (deck - 1) ** 2
    # within four standard deviations of a chi-square variable, on either side
    assert abs(chi - freedom) < 4 * math.sqrt(2 * freedom)


@pytest.mark.slow
def test_orders_of_chosen_cards_are_equally_likely() -> None:
    """Chi-square over the 24 orders in which the four aces lie, whoever changes his part."""
    aces = [5, 11, 17, 23]
    orders = list(itertools.permutations(aces))
    deals = 6_000
    for varied in range(3):
        values = [SECRET, OURS, THEIRS]
        counts: Counter[tuple[int, ...]] = Counter()
        for number in range(deals):
            values[varied] = number.to_bytes(32, "big")
            pack = pack_of(20, 1, *values)
            counts[tuple(card for card in pack if card in aces)] += 1
        expected = deals / len(orders)
        chi = sum((counts[order] - expected) ** 2 for order in orders) / expected
        assert chi < 23 + 4 * math.sqrt(46)


def test_a_deal_needs_both_commitments_before_any_contribution() -> None:
    shuffle = FairShuffle(20, 1, SECRET).committed(1, client_commitment(1, THEIRS))
    with pytest.raises(MatchError, match="seat 0 has not committed itself"):
        shuffle.revealed(1, THEIRS)
    with pytest.raises(MatchError, match="seat 1 has committed itself already"):
        shuffle.committed(1, client_commitment(1, OURS))
    shuffle = shuffle.committed(0, client_commitment(0, OURS))
    with pytest.raises(MatchError, match="seat 0 does not match"):
        shuffle.revealed(0, THEIRS)
    with pytest.raises(MatchError, match="contribution of seat 0 is missing"):
        _ = shuffle.revealed(1, THEIRS).deal
    fair = shuffle.revealed(1, THEIRS).revealed(0, OURS).deal
    assert fair == FairDeal(20, 1, SECRET, (OURS, THEIRS))
    assert fair.commitment == shuffle.commitment


def test_secrets_do_not_get_into_logs() -> None:
    shuffle = FairShuffle(20, 1, SECRET)
    for seat, contribution in enumerate((OURS, THEIRS)):
        shuffle = shuffle.committed(seat, client_commitment(seat, contribution))
    shuffle = shuffle.revealed(0, OURS).revealed(1, THEIRS)
    assert repr(SECRET) not in repr(shuffle) + repr(shuffle.deal)
    assert repr(OURS) not in repr(shuffle) + repr(shuffle.deal)


@pytest.mark.parametrize(
    ("make", "error", "said"),
    [
        (lambda: FairDeal(22, 1, SECRET, (OURS, THEIRS)), RulesError, "deck is 22"),
        (lambda: FairDeal(20, -1, SECRET, (OURS, THEIRS)), MatchError, "is -1"),
        (lambda: FairDeal(20, 2**32, SECRET, (OURS, THEIRS)), MatchError, "4294967296"),
        (lambda: FairDeal(20, 1, SECRET[1:], (OURS, THEIRS)), MatchError, "31 bytes"),
        (lambda: FairDeal(20, 1, SECRET, (bytes(15), THEIRS)), MatchError, "15 bytes"),
        (lambda: FairDeal(20, 1, SECRET, (OURS, bytes(65))), MatchError, "65 bytes"),
        (lambda: FairShuffle(22, 1, SECRET), RulesError, "deck is 22"),
        (lambda: FairShuffle(20, 1, b"short"), MatchError, "5 bytes"),
        (lambda: FairShuffle(20, 1, SECRET).committed(2, "00" * 32), MatchError, "no seat 2"),
        (lambda: FairShuffle(20, 1, SECRET).committed(0, "00" * 31), NotationError, "64"),
        (lambda: client_commitment(-1, OURS), MatchError, "no seat -1"),
        (lambda: parse_secret("0" * 63), NotationError, ": 64 digits"),
        (lambda: parse_secret("0G" * 32), NotationError, "0 … 9 and a … f"),
        (lambda: parse_secret("AB" * 32), NotationError, "a … f"),
        (lambda: parse_contribution(" " + "0" * 31), NotationError, "32 to 128 digits"),
        (lambda: parse_contribution("0" * 33), NotationError, "two a byte"),
        (lambda: parse_contribution("0" * 100_000), NotationError, "…' is not"),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(
    make: Any, error: type[BummerlError], said: str
) -> None:
    with pytest.raises(error) as caught:
        make()
    assert said in str(caught.value)
    assert len(str(caught.value)) < 500


def test_new_secrets_differ_and_are_what_is_needed() -> None:
    assert new_secret() != new_secret()
    assert FairDeal(20, 1, new_secret(), (new_secret(), new_secret())).pack


def test_the_page_shows_the_first_vector() -> None:
    page = (fair_reference.VECTORS.parents[2] / "docs" / "fairness.md").read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| `(\w+)` \| `(\w+)` \|$", page, re.MULTILINE))
    first = VECTORS["deals"][0]
    assert rows == {**{key: str(value) for key, value in first.items()}, "draw": first["draw"][0]}

"""Drawing for the deal, shuffling and dealing (DEAL-1 … DEAL-5)."""

from __future__ import annotations

from collections import Counter

import pytest

from bummerl.cards import CARD_NAMES, cards_of, rank
from bummerl.errors import RulesError
from bummerl.rules.dealing import deal, draw_for_deal, shuffled
from bummerl.rules.score import Score
from bummerl.rules.variants import PRESETS
from support import legal, names, play, read_cards

SCHNAPSEN_PACK = read_cards("SATKQJHATKQJDATKQJCATKQJ")
SIXTYSIX_PACK = read_cards("SATKQJ9HATKQJ9DATKQJ9CATKQJ9")


@pytest.mark.rule("DEAL-1")
@pytest.mark.parametrize("deck", [20, 24])
def test_the_higher_rank_deals_and_equal_ranks_draw_again(deck: int) -> None:
    rounds_seen = set()
    dealers = Counter[int]()
    for seed in range(300):
        dealer, rounds = draw_for_deal(seed, deck)
        dealers[dealer] += 1
        rounds_seen.add(len(rounds))
        *equal, decisive = rounds
        assert all(rank(first) == rank(second) for first, second in equal)
        assert rank(decisive[dealer]) > rank(decisive[1 - dealer])
        assert all(first != second for first, second in rounds)
    assert rounds_seen >= {1, 2}
    assert min(dealers.values()) > 100
    assert draw_for_deal("hall") == draw_for_deal("hall")


@pytest.mark.rule("DEAL-1")
def test_a_pack_of_twenty_draws_no_nines() -> None:
    drawn = {card for seed in range(100) for pair in draw_for_deal(seed)[1] for card in pair}
    assert all(CARD_NAMES[card][1] != "9" for card in drawn)


@pytest.mark.rule("DEAL-1", "PLAY-1")
@pytest.mark.parametrize("dealer", [0, 1])
def test_the_other_seat_is_forehand(dealer: int) -> None:
    position = deal(SCHNAPSEN_PACK, dealer)
    assert position.forehand == position.leader == position.to_move == 1 - dealer


@pytest.mark.rule("DEAL-2", "DEAL-4")
@pytest.mark.parametrize("dealer", [0, 1])
def test_schnapsen_is_dealt_three_three_turned_two_two(dealer: int) -> None:
    position = deal(SCHNAPSEN_PACK, dealer)
    forehand = 1 - dealer
    assert names(position.hands[forehand]) == {"SA", "ST", "SK", "HK", "HQ"}
    assert names(position.hands[dealer]) == {"SQ", "SJ", "HA", "HJ", "DA"}
    assert position.turn_up == read_cards("HT")[0]
    assert position.trump == 1
    assert position.talon == read_cards("DTKQJCATKQJHT")
    assert len(position.talon) == position.rules.talon_size == 10


@pytest.mark.rule("DEAL-3", "DEAL-4")
@pytest.mark.parametrize("dealer", [0, 1])
def test_sixtysix_is_dealt_three_three_three_three_turned(dealer: int) -> None:
    position = deal(SIXTYSIX_PACK, dealer, PRESETS["sixtysix"])
    forehand = 1 - dealer
    assert names(position.hands[forehand]) == {"SA", "ST", "SK", "HA", "HT", "HK"}
    assert names(position.hands[dealer]) == {"SQ", "SJ", "S9", "HQ", "HJ", "H9"}
    assert position.turn_up == read_cards("DA")[0]
    assert position.trump == 2
    assert position.talon == read_cards("DTKQJ9CATKQJ9DA")
    assert len(position.talon) == position.rules.talon_size == 12


@pytest.mark.rule("DEAL-4")
@pytest.mark.parametrize(("preset", "tricks"), [("soft", 5), ("sixtysix", 6)])
def test_the_turned_card_is_drawn_last(preset: str, tricks: int) -> None:
    position = deal(shuffled(PRESETS[preset].deck, 3), 0, PRESETS[preset])
    turn_up = position.turn_up
    assert turn_up is not None
    for _ in range(tricks):
        assert position.turn_up == turn_up
        for _ in range(2):
            position = position.play(cards_of(position.hands[position.to_move])[0])
    assert position.talon == ()
    assert position.turn_up is None
    assert position.trump == turn_up // 6
    assert position.hands[1 - position.leader] >> turn_up & 1


@pytest.mark.rule("DEAL-5")
def test_the_same_pack_gives_the_same_deal() -> None:
    pack = shuffled(24, "evening")
    rules = PRESETS["sixtysix"]
    assert deal(pack, 0, rules) == deal(pack, 0, rules)
    assert deal(pack, 0, rules) != deal(pack, 1, rules)
    assert deal(pack, 0, rules) != deal((pack[-1], *pack[1:-1], pack[0]), 0, rules)


@pytest.mark.rule("DEAL-5")
def test_the_same_seed_gives_the_same_order_everywhere() -> None:
    order = "".join(CARD_NAMES[card] for card in shuffled(20, 1))
    assert order == GOLDEN_ORDER
    assert shuffled(20, 1) != shuffled(20, 2)
    assert shuffled(20, 1) == shuffled(20, "1") != shuffled(20, -1)
    assert shuffled(24, 1)[:20] != shuffled(20, 1)


GOLDEN_ORDER = "HKHTDJSTSQDKCJDTCAHQHJDQCKCQCTSADASKSJHA"


@pytest.mark.parametrize("deck", [20, 24])
def test_a_shuffle_puts_every_card_in_every_place_equally_often(deck: int) -> None:
    packs = 2000
    counts = Counter[tuple[int, int]]()
    for seed in range(packs):
        pack = shuffled(deck, seed)
        assert len(set(pack)) == deck
        counts.update(enumerate(pack))
    expected = packs / deck
    chi_square = sum((count - expected) ** 2 / expected for count in counts.values())
    freedom = (deck - 1) ** 2
    assert abs(chi_square - freedom) < 5 * (2 * freedom) ** 0.5


@pytest.mark.parametrize(
    ("pack", "preset"),
    [
        (SIXTYSIX_PACK, "soft"),
        (SCHNAPSEN_PACK, "sixtysix"),
        (SCHNAPSEN_PACK[:-1], "soft"),
        ((*SCHNAPSEN_PACK[:-1], SCHNAPSEN_PACK[0]), "soft"),
        ((*SCHNAPSEN_PACK[:-1], 0), "soft"),
    ],
    ids=["too many", "too few", "one missing", "one twice", "a nine"],
)
def test_a_wrong_pack_is_refused(pack: tuple[int, ...], preset: str) -> None:
    deck = PRESETS[preset].deck
    with pytest.raises(RulesError, match=f"must be the {deck} cards of the rules, each once"):
        deal(pack, 0, PRESETS[preset])


def test_a_deal_keeps_the_score_it_starts_from() -> None:
    score = Score((3, 5), (1, 0), carry=2)
    position = deal(SCHNAPSEN_PACK, 0, score=score)
    assert position.score == score
    assert play(position, "SA SQ").score == score
    assert position.needed == (3, 5)


def test_a_first_position_has_nothing_behind_it() -> None:
    position = deal(SCHNAPSEN_PACK, 0)
    assert (position.points, position.tricks, position.pending) == ((0, 0), (0, 0), (0, 0))
    assert (position.gone, position.trick, position.history, position.finished) == (0, (), (), ())
    assert (position.close, position.result, position.announced) == (None, None, None)
    assert legal(position) == {"SA", "ST", "SK", "HK", "HQ", "mH", "c"}


def test_what_cannot_be_dealt_is_refused() -> None:
    with pytest.raises(RulesError, match="the dealer is 2, but the seats are 0 and 1"):
        deal(shuffled(20, 1), dealer=2)
    with pytest.raises(RulesError, match="deck is 22, but must be one of: 20, 24"):
        shuffled(22, 1)

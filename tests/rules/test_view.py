"""What a seat knows with a perfect memory (notation.md; PAIR-6, XCHG-1, PLAY-4)."""

from __future__ import annotations

import dataclasses
import random

import pytest

from bummerl.cards import Mask, cards_of, mask_of
from bummerl.rules.position import Position
from bummerl.rules.variants import PRESET_NAMES
from bummerl.rules.view import View
from support import legal, names, play, position, random_deal, random_rules, read_cards, why

OPEN = "soft SAHTDKDQCJ/SKHAHJDTCQ S ?5+SJ - 0: 13.1/14.1"


def test_a_seat_knows_its_hand_the_turned_card_and_all_counts() -> None:
    start = position(OPEN, needed=(3, 5), carry=1)
    view = start.view(1)
    assert (view.seat, names(view.hand), view.hand_sizes) == (1, names(start.hands[1]), (5, 5))
    assert view.hands[0] == 0
    assert view.talon == (None,) * 5 + read_cards("SJ")
    assert (view.turn_up, view.trump, view.leader, view.to_move) == (read_cards("SJ")[0], 0, 0, 0)
    assert (view.points, view.tricks, view.gone) == (start.points, start.tricks, start.gone)
    assert view.needed == (3, 5)
    assert view.score.carry == 1
    assert view.unseen == start.hands[0] | mask_of(card for card in start.talon[:-1])


def test_only_the_seat_to_move_has_legal_moves() -> None:
    start = position(OPEN)
    assert legal(start.view(0)) == legal(start)
    assert legal(start.view(1)) == set()
    assert legal(start.view(None)) == set()
    assert why(start.view(0), "SA") is None
    assert why(start.view(0), "SK") == "you do not hold the king of spades"
    assert why(start.view(1), "SK") == "it is not your turn"
    assert why(start.view(None), "SK") == "it is not your turn"


def test_a_spectator_holds_no_hand_and_sees_what_both_see() -> None:
    view = play(position(OPEN), "mD").view(None)
    assert (view.seat, view.hand) == (None, 0)
    assert [names(hand) for hand in view.hands] == [{"DK", "DQ"}, set()]
    assert view.hand_sizes == (5, 5)


@pytest.mark.rule("PAIR-6", "XCHG-1")
def test_announced_and_exchanged_cards_stay_known_while_they_are_held() -> None:
    start = position("soft SJSQDKDQCA/SKHAHJDTCQ S HK?+ST - 0: 13.1/14.1")
    turn = play(start, "x mD")
    assert names(turn.view(1).hands[0]) == {"ST", "DK", "DQ"}
    led = play(turn, "DK DT")  # seat 1 wins and draws
    assert names(led.view(1).hands[0]) == {"ST", "DQ"}
    assert names(led.view(0).hands[1]) == set()
    gone = play(led, "CQ ST")
    assert names(gone.view(1).hands[0]) == {"DQ"}


@pytest.mark.rule("PLAY-4")
def test_who_draws_the_turned_card_is_seen_by_all() -> None:
    after = play(position("soft SAHTDKDQCA/SKHKHJDTCQ S HA+SJ - 0: 30.2/30.2"), "HT HJ")
    assert names(after.view(None).hands[1]) == {"SJ"}
    assert names(after.view(None).hands[0]) == set()
    assert names(after.view(0).table().hands[1]) == {"SJ"}
    assert names(play(after, "SA SJ").view(None).hands[1]) == set()


def test_counting_gives_the_other_hand_when_no_card_lies_face_down() -> None:
    end = position("soft SAHTDK/?3 S - - 0: 30.4/40.3")
    for seat in (0, 1):
        assert end.view(seat).hands == end.hands
        assert end.view(seat).unseen == 0
    reply = play(end, "DK")
    assert reply.view(1).hands == reply.hands
    assert end.view(None).hands == (0, 0)


@pytest.mark.parametrize("closed", [False, True])
def test_one_face_down_card_hides_the_other_hand(closed: bool) -> None:
    text = "?1+SJ 0@0.0 0: 30.2/40.2" if closed else "?1+SJ - 0: 30.2/40.2"
    view = position(f"soft SAHTDKDQCJ/?5 S {text}").view(0)
    assert view.hands[1] == 0
    assert view.talon[0] is None
    assert view.unseen.bit_count() == 6


@pytest.mark.rule("PAIR-6")
def test_counting_gives_the_face_down_card_when_the_other_hand_is_known() -> None:
    announced = play(position("soft DKDQ/SAHT S CA+SJ 1@20.2 0: 20.2/40.5"), "mD")
    assert announced.view(1).talon == read_cards("CASJ")
    assert announced.view(0).talon == (None, *read_cards("SJ"))
    assert announced.view(None).talon == (None, *read_cards("SJ"))
    led_last = position("soft -/SA S CA+SJ 1@20.2 0:DK 20.3/40.5")
    assert led_last.view(1).talon == read_cards("CASJ")
    assert led_last.view(1).table().talon == (None, *read_cards("SJ"))


def test_a_position_read_in_mid_deal_knows_of_no_shown_cards() -> None:
    assert position(OPEN).view(0).hands[1] == 0


@pytest.mark.rule("PLAY-7")
@pytest.mark.parametrize(
    ("tokens", "kept"), [("mS SQ", {"SK"}), ("mS CJ", {"SK", "SQ"}), ("mS HA", {"SK", "SQ"})]
)
def test_the_card_of_a_renonce_is_no_longer_in_the_hand(tokens: str, kept: set[str]) -> None:
    start = position("soft(pair_lead=king) SKSQHADJCJ/?5 H ?5+HJ - 0: 14.1/14.1")
    lost = play(start, tokens)
    assert lost.result == (1, 3, "renonce")
    for viewer in (1, None):
        view = lost.view(viewer)
        assert names(view.hands[0]) == kept
        assert view.hand_sizes == (4, 5)


def test_a_view_has_nothing_but_its_fields() -> None:
    view = position(OPEN).view(0)
    assert set(vars(view)) == {field.name for field in dataclasses.fields(View)}


@pytest.mark.parametrize("preset", PRESET_NAMES)
def test_equal_knowledge_gives_equal_views(preset: str) -> None:
    rng = random.Random(f"knowledge/{preset}")
    for _ in range(15):
        for current in random_deal(rng, random_rules(rng, preset)):
            for seat in (0, 1, None):
                view, other = current.view(seat), hidden_swapped(rng, current, seat).view(seat)
                assert view == other
                assert repr(view) == repr(other)
                assert hash(view) == hash(other)
                assert view.legal_moves() == other.legal_moves()
                assert view.table() == other.table()


@pytest.mark.parametrize("preset", PRESET_NAMES)
def test_a_view_claims_only_what_is_so(preset: str) -> None:
    rng = random.Random(f"claims/{preset}")
    for _ in range(15):
        for current in random_deal(rng, random_rules(rng, preset)):
            for seat in (0, 1, None):
                check_claims(current, current.view(seat))
                check_claims(current, current.view(seat).table())


def check_claims(current: Position, view: View) -> None:
    hidden: Mask = 0
    for known, hand in zip(view.hands, current.hands, strict=True):
        assert known & ~hand == 0
        hidden |= hand & ~known
    assert view.hand_sizes == current.hand_sizes
    for claimed, card in zip(view.talon, current.talon, strict=True):
        assert claimed in (None, card)
        hidden |= 1 << card if claimed is None else 0
    assert view.gone & ~current.gone == 0
    assert view.unseen == hidden | current.gone & ~view.gone


def hidden_swapped(rng: random.Random, current: Position, seat: int | None) -> Position:
    """The same moment with the cards that `seat` cannot see dealt out anew."""
    view = current.view(seat)
    pool = list(cards_of(view.unseen))
    rng.shuffle(pool)
    hands = []
    for known, size in zip(view.hands, view.hand_sizes, strict=True):
        missing = size - known.bit_count()
        hands.append(known | mask_of(pool[:missing]))
        del pool[:missing]
    talon = tuple(pool.pop() if card is None else card for card in view.talon)
    return dataclasses.replace(current, hands=tuple(hands), talon=talon)

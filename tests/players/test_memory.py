from __future__ import annotations

import math
import random
from collections.abc import Iterator

import pytest

from bummerl.cards import cards_of, make_card, mask_of
from bummerl.errors import ViewError
from bummerl.players.memory import beliefs, recollect
from bummerl.rules.moves import is_card
from bummerl.rules.position import Position
from bummerl.rules.variants import PRESETS
from bummerl.rules.view import View
from bummerl.rules.world import some_world
from bummerl.search.plans import plans_of
from bummerl.search.worlds import impossible, worlds_of
from support import legal, names, play, position, random_deal, random_rules


def views(deals: int, seed: int) -> Iterator[View]:
    """The views of whoever moves in some random deals."""
    rng = random.Random(seed)
    for _ in range(deals):
        for current in random_deal(rng, random_rules(rng)):
            if not current.over:
                yield current.view(current.to_move)


def forgotten(view: View, span: float, seed: int | str) -> int:
    return view.gone & ~recollect(view, span, seed).gone


# a deal with five tricks: seat 0 leads first, the talon is used up after them
START = "soft SASKHJDQCJ/STSQHQDTCQ H SJHKDAHTDKCACTDJCK+HA - 0: 0.0/0.0"
COURSE = "SA SQ HJ CQ SK ST HT SJ DK DQ"


def in_the_end(tokens: str = COURSE) -> Position:
    return play(position(START), tokens)


def test_an_endless_memory_keeps_everything() -> None:
    for view in views(8, 1):
        dim = recollect(view, math.inf, seed=1)
        assert (dim.gone, dim.finished, dim.history) == (view.gone, view.finished, view.history)
        (belief,) = beliefs(dim, 5, seed=1)
        seen, meant = worlds_of(belief, 50, seed=3), worlds_of(view, 50, seed=3)
        assert seen.total == meant.total
        assert (seen.rows == meant.rows).all()


def test_the_last_trick_is_kept_by_the_worst_memory() -> None:
    kept = 0
    for view in views(8, 2):
        dim = recollect(view, 0.001, seed=5)
        last = view.finished[-1:]
        assert dim.finished == last
        assert dim.gone == mask_of(card for trick in last for card in trick.cards)
        kept += len(last)
    assert kept > 40


def test_nothing_is_remembered_that_was_not_known() -> None:
    lost = 0
    for view in views(12, 3):
        dim = recollect(view, 1.0, seed=2)
        other = 1 - view.to_move
        assert not dim.gone & ~view.gone
        assert not dim.hands[other] & ~view.shown[other]
        assert dim.hand == view.hand
        assert set(dim.history) <= set(view.history)
        same = ("rules", "trump", "leader", "close", "trick", "points", "tricks", "pending")
        assert all(getattr(dim, field) == getattr(view, field) for field in same)
        assert (dim.turn_up, dim.hand_sizes) == (view.turn_up, view.hand_sizes)
        assert legal(dim) == legal(view)
        lost += (view.gone & ~dim.gone).bit_count()
    assert lost > 50


def test_what_is_forgotten_stays_forgotten_for_the_deal() -> None:
    rng = random.Random(4)
    grown = 0
    for number in range(20):
        before = [0, 0]
        for current in random_deal(rng, random_rules(rng)):
            if current.over:
                break
            for seat in (0, 1):
                now = forgotten(current.view(seat), 1.5, number)
                assert not before[seat] & ~now
                grown += now != before[seat]
                before[seat] = now
    assert grown > 40


def test_memory_follows_from_the_seed_and_the_deal() -> None:
    view = in_the_end().view(0)
    assert recollect(view, 2.0, "a") == recollect(view, 2.0, "a")
    assert len({forgotten(view, 2.0, seed) for seed in range(30)}) > 5
    later = in_the_end().view(0)._but(score=position(START, needed=(5, 7)).score)
    assert any(forgotten(view, 2.0, seed) != forgotten(later, 2.0, seed) for seed in range(5))


def test_high_cards_trumps_and_own_ones_are_kept_longer() -> None:
    current = in_the_end()
    view = current.view(0)
    seeds = range(600)
    lost = dict.fromkeys(cards_of(view.gone), 0)
    for seed in seeds:
        for card in cards_of(forgotten(view, 2.0, seed)):
            lost[card] += 1
    by_name = {name: count for card, count in lost.items() for name in names(1 << card)}
    trick_two = current.finished[1]
    assert trick_two.winner == 0  # the jack of trumps took the queen of clubs
    assert by_name["SA"] < by_name["SQ"]  # both in the first trick
    assert by_name["HJ"] < by_name["CQ"]  # both in the second
    assert by_name["SK"] > by_name["ST"]  # both in the third
    expected = 1 - math.exp(-3 / (2.0 * 1.5))  # the queen of clubs: won three tricks ago
    assert by_name["CQ"] / len(seeds) == pytest.approx(expected, abs=0.06)


def test_cards_shown_by_a_pair_fade_slowly() -> None:
    start = "soft SKSQHJDQCJ/STSAHQDTCQ H SJHKDAHTDKCACTDJCK+HA - 0: 0.0/0.0"
    current = play(position(start), "mS SQ CQ")
    king = make_card(0, 3)
    assert recollect(current.view(1), 0.001, seed=1).hands[0] == 1 << king
    later = play(current, "HJ DT SJ SA")
    view = later.view(1)
    assert view.hands[0] == 1 << king
    kept = sum(recollect(view, 1.0, seed).hands[0] == 1 << king for seed in range(400))
    assert kept / 400 == pytest.approx(math.exp(-2 / 4), abs=0.07)


def test_counting_is_left_to_whoever_remembers() -> None:
    view = in_the_end().view(1)
    assert view.hands[0].bit_count() == 5  # counted
    dim = recollect(view, 2.0, seed=3)
    assert not dim.hands[0] & ~view.shown[0]
    assert dim.unseen & view.hands[0]


def test_beliefs_are_whole_views_that_fit() -> None:
    several = 0
    for number, view in enumerate(views(12, 6)):
        dim = recollect(view, 1.0, seed=number)
        cannot = impossible(dim, 1 - view.to_move)
        for belief in beliefs(dim, 4, seed=number):
            assert belief.gone.bit_count() == 2 * sum(view.tricks)
            assert not dim.gone & ~belief.gone
            assert not belief.gone & (view.hand | mask_of(view.trick) | dim.hands[1 - view.to_move])
            hand = some_world(belief).hands[1 - view.to_move]
            assert hand.bit_count() == view.hand_sizes[1 - view.to_move]
            possible = dim.hands[1 - view.to_move] | (belief.unseen & ~cannot)
            assert possible.bit_count() >= view.hand_sizes[1 - view.to_move]
            assert plans_of(belief) == plans_of(view)
            assert worlds_of(belief, 3, seed=1).total > 0
            several += 1
    assert several > 200


def test_a_forgotten_card_may_be_anywhere() -> None:
    view = in_the_end().view(1)
    dim = recollect(view, 1.0, seed=1)
    lost = view.gone & ~dim.gone
    assert lost
    taken = [belief.gone & ~dim.gone for belief in beliefs(dim, 300, seed=1)]
    rate = lost.bit_count() / dim.unseen.bit_count()
    for card in cards_of(dim.unseen):
        share = sum(gone >> card & 1 for gone in taken) / len(taken)
        assert share == pytest.approx(rate, abs=0.1)


def test_a_text_without_history_is_remembered_as_from_long_ago() -> None:
    text = "soft SASKHJDQCJ/?5 H - - 0: 30.3/20.2"
    view = position(text).view(0)
    assert not view.finished
    assert forgotten(view, 0.001, seed=1) == view.gone
    assert forgotten(view, 100.0, seed=1).bit_count() <= 2


def test_a_spectator_remembers_nothing() -> None:
    view = in_the_end().view(None)
    with pytest.raises(ViewError, match="take the view of a seat"):
        recollect(view, 1.0, seed=1)
    with pytest.raises(ViewError, match="take the view of a seat"):
        beliefs(view, 1, seed=1)


def test_history_keeps_calls_and_whole_tricks() -> None:
    for view in views(10, 9):
        dim = recollect(view, 1.0, seed=1)
        assert [p for p in dim.history if not is_card(p.move)] == [
            p for p in view.history if not is_card(p.move)
        ]
        cards = [p.move for p in dim.history if is_card(p.move)]
        assert cards == [c for trick in dim.finished for c in trick.cards] + [*view.trick]


def test_the_presets_of_66_are_remembered_too() -> None:
    rng = random.Random(7)
    for current in random_deal(rng, PRESETS["hoyle-66"]):
        if not current.over:
            view = current.view(current.to_move)
            assert beliefs(recollect(view, 1.0, seed=1), 2, seed=1)

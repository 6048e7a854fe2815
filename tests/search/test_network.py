"""The network is a probability model of what a player can see."""

from __future__ import annotations

import math
import random
from collections import Counter

import numpy as np
import pytest

from bummerl.cards import cards_of, mask_of
from bummerl.rules.moves import CLOSE, DRAW, is_card, is_pair, pair
from bummerl.rules.position import Position
from bummerl.rules.scoring import pair_points
from bummerl.rules.variants import PRESET_NAMES
from bummerl.search import layout
from bummerl.search import network as net
from bummerl.search.instinct import MAY_CLOSE, choices, likeliest_move
from bummerl.search.network import (
    answer,
    card_chance,
    close_chance,
    drawn_card,
    see,
    shipped_network,
    think,
    unseen_by,
)
from bummerl.search.pack import pack, pack_rules, relabelled_mask, relabelled_move
from search.running import check_moves, running, with_other_hidden_cards

each_preset = pytest.mark.parametrize("preset", PRESET_NAMES)
DECKS = (20, 24)


def facts_of(current: Position) -> list[int]:
    """What the seat to move sees, as the network gets it."""
    row, seat = pack(current), current.to_move
    facts = np.full(net.MOST_FACTS, -1, np.int64)
    size = see(row, pack_rules(current.rules), seat, unseen_by(row, seat), facts)
    assert (facts[size:] == -1).all()
    return [int(fact) for fact in facts[:size]]


def thoughts_of(current: Position) -> net.Weights:
    """The answers for the seat to move."""
    row, seat = pack(current), current.to_move
    thoughts = np.zeros(net.THOUGHTS, np.float32)
    facts = np.zeros(net.MOST_FACTS, np.int64)
    network = shipped_network(current.rules.deck)
    unseen = unseen_by(row, seat)
    think(row, pack_rules(current.rules), seat, unseen, network, facts, thoughts)
    return thoughts[net.ANSWERS :]


def move_of(current: Position) -> int:
    """The likeliest move."""
    rules, network = pack_rules(current.rules), shipped_network(current.rules.deck)
    return relabelled_move(likeliest_move(pack(current), rules, network), current.trump)


# ---- the network itself -------------------------------------------------------------------------


@pytest.mark.parametrize("deck", DECKS)
def test_the_shipped_weights_are_finite_and_whole(deck: int) -> None:
    weights = shipped_network(deck)
    assert weights.shape == (net.SIZE,)
    assert np.isfinite(weights).all()
    assert weights.any()


@pytest.mark.parametrize("deck", DECKS)
def test_answers_are_those_of_three_layers(deck: int) -> None:
    """Against matrices, with weights cut where the module says."""
    chance, row = np.random.default_rng(deck), shipped_network(deck)
    first = row[: net.BIAS_1].reshape(net.INPUTS, net.FIRST)
    second = row[net.LAYER_2 : net.BIAS_2].reshape(net.FIRST, net.SECOND)
    third = row[net.LAYER_3 : net.BIAS_3].reshape(net.SECOND, net.OUTPUTS)
    for _ in range(50):
        size = int(chance.integers(1, net.MOST_FACTS))
        facts = chance.permutation(net.INPUTS)[: net.MOST_FACTS].astype(np.int64)
        thoughts = np.zeros(net.THOUGHTS, np.float32)
        answer(facts, size, row, thoughts)
        hidden = np.maximum(first[facts[:size]].sum(axis=0) + row[net.BIAS_1 : net.LAYER_2], 0)
        hidden = np.maximum(hidden @ second + row[net.BIAS_2 : net.LAYER_3], 0)
        expected = hidden @ third + row[net.BIAS_3 :]
        assert thoughts[net.ANSWERS :] == pytest.approx(expected, rel=1e-3, abs=1e-3)


@pytest.mark.parametrize("size", range(1, 7))
def test_chances_of_cards_sum_to_1_and_grow_with_the_score(size: int) -> None:
    rng = random.Random(size)
    for _ in range(50):
        answers = np.array([rng.uniform(-30, 30) for _ in range(net.OUTPUTS)], np.float32)
        held = rng.sample(range(24), size)
        cards = sum(1 << card for card in held)
        found = {card: card_chance(card, cards, answers) for card in held}
        assert sum(found.values()) == pytest.approx(1)
        assert sorted(held, key=found.__getitem__) == sorted(held, key=answers.__getitem__)
        edges = np.cumsum([found[card] for card in sorted(held)])
        for place, card in enumerate(sorted(held)):
            if found[card] > 1e-6:
                middle = edges[place] - found[card] / 2
                assert drawn_card(cards, answers, middle) == card


def test_extreme_scores_are_still_chances() -> None:
    answers = np.zeros(net.OUTPUTS, np.float32)
    answers[:3] = [700.0, -700.0, 699.0]
    assert card_chance(0, 0b11, answers) == 1
    assert card_chance(0, 0b101, answers) / card_chance(2, 0b101, answers) == pytest.approx(math.e)
    for score, chance in ((0.0, 0.5), (math.log(3), 0.75), (800.0, 1.0), (-800.0, 0.0)):
        answers[net.CLOSING] = score
        assert close_chance(answers) == pytest.approx(chance, abs=1e-7)


# ---- what it sees -------------------------------------------------------------------------------


@each_preset
def test_it_sees_what_the_view_says(preset: str) -> None:
    kinds: Counter[int] = Counter()
    for current in running(preset, "facts", 30):
        view, trump = current.view(current.to_move), current.trump
        seat, other = current.to_move, 1 - current.to_move
        facts = facts_of(current)
        assert len(set(facts)) == len(facts)
        assert max(facts) < net.INPUTS
        turned = view.turn_up if view.talon else None
        away = view.gone | mask_of(view.trick) | (0 if turned is None else 1 << turned)
        hidden = view.rules.pack_mask & ~(view.hand | away)

        def cards(start: int, facts: list[int] = facts) -> int:
            return sum(1 << fact - start for fact in facts if start <= fact < start + 24)

        assert cards(net.OWN_HAND) == relabelled_mask(view.hand, trump)
        assert cards(net.UNSEEN) == relabelled_mask(hidden, trump)
        assert cards(net.KNOWN_THERE) == relabelled_mask(current.shown[other], trump)
        led = current.trick[0] if current.trick else None
        assert cards(net.CARD_LED) == (relabelled_mask(1 << led, trump) if led is not None else 0)
        shown = 0 if turned is None or view.close is not None else 1 << turned
        assert cards(net.TURNED_UP) == relabelled_mask(shown, trump)
        announced = current.announced
        own = current.points[seat]
        if announced is not None and current.tricks[seat]:
            own -= pair_points(announced, trump)
        assert net.OWN_POINTS + min(own, 66) in facts
        assert net.OTHER_POINTS + min(current.points[other], 66) in facts
        assert (net.HAS_TRICK in facts) == (current.tricks[seat] > 0)
        assert (net.HAS_TRICK + 1 in facts) == (current.tricks[other] > 0)
        assert (net.LEADS in facts) == (not current.trick)
        closer = None if current.close is None else current.close.seat
        assert (net.CLOSED_BY in facts) == (closer == seat)
        assert (net.CLOSED_BY + 1 in facts) == (closer == other)
        if closer is None:
            assert net.TALON_LEFT + len(current.talon) // 2 in facts
        if announced is None and DRAW not in current.legal_moves():
            legal = current.legal_moves()
            assert (net.MAY_CLOSE in facts) == (CLOSE in legal)
            pairs = [suit for suit in range(4) if pair(suit) in legal]
            seen = [fact - net.PAIRS for fact in facts if net.PAIRS <= fact < net.LEADS]
            assert len(seen) == len(pairs)
        kinds.update(facts)
    assert len(kinds) > 150


@each_preset
def test_an_announcement_does_not_change_what_is_seen(preset: str) -> None:
    number = 0
    for current in running(preset, "announced", 60):
        before = set(facts_of(current))
        for move in current.legal_moves():
            if not is_pair(move):
                continue
            after = current.play(move)
            if not after.over:
                # of the pair's own cards the other might have known one before
                lost = before - set(facts_of(after))
                assert all(net.KNOWN_HERE <= fact < net.KNOWN_HERE + 24 for fact in lost)
                assert set(facts_of(after)) <= before
                number += 1
    assert number > 10


# ---- the moves it makes -------------------------------------------------------------------------


@each_preset
def test_it_makes_legal_moves_and_goes_without_saying(preset: str) -> None:
    check_moves(preset, move_of)


@each_preset
def test_moves_do_not_depend_on_hidden_cards(preset: str) -> None:
    for current, poisoned in with_other_hidden_cards(preset, 12):
        assert move_of(current) == move_of(poisoned), str(current)


def test_it_plays_the_likeliest_option() -> None:
    number = closed = 0
    for current in running("soft", "likeliest", 40):
        moves = np.zeros(layout.MOVES, np.int64)
        move, found = choices(pack(current), pack_rules(current.rules), moves)
        if move != layout.NONE:
            continue
        answers, made = thoughts_of(current), move_of(current)
        closes = bool(found & MAY_CLOSE) and close_chance(answers) > 0.5
        assert (made == CLOSE) == closes
        if not closes:
            chances = {
                card: card_chance(card, found & ~MAY_CLOSE, answers)
                for card in cards_of(found & ~MAY_CLOSE)
            }
            best = max(chances, key=chances.__getitem__)
            made = relabelled_move(made, current.trump)
            assert made in (best, layout.PAIR + best // 6)
        number, closed = number + 1, closed + closes
    assert number > 100
    assert closed > 3


@each_preset
def test_choices_are_the_rest_of_the_legal_moves(preset: str) -> None:
    for current in running(preset, "choices", 20):
        moves = np.zeros(layout.MOVES, np.int64)
        move, found = choices(pack(current), pack_rules(current.rules), moves)
        legal = current.legal_moves()
        if move != layout.NONE:
            assert relabelled_move(move, current.trump) in legal
            continue
        cards = [relabelled_move(card, current.trump) for card in cards_of(found & ~MAY_CLOSE)]
        assert cards == [] or sorted(cards) == [move for move in legal if is_card(move)]
        assert (found & MAY_CLOSE > 0) == (CLOSE in legal)

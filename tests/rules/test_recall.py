"""Giving a view its history back from the moves everybody has seen."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from bummerl.cards import cards_of, mask_of
from bummerl.errors import ViewError
from bummerl.notation.spn import parse_spn
from bummerl.rules.moves import EXCHANGE, Move
from bummerl.rules.position import Position
from bummerl.rules.recall import recall
from bummerl.rules.score import Score
from bummerl.rules.variants import PRESET_NAMES, PRESETS
from bummerl.rules.view import View
from support import MOVES, play, random_deal, random_rules, read_cards


def forgetful(view: View) -> View:
    """A view as text tells it: without history."""
    return view._but(forehand=None, shown=(0, 0), finished=(), history=())


def moves_of(position: Position) -> list[Move]:
    return [played.move for played in position.history]


def running_deals(seed: int, count: int, preset: str | None = None) -> Iterator[Position]:
    rng = random.Random(seed)
    for _ in range(count):
        for position in random_deal(rng, random_rules(rng, preset)):
            if not position.over:
                yield position


@pytest.mark.parametrize("preset", PRESET_NAMES)
def test_every_view_gets_its_history_back(preset: str) -> None:
    certain = asked = 0
    for position in running_deals(17, 40, preset):
        assert position.forehand is not None
        for seat in range(2):
            view = position.view(seat)
            found = recall(forgetful(view), moves_of(position), position.forehand)
            assert found._but(shown=view.shown) == view
            # what it says was shown was shown; the first turned-up card alone can be missing
            missing = [true & ~told for true, told in zip(view.shown, found.shown, strict=True)]
            assert all(t & ~v == 0 for t, v in zip(found.shown, view.shown, strict=True))
            assert sum(cards.bit_count() for cards in missing) <= 1
            certain += missing == [0, 0]
            asked += 1
    assert certain > 0.8 * asked


def test_nobody_but_forehand_can_have_led_first() -> None:
    for position in running_deals(18, 60):
        assert position.forehand is not None
        view = position.view(position.to_move)
        with pytest.raises(ViewError):
            recall(forgetful(view), moves_of(position), 1 - position.forehand)


def test_a_move_too_few_or_another_one_is_found_out() -> None:
    rng = random.Random(19)
    for position in running_deals(20, 60):
        if not position.history:
            continue
        assert position.forehand is not None
        view, moves = forgetful(position.view(position.to_move)), moves_of(position)
        at = rng.randrange(len(moves))
        if EXCHANGE in (moves[-1], moves[at]):
            continue  # the lowest trump could have been turned up at first
        with pytest.raises(ViewError):
            recall(view, moves[:-1], position.forehand)
        other = rng.choice([card for card in range(24) if card != moves[at]])
        with pytest.raises(ViewError):
            recall(view, [*moves[:at], other, *moves[at + 1 :]], position.forehand)


def after(tokens: str, preset: str = "soft") -> tuple[Position, list[Move]]:
    """A fixed deal, seat 1 leading, after some moves."""
    start = Position(
        rules=PRESETS[preset],
        hands=(mask_of(read_cards("STQHQJDK")), mask_of(read_cards("HTKDTJCA"))),
        trump=3,
        talon=read_cards("DQCKCQCTSADASKSJHACJ"),
        leader=1,
        forehand=1,
        score=Score(),
    )
    return play(start, tokens), [MOVES[token] for token in tokens.split()]


@pytest.mark.parametrize(
    ("tokens", "claimed", "reason"),
    [
        ("DJ", "DT", "they differ in trick"),
        ("DJ DK", "DJ DK c", "they differ in closed"),
        ("DJ DK", "DJ DK d", "they differ in talon"),
        ("DJ DK", "DJ DK r", "move 3 of the moves cannot be made there"),
        ("DJ DK", "DJ DK x", "they differ in hands"),
        ("DJ DK", "DJ DK o", "the moves end the deal"),
        ("DJ DK", "DJ DK o DQ", "the moves go on after the end of the deal"),
        ("DJ DK", "DJ DJ", "they differ in trick"),
        ("DJ DK", "DJ SQ", "they differ in trick"),
        ("DJ DK", "DJ DA", "they differ in points"),
        ("DJ DK", "DJ CJ", "move 2 of the moves cannot be made there"),
    ],
)
def test_the_sentence_says_where_they_part(tokens: str, claimed: str, reason: str) -> None:
    position, _ = after(tokens)
    view = forgetful(position.view(position.to_move))
    with pytest.raises(ViewError, match=reason):
        recall(view, [MOVES[token] for token in claimed.split()], 1)


def test_what_the_other_side_has_shown_is_told() -> None:
    seen = 0
    for position in running_deals(21, 60):
        view = position.view(position.to_move)
        other = 1 - position.to_move
        is_known = view.hands[other].bit_count() == view.hand_sizes[other]
        if is_known or not position.shown[other] or EXCHANGE not in moves_of(position):
            continue
        assert position.forehand is not None
        found = recall(forgetful(view), moves_of(position), position.forehand)
        assert found.shown[other] == position.shown[other]
        seen += 1
    assert seen > 5


def test_cards_a_view_does_not_name_are_known_from_the_moves() -> None:
    seen = 0
    for position in running_deals(22, 60):
        view, other = position.view(position.to_move), 1 - position.to_move
        named, moves = view.hands[other], moves_of(position)
        if not named or named != position.shown[other] or EXCHANGE in moves:
            continue
        assert position.forehand is not None
        nameless = tuple(0 if seat == other else hand for seat, hand in enumerate(view.hands))
        found = recall(forgetful(view)._but(hands=nameless), moves, position.forehand)
        assert found.hands == view.hands
        seen += 1
    assert seen > 5


def test_a_table_view_learns_what_the_moves_tell() -> None:
    position, moves = after("DJ DK ST HT", "sharp")
    view = position.view(position.to_move)
    assert recall(view.table(), moves, 1) == view


def test_the_other_hand_has_no_card_that_nobody_can_know() -> None:
    asked = 0
    for position in running_deals(23, 40):
        assert position.forehand is not None
        view, moves, other = (
            position.view(position.to_move),
            moves_of(position),
            1 - position.to_move,
        )
        if None not in view.talon or EXCHANGE in moves:
            continue
        for card in cards_of(position.hands[other] & ~view.hands[other]):
            named = (hand | (seat == other) << card for seat, hand in enumerate(view.hands))
            told = forgetful(view)._but(hands=tuple(named))
            with pytest.raises(ViewError, match="they differ in hands"):
                recall(told, moves, position.forehand)
            asked += 1
    assert asked > 100


def test_a_card_that_no_move_has_shown_is_not_known() -> None:
    text = "soft HACAKQJ/{} C ?1+CT - 0: 26.3/6.1 STKQJHKJDKQ 7:7"
    moves = [MOVES[token] for token in ["SQ", "ST", "HK", "HJ", "SJ", "SK", "DQ", "DK"]]
    honest, claiming = (parse_spn(text.format(hand)) for hand in ("?5", "SA?4"))
    assert isinstance(honest, View)
    assert isinstance(claiming, View)
    assert recall(honest, moves, 1).hands[1] == 0
    with pytest.raises(ViewError, match="the moves do not lead to this view: they differ in hands"):
        recall(claiming, moves, 1)

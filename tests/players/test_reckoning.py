from __future__ import annotations

import random

import pytest

from bummerl.cards import Mask, mask_of
from bummerl.players.reckoning import Line, possible_hands
from bummerl.rules.moves import CLOSE, DRAW, EXCHANGE, OUT, Move
from bummerl.rules.position import Position
from bummerl.rules.scoring import TARGET, Result
from bummerl.rules.variants import PRESET_NAMES
from bummerl.rules.view import View
from support import MOVES, names, play, position, random_deal, random_rules, read_cards


class NotedLine(Line):
    """A line that keeps its moves."""

    def __init__(self, view: View, other: Mask, *, close: bool = False) -> None:
        super().__init__(view, other, close=close)
        self.moves: list[Move] = []

    def _make(self, move: Move) -> None:
        self.moves.append(move)
        super()._make(move)


def replayed(start: Position, moves: list[Move]) -> Result:
    """The result when these moves are made, and whoever may goes out with 66."""
    current = start
    for move in moves:
        current = current.play(move)
        if OUT in current.legal_moves() and current.points[current.to_move] >= TARGET:
            current = current.play(OUT)
        elif DRAW in current.legal_moves():
            current = current.play(DRAW)
    assert current.result is not None
    return current.result


def first_moves(current: Position) -> list[Move | None]:
    moves: list[Move | None] = [
        move for move in current.legal_moves() if move not in (OUT, CLOSE, EXCHANGE, DRAW)
    ]
    return moves if current.announced is not None else [*moves, None]


@pytest.mark.rule("PLAY-2", "PLAY-4", "PLAY-5", "PLAY-6", "PAIR-1", "PAIR-3", "LAST-1", "LAST-2")
@pytest.mark.parametrize("preset", PRESET_NAMES)
def test_a_line_ends_as_the_same_moves_do(preset: str) -> None:
    rng = random.Random(preset)
    strict = last_open = closed = 0
    for _ in range(100):
        for current in random_deal(rng, random_rules(rng, preset)):
            if current.over:
                break
            view, other = current.view(current.to_move), current.hands[1 - current.to_move]
            is_last_open_reply = bool(current.trick) and len(current.talon) == 2
            if current.is_strict or is_last_open_reply:
                for move in first_moves(current):
                    line = NotedLine(view, other)
                    assert line.end(move) == replayed(current, line.moves)
                    strict += current.is_strict
                    last_open += not current.is_strict
            if CLOSE in current.legal_moves():
                line = NotedLine(view, other, close=True)
                assert line.end() == replayed(current.play(CLOSE), line.moves)
                closed += 1
    assert min(strict, last_open, closed) > 10


def end(text: str, first: str | None = None) -> Result:
    current = position(text)
    seat = current.to_move
    move = None if first is None else MOVES[first]
    return Line(current.view(seat), current.hands[1 - seat]).end(move)


@pytest.mark.parametrize(
    ("text", "first", "result"),
    [
        # draws the trump with the ace, then cashes the ten
        ("pagat SAHT/SKCJ S - - 0: 45.4/34.4", None, Result(0, 1, "out")),
        # the ten alone is trumped
        ("soft SAHT/SKCJ S - - 0: 45.4/34.4", "HT", Result(0, 1, "last trick")),
        # announces what brings it to 66 at once
        ("soft HKHQCJ/SADADT S - - 0: 46.4/20.3", None, Result(0, 2, "out")),
        # announces, but does not get there
        ("pagat HKHQ/HAHT S - - 0: 25.4/40.4", None, Result(1, 1, "out")),
        # the king is led where it is sure or where it must be
        ("soft(pair_lead=king) HKHQ/HTCJ S - - 0: 5.4/52.4", None, Result(1, 2, "out")),
        ("soft HKHQ/HTCJ S - - 0: 5.4/51.4", None, Result(1, 2, "last trick")),
        # closed: the closer has failed when the cards run out
        ("soft SAHT/SKCJ S ?+SJ 0@10.1 0: 20.2/10.1", None, Result(1, 2, "closed lost")),
    ],
)
def test_lines_follow_simple_rules(text: str, first: str | None, result: Result) -> None:
    assert end(text, first) == result


# ---- the hands the opponent may hold -----------------------------------------------------


def test_all_hands_are_listed_when_they_are_few() -> None:
    view = position("soft SAHAHTDADT/?5 S ?1+SJ - 0: 14.2/26.2").view(0)
    hands = possible_hands(view, 24)
    assert len(hands) == len(set(hands)) == 6
    for hand in hands:
        assert hand.bit_count() == 5
        assert hand & ~view.unseen == 0


def test_a_known_hand_is_the_only_one() -> None:
    current = position("soft SAHA/DADT S - - 0: 40.4/38.4")
    assert possible_hands(current.view(0), 24) == [current.hands[1]]


@pytest.mark.rule("PAIR-6", "XCHG-1")
def test_shown_cards_are_in_every_hand() -> None:
    current = play(position("soft SAHAHTDADT/CKCQSQHJDJ S ?+SJ - 1: 2.1/20.2"), "mC CQ")
    king = mask_of(read_cards("CK"))
    hands = possible_hands(current.view(0), 24)
    assert len(hands) > 10
    assert all(hand & king for hand in hands)


def test_many_hands_are_spread_evenly() -> None:
    view = position("sixtysix SAHAHTDADTCA/?6 S ?+SJ - 0: 0.0/0.0").view(0)
    hands = possible_hands(view, 24)
    assert 24 <= len(hands) <= 26
    held = [
        sum(hand >> card & 1 for hand in hands) for card in range(24) if view.unseen >> card & 1
    ]
    assert sum(held) == 6 * len(hands)
    assert min(held) > 0
    assert max(held) < len(hands)


@pytest.mark.rule("PLAY-5")
@pytest.mark.parametrize(
    ("other", "tokens", "ruled_out"),
    [
        ("SQHJHQHKDJ", "c DT DJ", {"DA"}),  # a lower card: no higher one
        ("SQHJHQHKDA", "c DT DA HJ HA", set()),  # the duty is met whatever else he holds
        ("SQSKHJHQHK", "c DT SQ HJ HA", {"DJ", "DQ", "DA"}),  # trumped: none of the suit led
        ("HJHQHKCJCQ", "c DT CJ", {"SQ", "SK", "ST", "DJ", "DQ"}),  # nor any trump
        ("SQHJHQHKDJ", "c DT DJ HA HJ DK SQ HQ HT", {"DQ", "DA"}),
        ("SQHJHQHKDJ", "DT DJ", set()),  # the talon was open
        ("SQHJHQHKDJ", "DT DJ c", set()),
    ],
)
def test_broken_duties_rule_cards_out(other: str, tokens: str, ruled_out: set[str]) -> None:
    start = position(f"soft SAHAHTDTDK/{other} S ?+SJ - 0: 30.2/0.0")
    view = play(start, tokens).view(0)
    possible = 0
    for hand in possible_hands(view, 10_000):
        possible |= hand
    assert names(view.unseen & ~possible) == ruled_out

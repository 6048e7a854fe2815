"""Positions as values: immutable, comparable, with their history."""

from __future__ import annotations

import dataclasses
import pickle

import pytest

from bummerl.errors import IllegalMoveError
from bummerl.rules.dealing import deal, shuffled
from bummerl.rules.moves import RESIGN, TIME, Played
from bummerl.rules.position import Position
from bummerl.rules.trick import Trick
from support import MOVES, play, position, read_cards

OPEN = "soft SJHTDKDQCA/SAHADJCTCQ S ?5+SK - 0: 14.1/20.1"


def test_play_gives_a_new_position_and_changes_nothing() -> None:
    start = position(OPEN)
    before = repr(start)
    for move in start.legal_moves():
        assert start.play(move) is not start
        assert repr(start) == before
    with pytest.raises(dataclasses.FrozenInstanceError):
        start.leader = 1  # type: ignore[misc]


def test_equal_positions_are_equal_whatever_was_asked_of_them() -> None:
    one, other = position(OPEN), position(OPEN)
    one.legal_moves()
    assert one == other
    assert hash(one) == hash(other)
    assert play(one, "x") != other


def test_positions_and_views_travel_between_processes() -> None:
    start = play(position(OPEN), "x c mD")
    assert pickle.loads(pickle.dumps(start)) == start
    assert pickle.loads(pickle.dumps(start.view(0))) == start.view(0)


def test_history_and_finished_tricks() -> None:
    after = play(position(OPEN), "x mD DK SA HA")
    assert after.history == tuple(
        Played(seat, MOVES[token])
        for seat, token in ((0, "x"), (0, "mD"), (0, "DK"), (1, "SA"), (1, "HA"))
    )
    assert after.finished == (Trick(0, read_cards("DKSA"), 1),)
    assert after.trick == read_cards("HA")


def test_history_replays_to_the_same_position() -> None:
    first = deal(shuffled(20, 5), 0)
    current = first
    while not current.over:
        current = current.play(current.legal_moves()[-1])
    replayed = first
    for played in current.history:
        replayed = replayed.apply(played)
    assert replayed == current


@pytest.mark.rule("SCORE-5")
@pytest.mark.parametrize(("move", "reason"), [(RESIGN, "resigned"), (TIME, "time")])
@pytest.mark.parametrize("seat", [0, 1])
def test_either_seat_concedes_in_a_record(seat: int, move: int, reason: str) -> None:
    ended = position(OPEN).apply(Played(seat, move))
    assert ended.result == (1 - seat, 2, reason)


def test_a_record_out_of_turn_is_refused() -> None:
    start: Position = position(OPEN)
    with pytest.raises(IllegalMoveError, match=r"^it is the turn of seat 0$"):
        start.apply(Played(1, MOVES["SA"]))


def test_what_kind_of_moment_it_is() -> None:
    start = position(OPEN)
    assert (start.seats, start.hand_sizes, start.over) == (2, (5, 5), False)
    assert (start.is_strict, start.is_draw_due) == (False, False)
    assert start.lowest_trump == read_cards("SJ")[0]
    assert play(start, "c").is_strict
    assert play(start, "CA").to_move == 1
    assert play(start, "o").over
    assert str(start).startswith("soft SJHTDKQCA/SAHADJCTQ S ")
    assert "false out" in str(play(start, "o"))

"""Move numbers and cards keep their meaning for good (notation.md)."""

from __future__ import annotations

from bummerl.rules import moves
from bummerl.rules.moves import PLAYED, Played, is_card, is_pair, pair
from support import TOKENS


def test_a_number_means_the_same_move_for_ever() -> None:
    assert " ".join(TOKENS) == (
        "S9 SJ SQ SK ST SA H9 HJ HQ HK HT HA D9 DJ DQ DK DT DA C9 CJ CQ CK CT CA "
        "mS mH mD mC x c o r d t"
    )
    assert [pair(suit) for suit in range(4)] == [24, 25, 26, 27]
    assert (moves.EXCHANGE, moves.CLOSE, moves.OUT) == (28, 29, 30)
    assert (moves.RESIGN, moves.DRAW, moves.TIME) == (31, 32, 33)


def test_kinds_of_moves() -> None:
    assert [move for move in range(-1, 40) if is_card(move)] == list(range(24))
    assert [move for move in range(-1, 40) if is_pair(move)] == [24, 25, 26, 27]


def test_history_entries_are_made_once() -> None:
    assert PLAYED[1][28] == Played(seat=1, move=28)
    assert all(len(row) == 34 for row in PLAYED)

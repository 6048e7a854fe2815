from __future__ import annotations

import pytest

from bummerl.errors import PlayerError
from bummerl.players.human import HumanPlayer
from bummerl.rules.moves import Move
from bummerl.rules.view import View
from support import MOVES, position


@pytest.mark.rule("PLAY-8", "PLAY-9")
def test_a_person_sees_only_the_table() -> None:
    shown: list[View] = []

    def ask(view: View) -> Move:
        shown.append(view)
        return MOVES["SA"]

    view = position("sharp SAHA/?2 S - - 0: 40.4/40.4").view(0)
    assert HumanPlayer(ask).choose(view) == MOVES["SA"]
    assert shown == [view.table()]
    assert view.points == (40, 40)
    assert shown[0].points == (None, None)
    assert view.gone
    assert not shown[0].gone


def test_a_place_without_a_person_cannot_move() -> None:
    with pytest.raises(PlayerError, match="plays in 'bummerl play', not in the arena"):
        HumanPlayer().choose(position("soft SAHA/?2 S - - 0: 40.4/40.4").view(0))


def test_a_person_is_asked_by_a_function() -> None:
    with pytest.raises(PlayerError, match="ask='me'"):
        HumanPlayer("me")  # type: ignore[arg-type]

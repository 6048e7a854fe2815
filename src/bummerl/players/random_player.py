"""A player that picks any legal move: the floor that others are measured from."""

from __future__ import annotations

import random

from bummerl.cards import cards_of
from bummerl.errors import PlayerError
from bummerl.rules.legal import is_renonce
from bummerl.rules.moves import OUT, Move
from bummerl.rules.scoring import TARGET
from bummerl.rules.view import View


class RandomPlayer:
    """Plays each legal move with the same chance, but goes out exactly when it has 66.

    ``OUT`` is chosen whenever it is legal and true, and is otherwise no candidate, nor where a
    table view hides the own card points.  The two options break the rules on purpose, to try out
    what follows.

    Args:
        seed: equal seeds play equally, on every machine; None plays differently each time.
        false_outs: chance (0 … 1) of calling out falsely at each decision where that is legal.
        illegal: chance (0 … 1) of playing a held card that loses the deal as a Renonce (PLAY-7),
            at each decision where there is one.

    Raises:
        PlayerError: a chance is not a number from 0 to 1.
    """

    def __init__(
        self, seed: int | str | None = None, false_outs: float = 0.0, illegal: float = 0.0
    ) -> None:
        # random() is the only method whose sequence Python promises to keep
        self._draw = random.Random(seed).random
        self._false_outs = _chance("false_outs", false_outs)
        self._illegal = _chance("illegal", illegal)

    def choose(self, view: View) -> Move:
        """A random legal move; see the class."""
        moves = view.legal_moves()
        draw = self._draw
        can_go_out = OUT in moves
        if can_go_out:
            points = view.points[view.to_move]
            if points is not None:
                if points >= TARGET:
                    return OUT
                if self._false_outs and draw() < self._false_outs:
                    return OUT
        if self._illegal:
            forbidden = [card for card in cards_of(view.hand) if is_renonce(view, card)]
            if forbidden and draw() < self._illegal:
                return forbidden[int(draw() * len(forbidden))]
        count = len(moves)
        move = moves[int(draw() * count)]
        if can_go_out:
            while move == OUT:
                move = moves[int(draw() * count)]
        return move


def _chance(option: str, value: float) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1:
        raise PlayerError(
            "{option} is {value!r}, but must be a number from 0 to 1", option=option, value=value
        )
    return float(value)

"""Plans: everything a seat may do in its turn, up to and including the card it plays.

Drawing and going out end a plan, too, as does an announcement that ends the deal.  A card that the
rules forbid and a false call are no plans.  Which plans there are follows from the view alone.

>>> from bummerl.notation.spn import parse_spn
>>> from bummerl.notation.tokens import MOVE_TOKENS
>>> view = parse_spn("pagat SAKHADTQ/?5 H ?1+HJ - 0: 19.2/41.2 HTKQDKCTKQJ 7:7")
>>> [" ".join(MOVE_TOKENS[move] for move in plan) for plan in plans_of(view)][:6]
['SK', 'SA', 'HA', 'DQ', 'DT', 'c SK']
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from bummerl.errors import ViewError
from bummerl.rules.moves import DRAW, OUT, PAIR, Move
from bummerl.rules.world import some_world
from bummerl.search import layout
from bummerl.search.pack import Integers, pack, pack_rules, relabelled_move
from bummerl.search.transition import legal_moves, play

if TYPE_CHECKING:
    from bummerl.rules.view import View

Plan = tuple[Move, ...]


def plans_of(view: View) -> tuple[Plan, ...]:
    """All plans of the seat to move, whose view this is; cards ascending, short plans first.

    Where going out is right it is the only plan.

    Raises:
        ViewError: a table view, or not the view of the seat to move.
    """
    if view.seat != view.to_move or view.over:
        raise ViewError("only the seat whose turn it is has plans, and this is not its view")
    rules, trump = pack_rules(view.rules), view.trump
    found: list[Plan] = []
    waiting: list[tuple[Plan, Integers]] = [((), pack(some_world(view)))]
    while waiting:
        plan, state = waiting.pop(0)
        for move in _moves(state, rules):
            longer = (*plan, relabelled_move(move, trump))
            after = np.empty(layout.WIDTH, np.int64)
            play(state, move, rules, after)
            if move < PAIR or move in (OUT, DRAW) or after[layout.WINNER] != layout.NONE:
                found.append(longer)
            else:
                waiting.append((longer, after))
    return tuple(sorted(found, key=lambda plan: (len(plan), plan)))


def _moves(state: Integers, rules: int) -> list[Move]:
    """Legal moves that make sense: going out if that is right, else all but a false call."""
    moves = np.empty(layout.MOVES, np.int64)
    number = legal_moves(state, rules, moves)
    listed: list[Move] = moves[:number].tolist()
    if OUT in listed:
        seat = state[layout.LEADER]
        return [OUT] if state[layout.POINTS + seat] >= 66 else [m for m in listed if m != OUT]
    return listed


def packed_plan(plan: Plan, trump: int) -> Integers:
    """A plan for kernels: its moves with suits relabelled."""
    return np.array([relabelled_move(move, trump) for move in plan], np.int64)

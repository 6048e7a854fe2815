"""Slow judges of the solver: minimax on the rules, and a compiled alpha-beta without any tricks.

Both take outs at once for both sides, as the solver does, and know nothing of its reductions,
tables and bounds.
"""

from __future__ import annotations

import numpy as np

from bummerl.rules.moves import CLOSE, DRAW, EXCHANGE, OUT
from bummerl.rules.position import Position
from bummerl.rules.scoring import TARGET
from bummerl.search import layout
from bummerl.search.jit import Row, Rows, kernel
from bummerl.search.pack import pack, pack_rules
from bummerl.search.transition import legal_moves, play

DEPTH = 64
"""More moves than any deal has."""


def minimax(position: Position) -> int:
    """Game points for the seat to move when both play perfectly and go out as soon as they can."""
    return max(minimax_moves(position).values())


def minimax_moves(position: Position) -> dict[int, int]:
    """The value of each move for the seat to move; only going out where that is right."""
    seat = position.to_move
    legal = position.legal_moves()
    if OUT in legal and position.points[seat] >= TARGET:
        legal = (OUT,)
    return {move: _worth(position.play(move), seat) for move in legal if _is_true(position, move)}


def _is_true(position: Position, move: int) -> bool:
    return move != OUT or position.points[position.to_move] >= TARGET


def _worth(position: Position, seat: int) -> int:
    if position.result is not None:
        winner = position.result.winner
        return position.result.points * (0 if winner is None else 1 if winner == seat else -1)
    value = minimax(position)
    return value if position.to_move == seat else -value


def plain_value(position: Position) -> int:
    """The value by `alpha_beta`, for the seat to move."""
    states = np.empty((DEPTH, layout.WIDTH), np.int64)
    moves = np.empty((DEPTH, layout.MOVES), np.int64)
    pack(position, states[0])
    rules = pack_rules(position.rules)
    return int(alpha_beta(states, 0, rules, -3, 3, moves, np.zeros(1, np.int64)))


@kernel("int64(int64[:,::1],int64,int64,int64,int64,int64[:,::1],int64[::1])")
def alpha_beta(
    states: Rows, row: int, rules: int, alpha: int, beta: int, moves: Rows, nodes: Row
) -> int:
    """Value of ``states[row]`` for the seat to move, exact within (alpha, beta)."""
    nodes[0] += 1
    state = states[row]
    seat = state[layout.LEADER]
    if state[layout.LED] != layout.NONE:
        seat = 1 - seat
    number = legal_moves(state, rules, moves[row])
    after = states[row + 1]
    if number and moves[row, number - 1] == OUT and state[layout.POINTS + seat] >= 66:
        play(state, OUT, rules, after)
        return after[layout.WORTH]
    best = -9
    for turn in range(2):  # calls last: they are the longest
        for index in range(number):
            move = moves[row, number - 1 - index]
            if move == OUT or (turn == 0) == (move in (CLOSE, EXCHANGE, DRAW)):
                continue
            play(state, move, rules, after)
            floor = max(alpha, best)
            if after[layout.WINNER] == layout.DRAWN:
                value = 0
            elif after[layout.WINNER] != layout.NONE:
                worth = after[layout.WORTH]
                value = worth if after[layout.WINNER] == seat else -worth
            else:
                mover = after[layout.LEADER]
                if after[layout.LED] != layout.NONE:
                    mover = 1 - mover
                if mover == seat:
                    value = alpha_beta(states, row + 1, rules, floor, beta, moves, nodes)
                else:
                    value = -alpha_beta(states, row + 1, rules, -beta, -floor, moves, nodes)
            best = max(best, value)
            if best >= beta:
                return best
    return best

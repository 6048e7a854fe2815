"""The values of whole states, of each of their moves, and of many worlds at once.

`states` are scratch rows for a state and what follows from it within one trick: the state to solve
lies in the first.  `memory` is the working memory of `bummerl.search.layout`; its transposition
table stays good as long as the rules do.
"""

from __future__ import annotations

from typing import Final

from bummerl.search.closed import closed_deal, closing_terms, out_value, strict_pairs
from bummerl.search.jit import Row, Rows, helper, kernel
from bummerl.search.layout import (
    ANNOUNCED,
    CARDS,
    CLOSE_POINTS,
    CLOSE_TRICKS,
    CLOSER,
    DRAWN,
    HAND,
    ILLEGAL,
    LEADER,
    LED,
    LEFT,
    NONE,
    OUT,
    OUT_AT,
    PENDING,
    POINTS,
    TALON,
    TEN,
    TRICKS,
    UNDRAWN,
    WIDTH,
    WINNER,
    WORTH,
)
from bummerl.search.open_talon import open_talon
from bummerl.search.strict import leader_succeeds, used_up
from bummerl.search.tables import PAY
from bummerl.search.transition import is_draw_due, legal_moves, mover, play

ROWS: Final = 5
"""Rows of `states` that are enough: announcing, leading, replying and what follows."""


@helper
def standing(points: int, tricks: int, pending: int) -> int:
    """A side's standing (`bummerl.search.layout`)."""
    return min(points, OUT_AT - 1) + 1 if tricks else -pending


@kernel("int64(int64[::1],int64,int64,int64,int64,int64[::1])")
def lead_value(state: Row, rules: int, alpha: int, beta: int, due: int, memory: Row) -> int:
    """Value for the leader at the start of his turn: exact within (alpha, beta), else a bound."""
    leader = state[LEADER]
    lead, other = state[HAND + leader], state[HAND + 1 - leader]
    mine = standing(state[POINTS + leader], state[TRICKS + leader], state[PENDING + leader])
    leader = 1 - leader
    theirs = standing(state[POINTS + leader], state[TRICKS + leader], state[PENDING + leader])
    left, closer = state[LEFT], state[CLOSER]
    # 1 a closed deal, as a yes/no question where success and failure have one price
    if closer != NONE:
        at_close = standing(state[CLOSE_POINTS], state[CLOSE_TRICKS], 0)
        terms = closing_terms(rules, at_close)
        closes = 1 if closer == state[LEADER] else 0
        if mine >= OUT_AT:
            return out_value(mine, theirs, closes, terms)
        defender = theirs if closes else mine
        if terms >> 3 & 3 and not terms & 128 and (terms >> 5 & 3 or defender > 0):
            price = terms >> 5 & 3 if terms >> 5 & 3 else 2
            if leader_succeeds(lead, other, mine, theirs, closes, terms & 7, memory):
                return terms >> 3 & 3 if closes else price
            return -price if closes else -(terms >> 3 & 3)
        return closed_deal(lead, other, mine, theirs, closes, alpha, beta, terms, memory)
    if mine >= OUT_AT:
        return PAY[theirs & 127]
    # 2 the talon is used up
    if left == 0:
        pairs = strict_pairs(rules)
        return used_up(lead, other, mine, theirs, alpha, beta, pairs, rules & TEN, memory)
    # 3 the talon is open
    undrawn = 0
    for index in range(1, left):
        memory[CARDS + index] = state[TALON + index]
        undrawn |= 1 << state[TALON + index]
        memory[UNDRAWN + index + 1] = undrawn
    turned = state[TALON]
    return open_talon(lead, other, mine, theirs, left, turned, due, alpha, beta, rules, memory)


@helper
def settled(state: Row, seat: int, rules: int, alpha: int, beta: int, memory: Row) -> int:
    """Value for `seat` of a finished deal or of the start of anybody's turn."""
    if state[WINNER] != NONE:
        if state[WINNER] == DRAWN:
            return 0
        return state[WORTH] if state[WINNER] == seat else -state[WORTH]
    due = is_draw_due(state, rules)
    if state[LEADER] == seat:
        return lead_value(state, rules, alpha, beta, due, memory)
    return -lead_value(state, rules, -beta, -alpha, due, memory)


@kernel("int64(int64[:,::1],int64,int64,int64,int64,int64[:,::1],int64[::1])")
def reply_value(
    states: Rows, row: int, rules: int, alpha: int, beta: int, moves: Rows, memory: Row
) -> int:
    """Value for the seat that must reply in ``states[row]``, like `value`."""
    state = states[row]
    seat = 1 - state[LEADER]
    best = ILLEGAL
    for index in range(legal_moves(state, rules, moves[row])):
        play(state, moves[row, index], rules, states[row + 1])
        floor = max(alpha, best)
        best = max(best, settled(states[row + 1], seat, rules, floor, beta, memory))
        if best >= beta:
            break
    return best


@kernel("int64(int64[:,::1],int64,int64,int64,int64,int64[:,::1],int64[::1])")
def value(
    states: Rows, row: int, rules: int, alpha: int, beta: int, moves: Rows, memory: Row
) -> int:
    """Value of ``states[row]`` for the seat to move, outs taken at once by both sides.

    Exact within (alpha, beta), else a bound; the deal is not over.
    """
    state = states[row]
    seat = state[LEADER]
    if state[LED] != NONE:
        return reply_value(states, row, rules, alpha, beta, moves, memory)
    if state[ANNOUNCED] == NONE or state[POINTS + seat] >= 66:
        return settled(state, seat, rules, alpha, beta, memory)
    best = ILLEGAL
    for index in range(legal_moves(state, rules, moves[row])):
        if moves[row, index] != OUT:
            play(state, moves[row, index], rules, states[row + 1])
            floor = max(alpha, best)
            best = max(best, -reply_value(states, row + 1, rules, -beta, -floor, moves, memory))
            if best >= beta:
                break
    return best


@kernel("void(int64[:,::1],int64,int64[:,::1],int64[::1],int64[::1])")
def value_moves(states: Rows, rules: int, moves: Rows, memory: Row, values: Row) -> None:
    """Writes the value of each legal move of ``states[0]`` for the seat to move to `values`.

    `values` has `MOVES` places.  Illegal moves and a false call get `ILLEGAL`, and so do all others
    where going out is right, as outs are taken at once.
    """
    state = states[0]
    seat = mover(state)
    values[:] = ILLEGAL
    number = legal_moves(state, rules, moves[0])
    out = number > 0 and moves[0, number - 1] == OUT and state[POINTS + seat] >= 66
    for index in range(number):
        move = moves[0, index]
        if (move == OUT) != out:
            continue
        after = states[1]
        play(state, move, rules, after)
        if after[WINNER] != NONE:
            values[move] = settled(after, seat, rules, -3, 3, memory)
            continue
        worth = value(states, 1, rules, -3, 3, moves, memory)
        values[move] = worth if mover(after) == seat else -worth


@kernel("void(int64[:,::1],int64,int64,int64,int64[:,::1],int64[:,::1],int64[::1],int64[::1])")
def solve_worlds(
    worlds: Rows,
    rules: int,
    alpha: int,
    beta: int,
    states: Rows,
    moves: Rows,
    memory: Row,
    values: Row,
) -> None:
    """Writes the value of each world, a row of `worlds`, for its seat to move to `values`."""
    for world in range(worlds.shape[0]):
        for index in range(WIDTH):
            states[0, index] = worlds[world, index]
        values[world] = value(states, 0, rules, alpha, beta, moves, memory)


@kernel("void(int64[:,::1],int64,int64[:,::1],int64[:,::1],int64[::1],int64[:,::1])")
def solve_moves(
    worlds: Rows, rules: int, states: Rows, moves: Rows, memory: Row, values: Rows
) -> None:
    """Writes the value of every move in each world to a row of `values`; see `value_moves`."""
    for world in range(worlds.shape[0]):
        for index in range(WIDTH):
            states[0, index] = worlds[world, index]
        value_moves(states, rules, moves, memory, values[world])

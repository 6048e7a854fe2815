"""What the network plays by itself, without any search."""

from __future__ import annotations

from typing import Final

import numpy as np

from bummerl.cards import cards_of
from bummerl.search.jit import Row, helper, lowest
from bummerl.search.layout import CLOSE, DRAW, EXCHANGE, LED, MOVES, NONE, OUT, PAIR, POINTS
from bummerl.search.network import (
    ANSWERS,
    CLOSING,
    MOST_FACTS,
    THOUGHTS,
    Weights,
    think,
    unseen_by,
)
from bummerl.search.pack import Integers
from bummerl.search.transition import announced_with, legal_moves, mover

MAY_CLOSE: Final = 1 << 24
"""Among choices: the deal may be closed."""


@helper
def choices(state: Row, rules: int, moves: Row) -> tuple[int, int]:
    """The move that goes without saying, or `NONE`; then the cards and `MAY_CLOSE` to choose from.

    It goes without saying to go out, to draw, to exchange, and to play the only card there is.
    `moves` is working memory.
    """
    number = legal_moves(state, rules, moves)
    leads = state[LED] == NONE
    if leads and moves[number - 1] == OUT:
        number -= 1
        if state[POINTS + mover(state)] >= 66:
            return OUT, 0
    if leads and number > 1 and moves[1] == DRAW:
        return DRAW, 0
    found = 0
    for index in range(number):
        move = moves[index]
        if move == EXCHANGE:
            return EXCHANGE, 0
        if move < PAIR:
            found |= 1 << move
        elif move == CLOSE:
            found |= MAY_CLOSE
    if found & (found - 1) == 0:
        return announced_with(state, rules, lowest(found)), 0
    return NONE, found


def likeliest_move(state: Integers, rules: int, network: Weights) -> int:
    """The move of a running deal that the network finds likeliest."""
    move, found = choices(state, rules, np.zeros(MOVES, np.int64))
    if move != NONE:
        return int(move)
    seat, thoughts = mover(state), np.zeros(THOUGHTS, np.float32)
    facts = np.zeros(MOST_FACTS, np.int64)
    think(state, rules, seat, unseen_by(state, seat), network, facts, thoughts)
    answers = thoughts[ANSWERS:]
    if found & MAY_CLOSE and answers[CLOSING] > 0:
        return CLOSE
    card = max(cards_of(found & ~MAY_CLOSE), key=lambda card: answers[card])
    return announced_with(state, rules, card)

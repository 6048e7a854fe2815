"""Moves as a network would make them, in a world whose cards are all known.

The network sees only what the seat to move can see.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from bummerl.cards import cards_of
from bummerl.search.jit import Row, Rows, helper, kernel, lowest
from bummerl.search.layout import (
    CLOSE,
    CLOSER,
    DRAW,
    EXCHANGE,
    LED,
    LEFT,
    MOVES,
    NONE,
    OUT,
    PAIR,
    POINTS,
    WIDTH,
    WINNER,
)
from bummerl.search.network import (
    ANSWERS,
    CLOSING,
    MOST_FACTS,
    THOUGHTS,
    Singles,
    Weights,
    close_chance,
    drawn_card,
    think,
    unseen_by,
)
from bummerl.search.pack import Integers
from bummerl.search.random_play import BELOW_2_62, scrambled
from bummerl.search.transition import announced_with, legal_moves, mover, play

MAY_CLOSE: Final = 1 << 24
"""Among choices: the deal may be closed."""


@helper
def next_chance(source: Row) -> float:
    """The next of a row of pseudo-random numbers from 0 to 1; ``source[0]`` counts them."""
    source[0] += 1
    return float(scrambled(source[0] & BELOW_2_62) >> 30) * 2.0**-32


@helper
def make(states: Rows, move: int, rules: int) -> None:
    """Makes a move in ``states[0]``; the next row is scratch."""
    play(states[0], move, rules, states[1])
    for index in range(WIDTH):
        states[0, index] = states[1, index]


@helper
def choices(state: Row, rules: int, moves: Row) -> tuple[int, int]:
    """The move that goes without saying, or `NONE`; then the cards and `MAY_CLOSE` to choose from.

    It goes without saying to go out, to draw, to exchange, and to play the only card there is.
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


@kernel("int64(int64[::1],int64,float32[::1],int64[::1],int64[::1],float32[::1],int64[::1])")
def likely_move(
    state: Row, rules: int, network: Singles, moves: Row, facts: Row, thoughts: Singles, source: Row
) -> int:
    """A move of a running deal, as likely as the network says; chance comes from ``source[0]``.

    `moves`, `facts` and `thoughts` are working memory.
    """
    move, found = choices(state, rules, moves)
    if move != NONE:
        return move
    seat = mover(state)
    think(state, rules, seat, unseen_by(state, seat), network, facts, thoughts)
    answers = thoughts[ANSWERS:]
    if found & MAY_CLOSE and next_chance(source) < close_chance(answers):
        return CLOSE
    card = drawn_card(found & ~MAY_CLOSE, answers, next_chance(source))
    return announced_with(state, rules, card)


@kernel(
    "void(int64[:,::1],int64,int64,float32[::1],int64[:,::1],int64[::1],float32[::1],int64[::1])"
)
def play_down(
    states: Rows,
    rules: int,
    exact_at: int,
    network: Singles,
    moves: Rows,
    facts: Row,
    thoughts: Singles,
    source: Row,
) -> None:
    """Plays ``states[0]`` on until it is over, or not closed with `exact_at` talon cards left."""
    state = states[0]
    while state[WINNER] == NONE:
        if state[LED] == NONE and state[CLOSER] == NONE and state[LEFT] <= exact_at:
            return
        move = likely_move(state, rules, network, moves[0], facts, thoughts, source)
        make(states, move, rules)


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

"""Moves as a policy would make them, in a world whose cards are all known.

The policy sees only what the seat to move can see.  It goes out and exchanges whenever it may.
"""

from __future__ import annotations

import math
from typing import Final

from bummerl.search.jit import Reals, Row, Rows, helper, kernel
from bummerl.search.layout import (
    ANNOUNCED,
    CLOSE,
    CLOSER,
    DRAW,
    EXCHANGE,
    HAND,
    KING_LEADS,
    LEADER,
    LED,
    LEFT,
    NONE,
    OUT,
    PAIR,
    POINTS,
    TALON,
    TRICKS,
    WIDTH,
    WINNER,
)
from bummerl.search.policy import ACTIVE, OPTIONS, card_scores, close_features, score, stage_of
from bummerl.search.random_play import BELOW_2_62, scrambled
from bummerl.search.transition import legal_moves, play

FEATURES: Final = 0
"""Where the features of an option lie in `scratch`."""
CARDS: Final = FEATURES + ACTIVE
"""Where the cards lie that can be played."""
SCRATCH: Final = CARDS + OPTIONS


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
def drawn_option(scores: Reals, size: int, chance: float) -> int:
    """One option, the likelier the higher its score; `chance` is a number from 0 to 1."""
    most = scores[0]
    for index in range(1, size):
        most = max(most, scores[index])
    total = 0.0
    for index in range(size):
        scores[index] = math.exp(scores[index] - most)
        total += scores[index]
    total *= chance
    for index in range(size - 1):
        total -= scores[index]
        if total < 0.0:
            return index
    return size - 1


@kernel("int64(int64[::1],int64,float64[::1],int64[::1],int64[::1],float64[::1],int64[::1])")
def likely_move(
    state: Row,
    rules: int,
    policy: Reals,
    moves: Row,
    scratch: Row,
    scores: Reals,
    source: Row,
) -> int:
    """A move of a running deal, as likely as `policy` says; ``source[0]`` is where chance is from.

    `moves`, `scratch` and `scores` are working memory.
    """
    leader, led = state[LEADER], state[LED]
    seat = leader if led == NONE else 1 - leader
    number = legal_moves(state, rules, moves)
    closes, features = 0, scratch[FEATURES:]
    # 1 what goes without saying: going out, drawing, exchanging
    if led == NONE:
        if moves[number - 1] == OUT and state[POINTS + seat] >= 66:
            return OUT
        if number > 1 and moves[1] == DRAW:
            return DRAW
        for index in range(number):
            if moves[index] == EXCHANGE:
                return EXCHANGE
            if moves[index] == CLOSE:
                closes = 1
    # 2 what the seat can see
    hand, own, other = state[HAND + seat], state[POINTS + seat], state[POINTS + 1 - seat]
    unseen = state[HAND + 1 - seat]
    for index in range(1, state[LEFT]):
        unseen |= 1 << state[TALON + index]
    stage = stage_of(state[LEFT], state[CLOSER], seat)
    legal, pairs = 0, 0
    for index in range(number):
        move = moves[index]
        if move < PAIR:
            legal |= 1 << move
        elif move < EXCHANGE:
            pairs |= (8 if rules & KING_LEADS else 12) << 6 * (move - PAIR)
    # 3 closing
    if closes:
        used = close_features(hand, unseen, own, other, state[TRICKS + 1 - seat], pairs, features)
        chance = 1.0 / (1.0 + math.exp(-score(features, used, stage, policy)))
        if next_chance(source) < chance:
            return CLOSE
    # 4 a card, announced first if it belongs to a pair
    if state[ANNOUNCED] != NONE:
        pairs = legal
    size = card_scores(
        legal,
        led,
        hand,
        unseen,
        own,
        other,
        pairs,
        stage,
        policy,
        features,
        scratch[CARDS:],
        scores,
    )
    card = scratch[CARDS + drawn_option(scores, size, next_chance(source))]
    if pairs >> card & 1 and state[ANNOUNCED] == NONE:
        return PAIR + card // 6
    return card


@kernel(
    "void(int64[:,::1],int64,int64,float64[::1],int64[:,::1],int64[::1],float64[::1],int64[::1])"
)
def play_down(
    states: Rows,
    rules: int,
    exact_at: int,
    policy: Reals,
    moves: Rows,
    scratch: Row,
    scores: Reals,
    source: Row,
) -> None:
    """Plays ``states[0]`` on until it is over or closed, or `exact_at` talon cards are left."""
    state = states[0]
    while state[WINNER] == NONE:
        if state[LED] == NONE and (state[CLOSER] != NONE or state[LEFT] <= exact_at):
            return
        move = likely_move(state, rules, policy, moves[0], scratch, scores, source)
        make(states, move, rules)

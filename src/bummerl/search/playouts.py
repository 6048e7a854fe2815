"""Random playouts by the million: what a state, or a plan in it, brings when all play at random.

`bummerl.search.random_play` tells how both seats play.  The chance of closing is given in
parts of `bummerl.search.random_play.CERTAIN`; 0 never closes.  A *source* is a row of one counter
that all randomness comes from (`seeded`); kernels leave the next one in it.

>>> from bummerl.notation.spn import parse_spn
>>> from bummerl.search.pack import pack_rules
>>> from bummerl.search.plans import plans_of
>>> from bummerl.search.worlds import worlds_of
>>> view = parse_spn("pagat SAKHADTQ/?5 H ?1+HJ - 0: 19.2/41.2 HTKQDKCTKQJ 7:7")
>>> plans = plans_of(view)
>>> sums = Roller(pack_rules(view.rules)).sums(worlds_of(view, 6).rows, plans, view.trump, 100)
>>> len(plans), sums.shape, bool(abs(sums).max() <= 300)
(10, (10, 6), True)
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Final

import numpy as np

from bummerl.cards import PACK_MASKS, cards_of
from bummerl.search.jit import Row, Rows, helper, kernel
from bummerl.search.layout import (
    ANNOUNCED,
    CLOSE_POINTS,
    CLOSE_TRICKS,
    CLOSER,
    DRAWN,
    HAND,
    LEADER,
    LED,
    LEFT,
    NINES,
    NONE,
    PENDING,
    POINTS,
    TALON,
    TRICKS,
    WIDTH,
    WINNER,
    WORTH,
)
from bummerl.search.pack import Integers
from bummerl.search.plans import Plan, packed_plan
from bummerl.search.random_play import (
    BITS,
    FIELD,
    POINTS_AT,
    SEAT_AT,
    TRICK_AT,
    play_on,
    scrambled,
)
from bummerl.search.transition import is_draw_due, mover, play

DECK: Final = 24
"""Length of `deck`, working memory for a pack."""
TRACE: Final = 64
"""Length of a trace that holds the moves of any deal, their number first."""

STRIDE: Final = 32
"""How far the counters of two playouts lie apart: no deal takes 32 steps."""
DEALING: Final = 8
"""What dealing may take of that."""
PACK_20: Final = PACK_MASKS[20]
PACK_24: Final = PACK_MASKS[24]
# both packs, each with its trumps first
FRESH: Final[Row] = np.array([*cards_of(PACK_20), *cards_of(PACK_24)], np.int64)


def seeded(seed: int | str) -> Integers:
    """A new source of randomness for the kernels, shape (1,); equal seeds give equal play."""
    return np.array([int(random.Random(str(seed)).random() * 2**53) << 8], np.int64)


@helper
def side_of(state: Row, seat: int) -> int:
    """The side of a seat."""
    return (
        state[HAND + seat]
        | state[POINTS + seat] + state[PENDING + seat] << POINTS_AT
        | state[TRICKS + seat] << TRICK_AT
        | seat << SEAT_AT
    )


@helper
def play_often(
    state: Row, rules: int, close: int, times: int, counter: int, deck: Row, trace: Row | None
) -> int:
    """Game points for seat 0, the sum of `times` playouts from a state."""
    if state[WINNER] != NONE:
        if state[WINNER] == DRAWN:
            return 0
        return -times * state[WORTH] if state[WINNER] else times * state[WORTH]
    leader, left, closer = state[LEADER], state[LEFT], state[CLOSER]
    lead, other = side_of(state, leader), side_of(state, 1 - leader)
    at_close = state[CLOSE_POINTS] << POINTS_AT | state[CLOSE_TRICKS] << TRICK_AT
    due = is_draw_due(state, rules)
    led, announced = state[LED], state[ANNOUNCED]
    for index in range(left):
        deck[index] = 1 << state[TALON + index]
    turned = deck[0]
    total = 0
    for _ in range(times):
        deck[0] = turned
        total += play_on(
            lead,
            other,
            led,
            announced,
            due,
            left,
            closer,
            at_close,
            rules,
            close,
            counter,
            deck,
            trace,
        )
        counter += STRIDE
    return total


@kernel("void(int64[:,::1],int64,int64,int64,int64[::1],int64[::1],int64[::1])")
def play_out(
    worlds: Rows, rules: int, close: int, times: int, source: Row, deck: Row, sums: Row
) -> None:
    """Plays each world, a row of `worlds`, to its end `times` times.

    Writes the sums of game points for the seat to move to `sums`.
    """
    counter = int(source[0])
    for world in range(worlds.shape[0]):
        state = worlds[world]
        total = play_often(state, rules, close, times, counter, deck, None)
        sums[world] = -total if mover(state) else total
        counter += STRIDE * times
    source[0] = counter


@kernel("int64(int64[::1],int64,int64,int64[::1],int64[::1],int64[::1])")
def play_out_traced(state: Row, rules: int, close: int, source: Row, deck: Row, trace: Row) -> int:
    """One playout of `play_out`, with its moves.

    Game points for the seat to move; ``trace[0]`` moves are written behind it, those of the rules:
    ``OUT`` where it must be declared, ``DRAW`` where it is a move.
    """
    trace[0] = 0
    counter = int(source[0])
    total = play_often(state, rules, close, 1, counter, deck, trace)
    source[0] = counter + STRIDE
    return -total if mover(state) else total


@kernel(
    "void(int64[:,::1],int64[::1],int64,int64,int64,int64,int64[:,::1],"
    "int64[::1],int64[::1],int64[::1])"
)
def play_out_plan(
    worlds: Rows,
    plan: Row,
    length: int,
    rules: int,
    close: int,
    times: int,
    states: Rows,
    source: Row,
    deck: Row,
    sums: Row,
) -> None:
    """Makes `length` moves of `plan` in each world, then plays it to its end `times` times.

    Writes the sums of game points for the seat to move before the plan to `sums`.  `states` has
    two rows.
    """
    counter = int(source[0])
    for world in range(worlds.shape[0]):
        for index in range(WIDTH):
            states[0, index] = worlds[world, index]
        seat = mover(states[0])
        for step in range(length):
            play(states[0], plan[step], rules, states[1])
            for index in range(WIDTH):
                states[0, index] = states[1, index]
        total = play_often(states[0], rules, close, times, counter, deck, None)
        sums[world] = -total if seat else total
        counter += STRIDE * times
    source[0] = counter


@helper
def deal_cards(rules: int, counter: int, deck: Row, state: Row) -> None:
    """Writes the first position of a random deal to `state`, forehand on seat 0.

    Suits are alike, so trumps are suit 0 from the start: the turned-up card is any of them.
    """
    size, ranks, first = 20, 5, 0
    if rules & NINES:
        size, ranks, first = 24, 6, 20
    talon = 2 * ranks
    for place in range(size):
        deck[place] = FRESH[first + place]
    # 1 the talon from its turned-up card, then forehand's hand: each card one of those left
    chances, used = scrambled(counter), 1
    taken = (chances & FIELD) * ranks >> BITS
    for place in range(talon + ranks):
        card = deck[taken]
        deck[taken] = deck[place]
        deck[place] = card
        if used == 3:
            counter += 1
            chances, used = scrambled(counter), 0
        else:
            chances >>= BITS
        used += 1
        taken = place + 1 + ((chances & FIELD) * (size - 1 - place) >> BITS)
    # 2 the state
    hands = PACK_24 if rules & NINES else PACK_20
    for field in range(POINTS, WIDTH):
        state[field] = NONE if field >= LED else 0
    for place in range(talon):
        hands ^= 1 << deck[place]
        state[TALON + place] = deck[place]
    hand = 0
    for place in range(talon, talon + ranks):
        hand |= 1 << deck[place]
    state[HAND], state[HAND + 1] = hand, hands ^ hand
    state[LEFT] = talon


@kernel("int64(int64,int64,int64,int64[::1],int64[::1],int64[::1])")
def random_deals(rules: int, close: int, deals: int, source: Row, deck: Row, state: Row) -> int:
    """Deals and plays so many deals; the sum of forehand's game points.

    The first position of the last one stays in `state`.
    """
    counter = int(source[0])
    total = 0
    for _ in range(deals):
        deal_cards(rules, counter, deck, state)
        total += play_often(state, rules, close, 1, counter + DEALING, deck, None)
        counter += STRIDE
    source[0] = counter
    return total


class Roller:
    """Values plans by random playouts under one set of rules, with memory of its own.

    Args:
        rules: packed, as `bummerl.search.pack.pack_rules` gives them.
        close: chance of closing at each turn where that is possible, as in the module.
        seed: equal seeds give equal playouts.
    """

    def __init__(self, rules: int, close: int = 0, seed: int | str = 0) -> None:
        self._rules = rules
        self._close = close
        self._source = seeded(seed)
        self._deck = np.zeros(DECK, np.int64)
        self._states = np.full((2, WIDTH), NONE, np.int64)

    def sums(self, worlds: Integers, plans: Sequence[Plan], trump: int, times: int) -> Integers:
        """Game points of each plan (row) in each world (column), summed over `times` playouts.

        They are those of the seat to move.  All plans meet the same chances.
        """
        sums = np.empty((len(plans), len(worlds)), np.int64)
        start = self._source.copy()
        for plan, row in zip(plans, sums, strict=True):
            self._source[:] = start
            packed = packed_plan(plan, trump)
            play_out_plan(
                worlds,
                packed,
                len(packed),
                self._rules,
                self._close,
                times,
                self._states,
                self._source,
                self._deck,
                row,
            )
        return sums

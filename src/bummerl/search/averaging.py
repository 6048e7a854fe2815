"""The exact value of every plan in many worlds: what averaging (PIMC) is made of.

In each world both sides are taken to see all cards from there on.  The mean over the worlds is
what a plan is worth to somebody who believes that; it overrates whoever must guess.  The method and
why it works: Long, Sturtevant, Buro, Furtak, "Understanding the success of perfect information
Monte Carlo sampling in game tree search" (AAAI 2010).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from bummerl.search import layout, solving
from bummerl.search.jit import Row, Rows, kernel
from bummerl.search.layout import NONE, WIDTH, WINNER
from bummerl.search.pack import Integers
from bummerl.search.plans import Plan, packed_plan
from bummerl.search.solving import settled, value
from bummerl.search.transition import mover, play


@kernel("void(int64[:,::1],int64[::1],int64,int64,int64[:,::1],int64[:,::1],int64[::1],int64[::1])")
def values_of_plan(
    worlds: Rows,
    plan: Row,
    length: int,
    rules: int,
    states: Rows,
    moves: Rows,
    memory: Row,
    values: Row,
) -> None:
    """Writes what the first `length` moves of `plan` bring the seat to move in each world."""
    for world in range(worlds.shape[0]):
        for index in range(WIDTH):
            states[0, index] = worlds[world, index]
        seat = mover(states[0])
        for step in range(length):
            play(states[0], plan[step], rules, states[1])
            for index in range(WIDTH):
                states[0, index] = states[1, index]
        if states[0][WINNER] != NONE:
            values[world] = settled(states[0], seat, rules, -3, 3, memory)
        else:
            worth = value(states, 0, rules, -3, 3, moves, memory)
            values[world] = worth if mover(states[0]) == seat else -worth


class Averager:
    """Values plans in worlds under one set of rules, with memory of its own (as a `Solver`)."""

    def __init__(self, rules: int) -> None:
        """`rules`: packed, as `bummerl.search.pack.pack_rules` gives them."""
        self._rules = rules
        self._states = np.full((solving.ROWS, layout.WIDTH), layout.NONE, np.int64)
        self._moves = np.zeros((solving.ROWS, layout.MOVES), np.int64)
        self._memory = np.zeros(layout.MEMORY, np.int64)

    def values(self, worlds: Integers, plans: Sequence[Plan], trump: int) -> Integers:
        """Game points of each plan (row) in each world (column), for the seat to move."""
        values = np.empty((len(plans), len(worlds)), np.int64)
        for plan, row in zip(plans, values, strict=True):
            packed = packed_plan(plan, trump)
            values_of_plan(
                worlds,
                packed,
                len(packed),
                self._rules,
                self._states,
                self._moves,
                self._memory,
                row,
            )
        return values

"""One tree for each plan: how the visits are shared out among the plans."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from bummerl.search import layout, solving, tree
from bummerl.search.pack import Integers
from bummerl.search.plans import Plan, packed_plan
from bummerl.search.policy import OPTIONS
from bummerl.search.worlds import Floats

NODES_A_VISIT: Final = 4
"""Room for so many nodes a visit; beyond, trees do not grow any more."""
MOST_NODES: Final = 1 << 21
AT_ONCE: Final = 64
"""Visits to a tree before the next one's turn, or the clock's."""
GROWING: Final = 0.7
"""The part of the budget in which trees only grow, where all plans are to be valued alike."""


@dataclass(frozen=True)
class Budget:
    """How much thinking is allowed: so many visits, or so long."""

    visits: int = 5000
    """Visits of all plans together."""
    seconds: float | None = None
    """If given, it counts instead."""
    nodes: int | None = None
    """If given, about the most positions that are searched below the trees."""


@dataclass
class _Tree:
    """The tree of one plan."""

    plan: Integers
    """Packed."""
    root: int
    odds: Integers
    """How often it brought -3 … 3 game points in the visits that count."""
    visits: int = 0


class Forest:
    """Searches a tree for each plan of a view under one set of rules.

    Args:
        rules: packed, as `bummerl.search.pack.pack_rules` gives them.
        policy: how the other seat plays, and how play goes on below the tree.
        exploration: weight of what was visited less often than it could have been, in parts of
            the span of what is worth.
        exact_at: leaves with so many talon cards left, or fewer, are solved.
    """

    def __init__(self, rules: int, policy: Floats, exploration: float, exact_at: int) -> None:
        self._rules = rules
        self._policy = policy
        self._exploration = exploration
        self._exact_at = exact_at
        self._memory = np.zeros(layout.MEMORY, np.int64)
        self._states = np.full((solving.ROWS, layout.WIDTH), layout.NONE, np.int64)
        self._moves = np.zeros((solving.ROWS, layout.MOVES), np.int64)
        self._scratch = np.zeros(tree.SCRATCH, np.int64)
        self._scores = np.zeros(OPTIONS)
        self._heads = np.zeros(tree.HEADS, np.int64)
        self._nodes = np.empty((0, tree.NODE_WIDTH), np.int64)
        self._edges = np.empty((0, tree.EDGE_WIDTH), np.int64)
        self._sums = np.empty(0)

    def odds(
        self,
        worlds: Integers,
        plans: Sequence[Plan],
        trump: int,
        worth: Floats,
        budget: Budget,
        seed: int,
        halving: bool,
    ) -> tuple[Integers, list[int]]:
        """How often each plan (row) brought -3 … 3 game points, and the plans ahead, best first.

        With `halving` the weaker half of the plans gets no more visits from round to round, and
        the plans ahead are those that stayed to the end.  Without it only the last visits count,
        which explore no more: those that do make what leaves more choices look worse.
        """
        self._make_room(budget)
        self._heads[:] = 0
        self._heads[tree.SOURCE] = seed
        odds = np.zeros((len(plans), 7), np.int64)
        trees = [
            _Tree(
                packed_plan(plan, trump),
                tree.new_node(self._nodes, self._heads, 0, layout.NONE),
                row,
            )
            for plan, row in zip(plans, odds, strict=True)
        ]
        ahead = list(range(len(plans)))
        clock = _Clock(budget, self._memory)
        for end, explores in _stages(len(plans), halving):
            exploration = self._exploration * (worth[-1] - worth[0]) if explores else 0.0
            if not explores:
                odds[ahead] = 0
            # at least once, however short the time
            while clock.spent() < end or not odds[ahead[-1]].any():
                share = clock.share(end, len(ahead))
                for index in ahead:
                    self._visit(trees[index], share, worlds, worth, exploration)
                clock.visits += share * len(ahead)
            means = odds @ worth / odds.sum(axis=1)
            ahead.sort(key=lambda index: -means[index])
            if halving and len(ahead) > 2:
                ahead = ahead[: (len(ahead) + 1) // 2]
        return odds, ahead

    def _visit(
        self, one: _Tree, share: int, worlds: Integers, worth: Floats, exploration: float
    ) -> None:
        """So many visits to one tree."""
        start = one.visits
        one.visits += share
        tree.visit_often(
            worlds,
            start,
            one.visits,
            one.plan,
            len(one.plan),
            self._rules,
            self._exact_at,
            self._policy,
            exploration,
            worth,
            self._states,
            self._nodes,
            self._edges,
            self._sums,
            self._heads,
            self._moves,
            self._scratch,
            self._scores,
            self._memory,
            one.root,
            one.odds,
        )

    def _make_room(self, budget: Budget) -> None:
        size = min(NODES_A_VISIT * budget.visits, MOST_NODES) + 4 * tree.DEPTH
        if budget.seconds is not None:
            size = MOST_NODES
        if self._sums.size < size:
            self._nodes = np.empty((size, tree.NODE_WIDTH), np.int64)
            self._edges = np.empty((size, tree.EDGE_WIDTH), np.int64)
            self._sums = np.empty(size)


def _stages(plans: int, halving: bool) -> Iterator[tuple[float, bool]]:
    """Parts of the budget by their ends, and whether visits explore in them."""
    if halving:
        rounds = max(1, math.ceil(math.log2(plans)))
        yield from (((number + 1) / rounds, True) for number in range(rounds))
    else:
        yield GROWING, True
        yield 1.0, False


class _Clock:
    """What is spent of a budget; `memory` is the solver's, which counts its nodes."""

    def __init__(self, budget: Budget, memory: Integers) -> None:
        self._budget = budget
        self._memory = memory
        self._start = time.perf_counter()
        self._nodes = int(memory[layout.NODES])
        self.visits = 0

    def spent(self) -> float:
        """The part that is spent, 1 or more when all is."""
        if self._budget.seconds is None:
            spent = self.visits / max(1, self._budget.visits)
            if self._budget.nodes is None:
                return spent
            return max(spent, (int(self._memory[layout.NODES]) - self._nodes) / self._budget.nodes)
        passed = time.perf_counter() - self._start
        return passed / self._budget.seconds if self._budget.seconds > 0 else float(self.visits > 0)

    def share(self, end: float, trees: int) -> int:
        """Visits for each of the trees next, in the stage that ends there."""
        if self._budget.seconds is not None:
            return AT_ONCE
        left = self._budget.visits * end - self.visits
        return max(1, min(AT_ONCE, math.ceil(left / trees)))

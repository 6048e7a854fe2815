"""What every plan of a view is worth: the one place where strong players and analysis think.

A `Judge` looks at worlds (`bummerl.search.worlds`) and tells for each plan how likely it is to
bring -3 … 3 game points.  How it finds out depends on what is hidden:

1. All cards are known, or one face-down card is left: every world is solved, for every plan.
2. The talon is closed, or the plan closes it: every hand the other may hold is taken.  Solving each
   (`bummerl.search.averaging`) tells what may be hoped for, playing one way against all of them
   (`bummerl.search.blind`) what can be counted on; the truth lies between.
3. The talon is open: one tree over many worlds (`bummerl.search.tree`).  Plans share the visits;
   half of them drop out from round to round (sequential halving: Karnin, Koren, Somekh, "Almost
   optimal exploration in multi-armed bandits", 2013).

What counts as good is said by `worth`: the value, 0 … 1, of -3 … 3 game points.

>>> from bummerl.notation.spn import parse_spn
>>> from bummerl.notation.tokens import MOVE_TOKENS
>>> view = parse_spn("pagat SAKHADTQ/?5 H ?1+HJ - 0: 19.2/41.2 HTKQDKCTKQJ 7:7")
>>> best = Judge(view.rules).judge(view)[0]
>>> [MOVE_TOKENS[move] for move in best.plan], round(best.points, 2)
(['c', 'DQ'], 0.5)
"""

from __future__ import annotations

import math
import time
import zlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

import numpy as np

from bummerl.rules.moves import CLOSE, OUT, is_pair
from bummerl.search import layout
from bummerl.search.averaging import Averager
from bummerl.search.blind import Blindfold
from bummerl.search.forest import Budget, Forest
from bummerl.search.inference import weights_of
from bummerl.search.pack import Integers, pack_rules
from bummerl.search.plans import Plan, packed_plan, plans_of
from bummerl.search.policy import shipped_policy
from bummerl.search.transition import play
from bummerl.search.worlds import Floats, hands_of, worlds_of

if TYPE_CHECKING:
    from bummerl.rules.variants import Rules
    from bummerl.rules.view import View

GAME_POINTS: Final = (-3, -2, -1, 0, 1, 2, 3)
"""What a deal can bring, in the order of odds and worth."""
EVEN: Final = tuple((points + 3) / 6 for points in GAME_POINTS)
"""Worth of game points as such."""
EXPLORATION: Final = 0.5
EXACT_AT: Final = 4
"""Talon cards left from which on the leaves of trees are solved."""
BLIND: Final = 0.5
"""What the blindfold value of a close counts against the hoped-for one."""
MODEST: Final = Budget()
MOST_HANDS: Final = 2100
"""Hands looked at for a close; more are thinned out evenly (only in 66)."""
BLIND_OF_SIX: Final = 300
"""Hands for blindfold play of six cards, which takes ten times as long as that of five."""
BLIND_IN_PLAY: Final = 120
"""The same where only the best plan is wanted."""
ALIKE: Final = 1e-9
"""Values that differ by less are the same."""
FIRST_HANDS: Final = 32
"""Hands to begin with where time is short."""
OPEN_SHARE: Final = 0.6
"""The part of the time for plans that leave the talon open, where others close it."""


@dataclass(frozen=True)
class Judgement:
    """What one plan is worth to the seat to move."""

    plan: Plan
    odds: tuple[float, ...]
    """Chance of each of `GAME_POINTS`; their sum is 1."""
    worth: float
    """Mean of the worth asked for."""
    error: float
    """Standard error of `worth`, as far as it comes from sampling."""
    worlds: int
    """Worlds, or for a close hands, that were looked at."""
    exact: bool
    """Whether these are all there are."""
    sample: float
    """As much as so many even draws the odds are worth; infinite if nothing was drawn."""

    @property
    def points(self) -> float:
        """Expected game points."""
        return sum(p * chance for p, chance in zip(GAME_POINTS, self.odds, strict=True))

    @property
    def win(self) -> float:
        """Chance to win the deal."""
        return sum(self.odds[4:])


class Judge:
    """Judges views under one set of rules, with memory of its own: one thread at a time.

    Args:
        rules: rules of all views.
        worlds: how many worlds to look at where there are more.
        budget: how long trees are grown; a time counts for closes as well.
        infers: weigh worlds by what the other seat did, as `bummerl.search.inference` says; else
            all weigh the same.
    """

    def __init__(
        self, rules: Rules, worlds: int = 2000, budget: Budget = MODEST, *, infers: bool = True
    ) -> None:
        self.rules = rules
        self._worlds = worlds
        self._infers = infers
        self._budget = budget
        packed = pack_rules(rules)
        self._rules = packed
        self._averager = Averager(packed)
        self._blindfold = Blindfold(packed)
        self._policy = shipped_policy()
        self._forest = Forest(packed, self._policy, EXPLORATION, EXACT_AT)

    def judge(
        self, view: View, worth: Sequence[float] = EVEN, seed: int | str = 0, *, every: bool = False
    ) -> tuple[Judgement, ...]:
        """All plans of the seat to move, whose view this is, best first.

        The same view, worth and seed give the same answer, unless the budget is a time.  With
        `every` all plans are looked at as thoroughly as the best; without it those that dropped
        out come last.

        Raises:
            ViewError: a table view, or not the view of the seat to move.
        """
        asked = _Question(
            view, np.array(worth, np.float64), zlib.crc32(f"{seed} {view}".encode()), every
        )
        plans = plans_of(view)
        closing = [plan for plan in plans if view.close is not None or CLOSE in plan]
        others = [plan for plan in plans if plan not in closing]
        start, seconds = time.perf_counter(), self._budget.seconds
        found: list[_Ranked] = []
        if others:
            share = None if seconds is None else seconds * (OPEN_SHARE if closing else 1.0)
            found = self._open(asked, others, replace(self._budget, seconds=share))
        if closing:
            most = max((judged.worth for _, judged in found), default=-1.0)
            end = math.inf if seconds is None else start + seconds
            found += self._closed(asked, closing, most, end)
        return tuple(judged for _, judged in sorted(found, key=_order))

    def _open(self, asked: _Question, plans: list[Plan], budget: Budget) -> list[_Ranked]:
        """Plans that leave the talon open, or find it used up."""
        view, start = asked.view, time.perf_counter()
        worlds = worlds_of(view, self._worlds, asked.seed)
        weights = self._weights(asked, worlds.rows[:, layout.HAND + 1 - view.to_move].copy())
        size, total = len(weights), worlds.total
        drawn = math.inf if size == total else 1 / float(weights @ weights)
        if len(view.talon) <= 2:
            points = self._averager.values(worlds.rows, plans, view.trump)
            return [
                (False, asked.judged(plan, _odds(row, weights), size, total, drawn))
                for plan, row in zip(plans, points, strict=True)
            ]
        rows = _resampled(worlds.rows, weights, asked.seed)
        if budget.seconds is not None:
            left = budget.seconds - (time.perf_counter() - start)
            budget = replace(budget, seconds=max(0.0, left))
        counts, ahead = self._forest.odds(
            rows, plans, view.trump, asked.worth, budget, asked.seed, not asked.every
        )
        visits = counts.sum(axis=1)
        return [
            (
                index not in ahead,
                asked.judged(plan, row / number, min(int(number), size), total, min(number, drawn)),
            )
            for index, (plan, row, number) in enumerate(zip(plans, counts, visits, strict=True))
        ]

    def _closed(
        self, asked: _Question, plans: list[Plan], most: float, end: float
    ) -> list[_Ranked]:
        """Plans in a closed deal, or that close it; `most`: the worth of the best other plan.

        With an `end` of the time more and more hands are taken while there is enough of it left.
        """
        hands = hands_of(asked.view)
        total = len(hands)
        hands = _thinned(hands, MOST_HANDS)
        size = len(hands) if end == math.inf else min(FIRST_HANDS, len(hands))
        while True:
            start = time.perf_counter()
            found = self._against(asked, plans, _thinned(hands, size), total, most)
            now = time.perf_counter()
            if size == len(hands) or now + 2 * (now - start) > end:
                return found
            size = min(2 * size, len(hands))

    def _against(
        self, asked: _Question, plans: list[Plan], hands: Integers, total: int, most: float
    ) -> list[_Ranked]:
        """What plans that close bring against these hands, which are `total` or some of them."""
        view, other = asked.view, 1 - asked.view.to_move
        worlds = worlds_of(view, 1, asked.seed)
        rows = np.repeat(worlds.rows[:1], len(hands), axis=0)
        rows[:, layout.HAND + other] = hands
        weights = self._weights(asked, hands)
        points = self._averager.values(rows, plans, view.trump)
        hoped = (asked.worth[points + 3] * weights).sum(axis=1)
        few, few_weights = hands, weights
        if view.hand.bit_count() > 5:
            few = _thinned(hands, BLIND_OF_SIX if asked.every else BLIND_IN_PLAY)
            few_weights = weights[np.searchsorted(hands, few)]
            few_weights = few_weights / few_weights.sum()
        found = []
        for index in np.argsort(-hoped, kind="stable"):
            odds, looked_at, drawn = _odds(points[index], weights), hands, weights
            state = self._after(rows[0], plans[index], view.trump)
            # blindfold play brings no more than open cards: what is behind stays behind
            ahead = asked.every or hoped[index] >= most - ALIKE
            if ahead and total > 1 and state[layout.WINNER] == layout.NONE:
                sure = self._blindfold.points(state, view.to_move, few, few_weights, asked.worth)
                odds = BLIND * _odds(sure, few_weights) + (1 - BLIND) * odds
                looked_at, drawn = few, few_weights
            size = len(looked_at)
            sample = math.inf if size == total else 1 / float(drawn @ drawn)
            judged = asked.judged(plans[index], odds, size, total, sample)
            most = max(most, judged.worth)
            found.append((False, judged))
        return found

    def _weights(self, asked: _Question, hands: Integers) -> Floats:
        """How likely the other's hands are."""
        if not self._infers or len(hands) < 2:
            return np.full(len(hands), 1 / len(hands))
        return weights_of(asked.view, hands, self._policy, asked.seed)

    def _after(self, row: Integers, plan: Plan, trump: int) -> Integers:
        state, after = row.copy(), row.copy()
        for move in packed_plan(plan, trump):
            play(state, move, self._rules, after)
            state, after = after, state
        return state


@dataclass(frozen=True)
class _Question:
    """What is asked of a judge."""

    view: View
    worth: Floats
    seed: int
    every: bool
    """Whether all plans are to be valued alike."""

    def judged(
        self, plan: Plan, odds: Floats, looked_at: int, total: int, sample: float
    ) -> Judgement:
        """The judgement of a plan from its odds in so many of all worlds."""
        mean = float(odds @ self.worth)
        error = math.sqrt(max(0.0, float(odds @ self.worth**2) - mean**2) / sample)
        exact = looked_at == total
        return Judgement(plan, tuple(odds.tolist()), mean, error, looked_at, exact, float(sample))


_Ranked = tuple[bool, Judgement]
"""Whether it dropped out, and what is known of it."""


def _order(ranked: _Ranked) -> tuple[object, ...]:
    """Best first; of equals what wins more often, ends the deal, is shorter, is the lower card."""
    dropped, judged = ranked
    worth, win = round(judged.worth, 9), round(judged.win, 9)
    ends = judged.plan[-1] == OUT or is_pair(judged.plan[-1])
    return dropped, -worth, -win, not ends, len(judged.plan), judged.plan


def _odds(points: Integers, weights: Floats) -> Floats:
    """The chance of each of `GAME_POINTS`, from game points and weights by world."""
    odds: Floats = np.bincount(points + 3, weights, len(GAME_POINTS)).astype(np.float64)
    return odds


def _thinned(hands: Integers, most: int) -> Integers:
    """So many of the hands, evenly; all if there are no more."""
    if len(hands) <= most:
        return hands
    return hands[np.linspace(0, len(hands) - 1, most).astype(np.int64)]


def _resampled(worlds: Integers, weights: Floats, seed: int) -> Integers:
    """As many worlds, each as often as its weight says."""
    size, chance = len(worlds), np.random.default_rng(seed)
    marks = (np.arange(size) + chance.random()) / size
    picked = np.minimum(np.searchsorted(np.cumsum(weights), marks), size - 1)
    return np.ascontiguousarray(worlds[chance.permutation(picked)])

"""Match equity: the chance to win the Bummerl, or the match, from any score.

A deal is taken as one throw: it brings forehand v game points, -3 … 3, where 0 is a drawn deal.
How likely each v is was counted in whole Bummerls of a player of ours against itself
(`bummerl.players.deal_odds`).  The rest follows exactly: the dealer alternates, a drawn deal may
add a point to the next win, a game that is lost at seven may count two Bummerls, and the first
deal of a game is dealt by whose turn it is (DEAL-1, LAST-3, SCORE-1 … SCORE-3).  docs/equity.md
tells more.

Chances are from 0 to 1; those of the two seats add up to 1.

>>> from bummerl.rules.variants import PRESETS
>>> soft = PRESETS["soft"]
>>> round(bummerl_chance(soft, (4, 2), True) + bummerl_chance(soft, (2, 4), False), 12)
1.0
>>> at_two = utilities(soft, Score((2, 1)), seat=0, dealer_of_this_deal=1)
>>> at_two[:3], at_two[5:]
((0.0, 0.0, 0.0), (1.0, 1.0))
"""

from __future__ import annotations

import functools
import math
from collections.abc import Mapping
from itertools import accumulate
from typing import Final, Literal, NamedTuple, TypeAlias

from bummerl.players.deal_odds import POINTS, Need, deals, need
from bummerl.rules.moves import Seat
from bummerl.rules.score import GAME, Score
from bummerl.rules.scoring import Result
from bummerl.rules.variants import Rules

Goal: TypeAlias = Literal["bummerl", "partie", "points"]
"""What is played for: the Bummerl in progress, the whole match, or game points."""
Pair: TypeAlias = tuple[int, int]
"""A number for oneself and one for the other seat."""

LONG: Final = 30
"""Bummerls to go up to which a match is reckoned exactly; beyond, luck is taken as normal."""

_ENDS: Final = range(8)
# How a Bummerl ends, seen from whoever is forehand now: sum of these.
_WON: Final = 4
_SCHNEIDER: Final = 2
_FOREHAND_NEXT: Final = 1
"""He is forehand in the first deal of the next Bummerl, too."""
_TURN: Final = _WON | _FOREHAND_NEXT
"""What differs seen from the other seat."""

_Ends: TypeAlias = tuple[float, ...]
"""The chance of each way to end."""


class Equity:
    """The chances that follow from how deals end.

    Args:
        odds: for each need the chance that the deal brings forehand -3, -2, … 3 game points.
        carries: whether a drawn deal adds a game point to the next win (LAST-3).

    Raises:
        ZeroDivisionError: every deal is drawn.
    """

    def __init__(self, odds: Mapping[Need, tuple[float, ...]], *, carries: bool = True) -> None:
        self._odds = odds
        self._carries = carries
        self._ends: dict[tuple[int, int, int], _Ends] = {}
        # a deal that is won leads to a smaller sum of what both need
        for both in range(2, 2 * GAME + 1):
            for low in range(max(1, both - GAME), both // 2 + 1):
                self._solve(low, both - low)
        self._first: dict[tuple[int, int, int], float] = {}

    def bummerl(self, needed: Pair, dealer: bool | None, carry: int = 0) -> float:
        """See `bummerl_chance`."""
        _check(needed, carry)
        if dealer is None:
            return (self.bummerl(needed, True, carry) + self.bummerl(needed, False, carry)) / 2
        own, other = needed
        if dealer:
            return 1 - self.bummerl((other, own), False, carry)
        return sum(self._at(own, other, carry)[_WON:])

    def match(
        self, needed: Pair, to_go: Pair, dealer: bool | None, carry: int = 0, schneider: int = 1
    ) -> float:
        """The chance to win a match in which both seats have `to_go` Bummerls to hang.

        `schneider` Bummerls are hung on whoever loses a game at seven; see `match_chance`.
        """
        _check(needed, carry)
        own, other = to_go
        if own <= 0 or other <= 0:
            return 1.0 if own <= 0 else 0.0
        if dealer is None:
            both = (self.match(needed, to_go, side, carry, schneider) for side in (True, False))
            return sum(both) / 2
        if dealer:
            swapped = needed[1], needed[0]
            return 1 - self.match(swapped, (other, own), False, carry, schneider)
        ends = self._at(*needed, carry)
        return sum(ends[i] * self._next(own, other, i, schneider) for i in _ENDS)

    # ---- one Bummerl -----------------------------------------------------------------------

    def _at(self, forehand: int, dealer: int, carry: int) -> _Ends:
        # with so much carried the next win decides; more makes no difference
        return self._ends[forehand, dealer, min(carry, max(forehand, dealer) - 1)]

    def _solve(self, low: int, high: int) -> None:
        """Fills in the ends when one seat needs `low` and the other `high`, for every carry."""
        most = high - 1
        for carry in range(most, -1, -1) if self._carries else range(high):
            drawn = min(carry + 1, most) if self._carries else 0
            for own, other in {(low, high), (high, low)}:
                won, draw = self._when_won(own, other, carry)
                if drawn == carry:
                    # two drawn deals lead back here: x = won + draw * turned(y), y likewise
                    there, draw_there = self._when_won(other, own, carry)
                    turned = _turned(there)
                    rest = 1 - draw * draw_there
                    ends = tuple((won[i] + draw * turned[i]) / rest for i in _ENDS)
                else:
                    turned = _turned(self._ends[other, own, drawn])
                    ends = tuple(won[i] + draw * turned[i] for i in _ENDS)
                self._ends[own, other, carry] = ends

    def _when_won(self, forehand: int, dealer: int, carry: int) -> tuple[list[float], float]:
        """The ends after a deal that somebody wins, and the chance that it is drawn."""
        odds = self._odds[need(forehand, dealer, carry)]
        ends = [0.0] * len(_ENDS)
        for points in (1, 2, 3):
            for won, chance in ((True, odds[3 + points]), (False, odds[3 - points])):
                winner, loser = (forehand, dealer) if won else (dealer, forehand)
                left = winner - points - carry
                if left <= 0:
                    ends[_WON * won + _SCHNEIDER * (loser == GAME)] += chance
                    continue
                coming = (dealer, left) if won else (left, forehand)
                for i, value in enumerate(_turned(self._ends[*coming, 0])):
                    ends[i] += chance * value
        return ends, odds[3]

    # ---- Bummerls in a row -----------------------------------------------------------------

    def _next(self, own: int, other: int, end: int, schneider: int) -> float:
        """The chance to win the match behind a Bummerl that ended so; for who was forehand."""
        hung = schneider if end & _SCHNEIDER else 1
        if end & _WON:
            own -= hung
        else:
            other -= hung
        if own <= 0 or other <= 0:
            return 1.0 if own <= 0 else 0.0
        if end & _FOREHAND_NEXT:
            return self._at_start(own, other, schneider)
        return 1 - self._at_start(other, own, schneider)

    def _at_start(self, own: int, other: int, schneider: int) -> float:
        """The chance of the first deal's forehand, with so many Bummerls to go."""
        key = (own, other, schneider)
        if key not in self._first:
            self._first[key] = (
                self._by_luck(own, other, schneider)
                if max(own, other) > LONG
                else self.match((GAME, GAME), (own, other), False, 0, schneider)
            )
        return self._first[key]

    def _by_luck(self, own: int, other: int, schneider: int) -> float:
        """`_at_start` of a long match: the difference of Bummerls as normally distributed."""
        ends = self._ends[GAME, GAME, 0]
        twice = sum(ends[i] for i in _ENDS if i & _SCHNEIDER)
        mean = 1 + (schneider - 1) * twice
        square = 1 + (schneider**2 - 1) * twice
        spread = math.sqrt((own + other) / mean * square)
        return (1 + math.erf((other - own) / spread / math.sqrt(2))) / 2


def _turned(ends: _Ends | list[float]) -> _Ends:
    """The same, seen from the other seat."""
    return tuple(ends[i ^ _TURN] for i in _ENDS)


def _check(needed: Pair, carry: int) -> None:
    if not (len(needed) == 2 and all(1 <= points <= GAME for points in needed) and carry >= 0):
        raise ValueError(f"both seats need 1 to {GAME} points and carry is 0 or more: {needed=}")


# ---- the chances under rules ---------------------------------------------------------------


class Family(NamedTuple):
    """The rules that chances depend on, next to what a match is."""

    deck: int
    draws: bool
    """Deals can be drawn."""
    carries: bool


def family(rules: Rules) -> Family:
    """What chances depend on: the pack, and what there is of drawn deals (LAST-1 … LAST-3)."""
    return Family(rules.deck, rules.last_trick == "ten", rules.drawn_deal_carries)


@functools.cache
def _equity(of: Family) -> Equity:
    return Equity(deals(of.deck).odds(draws=of.draws), carries=of.carries)


def equity(rules: Rules) -> Equity:
    """All chances under these rules; made once."""
    return _equity(family(rules))


def bummerl_chance(rules: Rules, needed: Pair, dealer: bool | None, carry: int = 0) -> float:
    """The chance of a seat to win the Bummerl in progress, before a deal.

    Args:
        rules: what is played; only pack and drawn deals matter here.
        needed: game points that the seat and the other still need, 1 … 7.
        dealer: whether the seat deals the coming deal; None is the mean of both.
        carry: game points that drawn deals add to the next win.

    Raises:
        ValueError: no such score.

    >>> from bummerl.rules.variants import PRESETS
    >>> round(bummerl_chance(PRESETS["soft"], (5, 5), None), 12)
    0.5
    """
    return equity(rules).bummerl(needed, dealer, carry)


def match_chance(
    rules: Rules, needed: Pair, bummerls: Pair, dealer: bool | None, carry: int = 0
) -> float:
    """The chance of a seat to win the match, before a deal.

    Args:
        rules: what is played, with the Bummerls that win and what a Schneider counts.
        needed: game points that the seat and the other still need, 1 … 7.
        bummerls: Bummerls that the seat and the other have hung so far.
        dealer: whether the seat deals the coming deal; None is the mean of both.
        carry: game points that drawn deals add to the next win.

    With more than `LONG` Bummerls to go the luck of Bummerls to come is taken as normally
    distributed, which is right to 0.4 percentage points there.

    Raises:
        ValueError: no such score.

    >>> from bummerl.rules.variants import PRESETS
    >>> round(match_chance(PRESETS["soft"], (7, 7), (1, 1), None), 12)
    0.5
    """
    to_go = (rules.match - bummerls[0], rules.match - bummerls[1])
    return equity(rules).match(needed, to_go, dealer, carry, rules.schneider_bummerls)


@functools.lru_cache(maxsize=4096)
def utilities(
    rules: Rules,
    score: Score,
    seat: Seat,
    dealer_of_this_deal: Seat | None,
    goal: Goal = "bummerl",
) -> tuple[float, ...]:
    """What each end of the deal in progress is worth to `seat`, 0 … 1; cached.

    The number at index v + 3 is that of v game points for `seat`, -3 … 3 (0 is a drawn deal),
    before anything carried is added: its chance to win the Bummerl or the match afterwards or,
    played for points, v with what is carried, scaled.  It never falls as v grows: should the
    counts of self-play say otherwise by a hair, the smaller number before it counts.

    Args:
        rules: what is played.
        score: before the deal.
        seat: who asks.
        dealer_of_this_deal: his seat; None is the mean of both.
        goal: ``bummerl``, ``partie`` (the match) or ``points``.

    Raises:
        ValueError: no such goal, or no such score.
    """
    if goal not in ("bummerl", "partie", "points"):
        raise ValueError(f"the goal is bummerl, partie or points, not {goal!r}")
    deals_next = None if dealer_of_this_deal is None else dealer_of_this_deal != seat
    values = [_worth(rules, score, seat, deals_next, goal, points) for points in POINTS]
    return tuple(accumulate(values, max))


def _worth(
    rules: Rules, score: Score, seat: Seat, deals_next: bool | None, goal: Goal, points: int
) -> float:
    if goal == "points":
        most = 3 + score.carry
        carried = score.carry * ((points > 0) - (points < 0))
        return (points + carried + most) / (2 * most)
    winner = None if points == 0 else seat if points > 0 else 1 - seat
    after = score.after(Result(winner, abs(points), "out" if points else "drawn"), rules)
    needed = after.needed[seat], after.needed[1 - seat]
    if goal == "partie":
        bummerls = after.bummerls[seat], after.bummerls[1 - seat]
        return match_chance(rules, needed, bummerls, deals_next, after.carry)
    if after.bummerls != score.bummerls:
        return 1.0 if points > 0 else 0.0
    return bummerl_chance(rules, needed, deals_next, after.carry)

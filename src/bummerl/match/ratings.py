"""Ratings of people: Glicko-2, one for each family of rules, by Bummerl.

The formulas are those of Mark E. Glickman, *Example of the Glicko-2 system* (glicko.net, 2013);
steps below are numbered as there.  What a paper must leave open is chosen here:

- **Families.**  One rating for all rules with 20 cards (``schnapsen``) and one for those with 24
  (``66``).  Options such as sharp and soft change what is allowed, hardly who is better, and
  finer pools would leave most players provisional for ever.
- **Unit.**  A Bummerl, won or lost; one that is forfeited or lost on time is lost.  A Schneider
  counts no more.  Only people against people: whoever calls this sees to that.
- **Rating periods.**  A period is a week, and every Bummerl closes one of its own: a whole week
  if the last Bummerl was a week ago or more, else the fraction of a week that has passed.  Where
  the paper adds volatility² to deviation² for one period (step 6), a fraction of it is added for
  a fraction of a period; weeks without a Bummerl before it count in full.  At whole weeks this is
  the paper's rule exactly.
- **Bounds.**  A deviation never grows above that of a newcomer and never shrinks below 30, as
  Glickman advises in *The Glicko system* (glicko.net), so that no rating gets stuck.

>>> anna, bert = after_bummerl(Rating(), Rating(), at=0.0)
>>> round(anna.value), round(bert.value), round(anna.deviation), anna.provisional
(1662, 1338, 290, True)
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple, TypeAlias

from bummerl.rules.variants import Rules

Family: TypeAlias = Literal["schnapsen", "66"]
"""Rules that share a rating."""
FAMILIES: Final[dict[int, Family]] = {20: "schnapsen", 24: "66"}
"""By the cards in the pack."""

START: Final = 1500.0
"""Rating of a newcomer."""
MOST_DEVIATION: Final = 350.0
"""Deviation of a newcomer; none is larger."""
LEAST_DEVIATION: Final = 30.0
"""The smallest deviation."""
START_VOLATILITY: Final = 0.06
"""Volatility of a newcomer."""
PROVISIONAL: Final = 110.0
"""A rating with a larger deviation is provisional: its owner may be 220 better or worse."""
PERIOD: Final = 7 * 24 * 3600.0
"""Seconds of a rating period."""

_TAU: Final = 0.5
"""How much volatilities may change; the paper's example takes the same."""
_SCALE: Final = 173.7178
"""Points of a rating to one unit of the formulas (step 2)."""
_ACCURACY: Final = 1e-6
"""Of the volatility's logarithm (step 5)."""


def family_of(rules: Rules) -> Family:
    """The family that a Bummerl under these rules counts for."""
    return FAMILIES[rules.deck]


@dataclass(frozen=True)
class Rating:
    """What is known about the strength of a player in one family; by default of a newcomer."""

    value: float = START
    deviation: float = MOST_DEVIATION
    """Standard deviation of `value`, as of `at`."""
    volatility: float = START_VOLATILITY
    """How much the strength is expected to change in a period."""
    bummerls: int = 0
    """Bummerls played."""
    at: float | None = None
    """When the last one ended, in seconds since any fixed moment; None before the first."""

    @property
    def provisional(self) -> bool:
        """Whether too little is known to show it without a question mark."""
        return self.deviation > PROVISIONAL

    def now(self, at: float) -> Rating:
        """As it stands at the moment `at`: less is known the longer ago the last Bummerl is."""
        return self._after_idle(self._periods(at))

    def _periods(self, at: float) -> float:
        """Periods since the last Bummerl; none if the clock was set back meanwhile."""
        return 0.0 if self.at is None else max(0.0, at - self.at) / PERIOD

    def _after_idle(self, periods: float) -> Rating:
        """Step 6 for those who did not play."""
        spread = math.hypot(self.deviation, math.sqrt(periods) * self.volatility * _SCALE)
        return dataclasses.replace(self, deviation=_bounded(spread))

    def _period_of(self, at: float) -> tuple[Rating, float]:
        """The rating at the start of the period that a Bummerl closes, and the period's length."""
        periods = self._periods(at)
        length = 1.0 if self.at is None else min(periods, 1.0)
        return self._after_idle(max(0.0, periods - 1.0)), length


class Game(NamedTuple):
    """A game as one of the players sees it."""

    opponent: Rating
    """As it was when the period began."""
    score: float
    """1 for a win, 0 for a loss, 0.5 for a draw."""


def after_bummerl(winner: Rating, loser: Rating, at: float) -> tuple[Rating, Rating]:
    """The ratings of both, the winner's first, after a Bummerl that ended at the moment `at`."""
    (best, best_length), (worst, worst_length) = winner._period_of(at), loser._period_of(at)
    first = rated(best, [Game(worst, 1.0)], best_length)
    second = rated(worst, [Game(best, 0.0)], worst_length)
    return (
        dataclasses.replace(first, bummerls=winner.bummerls + 1, at=at),
        dataclasses.replace(second, bummerls=loser.bummerls + 1, at=at),
    )


def rated(rating: Rating, games: Sequence[Game], periods: float = 1.0) -> Rating:
    """The rating after a rating period with these games: the algorithm of the paper.

    `periods` is the length of the period, 1 in the paper.  Only value, deviation and volatility
    change.

    >>> games = [Game(Rating(1400, 30), 1), Game(Rating(1550, 100), 0), Game(Rating(1700, 300), 0)]
    >>> new = rated(Rating(1500, 200), games)
    >>> round(new.value, 2), round(new.deviation, 2), round(new.volatility, 5)
    (1464.05, 151.52, 0.06)
    """
    if not games:
        return rating._after_idle(periods)
    phi = rating.deviation / _SCALE  # step 2
    precision = gain = 0.0
    for opponent, score in games:  # steps 3 and 4
        impact = _impact(opponent.deviation / _SCALE)
        ahead = impact * (rating.value - opponent.value) / _SCALE
        precision += (impact / (2 * math.cosh(ahead / 2))) ** 2  # g²E(1 - E)
        gain += impact * (score - _expected(ahead))
    variance = 1 / precision
    volatility = _new_volatility(rating.volatility, phi, variance, variance * gain)  # step 5
    before = phi**2 + periods * volatility**2  # step 6
    after = 1 / (1 / before + precision)  # step 7
    return dataclasses.replace(
        rating,
        value=rating.value + after * gain * _SCALE,  # step 8
        deviation=_bounded(math.sqrt(after) * _SCALE),
        volatility=volatility,
    )


def _impact(phi: float) -> float:
    """g: how much a result tells if the opponent is known to within `phi`."""
    return 1 / math.sqrt(1 + 3 * phi**2 / math.pi**2)


def _expected(ahead: float) -> float:
    """E: the expected score of whoever is `ahead` by so much, g included."""
    return (1 + math.tanh(ahead / 2)) / 2  # the logistic function, which so cannot overflow


def _new_volatility(sigma: float, phi: float, variance: float, delta: float) -> float:
    """Step 5: the zero of f by the Illinois algorithm."""
    start = math.log(sigma**2)

    def f(x: float) -> float:
        square = math.exp(x)
        total = phi**2 + variance + square
        return square * (delta**2 - total) / (2 * total**2) - (x - start) / _TAU**2

    low = start
    if delta**2 > phi**2 + variance:
        high = math.log(delta**2 - phi**2 - variance)
    else:
        steps = 1
        while f(start - steps * _TAU) < 0:
            steps += 1
        high = start - steps * _TAU
    at_low, at_high = f(low), f(high)
    while abs(high - low) > _ACCURACY:
        middle = low + (low - high) * at_low / (at_high - at_low)
        at_middle = f(middle)
        if at_middle * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = middle, at_middle
    return math.exp(low / 2)


def _bounded(deviation: float) -> float:
    return min(MOST_DEVIATION, max(LEAST_DEVIATION, deviation))

"""How sure a measured difference is: means of pairs and rates with 95 % intervals.

Every shuffle of the arena is played twice with seats swapped.  The two halves share their luck,
so the *pair* is the sample: `Pairs` gathers, in whole numbers, what each pair brought and in how
many deals.  Sums of whole numbers do not depend on their order, so the same pairs give the same
figures however the work was divided.
"""

from __future__ import annotations

import math
from typing import Final, NamedTuple, TypeAlias

Interval: TypeAlias = tuple[float, float]
"""Lower and upper bound."""

Z: Final = 1.959963984540054
"""97.5 % quantile of the normal distribution."""
_T_TABLE: Final = (12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646, 2.3060, 2.2622)
"""97.5 % quantiles of Student's t for 1 … 9 degrees of freedom."""


def student_t(degrees: int) -> float:
    """97.5 % quantile of Student's t distribution, to four decimals; infinite below one degree.

    From ten degrees on by the expansion about the normal quantile in powers of 1/degrees.

    >>> round(student_t(1), 3), round(student_t(10), 3), round(student_t(10**6), 3)
    (12.706, 2.228, 1.96)
    """
    if degrees < 1:
        return math.inf
    if degrees <= len(_T_TABLE):
        return _T_TABLE[degrees - 1]
    return (
        Z
        + (Z**3 + Z) / (4 * degrees)
        + (5 * Z**5 + 16 * Z**3 + 3 * Z) / (96 * degrees**2)
        + (3 * Z**7 + 19 * Z**5 + 17 * Z**3 - 15 * Z) / (384 * degrees**3)
    )


def wilson(successes: int, trials: int) -> Interval:
    """95 % interval of a rate from independent trials, after Wilson; (0, 1) without trials.

    >>> [round(bound, 3) for bound in wilson(8, 10)]
    [0.49, 0.943]
    """
    if not trials:
        return 0.0, 1.0
    rate = successes / trials
    spread = Z * math.sqrt(rate * (1 - rate) / trials + (Z / (2 * trials)) ** 2)
    scale = 1 + Z * Z / trials
    centre = rate + Z * Z / (2 * trials)
    return max(0.0, (centre - spread) / scale), min(1.0, (centre + spread) / scale)


class Pairs(NamedTuple):
    """Sums over pairs of a quantity and of the number of deals it came from.

    >>> sample = Pairs().plus(3, 2).plus(1, 2).plus(2, 2)
    >>> sample.mean, [round(bound, 2) for bound in sample.interval(-3, 3)]
    (1.0, [-0.24, 2.24])
    """

    pairs: int = 0
    total: int = 0
    """Sum of the quantity."""
    deals: int = 0
    total_squares: int = 0
    products: int = 0
    """Sum of quantity times deals."""
    deals_squares: int = 0

    def plus(self, quantity: int, deals: int) -> Pairs:
        """These pairs and one more, which brought `quantity` in `deals` deals."""
        return Pairs(
            self.pairs + 1,
            self.total + quantity,
            self.deals + deals,
            self.total_squares + quantity * quantity,
            self.products + quantity * deals,
            self.deals_squares + deals * deals,
        )

    @property
    def mean(self) -> float:
        """The quantity a deal; 0 without deals."""
        return self.total / self.deals if self.deals else 0.0

    @property
    def standard_error(self) -> float:
        """Standard error of `mean`; infinite with fewer than two pairs.

        Pairs may have different numbers of deals (games do): this is the error of a ratio of
        sums, which for equal numbers is that of the mean of the pair means.
        """
        if self.pairs < 2:
            return math.inf
        # sum of squared residuals quantity - mean * deals, times deals squared: whole numbers
        residuals = (
            self.total_squares * self.deals**2
            - 2 * self.products * self.total * self.deals
            + self.deals_squares * self.total**2
        )
        variance = residuals / (self.pairs * (self.pairs - 1)) * self.pairs**2
        return math.sqrt(variance) / self.deals**2

    def interval(self, lowest: float, highest: float) -> Interval:
        """95 % interval of `mean`, which can only lie between `lowest` and `highest`.

        Student's t with one degree less than pairs: close to normal from some thirty pairs on,
        wide for a handful, and with a single pair everything possible.
        """
        error = self.standard_error
        if error == 0:
            return self.mean, self.mean
        margin = student_t(self.pairs - 1) * error
        return max(lowest, self.mean - margin), min(highest, self.mean + margin)

    def rate_interval(self) -> Interval:
        """95 % interval of `mean` where the quantity counts deals, so that `mean` is a rate.

        Where all deals went the same way pairs show no spread; then it is Wilson's, over pairs.
        """
        if self.total in (0, self.deals):
            return wilson(self.pairs if self.total else 0, self.pairs)
        return self.interval(0, 1)

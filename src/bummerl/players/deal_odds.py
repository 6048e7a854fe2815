"""How deals end when a strong player plays itself: what match equity is reckoned from.

`python -m tools.equity` counts, in whole Bummerls, how many game points each deal brought
forehand, apart for what both sides still needed; `Deals` makes chances of the counts.

>>> odds = deals(20).odds(draws=False)
>>> len(odds), round(sum(odds[3, 3]), 12), odds[3, 3][3]
(9, 1.0, 0.0)
"""

from __future__ import annotations

import functools
import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TypeAlias

Need: TypeAlias = tuple[int, int]
"""Game points that forehand and dealer need, as far as they can matter in one deal: 1 … 3."""

DATA: Final = Path(__file__).parent / "data" / "equity.json"
"""The counts that come with the package; ``python -m tools.equity`` makes them."""
POINTS: Final = range(-3, 4)
"""What a deal can bring a seat, in game points."""
NEEDS: Final[tuple[Need, ...]] = tuple((a, b) for a in (1, 2, 3) for b in (1, 2, 3))
"""All there are."""
PRIORS: Final = tuple(100 << step for step in range(11))
"""How many deals of the general kind may be added to those counted at each need."""


def need(forehand: int, dealer: int, carry: int = 0) -> Need:
    """The `Need` of a deal: points that forehand and dealer need, less what a win carries.

    >>> need(7, 2), need(3, 7, carry=2)
    ((3, 2), (1, 3))
    """
    return _capped(forehand - carry), _capped(dealer - carry)


def _capped(points: int) -> int:
    return max(1, min(points, 3))


@dataclass(frozen=True)
class Deals:
    """How often deals of self-play brought forehand so many game points."""

    counts: Mapping[Need, tuple[int, ...]]
    """For each need: deals that brought -3, -2, … 3."""
    made: Mapping[str, Any]
    """How they were made: ``player``, ``rules``, ``games``, ``seed``, ``version``, ``command``."""

    @property
    def total(self) -> int:
        """Number of all deals."""
        return sum(map(sum, self.counts.values()))

    def odds(self, *, draws: bool) -> dict[Need, tuple[float, ...]]:
        """The chance of -3, -2, … 3 at each need; 0 has none unless there are `draws`.

        What was counted at a need is mixed with what was counted at all of them together, as if
        `prior` deals of that general kind had been played there too.  So a need that hardly ever
        came up gives no chance results, and chance differences between needs fade.
        """
        rows, together = self._rows(draws), self._together(draws)
        prior = self.prior(draws=draws)
        share = [prior * n / sum(together) for n in together]
        return {
            at: tuple((n + s) / (sum(row) + prior) for n, s in zip(row, share, strict=True))
            for at, row in rows.items()
        }

    def prior(self, *, draws: bool) -> int:
        """How alike the needs are: the one of `PRIORS` that makes the counts likeliest.

        The deals of a need are taken as thrown with odds of its own that scatter about the
        general ones, as a Dirichlet distribution with this weight does.  Points beyond what was
        needed count as just enough.
        """
        rows, general = self._rows(draws), self._together(draws)
        total = sum(general)

        def likelihood(prior: int) -> float:
            """Its logarithm, up to a constant."""
            sum_ = 0.0
            for at, row in rows.items():
                sum_ += math.lgamma(prior) - math.lgamma(prior + sum(row))
                for part, n in zip(_just_enough(general, at), _just_enough(row, at), strict=True):
                    if part:
                        weight = prior * part / total
                        sum_ += math.lgamma(weight + n) - math.lgamma(weight)
            return sum_

        return max(PRIORS, key=likelihood)

    def _rows(self, draws: bool) -> dict[Need, list[int]]:
        return {
            at: [n if points or draws else 0 for points, n in zip(POINTS, row, strict=True)]
            for at, row in self.counts.items()
        }

    def _together(self, draws: bool) -> list[int]:
        return [sum(column) for column in zip(*self._rows(draws).values(), strict=True)]


def _just_enough(row: list[int], at: Need) -> list[int]:
    """Counts of -3 … 3, where points beyond `at` are counted as just enough."""
    forehand, dealer = at
    return [sum(row[: 4 - dealer]), *row[4 - dealer : 3 + forehand], sum(row[3 + forehand :])]


@functools.cache
def deals(deck: int) -> Deals:
    """The counts that come with the package, for packs of 20 or 24 cards."""
    return read_deals(DATA)[deck]


def read_deals(path: Path) -> dict[int, Deals]:
    """The counts in a file, by size of the pack."""
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return {
        int(deck): Deals(
            {at: tuple(entry["counts"]["{}:{}".format(*at)]) for at in NEEDS}, entry["made"]
        )
        for deck, entry in found.items()
    }

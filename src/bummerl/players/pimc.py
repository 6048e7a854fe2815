"""Averaging over worlds: every plan is solved exactly in worlds that fit the view (PIMC).

In each world both sides are taken to see all cards, so it trusts guesses too much; how much that
costs is told in docs/strength.md.  It goes for game points and breaks ties by the shorter plan and
the lower card.
"""

from __future__ import annotations

import time as clock
import zlib
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from bummerl.errors import PlayerError
from bummerl.rules.moves import Move
from bummerl.rules.view import View

if TYPE_CHECKING:
    from bummerl.rules.variants import Rules
    from bummerl.search.averaging import Averager

AT_ONCE = 20
"""Worlds between two looks at the clock."""


class PimcPlayer:
    """Plays the plan that brings the most game points on average.

    Args:
        worlds: how many worlds to solve, all where there are no more.
        time: seconds to think for a move; then `worlds` is the most it may use.
        seed: what the choice of worlds comes from.

    Raises:
        PlayerError: no world or no time.
    """

    def __init__(self, worlds: int = 100, time: float | None = None, seed: int | str = 0) -> None:
        if type(worlds) is not int or worlds < 1:
            raise PlayerError(
                "worlds is {worlds!r}, but must be a whole number from 1 on", worlds=worlds
            )
        if time is not None and not (isinstance(time, int | float) and time > 0):
            raise PlayerError("time is {time!r}, but must be seconds, more than 0", time=time)
        self._worlds = worlds
        self._time = time
        self._seed = seed
        self._averagers: dict[Rules, Averager] = {}

    def choose(self, view: View) -> Move:
        """The first move of the best plan."""
        from bummerl.search.plans import plans_of

        plans = plans_of(view)
        if len({plan[0] for plan in plans}) == 1:
            return plans[0][0]
        sums: Any = 0
        for values in self._values(view, plans):
            sums = sums + values.sum(axis=1)
        best = max(range(len(plans)), key=lambda index: sums[index])
        return plans[best][0]

    def _values(self, view: View, plans: tuple[tuple[Move, ...], ...]) -> Iterator[Any]:
        """Game points by plan and world, as many as the time allows."""
        from bummerl.search.averaging import Averager
        from bummerl.search.pack import pack_rules
        from bummerl.search.worlds import worlds_of

        if view.rules not in self._averagers:
            self._averagers[view.rules] = Averager(pack_rules(view.rules))
        averager = self._averagers[view.rules]
        start = clock.perf_counter()
        rows = worlds_of(view, self._worlds, zlib.crc32(f"{self._seed} {view}".encode())).rows
        if self._time is None:
            yield averager.values(rows, plans, view.trump)
            return
        step = max(1, len(rows) // AT_ONCE)  # worlds are in order, so they are taken in strides
        for first in range(step):
            yield averager.values(rows[first::step].copy(), plans, view.trump)
            if clock.perf_counter() - start > self._time:
                return

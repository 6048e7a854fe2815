"""Public statistics: was anybody dealt more aces, pairs or trumps than chance allows?

Deals are independent, so the mean of a fact over n deals lies within 1.96 standard deviations of
its expectation, each σ/√n, in 95 of 100 cases.  Expectation and σ follow from a fair pack:

- aces and trumps in a hand of h cards are hypergeometric; the turned-up card is a trump, and no
  hand has it;
- a given pair is in a hand with probability h(h-1) / d(d-1), two given pairs accordingly;
- each suit is trump with probability 1/4.
"""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Iterator
from typing import Final, Literal, NamedTuple, cast

from litestar import get
from sqlalchemy.ext.asyncio import AsyncEngine

from bummerl.rules.variants import Rules
from bummerl.server.http import game_shapes
from bummerl.server.http.services import Here
from bummerl.server.store.engine import now, read
from bummerl.server.store.statistics import FACTS, Sums, sums

_LIKELY: Final = 1.959964
"""Standard deviations within which 95 of 100 lie."""
_FRESH: Final = 300.0
"""Seconds for which statistics are kept."""


class Expected(NamedTuple):
    """Of one deal."""

    mean: float
    deviation: float


def expectation(fact: str, pack: int) -> Expected:
    """What a fair pack deals into one hand.

    >>> expectation("aces", 20).mean
    1.0
    """
    hand = Rules(deck=pack).hand_size
    if fact == "aces":
        return _hypergeometric(pack, 4, hand)
    if fact == "trumps":
        return _hypergeometric(pack - 1, pack // 4 - 1, hand)
    if fact == "trump_suit":
        return Expected(0.25, math.sqrt(0.25 * 0.75))
    one = hand * (hand - 1) / (pack * (pack - 1))
    two = one * (hand - 2) * (hand - 3) / ((pack - 2) * (pack - 3))
    return Expected(4 * one, math.sqrt(4 * one * (1 - one) + 12 * (two - one**2)))


def _hypergeometric(cards: int, good: int, drawn: int) -> Expected:
    share = good / cards
    variance = drawn * share * (1 - share) * (cards - drawn) / (cards - 1)
    return Expected(drawn * share, math.sqrt(variance))


def rows_of(counted: Sums) -> Iterator[game_shapes.StatisticsRow]:
    """All facts of one pack beside what chance lets expect."""
    for fact in FACTS:
        for seat, dealt in (("forehand", counted.forehand), ("dealer", counted.dealer)):
            yield _row(fact, "", seat, dealt[fact], counted)
    for letter, times in counted.suits.items():
        yield _row("trump_suit", letter, None, times, counted)


def _row(
    fact: str, key: str, seat: str | None, times: int, counted: Sums
) -> game_shapes.StatisticsRow:
    mean, deviation = expectation(fact, counted.pack)
    error = deviation / math.sqrt(counted.deals)
    observed = times / counted.deals
    low, high = max(0.0, mean - _LIKELY * error), mean + _LIKELY * error
    return game_shapes.StatisticsRow(
        fact=cast("Literal['aces', 'pairs', 'trumps', 'trump_suit']", fact),
        key=key,
        seat=cast("Literal['forehand', 'dealer'] | None", seat),
        observed=observed,
        expected=mean,
        low=low,
        high=high,
        z=(observed - mean) / error,
        inside=low <= observed <= high,
    )


class StatisticsCache:
    """Counts at most once in a while, however many ask."""

    def __init__(self, engine: AsyncEngine, fresh: float = _FRESH) -> None:
        self._engine, self._fresh = engine, fresh
        self._lock = asyncio.Lock()
        self._kept: game_shapes.Statistics | None = None
        self._until = 0.0

    async def get(self) -> game_shapes.Statistics:
        """The statistics."""
        async with self._lock:
            if self._kept is None or time.monotonic() >= self._until:
                async with read(self._engine) as session:
                    counted = await sums(session)
                self._kept = game_shapes.Statistics(
                    at=now(),
                    packs=[
                        game_shapes.PackStatistics(
                            pack=one.pack, deals=one.deals, rows=list(rows_of(one))
                        )
                        for one in counted
                    ],
                )
                self._until = time.monotonic() + self._fresh
            return self._kept


@get("/api/statistics", tags=["fairness"])
async def statistics(services: Here) -> game_shapes.Statistics:
    """What was dealt in all finished deals, beside what chance lets expect."""
    return await services.statistics.get()

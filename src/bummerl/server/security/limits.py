"""How often something may be tried, by address and by person."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Final, NamedTuple

import msgspec
from litestar.stores.base import Store

from bummerl.server.refusals import TooOften


class Limit(NamedTuple):
    """At most so often in so many seconds."""

    times: int
    seconds: int


LIMITS: Final[dict[str, Limit]] = {
    "guest": Limit(120, 3600),  # a hall full of people may share an address
    "register": Limit(40, 3600),
    "login": Limit(40, 900),
    "login name": Limit(10, 900),
    "password": Limit(10, 900),
    "report": Limit(20, 3600),
    "table": Limit(60, 600),
    "seek": Limit(60, 600),
    "export": Limit(10, 600),
    "socket": Limit(120, 60),
}
"""By what is tried."""


class Limits:
    """Counts in a store, which several processes may share."""

    def __init__(
        self, store: Store, *, enabled: bool = True, clock: Callable[[], float] = time.time
    ) -> None:
        self._store = store
        self._enabled = enabled
        self._clock = clock
        self._lock = asyncio.Lock()

    async def check(self, what: str, who: str) -> None:
        """Counts one more attempt of `who`.

        Raises:
            TooOften: there have been too many; this one was not counted.
        """
        if not self._enabled:
            return
        limit, key, now = LIMITS[what], f"limit:{what}:{who}", self._clock()
        async with self._lock:
            kept = await self._store.get(key)
            tries = msgspec.json.decode(kept, type=list[float]) if kept else []
            tries = [moment for moment in tries if now - limit.seconds < moment <= now]
            if len(tries) >= limit.times:
                raise TooOften(
                    "that was too often; please wait a while",
                    retry_after=max(1, round(tries[0] + limit.seconds - now)),
                )
            tries.append(now)
            await self._store.set(key, msgspec.json.encode(tries), expires_in=limit.seconds)

    async def forget(self) -> None:
        """Drops what is over from memory; to be called now and then."""
        await self._store.delete_expired() if hasattr(self._store, "delete_expired") else None

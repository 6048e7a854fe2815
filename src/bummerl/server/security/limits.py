"""How often something may be tried, by address and by person."""

from __future__ import annotations

import asyncio
import ipaddress
import time
from collections.abc import Awaitable, Callable
from typing import Final, NamedTuple, TypeVar

import msgspec
import structlog
from litestar.stores.base import Store
from litestar.stores.memory import MemoryStore

from bummerl.server.refusals import TooOften


class Limit(NamedTuple):
    """At most so often in so many seconds."""

    times: int
    seconds: int


LIMITS: Final[dict[str, Limit]] = {
    # by address, where a hall of 200 people may be who come within minutes
    "guest": Limit(400, 3600),
    "register": Limit(200, 3600),
    "login": Limit(100, 900),
    "socket": Limit(1500, 60),  # each has a few, and all come again at once after a restart
    # by address and name: whoever guesses is stopped
    "login name": Limit(10, 900),
    # by name from all addresses: a crowd that guesses is slowed, but hardly anybody shut out
    "login account": Limit(200, 3600),
    # by person
    "password": Limit(10, 900),
    "report": Limit(20, 3600),
    "table": Limit(60, 600),
    "seek": Limit(60, 600),
    "export": Limit(10, 600),
}
"""By what is tried."""
PATIENCE: Final = 1.0
"""Seconds that the store may take."""
RETRY: Final = 5.0
"""Seconds from one that failed to the next attempt."""

_T = TypeVar("_T")
_log = structlog.get_logger(__name__)


def counted_as(who: str) -> str:
    """Under which name somebody is counted: an IPv6 address by its network.

    Who has one address of a network there has all.

    >>> counted_as("2001:db8::1:2:3:4"), counted_as("::ffff:10.0.0.7"), counted_as("anna")
    ('2001:db8::/64', '10.0.0.7', 'anna')
    """
    try:
        address = ipaddress.ip_address(who)
    except ValueError:
        return who
    if not isinstance(address, ipaddress.IPv6Address):
        return who
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ipaddress.ip_network((int(address), 64), strict=False))


class Limits:
    """Counts in a store, which several processes may share.

    While that fails, each process counts for itself: nobody is shut out because Redis is away.
    """

    def __init__(
        self, store: Store, *, enabled: bool = True, clock: Callable[[], float] = time.time
    ) -> None:
        self._store = store
        self._own = MemoryStore()
        self._failing = False
        self._try_again = 0.0
        """When the store is asked again after it failed, by `time.monotonic`."""
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
        limit, key, now = LIMITS[what], f"limit:{what}:{counted_as(who)}", self._clock()
        async with self._lock:
            kept = await self._ask(lambda store: store.get(key))
            tries = msgspec.json.decode(kept, type=list[float]) if kept else []
            tries = [moment for moment in tries if now - limit.seconds < moment <= now]
            if len(tries) >= limit.times:
                raise TooOften(
                    "that was too often; please wait a while",
                    retry_after=max(1, round(tries[0] + limit.seconds - now)),
                )
            tries.append(now)
            data = msgspec.json.encode(tries)
            await self._ask(lambda store: store.set(key, data, expires_in=limit.seconds))

    async def forget(self) -> None:
        """Drops what is over from memory; to be called now and then."""
        for store in (self._store, self._own):
            if isinstance(store, MemoryStore):
                await store.delete_expired()

    async def _ask(self, question: Callable[[Store], Awaitable[_T]]) -> _T:
        if time.monotonic() >= self._try_again:
            try:
                async with asyncio.timeout(PATIENCE):
                    answer = await question(self._store)
            except Exception as error:  # any of redis' and the system's
                if not self._failing:
                    _log.error("each process counts for itself now", error=repr(error))
                self._failing, self._try_again = True, time.monotonic() + RETRY
            else:
                self._failing = False
                return answer
        return await question(self._own)

"""How often something may be tried, by address and by person."""

from __future__ import annotations

import asyncio
import ipaddress
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
        limit, key, now = LIMITS[what], f"limit:{what}:{counted_as(who)}", self._clock()
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

"""How often something may be tried, whatever becomes of the store that counts."""

from __future__ import annotations

import asyncio
import os
from typing import Any

import pytest
from litestar.stores.memory import MemoryStore
from litestar.stores.redis import RedisStore
from redis.exceptions import RedisError

from bummerl.server.refusals import TooOften
from bummerl.server.security.limits import LIMITS, Limits
from server.http.visitors import unique
from serving import missing


async def test_limits_count_by_person_and_window() -> None:
    moment = [1000.0]
    limits = Limits(MemoryStore(), clock=lambda: moment[0])
    times, seconds = LIMITS["login name"]
    for _ in range(times):
        await limits.check("login name", "anna")
        moment[0] += 1
    with pytest.raises(TooOften) as refused:
        await limits.check("login name", "anna")
    assert refused.value.retry_after == seconds - times
    await limits.check("login name", "bert")
    moment[0] += refused.value.retry_after + 1
    await limits.check("login name", "anna")


async def test_nobody_is_shut_out_because_the_store_is_away(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Away(MemoryStore):
        here = False

        async def get(self, key: str, renew_for: Any = None) -> bytes | None:
            if not self.here:
                raise RedisError("no connection")
            return await super().get(key, renew_for)

    monkeypatch.setattr("bummerl.server.security.limits.RETRY", 0.05)
    store = Away()
    limits = Limits(store)
    times, _ = LIMITS["login name"]
    for _ in range(times):
        await limits.check("login name", "anna")
    with pytest.raises(TooOften):  # it is counted here meanwhile
        await limits.check("login name", "anna")
    store.here = True
    await asyncio.sleep(0.1)
    await limits.check("login name", "anna")
    await limits.forget()
    assert await store.get("limit:login name:anna")


async def test_a_store_that_hangs_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    class Hanging(MemoryStore):
        async def get(self, key: str, renew_for: Any = None) -> bytes | None:
            return await asyncio.get_running_loop().create_future()  # type: ignore[no-any-return]

    monkeypatch.setattr("bummerl.server.security.limits.PATIENCE", 0.1)
    limits = Limits(Hanging())
    async with asyncio.timeout(1):
        for _ in range(LIMITS["login name"].times):
            await limits.check("login name", "anna")
        with pytest.raises(TooOften):
            await limits.check("login name", "anna")


async def test_limits_are_shared_through_redis() -> None:
    url = os.environ.get("BUMMERL_TEST_REDIS_URL")
    if not url:
        missing("BUMMERL_TEST_REDIS_URL names no Redis")
    person = unique("shared")
    first, second = (RedisStore.with_client(url=url, namespace="bummerl") for _ in range(2))
    async with first, second:
        for store in 5 * (first, second):
            await Limits(store).check("login name", person)
        for store in (first, second):
            with pytest.raises(TooOften):
                await Limits(store).check("login name", person)
            await Limits(store).forget()

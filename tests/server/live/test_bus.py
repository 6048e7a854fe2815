"""Messages between processes."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from bummerl.server.live.bus import Bus, LocalBus, RedisBus
from bummerl.server.refusals import SettingsError


@pytest.fixture(params=["local", "redis"])
async def bus(request: pytest.FixtureRequest) -> AsyncIterator[Bus]:
    made: Bus = LocalBus()
    if request.param == "redis":
        made = RedisBus(request.getfixturevalue("redis"))
    await made.start()
    yield made
    await made.stop()


async def heard(messages: list[bytes], count: int) -> list[bytes]:
    async with asyncio.timeout(5):
        while len(messages) < count:
            await asyncio.sleep(0.01)
    return messages


async def test_all_who_listen_get_it_in_order(bus: Bus) -> None:
    one: list[bytes] = []
    two: list[bytes] = []
    other: list[bytes] = []
    bus.subscribe("tables", one.append)
    stop = bus.subscribe("tables", two.append)
    bus.subscribe("elsewhere", other.append)
    await asyncio.sleep(0.2)
    for number in range(100):
        bus.post("tables", b"%d" % number)
    expected = [b"%d" % number for number in range(100)]
    assert await heard(one, 100) == await heard(two, 100) == expected
    stop()
    await bus.publish("tables", b"\x00last")
    assert (await heard(one, 101))[-1] == b"\x00last"
    await asyncio.sleep(0.05)
    assert (len(two), other) == (100, [])


async def test_one_who_fails_does_not_keep_it_from_others(bus: Bus) -> None:
    def fail(_: bytes) -> None:
        raise ValueError("not for me")

    fine: list[bytes] = []
    bus.subscribe("tables", fail)
    bus.subscribe("tables", fine.append)
    await asyncio.sleep(0.2)
    await bus.publish("tables", b"news")
    assert await heard(fine, 1) == [b"news"]


async def test_processes_hear_each_other(redis: str) -> None:
    one, two = RedisBus(redis), RedisBus(redis)
    messages: list[bytes] = []
    two.subscribe("tables", messages.append)
    await one.start()
    await two.start()
    one.post("tables", b"hello")
    assert await heard(messages, 1) == [b"hello"]
    await one.stop()
    await two.stop()


async def test_redis_that_goes_away_comes_back(redis: str) -> None:
    bus = RedisBus(redis)
    messages: list[bytes] = []
    missed: list[int] = []
    bus.subscribe("tables", messages.append)
    bus.on_reconnect.append(lambda: missed.append(1))
    await bus.start()
    await bus._client.client_kill_filter(_type="pubsub", skipme=False)
    async with asyncio.timeout(10):
        while not messages:
            bus.post("tables", b"again")
            await asyncio.sleep(0.1)
    await bus.stop()


async def test_no_redis_is_one_clear_sentence() -> None:
    bus = RedisBus("redis://127.0.0.1:1/0")
    with pytest.raises(SettingsError, match="no way to Redis"):
        await bus.start()

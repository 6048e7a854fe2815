"""Messages between processes."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest

from bummerl.server.live.bus import Bus, LocalBus, RedisBus
from bummerl.server.refusals import SettingsError
from server.live.running import twice


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


async def test_who_did_not_hear_for_a_while_is_told_so(redis: str) -> None:
    bus = RedisBus(redis)
    messages: list[bytes] = []
    missed: list[int] = []
    bus.subscribe("tables", messages.append)

    def lost() -> None:
        missed.append(len(messages))
        bus.post("tables", b"again")  # from then on all is heard

    bus.on_loss.append(lost)
    await bus.start()
    await bus._client.client_kill_filter(_type="pubsub", skipme=False)
    assert await heard(messages, 1) == [b"again"]
    assert missed == [0]
    await bus.stop()


async def test_a_loss_is_told_although_the_first_proof_is_lost_too(
    redis: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    bus = RedisBus(redis)
    take, lost = bus._take, list[Any]()
    missed: list[int] = []
    bus.on_loss.append(lambda: missed.append(1))

    def deaf(message: Any) -> None:
        lost.append(message)
        if len(lost) > 1:
            take(message)

    monkeypatch.setattr(bus, "_take", deaf)
    await bus.start()
    await bus._client.client_kill_filter(_type="pubsub", skipme=False)
    async with asyncio.timeout(5):
        while not lost:
            await asyncio.sleep(0.01)
        assert missed == []
        bus.post("alive", b"a process says so every few seconds")
        while not missed:
            await asyncio.sleep(0.01)
    await bus.stop()


async def test_what_could_not_be_sent_is_sent_again_in_its_order(redis: str) -> None:
    one, two = RedisBus(redis), RedisBus(redis)
    messages: list[bytes] = []
    missed: list[int] = []
    two.subscribe("tables", messages.append)
    for bus in (one, two):
        bus.on_loss.append(lambda: missed.append(1))
        await bus.start()
    sent = [b"%d" % number for number in range(600)]
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(one._client, "pipeline", no_pipeline)
        for message in sent[:300]:
            one.post("tables", message)
        async with asyncio.timeout(5):
            while one.working:
                await asyncio.sleep(0.01)
    for message in sent[300:]:
        one.post("tables", message)
    await two._client.client_kill_filter(_type="normal", skipme=True)
    assert await heard(messages, 600) == sent
    assert one.working
    assert missed == []
    await one.stop()
    await two.stop()


async def test_what_was_sent_twice_is_heard_once(
    redis: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two, other = (RedisBus(redis) for _ in range(3))
    messages: list[bytes] = []
    two.subscribe("tables", messages.append)
    two.subscribe("elsewhere", messages.append)
    for bus in (one, two, other):
        await bus.start()
    for bus in (one, other):
        monkeypatch.setattr(bus, "_sent", twice(bus._sent))
    await one.publish("tables", b"1")
    await one.publish("elsewhere", b"")
    await one.publish("tables", b"1")
    assert await heard(messages, 3) == [b"1", b"", b"1"]
    await other.publish("tables", b"another's")
    assert await heard(messages, 4) == [b"1", b"", b"1", b"another's"]
    await asyncio.sleep(0.1)
    assert len(messages) == 4
    for bus in (one, two, other):
        await bus.stop()


async def test_messages_that_were_dropped_are_a_loss(
    redis: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bummerl.server.live.bus.MOST", 10)
    bus = RedisBus(redis)
    missed: list[int] = []
    bus.on_loss.append(lambda: missed.append(1))
    await bus.start()
    for _ in range(11):
        bus.post("tables", b"much")
    async with asyncio.timeout(5):
        while not missed:
            await asyncio.sleep(0.01)
    await bus.stop()


def no_pipeline(**_: object) -> None:
    raise ConnectionError("Redis is away")


async def test_no_redis_is_one_clear_sentence() -> None:
    bus = RedisBus("redis://127.0.0.1:1/0")
    with pytest.raises(SettingsError, match="no way to Redis"):
        await bus.start()

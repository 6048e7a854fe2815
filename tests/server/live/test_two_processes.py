"""Two servers on one PostgreSQL and one Redis: players of one table at different ones."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from bummerl.server.live.remote import RemoteTable
from bummerl.server.refusals import Conflict, Unknown
from server.live.clients import Seated, sit
from server.live.running import Running, Serve, bot, person

Pair = Callable[[], Awaitable[tuple[Running, Running]]]


@pytest.fixture
def pair(serve: Serve, postgres: str, redis: str) -> Pair:
    async def pair() -> tuple[Running, Running]:
        more = {"url": postgres, "redis_url": redis, "lease": 1500, "heartbeat": 0.3}
        one, two = await serve(**more), await serve(**more)
        await asyncio.sleep(0.3)
        return one, two

    return pair


async def die(server: Running) -> None:
    """As `kill -9`, as far as others can see: it is silent from now on."""
    for loop in (*server.tables._post._loops, *server.tables._loops):
        loop.cancel()
    for connection in tuple(server.tables.connections.values()):
        connection.cut()
    for task in server.tables.tasks.values():
        task._run.cancel()
        task._bots.stop()
    server.tables.tasks.clear()
    server.tables.bus.post = lambda topic, data: None  # type: ignore[method-assign]


async def at_both(one: Running, two: Running) -> tuple[Seated, Seated]:
    table = await one.open(person("Anna"), person("Bert"), control="3+2")
    anna, bert = await sit(one.base, table, "Anna"), await sit(two.base, table, "Bert")
    await asyncio.gather(anna.play(until="playing"), bert.play(until="playing"))
    return anna, bert


async def test_a_match_across_processes(pair: Pair) -> None:
    one, two = await pair()
    anna, bert = await at_both(one, two)
    carl = await sit(two.base, anna.scene["table"], "Carl")
    watching = asyncio.create_task(carl.until_scene(60, phase="over"))
    await asyncio.gather(anna.play(), bert.play())
    await watching
    assert anna.scene["seq"] == bert.scene["seq"] == carl.scene["seq"]
    assert [len(one.tables.tasks), len(two.tables.tasks)] == [1, 0]
    refused = await bert.ask("play", version=0, move="HA")
    assert (refused["type"], refused["code"]) == ("refused", "not_now")


async def test_joining_and_cancelling_from_the_other_process(pair: Pair) -> None:
    one, two = await pair()
    table = await one.open(person("Anna"), None)
    assert await two.tables.join(table, person("Bert")) == 1
    with pytest.raises(Conflict, match="taken"):
        await two.tables.join(table, person("Carl"))
    await two.tables.cancel(table, "bert")
    with pytest.raises(Conflict, match="closed"):
        await two.tables.join(table, person("Carl"))
    with pytest.raises(Unknown):
        await two.tables.join("0" * 16, person("Carl"))
    table = await one.open(person("Anna"), bot())
    anna = await sit(one.base, table, "Anna")
    await anna.play(until="playing")
    await two.tables.give_up(table, "anna")
    await anna.until_scene(phase="over")


async def test_presence_across_processes(pair: Pair) -> None:
    one, two = await pair()
    anna, bert = await at_both(one, two)
    await bert.close()
    while anna.scene["seats"][1]["here"]:
        await anna.receive()
    bert = await sit(two.base, anna.scene["table"], "Bert")
    while not anna.scene["seats"][1]["here"]:
        await anna.receive()
    await two.tables.drop("anna")
    assert (await anna.until("bye"))["code"] == "signed_out"


async def test_the_gateway_dies(pair: Pair) -> None:
    one, two = await pair()
    anna, bert = await at_both(one, two)
    await die(two)
    while anna.scene["seats"][1]["here"]:
        await anna.receive()
    bert = await sit(one.base, anna.scene["table"], "Bert")
    await asyncio.gather(anna.play(), bert.play())


async def test_the_owner_dies(pair: Pair) -> None:
    one, two = await pair()
    anna, bert = await at_both(one, two)
    before = bert.scene["seq"]
    await die(one)
    # nobody tells Bert anything until the lease runs out; his socket stays open
    while not (bert.scene["seq"] > before and not bert.scene["paused"]):
        await bert.receive()
    assert list(two.tables.tasks) == [anna.scene["table"]]
    anna = await sit(two.base, anna.scene["table"], "Anna")
    await asyncio.gather(anna.play(), bert.play())


async def test_commands_that_nobody_answers_are_busy(pair: Pair) -> None:
    one, two = await pair()
    _, bert = await at_both(one, two)
    await die(one)
    refused = await bert.ask("say", phrase="hello")
    assert (refused["type"], refused["code"]) == ("refused", "busy")


async def test_the_owner_stops_in_good_order(pair: Pair) -> None:
    one, two = await pair()
    anna, bert = await at_both(one, two)
    route = next(iter(two.tables.connections.values())).route
    assert isinstance(route, RemoteTable)
    stopping = asyncio.create_task(one.stop())
    assert (await anna.until("bye"))["code"] == "stopping"
    await bert.until_scene(paused=True)
    await bert.until_scene(paused=False)  # at the other process, which needed no lease to run out
    await stopping
    anna = await sit(two.base, bert.scene["table"], "Anna")
    await asyncio.gather(anna.play(), bert.play())


async def test_bots_go_on_at_another_process(pair: Pair) -> None:
    one, two = await pair()
    table = await one.open(person("Anna"), bot())
    anna = await sit(two.base, table, "Anna")
    await anna.play(until="playing")
    await die(one)
    await anna.play(busy=True)

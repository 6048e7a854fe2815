"""Two servers on one PostgreSQL and one Redis: players of one table at different ones."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from redis.asyncio import Redis

from bummerl.server.live.bus import RedisBus
from bummerl.server.live.options import Options
from bummerl.server.live.remote import RemoteTable
from bummerl.server.refusals import Conflict, Unknown
from bummerl.server.security.tokens import token_hash
from server.live.clients import Seated, sit
from server.live.running import Running, Serve, bot, person, twice

Pair = Callable[..., Awaitable[tuple[Running, Running]]]
USUAL = {"lease": Options().lease, "heartbeat": Options().heartbeat}


@pytest.fixture
def pair(serve: Serve, postgres: str, redis: str) -> Pair:
    async def pair(**more: Any) -> tuple[Running, Running]:
        more = {"url": postgres, "redis_url": redis, "lease": 1500, "heartbeat": 0.3} | more
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
    await two.tables.drop([token_hash("anna")])
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
    while not (bert.scene["seq"] > before and bert.scene["paused"]):
        await bert.receive()
    assert list(two.tables.tasks) == [anna.scene["table"]]
    anna = await sit(two.base, anna.scene["table"], "Anna")
    await asyncio.gather(anna.until_scene(paused=False), bert.until_scene(paused=False))
    await asyncio.gather(anna.play(), bert.play())


async def test_commands_that_nobody_answers_are_busy(pair: Pair) -> None:
    one, two = await pair()
    _, bert = await at_both(one, two)
    await die(one)
    refused = await bert.ask("say", phrase="hello")
    assert (refused["type"], refused["code"]) == ("refused", "busy")


async def test_the_owner_stops_in_good_order(pair: Pair) -> None:
    one, two = await pair(**USUAL)
    anna, bert = await at_both(one, two)
    route = next(iter(two.tables.connections.values())).route
    assert isinstance(route, RemoteTable)
    left = bert.scene["clock"]["left"]
    stopping = asyncio.create_task(one.stop())
    assert (await anna.until("bye"))["code"] == "stopping"
    await bert.until_scene(paused=True)
    async with asyncio.timeout(3):  # far less than the length of a lease
        while anna.scene["table"] not in two.tables.tasks:
            await asyncio.sleep(0.05)
        assert (await bert.ask("ping"))["type"] == "pong"
    await stopping
    await asyncio.sleep(1.0)  # until Anna's browser tries again
    anna = await sit(two.base, bert.scene["table"], "Anna")
    await asyncio.gather(anna.until_scene(paused=False), bert.until_scene(paused=False))
    for then, now in zip(left, bert.scene["clock"]["left"], strict=True):
        assert abs(now - then) < 900
    await asyncio.gather(anna.play(), bert.play())


async def test_a_gateway_stops_in_good_order(pair: Pair) -> None:
    one, two = await pair(**USUAL)
    anna, bert = await at_both(one, two)
    await two.stop()
    async with asyncio.timeout(3):
        while anna.scene["seats"][1]["here"]:
            await anna.receive()
    assert (await bert.until("bye"))["code"] == "stopping"


async def test_letters_that_did_not_get_to_redis_are_sent_again(pair: Pair, redis: str) -> None:
    one, two = await pair(**USUAL)
    anna, bert = await at_both(one, two)
    client = Redis.from_url(redis)
    for _ in range(3):
        # all connections but those on which processes listen
        await client.client_kill_filter(_type="normal", skipme=True)
        mover = anna if anna.scene["to_move"] == 0 else bert
        await mover.step()
        for seated in (anna, bert):
            await seated.until_scene(5, seq=mover.scene["seq"])
    await client.aclose()


async def test_letters_that_come_twice_are_told_once(
    pair: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two = await pair(**USUAL)
    anna, bert = await at_both(one, two)
    for server in (one, two):
        bus = server.tables.bus
        assert isinstance(bus, RedisBus)
        monkeypatch.setattr(bus, "_sent", twice(bus._sent))
    watching = asyncio.create_task(bert.play(until="deal_over"))
    await asyncio.gather(anna.play(until="deal_over"), watching)
    seqs = [told["seq"] for told in bert.told if told["kind"] == "play"]
    assert seqs == sorted(set(seqs))
    scenes = [message["scene"]["seq"] for message in bert.messages if message["type"] == "table"]
    assert scenes == sorted(scenes)
    for _ in range(2):
        assert (await bert.ask("say", phrase="hello"))["type"] == "table"
    assert (await bert.ask("play", version=0, move="HA"))["type"] == "refused"
    for seated in (bert, anna):
        await seated.ask("say", phrase="thanks")
    await asyncio.sleep(0.2)
    for seated in (anna, bert):
        await seated.ask_or_bye()  # all that was said before has come
        phrases = [told["phrase"] for told in seated.told if told["kind"] == "said"]
        assert phrases == ["hello", "hello", "thanks", "thanks"]
        replies = [message.get("reply_to") for message in seated.messages]
        answers = [number for number in replies if number not in (None, 999_999)]
        assert answers == list(range(1, seated.number))  # its last number is that of the ping


@pytest.mark.parametrize("deaf", [0, 1])
async def test_letters_that_were_not_heard_keep_nobody_waiting(
    pair: Pair, redis: str, deaf: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    servers = await pair(**USUAL)
    anna, bert = await at_both(*servers)
    table = anna.scene["table"]
    bus = servers[deaf].tables.bus
    assert isinstance(bus, RedisBus)
    with monkeypatch.context() as patched:
        patched.setattr(bus, "_take", lambda _: None)
        # a command of Bert's does not get to the owner, or its answer not to him
        await bert.send("say", phrase="hello")
        carl = await sit(servers[1].base, table, "Carl")
        await asyncio.sleep(0.5)
        assert not carl.messages
    client = Redis.from_url(redis)
    await client.client_kill_filter(_type="pubsub", skipme=True)
    await client.aclose()
    await carl.until_scene(5, table=table)
    if deaf == 0:
        assert (await bert.until("refused", 5))["code"] == "busy"
    # what is said just as everything begins anew is to be said again
    await asyncio.gather(anna.play(until="deal_over"), bert.play(until="deal_over", busy=True))


async def test_bots_go_on_at_another_process(pair: Pair) -> None:
    one, two = await pair()
    table = await one.open(person("Anna"), bot())
    anna = await sit(two.base, table, "Anna")
    await anna.play(until="playing")
    await die(one)
    await anna.play(busy=True)

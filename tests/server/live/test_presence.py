"""Coming and going: seats, spectators, and what the others are told of it."""

from __future__ import annotations

import asyncio

from bummerl.server.security.tokens import token_hash
from bummerl.server.table.events import Left, Returned
from server.live.clients import sit
from server.live.running import Serve, bot, person


async def comings(server: object, table: str) -> list[str]:
    log = await server.tables.log.load(table)  # type: ignore[attr-defined]
    return [type(event).__name__ for event in log if isinstance(event, Left | Returned)]


async def test_who_is_gone_is_told_after_a_while_and_who_comes_back_at_once(serve: Serve) -> None:
    server = await serve(debounce=0.1)
    table = await server.open(person("Anna"), person("Bert"))
    anna, bert = await sit(server.base, table, "Anna"), await sit(server.base, table, "Bert")
    await asyncio.gather(anna.play(until="playing"), bert.play(until="playing"))
    await bert.close()
    while anna.scene["seats"][1]["here"]:
        await anna.receive()
    assert anna.told[-1]["kind"] == "left"
    assert 0 < anna.scene["seats"][1]["grace"] <= 90_000
    bert = await sit(server.base, table, "Bert")
    await bert.until_scene(seat=1)
    while not anna.scene["seats"][1]["here"]:
        await anna.receive()
    assert anna.told[-1]["kind"] == "returned"
    assert await comings(server, table) == ["Left", "Returned"]


async def test_a_page_that_is_loaded_anew_makes_no_noise(serve: Serve) -> None:
    server = await serve(debounce=1.0)
    table = await server.open(person("Anna"), bot())
    for _ in range(3):
        anna = await sit(server.base, table, "Anna")
        await anna.receive()
        await anna.close()
    one, two = await sit(server.base, table, "Anna"), await sit(server.base, table, "Anna")
    await one.close()
    await asyncio.sleep(1.3)
    assert (await two.ask("ping"))["type"] == "pong"
    assert await comings(server, table) == []


async def test_who_never_comes_has_left(serve: Serve) -> None:
    server = await serve(expected=0.2)
    table = await server.open(person("Anna"), person("Bert"))
    anna = await sit(server.base, table, "Anna")
    await anna.receive()
    while anna.scene["seats"][1]["here"]:
        await anna.receive()
    assert anna.scene["seats"][0]["here"]


async def test_spectators_are_counted(serve: Serve) -> None:
    server = await serve()
    table = await server.open(person("Anna"), bot())
    anna = await sit(server.base, table, "Anna")
    await anna.until_scene(spectators=0)
    lookers = [await sit(server.base, table) for _ in range(3)]
    await anna.until_scene(spectators=3)
    for looker in lookers:
        await looker.close()
    await anna.until_scene(spectators=0)


async def test_who_is_signed_out_is_seen_off(serve: Serve) -> None:
    server = await serve()
    table = await server.open(person("Anna"), person("Bert"))
    anna, bert = await sit(server.base, table, "Anna"), await sit(server.base, table, "Bert")
    await server.tables.drop([token_hash("bert")])
    assert (await bert.until("bye"))["code"] == "signed_out"
    assert (await anna.ask("ping"))["type"] == "pong"


async def test_looking_at_a_match_of_long_ago_writes_nothing(serve: Serve) -> None:
    server = await serve(debounce=0.1, expected=0.1)
    table = await server.open(person("Anna"), person("Bert"))
    anna, bert = await sit(server.base, table, "Anna"), await sit(server.base, table, "Bert")
    await asyncio.gather(anna.play(until="playing"), bert.play(until="playing"))
    await anna.ask("give_up", scope="match")
    await server.stop()
    server = await serve(debounce=0.1, expected=0.1)
    before = len(await server.tables.log.load(table))
    anna = await sit(server.base, table, "Anna")
    await anna.until_scene(phase="over")
    await anna.close()
    await asyncio.sleep(0.4)
    assert len(await server.tables.log.load(table)) == before

"""What is over is told to history and ratings, whatever fails and stops."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from sqlalchemy import update
from sqlalchemy.exc import OperationalError

from bummerl.server.store.models import EventRow
from server.live.clients import sit, to_move
from server.live.running import Serve, bot, person


async def test_reports_are_made_up_for_after_a_crash(serve: Serve) -> None:
    server = await serve()
    table = await server.open(person("Anna"), bot())
    anna = await sit(server.base, table, "Anna")
    server.tables.on_deal.clear()
    server.tables.on_bummerl.clear()
    await anna.play()
    deals = anna.scene["deal"]
    await server.stop()
    server = await serve()
    async with asyncio.timeout(5):
        while not server.bummerls or len(server.deals) < deals:
            await asyncio.sleep(0.02)
    assert [deal.number for _, deal in server.deals] == list(range(1, deals + 1))


async def test_hooks_that_fail_are_called_again(serve: Serve) -> None:
    server, calls = await serve(), []

    async def hook(table: str, deal: object) -> None:
        calls.append(table)
        if len(calls) < 3:
            raise OSError("not now")

    server.tables.on_deal.insert(0, hook)
    table = await server.open(person("Anna"), bot())
    anna = await sit(server.base, table, "Anna")
    await anna.play(until="deal_over")
    async with asyncio.timeout(5):
        while not server.deals:
            await asyncio.sleep(0.05)
    assert calls[:3] == [table] * 3


async def test_what_is_over_is_reported_though_the_answer_of_the_database_was_lost(
    serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = await serve()
    table = await server.open(person("Anna"), person("Bert"))
    mover, other = await to_move(server.base, table)
    append = server.tables.log.append

    async def lose_answer(*args: Any) -> None:
        await append(*args)
        monkeypatch.undo()
        raise OperationalError("the commit", {}, Exception("has no answer"))

    monkeypatch.setattr(server.tables.log, "append", lose_answer)
    await mover.ask("give_up", scope="match")
    await other.until_scene(phase="over")
    async with asyncio.timeout(5):
        while not (server.deals and server.bummerls):
            await asyncio.sleep(0.05)


async def test_reports_go_on_until_they_are_taken_one_table_after_the_other(serve: Serve) -> None:
    server, away = await serve(), True

    async def hook(table: str, _: object) -> None:
        if away and table == unlucky:
            raise OSError("the database is away")

    server.tables.on_deal.insert(0, hook)
    unlucky = await server.open(person("Anna"), person("Bert"), rules="soft(match=2)")
    lucky = await server.open(person("Anna"), person("Bert"))
    for table, scopes in ((unlucky, ("bummerl", "match")), (lucky, ("match",))):
        anna, bert = await sit(server.base, table, "Anna"), await sit(server.base, table, "Bert")
        for number, scope in enumerate(scopes, 1):
            await asyncio.gather(
                anna.play(until="over", deal=number), bert.play(until="over", deal=number)
            )
            await anna.ask("give_up", scope=scope)
    async with asyncio.timeout(5):
        while not server.bummerls:
            await asyncio.sleep(0.05)
    assert {table for table, _ in server.bummerls} == {lucky}
    away = False
    async with asyncio.timeout(10):
        while [bummerl.number for table, bummerl in server.bummerls if table == unlucky] != [1, 2]:
            await asyncio.sleep(0.05)
    assert [deal.number for table, deal in server.deals if table == unlucky] == [1, 2]


async def fails(*_: object) -> None:
    raise OSError("not now")


@pytest.mark.parametrize("unloaded", [False, True], ids=["in memory", "unloaded"])
async def test_what_was_not_reported_before_a_clean_stop_is_reported_after_it(
    serve: Serve, unloaded: bool
) -> None:
    server = await serve(idle=0.2, debounce=0.1)
    server.tables.on_deal.insert(0, fails)
    table = await server.open(person("Anna"), person("Bert"), rules="soft(match=2)")
    anna, bert = await to_move(server.base, table)
    await anna.ask("give_up", scope="bummerl")
    async with asyncio.timeout(5):
        while not server.tables.reports._again:
            await asyncio.sleep(0.02)
    if unloaded:
        await anna.close()
        await bert.close()
        async with asyncio.timeout(5):
            while server.tables.tasks:
                await asyncio.sleep(0.05)
    await server.stop()
    assert not server.deals
    server = await serve()
    anna, bert = await sit(server.base, table, "Anna"), await sit(server.base, table, "Bert")
    await asyncio.gather(anna.play(until="over", deal=2), bert.play(until="over", deal=2))
    await anna.ask("give_up", scope="match")
    async with asyncio.timeout(5):
        while [bummerl.number for _, bummerl in server.bummerls][-2:] != [1, 2]:
            await asyncio.sleep(0.02)
    assert {deal.number for _, deal in server.deals} == {1, 2}


async def test_what_could_not_be_read_again_before_a_clean_stop_is_reported_after_it(
    serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = await serve()
    table = await server.open(person("Anna"), person("Bert"), rules="soft(match=2)")
    mover, _ = await to_move(server.base, table)
    append = server.tables.log.append

    async def lose_answer(*args: Any) -> None:
        await append(*args)
        raise OperationalError("the commit", {}, Exception("has no answer"))

    async def lost(*_: Any) -> None:
        raise OperationalError("the disk", {}, Exception("is gone"))

    with monkeypatch.context() as patched:
        patched.setattr(server.tables.log, "append", lose_answer)
        patched.setattr(server.tables.log, "load", lost)
        await mover.ask("give_up", scope="bummerl")
        await server.stop()
    assert not server.deals
    server = await serve()
    looker = await sit(server.base, table)
    await looker.receive()
    async with asyncio.timeout(5):
        while not (server.deals and server.bummerls):
            await asyncio.sleep(0.02)


async def test_a_log_that_cannot_be_read_does_not_hide_the_others(serve: Serve) -> None:
    server = await serve()
    tables = [await server.open(person("Anna"), person("Bert")) for _ in range(3)]
    server.tables.on_deal.clear()
    for table in tables:
        mover, _ = await to_move(server.base, table)
        await mover.ask("give_up", scope="match")
    async with server.engine.begin() as connection:
        broken = {"data": b"no event"}
        where = (EventRow.table_id == tables[1], EventRow.seq == 3)
        await connection.execute(update(EventRow).where(*where).values(broken))
    await server.stop()
    server = await serve()
    async with asyncio.timeout(5):
        while len(server.bummerls) < 2:
            await asyncio.sleep(0.05)
    assert {table for table, _ in server.bummerls} == {tables[0], tables[2]}

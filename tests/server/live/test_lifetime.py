"""Tables that leave memory, servers that stop and break, databases that fail."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from sqlalchemy.exc import OperationalError

from bummerl.server.refusals import Busy, Conflict, Forbidden, Unknown
from bummerl.server.table.events import Paused, Resumed
from server.live.clients import sit, to_move
from server.live.running import Running, Serve, bot, person


async def kinds(server: Running, table: str) -> list[str]:
    return [type(event).__name__ for event in await server.tables.log.load(table)]


async def test_unloaded_and_loaded_again(serve: Serve) -> None:
    server = await serve(idle=0.2, debounce=0.1)
    table = await server.open(person("Anna"), bot(), control="3+2")
    anna = await sit(server.base, table, "Anna")
    await anna.play(until="playing")
    await anna.close()
    async with asyncio.timeout(5):
        while server.tables.tasks:
            await asyncio.sleep(0.05)
    log = await kinds(server, table)
    assert log[-1] == "Left"
    before = anna.scene
    back = await sit(server.base, table, "Anna")
    await back.receive()
    assert back.scene["seats"][0]["hand"] == before["seats"][0]["hand"]
    # the clock went on meanwhile: the table was not in play by accident only
    assert not {"Paused", "Resumed"} & set(await kinds(server, table))
    await back.play()


async def test_graceful_stop_and_restart_in_the_middle_of_a_deal(serve: Serve) -> None:
    server = await serve()
    table = await server.open(person("Anna"), person("Bert"), control="3+2")
    mover, other = await to_move(server.base, table)
    await mover.step()
    async with asyncio.TaskGroup() as group:
        stopping = group.create_task(server.stop())
        byes = [group.create_task(seated.until("bye")) for seated in (mover, other)]
    assert stopping.done()
    for bye in byes:
        assert (bye.result()["code"], bye.result()["retry"]) == ("stopping", True)
    assert mover.scene["paused"]
    left = mover.scene["clock"]["left"]
    await asyncio.sleep(1.0)

    server = await serve()
    looker = await sit(server.base, table)
    await looker.until_scene(paused=True)
    anna = await sit(server.base, table, "Anna")
    await anna.until_scene(seat=0)
    await asyncio.sleep(1.0)  # Bert's browser tries again only now
    bert = await sit(server.base, table, "Bert")
    await asyncio.gather(anna.until_scene(paused=False), bert.until_scene(paused=False))
    assert all(
        abs(now - then) < 500 for now, then in zip(anna.scene["clock"]["left"], left, strict=True)
    )
    await asyncio.gather(anna.play(), bert.play())
    names = await kinds(server, table)
    assert names.count("Paused") == names.count("Resumed") == 1


async def test_bots_go_on_after_a_restart(serve: Serve) -> None:
    server = await serve(bot_delay=(30.0, 30.0))
    table = await server.open(person("Anna"), bot())
    anna = await sit(server.base, table, "Anna")
    await anna.receive()
    while not (anna.scene["phase"] == "playing" and anna.scene["to_move"] == 1):
        if await anna.step() is None:
            await anna.receive()
    await server.stop()
    server = await serve()
    anna = await sit(server.base, table, "Anna")
    await anna.play()


async def broken(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail(*_: Any, **__: Any) -> None:
        raise OperationalError("the disk", {}, Exception("is full"))

    monkeypatch.setattr(server.tables.log, "_write", fail)


async def test_database_failure_is_busy_and_loses_nothing(
    serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = await serve()
    table = await server.open(person("Anna"), person("Bert"))
    mover, other = await to_move(server.base, table)
    seq, version, move = mover.scene["seq"], mover.scene["version"], mover.scene["moves"][0]
    with monkeypatch.context() as patched:
        await broken(server, patched)
        refused = await mover.ask("play", version=version, move=move)
        assert (refused["type"], refused["code"]) == ("refused", "busy")
        with pytest.raises(Busy):
            await server.open(person("Anna"), bot())
    played = await mover.ask("play", version=version, move=move)
    assert played["type"] == "table", played
    await other.until_scene(version=played["scene"]["version"])
    assert (await kinds(server, table)).count("Moved") == 1
    assert played["scene"]["seq"] == seq + 1
    await asyncio.gather(mover.play(), other.play())


async def test_database_failure_does_not_stop_bots(
    serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = await serve(bot_delay=(0.1, 0.1))
    table = await server.open(person("Anna"), bot())
    anna = await sit(server.base, table, "Anna")
    await anna.receive()
    while not (anna.scene["phase"] == "playing" and anna.scene["to_move"] == 1):
        if await anna.step() is None:
            await anna.receive()
    with monkeypatch.context() as patched:
        await broken(server, patched)
        await asyncio.sleep(0.5)
    await anna.play(until="deal_over")


async def test_reading_fails_too(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    server = await serve()
    table = await server.open(person("Anna"), bot())
    await server.stop()
    server = await serve()

    async def fail(*_: Any) -> None:
        raise OperationalError("the disk", {}, Exception("is gone"))

    with monkeypatch.context() as patched:
        patched.setattr(server.tables.log, "load", fail)
        anna = await sit(server.base, table, "Anna")
        refused = await anna.ask("say", phrase="hello")
        assert refused["code"] == "busy"
    await anna.play()


async def test_a_crash_is_charged_to_nobody(serve: Serve) -> None:
    server = await serve()
    table = await server.open(person("Anna"), person("Bert"), control="3+2")
    mover, _ = await to_move(server.base, table)
    left = mover.scene["clock"]["left"]
    # as after kill -9: the row still names the process, and nothing is paused
    for task in server.tables.tasks.values():
        task._ended = True
    server.tables.tasks.clear()
    await server.stop()
    await asyncio.sleep(1.0)
    server = await serve(expected=1.0)
    anna = await sit(server.base, table, "Anna")
    await anna.until_scene(paused=False)  # Bert does not come back, and is not waited for any more
    assert not anna.scene["seats"][1]["here"]
    assert all(
        abs(now - then) < 500 for now, then in zip(anna.scene["clock"]["left"], left, strict=True)
    )
    log = await server.tables.log.load(table)
    pause = next(event for event in log if isinstance(event, Paused))
    assert pause.at == log[log.index(pause) - 1].at
    assert any(isinstance(event, Resumed) for event in log)


async def test_join_and_cancel_say_why_not(serve: Serve) -> None:
    server = await serve()
    table = await server.open(person("Anna"), None)
    with pytest.raises(Forbidden):
        await server.tables.cancel(table, "carl")
    await server.tables.join(table, person("Bert"))
    with pytest.raises(Conflict):
        await server.tables.join(table, person("Carl"))
    await server.tables.cancel(table, "anna")
    with pytest.raises(Unknown):
        await server.tables.join("0" * 16, person("Carl"))
    await server.stop()
    with pytest.raises(Busy):
        await server.tables.join(table, person("Carl"))


async def test_a_slow_browser_is_let_go_and_nobody_waits_for_it(serve: Serve) -> None:
    server = await serve(patience=0.5)
    table = await server.open(person("Anna"), bot())
    slow = await sit(server.base, table)
    await slow.receive()
    slow.socket.transport.pause_reading()
    connection = next(iter(server.tables.connections.values()))
    # more than the system's buffers hold
    for number in range(4000):
        connection.message(None, b'{"filling":"%d%s"}' % (number, b"x" * 20_000))
        if connection.parting:
            break
        await asyncio.sleep(0)
    anna = await sit(server.base, table, "Anna")
    await anna.play()
    async with asyncio.timeout(5):
        while len(server.tables.connections) > 1:
            await asyncio.sleep(0.05)
    slow.socket.transport.abort()


async def test_whoever_was_away_before_a_restart_is_not_waited_for(serve: Serve) -> None:
    server = await serve(debounce=0.1)
    table = await server.open(person("Anna"), person("Bert"), control="3+2")
    anna, bert = await to_move(server.base, table)
    if anna.scene["seat"] == 1:
        anna, bert = bert, anna
    await bert.close()
    while anna.scene["seats"][1]["here"]:
        await anna.receive()
    await server.stop()
    server = await serve()
    anna = await sit(server.base, table, "Anna")
    await anna.until_scene(5, paused=False)


async def test_a_database_that_hangs_does_not_keep_the_server_from_stopping(
    serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bummerl.server.live.service.STOPPING", 0.5)
    server = await serve()
    table = await server.open(person("Anna"), person("Bert"))
    mover, other = await to_move(server.base, table)

    async def hang(*_: Any) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(server.tables.log, "_write", hang)
    async with asyncio.timeout(8):
        await server.stop()
    for seated in (mover, other):
        assert (await seated.until("bye"))["code"] == "stopping"

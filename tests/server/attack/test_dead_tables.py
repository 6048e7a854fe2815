"""No table dies, whatever happens at once and in whatever order."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from bummerl.server.live.options import Options
from bummerl.server.live.task import TableTask
from server.attack.people import AtTable, Manners, Person
from server.attack.running import complaints, person, play_on, two
from server.live.clients import close_all, sit
from server.live.running import FAST, Running, bot
from server.live.running import person as sitter
from serving import Server

WILD = Manners(
    drop=0.15, ask=0.02, nonsense=0.1, give_up=0.0, forget=0.1, undo=0.5, hint=0.2, rematch=0
)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("tables"), warm_up="false").start()
    yield running
    running.stop()
    assert complaints(running.log) == []


async def shout(who: Person, table: str, dice: random.Random, times: int) -> None:
    """Says the right things at the wrong moments, and never waits for an answer."""
    with contextlib.suppress(ConnectionClosed, OSError, InvalidHandshake):
        socket = await who.socket(f"/ws/tables/{table}?v=1")
        scene: dict[str, Any] = json.loads(await socket.recv())["scene"]
        for number in range(times):
            version = scene["version"] + dice.choice((0, 0, 0, -1, 1))
            moves = scene["moves"] or ["HT", "c", "o", "d", "x", "mH"]
            fair = scene["next_fair"] or {"deal": scene["deal"] + 1}
            command = dice.choice(
                [
                    *[{"type": "play", "version": version, "move": dice.choice(moves)}] * 3,
                    {"type": "undo", "version": version},
                    {"type": "hint", "version": version},
                    {"type": "claim", "reason": dice.choice(("flag", "absence"))},
                    {
                        "type": "commit",
                        "deal": fair["deal"],
                        "commitment": dice.randbytes(32).hex(),
                    },
                    {
                        "type": "reveal",
                        "deal": fair["deal"],
                        "contribution": dice.randbytes(32).hex(),
                    },
                    {"type": "say", "phrase": "hello"},
                    {"type": "words", "lang": "de", "deck": "german"},
                    {"type": "rematch"},
                ]
            )
            await socket.send(json.dumps(command | {"id": number}))
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(dice.random() * 0.1):
                    message = json.loads(await socket.recv())
                scene = message.get("scene", scene)
        if dice.random() < 0.5:
            socket.transport.abort()
        await socket.close()


async def gone(*people: Person) -> None:
    for one in people:
        await one.close()


@pytest.mark.parametrize("seed", range(3))
async def test_everybody_at_once(server: Server, seed: int) -> None:
    anna, bert, table = await two(server, f"all {seed}")
    dice = random.Random(seed)
    async with asyncio.TaskGroup() as crowd:
        for who in (anna, bert, anna, bert):
            crowd.create_task(shout(who, table, dice, 30))
        wild = [AtTable(who, table, manners=WILD) for who in (anna, bert)]
        over = asyncio.Event()
        for one in wild:
            one._enough = [over]
            crowd.create_task(one.stay())
        crowd.create_task(_later(over, 3))
    # a shuffle may have been spoilt too often by people who lost what they were bound to; then
    # the other claims, or both go on with what the browsers kept
    await _to_an_end(server, table, anna, bert)
    await gone(anna, bert)


async def _later(event: asyncio.Event, seconds: float) -> None:
    await asyncio.sleep(seconds)
    event.set()


async def _to_an_end(server: Server, table: str, anna: Person, *others: Person) -> None:
    """The match is played or given up; the table answers either way."""
    socket = await anna.socket(f"/ws/tables/{table}?v=1")
    await socket.send(json.dumps({"type": "give_up", "id": 77, "scope": "match"}))
    async with asyncio.timeout(10):
        while True:
            message = json.loads(await socket.recv())
            if message.get("reply_to") == 77:
                assert message["type"] == "table" or message["code"] == "not_now", message
            if message["type"] == "table" and message["scene"]["phase"] in ("over", "cancelled"):
                break
    await socket.close()
    for other in others:
        socket = await other.socket(f"/ws/tables/{table}?v=1")
        async with asyncio.timeout(10):
            message = json.loads(await socket.recv())
        assert message["scene"]["phase"] in ("over", "cancelled")
        await socket.close()


async def test_wild_players_reach_the_end(server: Server) -> None:
    anna, bert, table = await two(server, "wild")
    seats = [AtTable(who, table, manners=WILD) for who in (anna, bert)]
    async with asyncio.timeout(60), asyncio.TaskGroup() as people:
        for seat in seats:
            people.create_task(seat.stay())
    assert {seat.scene["phase"] for seat in seats} == {"over"}
    await gone(anna, bert)


async def test_undo_and_hints_while_the_bot_thinks(server: Server) -> None:
    anna = await person(server, "undo").guest("Anna")
    body = {
        "opponent": "bot:expert",
        "rules": "app",
        "match": 1,
        "control": "none",
        "practice": True,
    }
    table = (await anna.post("/api/tables", body))["id"]
    dice = random.Random("undo")
    async with asyncio.TaskGroup() as crowd:
        crowd.create_task(shout(anna, table, dice, 40))
        seat = AtTable(anna, table, manners=WILD)
        over = asyncio.Event()
        seat._enough = [over]
        crowd.create_task(seat.stay())
        crowd.create_task(_later(over, 4))
    await _to_an_end(server, table, anna)
    await gone(anna)


async def test_two_persons_for_one_seat(server: Server) -> None:
    anna = await person(server, "join").guest("Anna")
    others = [await person(server, f"join {n}").guest(f"Other {n}") for n in range(6)]
    body = {"opponent": "friend", "rules": "soft", "match": 1, "control": "none"}
    for _ in range(5):
        table = (await anna.post("/api/tables", body))["id"]
        answers = await asyncio.gather(
            *(other.ask("POST", f"/api/tables/{table}/join") for other in (*others, anna, anna))
        )
        statuses = [answer.status_code for answer in answers]
        assert sorted(statuses[:6]) == [200] + [409] * 5
        assert statuses[6:] == [200, 200]
        winner = others[statuses.index(200)]
        info = (await winner.get(f"/api/tables/{table}")).json()
        assert info["mine"] is not None
        assert (info["open_seat"], info["phase"]) == (None, "shuffling")
    assert await play_on(table, anna, winner)
    await gone(anna, *others)


async def test_joining_against_cancelling(server: Server) -> None:
    anna = await person(server, "cancel").guest("Anna")
    bert = await person(server, "cancel b").guest("Bert")
    body = {"opponent": "friend", "rules": "soft", "match": 1, "control": "none"}
    for _ in range(8):
        table = (await anna.post("/api/tables", body))["id"]
        closed, joined = await asyncio.gather(
            anna.ask("POST", f"/api/tables/{table}/cancel"),
            bert.ask("POST", f"/api/tables/{table}/join"),
        )
        assert {closed.status_code, joined.status_code} <= {200, 409}
        info = (await anna.get(f"/api/tables/{table}")).json()
        # before the first deal the table may still be closed, even when both sit there
        assert info["phase"] == ("cancelled" if closed.status_code == 200 else "shuffling")
    await gone(anna, bert)


async def test_one_seek_many_takers(server: Server) -> None:
    anna = await person(server, "seek").guest("Anna")
    others = [await person(server, f"seek {n}").guest(f"Taker {n}") for n in range(6)]
    lobby = await anna.socket("/ws/lobby")
    await lobby.recv()
    seeks = [
        (await anna.post("/api/seeks", {"rules": rules}))["id"]
        for rules in ("soft", "sharp", "app")
    ]
    paths = [f"/api/seeks/{seeks[n % 3]}/accept" for n in range(6)]
    answers = await asyncio.gather(
        *(other.ask("POST", path) for other, path in zip(others, paths, strict=True)),
        anna.ask("POST", paths[0]),
    )
    statuses = [answer.status_code for answer in answers]
    assert statuses[6] in (404, 409)
    assert set(statuses[:6]) <= {200, 404}
    won = [answer.json()["id"] for answer in answers if answer.status_code == 200]
    assert len(won) == len(set(won)) >= 1
    told: set[str] = set()
    with contextlib.suppress(TimeoutError):
        while len(told) < len(won):
            async with asyncio.timeout(5):
                message = json.loads(await lobby.recv())
            told |= {message["table"]} if message["type"] == "accepted" else set()
    assert told == set(won), "the owner of a seek must hear of every table that it has led to"
    await lobby.close()
    # whoever looks for one game gets one game
    assert len(won) == 1
    await gone(anna, *others)


async def test_rematch_wanted_by_both_at_once(server: Server) -> None:
    anna, bert, table = await two(server, "again")
    await play_on(table, anna, bert)
    sockets = [await who.socket(f"/ws/tables/{table}?v=1") for who in (anna, bert, anna, bert)]
    for socket in sockets:
        await socket.recv()
    await asyncio.gather(
        *(socket.send(json.dumps({"type": "rematch", "id": n})) for n, socket in enumerate(sockets))
    )
    found: set[str] = set()
    for socket in sockets:
        async with asyncio.timeout(10):
            while True:
                scene = json.loads(await socket.recv()).get("scene", {})
                if scene.get("rematch_table"):
                    found.add(scene["rematch_table"])
                    break
        await socket.close()
    assert len(found) == 1
    assert await play_on(found.pop(), anna, bert)
    await gone(anna, bert)


@pytest.mark.slow
@pytest.mark.parametrize("how", ["stop", "kill"])
async def test_a_server_that_goes_and_comes_again_and_again(tmp_path: Path, how: str) -> None:
    running = Server(tmp_path, warm_up="false").start()
    dice = random.Random(how)
    try:
        pairs = [await two(running, f"{how} {n}") for n in range(4)]
        anna = await person(running, how).guest("Anna")
        body = {"opponent": "bot:beginner", "rules": "app", "match": 1, "control": "3+2"}
        alone = (await anna.post("/api/tables", body))["id"]
        manners = Manners(drop=0.05, ask=0, nonsense=0.05, give_up=0, forget=0.1, rematch=0)
        seats = [AtTable(w, t, manners=manners) for a, b, t in pairs for w in (a, b)]
        seats.append(AtTable(anna, alone, manners=manners))
        async with asyncio.timeout(150), asyncio.TaskGroup() as people:
            for seat in seats:
                people.create_task(seat.stay())
            for _ in range(3):
                await asyncio.sleep(0.3 + dice.random())
                await asyncio.to_thread(running.stop if how == "stop" else running.kill)
                await asyncio.to_thread(running.start)
        assert {seat.scene["phase"] for seat in seats} == {"over"}
        await gone(anna, *(who for pair in pairs for who in pair[:2]))
    finally:
        running.stop()
    assert complaints(running.log) == []


async def test_a_table_whose_task_dies_is_read_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    running = Running(f"sqlite:///{tmp_path / 'x.db'}", Options(**FAST))
    await running.start()
    try:
        table = await running.open(sitter("Anna"), bot(), rules="app")
        seat = await sit(running.base, table, "Anna")
        await seat.receive()
        real, plant = TableTask._schedule, ["planted"]

        def schedule(self: TableTask) -> None:
            if plant:
                raise RuntimeError(plant.pop())
            real(self)

        monkeypatch.setattr(TableTask, "_schedule", schedule)
        await seat.send("say", phrase="hello")
        await seat.play(busy=True)
        assert not plant
        assert seat.scene["phase"] == "over"
        assert list(running.tables.tasks) == [table]
    finally:
        await close_all()
        await running.stop()

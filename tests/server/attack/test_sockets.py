"""Nonsense on sockets: nothing breaks, nobody else notices, and games go on."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import random
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from server.attack.people import Person
from server.attack.running import complaints, memory_of, person, play_on, two
from serving import Server

ROUNDS = int(os.environ.get("BUMMERL_FUZZ_ROUNDS", "150"))
"""Connections that talk nonsense."""
COMMANDS: list[dict[str, Any]] = [
    {"type": "play", "id": 1, "version": 1, "move": "HT"},
    {"type": "play", "id": 2, "version": 0, "move": "mH"},
    {"type": "give_up", "id": 3, "scope": "deals"},
    {"type": "claim", "id": 4, "reason": "absence"},
    {"type": "undo", "id": 5, "version": 1},
    {"type": "hint", "id": 6, "version": 1},
    {"type": "commit", "id": 7, "deal": 9, "commitment": "ab" * 32},
    {"type": "reveal", "id": 8, "deal": 9, "contribution": "cd" * 32},
    {"type": "say", "id": 9, "phrase": "hello"},
    {"type": "rematch", "id": 10},
    {"type": "words", "id": 11, "lang": "de", "deck": "german"},
    {"type": "ping", "id": 12},
]
ODD: list[Any] = [
    None, True, -1, 0, 1.5, 2**53, 2**53 + 1, 2**64, -(2**70), 1e308, "", "x" * 300, "\0", "\ud800",
    "HT", "hearts", [], {}, [[]], {"a": {}}, "1", "ａ", "\u202e", "'; DROP TABLE events; --", "🂡",
]  # fmt: skip


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("sockets"), warm_up="false").start()
    yield running
    running.stop()
    assert complaints(running.log) == []


def value(dice: random.Random, depth: int = 0) -> Any:
    """Any JSON."""
    kind = dice.randrange(6 if depth < 3 else 4)
    if kind == 4:
        return [value(dice, depth + 1) for _ in range(dice.randrange(4))]
    if kind == 5:
        return {str(value(dice, 3)): value(dice, depth + 1) for _ in range(dice.randrange(4))}
    return dice.choice(ODD)


def mutated(dice: random.Random) -> str:
    """A command that is none any more, or one that cannot be."""
    command = dict(dice.choice(COMMANDS))
    for _ in range(dice.randrange(3)):
        name = dice.choice([*command, "id", "type", "extra"])
        if dice.random() < 0.3:
            command.pop(name, None)
        else:
            command[name] = dice.choice([*ODD, *(c["type"] for c in COMMANDS)])
    text = json.dumps(command)
    if dice.random() < 0.3:
        place = dice.randrange(len(text))
        text = (
            text[:place] + dice.choice(["", "\\", '"', "{", "\0", "NaN", ","]) + text[place + 1 :]
        )
    return text


def nonsense(dice: random.Random) -> str | bytes:
    """A message that nobody wants."""
    match dice.randrange(9):
        case 0:
            return dice.randbytes(dice.randrange(200))
        case 1:
            return "".join(chr(dice.randrange(1, 0xD7FF)) for _ in range(dice.randrange(100)))
        case 2:
            return json.dumps(value(dice))
        case 3:
            return dice.choice(("", '{"a":', '{"type":"say","id":1,"phrase":')) + "[" * 4000
        case 4:
            return json.dumps(
                dice.choice(COMMANDS) | {"extra": "x" * dice.choice((3900, 4096, 15000))}
            )
        case 5:
            return "x" * dice.choice((4095, 4097, 16385, 200_000))
    return mutated(dice)


async def babble(socket: ClientConnection, dice: random.Random, most: int = 12) -> None:
    """Says things until the server has enough; it answers or says goodbye, nothing else."""
    with contextlib.suppress(ConnectionClosed):
        for _ in range(dice.randrange(1, most)):
            await socket.send(nonsense(dice))
    with contextlib.suppress(ConnectionClosed, TimeoutError):
        while True:
            async with asyncio.timeout(0.3):
                message = json.loads(await socket.recv())
            assert message["type"] in ("table", "refused", "pong", "hint", "bye", "lobby")
    await socket.close()


async def gone(*people: Person) -> None:
    for one in people:
        await one.close()


@contextlib.asynccontextmanager
async def a_game(server: Server, seed: str) -> AsyncIterator[tuple[Person, Person, str]]:
    """A game that is played to its end afterwards, in good order."""
    anna, bert, table = await two(server, seed)
    try:
        yield anna, bert, table
        scene = await play_on(table, anna, bert)
        assert scene["result"] is not None
    finally:
        await gone(anna, bert)


async def test_nonsense_from_strangers_and_players(server: Server) -> None:
    dice = random.Random("nonsense")
    async with a_game(server, "nonsense") as (anna, _, table):
        stranger = person(server)

        async def one() -> None:
            who = dice.choice((anna, stranger))
            path = dice.choice((f"/ws/tables/{table}?v=1", "/ws/lobby"))
            await babble(await who.socket(path), dice)

        before = 0
        for part in range(3):
            for _ in range(ROUNDS // 30):
                async with asyncio.TaskGroup() as crowd:
                    for _ in range(10):
                        crowd.create_task(one())
            if part == 0:
                before = memory_of(server)
        grown = memory_of(server) - before
        assert grown < 12 * 2**20, f"{grown >> 10} KiB more"
        await gone(stranger)


@pytest.mark.parametrize(
    ("query", "code"),
    [
        ("v=2", "version"),
        ("v=", "version"),
        ("v=%00", "version"),
        ("v=1&lang=fr", "malformed"),
        ("v=1&deck=%ff%fe", "malformed"),
        ("v=1&since=-1", "malformed"),
        ("v=1&since=99999999999999999999", "malformed"),
        ("v=1&since=%D9%A3", "malformed"),
        ("v=1&since=1e3", "malformed"),
    ],
)
async def test_wrong_openings(server: Server, query: str, code: str) -> None:
    url = server.url.replace("http", "ws", 1)
    async with connect(f"{url}/ws/tables/{'0' * 16}?{query}", compression=None) as socket:
        async with asyncio.timeout(10):
            message = json.loads(await socket.recv())
        assert (message["type"], message["code"]) == ("bye", code)


@pytest.mark.parametrize(
    "path",
    [
        "x",
        "0" * 16,
        "0" * 15,
        "%00" * 16,
        "..%2f..%2fetc",
        "0" * 3000,
        "ａ" * 16,
        "SELECT%20pg_sleep",
    ],
)
async def test_tables_that_are_not_there(server: Server, path: str) -> None:
    url = server.url.replace("http", "ws", 1)
    try:
        socket = await connect(f"{url}/ws/tables/{path}?v=1", compression=None)
    except InvalidStatus as error:
        status = error.response.status_code
    else:
        status = 404
        async with asyncio.timeout(10):
            message = json.loads(await socket.recv())
        assert (message["type"], message["code"]) == ("bye", "no_table")
        await socket.close()
    assert status in (403, 404)


@pytest.mark.parametrize(
    "origin",
    [
        "http://evil.example",
        "null",
        "https://127.0.0.1.evil.example",
        "http://127.0.0.1",
        "http://evil.example/@127.0.0.1",
        "file://",
        "http://user@127.0.0.1",
        "",
    ],
)
@pytest.mark.parametrize("path", ["/ws/lobby", "/ws/tables/0000000000000000?v=1"])
async def test_pages_of_others_open_no_sockets(server: Server, origin: str, path: str) -> None:
    url = server.url.replace("http", "ws", 1)
    with pytest.raises(InvalidStatus) as refused:
        await connect(url + path, additional_headers={"origin": origin}, compression=None)
    assert refused.value.response.status_code == 403


@pytest.mark.parametrize(
    "cookie",
    [
        "bummerl_session=" + "A" * 43,
        "bummerl_session=" + "A" * 9000,
        "bummerl_session=",
        "bummerl_session=\xe4\xf6\xfc" + "x" * 30,
        'bummerl_session="' + "x" * 30,
        "bummerl_session=x; bummerl_session=y; =; ;;; a",
        "bummerl_session=' OR 1=1 --aaaaaaaaaaaaaaaaaaaa",
    ],
)
async def test_cookies_that_nobody_gave_out(server: Server, cookie: str) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    writer.write(
        b"GET /api/me HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncookie: "
        + cookie.encode("latin-1")
        + b"\r\n\r\n"
    )
    async with asyncio.timeout(10):
        answer = await reader.read()
    writer.close()
    await writer.wait_closed()
    head, _, body = answer.partition(b"\r\n\r\n")
    assert head.startswith((b"HTTP/1.1 200", b"HTTP/1.1 400", b"HTTP/1.1 431")), head
    assert b"200" not in head[:15] or json.loads(body) == {"user": None}


HANDSHAKE = (
    b"GET %b HTTP/1.1\r\nhost: 127.0.0.1\r\nupgrade: websocket\r\nconnection: upgrade\r\n"
    b"sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\nsec-websocket-version: 13\r\n\r\n"
)
FRAMES = {
    "not masked": b"\x81\x02hi",
    "unknown opcode": b"\x83\x80\0\0\0\0",
    "reserved bits": b"\xf1\x80\0\0\0\0",
    "continuation of nothing": b"\x80\x80\0\0\0\0",
    "long control": b"\x89\xfe\x00\x7e\0\0\0\0" + bytes(126),
    "not UTF-8": b"\x81\x82\0\0\0\0\xff\xfe",
    "larger than the world": b"\x82\xff\x7f\xff\xff\xff\xff\xff\xff\xff\0\0\0\0",
    "half a frame": b"\x81\xfe\x0f",
    "no end": b"\x01\x82\0\0\0\0{}" * 50,
    "close with one byte": b"\x88\x81\0\0\0\0x",
    "no frame": b"GET / HTTP/1.1\r\n\r\n",
}


@pytest.mark.parametrize("frame", FRAMES)
async def test_broken_frames(server: Server, frame: str) -> None:
    async with a_game(server, frame) as (_, _, table):
        for path in (b"/ws/lobby", f"/ws/tables/{table}?v=1".encode()):
            reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
            writer.write(HANDSHAKE % path)
            async with asyncio.timeout(10):
                assert b"101" in await reader.readline()
            writer.write(FRAMES[frame])
            await writer.drain()
            with contextlib.suppress(TimeoutError, ConnectionError):
                async with asyncio.timeout(0.3):
                    await reader.read()
            writer.transport.abort()


async def test_half_open_and_many_connections(server: Server) -> None:
    async with a_game(server, "many") as (anna, _, table):
        lines = []
        for number in range(150):
            _, writer = await asyncio.open_connection("127.0.0.1", server.port)
            lines.append(writer)
            hello = HANDSHAKE % f"/ws/tables/{table}?v=1".encode()
            writer.write(hello[: [10, len(hello) - 3, len(hello)][number % 3]])
        sockets = await asyncio.gather(*(anna.socket(f"/ws/tables/{table}?v=1") for _ in range(40)))
        assert json.loads(await sockets[-1].recv())["scene"]["seat"] == 0
        async with httpx.AsyncClient(base_url=server.url) as http:
            assert (await http.get("/health")).status_code == 200
        for writer in lines:
            writer.transport.abort()
        for socket in sockets:
            socket.transport.abort()
            await socket.wait_closed()


async def test_who_is_too_fast_must_go_and_may_come_again(tmp_path: Path) -> None:
    running = Server(tmp_path, warm_up="false", rate_limits="true").start()
    try:
        anna, bert, table = await two(running, "fast")
        socket = await anna.socket(f"/ws/tables/{table}?v=1")
        with contextlib.suppress(ConnectionClosed):
            for number in range(500):
                await socket.send(json.dumps({"type": "ping", "id": number}))
        last: dict[str, Any] = {}
        with contextlib.suppress(ConnectionClosed):
            while True:
                async with asyncio.timeout(10):
                    last = json.loads(await socket.recv())
        assert (last["type"], last["code"], last["retry"]) == ("bye", "too_fast", True)
        again = await anna.socket(f"/ws/tables/{table}?v=1")
        assert json.loads(await again.recv())["scene"]["seat"] == 0
        await again.close()
        await gone(anna, bert)
    finally:
        running.stop()
    assert complaints(running.log) == []


async def test_who_talks_to_the_lobby_for_ever_must_go(server: Server) -> None:
    stranger = person(server)
    socket = await stranger.socket("/ws/lobby")
    with contextlib.suppress(ConnectionClosed):
        for _ in range(5000):
            await socket.send("x" * 1000)
            await asyncio.sleep(0)
    async with asyncio.timeout(10):
        await socket.wait_closed()
    assert socket.close_code == 4429
    await gone(stranger)

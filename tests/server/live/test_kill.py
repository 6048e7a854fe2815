"""``kill -9`` of the real server during play: no acknowledged move is lost, no table is stuck."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from bummerl.server.table.events import AnyEvent, Moved, decode
from bummerl.server.table.state import Table
from server.live.clients import Seated
from serving import Server


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    server = Server(tmp_path, warm_up="false")
    yield server
    server.kill()


class Player:
    """Somebody who connects again and again, and keeps what he was told."""

    def __init__(self, server: Server, http: httpx.Client) -> None:
        self.server = server
        self.http = http
        http.base_url = httpx.URL(server.url)
        self.seated: Seated | None = None
        self.acknowledged: list[tuple[int, str]] = []
        """Seq of the scene that answered, and the move."""
        self.seen = 0
        """Number of the last event told."""
        self.deal = 0
        """On the table, as far as it came to that."""
        self.contributions: dict[str, bytes] = {}

    def post(self, path: str, data: dict[str, object]) -> dict[str, str]:
        if "bummerl_csrf" not in self.http.cookies:
            self.http.get("/api/me")
        token = {"x-csrf-token": self.http.cookies["bummerl_csrf"]}
        answer = self.http.post(path, json=data, headers=token)
        assert answer.is_success, answer.text
        return answer.json()  # type: ignore[no-any-return]

    async def play(self, table: str, until: int) -> bool:
        """Plays until that deal is on the table; False if the server went away before."""
        cookie = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        url = f"{self.server.url.replace('http', 'ws', 1)}/ws/tables/{table}?v=1"
        with contextlib.suppress(OSError, WebSocketException, TimeoutError):
            async with connect(url, additional_headers={"cookie": cookie}) as socket:
                seated = Seated(socket, f"{table}{len(self.acknowledged)}")
                seated.contributions = self.contributions
                await seated.receive()
                while seated.scene["deal"] < until and seated.scene["phase"] != "over":
                    await self._step(seated)
                self.deal = seated.scene["deal"]
                return True
        return False

    async def _step(self, seated: Seated) -> None:
        wanted = seated.wanted()
        self.seen = max(self.seen, seated.scene["seq"])
        if wanted is None:
            await seated.receive(30)
            return
        answer = await seated.ask(wanted[0], **wanted[1])
        if answer["type"] == "table":
            self.seen = max(self.seen, answer["scene"]["seq"])
            if wanted[0] == "play":
                self.acknowledged.append((answer["scene"]["seq"], wanted[1]["move"]))


def log_of(folder: Path, table: str) -> list[AnyEvent]:
    with contextlib.closing(sqlite3.connect(folder / "bummerl.db")) as database:
        found = database.execute("SELECT data FROM events WHERE table_id = ? ORDER BY seq", [table])
        return [decode(data) for (data,) in found]


async def crash(server: Server, rounds: int) -> None:
    server.start()
    with contextlib.closing(httpx.Client()) as one, contextlib.closing(httpx.Client()) as two:
        await _crash(server, rounds, Player(server, one), Player(server, two))


async def _crash(server: Server, rounds: int, anna: Player, bert: Player) -> None:
    for player, name in ((anna, "Anna"), (bert, "Bert")):
        player.post("/api/guest", {"name": name, "language": "en", "deck": "french"})
    table = _opened(anna, bert)
    for number in range(rounds):
        playing = asyncio.gather(anna.play(table, 10**6), bert.play(table, 10**6))
        await asyncio.sleep(0.4 + 0.037 * (number % 13))
        server.kill()
        over = any(await playing)
        _check(log_of(server.folder, table), table, anna, bert)
        server.start()
        if over:  # random moves end a match soon
            table = _opened(anna, bert)
    match = Table.replay(table, log_of(server.folder, table)).match
    until = 1 if match is None else match.deal_number + 1
    assert all(await asyncio.gather(anna.play(table, until), bert.play(table, until)))
    assert anna.deal == bert.deal
    _check(log_of(server.folder, table), table, anna, bert)


def _opened(anna: Player, bert: Player) -> str:
    """A table at which nothing has been acknowledged yet."""
    wanted: dict[str, object] = {"opponent": "friend", "rules": "soft", "match": 9}
    wanted |= {"control": "6+4", "practice": False, "seat": "first"}
    table = anna.post("/api/tables", wanted)["id"]
    bert.post(f"/api/tables/{table}/join", {})
    for player in (anna, bert):
        player.acknowledged.clear()
        player.seen = 0
    return table


def _check(log: list[AnyEvent], table: str, anna: Player, bert: Player) -> None:
    """The log can be read, and holds all that anybody was told."""
    replayed = Table.replay(table, log)
    assert max(anna.seen, bert.seen) <= replayed.seq
    for seat, player in enumerate((anna, bert)):
        for seq, move in player.acknowledged:
            # the scene that answers may be newer than the move, but not older
            made = [e.move for e in log[:seq] if isinstance(e, Moved) and e.seat == seat]
            assert made[-1] == move


async def test_five_times(server: Server) -> None:
    await crash(server, 5)


@pytest.mark.proof
async def test_fifty_times(server: Server) -> None:
    await crash(server, 50)

"""From the first click to history, records and ratings, over real sockets."""

from __future__ import annotations

import asyncio
import contextlib
import json
import secrets
from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest
import websockets
from litestar import Litestar

from bummerl.match.fair_check import verify
from bummerl.match.fairness import client_commitment
from bummerl.match.ratings import Rating, after_bummerl
from bummerl.notation.sgn import loads
from bummerl.server import app as app_module
from bummerl.server.store import administration
from bummerl.server.store.engine import write
from server.http.visitors import Browser, error_of

pytestmark = pytest.mark.asyncio(loop_scope="session")
Browsers = Callable[..., Browser]


class Player:
    """Sits at a table as the client does: shuffles, and plays the first legal card."""

    def __init__(self, socket: Any) -> None:
        self._socket = socket
        self._contribution = secrets.token_bytes(32)
        self._id = 0
        self.scene: dict[str, Any] = {}

    async def send(self, **command: Any) -> None:
        self._id += 1
        await self._socket.send(json.dumps({"id": self._id, **command}))

    async def until(self, wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Plays on until a scene is as wanted."""
        async with asyncio.timeout(20):
            if self.scene and not wanted(self.scene):
                await self._answer()
            while not self.scene or not wanted(self.scene):
                message = json.loads(await self._socket.recv())
                if message["type"] == "refused":  # it said something twice
                    assert message["code"] in ("not_now", "stale"), message
                    continue
                self.scene = message["scene"]
                if not wanted(self.scene):
                    await self._answer()
        return self.scene

    async def _answer(self) -> None:
        scene, seat = self.scene, self.scene["seat"]
        if (fair := scene["next_fair"]) is not None:
            if fair["commitments"][seat] is None:
                commitment = client_commitment(seat, self._contribution)
                await self.send(type="commit", deal=fair["deal"], commitment=commitment)
            elif None not in fair["commitments"] and fair["contributions"][seat] is None:
                contribution = self._contribution.hex()
                await self.send(type="reveal", deal=fair["deal"], contribution=contribution)
        elif cards := [move for move in scene["moves"] if len(move) == 2 and move[0] != "m"]:
            await self.send(type="play", version=scene["version"], move=cards[0])


@contextlib.asynccontextmanager
async def playing(port: int, visitor: Browser, table: str) -> AsyncIterator[Player]:
    headers = {"Cookie": f"bummerl_session={visitor.http.cookies['bummerl_session']}"}
    url = f"ws://127.0.0.1:{port}/ws/tables/{table}?v=1&lang=en"
    async with websockets.connect(url, additional_headers=headers) as socket:
        yield Player(socket)


async def soon(visitor: Browser, path: str, found: Callable[[Any], bool]) -> Any:
    """What is kept a moment after it happened."""
    async with asyncio.timeout(5):
        while True:
            answer = (await visitor.get(path)).json()
            if found(answer):
                return answer
            await asyncio.sleep(0.02)


async def test_a_deal_against_a_bot_gets_into_the_history(browser: Browsers, port: int) -> None:
    visitor = browser()
    guest = await visitor.guest()
    body = {"opponent": "bot:beginner", "seat": "second"}
    table = (await visitor.post("/api/tables", body)).json()["id"]
    replay = f"/api/games/{table}/deals/1?lang=en"
    async with playing(port, visitor, table) as player:
        await player.until(lambda scene: scene["phase"] == "playing")
        error_of(await visitor.get(replay), 409)
        over = await player.until(lambda scene: scene["result"] is not None)
        shown = await soon(visitor, replay, lambda answer: "error" not in answer)
        assert shown["names"] == ["Beginner", guest["name"]]
        assert shown["result"]["winner"] == over["result"]["winner"]
        assert shown["result"]["game_points"] == over["result"]["game_points"]
        assert shown["fair"]["secret"] == over["fair"]["secret"]
        [record] = loads((await visitor.get(f"/api/games/{table}/sgn")).text)
        assert verify(record).status == "fair"
    [game] = (await visitor.get("/api/games")).json()["games"]
    assert game["deals"][0]["needed"] == over["slate"]["needed"]
    await visitor.send("DELETE", "/api/me", {})
    gone = await soon(browser(), f"/api/games/{table}", lambda answer: answer["phase"] == "over")
    assert gone["winner"] == 0
    assert gone["names"] == ["Beginner", "Somebody"]


async def test_a_bummerl_between_accounts_is_rated(browser: Browsers, port: int) -> None:
    first, second = browser(), browser()
    for one in (first, second):
        await one.account()
    seek = (await first.post("/api/seeks", {"rated": True, "match": 1})).json()["id"]
    table = (await second.post(f"/api/seeks/{seek}/accept")).json()["id"]
    async with playing(port, first, table) as loser, playing(port, second, table) as winner:
        await asyncio.gather(
            *(one.until(lambda scene: scene["phase"] == "playing") for one in (loser, winner))
        )
        await loser.send(type="give_up", scope="match")
        await winner.until(lambda scene: scene["phase"] == "over")
    best, worst = after_bummerl(Rating(), Rating(), 0.0)
    for visitor, rating in ((second, best), (first, worst)):
        me = await soon(visitor, "/api/me", lambda answer: bool(answer["user"]["ratings"]))
        [shown] = me["user"]["ratings"]
        assert shown == {
            "family": "schnapsen",
            "value": round(rating.value),
            "deviation": round(rating.deviation),
            "provisional": True,
            "bummerls": 1,
        }
        player = (await visitor.get(f"/api/players/{me['user']['name']}?lang=en")).json()
        assert player["ratings"] == [shown]
        assert [game["id"] for game in player["games"]] == [table]
    replay = (await first.get(f"/api/games/{table}/deals/1?lang=en")).json()
    assert "gives up the match" in replay["result"]["lines"][0]


async def test_who_deletes_the_account_in_a_rated_match_has_lost_it(
    browser: Browsers, port: int
) -> None:
    first, second = browser(), browser()
    for one in (first, second):
        await one.account(password="correct horse")
    seek = (await first.post("/api/seeks", {"rated": True, "match": 1})).json()["id"]
    table = (await second.post(f"/api/seeks/{seek}/accept")).json()["id"]
    async with playing(port, first, table) as loser, playing(port, second, table) as winner:
        await asyncio.gather(
            *(one.until(lambda scene: scene["phase"] == "playing") for one in (loser, winner))
        )
        answer = await first.send("DELETE", "/api/me", {"password": "correct horse"})
        assert answer.status_code == 200
        await winner.until(lambda scene: scene["phase"] == "over")
    best, _ = after_bummerl(Rating(), Rating(), 0.0)
    me = await soon(second, "/api/me", lambda answer: bool(answer["user"]["ratings"]))
    assert [one["value"] for one in me["user"]["ratings"]] == [round(best.value)]


async def test_signing_out_ends_the_table(browser: Browsers, port: int) -> None:
    visitor = browser()
    await visitor.guest()
    table = (await visitor.post("/api/tables", {"opponent": "bot:beginner"})).json()["id"]
    async with playing(port, visitor, table) as player:
        await player.until(lambda scene: scene["seat"] is not None)
        await visitor.post("/api/logout")
        async with asyncio.timeout(5):
            while (message := json.loads(await player._socket.recv()))["type"] != "bye":
                pass
        assert (message["code"], message["retry"]) == ("signed_out", False)


async def test_whom_another_process_bans_leaves_the_table(
    browser: Browsers, port: int, app: Litestar
) -> None:
    rude, kind = browser(), browser()
    name = await rude.account()
    await kind.guest()
    tables = [
        (await one.post("/api/tables", {"opponent": "bot:beginner"})).json()["id"]
        for one in (rude, kind)
    ]
    await rude.post("/api/seeks", {})
    async with playing(port, rude, tables[0]) as first, playing(port, kind, tables[1]) as second:
        for player in (first, second):
            await player.until(lambda scene: scene["seat"] is not None)
        async with write(app.state.engine) as session:  # as `bummerl admin ban` does
            await administration.ban(session, name, "rude")
        await app_module.see_off(app.state.services)
        async with asyncio.timeout(5):
            while (message := json.loads(await first._socket.recv()))["type"] != "bye":
                pass
        assert (message["code"], message["retry"]) == ("signed_out", False)
        await second._socket.send(json.dumps({"type": "ping", "id": 77}))
        async with asyncio.timeout(5):
            while (message := json.loads(await second._socket.recv()))["type"] != "pong":
                assert message["type"] != "bye"
    lobby = (await kind.get("/api/lobby?lang=en")).json()
    assert name not in [seek["name"] for seek in lobby["seeks"]]

"""A table connection lasts as long as the session that opened it, no longer and no shorter."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any, TypeAlias

import pytest
import pytest_asyncio
import websockets
from litestar import Litestar

from bummerl.server import app as app_module
from bummerl.server.store import administration
from bummerl.server.store.engine import write
from server.http.visitors import Browser

pytestmark = pytest.mark.asyncio(loop_scope="session")
Browsers = Callable[..., Browser]
PASSWORD = "correct horse"
Two: TypeAlias = tuple[Browser, Browser, str, str]
"""Two browsers of one account, its name, and a table of its."""
Way: TypeAlias = Callable[[Litestar, Browser, Browser, str], Awaitable[None]]


class Tab:
    """A tab at a table."""

    def __init__(self, socket: Any) -> None:
        self._socket = socket

    async def says(self) -> str:
        """What becomes of it: the code of its ``bye`` and whether it comes back, or ``open``."""
        with contextlib.suppress(websockets.ConnectionClosed):  # the end may be here already
            await self._socket.send(json.dumps({"type": "ping", "id": 77}))
        async with asyncio.timeout(5):
            while True:
                message = json.loads(await self._socket.recv())
                if message["type"] == "bye":
                    return f"{message['code']} {message['retry']}"
                if message["type"] == "pong":
                    return "open"

    async def seat(self) -> int | None:
        async with asyncio.timeout(5):
            while (message := json.loads(await self._socket.recv()))["type"] != "table":
                pass
        found: int | None = message["scene"]["seat"]
        return found


@contextlib.asynccontextmanager
async def tab(port: int, visitor: Browser, table: str) -> AsyncIterator[Tab]:
    headers = {"Cookie": f"bummerl_session={visitor.http.cookies['bummerl_session']}"}
    url = f"ws://127.0.0.1:{port}/ws/tables/{table}?v=1&lang=en"
    async with websockets.connect(url, additional_headers=headers) as socket:
        yield Tab(socket)


@pytest_asyncio.fixture(loop_scope="session")
async def desk_and_phone(browser: Browsers) -> Two:
    desk, phone = browser(), browser()
    name = await desk.account(password=PASSWORD)
    await phone.post("/api/login", {"name": name, "password": PASSWORD})
    table = (await desk.post("/api/tables", {"opponent": "bot:beginner"})).json()["id"]
    return desk, phone, name, table


async def logs_out(_: Litestar, desk: Browser, phone: Browser, name: str) -> None:
    await phone.post("/api/logout")


async def chooses_a_password(_: Litestar, desk: Browser, phone: Browser, name: str) -> None:
    body = {"old": PASSWORD, "new": "battery staple"}
    assert (await desk.post("/api/me/password", body)).status_code == 200


async def has_the_password_reset(app: Litestar, desk: Browser, phone: Browser, name: str) -> None:
    async with write(app.state.engine) as session:
        await administration.reset_password(session, name, "battery staple")
    # who signs in again at once does not keep anybody else signed in
    body = {"name": name, "password": "battery staple"}
    assert (await desk.post("/api/login", body)).status_code == 200


async def is_banned(app: Litestar, desk: Browser, phone: Browser, name: str) -> None:
    async with write(app.state.engine) as session:
        await administration.ban(session, name, "rude")


async def deletes_the_account(_: Litestar, desk: Browser, phone: Browser, name: str) -> None:
    assert (await desk.send("DELETE", "/api/me", {"password": PASSWORD})).status_code == 200


@pytest.mark.parametrize(
    ("way", "desk_says", "phone_says"),
    [
        (logs_out, "open", "signed_out False"),
        (chooses_a_password, "renewed True", "signed_out False"),
        (has_the_password_reset, "signed_out False", "signed_out False"),
        (is_banned, "signed_out False", "signed_out False"),
        (deletes_the_account, "signed_out False", "signed_out False"),
    ],
)
async def test_connections_end_with_their_session_and_no_others(
    desk_and_phone: Two, port: int, app: Litestar, way: Way, desk_says: str, phone_says: str
) -> None:
    desk, phone, name, table = desk_and_phone
    async with tab(port, desk, table) as first, tab(port, phone, table) as second:
        assert (await first.seat(), await second.seat()).count(None) == 0
        await way(app, desk, phone, name)
        await app_module.see_off(app.state.services)
        assert (await first.says(), await second.says()) == (desk_says, phone_says)
        if desk_says == "renewed True":
            async with tab(port, desk, table) as again:
                assert await again.seat() is not None


async def test_a_ban_ends_connections_within_seconds(
    desk_and_phone: Two, port: int, app: Litestar
) -> None:
    """Nobody tells the server of it: ``bummerl admin`` only writes to the database."""
    desk, phone, name, table = desk_and_phone
    async with tab(port, desk, table) as one:
        assert await one.seat() is not None
        await is_banned(app, desk, phone, name)
        async with asyncio.timeout(5):
            while (says := await one.says()) == "open":
                await asyncio.sleep(0.1)
        assert says == "signed_out False"


async def test_a_guest_who_makes_an_account_plays_on(browser: Browsers, port: int) -> None:
    visitor = browser()
    await visitor.guest()
    table = (await visitor.post("/api/tables", {"opponent": "bot:beginner"})).json()["id"]
    async with tab(port, visitor, table) as one:
        assert await one.seat() is not None
        await visitor.account()
        assert await one.says() == "renewed True"
        async with tab(port, visitor, table) as again:
            assert await again.seat() is not None

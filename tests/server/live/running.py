"""A real server in this process: a database file, sockets on a loopback port.

Who signs in says so in a header, so that these tests need nothing of accounts.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import uvicorn
from litestar import Litestar
from litestar.datastructures import State
from litestar.types import ASGIApp, Receive, Scope, Send

from bummerl.server.live.finished import FinishedBummerl, FinishedDeal
from bummerl.server.live.options import Options
from bummerl.server.live.service import Tables
from bummerl.server.live.socket import table_socket
from bummerl.server.people import Person
from bummerl.server.store.engine import make_engine, upgrade
from bummerl.server.table.events import Sitter, TableSpec

FAST: dict[str, Any] = {
    "bot_delay": (0.0, 0.0),
    "debounce": 0.2,
    "warm_up": False,
    "rate": 1e6,
    "burst": 10**6,
}


def person(name: str) -> Sitter:
    return Sitter(name=name, user=name.lower())


def bot(level: str = "greedy") -> Sitter:
    return Sitter(name=level.title(), bot=level)


def spec(**more: Any) -> TableSpec:
    return TableSpec(**({"rules": "soft"} | more))


class Running:
    """A server, and its inside."""

    def __init__(self, url: str, options: Options) -> None:
        self.engine = make_engine(url)
        self.tables = Tables(self.engine, options)
        self.deals: list[tuple[str, FinishedDeal]] = []
        self.bummerls: list[tuple[str, FinishedBummerl]] = []
        self.tables.on_deal.append(self._on_deal)
        self.tables.on_bummerl.append(self._on_bummerl)
        self.base = ""
        self._stopped = True

    async def _on_deal(self, table: str, deal: FinishedDeal) -> None:
        self.deals.append((table, deal))

    async def _on_bummerl(self, table: str, bummerl: FinishedBummerl) -> None:
        self.bummerls.append((table, bummerl))

    async def start(self) -> None:
        await upgrade(self.engine)
        await self.tables.start()
        app = self.app = Litestar(
            [table_socket],
            state=State({"tables": self.tables}),
            openapi_config=None,
            logging_config=None,
        )
        app.asgi_handler = _Named(app.asgi_handler)
        config = uvicorn.Config(
            app, port=0, log_config=None, ws_max_size=16384, ws_per_message_deflate=False
        )
        self._server = uvicorn.Server(config)
        self._task = asyncio.create_task(self._server._serve())
        while not self._server.started:
            assert not self._task.done()
            await asyncio.sleep(0.01)
        port = self._server.servers[0].sockets[0].getsockname()[1]
        self.base = f"http://127.0.0.1:{port}"
        self._stopped = False

    async def stop(self) -> None:
        if not self._stopped:
            self._stopped = True
            await self.tables.stop()
            self._server.should_exit = True
            await self._task
            await self.engine.dispose()

    async def open(self, first: Sitter | None, second: Sitter | None, **more: Any) -> str:
        return await self.tables.open(spec(**more), (first, second))


class _Named:
    """Middleware: the header ``x-user`` says who is there."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        for key, value in scope.get("headers", ()):
            if key == b"x-user":
                name = value.decode()
                scope["state"]["user"] = Person(name.lower(), name, "en", "french", True)
                scope["state"]["session"] = name.lower()
        await self._app(scope, receive, send)


def twice(send: Callable[[Any], Awaitable[bool]]) -> Callable[[Any], Awaitable[bool]]:
    """Sends every batch twice, as if the answer to the first time had been lost."""

    async def sent(batch: Any) -> bool:
        return await send(batch) and await send(batch)

    return sent


Serve = Callable[..., Awaitable[Running]]
"""Starts a server, with these options."""

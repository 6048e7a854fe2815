"""One server for all tests of a process, on an SQLite file; every test brings its own people."""

from __future__ import annotations

import asyncio
import contextlib
import os
from collections.abc import AsyncIterator, Callable, Iterator
from typing import Any

import msgspec
import pytest
import pytest_asyncio
import structlog
import uvicorn
from litestar import Litestar
from sqlalchemy.ext.asyncio import AsyncEngine

from bummerl.server.app import create_app
from server.http.planted import Planted
from server.http.servers import running, settings_in
from server.http.visitors import Browser


@pytest.fixture(scope="session", autouse=True)
def quiet() -> Iterator[None]:
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(40))
    yield
    structlog.reset_defaults()


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def app(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Litestar]:
    # an empty PostgreSQL database instead, by hand: everything here must pass on it, too
    url = os.environ.get("BUMMERL_TEST_HTTP_DATABASE_URL")
    made = create_app(settings_in(tmp_path_factory.mktemp("server"), database_url=url))
    # bots that do not wait for people to look
    tables = made.state.tables
    tables.options = msgspec.structs.replace(tables.options, bot_delay=(0.0, 0.0), rate=1e6)
    async with running(made):
        yield made


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def port(app: Litestar) -> AsyncIterator[int]:
    """The server on a real port, where the lobby looks ten times a second."""
    app.state.services.hub._interval = 0.1
    config = uvicorn.Config(
        app, host="127.0.0.1", port=0, lifespan="off", log_config=None, ws="websockets-sansio"
    )
    server = uvicorn.Server(config)
    server.capture_signals = contextlib.nullcontext  # type: ignore[method-assign,assignment]
    serving = asyncio.create_task(server.serve())
    while not server.started:
        await asyncio.sleep(0.01)
    yield server.servers[0].sockets[0].getsockname()[1]
    server.should_exit = True
    await serving


@pytest.fixture
def engine(app: Litestar) -> AsyncEngine:
    found: AsyncEngine = app.state.engine
    return found


@pytest_asyncio.fixture(loop_scope="session")
async def browser(app: Litestar) -> AsyncIterator[Callable[..., Browser]]:
    """Opens browsers."""
    opened: list[Browser] = []

    def open_one(**options: Any) -> Browser:
        opened.append(Browser(options.pop("app", app), **options))
        return opened[-1]

    yield open_one
    for one in opened:
        await one.http.aclose()


@pytest.fixture
def plant(engine: AsyncEngine) -> Callable[..., Planted]:
    """Plants games."""
    return lambda *sitters, **spec: Planted(engine, *sitters, **spec)

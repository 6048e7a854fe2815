"""Servers for these tests."""

from __future__ import annotations

import asyncio
import contextlib
import os
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
import structlog
from sqlalchemy import make_url, text

from bummerl.server.live.options import Options
from bummerl.server.store.engine import make_engine, new_id
from server.live.clients import close_all
from server.live.running import FAST, Running, Serve
from serving import missing


@pytest.fixture(autouse=True)
def plain_logs() -> Iterator[None]:
    """Logs of a line each; drawing tracebacks for people takes long."""
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.format_exc_info,
            structlog.processors.JSONRenderer(),
        ]
    )
    yield
    structlog.reset_defaults()


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """URL of a new database on the PostgreSQL of these tests."""
    url = os.environ.get("BUMMERL_TEST_DATABASE_URL")
    if not url:
        missing("no PostgreSQL: BUMMERL_TEST_DATABASE_URL is not set")
    name = f"live_{new_id()}"
    _on_postgres(url, f"CREATE DATABASE {name}")
    yield make_url(url).set(database=name).render_as_string(hide_password=False)
    _on_postgres(url, f"DROP DATABASE {name} WITH (FORCE)")


def _on_postgres(url: str, statement: str) -> None:
    async def run() -> None:
        engine = make_engine(url).execution_options(isolation_level="AUTOCOMMIT")
        async with engine.connect() as connection:
            await connection.execute(text(statement))
        await engine.dispose()

    with ThreadPoolExecutor(1) as threads:  # the test that wants it may have a loop running here
        threads.submit(lambda: asyncio.run(run())).result()


@pytest.fixture
def redis() -> str:
    """URL of the Redis of these tests."""
    url = os.environ.get("BUMMERL_TEST_REDIS_URL")
    if not url:
        missing("no Redis: BUMMERL_TEST_REDIS_URL is not set")
    return url


@pytest.fixture
async def serve(tmp_path: Path) -> AsyncIterator[Serve]:
    """Starts servers on one database file, with these options; stops them at the end."""
    async with contextlib.AsyncExitStack() as stack:

        async def serve(**more: Any) -> Running:
            url = more.pop("url", f"sqlite:///{tmp_path / 'tables.db'}")
            running = Running(url, Options(**(FAST | more)))
            await running.start()
            stack.push_async_callback(running.stop)
            return running

        yield serve
        await close_all()

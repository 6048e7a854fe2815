"""Servers for these tests."""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
import structlog
from redis import Redis
from redis.exceptions import RedisError
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


@pytest.fixture(scope="session")
def redis() -> Iterator[str]:
    """URL of the Redis of these tests.

    They cut the connections of all who use it, and say things that all hear.  So each worker has
    one of its own, if the program is here; with a given one no others may run meanwhile.
    """
    url = os.environ.get("BUMMERL_TEST_REDIS_URL")
    if not url:
        missing("no Redis: BUMMERL_TEST_REDIS_URL is not set")
    program = shutil.which("redis-server")
    if program is None:
        yield url
        return
    with tempfile.TemporaryDirectory(prefix="redis") as folder:
        options = ("--port", "0", "--unixsocket", f"{folder}/socket", "--dir", folder, "--save", "")
        server = subprocess.Popen([program, *options], stdout=subprocess.DEVNULL)
        try:
            yield _when_it_answers(f"unix://{folder}/socket")
        finally:
            server.kill()
            server.wait()


def _when_it_answers(url: str) -> str:
    late = time.monotonic() + 10.0
    with Redis.from_url(url) as client:
        while True:
            try:
                client.ping()
            except RedisError:
                assert time.monotonic() < late
                time.sleep(0.02)
            else:
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

"""Databases to test on: SQLite always, PostgreSQL where there is one."""

from __future__ import annotations

import contextlib
import os
import secrets
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine

from bummerl.server.store.engine import make_engine
from serving import missing

KINDS = ("sqlite", "postgresql")


@contextlib.asynccontextmanager
async def empty_database(kind: str, folder: Path) -> AsyncIterator[AsyncEngine]:
    """An engine on a database of its own with nothing in it."""
    if kind == "sqlite":
        engine = make_engine(f"sqlite:///{folder / 'empty.db'}")
        yield engine
        await engine.dispose()
        return
    url = os.environ.get("BUMMERL_TEST_DATABASE_URL")
    if not url:
        missing("BUMMERL_TEST_DATABASE_URL names no PostgreSQL")
    name = f"bummerl_{secrets.token_hex(6)}"
    server = make_engine(url).execution_options(isolation_level="AUTOCOMMIT")
    async with server.connect() as connection:
        await connection.execute(text(f"CREATE DATABASE {name}"))
    engine = make_engine(server.url.set(database=name).render_as_string(hide_password=False))
    try:
        yield engine
    finally:
        await engine.dispose()
        async with server.connect() as connection:
            await connection.execute(text(f"DROP DATABASE {name}"))
        await server.dispose()


every_database = pytest.mark.parametrize("kind", KINDS)

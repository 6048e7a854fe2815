"""Several server processes on one PostgreSQL and one Redis, with browsers on different ones."""

from __future__ import annotations

import asyncio
import os
import secrets
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from sqlalchemy import text

from browser.conftest import Visit
from browser.guest import DESKTOP, PHONE, who_can_go_on
from bummerl.server.store.engine import make_engine
from serving import Server, missing


@pytest.fixture
def database() -> Iterator[str]:
    """A fresh database in the PostgreSQL that the environment names."""
    where = os.environ.get("BUMMERL_TEST_DATABASE_URL")
    if where is None:
        missing("BUMMERL_TEST_DATABASE_URL names no PostgreSQL")
    name = f"bummerl_{secrets.token_hex(6)}"

    async def execute(command: str) -> None:
        engine = make_engine(where).execution_options(isolation_level="AUTOCOMMIT")
        async with engine.connect() as connection:
            await connection.execute(text(command))
        await engine.dispose()

    # Playwright's loop runs in this thread
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, execute(f"CREATE DATABASE {name}")).result()
        yield urlsplit(where)._replace(path=f"/{name}").geturl()
        thread.submit(asyncio.run, execute(f"DROP DATABASE {name} WITH (FORCE)")).result()


@pytest.fixture
def processes(
    database: str, server: Server, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Server, Server]]:
    """Two processes of one server."""
    redis = os.environ.get("BUMMERL_TEST_REDIS_URL")
    if redis is None:
        missing("BUMMERL_TEST_REDIS_URL names no Redis")
    folders: list[Path] = [tmp_path_factory.mktemp(name) for name in ("one", "other")]
    shared = {"database_url": database, "redis_url": redis, "secret_key": "-" * 40}
    pair = (Server(folders[0], None, **shared), Server(folders[1], None, **shared))
    for process in pair:
        process.start()
    yield pair
    for process in pair:
        process.stop()


def test_players_of_one_table_on_different_processes_and_one_that_dies(
    visit: Visit, processes: tuple[Server, Server]
) -> None:
    one, other = processes
    anna, bert = visit(at=one, size=DESKTOP), visit(at=other, size=PHONE)
    anna.enter("Anna")
    bert.enter("Bert")
    table = anna.new_table(opponent="friend", rules="soft")
    anna.sit(table)
    bert.open(f"/join/{table}")
    bert.page.locator('main button[type="submit"]').click()
    bert.page.locator("[data-table]").wait_for()
    for _ in range(6):
        person = who_can_go_on((anna, bert))
        assert person is not None
        person.play()
    assert not set(anna.hand) & set(bert.hand)

    # Anna's process dies, and she comes back to the other; nothing is lost
    seen = int(bert.fact("version"))
    one.kill()
    anna.page.goto(f"{other.url}/table/{table}")  # cookies do not care for ports
    anna.page.locator("[data-table][data-online=true]").wait_for()
    for _ in range(4):
        person = who_can_go_on((anna, bert))
        assert person is not None
        if person.fact("phase") == "deal_over":
            person.go_on()
        else:
            person.play()
    assert int(bert.fact("version")) > seen

"""Opening databases and bringing them up to date."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path
from unittest.mock import Mock, call

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect, text
from sqlalchemy.exc import IntegrityError

from bummerl.server.refusals import SettingsError
from bummerl.server.store import engine as engines
from bummerl.server.store.engine import make_engine, new_id, read, upgrade, write, writing
from bummerl.server.store.migrations import HEAD, config
from bummerl.server.store.models import Base, Session, User
from server.store.databases import empty_database, every_database


def test_head_is_the_newest_step() -> None:
    assert ScriptDirectory.from_config(config()).get_heads() == [HEAD]


@every_database
async def test_migrations_make_what_the_models_say(kind: str, tmp_path: Path) -> None:
    async with empty_database(kind, tmp_path) as engine:
        await upgrade(engine)

        def differences(connection: Connection) -> list[object]:
            return list(compare_metadata(MigrationContext.configure(connection), Base.metadata))

        async with engine.connect() as connection:
            assert await connection.run_sync(differences) == []
            version = await connection.execute(text("SELECT version_num FROM alembic_version"))
            assert version.scalar() == HEAD


@every_database
async def test_several_processes_upgrade_at_once(kind: str, tmp_path: Path) -> None:
    async with empty_database(kind, tmp_path) as engine:
        url = engine.url.render_as_string(hide_password=False)
        five = [make_engine(url) for _ in range(5)]
        await asyncio.gather(*map(upgrade, five))
        await upgrade(engine)
        for one in five:
            await one.dispose()

        def tables(connection: Connection) -> list[str]:
            return list(inspect(connection).get_table_names())

        async with engine.connect() as connection:
            assert set(await connection.run_sync(tables)) == {
                *Base.metadata.tables,
                "alembic_version",
            }


def test_whoever_switches_to_the_log_while_another_does_tries_again() -> None:
    """SQLite refuses that at once, whatever the time-out says."""
    refusals = [sqlite3.OperationalError("database is locked")] * 3
    cursor = Mock()
    cursor.execute.side_effect = [*refusals, None]
    engines._write_ahead(cursor)
    assert cursor.execute.call_args_list == [call("PRAGMA journal_mode = WAL")] * 4


@every_database
async def test_a_newer_database_is_left_alone(kind: str, tmp_path: Path) -> None:
    async with empty_database(kind, tmp_path) as engine:
        await upgrade(engine)
        async with writing(engine) as connection:
            await connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
        with pytest.raises(SettingsError, match="maybe a newer Bummerl made it"):
            await upgrade(engine)


async def test_sqlite_is_durable_and_checks_references(tmp_path: Path) -> None:
    engine = make_engine(f"sqlite:///{tmp_path / 'new' / 'folder' / 'x.db'}")
    await upgrade(engine)
    async with engine.connect() as connection:
        for pragma, value in (("journal_mode", "wal"), ("synchronous", 2), ("foreign_keys", 1)):
            assert (await connection.execute(text(f"PRAGMA {pragma}"))).scalar() == value
    with pytest.raises(IntegrityError):
        async with write(engine) as session:
            session.add(Session(token_hash=b"x", user_id="nobody", created=1, expires=2))
    await engine.dispose()


def someone(name: str) -> User:
    return User(
        id=new_id(),
        name=name,
        name_key=None,
        password=None,
        language="en",
        deck="french",
        settings={"a": [1, "ä"]},
        created=1,
        seen=2**45,
        banned=None,
        deleted=None,
    )


@every_database
async def test_values_come_back_as_they_went(kind: str, tmp_path: Path) -> None:
    async with empty_database(kind, tmp_path) as engine:
        await upgrade(engine)
        user = someone("Änna ♥")
        async with write(engine) as session:
            session.add(user)
        async with read(engine) as session:
            kept = await session.get(User, user.id)
            assert kept is not None
            assert (kept.name, kept.settings, kept.seen) == ("Änna ♥", {"a": [1, "ä"]}, 2**45)


@every_database
async def test_an_error_takes_everything_back(kind: str, tmp_path: Path) -> None:
    async with empty_database(kind, tmp_path) as engine:
        await upgrade(engine)
        user = someone("Anna")

        async def fail() -> None:
            async with write(engine) as session:
                session.add(user)
                await session.flush()
                raise ZeroDivisionError

        with pytest.raises(ZeroDivisionError):
            await fail()
        async with read(engine) as session:
            assert await session.get(User, user.id) is None


async def test_many_read_and_write_at_once(tmp_path: Path) -> None:
    """What reads before it writes waits for its turn instead of failing."""
    url = f"sqlite:///{tmp_path / 'busy.db'}"
    engines = [make_engine(url) for _ in range(2)]
    await upgrade(engines[0])
    user = someone("0")
    async with write(engines[0]) as session:
        session.add(user)

    async def count_up(number: int) -> None:
        async with write(engines[number % 2]) as session:
            kept = await session.get(User, user.id)
            assert kept is not None
            kept.name = str(int(kept.name) + 1)

    await asyncio.gather(*(count_up(number) for number in range(40)))
    async with read(engines[0]) as session:
        kept = await session.get(User, user.id)
        assert kept is not None
        assert kept.name == "40"
    for engine in engines:
        await engine.dispose()


@pytest.mark.parametrize("url", ["", "x", "mysql://a/b", "oracle://", "sqlite+nothing:///x"])
def test_urls_that_cannot_be(url: str) -> None:
    with pytest.raises(SettingsError, match="the database must be"):
        make_engine(url)


async def test_a_database_that_is_away() -> None:
    engine = make_engine("postgresql://bummerl:secret@127.0.0.1:1/none")
    with pytest.raises(SettingsError, match="there is no way to the database") as refused:
        await upgrade(engine)
    assert "secret" not in str(refused.value)
    await engine.dispose()


async def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    file = tmp_path / "text.db"
    file.write_text("this is no database" * 100)
    engine = make_engine(f"sqlite:///{file}")
    with pytest.raises(SettingsError, match="there is no way to the database"):
        await upgrade(engine)
    await engine.dispose()


def test_ids_are_of_one_length_and_not_alike() -> None:
    ids = {new_id() for _ in range(1000)}
    assert len(ids) == 1000
    assert {len(one) for one in ids} == {16}
    assert set("".join(ids)) == set("0123456789abcdefghjkmnpqrstvwxyz")

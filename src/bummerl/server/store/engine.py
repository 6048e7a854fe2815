"""Opening the database, and bringing it up to date.

Whoever reads before writing in one transaction opens it with `write` or `writing`: SQLite cannot
turn a reading transaction into a writing one while somebody else writes.
"""

from __future__ import annotations

import contextlib
import secrets
import sqlite3
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, Final

import msgspec
from sqlalchemy import Connection, Engine, create_engine, event, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, AsyncSession, create_async_engine
from sqlalchemy.pool import NullPool

from bummerl.server.refusals import SettingsError
from bummerl.server.store.migrations import HEAD

_DRIVERS: Final = {
    "sqlite": "sqlite+aiosqlite",
    "postgresql": "postgresql+asyncpg",
    "postgres": "postgresql+asyncpg",
}
_UPGRADE_LOCK: Final = 0x42756D6D
"""Of PostgreSQL's advisory locks."""
_PATIENCE: Final = 10.0
"""Seconds to wait for another that holds a SQLite database."""
_ALPHABET: Final = "0123456789abcdefghjkmnpqrstvwxyz"
_LETTERS: Final = frozenset(_ALPHABET)
_ID_LENGTH: Final = 16


def new_id() -> str:
    """An id that nobody can guess: 16 letters and digits, 80 random bits."""
    return "".join(secrets.choice(_ALPHABET) for _ in range(_ID_LENGTH))


def is_id(text: str) -> bool:
    """Whether `text` could be one; what else is asked for need not be looked up.

    >>> is_id(new_id()), is_id("x"), is_id("0" * 15 + chr(0))
    (True, False, False)
    """
    return len(text) == _ID_LENGTH and _LETTERS.issuperset(text)


def now() -> int:
    """This moment, in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def make_engine(url: str) -> AsyncEngine:
    """The database at `url`, ``sqlite:///FILE`` or ``postgresql://…``; nothing is opened yet.

    Raises:
        SettingsError: it is no such URL, or the driver is not installed.
    """
    parsed = _parsed(url)
    options: dict[str, Any] = {
        "json_serializer": lambda value: msgspec.json.encode(value).decode(),
        "json_deserializer": msgspec.json.decode,
        # errors are logged, and what is written holds secrets of running deals
        "hide_parameters": True,
    }
    if parsed.get_backend_name() != "sqlite":
        options |= {"pool_size": 10, "max_overflow": 10, "pool_pre_ping": True}
    try:
        engine = create_async_engine(parsed, **options)
    except ModuleNotFoundError as error:
        raise SettingsError(
            "the database {url} needs the Python package {name}: pip install 'bummerl[pg]'",
            url=str(parsed),
            name=str(error.name),
        ) from None
    if parsed.get_backend_name() == "sqlite":
        event.listen(engine.sync_engine, "connect", _prepare_sqlite)
        event.listen(engine.sync_engine, "begin", _begin_sqlite)
    return engine


def file_of(engine: AsyncEngine) -> Path | None:
    """The SQLite file of `engine`; None if it is none."""
    url = engine.url
    if url.get_backend_name() != "sqlite" or url.database in (None, "", ":memory:"):
        return None
    return Path(url.database)


def same_file(engine: AsyncEngine) -> Engine:
    """The SQLite file of `engine`, for a thread that has it for itself."""
    serializer = engine.dialect._json_serializer
    made = create_engine(
        engine.url.set(drivername="sqlite"),
        json_serializer=serializer,
        poolclass=NullPool,
        hide_parameters=True,
    )
    event.listen(made, "connect", _prepare_sqlite)
    event.listen(made, "begin", _begin_sqlite)
    return made


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise SettingsError(
            "the folder {path} for the database cannot be made: {reason}",
            path=str(folder),
            reason=error.strerror or str(error),
        ) from None


def _parsed(url: str) -> URL:
    try:
        parsed = make_url(url)
        driver = _DRIVERS.get(parsed.drivername, parsed.drivername)
        parsed = parsed.set(drivername=driver)
        if driver not in _DRIVERS.values():
            raise NoSuchModuleError
    except (ArgumentError, NoSuchModuleError, ValueError):
        raise SettingsError(
            "the database must be sqlite:///FILE or postgresql://USER:PASSWORD@HOST/NAME"
        ) from None
    return parsed


def _prepare_sqlite(connection: Any, _record: Any) -> None:
    connection.isolation_level = None  # transactions begin when we say so
    cursor = connection.cursor()
    cursor.execute("SELECT file, application_id FROM pragma_database_list, pragma_application_id")
    file, application = cursor.fetchone()
    if application != 0:  # before anything about the file is changed
        raise SettingsError(
            "{path} is no database of a server but a file of another kind, as of a tournament",
            path=file,
        )
    cursor.execute(f"PRAGMA busy_timeout = {_PATIENCE * 1000:.0f}")
    _write_ahead(cursor)
    # NORMAL may lose the last commits when the machine loses power; acknowledged moves must not
    cursor.execute("PRAGMA synchronous = FULL")
    cursor.execute("PRAGMA foreign_keys = ON")
    cursor.close()


def _write_ahead(cursor: Any) -> None:
    """Switches to the write-ahead log; who does so while another does is refused at once."""
    end = time.monotonic() + _PATIENCE
    while True:
        try:
            cursor.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError:
            if time.monotonic() > end:
                raise
            time.sleep(0.02)


def _begin_sqlite(connection: Connection) -> None:
    writes = connection.get_execution_options().get("writes", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


@contextlib.asynccontextmanager
async def writing(engine: AsyncEngine) -> AsyncIterator[AsyncConnection]:
    """A transaction that writes, committed at the end; it may read first."""
    async with engine.connect() as plain:
        connection = await plain.execution_options(writes=True)
        async with connection.begin():
            yield connection


@contextlib.asynccontextmanager
async def read(engine: AsyncEngine) -> AsyncIterator[AsyncSession]:
    """The database as it stands, to read from."""
    async with AsyncSession(engine, expire_on_commit=False) as session:
        yield session


@contextlib.asynccontextmanager
async def write(engine: AsyncEngine) -> AsyncIterator[AsyncSession]:
    """A transaction that may read and write, committed at the end."""
    async with AsyncSession(engine, expire_on_commit=False) as session:
        await session.connection(execution_options={"writes": True})
        yield session
        await session.commit()


async def upgrade(engine: AsyncEngine, *, create: bool = True) -> None:
    """Creates the tables, or brings those of an older Bummerl up to date.

    Several processes may do so at once.  Without `create` there must be some already.

    Raises:
        SettingsError: there is no way to the database, or a newer Bummerl has made it.
    """
    file = file_of(engine)
    try:
        version = None
        if create and file is not None:
            _make_folder(file.parent)
        if create or file is None or file.exists():
            version = await _version(engine)
        if version == HEAD:
            return
        if version is None and not create:
            raise SettingsError(
                "there is no database of a server at {place}: say with --database-url where it "
                "is, or start the server once, which makes it",
                place=str(file or engine.url.render_as_string(hide_password=True)),
            )
        async with writing(engine) as connection:
            if engine.dialect.name == "postgresql":
                await connection.execute(text(f"SELECT pg_advisory_xact_lock({_UPGRADE_LOCK})"))
            await connection.run_sync(_migrate)
    except (OSError, DBAPIError) as error:
        reason = str(error.orig) if isinstance(error, DBAPIError) else str(error)
        raise SettingsError(
            "there is no way to the database {url}: {reason}",
            url=engine.url.render_as_string(hide_password=True),
            reason=reason,
        ) from error


async def _version(engine: AsyncEngine) -> str | None:
    async with engine.connect() as connection:
        try:
            found = await connection.execute(text("SELECT version_num FROM alembic_version"))
        except DBAPIError as error:
            if "alembic_version" in str(error.orig):
                return None
            raise
        return found.scalar()


def _migrate(connection: Connection) -> None:
    # takes a second to import, and is needed only when there is something to do
    from alembic import command
    from alembic.util import CommandError

    from bummerl.server.store.migrations import config

    try:
        command.upgrade(config(connection), "head")
    except CommandError as error:
        raise SettingsError(
            "the database cannot be brought up to date, maybe a newer Bummerl made it: {reason}",
            reason=str(error),
        ) from error

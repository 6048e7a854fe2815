"""What ``bummerl admin`` does in the database."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TypeAlias, TypeVar

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncSession

from bummerl.server.http.naming import name_key
from bummerl.server.refusals import Unknown
from bummerl.server.security.passwords import Passwords
from bummerl.server.settings import Settings
from bummerl.server.store import games, people, reports, seeks, sessions
from bummerl.server.store.engine import make_engine, now, upgrade, write
from bummerl.server.store.models import DealRow, TableRow, User

_LONGEST_REASON = 200
_LONGEST_ANSWER = 500
_RECENT = 15 * 60_000
"""Milliseconds in which something must have happened at a table that is in play."""


_T = TypeVar("_T")
Work: TypeAlias = Callable[[AsyncSession], Awaitable[_T]]
"""What is to be done in one transaction."""


async def in_database(url: str, work: Work[_T]) -> _T:
    """Does something in the database at `url`, which is brought up to date before.

    Raises:
        SettingsError: there is no way to it.
    """
    engine = make_engine(url)
    try:
        await upgrade(engine)
        async with write(engine) as session:
            return await work(session)
    finally:
        await engine.dispose()


async def reset_password(session: AsyncSession, name: str, password: str) -> None:
    """Gives an account another password, and signs it out everywhere.

    Raises:
        Unknown: there is no such account.
    """
    user = await _account(session, name)
    user.password = await Passwords(Settings()).hash(password)
    await sessions.end_all(session, user.id)


async def ban(session: AsyncSession, name: str, reason: str) -> None:
    """Closes an account; a running server closes its tables within a minute.

    Raises:
        Unknown: there is no such account.
    """
    user = await _account(session, name)
    user.banned = reason[:_LONGEST_REASON]
    await sessions.end_all(session, user.id)
    await seeks.drop_all(session, user.id)


async def unban(session: AsyncSession, name: str) -> None:
    """Opens an account again.

    Raises:
        Unknown: there is no such account.
    """
    (await _account(session, name)).banned = None


async def close_report(session: AsyncSession, report_id: str, answer: str) -> None:
    """Closes a report.

    Raises:
        Unknown: there is none that is open.
    """
    if not await reports.close(session, report_id, answer[:_LONGEST_ANSWER]):
        raise Unknown("there is no open report {id}", id=report_id)


async def counts(session: AsyncSession) -> dict[str, int]:
    """How many of everything there are."""
    alive = select(func.count()).select_from(User).where(User.deleted.is_(None))
    return {
        "accounts": (await session.execute(alive.where(User.password.is_not(None)))).scalar_one(),
        "guests": (await session.execute(alive.where(User.password.is_(None)))).scalar_one(),
        "tables": await _all(session, TableRow),
        "running": await games.count_running(session, now() - _RECENT),
        "deals": await _all(session, DealRow),
        "reports": await reports.count_open(session),
    }


async def _all(session: AsyncSession, model: type[TableRow] | type[DealRow]) -> int:
    return (await session.execute(select(func.count()).select_from(model))).scalar_one()


async def _account(session: AsyncSession, name: str) -> User:
    user = await people.by_key(session, name_key(name.strip()))
    if user is None:
        raise Unknown("there is no account called {name}", name=name)
    return user

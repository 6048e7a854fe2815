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
from bummerl.server.store.engine import is_id, make_engine, now, upgrade, write
from bummerl.server.store.models import DealRow, TableRow, User

_LONGEST_REASON = 200
_LONGEST_ANSWER = 500
_RECENT = 15 * 60_000
"""Milliseconds in which something must have happened at a table that is in play."""


_T = TypeVar("_T")
Work: TypeAlias = Callable[[AsyncSession], Awaitable[_T]]
"""What is to be done in one transaction."""


async def in_database(url: str, work: Work[_T]) -> _T:
    """Does something in the database of a server at `url`, which is brought up to date before.

    Raises:
        SettingsError: there is none, or no way to it.
    """
    engine = make_engine(url)
    try:
        await upgrade(engine, create=False)
        async with write(engine) as session:
            return await work(session)
    finally:
        await engine.dispose()


async def reset_password(session: AsyncSession, name: str, password: str) -> str:
    """Gives an account another password, and signs it out everywhere; its name.

    Raises:
        Unknown: there is no such account.
    """
    user = await _person(session, name)
    if user.password is None:
        raise Unknown("{name} is a guest and has no password", name=user.name)
    user.password = await Passwords(Settings()).hash(password)
    await sessions.end_all(session, user.id)
    return user.name


async def ban(session: AsyncSession, name: str, reason: str) -> str:
    """Shuts out somebody, by the name of an account or an id; the name.

    A running server ends the connections within seconds; matches are lost by the clock, or when
    the opponent claims them.

    Raises:
        Unknown: there is nobody like that.
    """
    user = await _person(session, name)
    user.banned = reason[:_LONGEST_REASON]
    await sessions.end_all(session, user.id)
    await seeks.drop_all(session, user.id)
    return user.name


async def unban(session: AsyncSession, name: str) -> str:
    """Lets somebody in again, by the name of an account or an id; the name.

    Raises:
        Unknown: there is nobody like that.
    """
    user = await _person(session, name)
    user.banned = None
    return user.name


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


async def _person(session: AsyncSession, name: str) -> User:
    """Who has this id, which nobody can choose, or else an account of this name."""
    user = await people.by_id(session, name) if is_id(name) else None
    user = user or await people.by_key(session, name_key(name.strip()))
    if user is None or user.deleted is not None:
        raise Unknown("there is no account called {name}", name=name)
    return user

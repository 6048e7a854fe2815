"""People who look for opponents, in the database, so that all processes see the same lobby."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from sqlalchemy import and_, delete, func, or_, select, update
from sqlalchemy.ext.asyncio import AsyncSession

from bummerl.server.store.engine import is_id, new_id, now
from bummerl.server.store.models import Seek, User

ALIVE: Final = 30_000
"""Milliseconds for which a seek is shown after its owner was last heard of."""
KEPT: Final = 60_000
"""Milliseconds for which an accepted one waits for its owner to hear of it."""
_CLAIMED: Final = "…"
"""In the place of the table, while it is being opened."""


class Open(NamedTuple):
    """A seek with its owner."""

    seek: Seek
    user: User


async def add(session: AsyncSession, user_id: str, rules: str, control: str, rated: bool) -> str:
    """A new seek; its id."""
    at = now()
    seek = Seek(
        id=new_id(),
        user_id=user_id,
        rules=rules,
        control=control,
        rated=rated,
        created=at,
        alive=at,
        table_id=None,
    )
    session.add(seek)
    await session.flush()
    return seek.id


async def open_ones(session: AsyncSession, at: int, limit: int = 100) -> list[Open]:
    """Seeks whose owners are there, oldest first."""
    query = (
        select(Seek, User)
        .join(User, User.id == Seek.user_id)
        .where(Seek.table_id.is_(None), Seek.alive >= at - ALIVE)
        .order_by(Seek.created)
        .limit(limit)
    )
    return [Open(seek, user) for seek, user in await session.execute(query)]


async def count_of(session: AsyncSession, user_id: str, at: int) -> int:
    """How many open seeks somebody has."""
    query = (
        select(func.count())
        .select_from(Seek)
        .where(Seek.user_id == user_id, Seek.table_id.is_(None), Seek.alive >= at - ALIVE)
    )
    return (await session.execute(query)).scalar_one()


async def one(session: AsyncSession, seek_id: str, at: int) -> Open | None:
    """An open seek with its owner."""
    if not is_id(seek_id):
        return None
    query = (
        select(Seek, User)
        .join(User, User.id == Seek.user_id)
        .where(Seek.id == seek_id, Seek.table_id.is_(None), Seek.alive >= at - ALIVE)
    )
    row = (await session.execute(query)).first()
    return None if row is None else Open(row[0], row[1])


async def remove(session: AsyncSession, seek_id: str, user_id: str) -> bool:
    """Takes back a seek; False if there is none of that person's."""
    if not is_id(seek_id):
        return False
    where = and_(Seek.id == seek_id, Seek.user_id == user_id, Seek.table_id.is_(None))
    return await _count(session, delete(Seek).where(where).returning(Seek.id)) > 0


async def claim(session: AsyncSession, seek_id: str) -> bool:
    """Takes a seek so that nobody else can; False if somebody was quicker."""
    where = and_(Seek.id == seek_id, Seek.table_id.is_(None))
    change = update(Seek).where(where).values(table_id=_CLAIMED).returning(Seek.id)
    return await _count(session, change) > 0


async def give_back(session: AsyncSession, seek_id: str) -> None:
    """Opens a claimed seek again."""
    where = and_(Seek.id == seek_id, Seek.table_id == _CLAIMED)
    await session.execute(update(Seek).where(where).values(table_id=None))


async def lead_to(session: AsyncSession, seek_id: str, table_id: str) -> None:
    """Notes the table of a claimed seek."""
    change = update(Seek).where(Seek.id == seek_id).values(table_id=table_id, alive=now())
    await session.execute(change)


async def drop_others(session: AsyncSession, seek_id: str, people: list[str]) -> None:
    """Drops all open seeks of these people but one."""
    others = and_(Seek.user_id.in_(people), Seek.id != seek_id, Seek.table_id.is_(None))
    await session.execute(delete(Seek).where(others))


async def drop_all(session: AsyncSession, user_id: str) -> None:
    """Drops whatever somebody looks for."""
    await session.execute(delete(Seek).where(Seek.user_id == user_id))


async def accepted(session: AsyncSession, people: Iterable[str]) -> Sequence[Seek]:
    """Seeks of these people that have led to tables."""
    query = select(Seek).where(
        Seek.user_id.in_(list(people)), Seek.table_id.is_not(None), Seek.table_id != _CLAIMED
    )
    return (await session.execute(query)).scalars().all()


async def drop(session: AsyncSession, seek_ids: Iterable[str]) -> None:
    """Their owners have been told."""
    await session.execute(delete(Seek).where(Seek.id.in_(list(seek_ids))))


async def keep_alive(session: AsyncSession, people: Iterable[str], at: int) -> None:
    """The owners are still there."""
    where = and_(Seek.user_id.in_(list(people)), Seek.table_id.is_(None))
    await session.execute(update(Seek).where(where).values(alive=at))


async def sweep(session: AsyncSession, at: int) -> None:
    """Drops seeks whose owners are gone."""
    gone = and_(Seek.table_id.is_(None), Seek.alive < at - ALIVE)
    told = and_(Seek.table_id.is_not(None), Seek.alive < at - KEPT)
    await session.execute(delete(Seek).where(or_(gone, told)))


async def _count(session: AsyncSession, statement: object) -> int:
    return len((await session.execute(statement)).all())  # type: ignore[call-overload]

"""Tables and finished deals in the database: lists, history, records."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple, cast

from sqlalchemy import ColumnElement, and_, func, or_, select
from sqlalchemy.ext.asyncio import AsyncSession

from bummerl.server.store.engine import is_id
from bummerl.server.store.models import DealRow, TableRow

RUNNING: Final = ("shuffling", "playing", "deal_over")
"""Phases in which a match is played."""


class Filter(NamedTuple):
    """Which games of a person to list."""

    user: str
    opponent: str | None = None
    """Part of the opponent's name, or ``bot``."""
    preset: str | None = None
    result: str | None = None
    """``won``, ``lost`` or ``running``."""
    public: bool = False
    """Only those that everybody may find."""


async def table(session: AsyncSession, table_id: str) -> TableRow | None:
    """A table, summed up."""
    return await session.get(TableRow, table_id) if is_id(table_id) else None


async def running(session: AsyncSession, since: int, limit: int = 50) -> Sequence[TableRow]:
    """Public tables where people have been playing since then, newest first."""
    query = (
        select(TableRow)
        .where(TableRow.phase.in_(RUNNING), TableRow.changed >= since)
        .where(TableRow.private.is_(False), TableRow.practice.is_(False))
        .order_by(TableRow.opened.desc())
        .limit(limit)
    )
    return (await session.execute(query)).scalars().all()


async def count_running(session: AsyncSession, since: int) -> int:
    """How many tables have been played at since then."""
    query = (
        select(func.count())
        .select_from(TableRow)
        .where(TableRow.phase.in_(RUNNING), TableRow.changed >= since)
    )
    return (await session.execute(query)).scalar_one()


async def running_of(session: AsyncSession, user: str, limit: int = 20) -> Sequence[TableRow]:
    """Tables of a person that are not over, newest first."""
    query = (
        select(TableRow)
        .where(_sits(user), TableRow.phase.in_(("waiting", *RUNNING)))
        .order_by(TableRow.opened.desc())
        .limit(limit)
    )
    return (await session.execute(query)).scalars().all()


async def count_of(session: AsyncSession, user: str, since: int) -> int:
    """At how many tables somebody sits that are not over, and where something happened since."""
    query = (
        select(func.count())
        .select_from(TableRow)
        .where(_sits(user), TableRow.phase.in_(("waiting", *RUNNING)), TableRow.changed >= since)
    )
    return (await session.execute(query)).scalar_one()


async def history(
    session: AsyncSession, wanted: Filter, before: tuple[int, str] | None, limit: int
) -> Sequence[TableRow]:
    """Games, newest first, from behind `before` on: when the last one was opened, and its id."""
    query = select(TableRow).where(_sits(wanted.user), *_conditions(wanted))
    if before is not None:
        opened, table_id = before
        earlier = TableRow.opened < opened
        query = query.where(or_(earlier, and_(TableRow.opened == opened, TableRow.id < table_id)))
    query = query.order_by(TableRow.opened.desc(), TableRow.id.desc()).limit(limit)
    return (await session.execute(query)).scalars().all()


def _sits(user: str) -> ColumnElement[bool]:
    return or_(TableRow.seat0 == user, TableRow.seat1 == user)


def _conditions(wanted: Filter) -> list[ColumnElement[bool]]:
    first, second = TableRow.seat0 == wanted.user, TableRow.seat1 == wanted.user
    conditions: list[ColumnElement[bool]] = []
    if wanted.result == "running":
        conditions.append(TableRow.phase.in_(("waiting", *RUNNING)))
    elif wanted.result is not None:
        won = or_(and_(first, TableRow.winner == 0), and_(second, TableRow.winner == 1))
        conditions.append(TableRow.winner.is_not(None))
        conditions.append(won if wanted.result == "won" else ~won)
    else:
        conditions.append(TableRow.phase != "cancelled")
    if wanted.preset is not None:
        named = TableRow.rules == wanted.preset
        conditions.append(
            or_(named, TableRow.rules.startswith(f"{wanted.preset}(", autoescape=True))
        )
    if wanted.opponent == "bot":
        conditions.append(or_(TableRow.seat0.is_(None), TableRow.seat1.is_(None)))
    elif wanted.opponent:
        theirs = [
            and_(mine, _name_of(seat).icontains(wanted.opponent, autoescape=True))
            for mine, seat in ((first, "1"), (second, "0"))
        ]
        conditions.append(or_(*theirs))
    if wanted.public:
        conditions.append(TableRow.private.is_(False))
    return conditions


def _name_of(seat: str) -> ColumnElement[str]:
    return cast("ColumnElement[str]", TableRow.names[seat].as_string())


async def deals_of(session: AsyncSession, table_ids: Sequence[str]) -> dict[str, list[DealRow]]:
    """Finished deals by table, in order."""
    found: dict[str, list[DealRow]] = {table_id: [] for table_id in table_ids}
    if table_ids:
        query = select(DealRow).where(DealRow.table_id.in_(table_ids)).order_by(DealRow.number)
        for deal in (await session.execute(query)).scalars():
            found[deal.table_id].append(deal)
    return found


async def deal(session: AsyncSession, table_id: str, number: int) -> DealRow | None:
    """A finished deal; None also while it is running."""
    return await session.get(DealRow, (table_id, number))


async def records_of(session: AsyncSession, user: str, limit: int) -> Sequence[str]:
    """The records of all finished deals of a person, oldest first."""
    query = (
        select(DealRow.sgn)
        .join(TableRow, TableRow.id == DealRow.table_id)
        .where(_sits(user))
        .order_by(TableRow.opened, TableRow.id, DealRow.number)
        .limit(limit)
    )
    return (await session.execute(query)).scalars().all()

"""Complaints in the database."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncSession

from bummerl.server.store.engine import is_id, new_id, now
from bummerl.server.store.models import Report, TableRow, User


class Filed(NamedTuple):
    """A report with who made it and the table it is about."""

    report: Report
    reporter: User
    table: TableRow

    @property
    def people(self) -> tuple[str | None, str | None]:
        """Who sits at the table, by seat; None for a bot."""
        return self.table.seat0, self.table.seat1


async def add(
    session: AsyncSession, reporter: str, table_id: str, deal: int, move: int, kind: str, text: str
) -> None:
    """A new report; who reports the same again only changes the words."""
    # one report of a person at a time: the same may come twice at once
    await session.execute(select(User.id).where(User.id == reporter).with_for_update())
    query = select(Report).where(
        Report.reporter == reporter,
        Report.table_id == table_id,
        Report.deal == deal,
        Report.move == move,
        Report.kind == kind,
    )
    report = (await session.execute(query)).scalar_one_or_none()
    if report is not None:
        report.text = text
        return
    session.add(
        Report(
            id=new_id(),
            reporter=reporter,
            table_id=table_id,
            deal=deal,
            move=move,
            kind=kind,
            text=text,
            created=now(),
            closed=None,
            answer=None,
        )
    )
    await session.flush()


async def listed(session: AsyncSession, *, closed: bool = False) -> Sequence[Filed]:
    """Reports, oldest first; with `closed` also those that are."""
    query = (
        select(Report, User, TableRow)
        .join(User, User.id == Report.reporter)
        .join(TableRow, TableRow.id == Report.table_id)
        .order_by(Report.created)
    )
    if not closed:
        query = query.where(Report.closed.is_(None))
    return [Filed(*row) for row in await session.execute(query)]


async def close(session: AsyncSession, report_id: str, answer: str) -> bool:
    """Closes a report; False if there is none that is open."""
    report = await session.get(Report, report_id) if is_id(report_id) else None
    if report is None or report.closed is not None:
        return False
    report.closed, report.answer = now(), answer
    await session.flush()
    return True


async def of_person(session: AsyncSession, user_id: str) -> Sequence[Report]:
    """What somebody has reported, oldest first."""
    query = select(Report).where(Report.reporter == user_id).order_by(Report.created)
    return (await session.execute(query)).scalars().all()


async def count_open(session: AsyncSession) -> int:
    """How many are open."""
    query = select(func.count()).select_from(Report).where(Report.closed.is_(None))
    return (await session.execute(query)).scalar_one()

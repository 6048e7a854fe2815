"""Somebody leaves for good: name and password go, games stay for the opponents without the name."""

from __future__ import annotations

import re
from typing import Final

import msgspec
from sqlalchemy import delete, or_, select, update
from sqlalchemy.ext.asyncio import AsyncSession

from bummerl.server.store.engine import now
from bummerl.server.store.models import DealRow, EventRow, Report, Seek, Session, TableRow, User
from bummerl.server.table import events

NOBODY: Final = "?"
"""In records, in the place of the name."""


async def forget(session: AsyncSession, user: User) -> None:
    """Takes all that tells who somebody was."""
    user.name, user.name_key, user.password = "", None, None
    user.settings, user.deleted = {}, now()
    for model in (Session, Seek):
        await session.execute(delete(model).where(model.user_id == user.id))
    await session.execute(update(Report).where(Report.reporter == user.id).values(text=""))
    sits = or_(TableRow.seat0 == user.id, TableRow.seat1 == user.id)
    for row in (await session.execute(select(TableRow).where(sits))).scalars().all():
        seat = 0 if row.seat0 == user.id else 1
        row.names = {**row.names, str(seat): ""}
        await _from_records(session, row.id, seat)
        await _from_log(session, row.id, seat)
    await session.flush()


async def from_new_record(session: AsyncSession, table_id: str) -> None:
    """Takes names out of a deal that was written down after somebody had left for good."""
    row = await session.get(TableRow, table_id)
    for seat, user in enumerate(() if row is None else (row.seat0, row.seat1)):
        if row is not None and user is not None and row.names.get(str(seat)) == "":
            await _from_records(session, table_id, seat)


async def _from_records(session: AsyncSession, table_id: str, seat: int) -> None:
    tag = re.compile(rf'^\[Seat{seat} ".*"\]$', re.MULTILINE)
    for deal in (
        await session.execute(select(DealRow).where(DealRow.table_id == table_id))
    ).scalars():
        deal.sgn = tag.sub(f'[Seat{seat} "{NOBODY}"]', deal.sgn, count=1)


async def _from_log(session: AsyncSession, table_id: str, seat: int) -> None:
    # somebody sits down before the first shuffle, but may have come and gone before for hours
    query = select(EventRow).where(EventRow.table_id == table_id).order_by(EventRow.seq)
    async for row in await session.stream_scalars(query):
        event = events.decode(row.data)
        if isinstance(event, events.Shuffling):
            break
        if isinstance(event, events.Seated) and event.seat == seat:
            sitter = msgspec.structs.replace(event.sitter, name=NOBODY)
            row.data = events.encode(msgspec.structs.replace(event, sitter=sitter))

"""Somebody leaves for good: name and password go, games stay for the opponents without the name.

First the person is forgotten, in one transaction; then the tables, a few in each, so that others
write in between.  What a crash keeps from being forgotten is found by `unfinished`.
"""

from __future__ import annotations

import asyncio
import re
from typing import Final

import msgspec
from sqlalchemy import ColumnElement, and_, delete, or_, select, update
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession
from sqlalchemy.orm import InstrumentedAttribute

from bummerl.server.store import sessions
from bummerl.server.store.engine import now, write
from bummerl.server.store.models import (
    DealRow,
    EventRow,
    RatingRow,
    Report,
    Seek,
    TableRow,
    User,
)
from bummerl.server.table import events

NOBODY: Final = "?"
"""In records, in the place of the name."""
AT_ONCE: Final = 20
"""Tables in one transaction."""
BETWEEN: Final = 0.05
"""Seconds between two: SQLite lets those who wait try again only now and then."""


async def forget(session: AsyncSession, user: User) -> set[bytes]:
    """Takes all that tells who somebody was but at tables; the sessions that end by it.

    Nobody can sign in as this person from now on; `forget_tables` is to follow.
    """
    user.name, user.name_key, user.password = "", None, None
    user.settings, user.deleted = {}, now()
    for model in (Seek, RatingRow):
        await session.execute(delete(model).where(model.user_id == user.id))
    await session.execute(update(Report).where(Report.reporter == user.id).values(text=""))
    await session.flush()
    return await sessions.end_all(session, user.id)


async def forget_tables(engine: AsyncEngine, user_id: str) -> None:
    """Takes the name of somebody who has left out of all tables.

    At none of them the match may go on: a table in play would write the name down again.
    """
    query = select(TableRow).where(_named(user_id)).limit(AT_ONCE)
    more = True
    while more:
        async with write(engine) as session:
            rows = (await session.execute(query)).scalars().all()
            for row in rows:
                seat = 0 if row.seat0 == user_id else 1
                name = row.names[str(seat)]
                row.names = {**row.names, str(seat): ""}
                await _from_records(session, row.id, seat)
                await _from_log(session, row.id, seat, name)
        more = len(rows) == AT_ONCE
        if more:
            await asyncio.sleep(BETWEEN)


async def unfinished(session: AsyncSession) -> list[str]:
    """People who have left and whose names still stand at tables."""
    found = select(TableRow.id).where(_named(User.id)).exists()
    query = select(User.id).where(User.deleted.is_not(None), found)
    return list((await session.execute(query)).scalars())


def _named(user: str | InstrumentedAttribute[str]) -> ColumnElement[bool]:
    """Tables where somebody sits with a name."""
    seats = (("0", TableRow.seat0), ("1", TableRow.seat1))
    return or_(*(and_(s == user, TableRow.names[n].as_string() != "") for n, s in seats))


async def from_new_record(session: AsyncSession, table_id: str) -> None:
    """Takes names out of a deal that was written down after somebody had left for good."""
    # whoever takes the names out just now waits, or has done so when we look
    row = await session.get(TableRow, table_id, with_for_update={"key_share": True})
    for seat, user in enumerate(() if row is None else (row.seat0, row.seat1)):
        if row is not None and user is not None and row.names.get(str(seat)) == "":
            await _from_records(session, table_id, seat)


async def _from_records(session: AsyncSession, table_id: str, seat: int) -> None:
    tag = re.compile(rf'^\[Seat{seat} ".*"\]$', re.MULTILINE)
    for deal in (
        await session.execute(select(DealRow).where(DealRow.table_id == table_id))
    ).scalars():
        deal.sgn = tag.sub(f'[Seat{seat} "{NOBODY}"]', deal.sgn, count=1)


async def _from_log(session: AsyncSession, table_id: str, seat: int, name: str) -> None:
    # somebody sits down before the first shuffle, but may have come and gone before for hours
    query = select(EventRow).where(EventRow.table_id == table_id).order_by(EventRow.seq)
    async for row in await session.stream_scalars(query):
        try:
            event = events.decode(row.data)
        except msgspec.MsgspecError:  # damaged, but the name may be there
            encoded = msgspec.json.encode(name), msgspec.json.encode(NOBODY)
            row.data = row.data.replace(*encoded)
            continue
        if isinstance(event, events.Shuffling):
            break
        if isinstance(event, events.Seated) and event.seat == seat:
            sitter = msgspec.structs.replace(event.sitter, name=NOBODY)
            row.data = events.encode(msgspec.structs.replace(event, sitter=sitter))

"""Tables whose logs cannot be read: nobody can play on there, but whoever wants to leave may."""

from __future__ import annotations

from typing import Literal

import structlog
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncEngine

from bummerl.server.store.engine import write
from bummerl.server.store.models import EventRow, TableRow
from bummerl.server.table.reading import table_of

_log = structlog.get_logger("bummerl.server")


async def end(
    engine: AsyncEngine, table_id: str, user: str, how: Literal["cancel", "give_up"]
) -> bool:
    """Ends such a table in its row, for a person who sits there.

    Before the first deal it is closed; after it, it can only be given up.  False: nothing was done,
    as the log can be read, or the person may not do that.
    """
    query = select(EventRow.data).where(EventRow.table_id == table_id).order_by(EventRow.seq)
    async with write(engine) as session:
        row = await session.get(TableRow, table_id, with_for_update=True)
        if row is None or user not in (row.seat0, row.seat1):
            return False
        begun = row.phase not in ("waiting", "shuffling")
        if row.phase in ("over", "cancelled") or (begun and how == "cancel"):
            return False
        if table_of(table_id, (await session.scalars(query)).all()) is not None:
            return False
        row.phase = "over" if begun else "cancelled"
        if begun:
            row.winner = 1 if row.seat0 == user else 0
    _log.warning("a table whose log cannot be read was ended", table=table_id, by=user)
    return True

"""What the event log asks of the database; values that are bound are named as in each statement."""

from __future__ import annotations

from typing import Final

from sqlalchemy import ScalarSelect, and_, bindparam, func, insert, or_, select, update

from bummerl.server.store.models import DealRow, EventRow, RatedBummerl, TableRow


def _rows(of: type[DealRow | RatedBummerl]) -> ScalarSelect[int]:
    """How many there are of a table."""
    query = select(func.count()).where(of.table_id == TableRow.id)
    return query.correlate(TableRow).scalar_subquery()


_OURS: Final = TableRow.owner == bindparam("b_owner")
_AMONG: Final = TableRow.id.in_(bindparam("ids", expanding=True))
_ONE: Final = TableRow.id == bindparam("b_id")
CREATE: Final = insert(TableRow)
INSERT: Final = insert(EventRow)
MOVE_ON: Final = (
    update(TableRow)
    .where(_ONE, _OURS, TableRow.last_seq == bindparam("b_last"))
    .values(last_seq=bindparam("last_seq"), changed=bindparam("changed"))
)
SUM_UP: Final = MOVE_ON.values(
    {
        name: bindparam(name)
        for name in ("phase", "seat0", "seat1", "names", "bummerls0", "bummerls1", "winner")
    }
    | {"deals": bindparam("deals")}
)
STANDING: Final = select(TableRow.id, TableRow.last_seq).where(_AMONG, _OURS)
LOAD: Final = (
    select(EventRow.data).where(EventRow.table_id == bindparam("b_id")).order_by(EventRow.seq)
)
OWNER: Final = select(TableRow.owner, TableRow.lease).where(_ONE)
ACQUIRE: Final = (
    update(TableRow).where(_ONE).values(owner=bindparam("owner"), lease=bindparam("lease"))
)
RENEW: Final = update(TableRow).where(_AMONG, _OURS).values(lease=bindparam("lease"))
RELEASE: Final = update(TableRow).where(_AMONG, _OURS).values(owner=None, lease=0)
UNRECORDED: Final = select(TableRow.id).where(
    TableRow.phase == "over",
    TableRow.changed >= bindparam("since"),
    or_(
        TableRow.deals > _rows(DealRow),
        # the second one that a Schneider gives is counted here, but not rated
        and_(TableRow.rated, TableRow.bummerls0 + TableRow.bummerls1 > _rows(RatedBummerl)),
    ),
)

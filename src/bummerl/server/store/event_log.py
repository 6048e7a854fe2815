"""The logs of all tables: many tables' events in one transaction, and who may write them.

`EventLog.append` returns when the events are durable.  All that is asked for while a transaction
is under way goes into the next one, so a busy server waits for the disk no more often than it can.

Of several processes one owns a table, by a lease in the table's row.  Every transaction checks the
owner and the number of the last event, so whoever lost a table can write nothing to it any more.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, NamedTuple

import msgspec
import structlog
from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine

from bummerl.server.refusals import Busy, Unknown
from bummerl.server.store import statements
from bummerl.server.store.engine import now, same_file, writing
from bummerl.server.table import events
from bummerl.server.table.events import AnyEvent, TableSpec

LEASE: Final = 10_000
"""Milliseconds for which a process owns a table without renewing."""
PACE: Final = 0.004
"""Seconds from one transaction to the next, at least: more tables share one when many play."""
MOST: Final = 400
"""Tables written in one transaction, or asked for in one statement."""

_log = structlog.get_logger(__name__)


class LeaseLost(Busy):
    """Another process runs the table now, or has written to it; nothing was written."""


class Summary(msgspec.Struct, frozen=True, kw_only=True):
    """What a table's row says about it beside its log."""

    phase: str
    seat0: str | None
    seat1: str | None
    names: dict[str, Any]
    """As in `TableRow.names`."""
    bummerls: tuple[int, int]
    winner: int | None
    deals: int
    """Finished ones."""

    def columns(self) -> dict[str, Any]:
        """By column of the row."""
        return {
            "phase": self.phase,
            "seat0": self.seat0,
            "seat1": self.seat1,
            "names": self.names,
            "bummerls0": self.bummerls[0],
            "bummerls1": self.bummerls[1],
            "winner": self.winner,
            "deals": self.deals,
        }


class Tenure(NamedTuple):
    """Whose a table is, after somebody tried to make it his."""

    owner: str
    clean: bool
    """Mine, and whoever had it before gave it back; else he lost it while it was in play."""


class _Entry(msgspec.Struct, eq=False):
    """What one table wants written."""

    table_id: str
    last: int
    """Number of the last event before these; 0: the table is new."""
    events: list[bytes]
    at: int
    """Of the last event."""
    summary: Summary | None
    """None: as before."""
    spec: TableSpec | None
    done: asyncio.Future[None]


class EventLog:
    """Writes and reads the logs in the name of one process.

    Args:
        engine: the database, up to date.
        owner: name of this process in leases.
        lease: milliseconds; 0 for a process that is alone: what bears its name is its own, also
            after a crash.
    """

    def __init__(self, engine: AsyncEngine, owner: str, lease: int = LEASE) -> None:
        self.owner = owner
        self.lease = lease
        self.batch_sizes: list[int] = []
        """How many tables each transaction wrote; whoever measures empties it."""
        self._engine = engine
        self._waiting: list[_Entry] = []
        self._wake = asyncio.Event()
        self._writer: asyncio.Task[None] | None = None
        self._closing = False
        self._thread: ThreadPoolExecutor | None = None
        """Where SQLite is written; None for other databases."""
        self._connection: Connection | None = None

    async def start(self) -> None:
        """Begins to write."""
        self._closing = False
        if self._engine.dialect.name == "sqlite" and self._engine.url.database != ":memory:":
            self._thread = ThreadPoolExecutor(1, "event log")
        self._writer = asyncio.create_task(self._write_all(), name="event log")

    async def stop(self) -> None:
        """Returns when all that was asked for is written."""
        self._closing = True
        self._wake.set()
        if self._writer is not None:
            await self._writer
            self._writer = None
        if self._thread is not None:
            await asyncio.get_running_loop().run_in_executor(self._thread, self._disconnect)
            self._thread.shutdown()
            self._thread = None

    async def create(
        self, table_id: str, spec: TableSpec, log: Sequence[AnyEvent], summary: Summary
    ) -> None:
        """A new table with its first events; it is this process's.  For errors see `append`."""
        await self._ask(table_id, 0, log, summary, spec)

    async def append(
        self, table_id: str, first_seq: int, log: Sequence[AnyEvent], summary: Summary | None = None
    ) -> None:
        """Events of a table, numbered from `first_seq`; None: what sums it up is as before.

        Whatever is raised, it is not known for sure whether they were written: load the table
        again.

        Raises:
            LeaseLost: the table is another's now.
            SQLAlchemyError, OSError: the database failed.
        """
        await self._ask(table_id, first_seq - 1, log, summary, None)

    async def _ask(
        self,
        table_id: str,
        last: int,
        log: Sequence[AnyEvent],
        summary: Summary | None,
        spec: TableSpec | None,
    ) -> None:
        if self._writer is None or self._closing:
            raise LeaseLost("this server is stopping")
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        encoded = [events.encode(event) for event in log]
        self._waiting.append(_Entry(table_id, last, encoded, log[-1].at, summary, spec, done))
        self._wake.set()
        await done

    async def _write_all(self) -> None:
        loop, started = asyncio.get_running_loop(), 0.0
        while self._waiting or not self._closing:
            if not self._waiting:
                self._wake.clear()
                await self._wake.wait()
                continue
            await asyncio.sleep(max(0.0, started + PACE - loop.time()))
            started = loop.time()
            batch = self._next_batch()
            self.batch_sizes.append(len(batch))
            try:
                await self._write(batch)
            except Exception as error:  # whatever it was, the tables must hear of it
                await self._write_singly(batch, error)

    def _next_batch(self) -> list[_Entry]:
        """What goes into one transaction: no table twice."""
        batch: dict[str, _Entry] = {}
        later = []
        for entry in self._waiting:
            if entry.table_id in batch or len(batch) == MOST:
                later.append(entry)
            else:
                batch[entry.table_id] = entry
        self._waiting = later
        return list(batch.values())

    async def _write_singly(self, batch: list[_Entry], error: Exception) -> None:
        """After a failure, so that one table's bad luck is not all others'."""
        if len(batch) == 1:
            _fail(batch[0], _as_lost(error))
            return
        _log.warning("batch failed", tables=len(batch), error=repr(error))
        for entry in batch:
            try:
                await self._write([entry])
            except Exception as own:
                _fail(entry, _as_lost(own))

    async def _write(self, batch: list[_Entry]) -> None:
        """One transaction; tables that are another's are left out, and told."""
        if self._thread is None:
            async with writing(self._engine) as connection:
                owned = await connection.run_sync(self._transact, batch)
        else:
            # SQLite works in a thread anyway: one way there and back, instead of one a statement
            loop = asyncio.get_running_loop()
            owned = await loop.run_in_executor(self._thread, self._transact_here, batch)
        for entry in batch:
            if entry.table_id not in owned:
                _fail(entry, LeaseLost("another process runs this table now"))
            elif not entry.done.done():
                entry.done.set_result(None)

    def _transact_here(self, batch: list[_Entry]) -> set[str]:
        """The same in the thread of SQLite, on a connection that is kept."""
        if self._connection is None:
            self._connection = same_file(self._engine).connect().execution_options(writes=True)
        try:
            with self._connection.begin():
                return self._transact(self._connection, batch)
        except Exception:
            self._disconnect()
            raise

    def _disconnect(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection.engine.dispose()
            self._connection = None

    def _transact(self, connection: Connection, batch: list[_Entry]) -> set[str]:
        """Writes what may be written; ids of those tables."""
        new = [entry for entry in batch if entry.spec is not None]
        if new:
            connection.execute(statements.CREATE, [self._row(entry) for entry in new])
        old = [entry for entry in batch if entry.spec is None]
        owned = self._claim(connection, old) if old else set()
        owned.update(entry.table_id for entry in new)
        rows = [
            {"table_id": entry.table_id, "seq": seq, "data": data}
            for entry in batch
            if entry.table_id in owned
            for seq, data in enumerate(entry.events, entry.last + 1)
        ]
        if rows:
            connection.execute(statements.INSERT, rows)
        return owned

    def _row(self, entry: _Entry) -> dict[str, Any]:
        assert entry.spec is not None
        assert entry.summary is not None
        spec = entry.spec
        return entry.summary.columns() | {
            "id": entry.table_id,
            "opened": entry.at,
            "changed": entry.at,
            "rules": spec.rules,
            "control": spec.control,
            "practice": spec.practice,
            "rated": spec.rated,
            "private": spec.private,
            "last_seq": len(entry.events),
            "owner": self.owner,
            "lease": now() + self.lease,
        }

    def _claim(self, connection: Connection, batch: list[_Entry]) -> set[str]:
        """Moves the rows on, which locks them; ids of those that were ours to move."""
        wanted: dict[str, int] = {}
        plain, full = [], []
        for entry in sorted(batch, key=lambda entry: entry.table_id):  # no deadlocks
            last = wanted[entry.table_id] = entry.last + len(entry.events)
            columns: dict[str, Any] = {
                "b_id": entry.table_id,
                "b_owner": self.owner,
                "b_last": entry.last,
                "last_seq": last,
                "changed": entry.at,
            }
            if entry.summary is None:
                plain.append(columns)
            else:
                full.append(columns | entry.summary.columns())
        for statement, rows in ((statements.MOVE_ON, plain), (statements.SUM_UP, full)):
            if rows:
                connection.execute(statement, rows)
        found = connection.execute(
            statements.STANDING, {"ids": list(wanted), "b_owner": self.owner}
        )
        return {table_id for table_id, last in found if wanted[table_id] == last}

    async def load(self, table_id: str) -> list[AnyEvent]:
        """All events of a table, oldest first.

        Raises:
            Unknown: there is no such table.
        """
        async with self._engine.connect() as connection:
            found = await connection.execute(statements.LOAD, {"b_id": table_id})
            log = [events.decode(data) for (data,) in found]
        if not log:
            raise Unknown("there is no such table")
        return log

    async def acquire(self, table_id: str) -> Tenure:
        """Tries to make a table this process's.

        Raises:
            Unknown: there is no such table.
        """
        async with writing(self._engine) as connection:
            found = await connection.execute(statements.OWNER.with_for_update(), {"b_id": table_id})
            row = found.first()
            if row is None:
                raise Unknown("there is no such table")
            owner, until = row
            if owner not in (None, self.owner) and until >= now():
                return Tenure(owner, clean=False)
            await connection.execute(
                statements.ACQUIRE,
                {"b_id": table_id, "owner": self.owner, "lease": now() + self.lease},
            )
        return Tenure(self.owner, clean=owner is None)

    async def renew(self, table_ids: Iterable[str]) -> set[str]:
        """Prolongs leases; those of `table_ids` that are still this process's."""
        kept: set[str] = set()
        for ids in _chunks(table_ids):
            async with writing(self._engine) as connection:
                values = {"ids": ids, "b_owner": self.owner}
                await connection.execute(statements.RENEW, values | {"lease": now() + self.lease})
                kept.update(row[0] for row in await connection.execute(statements.STANDING, values))
        return kept

    async def release(self, table_ids: Iterable[str]) -> None:
        """Gives tables back, all their events told; whoever wants them may have them at once."""
        for ids in _chunks(table_ids):
            async with writing(self._engine) as connection:
                await connection.execute(statements.RELEASE, {"ids": ids, "b_owner": self.owner})

    async def unrecorded(self, since: int) -> list[str]:
        """Tables changed since then, and over, of which not all is known elsewhere.

        Deals are missing in the history, or rated Bummerls among those that count.  Some of these
        never count, so such a table may be named although nothing is to be done.
        """
        async with self._engine.connect() as connection:
            return list(await connection.scalars(statements.UNRECORDED, {"since": since}))


def _fail(entry: _Entry, error: Exception) -> None:
    with contextlib.suppress(asyncio.InvalidStateError):  # nobody waits any more
        entry.done.set_exception(error)


def _as_lost(error: Exception) -> Exception:
    """Events that are there already were written by another."""
    if isinstance(error, IntegrityError):
        return LeaseLost("another process runs this table now")
    return error


def _chunks(ids: Iterable[str]) -> Iterator[list[str]]:
    """In order, so that two processes lock rows in the same one."""
    ordered = sorted(ids)
    for start in range(0, len(ordered), MOST):
        yield ordered[start : start + MOST]

"""`Reports`: history and ratings hear of what is over at the tables, until they have taken it."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Final, NamedTuple

import structlog

from bummerl.server.live.finished import Finished, FinishedBummerl, FinishedDeal, all_finished
from bummerl.server.store.engine import now
from bummerl.server.store.event_log import EventLog

SOON: Final = 0.5
"""Seconds until a report that failed is made again; each time twice as long …"""
LONGEST: Final = 300.0
"""… but no longer than that."""
DAY: Final = 86_400_000

OnDeal = Callable[[str, FinishedDeal], Awaitable[None]]
OnBummerl = Callable[[str, FinishedBummerl], Awaitable[None]]

_log = structlog.get_logger(__name__)


class _Again(NamedTuple):
    """When a table is reported anew."""

    at: float
    """By the event loop's clock."""
    pause: float
    """Since the attempt before."""


class Reports:
    """Calls hooks for the deals and Bummerls that are over, table by table in their order.

    If something of a table cannot be told, all of it is told again later, as its log has it.  So a
    hook may hear the same several times.
    """

    def __init__(self, log: EventLog) -> None:
        self.on_deal: list[OnDeal] = []
        """Called for each deal that is over, with the table's id."""
        self.on_bummerl: list[OnBummerl] = []
        """Called for each Bummerl that is over, with the table's id."""
        self._log = log
        self._queue: asyncio.Queue[tuple[str, Finished | None]] = asyncio.Queue()
        self._queued: Counter[str] = Counter()
        """How often each table is in the queue, or was and is just being told."""
        self._again: dict[str, _Again] = {}

    def put(self, table_id: str, what: Finished | None) -> None:
        """Something is over; for None see `again`."""
        self._queued[table_id] += 1
        self._queue.put_nowait((table_id, what))

    def again(self, table_id: str) -> None:
        """Perhaps not all that is over at the table has been told."""
        self.put(table_id, None)

    def owes(self, table_id: str) -> bool:
        """Whether something that is over at the table may still have to be told."""
        return table_id in self._queued or table_id in self._again

    async def recover(self) -> None:
        """Reports what a crash kept from being reported, of tables that nobody will read again."""
        for table_id in await self._log.unrecorded(now() - DAY):
            self.again(table_id)

    async def told(self) -> None:
        """Returns when all has been told, but what failed."""
        await self._queue.join()

    async def run(self) -> None:
        """Tells for ever."""
        clock = asyncio.get_running_loop().time
        while True:
            soonest = min(self._again, key=lambda table_id: self._again[table_id].at, default="")
            due = self._again[soonest].at if soonest else None
            if due is not None and due <= clock():
                await self._report(soonest, None)
                continue
            try:
                async with asyncio.timeout_at(due):
                    table_id, what = await self._queue.get()
            except TimeoutError:
                continue
            try:
                if table_id not in self._again:  # else it is told with all that came before
                    await self._report(table_id, what)
            finally:
                self._queue.task_done()
            self._queued[table_id] -= 1
            if not self._queued[table_id]:
                del self._queued[table_id]

    async def _report(self, table_id: str, what: Finished | None) -> None:
        before = self._again.get(table_id)
        try:
            log = [] if what is not None else await self._log.load(table_id)
            for each in [what] if what is not None else all_finished(table_id, log):
                await self._tell(table_id, each)
            self._again.pop(table_id, None)
        except Exception as error:
            pause = SOON if before is None else min(LONGEST, 2 * before.pause)
            at = asyncio.get_running_loop().time() + pause
            self._again[table_id] = _Again(at, pause)
            trace = error if before is None else None  # once is enough
            _log.error("a report failed", table=table_id, error=repr(error), exc_info=trace)

    async def _tell(self, table_id: str, what: Finished) -> None:
        if isinstance(what, FinishedDeal):
            for on_deal in self.on_deal:
                await on_deal(table_id, what)
        else:
            for on_bummerl in self.on_bummerl:
                await on_bummerl(table_id, what)

"""`Keeper`: a table in memory, as its log has it.

What happens is taken in by the table in memory, then written, and only then told.  If writing
fails, what is in memory is thrown away and read again from the log: so nobody is ever told what is
not written, and nothing is ever written that cannot be read.
"""

from __future__ import annotations

import asyncio
import secrets
from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import Final, Protocol

import structlog

from bummerl.rules.moves import Move, Seat
from bummerl.server.live import metrics
from bummerl.server.live.bot_seat import BotSeat
from bummerl.server.live.bots import BotPool
from bummerl.server.live.finished import Finished, finished_by, summary_of
from bummerl.server.live.listeners import Listener, Painter
from bummerl.server.live.options import Options
from bummerl.server.live.presence import SEATS, Presence
from bummerl.server.live.reports import Reports
from bummerl.server.store.engine import now
from bummerl.server.store.event_log import EventLog, LeaseLost
from bummerl.server.table import commands
from bummerl.server.table.events import AnyEvent, Seated, SitAgain, Sitter, TableSpec
from bummerl.server.table.state import Table
from bummerl.server.table.steps import Step

RETRY: Final = 1.0
"""Seconds until a table that could not be read is read again."""

_log = structlog.get_logger(__name__)


class Office(Protocol):
    """What a table needs of the server."""

    log: EventLog
    bots: BotPool
    options: Options
    reports: Reports

    sit_again: SitAgain

    async def open(self, spec: TableSpec, sitters: tuple[Sitter | None, Sitter | None]) -> str:
        """A new table; its id."""

    def changed(self, table_id: str) -> None:
        """What the lobby shows of a table has changed."""

    def ended(self, task: Keeper, *, release: bool) -> None:
        """The task is over, and the table may be another's."""


class Keeper(ABC):
    """Keeps one table; whoever calls does one thing at a time.

    Args:
        table_id: of a table that is this process's.
        office: the server.
        table: as it stands in the log; None: to be read.
        clean: False after a crash, or if the table was taken over from a process that is gone.
    """

    def __init__(
        self, table_id: str, office: Office, table: Table | None = None, *, clean: bool = True
    ) -> None:
        self.id = table_id
        self._office = office
        self._table = table
        self._clean = clean
        self._reported = clean
        """Whether all that is over in the log was reported, or is about to be."""
        self._summary = None if table is None else summary_of(table)
        self._presence = Presence()
        self._bots = BotSeat(office.bots, office.options.bot_delay, self._bot_answers)
        self._loop = asyncio.get_running_loop()
        self._ended = False
        self._settled = False
        """Whether all was over when the table was read: coming and going counts no more."""
        self._shown = 0
        """Moment of the last scene that all got, in milliseconds since 1970."""
        self._crowd_at: float | None = None
        """When a changed number of spectators is told."""
        self._retry_at: float | None = None

    @abstractmethod
    def _bot_answers(self, version: int, seat: Seat, move: Move) -> None:
        """A bot has found a move for the scene of that version."""

    @abstractmethod
    def _wants_rematch(self) -> None:
        """Both want to play again."""

    @property
    def clean(self) -> bool:
        """Whether it may be given back; else whoever has the table next makes up for the rest."""
        return self._clean and self._reported and not self._office.reports.owes(self.id)

    # ---- memory and log ------------------------------------------------------------------

    async def _loaded(self) -> Table:
        if self._ended:
            raise LeaseLost("another process runs this table now")
        return self._table or await self._load()

    async def _load(self) -> Table:
        events = await self._office.log.load(self.id)
        table = self._table = Table.replay(self.id, events)
        self._retry_at = None
        for listener in self._presence.listeners.values():
            self._presence.seat(listener, table)
        # who looks at a match of long ago is no news
        self._settled = table.phase in ("over", "cancelled")
        self._expect(table)
        if not self._reported:
            self._office.reports.again(self.id)
            self._reported = True
        if not self._clean:
            # what has passed since the last event is charged to nobody
            if pause := commands.paused(table, table.at):
                await self._happen(pause)
            self._clean = True
        await self._settle()
        return table

    async def _settle(self) -> None:
        """Goes on with whatever the table has been left at."""
        table = self._table
        if table is None:
            return
        events = self._comings(table)
        if events or commands.due(table, now(), _secret):
            await self._happen(events)
        else:
            self._bots.ask(table)
            self._show(table)
        if commands.wants_rematch(table):
            self._wants_rematch()

    async def _happen(
        self,
        events: Iterable[AnyEvent],
        asker: Listener | None = None,
        reply_to: int | None = None,
        *,
        newcomer: tuple[Listener, int | None] | None = None,
    ) -> None:
        """Lets events, and what follows from them, happen; then tells everybody.

        Raises:
            Exception: it could not be written; the table must be read again.
        """
        table = self._table
        assert table is not None
        first, steps, over = table.seq + 1, list[Step](), list[Finished]()
        try:
            events = tuple(events) or commands.due(table, now(), _secret)
            while events:
                for event in events:
                    steps.append(table.apply(event))
                    over.extend(finished_by(table, steps[-1]))
                events = commands.due(table, now(), _secret)
            summary = summary_of(table)
            news = summary if summary != self._summary else None
            with metrics.COMMIT.time():
                await self._office.log.append(self.id, first, [s.event for s in steps], news)
        except BaseException:
            self._forget()
            raise
        self._summary = summary
        self._seat_anew(table, steps)
        self._tell(table, steps, asker, reply_to, newcomer)
        for what in over:
            self._office.reports.put(self.id, what)
        if news is not None:
            self._office.changed(self.id)
        self._bots.ask(table)
        if commands.wants_rematch(table):
            self._wants_rematch()

    def _expect(self, table: Table) -> None:
        """Whoever sits here is to connect soon."""
        if not self._settled:
            self._presence.expect(table, self._loop.time() + self._office.options.expected)

    def _comings(self, table: Table) -> tuple[AnyEvent, ...]:
        """Who is gone, and who is there again.

        After a pause play goes on when all are back who were there: whoever's time ran before
        would be charged for the way of the browser here.
        """
        gone, at = self._presence.gone(self._loop.time()), now()
        if self._settled:
            return ()
        events: tuple[AnyEvent, ...] = ()
        if table.paused and self._presence.complete:
            events = commands.resumed(table, at)
        for seat in SEATS:
            if self._presence.sees(seat):
                events += commands.returned(table, seat, at)
            elif seat in gone:
                events += commands.left(table, seat, at)
        return events

    def _seat_anew(self, table: Table, steps: Iterable[Step]) -> None:
        for step in steps:
            if isinstance(step.event, Seated):
                if step.event.sitter.user is not None:
                    for listener in self._presence.of_user(step.event.sitter.user):
                        self._presence.seat(listener, table)
                self._expect(table)

    # ---- telling -------------------------------------------------------------------------

    def _tell(
        self,
        table: Table,
        steps: list[Step],
        asker: Listener | None,
        reply_to: int | None,
        newcomer: tuple[Listener, int | None] | None,
    ) -> None:
        if not self._presence:
            return
        painter = self._painter(table, steps)
        self._shown = painter.at
        for listener in tuple(self._presence.listeners.values()):
            if newcomer is not None and listener is newcomer[0]:
                painter.send(listener, since=table.seq if newcomer[1] is None else newcomer[1])
            else:
                painter.send(listener, reply_to if listener is asker else None)
        self._crowd_at = None

    def _show(self, table: Table) -> None:
        """The table as it stands, to everybody."""
        self._tell(table, [], None, None, None)

    def _painter(self, table: Table, steps: Iterable[Step] = ()) -> Painter:
        return Painter(table, max(now(), table.at), self._presence.spectators, tuple(steps))

    def _failed(self, error: Exception) -> None:
        metrics.FAILURES.labels(type(error).__name__).inc()
        _log.error("table failed", table=self.id, error=repr(error), exc_info=error)
        self._forget()

    def _forget(self) -> None:
        """What is in memory may not be what is in the log."""
        self._table, self._summary = None, None
        self._reported = False
        self._bots.forget()
        self._retry_at = self._loop.time() + RETRY


def _secret() -> bytes:
    return secrets.token_bytes(32)

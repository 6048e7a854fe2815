"""`Tables`: all tables of a process, and the way to those of others."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import secrets
import time
from collections.abc import Awaitable, Collection
from typing import Any, Final, Literal

import msgspec
import structlog
from sqlalchemy.ext.asyncio import AsyncEngine

from bummerl.rules.moves import Seat
from bummerl.server import wire
from bummerl.server.live import metrics
from bummerl.server.live.bot_seat import BUSY
from bummerl.server.live.bots import BotPool
from bummerl.server.live.bus import Bus, LocalBus, RedisBus
from bummerl.server.live.connections import Connection
from bummerl.server.live.finished import summary_of
from bummerl.server.live.keeper import Keeper
from bummerl.server.live.listeners import ByeCode
from bummerl.server.live.options import Options
from bummerl.server.live.postroom import Postroom
from bummerl.server.live.remote import RemoteTable
from bummerl.server.live.reports import Reports
from bummerl.server.live.task import TableTask
from bummerl.server.people import Person
from bummerl.server.refusals import Busy, Unknown
from bummerl.server.store import damaged
from bummerl.server.store.engine import is_id, new_id, now
from bummerl.server.store.event_log import EventLog
from bummerl.server.table import commands
from bummerl.server.table.events import AnyEvent, Opened, Seated, SitAgain, Sitter, TableSpec
from bummerl.server.table.state import Table

ALONE: Final = "local"
"""Name in leases of a process that has the database to itself."""
LOBBY: Final = "lobby"
"""Topic of ids of tables of which the lobby shows something else now."""
DROP: Final = "drop"
"""Topic of sessions whose connections end, with the reason."""
STOPPING: Final = 10.0
"""Seconds that the database may take when the server stops."""
_SWEEP: Final = 1.0

_log = structlog.get_logger(__name__)


class Tables:
    """Opens tables, leads connections to them, and ends them in good order.

    Args:
        engine: the database, up to date when `start` is called.
        options: how tables are run.
    """

    def __init__(self, engine: AsyncEngine, options: Options | None = None) -> None:
        self.options = options or Options()
        self.bus: Bus = RedisBus(self.options.redis_url) if self.options.redis_url else LocalBus()
        self.process = secrets.token_hex(8) if self.bus.shared else ALONE
        """Name of this process."""
        self._engine = engine
        self.log = EventLog(engine, self.process, self.options.lease if self.bus.shared else 0)
        self.bots = BotPool(
            self.options.bot_threads, self.options.bot_deadline, warm_up=self.options.warm_up
        )
        self.reports = Reports(self.log)
        self.on_deal, self.on_bummerl = self.reports.on_deal, self.reports.on_bummerl
        self.sit_again: SitAgain = _as_before
        """How somebody sits at a rematch, if he may; name and rating may have changed."""
        self.probe = metrics.Probe()
        self.tasks: dict[str, TableTask] = {}
        """Tables that this process runs, by id."""
        self.connections: dict[str, Connection] = {}
        """Table sockets of this process, by name."""
        self._post = Postroom(self)
        self._finding: dict[str, asyncio.Task[TableTask | RemoteTable]] = {}
        self._releasing: dict[str, asyncio.Task[None]] = {}
        self._background: set[asyncio.Task[Any]] = set()
        self._loops: list[asyncio.Task[None]] = []
        self._count = itertools.count(1)
        self._running = False
        self._stopping = False
        metrics.TABLES.set_function(lambda: len(self.tasks))
        metrics.CONNECTIONS.set_function(lambda: len(self.connections))

    # ---- beginning and end ---------------------------------------------------------------

    async def start(self) -> None:
        """Begins.  Tables that were in play go on when somebody connects to them.

        Raises:
            SettingsError: there is no way to Redis.
        """
        self.bus.subscribe(DROP, self._drop)
        await self._post.start()
        await self.log.start()
        self.bots.start()
        self.probe.start()
        self._running, self._stopping = True, False
        self._loops = [
            asyncio.create_task(self.reports.run(), name="reports"),
            asyncio.create_task(self._sweep(), name="sweep"),
        ]
        self.background(self.reports.recover())

    async def stop(self) -> None:
        """Pauses all tables, says goodbye to all connections, and returns when all is written.

        A database that does not answer is waited for no longer than `STOPPING` seconds.
        """
        if not self._running:
            return
        self._running, self._stopping = False, True
        late = asyncio.get_running_loop().time() + STOPPING
        # before anybody looks for his table elsewhere
        await _until(late, self._give_back(), "tables could not be given back")
        self._post.part()
        for connection in tuple(self.connections.values()):
            connection.bye("stopping")
        await _until(late, self.reports.told(), "not all was reported")
        await _until(late, self._release(), "tables could not be given back")
        self.tasks.clear()
        for loop in self._loops:
            loop.cancel()
        # what is under way in the database is short, and not to be torn apart
        await asyncio.wait((*self._loops, *self._background), timeout=5.0)
        await _until(late, self.log.stop(), "not all was written")
        await self._post.stop()
        await self.probe.stop()
        self.bots.stop()

    async def _give_back(self) -> None:
        """Pauses all tables; from then on they may be another's."""
        await asyncio.gather(*self._finding.values(), return_exceptions=True)
        await asyncio.gather(*(task.stop() for task in self.tasks.values()))
        await self._release()

    async def _release(self) -> None:
        """Gives back the tables, which have stopped, as far as all that is over is reported."""
        clean = [table_id for table_id, task in self.tasks.items() if task.clean]
        for table_id in clean:
            del self.tasks[table_id]
        await self.log.release(clean)

    # ---- for HTTP ------------------------------------------------------------------------

    async def open(self, spec: TableSpec, sitters: tuple[Sitter | None, Sitter | None]) -> str:
        """Opens a table; its id.

        Raises:
            Busy: it cannot be done just now.
        """
        if not self._running:
            raise Busy(BUSY)
        table, at = Table(new_id()), now()
        events: list[AnyEvent] = [Opened(at=at, spec=spec)]
        for seat, sitter in enumerate(sitters):
            if sitter is not None:
                events.append(Seated(at=at, seat=seat, sitter=sitter))
        for event in events:
            table.apply(event)
        while following := commands.due(table, at, lambda: secrets.token_bytes(32)):
            for event in following:
                table.apply(event)
            events += following
        with _as_busy():
            await self.log.create(table.id, spec, events, summary_of(table))
        self.tasks[table.id] = TableTask(table.id, self, table)
        self.changed(table.id)
        return table.id

    async def join(self, table_id: str, sitter: Sitter) -> Seat:
        """Gives somebody the free seat of a table, or tells the one he has.

        Raises:
            ServerError: unknown, taken, or it cannot be done just now.
        """
        with _as_busy():
            route = await self.route(table_id)
            if isinstance(route, TableTask):
                return await route.join(sitter)
            seat = await self._post.ask(route, sitter)
            assert seat is not None
            return seat

    async def cancel(self, table_id: str, user: str) -> None:
        """Closes a table before its first deal, for a person who sits there.

        Raises:
            ServerError: unknown, not allowed, too late, or it cannot be done just now.
        """
        await self._end(table_id, "cancel", user)

    async def give_up(self, table_id: str, user: str) -> None:
        """Gives up the whole match for a person who sits at the table.

        Raises:
            ServerError: unknown, over already, or it cannot be done just now.
        """
        await self._end(table_id, "give_up", user)

    async def _end(self, table_id: str, how: Literal["cancel", "give_up"], user: str) -> None:
        with _as_busy():
            try:
                route = await self.route(table_id)
                if isinstance(route, TableTask):
                    await (route.cancel(user) if how == "cancel" else route.give_up(user))
                else:
                    await self._post.ask(route, (how, user))
            except (Busy, Unknown):
                if not await damaged.end(self._engine, table_id, user, how):
                    raise
                self.changed(table_id)

    def reaches_others(self) -> bool | None:
        """Whether Redis gets messages to other processes; None for one that is alone."""
        return self.bus.working if self.bus.shared else None

    def connected(self) -> set[bytes]:
        """Sessions with a table connection at this process, by the hashes of their tokens."""
        return {one.session for one in self.connections.values() if one.session is not None}

    async def drop(self, ended: Collection[bytes], why: ByeCode = "signed_out") -> None:
        """Ends all table connections of sessions that are no more, at all processes."""
        if ended:
            await self.bus.publish(DROP, msgspec.msgpack.encode((why, list(ended))))

    # ---- for sockets ---------------------------------------------------------------------

    def connect(
        self,
        table_id: str,
        person: Person | None,
        words: tuple[wire.Language, wire.Deck],
        since: int | None,
        problem: ByeCode | None = None,
        session: bytes | None = None,
    ) -> Connection:
        """A browser looks at a table; it is told as soon as the table is there.

        With a `problem` that is all it will be told.  `session` is the hash of its token.
        """
        name = f"{self.process}-{next(self._count)}"
        connection = Connection(name, table_id, person, words, self.lost)
        connection.session = session
        self.connections[name] = connection
        problem = "stopping" if self._stopping else problem
        if problem is not None:
            connection.bye(problem)
        else:
            self.background(self._lead(connection, since))
        return connection

    def disconnect(self, connection: Connection) -> None:
        """A browser is gone."""
        if self.connections.pop(connection.name, None) and connection.route is not None:
            connection.route.detach(connection.name)

    def lost(self, connection: Connection) -> None:
        """The table has gone elsewhere: looks for it anew."""
        connection.route = None
        if self._stopping:
            connection.bye("stopping")
        else:
            self.background(self._lead(connection, connection.seq))

    async def _lead(self, connection: Connection, since: int | None) -> None:
        delay = 0.05
        while connection.name in self.connections:
            if self._stopping:
                connection.bye("stopping")
                return
            try:
                route = await self.route(connection.table_id)
            except Unknown:
                connection.bye("no_table")
                return
            except Exception as error:
                _log.warning("table not found", table=connection.table_id, error=repr(error))
            else:
                if connection.name in self.connections:
                    connection.route = route
                    route.attach(connection.listener, since)
                return
            await asyncio.sleep(delay)
            delay = min(1.0, 2 * delay)

    async def route(self, table_id: str) -> TableTask | RemoteTable:
        """The way to a table, which is read in if nobody runs it.

        Raises:
            Unknown: there is no such table.
            Busy: the server is stopping.
            Exception: the database failed.
        """
        if not self._running:
            raise Busy(BUSY)
        if not is_id(table_id):
            raise Unknown("there is no such table")
        if (task := self.tasks.get(table_id)) is not None:
            return task
        finding = self._finding.get(table_id)
        if finding is None:
            finding = self._finding[table_id] = asyncio.create_task(self._find(table_id))
            finding.add_done_callback(lambda _: self._finding.pop(table_id, None))
        return await asyncio.shield(finding)

    async def _find(self, table_id: str) -> TableTask | RemoteTable:
        if (releasing := self._releasing.get(table_id)) is not None:
            await asyncio.wait([releasing])
        tenure = await self.log.acquire(table_id)
        if tenure.owner == self.process:
            task = self.tasks[table_id] = TableTask(table_id, self, clean=tenure.clean)
            return task
        if not self.bus.shared:
            raise Busy(BUSY)  # a process that shared the database is gone; its lease runs out
        return self._post.table(table_id, tenure.owner)

    # ---- for tables ----------------------------------------------------------------------

    def changed(self, table_id: str) -> None:
        """See `Office`."""
        self.bus.post(LOBBY, table_id.encode())

    def ended(self, task: Keeper, *, release: bool) -> None:
        """See `Office`."""
        if self.tasks.get(task.id) is task:
            del self.tasks[task.id]
        if release and task.clean:
            releasing = self.background(self.log.release([task.id]))
            self._releasing[task.id] = releasing
            releasing.add_done_callback(lambda _: self._releasing.pop(task.id, None))

    # ---- in the background ---------------------------------------------------------------

    def background(self, work: Any) -> asyncio.Task[Any]:
        """Does something that nobody waits for."""
        task = asyncio.create_task(work)
        self._background.add(task)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._background.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            _log.error("something failed in the background", error=repr(error), exc_info=error)

    def _drop(self, message: bytes) -> None:
        why, ended = msgspec.msgpack.decode(message, type=tuple[ByeCode, frozenset[bytes]])
        for connection in tuple(self.connections.values()):
            if connection.session in ended:
                connection.bye(why)

    async def _sweep(self) -> None:
        """Ends connections that take nothing."""
        while True:
            await asyncio.sleep(_SWEEP)
            for size in self.log.batch_sizes:
                metrics.BATCH.observe(size)
            self.log.batch_sizes.clear()
            late = time.monotonic() - self.options.patience
            for connection in tuple(self.connections.values()):
                if connection.sending is not None and connection.sending < late:
                    connection.bye("slow")
                    connection.cut()


async def _until(moment: float, work: Awaitable[None], otherwise: str) -> None:
    """Does it as far as there is time; `otherwise` is what the log is told."""
    try:
        async with asyncio.timeout_at(moment):
            await work
    except Exception as error:
        _log.error(otherwise, error=repr(error))


@contextlib.contextmanager
def _as_busy() -> Any:
    """What fails for reasons of the database is to be tried again."""
    from sqlalchemy.exc import SQLAlchemyError

    try:
        yield
    except (SQLAlchemyError, OSError, TimeoutError) as error:
        _log.error("the database failed", error=repr(error))
        raise Busy(BUSY) from error


async def _as_before(sitter: Sitter, _spec: TableSpec) -> Sitter:
    return sitter

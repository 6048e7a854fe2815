"""`TableTask`: the one writer of a table.

Everything that happens to a table is a job in its mailbox, done one after the other: what browsers
want, connections that come and go, answers of bots, moments that arrive.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Final, TypeVar

import structlog

from bummerl.errors import ServerError
from bummerl.rules.moves import Move, Seat
from bummerl.server import wire
from bummerl.server.live import metrics
from bummerl.server.live.bot_seat import BUSY
from bummerl.server.live.keeper import Keeper, Office
from bummerl.server.live.listeners import Listener
from bummerl.server.refusals import Busy, Conflict, Forbidden, Unknown
from bummerl.server.store.engine import now
from bummerl.server.store.event_log import LeaseLost
from bummerl.server.table import commands
from bummerl.server.table.commands import Refused
from bummerl.server.table.events import RematchFailed, RematchOpened, Sitter
from bummerl.server.table.state import Table

CROWD: Final = 1.0
"""Seconds after which a changed number of spectators is told, if nothing else happens."""
FULL: Final = 100
"""Jobs in a mailbox from which on commands are refused."""

Job = Callable[[], Awaitable[None]]
_T = TypeVar("_T")
_log = structlog.get_logger(__name__)


class Mailbox:
    """Jobs in their order; a tenth of the memory of `asyncio.Queue`, and one reader."""

    __slots__ = ("_jobs", "_wake")

    def __init__(self) -> None:
        self._jobs: list[Job] = []
        self._wake: asyncio.Future[None] | None = None

    def __len__(self) -> int:
        return len(self._jobs)

    def put(self, job: Job) -> None:
        """One more."""
        self._jobs.append(job)
        if self._wake is not None and not self._wake.done():
            self._wake.set_result(None)

    async def get(self) -> Job:
        """The next one."""
        while not self._jobs:
            self._wake = asyncio.get_running_loop().create_future()
            await self._wake
            self._wake = None
        return self._jobs.pop(0)


class TableTask(Keeper):
    """Runs one table as long as it is in memory.

    Args:
        table_id: of a table that is this process's.
        office: the server.
        table: as it stands in the log; None: to be read.
        clean: False after a crash, or if the table was taken over from a process that is gone.
    """

    def __init__(
        self, table_id: str, office: Office, table: Table | None = None, *, clean: bool = True
    ) -> None:
        super().__init__(table_id, office, table, clean=clean)
        self._mailbox = Mailbox()
        self._timer: asyncio.Handle | None = None
        self._timer_at = 0.0
        """When it goes off; uvloop's handles do not tell."""
        self._idle_from = self._loop.time()
        self._run = asyncio.create_task(self._work(), name=f"table {table_id}")
        self._run.add_done_callback(self._died)
        if table is not None:
            self._expect(table)
            self._post(self._settle)
        self._schedule()

    # ---- what others call ----------------------------------------------------------------

    def attach(self, listener: Listener, since: int | None = None) -> None:
        """Somebody listens from now on; `since`: the last event it knows of this deal."""
        if self._run.done():
            listener.outlet.adrift()
        else:
            self._post(partial(self._attach, listener, since))

    def detach(self, connection: str) -> None:
        """Somebody is gone."""
        self._post(partial(self._detach, connection))

    def command(self, connection: str, command: wire.AnyCommand, received: float) -> None:
        """A command of who listens; `received` by `time.perf_counter`."""
        if len(self._mailbox) >= FULL:
            listener = self._presence.listeners.get(connection)
            if listener is not None:
                listener.refuse(command.id, "busy", BUSY)
            return
        self._post(partial(self._command, connection, command, received))

    async def join(self, sitter: Sitter) -> Seat:
        """Gives somebody the free seat, or the one he has; for errors see `ask`."""

        async def join(table: Table) -> Seat:
            seat = None if sitter.user is None else table.seat_of(sitter.user)
            if seat is None:
                seat = 0 if table.sitters[0] is None else 1
                await self._happen(commands.seated(table, seat, sitter, now()))
            return seat

        return await self.ask(join)

    async def cancel(self, user: str) -> None:
        """Closes the table before the first deal, for one who sits at it; see `ask`."""

        async def cancel(table: Table) -> None:
            if table.seat_of(user) is None:
                raise Forbidden("only who sits at the table can do that")
            if events := commands.cancelled(table, now()):
                await self._happen(events)

        await self.ask(cancel)

    async def give_up(self, user: str) -> None:
        """Gives up the whole match for one who sits at the table; see `ask`."""

        async def give_up(table: Table) -> None:
            if table.paused:
                await self._happen(commands.resumed(table, now()))
            wanted = wire.GiveUp(id=0, scope="match")
            await self._happen(commands.decide(table, wanted, table.seat_of(user), now()))

        await self.ask(give_up)

    async def ask(self, question: Callable[[Table], Awaitable[_T]]) -> _T:
        """What is answered as a job.

        Raises:
            ServerError: it is refused, or it cannot be done just now.
        """
        if self._run.done():
            raise Busy(BUSY)
        done: asyncio.Future[_T] = self._loop.create_future()

        async def answer() -> None:
            try:
                found = await question(await self._loaded())
            except Exception as error:
                if not done.done():  # whoever asked may have gone
                    done.set_exception(_refusal(error))
                if not isinstance(error, ServerError | Refused) or isinstance(error, LeaseLost):
                    raise
            else:
                if not done.done():
                    done.set_result(found)

        self._post(answer)
        return await done

    def lose(self) -> None:
        """The table is another process's now."""

        async def lose() -> None:
            raise LeaseLost("another process runs this table now")

        self._post(lose)

    async def stop(self) -> None:
        """Pauses the table, and ends; `Office.ended` is not called."""
        self._post(self._stop)
        await asyncio.gather(self._run, return_exceptions=True)

    # ---- the loop ------------------------------------------------------------------------

    def _post(self, job: Job) -> None:
        self._mailbox.put(job)

    async def _work(self) -> None:
        while self._mailbox or not self._ended:
            job = await self._mailbox.get()
            try:
                await job()
            except LeaseLost:
                self._lose()
            except Exception as error:  # the next job finds the table as the log has it
                self._failed(error)
            self._schedule()
        self._bots.stop()
        if self._timer is not None:
            self._timer.cancel()

    def _died(self, run: asyncio.Task[None]) -> None:
        """A mistake in the loop itself: whoever comes next reads the table anew."""
        if not run.cancelled() and (error := run.exception()) is not None:
            _log.error("table died", table=self.id, error=repr(error), exc_info=error)
            self._lose()
            if self._mailbox:  # who waits for an answer is told to ask again
                self._run = asyncio.create_task(self._work(), name=f"table {self.id}")
                self._run.add_done_callback(self._died)

    def _lose(self) -> None:
        """Another process has the table; listeners find it there."""
        if self._ended:
            return
        _log.warning("table lost", table=self.id)
        self._end(release=False)
        for listener in self._presence.listeners.values():
            listener.outlet.adrift()

    def _end(self, *, release: bool) -> None:
        self._ended = True
        self._table = None
        self._office.ended(self, release=release)

    # ---- jobs ----------------------------------------------------------------------------

    async def _attach(self, listener: Listener, since: int | None) -> None:
        if self._ended:
            listener.outlet.adrift()
            return
        try:
            table = await self._loaded()
        except Unknown:
            listener.outlet.bye("no_table")
            return
        except Exception:
            self._presence.listeners[listener.id] = listener  # told as soon as it can be read
            raise
        self._presence.add(listener, table)
        if events := self._comings(table):
            await self._happen(events, newcomer=(listener, since))
            return
        self._painter(table).send(listener, since=table.seq if since is None else since)
        if listener.seat is None:
            self._crowd_at = self._crowd_at or self._loop.time() + CROWD

    async def _detach(self, connection: str) -> None:
        debounce = self._office.options.debounce
        listener = self._presence.remove(connection, self._loop.time(), debounce)
        if listener is not None and listener.seat is None and self._presence:
            self._crowd_at = self._crowd_at or self._loop.time() + CROWD
        self._idle_from = self._loop.time()

    async def _command(self, connection: str, command: wire.AnyCommand, received: float) -> None:
        listener = self._presence.listeners.get(connection)
        if listener is None:
            return
        outcome = "done"
        try:
            await self._carry_out(await self._loaded(), listener, command)
        except Refused as refused:
            outcome = refused.code
            listener.refuse(command.id, refused.code, refused.text)
            if self._table is not None:
                self._painter(self._table).send(listener)
        except Exception:
            outcome = "busy"
            listener.refuse(command.id, "busy", BUSY)
            raise
        finally:
            metrics.COMMANDS.labels(type(command).__name__.lower(), outcome).inc()
            metrics.TOLD.observe(time.perf_counter() - received)

    async def _carry_out(self, table: Table, listener: Listener, command: wire.AnyCommand) -> None:
        events = commands.decide(table, command, listener.seat, now())
        if isinstance(command, wire.Hint):
            if not self._bots.hint(table, listener, command):
                listener.refuse(command.id, "busy", BUSY)
            return
        if isinstance(command, wire.Words):
            listener.language, listener.deck = command.lang, command.deck
        if events:
            await self._happen(events, listener, command.id)
        else:
            self._painter(table).send(listener, command.id)

    def _bot_answers(self, version: int, seat: Seat, move: Move) -> None:
        self._post(partial(self._bot_moves, version, seat, move))

    async def _bot_moves(self, version: int, seat: Seat, move: Move) -> None:
        table = await self._loaded()
        if table.version == version and commands.bot_to_move(table) == seat:
            await self._happen(commands.bot_moved(table, seat, move, now(), version))
        else:
            self._bots.ask(table)

    def _wants_rematch(self) -> None:
        self._post(self._open_rematch)

    async def _open_rematch(self) -> None:
        table = await self._loaded()
        if commands.wants_rematch(table):
            today = time.strftime("%Y.%m.%d", time.gmtime())
            spec, sitters = commands.rematch_spec(table, today)
            again = list(sitters)
            for seat, sitter in enumerate(sitters):
                if sitter is not None and sitter.user is not None:
                    found = await self._office.sit_again(sitter, spec)
                    if isinstance(found, str):
                        at = max(now(), table.at)
                        await self._happen([RematchFailed(at=at, seat=seat, why=found)])
                        return
                    again[seat] = found
            opened = await self._office.open(spec, (again[0], again[1]))
            await self._happen([RematchOpened(at=max(now(), table.at), table=opened)])

    async def _stop(self) -> None:
        self._ended = True
        if self._table is not None and (pause := commands.paused(self._table, now())):
            await self._happen(pause)

    # ---- time ----------------------------------------------------------------------------

    async def _tick(self) -> None:
        self._timer = None
        if self._ended:
            return
        table = await self._loaded()
        time_now, at = self._loop.time(), now()
        if events := self._comings(table):
            await self._happen(events)
        moment = commands.next_moment(table, self._shown)
        crowd = self._crowd_at is not None and self._crowd_at <= time_now
        if crowd or (moment is not None and moment <= at):
            self._show(table)
        if self._idle and self._idle_from + self._office.options.idle <= time_now:
            self._end(release=True)

    @property
    def _idle(self) -> bool:
        return (
            not self._presence
            and self._presence.next_leave is None
            and not self._bots.busy
            and not self._mailbox
        )

    def _schedule(self) -> None:
        """Sets the timer to the next moment at which there is something to do."""
        due = self._next_due()
        if self._timer is not None:
            if due is not None and self._timer_at == due:
                return
            self._timer.cancel()
            self._timer = None
        if due is not None and not self._ended:
            self._timer, self._timer_at = self._loop.call_at(due, self._post, self._tick), due

    def _next_due(self) -> float | None:
        moments = [self._presence.next_leave, self._crowd_at]
        if self._table is None:
            moments = [self._retry_at]
        elif self._presence:
            moment = commands.next_moment(self._table, self._shown)
            if moment is not None:
                moments.append(self._loop.time() + max(0, moment - now() + 1) / 1000)
        if self._idle:
            moments.append(self._idle_from + self._office.options.idle)
        return min((moment for moment in moments if moment is not None), default=None)


def _refusal(error: Exception) -> ServerError:
    """What is said to whoever asked for what failed."""
    if isinstance(error, Refused):
        return Conflict(error.text)
    return error if isinstance(error, ServerError) else Busy(BUSY)

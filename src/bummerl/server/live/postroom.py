"""What processes say to each other: tables here for browsers elsewhere, and the other way round.

A process that has not been heard of for the length of a lease is gone: its browsers have left the
tables here, and its tables are looked for anew.  The same happens when it says that it has missed
letters, or that it stops (`Anew`).
"""

from __future__ import annotations

import asyncio
import itertools
import time
from typing import TYPE_CHECKING, Literal

import structlog

from bummerl.errors import ServerError
from bummerl.rules.moves import Seat
from bummerl.server import refusals
from bummerl.server.live.bot_seat import BUSY
from bummerl.server.live.listeners import Listener
from bummerl.server.live.remote import (
    ALIVE,
    ANEW,
    Adrift,
    Anew,
    Answer,
    Ask,
    Attach,
    Detach,
    Farewell,
    Forward,
    Letter,
    Pass,
    RemoteOutlet,
    RemoteTable,
    Show,
    inbox,
    read,
    send,
    send_all,
)
from bummerl.server.live.task import TableTask
from bummerl.server.refusals import Busy, Unknown
from bummerl.server.table.events import Sitter
from bummerl.text import Text

if TYPE_CHECKING:
    from bummerl.server.live.service import Tables

PATIENCE = 5.0
"""Seconds that another process may take to answer."""

_log = structlog.get_logger(__name__)


class Postroom:
    """Of one process; idle when it is alone.

    Args:
        tables: whose letters it writes and reads.
    """

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._bus = tables.bus
        self._remote: dict[str, RemoteTable] = {}
        self._guests: dict[str, dict[str, str]] = {}
        """By gateway: the tables here that its connections look at."""
        self._heard: dict[str, float] = {}
        """When other processes were heard of last, by `time.monotonic`."""
        self._letters: asyncio.Queue[Letter] = asyncio.Queue()
        self._numbers = itertools.count(1)
        self._asked: dict[int, asyncio.Future[Answer]] = {}
        self._loops: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        """Opens the inbox."""
        self._bus.subscribe(ALIVE, self._alive)
        self._bus.subscribe(inbox(self._tables.process), self._receive)
        self._bus.subscribe(ANEW, self._receive)
        self._bus.on_loss.append(self.part)
        await self._bus.start()
        if self._bus.shared:
            self._loops = [
                asyncio.create_task(self._read(), name="postroom"),
                asyncio.create_task(self._beat(), name="heartbeat"),
            ]

    async def stop(self) -> None:
        """Sends what is to be sent, and closes."""
        self.part()  # from those who have asked for a table here since the last time
        for loop in self._loops:
            loop.cancel()
        await asyncio.gather(*self._loops, return_exceptions=True)
        await self._bus.stop()

    def part(self) -> None:
        """Whatever there is between this process and others begins anew."""
        if self._bus.shared:
            send_all(self._bus, Anew(self._tables.process))

    # ---- as gateway ----------------------------------------------------------------------

    def table(self, table_id: str, owner: str) -> RemoteTable:
        """The way to a table of another process."""
        self._heard.setdefault(owner, time.monotonic())
        known = self._remote.get(table_id)
        if known is None or known.owner != owner:
            known = RemoteTable(table_id, owner, self._bus, self._tables.process)
            self._remote[table_id] = known
        return known

    async def ask(
        self, table: RemoteTable, wanted: Sitter | tuple[Literal["cancel", "give_up"], str]
    ) -> Seat | None:
        """Asks for something at a table of another process; the seat, if it was for one.

        Raises:
            ServerError: it is refused there.
            TimeoutError: there was no answer.
        """
        number = next(self._numbers)
        done = self._asked[number] = asyncio.get_running_loop().create_future()
        send(self._bus, table.owner, Ask(table.id, self._tables.process, number, wanted))
        try:
            async with asyncio.timeout(PATIENCE):
                answer: Answer = await done
        finally:
            del self._asked[number]
        if answer.kind is not None:
            kind = getattr(refusals, answer.kind, Busy)
            raise kind(Text(answer.template, **answer.values))
        return answer.seat

    # ---- letters -------------------------------------------------------------------------

    def _alive(self, data: bytes) -> None:
        if (name := data.decode()) != self._tables.process:
            self._heard[name] = time.monotonic()

    def _receive(self, data: bytes) -> None:
        self._letters.put_nowait(read(data))

    async def _read(self) -> None:
        while True:
            letter = await self._letters.get()
            try:
                await self._understand(letter)
            except Exception as error:  # whoever wrote it asks again
                _log.error("a letter was not answered", error=repr(error), exc_info=error)

    async def _understand(self, letter: Letter) -> None:
        match letter:
            case Show(connection, seq, scene, told, reply_to):
                if (found := self._tables.connections.get(connection)) is not None:
                    self._answered(connection, reply_to)
                    found.table(seq, scene, told, reply_to)
            case Pass(connection, reply_to, data):
                if (found := self._tables.connections.get(connection)) is not None:
                    self._answered(connection, reply_to)
                    found.message(reply_to, data)
            case Farewell(connection, code):
                if (found := self._tables.connections.get(connection)) is not None:
                    found.bye(code)
            case Adrift(connection):
                self._set_adrift(connection)
            case Answer(number):
                if (done := self._asked.get(number)) is not None and not done.done():
                    done.set_result(letter)
            case Attach():
                await self._attach(letter)
            case Detach(table, connection):
                self._detach(table, connection)
            case Forward(table, connection, gateway, command):
                task = self._tables.tasks.get(table)
                if task is not None and self._guests.get(gateway, {}).get(connection) == table:
                    task.command(connection, command, time.perf_counter())
                else:
                    send(self._bus, gateway, Adrift(connection))
            case Ask():
                self._tables.background(self._answer(letter))
            case Anew(process) if process == self._tables.process:
                owners = {remote.owner for remote in self._remote.values()}
                for other in owners | self._guests.keys():
                    self._part_with(other)
            case Anew(process):
                self._part_with(process)

    def _answered(self, connection: str, reply_to: int | None) -> None:
        found = self._tables.connections[connection]
        if isinstance(found.route, RemoteTable):
            found.route.answered(connection, reply_to)

    def _set_adrift(self, connection: str) -> None:
        found = self._tables.connections.get(connection)
        if found is not None and isinstance(found.route, RemoteTable):
            found.route.abandon(connection)
            found.adrift()

    # ---- as owner ------------------------------------------------------------------------

    async def _attach(self, letter: Attach) -> None:
        self._heard.setdefault(letter.gateway, time.monotonic())
        outlet = RemoteOutlet(self._bus, letter.gateway, letter.connection)
        try:
            task = await self._tables.route(letter.table)
        except Unknown:
            outlet.bye("no_table")
            return
        except Exception as error:
            _log.warning("table not found", table=letter.table, error=repr(error))
            task = None
        if not isinstance(task, TableTask):
            outlet.adrift()
            return
        self._guests.setdefault(letter.gateway, {})[letter.connection] = letter.table
        words = (letter.language, letter.deck)
        task.attach(Listener(letter.connection, letter.user, *words, outlet), letter.since)

    def _detach(self, table: str, connection: str) -> None:
        for guests in self._guests.values():
            guests.pop(connection, None)
        if (task := self._tables.tasks.get(table)) is not None:
            task.detach(connection)

    async def _answer(self, letter: Ask) -> None:
        try:
            task = await self._tables.route(letter.table)
            if not isinstance(task, TableTask):
                raise Busy(BUSY)
            seat = None
            match letter.wanted:
                case Sitter() as sitter:
                    seat = await task.join(sitter)
                case ("cancel", user):
                    await task.cancel(user)
                case (_, user):
                    await task.give_up(user)
            answer = Answer(letter.number, seat)
        except ServerError as error:
            kind = type(error).__name__
            answer = Answer(letter.number, None, kind, error.text.template, dict(error.text.values))
        send(self._bus, letter.gateway, answer)

    # ---- who is there --------------------------------------------------------------------

    async def _beat(self) -> None:
        while True:
            self._bus.post(ALIVE, self._tables.process.encode())
            try:
                await self._renew()
            except Exception as error:
                _log.error("leases were not renewed", error=repr(error))
            self._look_around()
            await asyncio.sleep(self._tables.options.heartbeat)

    async def _renew(self) -> None:
        mine = dict(self._tables.tasks)
        kept = await self._tables.log.renew(mine)
        for table_id in mine.keys() - kept:
            mine[table_id].lose()

    def _look_around(self) -> None:
        """Gives up on processes that have not been heard of for long."""
        before = time.monotonic() - self._tables.options.lease / 1000
        for process in [name for name, at in self._heard.items() if at < before]:
            _log.warning("process gone", process=process)
            self._part_with(process)
        for table_id in [name for name, remote in self._remote.items() if not remote.connections]:
            del self._remote[table_id]
        for guests in self._guests.values():
            for connection in [name for name in guests if guests[name] not in self._tables.tasks]:
                del guests[connection]

    def _part_with(self, process: str) -> None:
        self._heard.pop(process, None)  # if it lives it is heard again
        for connection, table in self._guests.pop(process, {}).items():
            if (task := self._tables.tasks.get(table)) is not None:
                task.detach(connection)
        for remote in tuple(self._remote.values()):
            if remote.owner == process:
                for connection in tuple(remote.connections):
                    self._set_adrift(connection)

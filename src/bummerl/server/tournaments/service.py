"""`Tournaments`: everything about tournaments that is no HTTP."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
from collections.abc import Coroutine, Sequence
from pathlib import Path
from typing import Any, Final

import structlog
from sqlalchemy.ext.asyncio import AsyncEngine

from bummerl.errors import FileError
from bummerl.server.http.services import TableService
from bummerl.server.people import Person
from bummerl.server.refusals import BadRequest, Conflict
from bummerl.server.store.engine import now, read, write
from bummerl.server.store.models import TournamentPlayer
from bummerl.server.tournaments import roles
from bummerl.server.tournaments.log import Change, Decide, Facts, Logs, replayed
from bummerl.server.tournaments.online import Play, undisturbed
from bummerl.server.tournaments.restoring import restored
from bummerl.tournament import backup
from bummerl.tournament.draw import new_secret
from bummerl.tournament.events import AnyEvent, Drawn, Paired, Resulted, Settings, Sold, Unsold
from bummerl.tournament.sale import Buyer, Stamp, announce, sell
from bummerl.tournament.state import Tournament

Events = Sequence[AnyEvent]
_TRIES: Final = 5

_log = structlog.get_logger("bummerl.tournaments")


class _ChangedError(Conflict):
    """It is not as it was when it was decided."""


class Tournaments:
    """Opens tournaments, changes them, and looks after those that are played here."""

    def __init__(self, engine: AsyncEngine, tables: TableService, folder: Path) -> None:
        self.engine = engine
        self.logs = Logs(engine)
        self.play = Play(engine, tables, self.logs, self._saved)
        self._folder = folder
        self._background: set[asyncio.Task[Any]] = set()
        self._looking: asyncio.Task[None] | None = None
        self._joining = asyncio.Lock()
        self._writing = asyncio.Lock()

    # ---- beginning and end -------------------------------------------------------------------

    def start(self) -> None:
        """Begins to look after tournaments that are played here."""
        self._looking = asyncio.create_task(self.play.run(), name="tournaments")

    async def stop(self) -> None:
        """Ends when all is done that was begun."""
        if self._looking is not None:
            self._looking.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._looking
        if self._background:
            await asyncio.wait(self._background, timeout=5.0)

    async def bummerl_over(self, table_id: str, _: object) -> None:
        """Hook of the tables: a Bummerl is over."""
        await self.play.table_over(table_id)

    # ---- tournaments -------------------------------------------------------------------------

    async def announce(
        self, settings: Settings, person: Person, control: str | None, grace: int
    ) -> str:
        """A new tournament; its id.

        Raises:
            TournamentError, RulesError: a setting cannot be.
        """
        events = announce(settings, new_secret(), stamp_of(person))
        return await self.logs.create(events, person.id, control, grace)

    async def restore(self, data: bytes, person: Person) -> str:
        """A tournament from a backup, as one of its own; its id.

        Raises:
            FileError: it is no backup, or incomplete, or changed.
        """
        events = await asyncio.to_thread(restored, data)
        return await self.logs.create(events, person.id, None, 0)

    async def change(self, facts: Facts, decide: Decide) -> Change:
        """Changes a tournament, writes the backup after a round, and opens tables that are due.

        Raises:
            Conflict: a match that is being played at our tables would lose its board.
        """
        if facts.online:
            decide = undisturbed(decide, await self.play.playing(facts))
        change = await self.logs.change(facts.id, decide)
        if _worth_a_backup(change):
            self._back_up(facts.id, change.tournament)
        if facts.online and change.events:
            self._later(self.play.tend(facts))
        return change

    async def change_aside(self, facts: Facts, decide: Decide) -> Change:
        """As `change`, for what takes its time to decide: a thread does it, on a copy.

        Raises:
            Conflict: the tournament changed again and again meanwhile.
        """
        for left in reversed(range(_TRIES)):
            copy = await self.copy(facts.id)
            events = await asyncio.to_thread(decide, copy)
            seen = copy.seq

            def still(t: Tournament, seen: int = seen, events: Events = events) -> Events:
                if t.seq != seen:
                    raise _ChangedError("others are changing this tournament just now; try again")
                return events

            try:
                return await self.change(facts, still)
            except _ChangedError:
                if not left:
                    raise
        raise AssertionError

    async def join(self, facts: Facts, person: Person, cards: int) -> Change:
        """Somebody buys cards for himself, to play at our tables.

        Raises:
            Conflict: the tournament is not played here.
            TournamentError: the cards cannot be bought.
        """
        if not facts.online:
            raise Conflict("cards for this tournament are sold in the hall")
        async with self._joining:
            return await self._join(facts, person, cards)

    async def _join(self, facts: Facts, person: Person, cards: int) -> Change:
        async with read(self.engine) as session:
            taken = await roles.players(session, facts.id)
        mine = next((entry for entry, user in taken.items() if user == person.id), None)
        stamp = stamp_of(person)

        def decide(t: Tournament) -> tuple[AnyEvent, ...]:
            name = t.entries.persons[mine].name if mine else free_name(t, person.name)
            return sell(t, Buyer(name), stamp, cards=cards)

        change = await self.change(facts, decide)
        if mine is None:
            bought = next(event for event in change.events if isinstance(event, Sold))
            await self._plays(facts.id, bought.person, person.id)
        return change

    async def _plays(self, tournament_id: str, entry: int, user: str) -> None:
        async with write(self.engine) as session:
            session.add(TournamentPlayer(tournament_id=tournament_id, person=entry, user_id=user))

    # ---- backups -----------------------------------------------------------------------------

    def _saved(self, facts: Facts, tournament: Tournament) -> None:
        """A result came from a table."""
        if tournament.current is not None and tournament.current.complete:
            self._back_up(facts.id, tournament)

    def _back_up(self, tournament_id: str, tournament: Tournament) -> None:
        path = backup.after_round(self._folder / tournament_id, tournament)
        self._later(self._write(path, backup.dumps(list(tournament.history))))

    async def _write(self, path: Path, data: bytes) -> None:
        async with self._writing:  # one after the other, the newest last
            await asyncio.to_thread(_write, path, data)

    def _later(self, work: Coroutine[Any, Any, None]) -> None:
        """Does something that nobody waits for."""
        task = asyncio.create_task(work)
        self._background.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._background.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            _log.error("a tournament was not looked after", error=repr(error), exc_info=error)

    async def copy(self, tournament_id: str) -> Tournament:
        """A state of one's own, for a thread that works on it."""
        events = list((await self.logs.state(tournament_id)).history)
        return await asyncio.to_thread(replayed, events)


def stamp_of(person: Person) -> Stamp:
    """Now, and who."""
    return Stamp(at=now(), by=person.name)


def checked_grace(minutes: int) -> int:
    """Minutes that somebody may be late.

    Raises:
        BadRequest: too many.
    """
    if not 0 <= minutes <= 24 * 60:
        raise BadRequest("somebody may be late by 0 to {most} minutes", most=24 * 60)
    return minutes


def _worth_a_backup(change: Change) -> bool:
    """While cards are sold, with every draw, and when a round is complete."""
    kinds = {type(event) for event in change.events}
    if kinds & {Sold, Unsold, Drawn, Paired}:
        return True
    current = change.tournament.current
    return Resulted in kinds and current is not None and current.complete


def _write(path: Path, data: bytes) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        backup.write(path, data)
    except (FileError, OSError) as error:
        _log.error("the backup of a tournament failed", path=str(path), error=str(error))


def free_name(t: Tournament, name: str) -> str:
    """The person's name, with a number where others have it, or a card could be meant by it."""

    def taken(name: str) -> bool:
        return name.isdigit() or bool(t.entries.named(name) or t.entries.shown_as(name))

    numbers = (f"{name} ({number})" for number in itertools.count(2))
    return next(free for free in itertools.chain([name], numbers) if not taken(free))

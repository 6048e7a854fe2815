"""The lobby as all who look at it see it.

One task looks at the database once a second while anybody watches, so that several processes need
not tell each other what happens; who asked for something itself is shown it sooner.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

import msgspec
import structlog
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession

from bummerl.match.ratings import Rating, family_of
from bummerl.rules.variants import parse_rules
from bummerl.server import wire
from bummerl.server.http import shapes
from bummerl.server.http.table_infos import table_info
from bummerl.server.people import Person
from bummerl.server.store import games, people, ratings, seeks
from bummerl.server.store.engine import now, read, write
from bummerl.server.store.models import TableRow
from bummerl.words.rulebook import name_of
from bummerl.words.wording import Wording

_log = structlog.get_logger("bummerl.lobby")

_INTERVAL: Final = 1.0
"""Seconds between two looks."""
_BEAT: Final = 10_000
"""Milliseconds between two signs of life."""
_RECENT: Final = 15 * 60_000
"""Milliseconds after which a table where nothing happens is shown no more."""
_AROUND: Final = 5 * 60_000
"""Milliseconds for which somebody counts as being here."""


class Watcher:
    """Somebody who looks at the lobby."""

    def __init__(self, person: Person | None, wording: Wording, base: str) -> None:
        self.person, self.wording, self.base = person, wording, base
        self.messages: asyncio.Queue[bytes] = asyncio.Queue(maxsize=8)
        self._last: shapes.Lobby | None = None

    def show(self, lobby: shapes.Lobby) -> None:
        """Sends the lobby if it is another than before."""
        still = msgspec.structs.replace(
            lobby, seeks=[msgspec.structs.replace(seek, age=0) for seek in lobby.seeks]
        )
        if still != self._last and self._put(lobby):
            self._last = still

    def accepted(self, table_id: str) -> None:
        """Tells that a seek has led to a table."""
        self._put(shapes.Accepted(table=table_id))

    def hear(self, said: str) -> None:
        """Answers a ping: pages do not see those of the socket itself.  All else is nothing."""
        with contextlib.suppress(msgspec.MsgspecError, RecursionError):
            command = wire.decode_command(said)
            if isinstance(command, wire.Ping):
                self._put(wire.Pong(reply_to=command.id))

    def _put(self, message: shapes.Lobby | shapes.Accepted | wire.Pong) -> bool:
        """Whether it is sent: too much waits for somebody who takes nothing."""
        if self.messages.full():
            return False
        self.messages.put_nowait(msgspec.json.encode(message))
        return True


class Situation(NamedTuple):
    """What the database says about the lobby."""

    at: int
    seeks: list[seeks.Open]
    ratings: dict[tuple[str, str], Rating]
    tables: Sequence[TableRow]
    mine: dict[str, Sequence[TableRow]]
    """By person, of those that were asked for."""
    counts: shapes.Counts


async def look(session: AsyncSession, persons: Iterable[str]) -> Situation:
    """The lobby as it stands, with the tables of these people."""
    at = now()
    found = await seeks.open_ones(session, at)
    return Situation(
        at=at,
        seeks=found,
        ratings=await ratings.of_people(session, [entry.user.id for entry in found]),
        tables=await games.running(session, at - _RECENT),
        mine={user: await games.running_of(session, user) for user in persons},
        counts=shapes.Counts(
            people=await people.count_seen(session, at - _AROUND),
            tables=await games.count_running(session, at - _RECENT),
        ),
    )


def lobby_for(
    situation: Situation, person: Person | None, wording: Wording, base: str
) -> shapes.Lobby:
    """The lobby as `person` sees it."""
    mine = situation.mine.get(person.id, ()) if person is not None else ()
    return shapes.Lobby(
        seeks=[_seek_info(entry, situation, person, wording) for entry in situation.seeks],
        tables=[table_info(row, person, wording, base) for row in situation.tables],
        mine=[table_info(row, person, wording, base) for row in mine],
        counts=situation.counts,
    )


def _seek_info(
    entry: seeks.Open, situation: Situation, person: Person | None, wording: Wording
) -> shapes.SeekInfo:
    seek, user = entry
    rules = parse_rules(seek.rules)
    rating = situation.ratings.get((user.id, family_of(rules)))
    current = rating.now(situation.at / 1000) if rating is not None else None
    return shapes.SeekInfo(
        id=seek.id,
        name=user.name,
        guest=user.password is None,
        rating=None if current is None else round(current.value),
        provisional=current is not None and current.provisional,
        rules=seek.rules,
        rules_name=name_of(rules, wording),
        match=rules.match,
        control=seek.control,
        rated=seek.rated,
        mine=person is not None and person.id == user.id,
        age=max(0, (situation.at - seek.created) // 1000),
    )


class Hub:
    """Tells everybody who watches."""

    def __init__(self, engine: AsyncEngine, interval: float = _INTERVAL) -> None:
        self._engine, self._interval = engine, interval
        self._watchers: set[Watcher] = set()
        self._wake = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._beat = 0

    def start(self) -> None:
        """Begins to look."""
        self._task = asyncio.create_task(self._run(), name="lobby")

    async def stop(self) -> None:
        """Ends it."""
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task
            self._task = None

    def enter(self, watcher: Watcher) -> None:
        """Somebody begins to watch."""
        self._watchers.add(watcher)
        self._beat = 0  # at the next look, everybody is here
        self._wake.set()

    def leave(self, watcher: Watcher) -> None:
        """Somebody watches no more."""
        self._watchers.discard(watcher)

    def poke(self) -> None:
        """Something has changed."""
        self._wake.set()

    async def _run(self) -> None:
        while True:
            if not self._watchers:
                self._wake.clear()
                await self._wake.wait()
            try:
                await self._tell()
            except (SQLAlchemyError, OSError) as error:
                _log.warning("the lobby cannot be read", error=repr(error))
            await asyncio.sleep(self._interval)

    async def _tell(self) -> None:
        watchers = list(self._watchers)
        here = {watcher.person.id for watcher in watchers if watcher.person is not None}
        at = now()
        if at - self._beat >= _BEAT:
            self._beat = at
            async with write(self._engine) as session:
                await seeks.keep_alive(session, here, at)
                await seeks.sweep(session, at)
        async with read(self._engine) as session:
            led = await seeks.accepted(session, here)
            situation = await look(session, here)
        for watcher in watchers:
            for seek in led:
                if watcher.person is not None and watcher.person.id == seek.user_id:
                    watcher.accepted(seek.table_id or "")
            watcher.show(lobby_for(situation, watcher.person, watcher.wording, watcher.base))
        if led:
            async with write(self._engine) as session:
                await seeks.drop(session, [seek.id for seek in led])

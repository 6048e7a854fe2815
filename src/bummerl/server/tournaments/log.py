"""The logs of tournaments in the database, and their states in memory.

Whoever changes a tournament has its row for himself until all is written, so that two desks never
write over each other, whatever process they are at.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict, defaultdict
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

import msgspec
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession

from bummerl.errors import BummerlError
from bummerl.server.refusals import Unknown
from bummerl.server.store.engine import is_id, new_id, now, read, write
from bummerl.server.store.models import TournamentEventRow, TournamentRow
from bummerl.tournament.events import AnyEvent, decode, encode
from bummerl.tournament.state import Tournament

KEPT: Final = 64
"""Tournaments in memory."""
_CHUNK: Final = 500

Decide = Callable[[Tournament], Sequence[AnyEvent]]


class Facts(NamedTuple):
    """What is known of a tournament besides its log."""

    id: str
    owner: str
    invite: str | None
    control: str | None
    grace: int

    @property
    def online(self) -> bool:
        """Its matches are played at our tables."""
        return self.control is not None


class Change(NamedTuple):
    """What came of a change."""

    tournament: Tournament
    events: Sequence[AnyEvent]


class Logs:
    """Reads and writes the logs."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._states: OrderedDict[str, Tournament] = OrderedDict()
        self._locks: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)

    async def create(
        self, events: Sequence[AnyEvent], owner: str, control: str | None, grace: int
    ) -> str:
        """A new tournament that begins with these events; its id.

        Raises:
            BummerlError, ArithmeticError, AssertionError, AttributeError, LookupError, TypeError,
                ValueError: the events do not follow from each other.
        """
        tournament = Tournament.replay(events)
        id_, at = new_id(), now()
        async with write(self._engine) as session:
            session.add(
                TournamentRow(
                    id=id_,
                    name=tournament.settings.name,
                    created=at,
                    changed=at,
                    phase=tournament.phase,
                    owner=owner,
                    invite=None,
                    control=control,
                    grace=grace,
                    tended=0,
                    last_seq=len(events),
                )
            )
            await session.flush()
            await _insert(session, id_, 0, events)
        self._keep(id_, tournament)
        return id_

    async def facts(self, tournament_id: str) -> Facts:
        """What is known besides the log.

        Raises:
            Unknown: there is no such tournament.
        """
        async with read(self._engine) as session:
            return facts_of(await _row(session, tournament_id, lock=False))

    async def state(self, tournament_id: str) -> Tournament:
        """The newest state.  It is shared: look, but do not touch, and do not wait meanwhile.

        Raises:
            Unknown: there is no such tournament.
        """
        async with read(self._engine) as session:
            row = await _row(session, tournament_id, lock=False)
            kept = self._states.get(tournament_id)
            if kept is not None and kept.seq == row.last_seq:
                return kept
        async with self._locks[tournament_id], read(self._engine) as session:
            row = await _row(session, tournament_id, lock=False)
            return await self._refreshed(session, row)

    async def change(self, tournament_id: str, decide: Decide) -> Change:
        """Let `decide` say what happens, write it, and then let it happen.

        `decide` sees the newest state and may raise; then nothing happens.

        Raises:
            Unknown: there is no such tournament.
        """
        async with self._locks[tournament_id]:
            try:
                async with write(self._engine) as session:
                    row = await _row(session, tournament_id, lock=True)
                    tournament = await self._refreshed(session, row)
                    events = decide(tournament)
                    await _insert(session, tournament_id, tournament.seq, events)
                    # before it is written, so that nothing is written that cannot be replayed
                    for event in events:
                        tournament.apply(event)
                    if events:
                        row.last_seq, row.changed = tournament.seq, now()
                        row.phase, row.name = tournament.phase, tournament.settings.name
            except BaseException as error:
                if not isinstance(error, BummerlError):
                    self._states.pop(tournament_id, None)  # perhaps half changed
                raise
            return Change(tournament, events)

    async def history(self, tournament_id: str) -> list[AnyEvent]:
        """The whole log."""
        return list((await self.state(tournament_id)).history)

    async def _refreshed(self, session: AsyncSession, row: TournamentRow) -> Tournament:
        kept = self._states.get(row.id)
        seen = kept.seq if kept is not None else 0
        if kept is not None and seen == row.last_seq:
            return kept
        query = (
            select(TournamentEventRow.data)
            .where(TournamentEventRow.tournament_id == row.id, TournamentEventRow.seq > seen)
            .order_by(TournamentEventRow.seq)
        )
        events = [decode(data) for data in (await session.execute(query)).scalars()]
        if kept is None:
            kept = Tournament.replay(events)
        else:
            for event in events:
                kept.apply(event)
        self._keep(row.id, kept)
        return kept

    def _keep(self, tournament_id: str, tournament: Tournament) -> None:
        self._states[tournament_id] = tournament
        self._states.move_to_end(tournament_id)
        while len(self._states) > KEPT:
            self._states.popitem(last=False)


def facts_of(row: TournamentRow) -> Facts:
    """What is known besides the log."""
    return Facts(row.id, row.owner, row.invite, row.control, row.grace)


def replayed(events: Sequence[AnyEvent]) -> Tournament:
    """A state of one's own, for a thread that works on it."""
    return Tournament.replay(msgspec.json.decode(msgspec.json.encode(events), type=list[AnyEvent]))


async def _row(session: AsyncSession, tournament_id: str, *, lock: bool) -> TournamentRow:
    if is_id(tournament_id):
        query = select(TournamentRow).where(TournamentRow.id == tournament_id)
        row = (
            await session.execute(query.with_for_update() if lock else query)
        ).scalar_one_or_none()
        if row is not None:
            return row
    raise Unknown("there is no such tournament")


async def _insert(
    session: AsyncSession, tournament_id: str, seen: int, events: Sequence[AnyEvent]
) -> None:
    for first in range(0, len(events), _CHUNK):
        session.add_all(
            TournamentEventRow(
                tournament_id=tournament_id, seq=seen + first + n, data=encode(event)
            )
            for n, event in enumerate(events[first : first + _CHUNK], start=1)
        )
        await session.flush()

"""Matches of a tournament at our tables: opened when both are free, results taken when over.

Who plays when is what the tournament's boards say: a person is at one board at a time, so with
several matches in a round the tables follow each other.  A match of which cards have been dealt
keeps its table whatever the desk does with boards; only a result ends it before its time.
"""

from __future__ import annotations

import asyncio
import contextlib
import copy
import time
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

import structlog
from sqlalchemy import select, update
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession

from bummerl.errors import BummerlError
from bummerl.rules.moves import Seat
from bummerl.server.http.services import TableService
from bummerl.server.refusals import Conflict
from bummerl.server.store.engine import now, read, write
from bummerl.server.store.models import (
    EventRow,
    TableRow,
    TournamentRow,
    TournamentTable,
    User,
)
from bummerl.server.table.events import Sitter, TableSpec
from bummerl.server.table.reading import table_of
from bummerl.server.table.state import Table
from bummerl.server.tournaments import roles
from bummerl.server.tournaments.log import Decide, Facts, Logs, facts_of
from bummerl.tournament.desk import result
from bummerl.tournament.events import AnyEvent
from bummerl.tournament.rounds import Match
from bummerl.tournament.sale import Stamp
from bummerl.tournament.state import Tournament

INTERVAL: Final = 5.0
"""Seconds between two looks at all tables: for absent players, and what a crash left undone."""
_MINUTE: Final = 60_000
_LEASE: Final = 30_000
"""Milliseconds after which another process opens tables in the place of one that is gone."""

_log = structlog.get_logger("bummerl.tournaments")


class Wanted(NamedTuple):
    """A match that wants a table."""

    match: str
    cards: tuple[int, int]
    users: tuple[str, str]


class Play:
    """Leads the matches of online tournaments."""

    def __init__(
        self,
        engine: AsyncEngine,
        tables: TableService,
        logs: Logs,
        changed: Callable[[Facts, Tournament], None],
    ) -> None:
        self._engine, self._tables, self._logs, self._changed = engine, tables, logs, changed
        self._lock = asyncio.Lock()

    async def tend(self, facts: Facts) -> None:
        """Takes results of tables that are over, and opens those that are due.

        Safe to be called at any time, also twice.
        """
        if not facts.online:
            return
        async with self._lock:
            if not await self._claim(facts.id):
                return  # another process does it; what it misses is found at the next look
            try:
                for _ in range(8):  # a result may free somebody for the next match
                    took = await self._take_results(facts)
                    opened = await self._open_tables(facts)
                    if not took and not opened:
                        break
            finally:
                await self._set_tended(facts.id, 0)

    async def table_over(self, table_id: str) -> None:
        """A Bummerl is over at a table: perhaps the match of a tournament."""
        async with read(self._engine) as session:
            query = (
                select(TournamentRow)
                .join(TournamentTable, TournamentTable.tournament_id == TournamentRow.id)
                .where(TournamentTable.table_id == table_id, TournamentTable.done.is_(False))
            )
            row = (await session.execute(query)).scalar_one_or_none()
        if row is not None:
            await self.tend(facts_of(row))

    async def look(self) -> None:
        """Looks after all online tournaments that are under way."""
        async with read(self._engine) as session:
            query = select(TournamentRow).where(
                TournamentRow.control.is_not(None),
                TournamentRow.phase.in_(("danish", "knockout")),
            )
            found = [facts_of(row) for row in (await session.execute(query)).scalars()]
        for facts in found:
            await self._miss_absent(facts)
            await self.tend(facts)

    async def run(self) -> None:
        """Looks after them for ever."""
        while True:
            await asyncio.sleep(INTERVAL)
            try:
                await self.look()
            except Exception as error:
                _log.warning("online tournaments could not be looked after", error=repr(error))

    async def _claim(self, tournament_id: str) -> bool:
        at = now()
        async with write(self._engine) as session:
            where = (TournamentRow.id == tournament_id, TournamentRow.tended < at)
            claim = update(TournamentRow).where(*where).values(tended=at + _LEASE)
            found = await session.execute(claim.returning(TournamentRow.id))
            return found.scalar_one_or_none() is not None

    async def _set_tended(self, tournament_id: str, until: int) -> None:
        async with write(self._engine) as session:
            where = TournamentRow.id == tournament_id
            await session.execute(update(TournamentRow).where(where).values(tended=until))

    # ---- results -----------------------------------------------------------------------------

    async def _take_results(self, facts: Facts) -> bool:
        async with read(self._engine) as session:
            query = (
                select(TournamentTable, TableRow)
                .join(TableRow, TableRow.id == TournamentTable.table_id)
                .where(
                    TournamentTable.tournament_id == facts.id,
                    TournamentTable.done.is_(False),
                    TableRow.phase.in_(("over", "cancelled")),
                )
            )
            found = [(row, table) for row, table in await session.execute(query)]
        for row, table in found:
            seat = await self._winner(table)
            if seat is not None:
                await self._result(facts, row, table, seat)
            await self._done(row.table_id)
        return bool(found)

    async def _winner(self, table: TableRow) -> Seat | None:
        """The seat that won; None if the table was only closed."""
        if table.phase == "over":
            return None if table.winner is None else int(table.winner)
        closed = await self._table(table.id)
        given_up = None if closed is None else closed.given_up
        return None if given_up is None else 1 - given_up

    async def _result(
        self, facts: Facts, row: TournamentTable, table: TableRow, seat: Seat
    ) -> None:
        cards, bummerls = (row.card0, row.card1), (table.bummerls0, table.bummerls1)
        won, lost = bummerls[seat], bummerls[1 - seat]
        stamp = Stamp(at=now(), by=None)

        def decide(t: Tournament) -> tuple[AnyEvent, ...]:
            needed = t.rules.match
            most = needed + t.rules.schneider_bummerls - 1
            match = t.match(row.match)
            if match is None or match.outcome is not None or not _same(match, row):
                return ()  # the desk has decided otherwise meanwhile
            whole = needed <= won <= most and lost < needed
            return result(
                t,
                row.match,
                cards[seat],
                stamp,
                score=(won, lost) if whole else None,
                how="played" if whole else "forfeit",
            )

        try:
            tournament, _ = await self._logs.change(facts.id, decide)
        except BummerlError as error:
            _log.warning("a result was not taken", match=row.match, error=str(error))
        else:
            self._changed(facts, tournament)

    async def _done(self, table_id: str) -> None:
        async with write(self._engine) as session:
            await session.execute(
                update(TournamentTable)
                .where(TournamentTable.table_id == table_id)
                .values(done=True)
            )

    # ---- tables ------------------------------------------------------------------------------

    async def _open_tables(self, facts: Facts) -> bool:
        async with read(self._engine) as session:
            rows = await running_tables(session, facts.id)
        t = await self._logs.state(facts.id)
        matches = {m.id: m for m in t.open_matches() if m.board is not None}
        for row in rows:
            if not _same(matches.get(row.match), row):
                await self._close(row, t.match(row.match))
        t = await self._logs.state(facts.id)
        async with read(self._engine) as session:
            players = await roles.players(session, facts.id)
            playing = await _sitting(session, facts.id)
        wanted = []
        for m in t.open_matches():
            users = [players.get(t.person_id(card)) for card in m.cards]
            first, second = users
            if m.board is None or first is None or second is None or playing & set(users):
                continue
            wanted.append(Wanted(m.id, m.cards, (first, second)))
            playing |= {first, second}
        for one in wanted:
            await self._open(facts, one, str(t.rules))
        return bool(wanted)

    async def _open(self, facts: Facts, wanted: Wanted, rules: str) -> None:
        async with read(self._engine) as session:
            query = select(User).where(User.id.in_(wanted.users))
            users = {user.id: user.name for user in (await session.execute(query)).scalars()}
        sitters = tuple(Sitter(name=users.get(user, "?"), user=user) for user in wanted.users)
        spec = TableSpec(
            rules=rules,
            control=facts.control or "none",
            date=time.strftime("%Y.%m.%d", time.gmtime()),
            tournament=facts.id,
        )
        table_id = await self._tables.open(spec, (sitters[0], sitters[1]))
        async with write(self._engine) as session:
            session.add(
                TournamentTable(
                    table_id=table_id,
                    tournament_id=facts.id,
                    match=wanted.match,
                    card0=wanted.cards[0],
                    card1=wanted.cards[1],
                    opened=now(),
                    done=False,
                )
            )

    async def _close(self, row: TournamentTable, match: Match | None) -> None:
        """Ends a table whose match is decided, or not to be played now: there the loser gives up.

        Where nobody has lost, a match that has begun goes on, and no result of it is taken that
        does not count any more.
        """
        async with read(self._engine) as session:
            table = await session.get(TableRow, row.table_id)
        users = (None, None) if table is None else (table.seat0, table.seat1)
        decided = match is not None and set(match.cards) == {row.card0, row.card1}
        outcome = match.outcome if match is not None and decided else None
        loser = users[0] if outcome is None else users[(row.card0, row.card1).index(outcome.loser)]
        try:
            if outcome is not None and loser is not None:
                await self._tables.give_up(row.table_id, loser)
            elif loser is not None:
                await self._tables.cancel(row.table_id, loser)
        except BummerlError:
            return  # it has begun, or ended by itself; or it is closed at the next look
        await self._done(row.table_id)

    async def playing(self, facts: Facts) -> frozenset[str]:
        """The matches of which cards have been dealt."""
        async with read(self._engine) as session:
            query = (
                select(TournamentTable.match)
                .join(TableRow, TableRow.id == TournamentTable.table_id)
                .where(
                    TournamentTable.tournament_id == facts.id,
                    TournamentTable.done.is_(False),
                    TableRow.phase.in_(("playing", "deal_over")),
                )
            )
            return frozenset((await session.execute(query)).scalars())

    # ---- who does not come -------------------------------------------------------------------

    async def _miss_absent(self, facts: Facts) -> None:
        """Matches are lost for those who did not come in time, if the other one did."""
        if not facts.grace:
            return
        before = now() - facts.grace * _MINUTE
        async with read(self._engine) as session:
            rows = [r for r in await running_tables(session, facts.id) if r.opened < before]
        for row in rows:
            table = await self._table(row.table_id)
            if table is None or table.phase != "shuffling":
                continue
            late = [seat for seat in (0, 1) if _is_late(table, seat)]
            if len(late) == 1:
                await self._forfeit(facts, row, (row.card1, row.card0)[late[0]])

    async def _forfeit(self, facts: Facts, row: TournamentTable, winner: int) -> None:
        stamp = Stamp(at=now())
        with contextlib.suppress(BummerlError):
            tournament, _ = await self._logs.change(
                facts.id,
                lambda t: result(t, row.match, winner, stamp, how="forfeit"),
            )
            self._changed(facts, tournament)

    async def _table(self, table_id: str) -> Table | None:
        """None if its log cannot be read: of that the desk decides."""
        query = select(EventRow.data).where(EventRow.table_id == table_id).order_by(EventRow.seq)
        async with read(self._engine) as session:
            return table_of(table_id, (await session.execute(query)).scalars().all())


def _is_late(table: Table, seat: Seat) -> bool:
    """Somebody is away before the first deal, or is there and keeps only the other waiting."""
    alone = table.owes(seat) is not None and table.owes(1 - seat) is None
    return alone or not table.here[seat]


def undisturbed(decide: Decide, playing: frozenset[str]) -> Decide:
    """What the desk decides, if it takes no board or card from a match that is being played."""

    def checked(t: Tournament) -> Sequence[AnyEvent]:
        events = decide(t)
        if playing:
            trial = copy.deepcopy(t)
            for event in events:
                trial.apply(event)
            for id_ in sorted(playing):
                before, match = t.match(id_), trial.match(id_)
                same = before and match and before.cards == match.cards
                if not match or not same or (match.outcome is None and match.board is None):
                    raise Conflict(
                        "match {match} is being played at its table; wait for its result, or "
                        "enter one",
                        match=id_,
                    )
        return events

    return checked


async def running_tables(session: AsyncSession, tournament_id: str) -> list[TournamentTable]:
    """The tables of a tournament whose results are awaited."""
    query = select(TournamentTable).where(
        TournamentTable.tournament_id == tournament_id, TournamentTable.done.is_(False)
    )
    return list((await session.execute(query)).scalars())


async def _sitting(session: AsyncSession, tournament_id: str) -> set[str | None]:
    """Who sits at these tables."""
    query = (
        select(TableRow.seat0, TableRow.seat1)
        .join(TournamentTable, TournamentTable.table_id == TableRow.id)
        .where(TournamentTable.tournament_id == tournament_id, TournamentTable.done.is_(False))
    )
    return {user for row in await session.execute(query) for user in row}


def _same(match: Match | None, row: TournamentTable) -> bool:
    return match is not None and match.cards == (row.card0, row.card1)

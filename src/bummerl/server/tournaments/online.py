"""Matches of a tournament at our tables: opened when both are free, results taken when over.

Who plays when is what the tournament's boards say: a person is at one board at a time, so with
several matches in a round the tables follow each other.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable
from typing import Final, NamedTuple

import structlog
from sqlalchemy import select, update
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession

from bummerl.errors import BummerlError
from bummerl.server.http.services import TableService
from bummerl.server.store.engine import now, read, write
from bummerl.server.store.models import (
    EventRow,
    TableRow,
    TournamentRow,
    TournamentTable,
    User,
)
from bummerl.server.table.events import Sitter, TableSpec, decode
from bummerl.server.table.state import Table
from bummerl.server.tournaments import roles
from bummerl.server.tournaments.log import Facts, Logs, facts_of
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
            if table.phase == "over" and table.winner is not None:
                await self._result(facts, row, table)
            await self._done(row.table_id)
        return bool(found)

    async def _result(self, facts: Facts, row: TournamentTable, table: TableRow) -> None:
        cards, bummerls = (row.card0, row.card1), (table.bummerls0, table.bummerls1)
        seat = 0 if table.winner == 0 else 1
        won, lost = bummerls[seat], bummerls[1 - seat]
        stamp = Stamp(at=now(), by=None)

        def decide(t: Tournament) -> tuple[AnyEvent, ...]:
            needed = t.rules.match
            most = needed + t.rules.schneider_bummerls - 1
            match = t.match(row.match)
            if match is None or match.outcome is not None or set(match.cards) != set(cards):
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
            players = await roles.players(session, facts.id)
            rows = await running_tables(session, facts.id)
        t = await self._logs.state(facts.id)
        matches = {m.id: m for m in t.open_matches() if m.board is not None}
        stale = [r for r in rows if not _same(matches.get(r.match), r)]
        served = {row.match for row in rows if row not in stale}
        wanted = [
            Wanted(m.id, m.cards, (players[t.person_id(m.a)], players[t.person_id(m.b)]))
            for m in matches.values()
            if m.id not in served and {t.person_id(m.a), t.person_id(m.b)} <= players.keys()
        ]
        rules = str(t.rules)
        for row in stale:
            await self._close(row)
        for one in wanted:
            await self._open(facts, one, rules)
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

    async def _close(self, row: TournamentTable) -> None:
        """A table whose match is decided otherwise, or not to be played now: whoever sits, goes."""
        await self._done(row.table_id)
        async with read(self._engine) as session:
            table = await session.get(TableRow, row.table_id)
        if table is not None and table.seat0 is not None and table.phase not in _ENDED:
            with contextlib.suppress(BummerlError):
                await self._tables.give_up(row.table_id, table.seat0)

    # ---- who does not come -------------------------------------------------------------------

    async def _miss_absent(self, facts: Facts) -> None:
        """Matches are lost for those who did not come in time, if the other one did."""
        if not facts.grace:
            return
        late = now() - facts.grace * _MINUTE
        async with read(self._engine) as session:
            rows = [r for r in await running_tables(session, facts.id) if r.opened < late]
            found = [(row, await _presence(session, row.table_id)) for row in rows]
        for row, here in found:
            if here is not None and sum(here) == 1:
                await self._forfeit(facts, row, (row.card0, row.card1)[here.index(True)])

    async def _forfeit(self, facts: Facts, row: TournamentTable, winner: int) -> None:
        stamp = Stamp(at=now())
        with contextlib.suppress(BummerlError):
            tournament, _ = await self._logs.change(
                facts.id,
                lambda t: result(t, row.match, winner, stamp, how="forfeit"),
            )
            self._changed(facts, tournament)


_ENDED: Final = frozenset({"over", "cancelled"})


async def running_tables(session: AsyncSession, tournament_id: str) -> list[TournamentTable]:
    """The tables of a tournament whose results are awaited."""
    query = select(TournamentTable).where(
        TournamentTable.tournament_id == tournament_id, TournamentTable.done.is_(False)
    )
    return list((await session.execute(query)).scalars())


async def _presence(session: AsyncSession, table_id: str) -> list[bool] | None:
    """Who is at a table, by seat; None if its first deal has been dealt."""
    query = select(EventRow.data).where(EventRow.table_id == table_id).order_by(EventRow.seq)
    events = [decode(data) for data in (await session.execute(query)).scalars()]
    table = Table.replay(table_id, events)
    return None if table.match is not None else list(table.here)


def _same(match: Match | None, row: TournamentTable) -> bool:
    return match is not None and match.cards == (row.card0, row.card1)

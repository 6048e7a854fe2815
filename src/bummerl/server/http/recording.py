"""What is kept of deals and Bummerls that are over: records, facts for statistics, ratings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncEngine

from bummerl.match.bummerl import MatchDeal
from bummerl.match.ratings import family_of
from bummerl.notation.sgn import dumps
from bummerl.rules.variants import parse_rules
from bummerl.server.http.hub import Hub
from bummerl.server.http.opening import check_room, sitter_of
from bummerl.server.refusals import Conflict, TooOften
from bummerl.server.security.limits import Limits
from bummerl.server.store import leaving, people, ratings
from bummerl.server.store.engine import read, write
from bummerl.server.store.models import DealRow
from bummerl.server.store.statistics import facts_of
from bummerl.server.table.events import NoRematch, Sitter, TableSpec

if TYPE_CHECKING:
    from bummerl.server.live.finished import FinishedBummerl, FinishedDeal


class Recorder:
    """Writes down what tables tell it; whatever it is told twice counts once."""

    def __init__(self, engine: AsyncEngine, hub: Hub, limits: Limits) -> None:
        self._engine, self._hub, self._limits = engine, hub, limits

    async def deal(self, table_id: str, finished: FinishedDeal) -> None:
        """A deal is over; or it is told again with another outcome."""
        columns = _columns(finished)
        async with write(self._engine) as session:
            query = select(DealRow).where(
                DealRow.table_id == table_id, DealRow.number == finished.number
            )
            row = (await session.execute(query)).scalar_one_or_none()
            if row is None:
                session.add(DealRow(table_id=table_id, number=finished.number, **columns))
            else:
                for name, value in columns.items():
                    setattr(row, name, value)
            await session.flush()
            await leaving.from_new_record(session, table_id)
        self._hub.poke()

    async def bummerl(self, table_id: str, finished: FinishedBummerl) -> None:
        """A Bummerl is over; it changes ratings if it was played for them."""
        if not finished.spec.rated or finished.winner is None or finished.loser is None:
            return
        async with write(self._engine) as session:
            await ratings.rate(
                session,
                table_id,
                finished.number,
                family_of(parse_rules(finished.spec.rules)),
                winner=finished.winner,
                loser=finished.loser,
                at=finished.at,
            )

    async def sit_again(self, sitter: Sitter, spec: TableSpec) -> Sitter | NoRematch:
        """Somebody plays once more, with the name and the rating of today; or why not."""
        async with read(self._engine) as session:
            user = await people.by_id(session, sitter.user or "")
            if user is None or user.deleted is not None or user.banned is not None:
                return "gone"
            person = people.as_person(user)
            try:
                await self._limits.check("table", person.id)
                await check_room(session, person)
            except (TooOften, Conflict):
                return "often"
            return await sitter_of(session, person, parse_rules(spec.rules))


def _columns(finished: FinishedDeal) -> dict[str, Any]:
    deal, record = finished.deal, finished.record
    winner, points, reason = deal.result or (None, 0, "forfeit")
    if deal.forfeit is not None and winner is None:
        winner = 1 - deal.forfeit.seat
    facts = facts_of(deal.start, deal.dealer)
    facts |= {
        "bummerl": finished.bummerl,
        "needed": _needed(deal),
        "bummerls": list(deal.score_after.bummerls),
    }
    if finished.cause is not None:
        facts["cause"] = finished.cause
    return {
        "ended": finished.at,
        "pack": record.rules.deck,
        "sgn": dumps([record]),
        "winner": winner,
        "game_points": points,
        "reason": reason,
        "facts": facts,
    }


def _needed(deal: MatchDeal) -> list[int]:
    """What both still need after the deal, 0 who has won the Bummerl with it.

    The score after it would be that of the next Bummerl.
    """
    needed = list(deal.score.needed)
    winner = None if deal.result is None else deal.result.winner
    if deal.result is not None and winner is not None:
        needed[winner] = max(0, needed[winner] - deal.result.points - deal.score.carry)
    return needed

"""What tournaments know of a person: to take along, and to forget when somebody leaves for good."""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import delete, select, union
from sqlalchemy.ext.asyncio import AsyncSession

from bummerl.server.refusals import Conflict
from bummerl.server.store.engine import now, read, write
from bummerl.server.store.models import TournamentHelper, TournamentPlayer, TournamentRow, User
from bummerl.server.tournaments import roles
from bummerl.server.tournaments.service import Tournaments, free_name
from bummerl.tournament.cash import cash
from bummerl.tournament.desk import withdraw
from bummerl.tournament.events import AnyEvent
from bummerl.tournament.sale import Buyer, Stamp, register, unsell
from bummerl.tournament.state import Tournament

NOBODY: Final = "?"
"""In the place of the name."""
ABANDONED: Final = 30 * 24 * 3600 * 1000
"""Milliseconds without anything happening after which a tournament keeps nobody here."""


async def check(tournaments: Tournaments, user_id: str) -> None:
    """Whether all tournaments of somebody can do without the organiser.

    Raises:
        Conflict: one is not over, and nobody else could draw it.
    """
    for row in await _organised(tournaments, user_id):
        state = await tournaments.logs.state(row.id)
        if state.entries.cards and row.changed > now() - ABANDONED:
            raise Conflict(
                "you organise the tournament {name}, which is not over: play it to its end first",
                name=row.name,
            )


async def forget(tournaments: Tournaments, user_id: str) -> None:
    """Takes away who somebody was: as organiser of what never began, as helper, as player.

    The person stays in the tournament under a neutral name, without cards that would keep others
    waiting; what was drawn was published with the name, and stays as it is.
    """
    empty = [
        row.id
        for row in await _organised(tournaments, user_id)
        if not (await tournaments.logs.state(row.id)).entries.cards
    ]
    async with read(tournaments.engine) as session:
        played = await _played(session, user_id)
    for tournament_id, person in played.items():
        await _take_out(tournaments, tournament_id, person)
    async with write(tournaments.engine) as session:
        await session.execute(delete(TournamentRow).where(TournamentRow.id.in_(empty)))
        for model in (TournamentHelper, TournamentPlayer):
            await session.execute(delete(model).where(model.user_id == user_id))


async def unfinished(session: AsyncSession) -> list[str]:
    """People who have left and whom tournaments still know."""
    left = [
        select(model.user_id).join(User, User.id == model.user_id).where(User.deleted.is_not(None))
        for model in (TournamentHelper, TournamentPlayer)
    ]
    return list((await session.execute(union(*left))).scalars())


async def told(tournaments: Tournaments, user_id: str) -> list[dict[str, Any]]:
    """Everything there is about somebody, tournament by tournament."""
    async with read(tournaments.engine) as session:
        found = await roles.of_person(session, user_id)
        played = await _played(session, user_id)
    return [
        {
            "id": row.id,
            "name": row.name,
            "created": row.created,
            "phase": row.phase,
            "role": role,
            "entry": await _entry(tournaments, row.id, played.get(row.id)),
        }
        for row, role in found
    ]


async def _entry(
    tournaments: Tournaments, tournament_id: str, person: int | None
) -> dict[str, Any] | None:
    if person is None:
        return None
    t = await tournaments.logs.state(tournament_id)
    one = t.entries.persons[person]
    return {
        "name": one.name,
        "display": one.display,
        "club": one.club,
        "groups": one.groups,
        "cards": t.entries.cards_of(person),
        "paid": cash(t).paid_by(person),
    }


async def _organised(tournaments: Tournaments, user_id: str) -> list[TournamentRow]:
    """Those of an organiser that are not over."""
    query = select(TournamentRow).where(
        TournamentRow.owner == user_id, TournamentRow.phase != "over"
    )
    async with read(tournaments.engine) as session:
        return list((await session.execute(query)).scalars())


async def _played(session: AsyncSession, user_id: str) -> dict[str, int]:
    """As whom somebody plays, by tournament."""
    query = select(TournamentPlayer).where(TournamentPlayer.user_id == user_id)
    return {row.tournament_id: row.person for row in (await session.execute(query)).scalars()}


async def _take_out(tournaments: Tournaments, tournament_id: str, person: int) -> None:
    """Gives back what is not drawn, withdraws what is still in, and takes away the name."""
    stamp = Stamp(at=now())

    def decide(t: Tournament) -> tuple[AnyEvent, ...]:
        known = Buyer(t.entries.persons[person].name, display="")
        events = register(t, known, stamp, new_name=free_name(t, NOBODY))
        held = set(t.entries.cards_of(person))
        undrawn = held & {card.number for card in t.new_cards}
        playing = (held & set(t.alive())) - undrawn - t.withdrawn
        if undrawn:
            events += unsell(t, sorted(undrawn), stamp)
        if playing and t.rounds:
            events += withdraw(t, sorted(playing), stamp)
        return events

    await tournaments.logs.change(tournament_id, decide)

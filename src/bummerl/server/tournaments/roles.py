"""Who may do what at a tournament, and who plays for whom."""

from __future__ import annotations

import hmac
from typing import Literal, NamedTuple, TypeAlias

from sqlalchemy import delete, or_, select, update
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession

from bummerl.server.people import Person
from bummerl.server.refusals import Conflict, Forbidden, SignedOut
from bummerl.server.store.engine import new_id, now, read, write
from bummerl.server.store.models import (
    TournamentHelper,
    TournamentPlayer,
    TournamentRow,
    User,
)
from bummerl.server.tournaments.log import Facts

Role: TypeAlias = Literal["organiser", "helper", "viewer"]

MOST_HELPERS = 50


class Helper(NamedTuple):
    """Somebody who helps."""

    id: str
    name: str


async def role_of(session: AsyncSession, facts: Facts, person: Person | None) -> Role:
    """What somebody is at a tournament."""
    if person is None:
        return "viewer"
    if person.id == facts.owner:
        return "organiser"
    helper = await session.get(TournamentHelper, (facts.id, person.id))
    return "viewer" if helper is None else "helper"


async def check(
    engine: AsyncEngine, facts: Facts, person: Person | None, *, organiser: bool = False
) -> Role:
    """The role of somebody who wants to work on a tournament.

    Raises:
        SignedOut: nobody is signed in.
        Forbidden: only the organiser may, or only the desk.
    """
    if person is None:
        raise SignedOut("please choose a name first")
    async with read(engine) as session:
        role = await role_of(session, facts, person)
    if role == "viewer":
        raise Forbidden("only the organiser of this tournament and the helpers can do this")
    if organiser and role != "organiser":
        raise Forbidden("only the organiser of this tournament can do this")
    return role


async def helpers(session: AsyncSession, tournament_id: str) -> list[Helper]:
    """All helpers, in the order they came."""
    query = (
        select(User.id, User.name)
        .join(TournamentHelper, TournamentHelper.user_id == User.id)
        .where(TournamentHelper.tournament_id == tournament_id)
        .order_by(TournamentHelper.since)
    )
    return [Helper(*row) for row in await session.execute(query)]


async def invite(engine: AsyncEngine, tournament_id: str) -> str:
    """A new secret for helpers; the one before is no longer good."""
    made = new_id()
    async with write(engine) as session:
        await session.execute(
            update(TournamentRow).where(TournamentRow.id == tournament_id).values(invite=made)
        )
    return made


async def accept(engine: AsyncEngine, facts: Facts, person: Person, token: str) -> None:
    """Somebody with the invitation becomes a helper.

    Raises:
        Forbidden: the invitation is not good.
        Conflict: there are too many helpers.
    """
    known = facts.invite is not None and hmac.compare_digest(
        facts.invite.encode(), token.encode(errors="replace")
    )
    if not known:
        raise Forbidden("this invitation is no longer good; ask the organiser for a new one")
    await add(engine, facts, person.id)


async def add(engine: AsyncEngine, facts: Facts, user_id: str) -> None:
    """Somebody becomes a helper; the organiser stays what he is.

    Raises:
        Conflict: there are too many helpers.
    """
    if user_id == facts.owner:
        return
    async with write(engine) as session:
        if await session.get(TournamentHelper, (facts.id, user_id)) is not None:
            return
        if len(await helpers(session, facts.id)) >= MOST_HELPERS:
            raise Conflict("there are enough helpers; take one away first")
        session.add(TournamentHelper(tournament_id=facts.id, user_id=user_id, since=now()))


async def remove(engine: AsyncEngine, tournament_id: str, user_id: str) -> None:
    """Somebody is no longer a helper, nor becomes one again by the old link."""
    async with write(engine) as session:
        await session.execute(
            update(TournamentRow).where(TournamentRow.id == tournament_id).values(invite=None)
        )
        await session.execute(
            delete(TournamentHelper).where(
                TournamentHelper.tournament_id == tournament_id,
                TournamentHelper.user_id == user_id,
            )
        )


async def players(session: AsyncSession, tournament_id: str) -> dict[int, str]:
    """User ids by person of the tournament, of those who play at our tables."""
    query = select(TournamentPlayer.person, TournamentPlayer.user_id).where(
        TournamentPlayer.tournament_id == tournament_id
    )
    return {row[0]: row[1] for row in await session.execute(query)}


async def of_person(session: AsyncSession, user_id: str) -> list[tuple[TournamentRow, Role]]:
    """Tournaments that somebody organises, helps at or plays in; the newest first."""
    helping = select(TournamentHelper.tournament_id).where(TournamentHelper.user_id == user_id)
    playing = select(TournamentPlayer.tournament_id).where(TournamentPlayer.user_id == user_id)
    query = (
        select(TournamentRow)
        .where(
            or_(
                TournamentRow.owner == user_id,
                TournamentRow.id.in_(helping),
                TournamentRow.id.in_(playing),
            )
        )
        .order_by(TournamentRow.created.desc())
        .limit(100)
    )
    rows = (await session.execute(query)).scalars().all()
    helped = set((await session.execute(helping)).scalars())
    return [(row, _role(row, helped, user_id)) for row in rows]


def _role(row: TournamentRow, helped: set[str], user_id: str) -> Role:
    if row.owner == user_id:
        return "organiser"
    return "helper" if row.id in helped else "viewer"

"""Whoever asks, as the database knows them; signing in."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from litestar import Request, Response
from sqlalchemy.ext.asyncio import AsyncSession

from bummerl.match.ratings import Rating
from bummerl.server.http import shapes
from bummerl.server.http.services import Services
from bummerl.server.people import session_of, somebody
from bummerl.server.refusals import Conflict, SignedOut, WrongPassword
from bummerl.server.security.sessions import session_cookie
from bummerl.server.store import people, ratings, sessions
from bummerl.server.store.engine import now, read
from bummerl.server.store.models import User

Asking = Request[Any, Any, Any]


def address_of(request: Asking) -> str:
    """Where a request comes from, for limits."""
    return request.client.host if request.client else "?"


def rating_infos(found: dict[Any, Rating]) -> list[shapes.RatingInfo]:
    """Ratings as they stand now."""
    at = now() / 1000
    infos = []
    for family, kept in found.items():
        rating = kept.now(at)
        infos.append(
            shapes.RatingInfo(
                family=family,
                value=round(rating.value),
                deviation=round(rating.deviation),
                provisional=rating.provisional,
                bummerls=rating.bummerls,
            )
        )
    return infos


async def me_of(session: AsyncSession, user: User) -> shapes.Me:
    """A person as they see themselves."""
    person = people.as_person(user)
    return shapes.Me(
        id=user.id,
        name=user.name,
        guest=person.guest,
        language=person.language,
        deck=person.deck,
        settings=user.settings,
        ratings=rating_infos(await ratings.of_person(session, user.id)),
    )


async def myself(session: AsyncSession, request: Asking) -> User:
    """Who asks, from the database.

    Raises:
        SignedOut: nobody is signed in.
    """
    user = await people.by_id(session, somebody(request).id)
    if user is None or user.deleted is not None:
        raise SignedOut("please choose a name first")
    return user


async def sign_in(
    services: Services, request: Asking, session: AsyncSession, user: User
) -> Response[shapes.Me]:
    """Answers with a new session; the one before, if there was one, ends.

    When that is written, `moved_on` is to be called.
    """
    if (old := session_of(request)) is not None:
        await sessions.end(session, old)
    token = await sessions.start(session, user.id, services.settings.session_days)
    answer = Response(await me_of(session, user), status_code=200)
    answer.set_cookie(session_cookie(services.settings, token))
    return answer


async def moved_on(
    services: Services, request: Asking, others: Collection[bytes] = frozenset()
) -> None:
    """After a `sign_in`: table connections of the session before come back with the new one.

    Those of `others`, which were ended by it, do not.
    """
    mine = {old for old in [session_of(request)] if old is not None}
    await services.tables.drop(mine, "renewed")
    await services.tables.drop(set(others) - mine)


async def prove(services: Services, request: Asking, password: str) -> None:
    """Checks the password of who asks.

    Raises:
        WrongPassword: it is another, or there is none.
    """
    person = somebody(request)
    await services.limits.check("password", person.id)
    async with read(services.engine) as session:
        kept = (await myself(session, request)).password
    if not await services.passwords.fits(password, kept):
        raise WrongPassword("this is not your password")


def taken() -> Conflict:
    """The refusal of a name that is another account's."""
    return Conflict("somebody else has this name already")

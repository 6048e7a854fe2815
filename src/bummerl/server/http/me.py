"""Oneself: guest, name, language, settings; one's own data."""

from __future__ import annotations

from typing import Final

import msgspec
from litestar import Controller, Response, delete, get, patch, post
from litestar.params import JSONBody
from sqlalchemy.ext.asyncio import AsyncSession

from bummerl.server.http import own_data, shapes
from bummerl.server.http.asking import language_of
from bummerl.server.http.naming import clean_name, friendly_name, name_key
from bummerl.server.http.oneself import Asking, address_of, me_of, myself, sign_in, taken
from bummerl.server.http.services import Here
from bummerl.server.http.tournaments import Tourneys
from bummerl.server.people import person_of
from bummerl.server.refusals import BadRequest, Conflict
from bummerl.server.security.sessions import session_cookie
from bummerl.server.store import people
from bummerl.server.store.engine import read, write
from bummerl.server.store.models import User

_MOST_SETTINGS: Final = 4096
"""Bytes of what the client may remember."""


class MeController(Controller):
    """Who one is, and how one wants to see things."""

    path = "/api"
    tags = ("people",)

    @get("/me")
    async def who_am_i(self, request: Asking, services: Here) -> shapes.WhoAmI:
        """Who is signed in; the answer brings the cookie against forged requests."""
        person = person_of(request)
        if person is None:
            return shapes.WhoAmI(user=None)
        async with read(services.engine) as session:
            user = await people.by_id(session, person.id)
            return shapes.WhoAmI(user=None if user is None else await me_of(session, user))

    @post("/guest", status_code=200)
    async def sit_down(
        self, request: Asking, services: Here, data: JSONBody[shapes.NewGuest]
    ) -> Response[shapes.Me]:
        """Become a guest; who is one already only changes what is asked for."""
        await services.limits.check("guest", address_of(request))
        language = data.language or language_of(request)
        name = clean_name(data.name) if data.name else friendly_name(language)
        async with write(services.engine) as session:
            if await people.is_taken(session, name_key(name)):
                raise taken()
            person = person_of(request)
            if person is not None:
                user = await myself(session, request)
                if not person.guest:
                    raise Conflict("you are signed in as {name}", name=user.name)
                user.language, user.deck = language, data.deck
                if data.name:
                    user.name = name
                await session.flush()
                return Response(await me_of(session, user), status_code=200)
            user = await people.add_guest(session, name, language, data.deck)
            return await sign_in(services, request, session, user)

    @patch("/me")
    async def change(
        self, request: Asking, services: Here, data: JSONBody[shapes.Changes]
    ) -> shapes.Me:
        """Change name, language, deck or what the client remembers."""
        async with write(services.engine) as session:
            user = await myself(session, request)
            if data.language is not None:
                user.language = data.language
            if data.deck is not None:
                user.deck = data.deck
            if data.settings is not None:
                if len(msgspec.json.encode(data.settings)) > _MOST_SETTINGS:
                    raise BadRequest("these are too many settings to remember")
                user.settings = data.settings
            if data.name is not None:
                await _rename(session, user, clean_name(data.name))
            await session.flush()
            return await me_of(session, user)

    @get("/me/export", media_type="application/zip")
    async def export(
        self, request: Asking, services: Here, tournaments: Tourneys
    ) -> Response[bytes]:
        """Everything there is about oneself, as a zip: JSON, and all deals as records."""
        headers = {
            "content-disposition": 'attachment; filename="bummerl.zip"',
            "cache-control": "no-store",
        }
        packed = await own_data.export(request, services, tournaments)
        return Response(packed, media_type="application/zip", headers=headers)

    @delete("/me", status_code=200)
    async def leave(
        self,
        request: Asking,
        services: Here,
        tournaments: Tourneys,
        data: JSONBody[shapes.Farewell],
    ) -> Response[shapes.Done]:
        """Have everything deleted that tells who one is; running matches are given up."""
        await own_data.leave(request, services, tournaments, data.password)
        answer = Response(shapes.Done(), status_code=200)
        answer.set_cookie(session_cookie(services.settings, None))
        return answer


async def _rename(session: AsyncSession, user: User, name: str) -> None:
    if await people.is_taken(session, name_key(name), besides=user.id):
        raise taken()
    if user.password is None:
        user.name = name
    elif not await people.set_account(session, user, name, name_key(name)):
        raise taken()

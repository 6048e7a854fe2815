"""Accounts: name and password."""

from __future__ import annotations

from litestar import Controller, Response, post
from litestar.params import JSONBody

from bummerl.server.http import shapes
from bummerl.server.http.asking import deck_of, language_of
from bummerl.server.http.naming import clean_name, name_key
from bummerl.server.http.oneself import (
    Asking,
    address_of,
    moved_on,
    myself,
    prove,
    sign_in,
    taken,
)
from bummerl.server.http.services import Here
from bummerl.server.people import person_of, session_of
from bummerl.server.refusals import Conflict, Forbidden, WrongPassword
from bummerl.server.security.limits import counted_as
from bummerl.server.security.passwords import check_password
from bummerl.server.security.sessions import session_cookie
from bummerl.server.store import people, sessions
from bummerl.server.store.engine import read, write


class AccountController(Controller):
    """Accounts: name and password."""

    path = "/api"
    tags = ("people",)

    @post("/register", status_code=200)
    async def register(
        self, request: Asking, services: Here, data: JSONBody[shapes.Credentials]
    ) -> Response[shapes.Me]:
        """Make an account, for a guest of what there is: games stay."""
        await services.limits.check("register", address_of(request))
        name = clean_name(data.name)
        hashed = await services.passwords.hash(check_password(data.password))
        person = person_of(request)
        async with write(services.engine) as session:
            if person is not None:
                user = await myself(session, request)
                if user.password is not None:
                    raise Conflict("you are signed in as {name}", name=user.name)
            else:
                user = await people.add_guest(session, name, language_of(request), deck_of(request))
            if await people.is_taken(session, name_key(name)):
                raise taken()
            if not await people.set_account(session, user, name, name_key(name), hashed):
                raise taken()
            others = await sessions.end_all(session, user.id)
            answer = await sign_in(services, request, session, user)
        await moved_on(services, request, others)
        return answer

    @post("/login", status_code=200)
    async def login(
        self, request: Asking, services: Here, data: JSONBody[shapes.Credentials]
    ) -> Response[shapes.Me]:
        """Sign in with name and password."""
        key = name_key(data.name.strip())
        address = address_of(request)
        await services.limits.check("login", address)
        # by name alone anybody could keep somebody else out
        await services.limits.check("login name", f"{counted_as(address)} {key}")
        await services.limits.check("login account", key)
        async with read(services.engine) as session:
            found = await people.by_key(session, key)
        kept = None if found is None else found.password
        if not await services.passwords.fits(data.password, kept):
            raise WrongPassword("name and password do not belong together")
        assert found is not None
        if found.banned is not None:
            raise Forbidden("this account is closed: {reason}", reason=found.banned)
        assert found.password is not None
        fresh = None
        if services.passwords.outdated(found.password):
            fresh = await services.passwords.hash(data.password)
        async with write(services.engine) as session:
            user = await people.by_id(session, found.id)
            if user is None or user.password != found.password:  # changed in this moment
                raise WrongPassword("name and password do not belong together")
            user.password = fresh or user.password
            answer = await sign_in(services, request, session, user)
        await moved_on(services, request)
        return answer

    @post("/logout", status_code=200)
    async def logout(self, request: Asking, services: Here) -> Response[shapes.Done]:
        """Sign out in this browser."""
        if (mine := session_of(request)) is not None:
            async with write(services.engine) as session:
                await sessions.end(session, mine)
            await services.tables.drop({mine})
        answer = Response(shapes.Done(), status_code=200)
        answer.set_cookie(session_cookie(services.settings, None))
        return answer

    @post("/me/password", status_code=200)
    async def change_password(
        self, request: Asking, services: Here, data: JSONBody[shapes.NewPassword]
    ) -> Response[shapes.Me]:
        """Choose another password; all other browsers are signed out."""
        await prove(services, request, data.old)
        hashed = await services.passwords.hash(check_password(data.new))
        async with write(services.engine) as session:
            user = await myself(session, request)
            user.password = hashed
            others = await sessions.end_all(session, user.id)
            answer = await sign_in(services, request, session, user)
        await moved_on(services, request, others)
        return answer

"""Who is asking?  Reads the session cookie and puts a `Person` beside the request."""

from __future__ import annotations

from http.cookies import CookieError, SimpleCookie
from typing import Final

from litestar.datastructures import Cookie
from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send
from sqlalchemy.ext.asyncio import AsyncEngine

from bummerl.server.settings import Settings
from bummerl.server.store import people, sessions
from bummerl.server.store.engine import now, read, write

COOKIE: Final = "bummerl_session"
_RENEW_AFTER: Final = sessions.DAY
_NOTE_AFTER: Final = 60_000
"""Milliseconds after which it is noted again that somebody is there."""


def session_cookie(settings: Settings, token: str | None) -> Cookie:
    """The cookie that signs a browser in, or out without a token."""
    return Cookie(
        key=COOKIE,
        value=token or "",
        path="/",
        max_age=settings.session_days * 24 * 3600 if token else 0,
        httponly=True,
        samesite="lax",
        secure=settings.secure,
    )


class Sessions:
    """Middleware: ``state`` gets ``user``, a `Person` or None, and ``session``, the token."""

    def __init__(self, app: ASGIApp, settings: Settings, engine: AsyncEngine) -> None:
        self._app, self._settings, self._engine = app, settings, engine

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the connection on."""
        if scope["type"] not in (ScopeType.HTTP, ScopeType.WEBSOCKET):
            await self._app(scope, receive, send)
            return
        state = scope.setdefault("state", {})
        state["user"] = state["session"] = None
        path = scope["path"]
        token = _token(scope) if path.startswith(("/api/", "/ws/")) else None
        renewed = await self._identify(state, token) if token else None
        if renewed is not None and scope["type"] == ScopeType.HTTP:
            send = _with_cookie(send, session_cookie(self._settings, renewed))
        await self._app(scope, receive, send)

    async def _identify(self, state: dict[str, object], token: str) -> str | None:
        """The token, if its cookie should be sent again to last longer."""
        at = now()
        async with read(self._engine) as session:
            found = await sessions.find(session, token, at)
        if found is None:
            return None
        state["user"], state["session"] = people.as_person(found.user), token
        last = self._settings.session_days * sessions.DAY
        renew = found.session.expires < at + last - min(_RENEW_AFTER, last // 2)
        if renew or found.user.seen < at - _NOTE_AFTER:
            async with write(self._engine) as session:
                await people.seen(session, found.user.id, at)
                if renew:
                    await sessions.renew(session, token, at + last)
        return token if renew else None


def _with_cookie(send: Send, cookie: Cookie) -> Send:
    header = (b"set-cookie", cookie.to_header(header="").encode("latin-1"))

    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = [*message.get("headers", ())]
            # who just signed in or out has been given a cookie that counts
            if not any(
                name == b"set-cookie" and value.startswith(COOKIE.encode())
                for name, value in headers
            ):
                message["headers"] = [*headers, header]
        await send(message)

    return sending


def _token(scope: Scope) -> str | None:
    for name, value in scope["headers"]:
        if name == b"cookie":
            try:
                found = SimpleCookie(value.decode("latin-1")).get(COOKIE)
            except CookieError:
                continue
            if found is not None and 20 <= len(found.value) <= 100 and found.value.isascii():
                return found.value
    return None

"""The lobby: who looks for an opponent, who plays; over HTTP and live on a socket."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any, Final

from litestar import Controller, WebSocket, delete, get, post, websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath, JSONBody

from bummerl.rules.variants import parse_rules
from bummerl.server.http import shapes
from bummerl.server.http.asking import base_url, wording_of
from bummerl.server.http.hub import Watcher, lobby_for, look
from bummerl.server.http.oneself import Asking
from bummerl.server.http.opening import (
    check_room,
    checked_control,
    checked_rules,
    seated,
    sitter_of,
    spec_of,
)
from bummerl.server.http.services import Here
from bummerl.server.live.connections import Bucket
from bummerl.server.people import person_of, somebody
from bummerl.server.refusals import Conflict, Forbidden, TooOften, Unknown
from bummerl.server.security.origin import is_allowed
from bummerl.server.store import people, seeks
from bummerl.server.store.engine import now, read, write

MOST_SEEKS: Final = 3
"""Open seeks of one person."""
_FOREIGN: Final = 4403
"""Closing code for pages of others."""
_TOO_OFTEN: Final = 4429
_MOST_SAID: Final = 30
"""Messages at once from somebody who has nothing to say but pings."""


class LobbyController(Controller):
    """Looking for people to play with."""

    path = "/api"
    tags = ("lobby",)

    @get("/lobby")
    async def lobby(self, request: Asking, services: Here) -> shapes.Lobby:
        """The lobby as it stands."""
        person = person_of(request)
        async with read(services.engine) as session:
            situation = await look(session, [person.id] if person is not None else [])
        return lobby_for(
            situation, person, wording_of(request), base_url(request, services.settings)
        )

    @post("/seeks")
    async def seek(
        self, request: Asking, services: Here, data: JSONBody[shapes.NewSeek]
    ) -> shapes.SeekInfo:
        """Look for an opponent, for as long as one is in the lobby."""
        person = somebody(request)
        await services.limits.check("seek", person.id)
        rules, control = checked_rules(data.rules, data.match), checked_control(data.control)
        if data.rated and person.guest:
            raise Forbidden("only who has an account can play for ratings")
        async with write(services.engine) as session:
            if await seeks.count_of(session, person.id, now()) >= MOST_SEEKS:
                raise Conflict("you are looking for {count} games already", count=MOST_SEEKS)
            seek_id = await seeks.add(session, person.id, str(rules), control, data.rated)
        services.hub.poke()
        async with read(services.engine) as session:
            situation = await look(session, [])
        shown = lobby_for(situation, person, wording_of(request), "")
        return next(seek for seek in shown.seeks if seek.id == seek_id)

    @delete("/seeks/{seek_id:str}", status_code=200)
    async def unseek(self, request: Asking, services: Here, seek_id: FromPath[str]) -> shapes.Done:
        """Look no more."""
        person = somebody(request)
        async with write(services.engine) as session:
            if not await seeks.remove(session, seek_id, person.id):
                raise Unknown("this seek is not there any more")
        services.hub.poke()
        return shapes.Done()

    @post("/seeks/{seek_id:str}/accept", status_code=200)
    async def accept(
        self, request: Asking, services: Here, seek_id: FromPath[str]
    ) -> shapes.Opened:
        """Play with somebody who looks for an opponent."""
        person = somebody(request)
        await services.limits.check("table", person.id)
        async with write(services.engine) as session:
            found = await seeks.one(session, seek_id, now())
            if found is None:
                raise Unknown("this seek is not there any more")
            seek, owner = found
            if owner.id == person.id:
                raise Conflict("this is your own seek")
            await check_room(session, person)
            if seek.rated and person.guest:
                raise Forbidden("only who has an account can play for ratings")
            if not await seeks.claim(session, seek_id):
                raise Unknown("this seek is not there any more")
            # at once, or both might come to sit at several tables
            await seeks.drop_others(session, seek_id, [person.id, owner.id])
            rules = parse_rules(seek.rules)
            mine = await sitter_of(session, person, rules)
            theirs = await sitter_of(session, people.as_person(owner), rules)
        spec = spec_of(rules, seek.control, rated=seek.rated)
        try:
            table_id = await services.tables.open(spec, seated(mine, theirs, "random"))
        except BaseException:
            async with write(services.engine) as session:
                await seeks.give_back(session, seek_id)
            raise
        async with write(services.engine) as session:
            await seeks.lead_to(session, seek_id, table_id)
            await seeks.drop_others(session, seek_id, [person.id, owner.id])
        services.hub.poke()
        base = base_url(request, services.settings)
        return shapes.Opened(id=table_id, url=f"{base}/table/{table_id}")


@websocket("/ws/lobby")
async def lobby_socket(socket: WebSocket[Any, Any, Any], services: Here) -> None:
    """The lobby as it changes, at most once a second."""
    if not is_allowed(socket, services.settings.public_url):
        await socket.close(code=_FOREIGN, reason="origin")
        return
    try:
        address = socket.client.host if socket.client else "?"
        await services.limits.check("socket", address)
    except TooOften:
        await socket.close(code=_TOO_OFTEN, reason="too often")
        return
    await socket.accept()
    base = base_url(socket, services.settings)
    watcher = Watcher(person_of(socket), wording_of(socket), base)
    services.hub.enter(watcher)
    sending = asyncio.create_task(_send(socket, watcher))
    bucket = Bucket(_MOST_SAID, 1.0)
    try:
        while bucket.take():
            watcher.hear(await socket.receive_data(mode="text"))
        await socket.close(code=_TOO_OFTEN, reason="too often")
    except WebSocketDisconnect:
        pass
    finally:
        services.hub.leave(watcher)
        sending.cancel()
        with contextlib.suppress(asyncio.CancelledError, Exception):
            await sending


async def _send(socket: WebSocket[Any, Any, Any], watcher: Watcher) -> None:
    while True:
        await socket.send_data(await watcher.messages.get(), mode="text")

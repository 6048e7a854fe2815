"""``/ws/tables/ID``: a browser at a table; `bummerl.server.wire` says what is spoken there."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any, Final, cast

import msgspec
import structlog
from litestar import WebSocket, websocket
from litestar.exceptions import PermissionDeniedException, WebSocketDisconnect
from litestar.params import FromPath

from bummerl.server import wire
from bummerl.server.live.connections import Bucket, Connection
from bummerl.server.live.listeners import ByeCode
from bummerl.server.live.service import Tables
from bummerl.server.people import Person, person_of, session_of
from bummerl.server.refusals import TooOften
from bummerl.server.security.origin import is_allowed
from bummerl.server.store.engine import is_id
from bummerl.words.names import DECKS, LANGUAGES

LARGEST: Final = 4096
"""Bytes that a message from a browser may have."""
TOO_OFTEN: Final = 4429
"""Closing code where one address opens too many sockets."""
UNSENT: Final = 5.0
"""Seconds that a connection may take for its last message."""

_log = structlog.get_logger(__name__)


class Opening(msgspec.Struct, frozen=True):
    """What the address of the socket says."""

    language: wire.Language
    deck: wire.Deck
    since: int | None
    understood: ByeCode | None
    """Why there can be no connection; None if there can."""


def opening(query: dict[str, Any], person: Person | None) -> Opening:
    """Reads the query of the socket's address; what is left out is as the person likes it.

    >>> opening({"v": "1", "lang": "de", "since": "7"}, None)
    Opening(language='de', deck='french', since=7, understood=None)
    >>> opening({"v": "2"}, None).understood, opening({"v": "1", "since": "x"}, None).understood
    ('version', 'malformed')
    """
    language = query.get("lang", "en" if person is None else person.language)
    deck = query.get("deck", "french" if person is None else person.deck)
    since = str(query.get("since", ""))
    problem: ByeCode | None = None
    if str(query.get("v", wire.VERSION)) != str(wire.VERSION):
        problem = "version"
    elif (
        language not in LANGUAGES
        or deck not in DECKS
        or not (since == "" or (since.isascii() and since.isdigit() and len(since) < 16))
    ):
        problem = "malformed"
    if problem is not None:
        return Opening("de" if language == "de" else "en", "french", None, problem)
    return Opening(language, deck, int(since) if since else None, None)


@websocket("/ws/tables/{table_id:str}")
async def table_socket(socket: WebSocket[Any, Any, Any], table_id: FromPath[str]) -> None:
    """Shows a table to a browser, and takes its commands.

    Raises:
        PermissionDeniedException: the page that opened the socket is not ours.
    """
    tables = cast("Tables", socket.app.state.tables)
    if not await _admitted(socket, tables):
        return
    person = person_of(socket)
    asked = opening(dict(socket.query_params), person)
    await socket.accept()
    words = (asked.language, asked.deck)
    problem = asked.understood
    if problem is None and not is_id(table_id):
        problem = "no_table"
    connection = tables.connect(table_id, person, words, asked.since, problem, session_of(socket))
    writer = asyncio.create_task(_write(socket, connection))
    reader = asyncio.create_task(_read(socket, connection, tables))
    connection.cut = writer.cancel
    try:
        done, _ = await asyncio.wait({writer, reader}, return_when=asyncio.FIRST_COMPLETED)
        if reader in done and connection.parting:
            await asyncio.wait({writer}, timeout=UNSENT)
    finally:
        tables.disconnect(connection)
        for task in (writer, reader):
            task.cancel()
        await asyncio.gather(writer, reader, return_exceptions=True)
        with contextlib.suppress(Exception):  # it may be closed, broken, or take nothing
            async with asyncio.timeout(UNSENT):
                await socket.close()


async def _admitted(socket: WebSocket[Any, Any, Any], tables: Tables) -> bool:
    """Whether the page that opens the socket is ours, and its address does not open too many."""
    if not is_allowed(socket, tables.options.public_url):
        raise PermissionDeniedException("this page may not open sockets here")
    services = socket.app.state.get("services")
    try:
        if services is not None:
            address = "?" if socket.client is None else socket.client.host
            await services.limits.check("socket", address)
    except TooOften:
        await socket.close(code=TOO_OFTEN, reason="too often")
        return False
    return True


async def _write(socket: WebSocket[Any, Any, Any], connection: Connection) -> None:
    # no variable keeps a message while there is none to be sent: scenes are most of the memory
    while await connection.ready():
        await socket.send_text(connection.next())


async def _read(socket: WebSocket[Any, Any, Any], connection: Connection, tables: Tables) -> None:
    bucket = Bucket(tables.options.burst, tables.options.rate)
    while True:
        try:
            event = cast("dict[str, Any]", await socket.receive())
        except WebSocketDisconnect:
            return
        if event["type"] == "websocket.disconnect":
            return
        data = (event.get("text") or "").encode() or event.get("bytes") or b""
        code = _taken(data, connection, bucket)
        if code is not None:
            connection.bye(code)
            return


def _taken(data: bytes, connection: Connection, bucket: Bucket) -> ByeCode | None:
    """Takes a message; why the connection ends, if it does."""
    if not bucket.take():
        return "too_fast"
    if len(data) > LARGEST:
        return "malformed"
    try:
        command = wire.decode_command(data)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        _log.info("message not understood", table=connection.table_id, error=str(error)[:200])
        return "malformed"
    connection.take(command)
    return None

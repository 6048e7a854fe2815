"""Tables: opening, joining by link, cancelling."""

from __future__ import annotations

import io

from litestar import Controller, Response, get, post
from litestar.params import FromPath, JSONBody
from sqlalchemy.ext.asyncio import AsyncSession

from bummerl.server.http import shapes
from bummerl.server.http.asking import base_url, wording_of
from bummerl.server.http.oneself import Asking
from bummerl.server.http.opening import (
    check_room,
    checked_control,
    checked_rules,
    seated,
    sitter_of,
    spec_of,
)
from bummerl.server.http.services import Here, Services
from bummerl.server.http.table_infos import rules_of, seat_of, table_info
from bummerl.server.levels import level_name
from bummerl.server.people import person_of, somebody
from bummerl.server.refusals import BadRequest, Conflict, Forbidden, Unknown
from bummerl.server.store import games
from bummerl.server.store.engine import read
from bummerl.server.store.models import TableRow
from bummerl.server.table.events import Sitter


class TablesController(Controller):
    """Tables to play at."""

    path = "/api/tables"
    tags = ("tables",)

    @post("/")
    async def open_table(
        self, request: Asking, services: Here, data: JSONBody[shapes.NewTable]
    ) -> shapes.Opened:
        """Open a table against a bot, or one to which a friend is invited."""
        person = somebody(request)
        await services.limits.check("table", person.id)
        rules = checked_rules(data.rules, data.match)
        control = checked_control(data.control)
        kind, _, level = data.opponent.partition(":")
        if data.practice and kind != "bot":
            raise BadRequest("hints and taking back are only for games against bots")
        async with read(services.engine) as session:
            await check_room(session, person)
            mine = await sitter_of(session, person, rules)
        other = None
        if kind == "bot":
            other = Sitter(name=level_name(level, person.wording), bot=level)
        spec = spec_of(rules, control, practice=data.practice, private=kind == "friend")
        table_id = await services.tables.open(spec, seated(mine, other, data.seat))
        place = "join" if other is None else "table"
        url = f"{base_url(request, services.settings)}/{place}/{table_id}"
        return shapes.Opened(id=table_id, url=url)

    @get("/{table_id:str}")
    async def show(
        self, request: Asking, services: Here, table_id: FromPath[str]
    ) -> shapes.TableInfo:
        """A table, summed up."""
        return await self._info(request, services, table_id)

    @post("/{table_id:str}/join", status_code=200)
    async def join(
        self, request: Asking, services: Here, table_id: FromPath[str]
    ) -> shapes.TableInfo:
        """Take the free seat; whoever sits there already just gets the table."""
        person = somebody(request)
        async with read(services.engine) as session:
            row = await _row(session, table_id)
            sitter = await sitter_of(session, person, rules_of(row))
        if seat_of(row, person) is None:
            if row.phase != "waiting":
                raise Conflict("the seat at this table is taken")
            if row.rated and person.guest:
                raise Forbidden("only who has an account can play for ratings")
            await services.tables.join(table_id, sitter)
        return await self._info(request, services, table_id)

    @post("/{table_id:str}/cancel", status_code=200)
    async def cancel(
        self, request: Asking, services: Here, table_id: FromPath[str]
    ) -> shapes.TableInfo:
        """Close a table before its first deal."""
        person = somebody(request)
        async with read(services.engine) as session:
            row = await _row(session, table_id)
        if seat_of(row, person) is None:
            raise Forbidden("this is not your table")
        if row.phase == "cancelled":
            return await self._info(request, services, table_id)
        if row.phase != "waiting":
            raise Conflict("the match has begun; it can only be given up")
        await services.tables.cancel(table_id, person.id)
        return await self._info(request, services, table_id)

    @get("/{table_id:str}/qr.svg", media_type="image/svg+xml")
    async def code(
        self, request: Asking, services: Here, table_id: FromPath[str]
    ) -> Response[bytes]:
        """The table's link as a QR code."""
        import segno

        info = await self._info(request, services, table_id)
        picture = io.BytesIO()
        segno.make(info.url, error="m").save(
            picture, kind="svg", scale=8, border=4, dark="#000", light="#fff", xmldecl=False
        )
        headers = {"cache-control": "no-store"}
        return Response(picture.getvalue(), media_type="image/svg+xml", headers=headers)

    async def _info(self, request: Asking, services: Services, table_id: str) -> shapes.TableInfo:
        async with read(services.engine) as session:
            row = await _row(session, table_id)
        base = base_url(request, services.settings)
        return table_info(row, person_of(request), wording_of(request), base)


async def _row(session: AsyncSession, table_id: str) -> TableRow:
    row = await games.table(session, table_id)
    if row is None:
        raise Unknown("there is no such table")
    return row

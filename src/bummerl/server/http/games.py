"""History: games, their records, deals to replay.  A deal that is running is never told."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from litestar import Controller, Response, get
from litestar.params import FromPath, PathParameter, QueryParameter
from sqlalchemy.ext.asyncio import AsyncSession

from bummerl.rules.variants import ALIASES, PRESETS
from bummerl.server.http import game_shapes
from bummerl.server.http.asking import wording_of
from bummerl.server.http.naming import name_key
from bummerl.server.http.oneself import Asking
from bummerl.server.http.replaying import replay_of
from bummerl.server.http.services import Here
from bummerl.server.http.table_infos import game_info, names_of
from bummerl.server.people import person_of, somebody
from bummerl.server.refusals import BadRequest, Conflict, Unknown
from bummerl.server.store import games, people
from bummerl.server.store.engine import is_id, read
from bummerl.server.store.models import DealRow, TableRow
from bummerl.words.printable import printable

PAGE: Final = 30
"""Games in one answer."""
MOST_RECORDS: Final = 50_000
"""Deals in one file."""

Text = Annotated[str | None, QueryParameter(max_length=100)]
Number = Annotated[int, PathParameter(ge=1, le=1_000_000)]
Outcome = Annotated[Literal["won", "lost", "running"] | None, QueryParameter()]


def records_answer(records: str, name: str) -> Response[bytes]:
    """Records as a file to keep."""
    headers = {
        "content-disposition": f'attachment; filename="{name}"',
        "content-type": "text/plain; charset=utf-8",
        "cache-control": "no-store",
    }
    return Response(records.encode(), headers=headers)


class GamesController(Controller):
    """Matches that are or were played."""

    path = "/api/games"
    tags = ("history",)

    @get("/")
    async def history(
        self,
        request: Asking,
        services: Here,
        who: Text = None,
        opponent: Text = None,
        rules: Text = None,
        result: Outcome = None,
        before: Text = None,
    ) -> game_shapes.Games:
        """Games of oneself, or of somebody with an account, newest first."""
        person = person_of(request)
        cursor = _cursor(before)
        async with read(services.engine) as session:
            if who in (None, "", "me"):
                user, public = somebody(request).id, False
            else:
                found = await people.by_key(session, name_key(who or ""))
                if found is None:
                    raise Unknown("nobody has this name")
                user, public = found.id, person is None or person.id != found.id
            part = printable(opponent or "") or None
            wanted = games.Filter(user, part, _preset(rules), result, public)
            rows = await games.history(session, wanted, cursor, PAGE + 1)
            shown = list(rows[:PAGE])
            deals = await games.deals_of(session, [row.id for row in shown])
        wording = wording_of(request)
        return game_shapes.Games(
            games=[game_info(row, deals[row.id], person, wording) for row in shown],
            next=f"{shown[-1].opened}.{shown[-1].id}" if len(rows) > PAGE else None,
        )

    @get("/{table_id:str}")
    async def game(
        self, request: Asking, services: Here, table_id: FromPath[str]
    ) -> game_shapes.Game:
        """One game with its finished deals."""
        async with read(services.engine) as session:
            row, deals = await _game(session, table_id)
        return game_info(row, deals, person_of(request), wording_of(request))

    @get("/{table_id:str}/sgn", media_type="text/plain")
    async def records(self, services: Here, table_id: FromPath[str]) -> Response[bytes]:
        """The finished deals of a game as records."""
        async with read(services.engine) as session:
            row, deals = await _game(session, table_id)
        return records_answer("\n".join(deal.sgn for deal in deals), f"{row.id}.sgn")

    @get("/{table_id:str}/deals/{number:int}")
    async def replay(
        self, request: Asking, services: Here, table_id: FromPath[str], number: Number
    ) -> game_shapes.Replay:
        """A finished deal, move by move; 409 while it is running."""
        wording = wording_of(request)
        async with read(services.engine) as session:
            row, deals = await _game(session, table_id)
        deal = _deal(row, deals, number)
        names = [name or wording.say("Somebody") for name in names_of(row, wording)]
        return replay_of(deal, deals[-1].number, names, wording)

    @get("/{table_id:str}/deals/{number:int}/sgn", media_type="text/plain")
    async def record(
        self, services: Here, table_id: FromPath[str], number: Number
    ) -> Response[bytes]:
        """A finished deal as a record."""
        async with read(services.engine) as session:
            row, deals = await _game(session, table_id)
        return records_answer(_deal(row, deals, number).sgn, f"{row.id}-{number}.sgn")


@get("/api/me/games.sgn", media_type="text/plain", tags=["history"])
async def my_records(request: Asking, services: Here) -> Response[bytes]:
    """All one's finished deals as records."""
    person = somebody(request)
    await services.limits.check("export", person.id)
    async with read(services.engine) as session:
        records = await games.records_of(session, person.id, MOST_RECORDS)
    return records_answer("\n".join(records), "bummerl.sgn")


async def _game(session: AsyncSession, table_id: str) -> tuple[TableRow, list[DealRow]]:
    row = await games.table(session, table_id)
    if row is None or row.phase == "cancelled":
        raise Unknown("there is no such game")
    return row, (await games.deals_of(session, [row.id]))[row.id]


def _deal(row: TableRow, deals: list[DealRow], number: int) -> DealRow:
    for deal in deals:
        if deal.number == number:
            return deal
    if row.phase in games.RUNNING and number == len(deals) + 1:
        raise Conflict("this deal is still being played; it can be seen when it is over")
    raise Unknown("there is no such deal")


def _preset(rules: str | None) -> str | None:
    if not rules:
        return None
    if rules not in PRESETS:
        raise BadRequest("there are no rules called {name}", name=rules)
    return ALIASES.get(rules, rules)


def _cursor(before: str | None) -> tuple[int, str] | None:
    if not before:
        return None
    opened, _, table_id = before.partition(".")
    if not (opened.isascii() and opened.isdigit() and len(opened) <= 15 and is_id(table_id)):
        raise BadRequest("this is not where a list goes on")
    return int(opened), table_id

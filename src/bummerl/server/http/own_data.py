"""One's own data: to take along, and to have deleted."""

from __future__ import annotations

import asyncio
import io
import zipfile
from typing import Any, Final

import msgspec
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from bummerl.errors import ServerError
from bummerl.server.http.games import MOST_RECORDS
from bummerl.server.http.oneself import Asking, me_of, myself, prove
from bummerl.server.http.services import Services
from bummerl.server.http.table_infos import game_info
from bummerl.server.people import somebody
from bummerl.server.refusals import WrongPassword
from bummerl.server.store import games, leaving, reports
from bummerl.server.store.engine import read, write
from bummerl.server.store.models import Session, User
from bummerl.words.wording import Wording

_MOST_GAMES: Final = 10_000


async def export(request: Asking, services: Services) -> bytes:
    """Everything there is about whoever asks, as a zip.

    Raises:
        SignedOut: nobody is signed in.
        TooOften: it was asked for too often.
    """
    person = somebody(request)
    await services.limits.check("export", person.id)
    async with read(services.engine) as session:
        user = await myself(session, request)
        data = await _everything(session, user, person.wording)
        records = "\n".join(await games.records_of(session, user.id, MOST_RECORDS))
    return await asyncio.to_thread(_packed, data, records)


async def leave(request: Asking, services: Services, password: str | None) -> None:
    """Deletes what tells who asks; their running matches are given up.

    Raises:
        SignedOut: nobody is signed in.
        WrongPassword: an account needs its password.
    """
    person = somebody(request)
    if not person.guest:
        if password is None:
            raise WrongPassword("this is not your password")
        await prove(services, request, password)
    async with read(services.engine) as session:
        running = await games.running_of(session, person.id, limit=1000)
    for row in running:
        try:
            if row.phase == "waiting":
                await services.tables.cancel(row.id, person.id)
            else:
                await services.tables.give_up(row.id, person.id)
        except ServerError:
            continue  # it has just ended
    async with write(services.engine) as session:
        await leaving.forget(session, await myself(session, request))
    await services.tables.drop(person.id)
    services.hub.poke()


async def _everything(session: AsyncSession, user: User, wording: Wording) -> dict[str, Any]:
    me = await me_of(session, user)
    rows = await games.history(session, games.Filter(user.id), None, _MOST_GAMES)
    deals = await games.deals_of(session, [row.id for row in rows])
    own = (await session.execute(select(Session).where(Session.user_id == user.id))).scalars()
    told = await reports.of_person(session, user.id)
    fields = ("table_id", "deal", "move", "kind", "text", "created", "closed", "answer")
    return {
        "me": me,
        "created": user.created,
        "seen": user.seen,
        "sessions": [{"created": one.created, "expires": one.expires} for one in own],
        "games": [game_info(row, deals[row.id], None, wording) for row in rows],
        "reports": [{name: getattr(one, name) for name in fields} for one in told],
    }


def _packed(data: dict[str, Any], records: str) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        text = msgspec.json.format(msgspec.json.encode(data), indent=2)
        archive.writestr("bummerl.json", text)
        archive.writestr("games.sgn", records)
    return packed.getvalue()

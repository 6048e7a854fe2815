"""One's own data: to take along, and to have deleted."""

from __future__ import annotations

import asyncio
import contextlib
import io
import zipfile
from collections import Counter
from typing import Any, Final

import msgspec
import structlog
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from bummerl.server.http.games import MOST_RECORDS
from bummerl.server.http.oneself import Asking, me_of, myself, prove
from bummerl.server.http.services import Services
from bummerl.server.http.table_infos import game_info
from bummerl.server.live.bot_seat import BUSY
from bummerl.server.people import somebody
from bummerl.server.refusals import Busy, Conflict, WrongPassword
from bummerl.server.store import games, leaving, reports
from bummerl.server.store.engine import read, write
from bummerl.server.store.models import Session, User
from bummerl.server.tournaments import leaving as tournament_leaving
from bummerl.server.tournaments.service import Tournaments
from bummerl.words.wording import Wording

_MOST_GAMES: Final = 10_000
_TRIES: Final = 3
"""How often a match is given up that goes on nevertheless."""

_log = structlog.get_logger("bummerl.server")


async def export(request: Asking, services: Services, tournaments: Tournaments) -> bytes:
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
        data["tournaments"] = await tournament_leaving.told(tournaments, user.id)
        records = "\n".join(await games.records_of(session, user.id, MOST_RECORDS))
    return await asyncio.to_thread(_packed, data, records)


async def leave(
    request: Asking, services: Services, tournaments: Tournaments, password: str | None
) -> None:
    """Deletes what tells who asks; their running matches are given up.

    Raises:
        SignedOut: nobody is signed in.
        WrongPassword: an account needs its password.
        Conflict: a tournament would have no organiser.
        Busy: a match could not be given up just now; nobody is deleted.
    """
    person = somebody(request)
    if not person.guest:
        if password is None:
            raise WrongPassword("this is not your password")
        await prove(services, request, password)
    await tournament_leaving.check(tournaments, person.id)
    await _give_up_all(services, person.id)
    async with write(services.engine) as session:
        ended = await leaving.forget(session, await myself(session, request))
    await services.tables.drop(ended)
    services.hub.poke()
    await _finish(services, tournaments, person.id)


async def _finish(services: Services, tournaments: Tournaments, user_id: str) -> None:
    """Forgets the rest of somebody who cannot sign in any more; `finish_all` tries again."""
    try:
        await _give_up_all(services, user_id)  # what was begun in the moment of leaving
        await leaving.forget_tables(services.engine, user_id)
        await tournament_leaving.forget(tournaments, user_id)
    except Exception as error:  # whatever it is, it holds up nobody else
        _log.warning("somebody is not forgotten yet", user=user_id, error=repr(error))


async def finish_all(services: Services, tournaments: Tournaments) -> None:
    """Forgets whoever a failure, or a table that was opened in that moment, has left over."""
    async with read(services.engine) as session:
        left = {*await leaving.unfinished(session), *await tournament_leaving.unfinished(session)}
    for user_id in left:
        await _finish(services, tournaments, user_id)


async def _give_up_all(services: Services, user_id: str) -> None:
    """Ends all matches of somebody.

    Raises:
        Busy: it cannot be done just now.
    """
    tried: Counter[str] = Counter()
    while True:
        async with read(services.engine) as session:
            running = await games.running_of(session, user_id, limit=1000)
        if not running:
            return
        for row in running:
            if tried[row.id] == _TRIES:
                raise Busy(BUSY)
            tried[row.id] += 1
            end = services.tables.cancel if row.phase == "waiting" else services.tables.give_up
            with contextlib.suppress(Conflict):  # it has just begun or ended
                await end(row.id, user_id)


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

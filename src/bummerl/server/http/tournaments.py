"""Tournaments: for everybody who looks on or plays, and opening them; the desk is elsewhere."""

from __future__ import annotations

import gzip
import io
from collections import OrderedDict
from collections.abc import Mapping
from typing import Final

import msgspec
from litestar import Controller, Response, get, post
from litestar.di import NamedDependency
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath, FromQuery, JSONBody
from sqlalchemy import select

from bummerl.errors import BummerlError
from bummerl.rules.variants import parse_rules
from bummerl.server.http import tournament_shapes as shapes
from bummerl.server.http.asking import base_url, wording_of
from bummerl.server.http.oneself import Asking
from bummerl.server.http.opening import MOST_MATCH, checked_control
from bummerl.server.http.services import Here, Services
from bummerl.server.http.shapes import Done
from bummerl.server.people import person_of, somebody
from bummerl.server.refusals import BadRequest, Conflict
from bummerl.server.store.engine import read
from bummerl.server.store.models import TournamentTable
from bummerl.server.tournaments import roles, views
from bummerl.server.tournaments.log import Facts
from bummerl.server.tournaments.restoring import LARGEST_BACKUP
from bummerl.server.tournaments.service import Tournaments, checked_grace
from bummerl.tournament.events import Danish, PrizeList, Settings
from bummerl.words.rulebook import name_of

Tourneys = NamedDependency[Tournaments]
"""The tournaments, as the parameter ``tournaments`` of a handler."""

_KEPT: Final = 64
_SHOW: Final = ResponseSpec(shapes.Show, description="The tournament", generate_examples=False)


class Shown:
    """What everybody sees of tournaments, as it is sent, until something changes."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, tuple[str, bytes]] = OrderedDict()

    def packed(self, tournament_id: str, version: str) -> bytes | None:
        """The answer, compressed, if it is kept."""
        kept = self._kept.get(tournament_id)
        return kept[1] if kept is not None and kept[0] == version else None

    def keep(self, tournament_id: str, version: str, show: shapes.Show) -> bytes:
        """Keeps an answer, and gives it compressed."""
        data = gzip.compress(msgspec.json.encode(show), 5)
        self._kept[tournament_id] = (version, data)
        self._kept.move_to_end(tournament_id)
        while len(self._kept) > _KEPT:
            self._kept.popitem(last=False)
        return data


SHOWN: Final = Shown()


class TournamentsController(Controller):
    """Tournaments."""

    path = "/api/tournaments"
    tags = ("tournaments",)

    @get("/")
    async def mine(self, request: Asking, services: Here) -> list[shapes.Listed]:
        """Tournaments that somebody organises, helps at or plays in."""
        person = person_of(request)
        if person is None:
            return []
        async with read(services.engine) as session:
            found = await roles.of_person(session, person.id)
        return [
            shapes.Listed(
                id=row.id,
                name=row.name,
                phase=row.phase,
                role=role,
                created=row.created,
                online=row.control is not None,
            )
            for row, role in found
        ]

    @post("/")
    async def announce(
        self,
        request: Asking,
        services: Here,
        tournaments: Tourneys,
        data: JSONBody[shapes.NewTournament],
    ) -> shapes.Made:
        """Announce a tournament."""
        person = somebody(request)
        await services.limits.check("table", person.id)
        control = None if data.control is None else checked_control(data.control)
        settings, grace = settings_of(data.settings), checked_grace(data.grace)
        return shapes.Made(id=await tournaments.announce(settings, person, control, grace))

    @post("/restore", request_max_body_size=2 * LARGEST_BACKUP)
    async def restore(
        self,
        request: Asking,
        services: Here,
        tournaments: Tourneys,
        data: JSONBody[shapes.Backup],
    ) -> shapes.Made:
        """A tournament from a backup, as one of its own."""
        person = somebody(request)
        await services.limits.check("export", person.id)
        return shapes.Made(id=await tournaments.restore(data.text.encode(), person))

    @get("/{tournament_id:str}", responses={200: _SHOW})
    async def show(
        self,
        request: Asking,
        services: Here,
        tournaments: Tourneys,
        tournament_id: FromPath[str],
        since: FromQuery[str | None] = None,
    ) -> Response[bytes]:
        """The tournament as everybody may see it; nothing (204) if it is as `since` still."""
        facts = await tournaments.logs.facts(tournament_id)
        version, tables = await version_of(services, tournaments, facts)
        headers = {"cache-control": "no-store", "vary": "accept-encoding"}
        if since == version:
            return Response(b"", status_code=204, headers=headers)
        packed = SHOWN.packed(tournament_id, version)
        if packed is None:
            t = await tournaments.logs.state(tournament_id)
            packed = SHOWN.keep(tournament_id, version, views.show(t, facts, version, tables))
        if "gzip" in request.headers.get("accept-encoding", ""):
            headers["content-encoding"] = "gzip"
        else:
            packed = gzip.decompress(packed)
        return Response(packed, media_type="application/json", headers=headers)

    @get("/{tournament_id:str}/me")
    async def myself(
        self, request: Asking, services: Here, tournaments: Tourneys, tournament_id: FromPath[str]
    ) -> shapes.Myself:
        """What whoever asks is at a tournament, and its rules in words."""
        person, facts = person_of(request), await tournaments.logs.facts(tournament_id)
        async with read(services.engine) as session:
            role = await roles.role_of(session, facts, person)
            players = await roles.players(session, facts.id)
        entry = None
        if person is not None:
            entry = next((one for one, user in players.items() if user == person.id), None)
        t = await tournaments.logs.state(tournament_id)
        return shapes.Myself(
            role=role,
            person=entry,
            rules_name=name_of(t.rules, wording_of(request)),
            url=page_of(request, services, tournament_id),
        )

    @post("/{tournament_id:str}/join", status_code=200)
    async def join(
        self,
        request: Asking,
        services: Here,
        tournaments: Tourneys,
        tournament_id: FromPath[str],
        data: JSONBody[shapes.Joining],
    ) -> Done:
        """Buy cards for oneself, to play at our tables."""
        person = somebody(request)
        await services.limits.check("table", person.id)
        facts = await tournaments.logs.facts(tournament_id)
        await tournaments.join(facts, person, data.cards)
        return Done()

    @post("/{tournament_id:str}/help", status_code=200)
    async def help_(
        self,
        request: Asking,
        services: Here,
        tournaments: Tourneys,
        tournament_id: FromPath[str],
        data: JSONBody[shapes.Token],
    ) -> Done:
        """Become a helper by the organiser's invitation."""
        person = somebody(request)
        await services.limits.check("login", person.id)
        facts = await tournaments.logs.facts(tournament_id)
        await roles.accept(services.engine, facts, person, data.token)
        return Done()

    @get("/{tournament_id:str}/qr.svg", media_type="image/svg+xml")
    async def code(
        self, request: Asking, services: Here, tournaments: Tourneys, tournament_id: FromPath[str]
    ) -> Response[bytes]:
        """The link to the public page as a QR code."""
        import segno

        await tournaments.logs.facts(tournament_id)
        picture = io.BytesIO()
        segno.make(page_of(request, services, tournament_id), error="m").save(
            picture, kind="svg", scale=8, border=3, dark="#000", light="#fff", xmldecl=False
        )
        headers = {"cache-control": "no-store"}
        return Response(picture.getvalue(), media_type="image/svg+xml", headers=headers)


def page_of(request: Asking, services: Services, tournament_id: str) -> str:
    """The address of the public page."""
    return f"{base_url(request, services.settings)}/t/{tournament_id}"


async def version_of(
    services: Services, tournaments: Tournaments, facts: Facts
) -> tuple[str, Mapping[str, str]]:
    """What changes with everything that is shown, and the tables by match."""
    seq = (await tournaments.logs.state(facts.id)).seq
    if not facts.online:
        return str(seq), {}
    async with read(services.engine) as session:
        query = (
            select(TournamentTable.match, TournamentTable.table_id)
            .where(TournamentTable.tournament_id == facts.id)
            .order_by(TournamentTable.opened)
        )
        rows = [(match, table) for match, table in await session.execute(query)]
    return f"{seq}-{len(rows)}", dict(rows)


def settings_of(asked: shapes.Announcement) -> Settings:
    """The announcement as the tournament knows it.

    Raises:
        BadRequest: there are no such rules.
    """
    try:
        rules = parse_rules(asked.rules).with_(match=asked.bummerls)
    except BummerlError as error:
        raise BadRequest(error.text) from None
    assert rules.match <= MOST_MATCH
    given = msgspec.structs.asdict(asked)
    del given["bummerls"]
    stage = asked.danish
    return Settings(
        **given
        | {
            "rules": str(rules),
            "prize_names": tuple(asked.prize_names),
            "lists": tuple(
                PrizeList(one.group, one.prizes, one.apart, tuple(one.names)) for one in asked.lists
            ),
            "danish": stage and Danish(stage.rounds, stage.qualifiers, tuple(stage.keys)),
            "club_prize": asked.club_prize or None,
            "date": asked.date or None,
            "place": asked.place or None,
        }
    )


def check_before(before: str | None, now: str | None) -> None:
    """Whether a result is still what somebody saw before correcting it.

    Raises:
        Conflict: it is another by now.
    """
    if before is not None and before != now:
        raise Conflict("somebody else has changed this result meanwhile; look at it again")

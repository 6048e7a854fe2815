"""The office of a tournament: who helps, and all that is printed or saved."""

from __future__ import annotations

import asyncio
from typing import Final, Literal

from litestar import Controller, Response, delete, get, post
from litestar.params import FromPath, FromQuery, JSONBody

from bummerl.server.http import tournament_shapes as shapes
from bummerl.server.http.asking import base_url, wording_of
from bummerl.server.http.naming import name_key
from bummerl.server.http.oneself import Asking
from bummerl.server.http.services import Here
from bummerl.server.http.shapes import Done
from bummerl.server.http.tournament_desk import allowed
from bummerl.server.http.tournaments import Tourneys, page_of
from bummerl.server.refusals import Conflict, Unknown
from bummerl.server.store import people
from bummerl.server.store.engine import read
from bummerl.server.tournaments import roles
from bummerl.tournament import backup, csv_io
from bummerl.tournament.sheets import SHEETS, Order, Paper, sheet_pdf
from bummerl.tournament.state import Tournament

_LISTS: Final = {
    "entries": csv_io.entries_csv,
    "matches": csv_io.matches_csv,
    "prizes": csv_io.prizes_csv,
    "cash": csv_io.cash_csv,
}
_PRINTING: Final = asyncio.Semaphore(1)
"""One sheet at a time; the others wait, so that tables do not."""


class OfficeController(Controller):
    """Helpers, paper and files."""

    path = "/api/tournaments/{tournament_id:str}"
    tags = ("tournaments",)

    @get("/team")
    async def team(
        self, request: Asking, services: Here, tournaments: Tourneys, tournament_id: FromPath[str]
    ) -> shapes.Team:
        """Who helps, and the link that makes one a helper."""
        facts, _ = await allowed(request, tournaments, tournament_id, organiser=True)
        async with read(services.engine) as session:
            found = await roles.helpers(session, facts.id)
        link = None
        if facts.invite is not None:
            base = base_url(request, services.settings)
            link = f"{base}/tournament/{facts.id}/help/{facts.invite}"
        return shapes.Team(
            helpers=[shapes.HelperInfo(id=one.id, name=one.name) for one in found], link=link
        )

    @post("/invitation", status_code=200)
    async def invite(
        self, request: Asking, services: Here, tournaments: Tourneys, tournament_id: FromPath[str]
    ) -> Done:
        """A new link for helpers; the one before is no longer good."""
        facts, _ = await allowed(request, tournaments, tournament_id, organiser=True)
        await roles.invite(services.engine, facts.id)
        return Done()

    @post("/helpers", status_code=200)
    async def add_helper(
        self,
        request: Asking,
        services: Here,
        tournaments: Tourneys,
        tournament_id: FromPath[str],
        data: JSONBody[shapes.NewHelper],
    ) -> Done:
        """Let somebody with an account help."""
        facts, _ = await allowed(request, tournaments, tournament_id, organiser=True)
        async with read(services.engine) as session:
            user = await people.by_key(session, name_key(data.name))
        if user is None:
            raise Unknown("nobody has an account of this name; send the link instead")
        await roles.add(services.engine, facts, user.id)
        return Done()

    @delete("/helpers/{user_id:str}", status_code=200)
    async def remove_helper(
        self,
        request: Asking,
        services: Here,
        tournaments: Tourneys,
        tournament_id: FromPath[str],
        user_id: FromPath[str],
    ) -> Done:
        """Somebody helps no more."""
        facts, _ = await allowed(request, tournaments, tournament_id, organiser=True)
        await roles.remove(services.engine, facts.id, user_id)
        return Done()

    # ---- files ---------------------------------------------------------------------------

    @get("/backup")
    async def backup(
        self, request: Asking, tournaments: Tourneys, tournament_id: FromPath[str]
    ) -> Response[bytes]:
        """The whole log with its secret, to go on elsewhere; only for the organiser.

        Of a tournament played at our tables only when nothing is left to draw: there no hall calls
        the word, and an organiser who knew the secret could choose one that draws as he likes.
        """
        facts, _ = await allowed(request, tournaments, tournament_id, organiser=True)
        t = await tournaments.logs.state(facts.id)
        if facts.online and not t.all_drawn:
            raise Conflict(
                "the backup holds the secret of the draws to come; of a tournament that is played "
                "here it can be saved once the final is drawn"
            )
        return _file(backup.dumps(list(t.history)), f"{_safe(t)}.backup", "text/plain")

    @get("/lists/{what:str}")
    async def list_(
        self,
        request: Asking,
        tournaments: Tourneys,
        tournament_id: FromPath[str],
        what: FromPath[str],
    ) -> Response[bytes]:
        """A list as CSV: entries, matches, prizes or cash."""
        facts, _ = await allowed(request, tournaments, tournament_id)
        made = _LISTS.get(what.removesuffix(".csv"))
        if made is None:
            raise Unknown("there is no such list; there are: {names}", names=", ".join(_LISTS))
        t = await tournaments.logs.state(facts.id)
        text = made(t, wording_of(request).language)
        return _file(text.encode(), f"{_safe(t)}-{what.removesuffix('.csv')}.csv", "text/csv")

    @get("/sheets/{what:str}")
    async def sheet(
        self,
        request: Asking,
        services: Here,
        tournaments: Tourneys,
        tournament_id: FromPath[str],
        what: FromPath[str],
        blank: FromQuery[bool] = False,
        of_round: FromQuery[int | None] = None,
        paper: FromQuery[Literal["a4", "a3"] | None] = None,
    ) -> Response[bytes]:
        """A sheet of paper as PDF."""
        facts, _ = await allowed(request, tournaments, tournament_id)
        name = what.removesuffix(".pdf")
        if name not in SHEETS:
            raise Unknown("there is no such sheet; there are: {names}", names=", ".join(SHEETS))
        size: Paper | None = paper
        order = Order(
            paper=size,
            round=of_round,
            blank=blank,
            all_languages=name == "rules",
            url=page_of(request, services, tournament_id),
        )
        t = await tournaments.copy(facts.id)
        async with _PRINTING:
            data = await asyncio.to_thread(sheet_pdf, t, name, wording_of(request), order)
        return _file(data, f"{_safe(t)}-{name}.pdf", "application/pdf", inline=True)


def _safe(t: Tournament) -> str:
    """The tournament's name as that of a file."""
    kept = "".join(c if c.isascii() and c.isalnum() else "-" for c in t.settings.name)
    return "-".join(part for part in kept.split("-") if part)[:60] or "tournament"


def _file(data: bytes, name: str, kind: str, *, inline: bool = False) -> Response[bytes]:
    how = "inline" if inline else "attachment"
    headers = {
        "cache-control": "no-store",
        "content-disposition": f'{how}; filename="{name}"',
    }
    return Response(data, media_type=kind, headers=headers)

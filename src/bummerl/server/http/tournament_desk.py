"""The desk of a tournament: sale, draw, results, and what its organiser does besides."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Final

from litestar import Controller, Response, get, patch, post
from litestar.params import FromPath, FromQuery, JSONBody

from bummerl.server.http import tournament_shapes as shapes
from bummerl.server.http.asking import wording_of
from bummerl.server.http.oneself import Asking
from bummerl.server.http.services import Here
from bummerl.server.http.shapes import Done
from bummerl.server.http.tournaments import (
    Tourneys,
    check_before,
    settings_of,
    version_of,
)
from bummerl.server.people import person_of, somebody
from bummerl.server.refusals import BadRequest
from bummerl.server.tournaments import roles, views
from bummerl.server.tournaments.log import Facts
from bummerl.server.tournaments.roles import Role
from bummerl.server.tournaments.service import Tournaments, stamp_of
from bummerl.tournament import csv_io, desk, drawing, sale
from bummerl.tournament.draw import LARGEST
from bummerl.tournament.events import AnyEvent
from bummerl.tournament.rounds import Match, Outcome
from bummerl.tournament.sale import Buyer, Stamp
from bummerl.tournament.state import Tournament

MOST_ROWS: Final = 2 * LARGEST
"""Of a list of entries: for all cards, and as many people without one."""
_MOST_TABLE: Final = 512 * 1024


class DeskController(Controller):
    """What organisers and helpers do."""

    path = "/api/tournaments/{tournament_id:str}"
    tags = ("tournaments",)

    @get("/desk")
    async def desk(
        self,
        request: Asking,
        services: Here,
        tournaments: Tourneys,
        tournament_id: FromPath[str],
        since: FromQuery[str | None] = None,
    ) -> Response[shapes.Desk | None]:
        """The tournament for those who work on it; nothing (204) if it is as `since` still."""
        facts, role = await allowed(request, tournaments, tournament_id)
        version, tables = await version_of(services, tournaments, facts)
        headers = {"cache-control": "no-store"}
        if since == version:
            return Response(None, status_code=204, headers=headers)
        t = await tournaments.logs.state(facts.id)
        found = views.desk(t, facts, version, tables, role, wording_of(request))
        return Response(found, headers=headers)

    @get("/log")
    async def log(
        self, request: Asking, tournaments: Tourneys, tournament_id: FromPath[str]
    ) -> list[shapes.LogLine]:
        """What has happened, the newest first."""
        facts, _ = await allowed(request, tournaments, tournament_id)
        return views.log(await tournaments.logs.state(facts.id), wording_of(request))

    # ---- sale ----------------------------------------------------------------------------

    @post("/sales", status_code=200)
    async def sell(
        self,
        request: Asking,
        tournaments: Tourneys,
        tournament_id: FromPath[str],
        data: JSONBody[shapes.Sale],
    ) -> Done:
        """Sell cards."""

        def decide(t: Tournament, stamp: Stamp) -> Sequence[AnyEvent]:
            return sale.sell(
                t,
                Buyer(data.name, data.club, data.groups),
                stamp,
                cards=data.cards,
                numbers=data.numbers,
                price=data.price,
                mark=data.mark,
            )

        return await _change(request, tournaments, tournament_id, decide)

    @post("/sales/undo", status_code=200)
    async def unsell(
        self,
        request: Asking,
        tournaments: Tourneys,
        tournament_id: FromPath[str],
        data: JSONBody[shapes.CardNumbers],
    ) -> Done:
        """Undo the sale of cards."""
        return await _change(
            request,
            tournaments,
            tournament_id,
            lambda t, stamp: sale.unsell(t, data.cards, stamp, refund=data.refund),
        )

    @post("/persons", status_code=200)
    async def person(
        self,
        request: Asking,
        tournaments: Tourneys,
        tournament_id: FromPath[str],
        data: JSONBody[shapes.PersonChange],
    ) -> Done:
        """Correct what is known of somebody."""
        buyer = Buyer(data.name, data.club, data.groups, data.display)

        def decide(t: Tournament, stamp: Stamp) -> Sequence[AnyEvent]:
            t.entries.find(data.name)
            return sale.register(t, buyer, stamp, data.new_name)

        return await _change(request, tournaments, tournament_id, decide)

    @post("/entries", status_code=200, request_max_body_size=_MOST_TABLE)
    async def entries(
        self,
        request: Asking,
        tournaments: Tourneys,
        tournament_id: FromPath[str],
        data: JSONBody[shapes.Table],
    ) -> Done:
        """Sell a whole list, or nothing of it."""
        facts, _ = await allowed(request, tournaments, tournament_id)
        rows = await asyncio.to_thread(csv_io.read_entries, data.text)
        if len(rows) > MOST_ROWS:
            raise BadRequest("a list may have {most} lines at most", most=MOST_ROWS)
        stamp = stamp_of(somebody(request))
        await tournaments.change_aside(facts, lambda t: csv_io.sell_rows(t, rows, stamp))
        return Done()

    # ---- draw ----------------------------------------------------------------------------

    @post("/draw", status_code=200)
    async def draw(
        self,
        request: Asking,
        tournaments: Tourneys,
        tournament_id: FromPath[str],
        data: JSONBody[shapes.NewDraw],
    ) -> Done:
        """Draw the next round, or type in the lots drawn by hand."""
        lots = None if data.lots is None else csv_io.read_lots(data.lots)

        def decide(t: Tournament, stamp: Stamp) -> Sequence[AnyEvent]:
            if lots is not None:
                return drawing.draw_by_hand(t, lots, stamp)
            return drawing.draw(t, data.word, stamp)

        return await _change(request, tournaments, tournament_id, decide, organiser=True)

    @post("/undraw", status_code=200)
    async def undraw(
        self,
        request: Asking,
        tournaments: Tourneys,
        tournament_id: FromPath[str],
        data: JSONBody[shapes.Why],
    ) -> Done:
        """Declare the last draw void."""
        return await _change(
            request,
            tournaments,
            tournament_id,
            lambda t, stamp: drawing.undraw(t, data.reason, stamp),
            organiser=True,
        )

    # ---- results -------------------------------------------------------------------------

    @post("/results", status_code=200)
    async def result(
        self,
        request: Asking,
        tournaments: Tourneys,
        tournament_id: FromPath[str],
        data: JSONBody[shapes.Result],
    ) -> Done:
        """Enter a result, or correct it where `before` says what it was."""

        def decide(t: Tournament, stamp: Stamp) -> Sequence[AnyEvent]:
            match = t.match(data.match)
            if match is not None:
                check_before(data.before, views.outcome_key(match))
                if match.outcome == _outcome(match, data):
                    return ()  # told twice
            decided = desk.result if data.before is None else desk.correct
            return decided(
                t,
                data.match,
                data.winner,
                stamp,
                score=_score(data),
                how=data.how,
                offence=data.offence,
                reason=data.reason,
            )

        return await _change(request, tournaments, tournament_id, decide)

    @post("/results/clear", status_code=200)
    async def clear(
        self,
        request: Asking,
        tournaments: Tourneys,
        tournament_id: FromPath[str],
        data: JSONBody[shapes.Cleared],
    ) -> Done:
        """Take a result back."""

        def decide(t: Tournament, stamp: Stamp) -> Sequence[AnyEvent]:
            match = t.match(data.match)
            if match is not None:
                check_before(data.before, views.outcome_key(match))
            return desk.clear(t, data.match, stamp, data.reason)

        return await _change(request, tournaments, tournament_id, decide)

    @post("/withdrawals", status_code=200)
    async def withdraw(
        self,
        request: Asking,
        tournaments: Tourneys,
        tournament_id: FromPath[str],
        data: JSONBody[shapes.Withdrawal],
    ) -> Done:
        """Cards are not played any more, or again."""

        def decide(t: Tournament, stamp: Stamp) -> Sequence[AnyEvent]:
            if data.back:
                return desk.bring_back(t, data.cards, stamp)
            return desk.withdraw(t, data.cards, stamp, data.reason)

        return await _change(request, tournaments, tournament_id, decide)

    @post("/boards", status_code=200)
    async def boards(
        self,
        request: Asking,
        tournaments: Tourneys,
        tournament_id: FromPath[str],
        data: JSONBody[shapes.BoardChange],
    ) -> Done:
        """Put a match on a board, or put it off."""

        def decide(t: Tournament, stamp: Stamp) -> Sequence[AnyEvent]:
            if data.board is not None:
                return desk.board(t, data.match, data.board, stamp)
            return desk.delay(t, data.match, stamp, on=bool(data.delayed))

        return await _change(request, tournaments, tournament_id, decide)

    # ---- the organiser -------------------------------------------------------------------

    @patch("/settings")
    async def change(
        self,
        request: Asking,
        tournaments: Tourneys,
        tournament_id: FromPath[str],
        data: JSONBody[shapes.Announcement],
    ) -> Done:
        """Announce it otherwise; after the draw much is fixed."""
        settings = settings_of(data)
        return await _change(
            request,
            tournaments,
            tournament_id,
            lambda t, stamp: sale.change(t, settings, stamp),
            organiser=True,
        )


def _score(told: shapes.Result) -> tuple[int, int] | None:
    return None if told.score is None else (told.score[0], told.score[1])


def _outcome(match: Match, told: shapes.Result) -> Outcome:
    """The result as the match has it once it is entered."""
    return Outcome(
        told.winner,
        match.other(told.winner),
        told.how,
        _score(told),
        told.offence if told.how == "penalty" else None,
        told.reason or None,
    )


async def allowed(
    request: Asking, tournaments: Tournaments, tournament_id: str, *, organiser: bool = False
) -> tuple[Facts, Role]:
    """The tournament, and what whoever asks is there.

    Raises:
        SignedOut, Forbidden: they may not work on it.
    """
    facts = await tournaments.logs.facts(tournament_id)
    person = person_of(request)
    return facts, await roles.check(tournaments.engine, facts, person, organiser=organiser)


async def _change(
    request: Asking,
    tournaments: Tournaments,
    tournament_id: str,
    decide: Callable[[Tournament, Stamp], Sequence[AnyEvent]],
    *,
    organiser: bool = False,
) -> Done:
    """Lets something happen, if whoever asks may do it."""
    facts, _ = await allowed(request, tournaments, tournament_id, organiser=organiser)
    stamp = stamp_of(somebody(request))
    await tournaments.change(facts, lambda t: decide(t, stamp))
    return Done()

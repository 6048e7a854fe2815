"""Complaints about a move, a deal or a person; ``bummerl admin`` answers them."""

from __future__ import annotations

from litestar import post
from litestar.params import JSONBody

from bummerl.server.http import shapes
from bummerl.server.http.oneself import Asking
from bummerl.server.http.services import Here
from bummerl.server.people import somebody
from bummerl.server.refusals import BadRequest, Unknown
from bummerl.server.store import games, reports
from bummerl.server.store.engine import write
from bummerl.words.printable import printable


@post("/api/reports", tags=["history"])
async def report(request: Asking, services: Here, data: JSONBody[shapes.NewReport]) -> shapes.Done:
    """Report something that happened at a table."""
    person = somebody(request)
    await services.limits.check("report", person.id)
    if data.kind != "person" and data.deal == 0:
        raise BadRequest("say which deal it is about")
    if data.kind == "move" and data.move == 0:
        raise BadRequest("say which move it is about")
    async with write(services.engine) as session:
        row = await games.table(session, data.table)
        if row is None:
            raise Unknown("there is no such table")
        if data.deal > row.deals + 1:
            raise Unknown("there is no such deal")
        text = printable(data.text, keep="\n").strip()
        move = data.move if data.kind == "move" else 0
        await reports.add(session, person.id, row.id, data.deal, move, data.kind, text)
    return shapes.Done()

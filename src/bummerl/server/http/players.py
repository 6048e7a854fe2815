"""What everybody may know about people with accounts."""

from __future__ import annotations

from typing import Final

from litestar import get
from litestar.params import FromPath

from bummerl.server.http import game_shapes
from bummerl.server.http.asking import wording_of
from bummerl.server.http.naming import name_key
from bummerl.server.http.oneself import Asking, rating_infos
from bummerl.server.http.services import Here
from bummerl.server.http.table_infos import game_info
from bummerl.server.people import person_of
from bummerl.server.refusals import Unknown
from bummerl.server.store import games, people, ratings
from bummerl.server.store.engine import read

_GAMES: Final = 10


@get("/api/players/{name:str}", tags=["people"])
async def player(request: Asking, services: Here, name: FromPath[str]) -> game_shapes.Player:
    """Somebody with an account: ratings and the last public games."""
    async with read(services.engine) as session:
        user = await people.by_key(session, name_key(name))
        if user is None:
            raise Unknown("nobody has this name")
        rows = await games.history(session, games.Filter(user.id, public=True), None, _GAMES)
        deals = await games.deals_of(session, [row.id for row in rows])
        rated = await ratings.of_person(session, user.id)
    wording, person = wording_of(request), person_of(request)
    return game_shapes.Player(
        name=user.name,
        guest=False,
        since=user.created,
        ratings=rating_infos(rated),
        games=[game_info(row, deals[row.id], person, wording) for row in rows],
    )

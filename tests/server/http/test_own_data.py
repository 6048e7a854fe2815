"""Taking one's data along, and having it deleted."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable

import pytest
from litestar import Litestar
from sqlalchemy import select

from bummerl.match.fair_check import verify
from bummerl.notation.sgn import loads
from bummerl.server.store.engine import read
from bummerl.server.store.models import EventRow, Seek, User
from bummerl.server.table.events import Sitter
from server.http.planted import Planted, sitter, two
from server.http.visitors import Browser, error_of, unique

pytestmark = pytest.mark.asyncio(loop_scope="session")
Browsers = Callable[..., Browser]
Plant = Callable[..., Planted]


async def test_export(browser: Browsers, plant: Plant) -> None:
    visitor, other = await two(browser)
    me, opponent = await sitter(visitor), await sitter(other)
    game = await plant(me, opponent).play(2)
    await visitor.post("/api/reports", {"table": game.id, "kind": "person", "text": "rude"})
    answer = await visitor.get("/api/me/export")
    assert answer.headers["content-type"] == "application/zip"
    with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
        assert archive.testzip() is None
        data = json.loads(archive.read("bummerl.json"))
        records = loads(archive.read("games.sgn").decode())
    assert data["me"]["name"] == me.name
    assert [one["id"] for one in data["games"]] == [game.id]
    assert [one["text"] for one in data["reports"]] == ["rude"]
    assert len(data["sessions"]) == 1
    assert len(records) == 2
    assert b"argon2" not in answer.content


async def test_deleting_an_account_needs_its_password(browser: Browsers) -> None:
    visitor = browser()
    await visitor.account(password="correct horse")
    for body in ({}, {"password": "wrong horse"}):
        error_of(await visitor.send("DELETE", "/api/me", body), 403)
    assert await visitor.me() is not None
    body = {"password": "correct horse"}
    assert (await visitor.send("DELETE", "/api/me", body)).status_code == 200
    assert await visitor.me() is None


async def test_nothing_tells_who_it_was_afterwards(
    browser: Browsers, plant: Plant, app: Litestar
) -> None:
    visitor, other = await two(browser)
    name = await visitor.account(unique("Vergiss"))
    second = browser()
    await second.post("/api/login", {"name": name, "password": "correct horse"})
    me, opponent = await sitter(visitor), await sitter(other)
    first = await (await plant(me, opponent).play(2)).save("over")
    await (await plant(opponent, me).play(1)).save("over")
    await visitor.post("/api/seeks", {})
    body = {"password": "correct horse"}
    assert (await visitor.send("DELETE", "/api/me", body)).status_code == 200
    assert await second.me() is None
    error_of(await browser().post("/api/login", {"name": name, **body}), 403)
    error_of(await browser().get(f"/api/players/{name}"), 404)
    # the opponent keeps the games, which still verify
    shown = (await other.get("/api/games?lang=en")).json()["games"]
    assert len(shown) == 2
    assert {"Somebody", opponent.name} == set(shown[0]["names"])
    answer = await other.get(f"/api/games/{first.id}/sgn")
    records = loads(answer.text)
    assert [record.players for record in records] == [("?", opponent.name)] * 2
    assert {verify(record).status for record in records} == {"fair"}
    replay = (await other.get(f"/api/games/{first.id}/deals/1?lang=en")).json()
    assert replay["names"] == ["Somebody", opponent.name]
    assert name not in json.dumps(replay)
    async with read(app.state.engine) as session:
        assert me.user is not None
        user = await session.get(User, me.user)
        assert user is not None
        assert (user.name, user.name_key, user.password, user.settings) == ("", None, None, {})
        assert user.deleted is not None
        found = await session.execute(select(EventRow).where(EventRow.table_id == first.id))
        assert all(name.encode() not in row.data for row in found.scalars())
        seeks = await session.execute(select(Seek).where(Seek.user_id == me.user))
        assert seeks.first() is None
    # the name is free again
    await browser().account(name)


async def test_a_guest_just_goes(browser: Browsers) -> None:
    visitor = browser()
    await visitor.guest()
    assert (await visitor.send("DELETE", "/api/me", {})).json() == {"ok": True}
    assert await visitor.me() is None
    error_of(await visitor.send("DELETE", "/api/me", {}), 401)


async def test_who_leaves_gives_up_what_runs(browser: Browsers) -> None:
    visitor, friend = await two(browser)
    waiting = (await visitor.post("/api/tables", {"opponent": "friend"})).json()["id"]
    running = (await visitor.post("/api/tables", {"opponent": "friend"})).json()["id"]
    await friend.post(f"/api/tables/{running}/join")
    assert (await visitor.send("DELETE", "/api/me", {})).status_code == 200
    for table in (waiting, running):  # no deal had begun
        info = (await friend.get(f"/api/tables/{table}")).json()
        assert info["phase"] == "cancelled", info


async def test_a_sitter_keeps_no_more_than_the_name() -> None:
    """Deleting takes names out of the log; a new field would need the same."""
    assert set(Sitter.__struct_fields__) == {"name", "user", "bot", "rating", "provisional"}

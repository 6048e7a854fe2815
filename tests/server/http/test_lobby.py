"""Seeks over HTTP, and the lobby live on real sockets."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest
import websockets
from litestar import Litestar

from bummerl.server.http.hub import Hub
from bummerl.server.store import seeks
from bummerl.server.store.engine import now, write
from server.http.planted import Planted, sitter, two
from server.http.visitors import Browser, error_of

pytestmark = pytest.mark.asyncio(loop_scope="session")
Browsers = Callable[..., Browser]
Plant = Callable[..., Planted]


async def lobby(visitor: Browser) -> dict[str, Any]:
    found: dict[str, Any] = (await visitor.get("/api/lobby?lang=en")).json()
    return found


def seek_in(shown: dict[str, Any], seek: str) -> dict[str, Any] | None:
    return next((one for one in shown["seeks"] if one["id"] == seek), None)


async def test_seeking_and_accepting(browser: Browsers) -> None:
    seeker, other = await two(browser)
    body = {"rules": "sharp", "match": 1, "control": "6+4"}
    answer = await seeker.post("/api/seeks", body)
    assert answer.status_code == 201
    seek = answer.json()["id"]
    mine, theirs = seek_in(await lobby(seeker), seek), seek_in(await lobby(other), seek)
    assert mine is not None
    assert theirs is not None
    assert (mine["mine"], theirs["mine"]) == (True, False)
    assert theirs["rules_name"] == "Sharp · to 1 Bummerl"
    assert (theirs["control"], theirs["rated"], theirs["guest"]) == ("6+4", False, True)
    assert theirs["rating"] is None
    assert 0 <= theirs["age"] < 30
    opened = (await other.post(f"/api/seeks/{seek}/accept")).json()
    for visitor in (seeker, other):
        info = (await visitor.get(f"/api/tables/{opened['id']}")).json()
        assert info["mine"] is not None
        assert (info["rules"], info["private"]) == ("sharp(match=1)", False)
        shown = await lobby(visitor)
        assert seek_in(shown, seek) is None
        assert opened["id"] in [table["id"] for table in shown["mine"]]
        assert opened["id"] in [table["id"] for table in shown["tables"]]
        assert shown["counts"]["people"] >= 2
        assert shown["counts"]["tables"] >= 1


async def test_who_accepts_first_plays(browser: Browsers) -> None:
    seeker, *others = [browser() for _ in range(6)]
    for one in (seeker, *others):
        await one.guest()
    seek = (await seeker.post("/api/seeks", {})).json()["id"]
    answers = await asyncio.gather(*(one.post(f"/api/seeks/{seek}/accept") for one in others))
    assert sorted(answer.status_code for answer in answers) == [200, 404, 404, 404, 404]


async def test_accepting_drops_the_other_seeks_of_both(browser: Browsers) -> None:
    seeker, other = await two(browser)
    seek = (await seeker.post("/api/seeks", {})).json()["id"]
    second = (await seeker.post("/api/seeks", {"rules": "sixtysix"})).json()["id"]
    third = (await other.post("/api/seeks", {})).json()["id"]
    await other.post(f"/api/seeks/{seek}/accept")
    shown = await lobby(browser())
    assert seek_in(shown, second) is None
    assert seek_in(shown, third) is None


async def test_own_and_foreign_seeks(browser: Browsers) -> None:
    seeker, other = await two(browser)
    seek = (await seeker.post("/api/seeks", {})).json()["id"]
    error_of(await seeker.post(f"/api/seeks/{seek}/accept"), 409)
    error_of(await other.send("DELETE", f"/api/seeks/{seek}"), 404)
    error_of(await browser().post(f"/api/seeks/{seek}/accept"), 401)
    assert seek_in(await lobby(other), seek) is not None
    assert (await seeker.send("DELETE", f"/api/seeks/{seek}")).json() == {"ok": True}
    assert seek_in(await lobby(other), seek) is None
    error_of(await seeker.send("DELETE", f"/api/seeks/{seek}"), 404)
    error_of(await other.post(f"/api/seeks/{seek}/accept"), 404)


async def test_ratings_only_between_accounts(browser: Browsers) -> None:
    account, other, guest = browser(), browser(), browser()
    await account.account()
    await other.account()
    await guest.guest()
    error_of(await guest.post("/api/seeks", {"rated": True}), 403)
    seek = (await account.post("/api/seeks", {"rated": True})).json()["id"]
    error_of(await guest.post(f"/api/seeks/{seek}/accept"), 403)
    opened = (await other.post(f"/api/seeks/{seek}/accept")).json()
    assert (await guest.get(f"/api/tables/{opened['id']}")).json()["rated"]


async def test_only_so_many_seeks(browser: Browsers) -> None:
    visitor = browser()
    await visitor.guest()
    for _ in range(3):
        assert (await visitor.post("/api/seeks", {})).status_code == 201
    error_of(await visitor.post("/api/seeks", {}), 409)


@pytest.mark.parametrize(
    "body",
    [{"rules": "x"}, {"match": 0}, {"control": "2+1"}, {"rated": "yes"}, {"rules": "x" * 400}],
    ids=str,
)
async def test_seeks_that_cannot_be(browser: Browsers, body: dict[str, Any]) -> None:
    visitor = browser()
    await visitor.guest()
    error_of(await visitor.post("/api/seeks", body), 400)


async def test_a_seek_goes_when_its_owner_is_gone(browser: Browsers, app: Litestar) -> None:
    seeker, other = await two(browser)
    seek = (await seeker.post("/api/seeks", {})).json()["id"]
    owner = await sitter(seeker)
    async with write(app.state.engine) as session:
        await seeks.keep_alive(session, [owner.user or ""], now() - seeks.ALIVE - 1)
    assert seek_in(await lobby(other), seek) is None
    error_of(await other.post(f"/api/seeks/{seek}/accept"), 404)
    async with write(app.state.engine) as session:
        await seeks.sweep(session, now())
        assert await seeks.one(session, seek, 0) is None


async def test_a_seek_is_open_again_if_no_table_could_be_opened(
    browser: Browsers, app: Litestar, monkeypatch: pytest.MonkeyPatch
) -> None:
    seeker, other = await two(browser)
    seek = (await seeker.post("/api/seeks", {})).json()["id"]

    async def fail(*_: object) -> str:
        raise OSError("no disk")

    monkeypatch.setattr(app.state.tables, "open", fail)
    error_of(await other.post(f"/api/seeks/{seek}/accept"), 500)
    monkeypatch.undo()
    assert (await other.post(f"/api/seeks/{seek}/accept")).status_code == 200


async def test_private_and_practice_tables_are_not_shown(browser: Browsers, plant: Plant) -> None:
    first, second = await two(browser)
    one, two_ = await sitter(first), await sitter(second)
    hidden = [
        await plant(one, two_, private=True).save(),
        await plant(one, two_, practice=True).save(),
    ]
    seen = await plant(one, two_).save()
    old = await plant(one, two_).save(changed=now() - 3_600_000)
    shown = [table["id"] for table in (await lobby(browser()))["tables"]]
    assert seen.id in shown
    assert not {game.id for game in (*hidden, old)} & set(shown)


@contextlib.asynccontextmanager
async def watching(
    port: int, visitor: Browser, **headers: str
) -> AsyncIterator[Callable[[Callable[[Any], Any]], Any]]:
    """Waits for messages of the lobby's socket."""
    token = visitor.http.cookies.get("bummerl_session")
    cookie = {"Cookie": f"bummerl_session={token}"} if token else {}
    url = f"ws://127.0.0.1:{port}/ws/lobby?lang=en"
    async with websockets.connect(url, additional_headers={**cookie, **headers}) as socket:

        async def until(wanted: Callable[[Any], Any]) -> Any:
            async with asyncio.timeout(5):
                while True:
                    message = json.loads(await socket.recv())
                    if wanted(message):
                        return message

        yield until


async def test_the_lobby_live(browser: Browsers, port: int) -> None:
    seeker, other = await two(browser)
    async with watching(port, seeker) as told, watching(port, other) as others:
        first = await told(lambda message: message["type"] == "lobby")
        assert set(first) == {"type", "seeks", "tables", "mine", "counts"}
        seek = (await seeker.post("/api/seeks", {})).json()["id"]
        await others(lambda m: m["type"] == "lobby" and seek_in(m, seek))
        opened = (await other.post(f"/api/seeks/{seek}/accept")).json()["id"]
        accepted = await told(lambda message: message["type"] == "accepted")
        assert accepted == {"type": "accepted", "table": opened}
        mine = await others(
            lambda m: m["type"] == "lobby" and opened in [table["id"] for table in m["mine"]]
        )
        assert seek_in(mine, seek) is None


async def test_who_watches_keeps_the_seek(browser: Browsers, app: Litestar, port: int) -> None:
    seeker = browser()
    await seeker.guest()
    seek = (await seeker.post("/api/seeks", {})).json()["id"]
    owner = (await sitter(seeker)).user or ""
    async with write(app.state.engine) as session:
        await seeks.keep_alive(session, [owner], now() - seeks.ALIVE + 3_000)
    async with watching(port, seeker) as told:
        await told(lambda message: message["type"] == "lobby")
        async with write(app.state.engine) as session:
            found = await seeks.one(session, seek, now() + 10_000)
            assert found is not None


async def test_the_lobby_answers_pings_and_nothing_else(port: int) -> None:
    async with websockets.connect(f"ws://127.0.0.1:{port}/ws/lobby?lang=en") as socket:
        for said in ("hello", '{"type":"rematch","id":1}', '{"type":"ping"}', "[" * 5000, b"\xff"):
            await socket.send(said)
        await socket.send('{"type":"ping","id":77}')
        async with asyncio.timeout(5):
            while (message := json.loads(await socket.recv()))["type"] == "lobby":
                pass
        assert message == {"type": "pong", "reply_to": 77}


async def test_nobody_in_particular_may_watch(browser: Browsers, port: int) -> None:
    async with watching(port, browser()) as told:
        message = await told(lambda message: message["type"] == "lobby")
        assert message["mine"] == []


@pytest.mark.parametrize("origin", ["http://evil.test", "null"])
async def test_pages_of_others_may_not_watch(browser: Browsers, port: int, origin: str) -> None:
    visitor = browser()
    await visitor.guest()
    with pytest.raises(websockets.InvalidStatus) as refused:
        async with watching(port, visitor, Origin=origin):
            pass
    assert refused.value.response.status_code == 403


async def test_our_own_page_may_watch(browser: Browsers, port: int) -> None:
    async with watching(port, browser(), Origin=f"http://127.0.0.1:{port}") as told:
        await told(lambda message: message["type"] == "lobby")


async def test_the_hub_outlives_a_database_that_fails(
    browser: Browsers, app: Litestar, port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    hub: Hub = app.state.services.hub
    tell, failed = hub._tell, asyncio.Event()

    async def fail() -> None:
        failed.set()
        raise OSError("gone")

    monkeypatch.setattr(hub, "_tell", fail)
    async with watching(port, browser()) as told:
        async with asyncio.timeout(5):
            await failed.wait()
        monkeypatch.setattr(hub, "_tell", tell)
        await told(lambda message: message["type"] == "lobby")

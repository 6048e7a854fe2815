"""Opening tables, joining by link, cancelling."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from litestar import Litestar

from bummerl.server.app import create_app
from bummerl.server.store.engine import upgrade
from server.http.servers import running, settings_in
from server.http.visitors import Browser, error_of

pytestmark = pytest.mark.asyncio(loop_scope="session")
Browsers = Callable[..., Browser]


async def test_against_a_bot(browser: Browsers) -> None:
    visitor = browser()
    guest = await visitor.guest()
    body = {
        "opponent": "bot:regular",
        "rules": "sharp",
        "match": 3,
        "control": "3+2",
        "practice": True,
        "seat": "second",
    }
    answer = await visitor.post("/api/tables", body)
    assert answer.status_code == 201, answer.text
    opened = answer.json()
    assert opened["url"] == f"http://cards.localhost/table/{opened['id']}"
    info = (await visitor.get(f"/api/tables/{opened['id']}")).json()
    assert info["names"] == ["Regular", guest["name"]]
    assert info["bots"] == ["regular", None]
    assert info["mine"] == 1
    assert info["open_seat"] is None
    assert (info["rules"], info["match"], info["control"]) == ("sharp(match=3)", 3, "3+2")
    assert info["rules_name"] == "Sharp · to 3 Bummerls"
    assert info["practice"]
    assert not info["rated"]
    assert info["phase"] in ("shuffling", "playing")


async def test_seats_are_drawn_when_random(browser: Browsers) -> None:
    visitor = browser()
    await visitor.guest()
    seats = set()
    for _ in range(20):
        answer = await visitor.post("/api/tables", {"opponent": "bot:beginner"})
        info = await visitor.get(f"/api/tables/{answer.json()['id']}")
        seats.add(info.json()["mine"])
    assert seats == {0, 1}


async def test_a_friend_joins_by_link(browser: Browsers) -> None:
    host, friend, third = browser(), browser(), browser()
    for one in (host, friend, third):
        await one.guest()
    opened = (await host.post("/api/tables", {"opponent": "friend", "seat": "first"})).json()
    assert opened["url"].endswith(f"/join/{opened['id']}")
    path = f"/api/tables/{opened['id']}"
    info = (await friend.get(path)).json()
    assert (info["phase"], info["private"]) == ("waiting", True)
    assert (info["open_seat"], info["mine"]) == (1, None)
    joined = (await friend.post(f"{path}/join")).json()
    assert (joined["mine"], joined["open_seat"]) == (1, None)
    assert (await friend.post(f"{path}/join")).json()["mine"] == 1
    assert (await host.post(f"{path}/join")).json()["mine"] == 0
    assert error_of(await third.post(f"{path}/join"), 409)[0] == "conflict"
    assert (await third.get(path)).json()["mine"] is None


async def test_nobody_else_joins_without_a_name(browser: Browsers) -> None:
    host = browser()
    await host.guest()
    opened = (await host.post("/api/tables", {"opponent": "friend"})).json()
    error_of(await browser().post(f"/api/tables/{opened['id']}/join"), 401)


async def test_cancelling(browser: Browsers) -> None:
    host, other = browser(), browser()
    await host.guest()
    await other.guest()
    opened = (await host.post("/api/tables", {"opponent": "friend"})).json()
    path = f"/api/tables/{opened['id']}"
    error_of(await other.post(f"{path}/cancel"), 403)
    assert (await host.post(f"{path}/cancel")).json()["phase"] == "cancelled"
    assert (await host.post(f"{path}/cancel")).json()["phase"] == "cancelled"
    error_of(await other.post(f"{path}/join"), 409)


@pytest.mark.parametrize(
    "changes",
    [
        {"opponent": "bot:random"},
        {"opponent": "bot:external(cmd='sh')"},
        {"opponent": ""},
        {"rules": "nonsense"},
        {"rules": "soft(match=10)"},
        {"rules": "soft(out=maybe)"},
        {"match": 0},
        {"match": 10},
        {"control": "1+0"},
        {"control": "never"},
        {"seat": "third"},
        {"opponent": "friend", "practice": True},
        {"unknown": 1},
    ],
    ids=str,
)
async def test_tables_that_cannot_be(browser: Browsers, changes: dict[str, Any]) -> None:
    visitor = browser()
    await visitor.guest()
    answer = await visitor.post("/api/tables", {"opponent": "bot:regular", **changes})
    assert error_of(answer, 400)[0] == "invalid"


@pytest.mark.parametrize("table", ["x", "0" * 16, "0" * 100, "..%2f..", "%00"])
async def test_unknown_tables(browser: Browsers, table: str) -> None:
    visitor = browser()
    await visitor.guest()
    for path in ("", "/qr.svg"):
        error_of(await visitor.get(f"/api/tables/{table}{path}"), 404)
    for path in ("/join", "/cancel"):
        error_of(await visitor.post(f"/api/tables/{table}{path}"), 404)


async def test_link_as_a_code(browser: Browsers) -> None:
    host = browser()
    await host.guest()
    opened = (await host.post("/api/tables", {"opponent": "friend"})).json()
    answer = await host.get(f"/api/tables/{opened['id']}/qr.svg")
    assert answer.headers["content-type"].startswith("image/svg+xml")
    picture = ElementTree.fromstring(answer.content)
    assert picture.tag == "{http://www.w3.org/2000/svg}svg"
    assert b"style=" not in answer.content


async def test_links_are_those_of_the_public_url(browser: Browsers, tmp_path: Path) -> None:
    settings = settings_in(tmp_path, public_url="https://hall.test", secret_key="k" * 40)
    app = create_app(settings)
    async with running(app):
        visitor = browser(app=app, base="https://10.0.0.1")
        await visitor.guest()
        opened = (await visitor.post("/api/tables", {"opponent": "friend"})).json()
        assert opened["url"] == f"https://hall.test/join/{opened['id']}"


async def test_rules_under_an_alias_are_kept_under_their_name(browser: Browsers) -> None:
    visitor = browser()
    await visitor.guest()
    body = {"opponent": "bot:regular", "rules": "66(last_trick=wins)", "match": 1}
    opened = (await visitor.post("/api/tables", body)).json()
    info = (await visitor.get(f"/api/tables/{opened['id']}")).json()
    assert info["rules"] == "sixtysix(last_trick=wins,match=1)"


async def test_presets_in_words(browser: Browsers) -> None:
    presets = (await browser().get("/api/presets?lang=de&deck=german")).json()
    assert [one["name"] for one in presets][:2] == ["soft", "sharp"]
    soft, sharp = presets[:2]
    assert soft["differences"] == []
    assert {one["option"] for one in sharp["differences"]} >= {"pair_lead", "points_visible"}
    assert all(one["text"] for preset in presets for one in preset["options"])
    english = (await browser().get("/api/presets?lang=en")).json()
    assert [p["name"] for p in english] == [p["name"] for p in presets]
    assert {p["pack"] for p in english} == {20, 24}


async def test_rule_books(browser: Browsers) -> None:
    book = (await browser().get("/api/rules/sharp?lang=en")).json()
    assert book["title"] == "Sharp"
    clauses = [clause for chapter in book["chapters"] for clause in chapter["clauses"]]
    led = next(clause for clause in clauses if clause["option"] == "pair_lead")
    assert led["text"] == "After announcing a pair you lead the king."
    assert led["differs"]
    assert led["default"]
    assert (await browser().get("/api/rules/66")).json()["name"] == "sixtysix"
    error_of(await browser().get("/api/rules/poker"), 404)


async def test_a_stopping_server_opens_nothing(browser: Browsers, tmp_path: Path) -> None:
    app: Litestar = create_app(settings_in(tmp_path))
    await upgrade(app.state.engine)  # but it does not run
    visitor = browser(app=app)
    await visitor.guest()
    answer = await visitor.post("/api/tables", {"opponent": "bot:regular"})
    assert error_of(answer, 503)[0] == "busy"
    await app.state.engine.dispose()

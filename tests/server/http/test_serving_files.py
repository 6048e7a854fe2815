"""The built client, health, numbers, the description of the API."""

from __future__ import annotations

import gzip
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest
from litestar import Litestar

from bummerl import __version__
from bummerl.server.app import create_app, schema
from bummerl.server.http import client
from bummerl.server.store.engine import upgrade
from server.http.servers import settings_in
from server.http.visitors import Browser, error_of

pytestmark = pytest.mark.asyncio(loop_scope="session")
Browsers = Callable[..., Browser]


@pytest.fixture
async def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Litestar]:
    """A server whose client is a few files."""
    folder = tmp_path / "static"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text("<!doctype html><title>Bummerl</title>")
    (folder / "icon.svg").write_text("<svg/>")
    script = folder / "assets" / "index-abc123.js"
    script.write_text("let a = 1;")
    script.with_name("index-abc123.js.gz").write_bytes(gzip.compress(script.read_bytes()))
    script.with_name("index-abc123.js.br").write_bytes(b"as if it were brotli")
    (tmp_path / "secret_key").write_text("k" * 40)
    monkeypatch.setattr(client.StaticFiles.__init__, "__defaults__", (folder,))
    app = create_app(settings_in(tmp_path))
    await upgrade(app.state.engine)
    yield app
    await app.state.engine.dispose()


async def test_the_page_itself(browser: Browsers, built: Litestar) -> None:
    visitor = browser(app=built)
    answer = await visitor.get("/")
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["cache-control"] == "no-cache"
    assert "set-cookie" not in answer.headers
    tag = answer.headers["etag"]
    again = await visitor.get("/", headers={"if-none-match": tag})
    assert (again.status_code, again.content) == (304, b"")
    for path in ("/play", "/table/abc", "/game/abc/3", "/player/Anna%20B.", "/fair?x=1"):
        assert (await visitor.get(path)).text == answer.text
    assert (await visitor.http.head("/play")).status_code == 200


async def test_assets_are_for_ever(browser: Browsers, built: Litestar) -> None:
    visitor = browser(app=built)
    path = "/assets/index-abc123.js"
    plain = await visitor.get(path, headers={"accept-encoding": "identity"})
    assert plain.text == "let a = 1;"
    assert plain.headers["content-type"] == "text/javascript; charset=utf-8"
    assert plain.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert plain.headers["vary"] == "accept-encoding"
    packed = await visitor.get(path, headers={"accept-encoding": "gzip, deflate"})
    assert packed.headers["content-encoding"] == "gzip"
    assert packed.text == "let a = 1;"
    brotli = await visitor.http.get(path, headers={"accept-encoding": "gzip;q=0, br"})
    assert brotli.headers["content-encoding"] == "br"
    assert len({a.headers["etag"] for a in (plain, packed)}) == 2


async def test_other_files(browser: Browsers, built: Litestar) -> None:
    answer = await browser(app=built).get("/icon.svg")
    assert answer.headers["content-type"] == "image/svg+xml"
    assert answer.headers["cache-control"] == "no-cache"


async def test_a_new_build_is_served_at_once(
    browser: Browsers, built: Litestar, tmp_path: Path
) -> None:
    visitor = browser(app=built)
    await visitor.get("/")
    (tmp_path / "static" / "index.html").write_text("another")
    assert (await visitor.get("/")).text == "another"


@pytest.mark.parametrize(
    "path",
    [
        "/assets/missing.js",
        "/assets/index-abc123.js.gz",
        "/assets/%2e%2e/%2e%2e/secret_key",
        "/assets/..%2f..%2fsecret_key",
        "/assets/%00",
        "/assets/" + "x" * 3000,
        "/api/missing",
        "/schema/missing",
        "/ws/missing",
    ],
)
async def test_files_that_are_not_there(browser: Browsers, built: Litestar, path: str) -> None:
    answer = await browser(app=built).get(path)
    assert answer.status_code == 404
    assert "kkkk" not in answer.text


@pytest.mark.parametrize(
    "path", ["/../secret_key", "/%2e%2e/secret_key", "/..%2fsecret_key", "/.env", "//etc/passwd"]
)
async def test_nothing_outside_is_served(browser: Browsers, built: Litestar, path: str) -> None:
    answer = await browser(app=built).get(path)
    assert answer.text == (await browser(app=built).get("/")).text or answer.status_code == 404


async def test_without_a_client_there_is_a_sentence(
    browser: Browsers, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(client.StaticFiles.__init__, "__defaults__", (tmp_path / "none",))
    app = create_app(settings_in(tmp_path))
    answer = await browser(app=app).get("/play")
    assert answer.status_code == 503
    assert answer.headers["content-type"] == "text/plain; charset=utf-8"
    assert "has not been built" in answer.text


@pytest.mark.parametrize("method", ["GET", "POST", "PATCH", "PUT", "DELETE"])
async def test_unknown_addresses_of_the_api(browser: Browsers, method: str) -> None:
    assert error_of(await browser().send(method, "/api/nothing/here"), 404)[0] == "unknown"


async def test_wrong_methods(browser: Browsers) -> None:
    assert error_of(await browser().send("PUT", "/api/me"), 405)[0] == "method"


async def test_health(browser: Browsers) -> None:
    answer = await browser().get("/health")
    assert answer.json() == {
        "status": "ok",
        "version": __version__,
        "database": True,
        "redis": None,
    }
    assert answer.headers["cache-control"] == "no-store"
    assert "set-cookie" not in answer.headers
    assert (await browser().http.head("/health")).status_code == 200


async def test_health_without_redis(
    browser: Browsers, app: Litestar, monkeypatch: pytest.MonkeyPatch
) -> None:
    for there, status in ((True, "ok"), (False, "limited")):
        monkeypatch.setattr(app.state.tables, "reaches_others", lambda there=there: there)
        answer = await browser().get("/health")
        assert answer.status_code == 200
        assert (answer.json()["status"], answer.json()["redis"]) == (status, there)


async def test_health_without_a_database(browser: Browsers, tmp_path: Path) -> None:
    folder = tmp_path / "database"
    app = create_app(settings_in(tmp_path, database_url=f"sqlite:///{folder / 'x.db'}"))
    answer = await browser(app=app).get("/health")
    assert answer.status_code == 503
    assert answer.json()["status"] == "broken"


async def test_a_database_that_is_away(browser: Browsers, tmp_path: Path) -> None:
    folder = tmp_path / "database"
    app = create_app(settings_in(tmp_path, database_url=f"sqlite:///{folder / 'x.db'}"))
    visitor = browser(app=app)
    assert await visitor.me() is None
    answer = await visitor.post("/api/guest", {})
    assert error_of(answer, 503)[0] == "busy"
    assert answer.headers["retry-after"] == "5"
    visitor.http.cookies.set("bummerl_session", "x" * 43)  # who it is cannot be found out
    assert error_of(await visitor.get("/api/me"), 503)[0] == "busy"


async def test_mistakes_of_ours_tell_nothing_but_the_requests_id(
    browser: Browsers, app: Litestar, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail() -> None:
        raise RuntimeError("a secret")

    monkeypatch.setattr(app.state.services.statistics, "get", fail)
    answer = await browser().get("/api/statistics?lang=en", headers={"x-request-id": "abc-1"})
    code, text = error_of(answer, 500)
    assert code == "broken"
    assert "abc-1" in text
    assert "secret" not in answer.text


async def test_numbers_are_for_this_machine(browser: Browsers) -> None:
    assert error_of(await browser().get("/metrics"), 403)[0] == "forbidden"
    here = browser(address="127.0.0.1")
    await here.get("/api/me")
    text = (await here.get("/metrics")).text
    assert 'bummerl_requests_total{method="GET",place="/api/me",status="200"}' in text
    proxied = browser(address="127.0.0.1", headers={"x-forwarded-for": "1.2.3.4"})
    error_of(await proxied.get("/metrics"), 403)


async def test_numbers_with_a_token(browser: Browsers, tmp_path: Path) -> None:
    app = create_app(settings_in(tmp_path, metrics_token="t" * 20))
    here = browser(app=app, address="127.0.0.1")
    error_of(await here.get("/metrics"), 403)
    for token, status in (("t" * 19, 403), ("t" * 20, 200), ("tä", 403)):
        headers = {"authorization": f"Bearer {token}".encode()}
        assert (await here.get("/metrics", headers=headers)).status_code == status


async def test_numbers_have_no_names_in_them(browser: Browsers) -> None:
    here = browser(address="127.0.0.1")
    for path in ("/api/players/Somebody", "/api/tables/abc", "/api/none/such", "/game/abc"):
        await here.get(path)
    text = (await here.get("/metrics")).text
    assert "Somebody" not in text
    assert "abc" not in text
    assert "such" not in text


async def test_description_of_the_api(browser: Browsers, app: Litestar) -> None:
    answer = await browser().get("/schema/openapi.json")
    described = answer.json()
    assert described == schema(app)
    assert {"/api/me", "/api/tables", "/api/games/{table_id}", "/health"} <= set(described["paths"])
    assert "/metrics" not in described["paths"]
    operations = [one for path in described["paths"].values() for one in path.values()]
    assert all(one.get("description") for one in operations)
    assert len({one["operationId"] for one in operations}) == len(operations)
    for path in ("/schema/swagger", "/schema/redoc", "/schema/elements", "/schema/rapidoc"):
        answer = await browser().get(path)
        assert answer.status_code == 404
        assert "script" not in answer.text

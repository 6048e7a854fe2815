"""Cookies, forged requests, headers, limits, origins."""

from __future__ import annotations

import socket
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import httpx
import pytest
from litestar import Litestar
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus
from websockets.typing import Origin

from bummerl.server.app import create_app
from bummerl.server.security.limits import LIMITS
from bummerl.server.security.origin import origin_fits
from bummerl.server.security.passwords import Passwords
from bummerl.server.store import administration, people
from bummerl.server.store.engine import now, upgrade, write
from bummerl.server.store.models import Session
from server.http.servers import settings_in
from server.http.visitors import Browser, error_of, unique

pytestmark = pytest.mark.asyncio(loop_scope="session")
Browsers = Callable[..., Browser]


def cookies_of(answer: httpx.Response) -> dict[str, str]:
    """Attributes of the cookies that an answer sets, by name."""
    found = {}
    for header in answer.headers.get_list("set-cookie"):
        name, _, rest = header.partition("=")
        found[name] = rest.partition(";")[2].lower()
    return found


async def test_cookies_on_plain_http(browser: Browsers) -> None:
    visitor = browser()
    cookie = cookies_of(await visitor.get("/api/me"))["bummerl_csrf"]
    assert "samesite=lax" in cookie
    assert "httponly" not in cookie  # the page must read it
    assert "secure" not in cookie
    cookie = cookies_of(await visitor.post("/api/guest", {}))["bummerl_session"]
    assert "httponly" in cookie
    assert "samesite=lax" in cookie
    assert "secure" not in cookie
    assert f"max-age={90 * 24 * 3600}" in cookie


async def test_cookies_are_secure_when_the_public_url_is_https(
    browser: Browsers, tmp_path: Path
) -> None:
    settings = settings_in(tmp_path, public_url="https://cards.test", secret_key="k" * 40)
    app = create_app(settings)
    await upgrade(app.state.engine)
    visitor = browser(app=app, base="https://cards.test")
    answer = await visitor.get("/api/me")
    assert "secure" in cookies_of(answer)["bummerl_csrf"]
    assert "max-age" in answer.headers["strict-transport-security"]
    assert "connect-src 'self' wss://cards.test" in answer.headers["content-security-policy"]
    answer = await visitor.post("/api/guest", {})
    assert "secure" in cookies_of(answer)["bummerl_session"]
    await app.state.engine.dispose()


@pytest.mark.parametrize("path", ["/api/me", "/api/nothing", "/", "/health", "/api/games"])
async def test_headers_are_on_every_answer(browser: Browsers, path: str) -> None:
    answer = await browser().get(path)
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "script-src 'self';" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["referrer-policy"] == "same-origin"
    assert "geolocation=()" in answer.headers["permissions-policy"]
    assert answer.headers["x-request-id"]
    assert answer.headers.get_list("cache-control") in (["no-store"], ["no-cache"])


async def test_a_hosts_name_gets_into_the_policy_only_if_it_is_harmless(browser: Browsers) -> None:
    answer = await browser().get("/health", headers={"host": "evil.test; script-src *"})
    assert "evil" not in answer.headers["content-security-policy"]


async def test_request_ids_come_back_if_harmless(browser: Browsers) -> None:
    answer = await browser().get("/health", headers={"x-request-id": "abc-123"})
    assert answer.headers["x-request-id"] == "abc-123"
    answer = await browser().get("/health", headers={"x-request-id": "no good"})
    assert answer.headers["x-request-id"] != "no good"


@pytest.mark.parametrize("token", [None, "", "0" * 128, "other"])
async def test_forged_requests_are_refused(browser: Browsers, token: str | None) -> None:
    visitor = browser()
    await visitor.guest()
    if token == "other":  # of another browser
        other = browser()
        await other.me()
        token = other.http.cookies["bummerl_csrf"]
    headers = {} if token is None else {"x-csrf-token": token}
    answer = await visitor.http.post("/api/logout", headers=headers)
    assert error_of(answer, 403)[0] == "csrf"
    assert await visitor.me() is not None


async def test_a_token_signed_with_another_key_is_dropped(browser: Browsers) -> None:
    visitor = browser()
    visitor.http.cookies.set("bummerl_csrf", "0" * 128, domain="cards.localhost", path="/")
    assert error_of(await visitor.post("/api/guest", {}), 403)[0] == "csrf"
    assert "bummerl_csrf" not in visitor.http.cookies
    assert (await visitor.post("/api/guest", {})).status_code == 200


@pytest.mark.parametrize("token", ["", "x", "x" * 43, "x" * 4000, "ä" * 43, '"; drop'])
async def test_session_tokens_that_nobody_has(browser: Browsers, token: str) -> None:
    visitor = browser()
    header = {"cookie": f"bummerl_session={token}".encode().decode("latin-1").encode("latin-1")}
    answer = await visitor.http.get("/api/me", headers=header)  # type: ignore[arg-type]
    assert answer.json() == {"user": None}


async def test_sessions_last_as_long_as_one_comes_back(browser: Browsers, app: Litestar) -> None:
    visitor = browser()
    guest = await visitor.guest()
    assert "bummerl_session" not in cookies_of(await visitor.get("/api/me"))
    soon, day = now() + 5_000, 24 * 3600 * 1000
    await _expire(app, guest["id"], soon)
    assert "bummerl_session" in cookies_of(await visitor.get("/api/me"))
    async with write(app.state.engine) as session:
        kept = await _session(session, guest["id"])
        assert kept.expires > soon + 80 * day
    await _expire(app, guest["id"], now() - 1)
    assert await visitor.me() is None


async def _session(session: AsyncSession, user: str) -> Session:
    found = await session.execute(select(Session).where(Session.user_id == user))
    return found.scalar_one()


async def _expire(app: Litestar, user: str, expires: int) -> None:
    async with write(app.state.engine) as session:
        (await _session(session, user)).expires = expires


@pytest.mark.parametrize(
    ("origin", "host", "public", "allowed"),
    [
        ("http://localhost:8000", "localhost:8000", None, True),
        ("http://10.0.0.5:8000", "10.0.0.5:8000", None, True),
        ("http://evil.test", "localhost:8000", None, False),
        ("http://localhost:9000", "localhost:8000", None, False),
        ("null", "localhost:8000", None, False),
        ("file://", "localhost:8000", None, False),
        ("https://cards.test", "127.0.0.1:8000", "https://cards.test", True),
        ("http://cards.test", "cards.test", "https://cards.test", False),
        ("https://evil.test", "cards.test", "https://cards.test", False),
        ("http://cards.test.evil", "cards.test", "http://cards.test", False),
    ],
)
async def test_origins(origin: str, host: str, public: str | None, allowed: bool) -> None:
    assert origin_fits(origin, host, public) is allowed


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("localhost:8000", 200),
        ("127.0.0.1:8000", 200),
        ("[::1]:8000", 200),
        ("192.168.1.20:8000", 200),
        (socket.gethostname(), 200),
        ("evil.example:8000", 400),
        ("127.0.0.1.evil.example", 400),
        ("localhost.evil.example", 400),
        ("cards.example", 400),
    ],
)
async def test_a_name_that_suddenly_leads_here_gets_no_answer(
    browser: Browsers, host: str, status: int
) -> None:
    for path in ("/api/me", "/schema/openapi.json", "/"):
        answer = await browser().get(path, headers={"host": host})
        if status == 400:
            assert host.partition(":")[0] in error_of(answer, 400)[1]
        else:
            assert answer.status_code != 400
    assert (await browser().get("/health", headers={"host": host})).status_code == 200


async def test_no_socket_under_a_name_that_suddenly_leads_here(port: int) -> None:
    for path in ("/ws/lobby", f"/ws/tables/{'a' * 16}?v=1"):
        with pytest.raises(InvalidStatus) as refused:
            async with connect(
                f"ws://evil.example:{port}{path}",
                host="127.0.0.1",
                port=port,
                origin=Origin(f"http://evil.example:{port}"),
            ):
                pass
        assert refused.value.response.status_code == 403


async def test_the_name_of_the_public_url_is_ours(browser: Browsers, tmp_path: Path) -> None:
    settings = settings_in(
        tmp_path, host="0.0.0.0", public_url="https://cards.test", secret_key="k" * 40
    )
    app = create_app(settings)
    await upgrade(app.state.engine)
    for host, status in {"cards.test": 200, "10.0.0.7:8000": 200, "evil.example": 400}.items():
        answer = await browser(app=app).get("/api/me", headers={"host": host})
        assert answer.status_code == status
    await app.state.engine.dispose()


async def test_guests_that_never_played_are_forgotten(browser: Browsers, app: Litestar) -> None:
    gone, here, other = browser(), browser(), browser()
    ids = [(await one.guest())["id"] for one in (gone, here, other)]
    await gone.post("/api/logout")
    async with write(app.state.engine) as session:
        await people.sweep(session, now() + 1)
        found = [await people.by_id(session, one) is not None for one in ids]
    assert found == [False, True, True]


@pytest.fixture
async def strict(tmp_path: Path) -> AsyncIterator[Litestar]:
    """A server with limits."""
    app = create_app(settings_in(tmp_path, rate_limits=True))
    await upgrade(app.state.engine)
    yield app
    await app.state.engine.dispose()


async def test_guessing_a_password_is_slow(browser: Browsers, strict: Litestar) -> None:
    name = await browser(app=strict).account(password="correct horse")
    wrong, right = {"name": name, "password": "x"}, {"name": name, "password": "correct horse"}
    guesser = "10.8.8.8"
    for _ in range(LIMITS["login name"].times):  # with another browser each time
        error_of(await browser(app=strict, address=guesser).post("/api/login", wrong), 403)
    answer = await browser(app=strict, address=guesser).post("/api/login", right)
    assert error_of(answer, 429)[0] == "too_often"
    assert 0 < int(answer.headers["retry-after"]) <= LIMITS["login name"].seconds
    # the owner of the account is somewhere else, and gets in
    assert (await browser(app=strict).post("/api/login", right)).status_code == 200


async def test_a_crowd_that_guesses_a_password_is_slowed(
    browser: Browsers, strict: Litestar
) -> None:
    wrong = {"name": unique("Nobody"), "password": "x"}
    for _ in range(LIMITS["login account"].times):  # from another address each time
        error_of(await browser(app=strict).post("/api/login", wrong), 403)
    error_of(await browser(app=strict).post("/api/login", wrong), 429)
    wrong["name"] = unique("Nobody")
    error_of(await browser(app=strict).post("/api/login", wrong), 403)


async def test_a_hall_behind_one_address_gets_in(browser: Browsers, strict: Litestar) -> None:
    limits = strict.state.services.limits
    for _ in range(200):
        await limits.check("guest", "10.7.7.7")
        for _ in range(5):  # lobby, tournament and table, and again after a restart
            await limits.check("socket", "10.7.7.7")


async def test_one_address_makes_only_so_many_guests(browser: Browsers, strict: Litestar) -> None:
    address = "10.9.9.9"
    for _ in range(LIMITS["guest"].times):
        answer = await browser(app=strict, address=address).post("/api/guest", {})
        assert answer.status_code == 200
    # a header that anybody can send changes nothing
    forwarded = {"x-forwarded-for": "1.2.3.4"}
    answer = await browser(app=strict, address=address, headers=forwarded).post("/api/guest", {})
    error_of(answer, 429)
    assert (await browser(app=strict).post("/api/guest", {})).status_code == 200


async def test_large_bodies_are_refused(browser: Browsers) -> None:
    visitor = browser()
    answer = await visitor.post("/api/guest", {"name": "x" * 100_000})
    assert error_of(answer, 413)[0] == "too_large"


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b"null", b'{"name": 7}', b"\xff\xfe"])
async def test_bodies_that_cannot_be_read(browser: Browsers, body: bytes) -> None:
    visitor = browser()
    await visitor.me()
    headers = {
        "x-csrf-token": visitor.http.cookies["bummerl_csrf"],
        "content-type": "application/json",
    }
    answer = await visitor.http.post("/api/login", content=body, headers=headers)
    assert error_of(answer, 400)[0] == "invalid"


async def test_weaker_hashes_are_renewed_at_login(
    browser: Browsers, app: Litestar, tmp_path: Path
) -> None:
    visitor = browser()
    name = await visitor.account(password="correct horse")
    weak = await Passwords(settings_in(tmp_path, argon2_memory=16)).hash("correct horse")
    async with write(app.state.engine) as session:
        user = await people.by_key(session, name.casefold())
        assert user is not None
        user.password = weak
    answer = await browser().post("/api/login", {"name": name, "password": "correct horse"})
    assert answer.status_code == 200
    async with write(app.state.engine) as session:
        user = await people.by_key(session, name.casefold())
        assert user is not None
        assert user.password != weak


async def test_who_is_banned_is_told_why(browser: Browsers, app: Litestar) -> None:
    visitor = browser()
    name = await visitor.account(unique("Schlimm"))
    async with write(app.state.engine) as session:
        await administration.ban(session, name, "rude")
    assert await visitor.me() is None
    answer = await visitor.post("/api/login", {"name": name, "password": "correct horse"})
    assert "rude" in error_of(answer, 403)[1]
    async with write(app.state.engine) as session:
        await administration.unban(session, name)
    answer = await visitor.post("/api/login", {"name": name, "password": "correct horse"})
    assert answer.status_code == 200

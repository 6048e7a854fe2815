"""Doors that must be shut: other people's things, forged requests, spoofed addresses, files."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from server.attack import facts
from server.attack.running import complaints, guests, play_on, two
from serving import Server

EVERYWHERE = (
    "/", "/play", "/table/0000000000000000", "/api/me", "/api/nothing", "/api/games/x", "/health",
    "/metrics", "/schema/openapi.json", "/assets/nothing.js", "/ws/lobby", "//evil.example/%2e%2e",
    "/%2f%2fevil.example", "/\\evil.example", "/?next=https://evil.example", "/api/lobby?lang=xx",
)  # fmt: skip


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("doors"), warm_up="false").start()
    yield running
    running.stop()
    assert complaints(running.log) == []


async def raw(server: Server, request: bytes, wait: float = 5) -> bytes:
    """What comes back when exactly these bytes are sent."""
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    writer.write(request)
    found = b""
    with contextlib.suppress(TimeoutError, ConnectionError):
        async with asyncio.timeout(wait):
            found = await reader.read()
    writer.transport.abort()
    return found


# ---- headers and addresses -----------------------------------------------------------------


@pytest.mark.parametrize("method", ["GET", "HEAD", "POST", "OPTIONS", "DELETE"])
async def test_headers_on_every_answer(server: Server, method: str) -> None:
    async with httpx.AsyncClient(base_url=server.url) as http:
        for path in EVERYWHERE:
            answer = await http.request(method, server.url + path)
            headers = answer.headers
            assert answer.status_code < 500 or path in ("/", "/play"), (path, answer.text)
            policy = headers["content-security-policy"]
            assert "unsafe" not in policy
            for part in ("default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'"):
                assert part in policy
            assert headers["x-content-type-options"] == "nosniff"
            assert headers["referrer-policy"] == "same-origin"
            assert "location" not in headers, path
            assert "access-control-allow-origin" not in headers
            assert "server" not in headers


async def test_a_forged_host_stays_out_of_the_policy(server: Server) -> None:
    for host in (b"evil.example; script-src *", b"a b", b"x'unsafe-inline'", b"\xff"):
        request = b"GET / HTTP/1.1\r\nhost: " + host + b"\r\nconnection: close\r\n\r\n"
        policy = [
            line
            for line in (await raw(server, request)).lower().split(b"\r\n")
            if line.startswith(b"content-security-policy")
        ]
        assert not policy or b"evil" not in policy[0]
        assert not policy or b"unsafe" not in policy[0]


@pytest.mark.parametrize(
    "path",
    [
        "/../app.py", "/%2e%2e/app.py", "/assets/../../app.py", "/assets/%2e%2e/%2e%2e/app.py",
        "/assets/..%2f..%2fapp.py", "/assets/..%5c..%5capp.py", "//app.py", "/./../app.py",
        "/assets//../../app.py", "/%00/app.py", "/assets/%c0%ae%c0%ae/app.py", "/.git/config",
        "/assets/....//....//app.py", "/static/../../app.py", "/etc/passwd", "//etc/passwd",
    ],
)  # fmt: skip
async def test_no_file_but_the_clients(server: Server, path: str) -> None:
    request = f"GET {path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n".encode()
    found = await raw(server, request)
    assert b"import annotations" not in found
    assert b"root:" not in found
    assert b"[core]" not in found


async def test_numbers_are_for_this_machine_and_tell_no_names(server: Server) -> None:
    async with httpx.AsyncClient(base_url=server.url) as http, guests(server, "Numbers"):
        proxied = await http.get("/metrics", headers={"x-forwarded-for": "127.0.0.1"})
        assert proxied.status_code == 403
        shown = (await http.get("/metrics")).text
        assert "bummerl_requests" in shown
        assert not facts.NUMBERS.findall(shown.encode())
        assert "Numbers" not in shown


# ---- requests that are forged or too large --------------------------------------------------


async def test_nothing_changes_without_the_token_against_forgery(server: Server) -> None:
    async with guests(server, "Csrf") as [anna]:
        schema = (await anna.get("/schema/openapi.json")).json()
        tried = 0
        for path, methods in schema["paths"].items():
            for method in set(methods) & {"post", "patch", "put", "delete"}:
                url = server.url + path.replace("{", "").replace("}", "")
                for headers in ({}, {"x-csrf-token": "0" * 128}, {"x-csrf-token": ""}):
                    async with httpx.AsyncClient(cookies=anna._http.cookies) as http:
                        answer = await http.request(method, url, json={}, headers=headers)
                    assert answer.status_code == 403, (method, path, answer.text)
                    assert answer.json()["error"]["code"] == "csrf"
                    tried += 1
        assert tried > 30
        assert (await anna.get("/api/me")).json()["user"]["name"] == "Csrf"


async def test_bodies_that_nobody_wants(server: Server) -> None:
    async with guests(server, "Bodies") as [anna]:
        assert (await anna.ask("PATCH", "/api/me", {"name": "x" * 70_000})).status_code == 413
        deep: Any = {}
        for _ in range(400):
            deep = {"a": deep}
        assert (await anna.ask("PATCH", "/api/me", {"settings": deep})).status_code < 500
        for body in (
            b"[" * 60_000,
            b'{"name": "\\ud800"}',
            b"\xff\xfe",
            b"",
            b'{"settings": {"a": 1e999}}',
        ):
            cookies = anna._http.cookies
            answer = await anna._http.patch(
                "/api/me", content=body, headers={"x-csrf-token": cookies["bummerl_csrf"]}
            )
            assert 400 <= answer.status_code < 500 or answer.status_code == 200, answer.text
        endless = b"POST /api/guest HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n"
        found = await raw(server, endless + b"ffff\r\n" + b"x" * 0xFFFF + b"\r\n", wait=1)
        assert b" 500 " not in found[:20]
        assert (await anna.get("/api/me")).status_code == 200


async def test_slow_bodies_keep_nobody_waiting(server: Server) -> None:
    lines = []
    for _ in range(60):
        _, writer = await asyncio.open_connection("127.0.0.1", server.port)
        writer.write(b"POST /api/guest HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\n{")
        lines.append(writer)
    async with guests(server, "Quick") as [anna]:
        assert (await anna.get("/api/lobby")).status_code == 200
    for writer in lines:
        writer.transport.abort()


# ---- what belongs to others ----------------------------------------------------------------


async def test_what_belongs_to_others(server: Server) -> None:
    async with guests(server, "Owner", "Thief") as [owner, thief]:
        body = {"opponent": "friend", "rules": "soft", "match": 1, "control": "none"}
        table = (await owner.post("/api/tables", body))["id"]
        seek = (await owner.post("/api/seeks", {}))["id"]
        assert (await thief.ask("POST", f"/api/tables/{table}/cancel")).status_code == 403
        assert (await thief.ask("DELETE", f"/api/seeks/{seek}")).status_code == 404
        for path in ("/api/lobby", "/api/games?who=me", f"/api/games?who={owner.id}"):
            assert table not in (await thief.get(path)).text
        assert owner.id is not None
        for path in (f"/api/tables/{table}", f"/api/games/{table}", "/api/lobby"):
            assert owner.id not in (await thief.get(path)).text, (
                "ids of people are nobody's business"
            )
        socket = await thief.socket(f"/ws/tables/{table}?v=1")
        scene = json.loads(await socket.recv())["scene"]
        assert scene["seat"] is None
        assert owner.id not in json.dumps(scene)
        commands: dict[str, dict[str, Any]] = {
            "give_up": {"scope": "match"},
            "claim": {"reason": "absence"},
            "rematch": {},
            "say": {"phrase": "bye"},
            "undo": {"version": 0},
            "hint": {"version": 0},
            "commit": {"deal": 1, "commitment": "ab" * 32},
        }
        for kind, more in commands.items():
            await socket.send(json.dumps({"type": kind, "id": 5, **more}))
            while (message := json.loads(await socket.recv()))["type"] != "refused":
                pass
            assert message["code"] == "not_yours"
        await socket.close()


async def test_private_games_are_in_nobody_elses_lists(server: Server) -> None:
    name = "Privy"
    anna, bert, table = await two(server, name)
    await anna.account(name)
    await play_on(table, anna, bert)
    async with guests(server, "Curious") as [carl]:
        for path in (f"/api/games?who={name}", f"/api/players/{name}", "/api/lobby"):
            answer = await carl.get(path)
            assert answer.status_code == 200
            assert table not in answer.text
    assert table in (await anna.get(f"/api/games?who={name}")).text
    await anna.close()
    await bert.close()


async def test_a_token_from_before_is_worth_nothing(server: Server) -> None:
    async with guests(server, "Fixed") as [anna]:
        before = dict(anna._http.cookies)["bummerl_session"]
        await anna.account("Fixed 1")
        after = dict(anna._http.cookies)["bummerl_session"]
        assert before != after
        for token in (before, "A" * 43):
            async with httpx.AsyncClient(base_url=server.url) as http:
                cookies = {"bummerl_session": token}
                answer = await http.get("/api/me", headers={"cookie": f"bummerl_session={token}"})
                assert answer.json() == {"user": None}, cookies
        login = {"name": "Fixed 1", "password": "correct horse"}
        async with guests(server, "Victim") as [bert]:
            planted = dict(bert._http.cookies)["bummerl_session"]
            await bert.post("/api/login", login)
            assert dict(bert._http.cookies)["bummerl_session"] not in (planted, after)


async def test_who_changes_the_password_gets_strangers_off_the_table(server: Server) -> None:
    async with guests(server, "Robbed", "Robber") as [anna, thief]:
        await anna.account("Robbed 1")
        login = {"name": "Robbed 1", "password": "correct horse"}
        await thief.post("/api/login", login)
        body = {"opponent": "bot:beginner", "rules": "soft", "match": 1, "control": "none"}
        table = (await anna.post("/api/tables", body))["id"]
        socket = await thief.socket(f"/ws/tables/{table}?v=1")
        assert json.loads(await socket.recv())["scene"]["seat"] is not None
        await anna.post("/api/me/password", {"old": "correct horse", "new": "battery staple"})
        async with asyncio.timeout(10):
            while (message := json.loads(await socket.recv()))["type"] != "bye":
                pass
        assert message["code"] == "signed_out"
        await socket.close()
        again = await thief.socket(f"/ws/tables/{table}?v=1")
        assert json.loads(await again.recv())["scene"]["seat"] is None
        await again.close()

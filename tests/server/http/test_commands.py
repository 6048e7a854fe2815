"""``bummerl serve`` as a program, and ``bummerl admin`` on its database."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from bummerl.server.app import create_app
from bummerl.server.http.naming import name_key
from bummerl.server.security.limits import LIMITS
from bummerl.server.serve import server_config
from bummerl.server.settings import load
from bummerl.server.store import people, reports
from bummerl.server.store.engine import make_engine, read, upgrade, write
from bummerl.server.table.events import Sitter
from command_line import Run
from server.http.planted import Planted
from serving import Server


@pytest.fixture
def folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    for name in [name for name in os.environ if name.startswith("BUMMERL_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("BUMMERL_DATA_DIR", str(tmp_path))
    monkeypatch.setenv("BUMMERL_ARGON2_TIME", "1")
    monkeypatch.setenv("BUMMERL_ARGON2_MEMORY", "8")
    return tmp_path


@pytest.fixture
def anna(folder: Path) -> str:
    """A database with an account, a game and a report; the report's id."""

    async def fill() -> str:
        engine = make_engine(load().database)
        await upgrade(engine)
        async with write(engine) as session:
            user = await people.add_guest(session, "Anna", "en", "french")
            assert await people.set_account(session, user, "Anna", name_key("Anna"), "old")
        sitters = Sitter(name="Anna", user=user.id), Sitter(name="Regular", bot="regular")
        game = await Planted(engine, *sitters).play(2)
        async with write(engine) as session:
            await reports.add(session, user.id, game.id, 2, 3, "move", "odd\x1b[31m\nvery odd")
        async with write(engine) as session:
            [filed] = await reports.listed(session)
        await engine.dispose()
        return filed.report.id

    return asyncio.run(fill())


def account(name: str = "Anna") -> Any:
    async def find() -> Any:
        engine = make_engine(load().database)
        async with write(engine) as session:
            found = await people.by_key(session, name_key(name))
        await engine.dispose()
        return found

    return asyncio.run(find())


def test_reset_password(run: Run, anna: str) -> None:
    from argon2 import PasswordHasher

    result = run("admin", "reset-password", "anna")
    assert result.exit_code == 0, result.output
    told = re.search(r"password of Anna is (\S+);", result.output)
    assert told is not None
    assert PasswordHasher().verify(account().password, told[1])


def test_ban_and_unban(run: Run, anna: str) -> None:
    assert run("admin", "ban", "Anna", "--reason", "rude").output == "Anna is banned.\n"
    assert account().banned == "rude"
    assert run("admin", "unban", "ANNA").output == "Anna may play again.\n"
    assert account().banned is None
    assert run("admin", "ban", "Anna").exit_code == 2


@pytest.mark.parametrize(
    "command", [("reset-password",), ("ban", "--reason", "x"), ("unban",)], ids=str
)
def test_accounts_that_are_not_there(run: Run, anna: str, command: tuple[str, ...]) -> None:
    result = run("admin", *command, "Nobody")
    assert result.exit_code == 2
    assert "there is no account called Nobody" in result.stderr


def test_reports(run: Run, anna: str) -> None:
    listed = run("admin", "reports", "list").output
    assert anna in listed
    who = account().id
    assert f"Anna ({who}): move 3 of deal 2" in listed
    assert f"Anna ({who}) – Regular" in listed
    assert "\x1b" not in listed
    [told] = json.loads(run("admin", "reports", "list", "--json").output)
    assert (told["id"], told["kind"], told["reporter"]) == (anna, "move", "Anna")
    assert (told["reporter_id"], told["people"]) == (who, [who, None])
    assert run("admin", "reports", "close", anna, "--answer", "all fine").exit_code == 0
    assert run("admin", "reports", "list").output == "There are no reports.\n"
    assert "closed: all fine" in run("admin", "reports", "list", "--all").output
    again = run("admin", "reports", "close", anna)
    assert again.exit_code == 2
    assert f"there is no open report {anna}" in again.stderr


def test_counts(run: Run, anna: str) -> None:
    found = json.loads(run("admin", "counts", "--json").output)
    expected = {"accounts": 1, "guests": 0, "tables": 1, "running": 1, "deals": 2, "reports": 1}
    assert found == expected
    assert re.search(r"^finished deals +2$", run("admin", "counts").output, re.MULTILINE)


def test_guests_are_banned_by_id(run: Run, anna: str) -> None:
    async def guest(name: str) -> Any:
        engine = make_engine(load().database)
        async with write(engine) as session:
            user = await people.add_guest(session, name, "en", "french")
        await engine.dispose()
        return user.id

    async def banned(user_id: str) -> str | None:
        engine = make_engine(load().database)
        async with read(engine) as session:
            user = await people.by_id(session, user_id)
        await engine.dispose()
        assert user is not None
        return user.banned

    rude, kind = asyncio.run(guest("Rudi")), asyncio.run(guest("Rudi"))
    assert run("admin", "ban", rude, "--reason", "rude").output == "Rudi is banned.\n"
    assert (asyncio.run(banned(rude)), asyncio.run(banned(kind))) == ("rude", None)
    assert run("admin", "unban", rude).output == "Rudi may play again.\n"
    result = run("admin", "reset-password", rude)
    assert result.exit_code == 2
    assert "Rudi is a guest and has no password" in result.stderr
    assert "no account called" in run("admin", "ban", "0" * 16, "--reason", "x").stderr


def test_admin_on_another_database(run: Run, anna: str, folder: Path) -> None:
    (folder / "bummerl.db").rename(folder / "other.db")
    url = f"sqlite:///{folder / 'other.db'}"
    assert json.loads(run("admin", "--database-url", url, "counts", "--json").output)["deals"] == 2
    result = run("admin", "--database-url", "nonsense", "counts")
    assert result.exit_code == 2
    assert "the database must be" in result.stderr


def test_admin_makes_no_database(run: Run, folder: Path) -> None:
    for options in ((), ("--database-url", f"sqlite:///{folder / 'sub' / 'misspelt.db'}")):
        result = run("admin", *options, "counts")
        assert result.exit_code == 2
        assert f"there is no database of a server at {folder}" in result.stderr
    foreign = folder / "foreign.db"
    with contextlib.closing(sqlite3.connect(foreign)) as file:
        file.execute("CREATE TABLE events (x)")
    assert (
        "no database of a server"
        in run("admin", "--database-url", f"sqlite:///{foreign}", "counts").stderr
    )
    assert sorted(path.name for path in folder.iterdir()) == ["foreign.db"]


@pytest.mark.parametrize("command", [("admin", "counts"), ("serve", "--no-open", "--port", "0")])
def test_a_tournaments_file_is_no_database(
    run: Run, folder: Path, command: tuple[str, ...]
) -> None:
    cup = folder / "cup.db"
    assert run("tournament", "new", str(cup), "--name", "Cup").exit_code == 0
    before = cup.read_bytes()
    name, *rest = command
    result = run(name, "--database-url", f"sqlite:///{cup}", *rest)
    assert result.exit_code == 2
    assert f"{cup} is no database of a server" in result.stderr
    assert len(result.stderr.splitlines()) == 1, result.stderr
    assert cup.read_bytes() == before


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (("--host", "0.0.0.0"), "set BUMMERL_SECRET_KEY to what this prints: python -c"),
        (("--public-url", "https://cards.example"), "BUMMERL_SECRET_KEY"),
        (("--public-url", "nonsense"), "the setting public_url cannot be 'nonsense'"),
        (("--database-url", "nonsense"), "the database must be"),
        (("--database-url", "postgresql://127.0.0.1:1/x"), "there is no way to the database"),
        (("--redis-url", "redis://127.0.0.1:1"), "there is no way to Redis"),
        (("--host", "256.1.1.1"), "BUMMERL_SECRET_KEY"),
    ],
    ids=str,
)
def test_serve_refuses_with_a_sentence(
    run: Run, folder: Path, options: tuple[str, ...], sentence: str
) -> None:
    result = run("serve", "--no-open", "--port", "0", *options)
    assert result.exit_code == 2
    assert sentence in result.stderr
    assert len(result.stderr.splitlines()) == 1, result.stderr


def test_serve_refuses_a_port_that_is_taken(run: Run, folder: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        result = run("serve", "--no-open", "--port", str(port))
    assert result.exit_code == 2
    assert f"127.0.0.1:{port} cannot be listened on" in result.stderr


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    started = Server(tmp_path, warm_up="false").start()
    yield started
    started.stop()


def test_serve_serves_and_stops_in_good_order(server: Server) -> None:
    with httpx.Client(base_url=server.url) as browser:
        assert browser.get("/api/me").json() == {"user": None}
        headers = {"x-csrf-token": browser.cookies["bummerl_csrf"]}
        guest = browser.post("/api/guest", json={"name": "Anna"}, headers=headers)
        assert guest.status_code == 200
        opened = browser.post("/api/tables", json={"opponent": "bot:beginner"}, headers=headers)
        table = opened.json()
        assert table["url"] == f"{server.url}/table/{table['id']}"
        assert "bummerl_tables" in browser.get("/metrics").text
        assert server.stop() == 0
        log = server.log.read_text(encoding="utf-8")
        assert f"Bummerl is at {server.url}" in log
        lines = [json.loads(line) for line in log.splitlines() if line.startswith("{")]
        assert any(line.get("path") == "/api/guest" and line["request_id"] for line in lines)
        assert browser.cookies["bummerl_session"] not in log
        server.start()
        again = browser.get(f"/api/tables/{table['id']}").json()
        assert again["mine"] in (0, 1)


@pytest.mark.parametrize(("trusted", "last"), [("127.0.0.1", 403), ("10.0.0.1", 429)])
async def test_a_forwarded_address_counts_only_from_trusted_proxies(
    folder: Path, trusted: str, last: int
) -> None:
    settings = load(rate_limits=True, trusted_proxies=trusted)
    app = create_app(settings)
    await upgrade(app.state.engine)
    config = server_config(app, settings)
    config.load()
    statuses = []
    async with httpx.AsyncClient(
        transport=httpx.ASGITransport(config.loaded_app, client=("127.0.0.1", 1)),
        base_url="http://cards.localhost",
    ) as browser:
        await browser.get("/api/me")
        token = {"x-csrf-token": browser.cookies["bummerl_csrf"]}
        for number in range(LIMITS["login"].times + 1):
            body = {"name": f"Nobody {number}", "password": "wrong"}
            headers = token | {"x-forwarded-for": f"10.1.1.{number}"}
            statuses.append(
                (await browser.post("/api/login", json=body, headers=headers)).status_code
            )
    assert set(statuses[:-1]) == {403}
    assert statuses[-1] == last
    await app.state.engine.dispose()


def test_ctrl_c_ends_it_without_noise(tmp_path: Path) -> None:
    environment = {
        **{name: value for name, value in os.environ.items() if not name.startswith("BUMMERL_")},
        "BUMMERL_DATA_DIR": str(tmp_path),
        "BUMMERL_WARM_UP": "false",
        "LANGUAGE": "en",
    }
    command = [sys.executable, "-m", "bummerl", "serve", "--no-open", "--port", "0"]
    with subprocess.Popen(
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline().startswith("Bummerl is at http://127.0.0.1:")
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=20)
    assert process.returncode == 0
    assert errors == ""

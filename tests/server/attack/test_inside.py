"""Names, leaving, limits, a full disk, and what logs tell."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import resource
from collections.abc import Iterator
from pathlib import Path

import pytest
import structlog
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from bummerl.notation.sgn import loads
from bummerl.server.security.limits import LIMITS
from bummerl.server.serve import prepare_logs
from bummerl.server.store.engine import make_engine, same_file, writing
from server.attack import facts
from server.attack.people import AtTable
from server.attack.running import QUIET, complaints, guests, person, play_on, two
from serving import Server


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("doors"), warm_up="false").start()
    yield running
    running.stop()
    assert complaints(running.log) == []


# ---- names -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name",
    [
        'a"] [Winner "x',
        "a\\",
        '\\"b',
        "<b>x</b>",
        "<img src=x>",
        "{a} %s",
        "a;b{c}",
        "x'--",
        "[Deal",
    ],
)
async def test_names_stay_names_in_records(server: Server, name: str) -> None:
    async with guests(server, name) as [anna]:
        body = {"opponent": "bot:beginner", "rules": "soft", "match": 1, "control": "none"}
        table = (await anna.post("/api/tables", body | {"seat": "first"}))["id"]
        seat = AtTable(anna, table, manners=QUIET)
        over = asyncio.Event()
        seat._enough = [over]
        seat._on_scene = lambda scene: over.set() if scene["deal"] else None
        await seat.stay()
        socket = await anna.socket(f"/ws/tables/{table}?v=1")
        await socket.send(json.dumps({"type": "give_up", "id": 1, "scope": "match"}))
        while json.loads(await socket.recv()).get("reply_to") != 1:
            pass
        await socket.close()
        await asyncio.sleep(0.3)
        answer = await anna.get(f"/api/games/{table}/sgn")
        [record] = loads(answer.text)
        assert record.players[0] == name
        replay = await anna.get(f"/api/games/{table}/deals/1")
        assert replay.json()["names"][0] == name
        assert replay.headers["content-type"].startswith("application/json")
        assert answer.headers["content-type"].startswith("text/plain")


@pytest.mark.parametrize(
    ("account", "other"),
    [
        ("Franz Xaver", "Franz\ufe0f Xaver"),
        ("Josef Klein", "Jo\u034fsef Klein"),
        ("Theo Gross", "\u3164Theo Gross"),
        ("Tomte", "\u0422\u043emte"),
        ("Copa", "\u0441\u043e\u0440\u0430"),
        ("Resi Huber", "ＲＥＳＩ  huber"),
        (None, "Regular"),
        (None, "MEISTER"),
        (None, "\u3164\u3164\u3164"),
        (None, "a\u202eb"),
        (None, "ab\u0e34\u0e34\u0e34\u0e34\u0e34"),
        (None, "ab\u0488\u0488\u0488"),
    ],
)
async def test_nobody_passes_for_another(server: Server, account: str | None, other: str) -> None:
    stranger, owner = person(server, "s"), person(server, "o")
    if account is not None:
        await owner.account(account)
    answer = await stranger.ask("POST", "/api/guest", {"name": other})
    assert answer.status_code in (400, 409), answer.text
    await stranger.close()
    await owner.close()


# ---- leaving for good ------------------------------------------------------------------------


async def test_who_leaves_in_the_middle_of_a_deal_leaves_no_name(tmp_path: Path) -> None:
    name = "Vergissmeinnicht"
    running = Server(tmp_path, warm_up="false", hurry="10").start()
    try:
        anna, bert = person(running, "a"), await person(running, "b").guest("Bert")
        await anna.guest(name)
        body = {"opponent": "friend", "rules": "soft", "match": 1, "control": "none"}
        table = (await bert.post("/api/tables", body))["id"]
        for _ in range(6):  # comes and goes while nobody else is there
            socket = await bert.socket(f"/ws/tables/{table}?v=1")
            await socket.recv()
            await socket.close()
            await asyncio.sleep(0.6)
        await anna.post(f"/api/tables/{table}/join")
        over = asyncio.Event()
        seats = [AtTable(who, table, manners=QUIET) for who in (anna, bert)]
        for seat in seats:
            seat._enough = [over]
            seat._on_scene = lambda scene: over.set() if scene["deal"] else None
        await asyncio.gather(*(seat.stay() for seat in seats))
        assert (await anna.ask("DELETE", "/api/me", {})).status_code == 200
        for _ in range(50):
            answer = await bert.get(f"/api/games/{table}/sgn")
            if "[Deal" in answer.text:
                break
            await asyncio.sleep(0.1)
        assert "[Deal" in answer.text
        for path in (f"/api/games/{table}/sgn", f"/api/games/{table}", "/api/lobby"):
            assert name not in (await bert.get(path)).text
        await anna.close()
        await bert.close()
    finally:
        running.stop()
    history = facts.histories(tmp_path / "bummerl.db", [table])[table]
    assert name not in json.dumps(history.events)


# ---- limits -----------------------------------------------------------------------------------


@pytest.mark.parametrize("trusted", ["10.9.9.9", "127.0.0.1,::1"])
async def test_nobody_gets_round_the_limits(tmp_path: Path, trusted: str) -> None:
    running = Server(tmp_path, warm_up="false", rate_limits="true", trusted_proxies=trusted).start()
    last = 0
    try:
        stranger = person(running)
        await stranger.get("/api/me")
        headers = {"x-csrf-token": stranger._http.cookies["bummerl_csrf"]}
        for number in range(LIMITS["guest"].times + 1):
            # whoever comes through the proxy writes what he likes to the left of his address
            low, high = number % 250, number // 250
            headers["x-forwarded-for"] = f"10.{high}.{low}.1, 2001:db8::{number:x}"
            stranger._http.cookies.delete("bummerl_session")
            answer = await stranger._http.post("/api/guest", json={}, headers=headers)
            last = answer.status_code
            assert last in (200, 429)
        assert last == 429
        assert int(answer.headers["retry-after"]) > 0
        await stranger.close()
    finally:
        running.stop()


async def test_nobody_sits_at_hundreds_of_tables(server: Server) -> None:
    async with guests(server, "Greedy", "Other") as [anna, other]:
        body = {"opponent": "bot:beginner", "rules": "soft", "match": 1, "control": "none"}
        statuses = [(await anna.ask("POST", "/api/tables", body)).status_code for _ in range(33)]
        assert statuses == [201] * 30 + [409] * 3
        assert (await other.ask("POST", "/api/tables", body)).status_code == 201


# ---- a full disk -------------------------------------------------------------------------------


async def test_a_full_disk_stops_play_and_spills_no_secret(tmp_path: Path) -> None:
    running = Server(tmp_path, warm_up="false").start()
    try:
        anna, bert, table = await two(running, "full")
        process = running._process
        assert process is not None
        socket = await anna.socket(f"/ws/tables/{table}?v=1")
        await socket.recv()
        free = resource.prlimit(process.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (4096, free[1]))
        await socket.send(json.dumps({"type": "say", "id": 1, "phrase": "hello"}))
        async with asyncio.timeout(20):
            while (message := json.loads(await socket.recv())).get("reply_to") != 1:
                pass
        assert (message["type"], message.get("code")) == ("refused", "busy")
        answer = await anna.ask("PATCH", "/api/me", {"deck": "german"})
        assert answer.status_code == 503
        assert (await anna.get(f"/api/tables/{table}")).status_code == 200
        resource.prlimit(process.pid, resource.RLIMIT_FSIZE, free)
        await socket.close()
        assert await play_on(table, anna, bert)
        await anna.close()
        await bert.close()
    finally:
        running.stop()
    log = running.log.read_bytes()
    assert b"disk" in log, "the log tells what was wrong"
    assert not facts.NUMBERS.findall(log)
    assert b'"secret"' not in log


async def test_errors_of_the_database_do_not_tell_what_was_written(tmp_path: Path) -> None:
    engine = make_engine(f"sqlite:///{tmp_path / 'x.db'}")
    statement, values = text("INSERT INTO nowhere VALUES (:secret)"), {"secret": "f00d" * 16}
    with pytest.raises(DBAPIError) as caught:
        async with writing(engine) as connection:
            await connection.execute(statement, values)
    assert "f00d" not in str(caught.value) + repr(caught.value)
    await engine.dispose()
    with pytest.raises(DBAPIError) as caught, same_file(engine).begin() as plain:
        plain.execute(statement, values)
    assert "f00d" not in str(caught.value) + repr(caught.value)


def test_what_strangers_ask_for_cannot_play_with_the_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    with structlog_as_it_was():
        prepare_logs("info")
        structlog.get_logger("x").info("request", path="/x\x1b[2J\x07\r\n", other=1)
    shown = capsys.readouterr().err
    assert "\\x1b[2J\\x07" in shown
    assert "\x07" not in shown
    assert shown.count("\n") == 1


@contextlib.contextmanager
def structlog_as_it_was() -> Iterator[None]:
    root = logging.getLogger()
    before, level = root.handlers, root.level
    try:
        yield
    finally:
        root.handlers, root.level = before, level
        structlog.reset_defaults()

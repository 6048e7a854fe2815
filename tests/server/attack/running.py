"""A server under attack: is it well, and does it still play?"""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

from server.attack.people import AtTable, Manners, Person
from serving import Server

QUIET = Manners(drop=0, ask=0, nonsense=0, give_up=0, forget=0, rematch=0, say=0, words=0)
"""Of people who only play."""


def nothing(_: object) -> None:
    """Keeps nothing."""


def person(server: Server, seed: str = "") -> Person:
    """A browser that keeps nothing."""
    return Person(server.url, nothing, random.Random(seed))


async def two(server: Server, seed: str = "") -> tuple[Person, Person, str]:
    """Two people at a table of theirs."""
    anna = await person(server, f"{seed}a").guest("Anna")
    bert = await person(server, f"{seed}b").guest("Bert")
    body = {"opponent": "friend", "rules": "soft", "match": 1, "control": "none", "seat": "first"}
    table = (await anna.post("/api/tables", body))["id"]
    await bert.post(f"/api/tables/{table}/join")
    return anna, bert, table


async def play_on(table: str, *people: Person, wait: float = 60) -> dict[str, Any]:
    """Plays the match to its end; the last scene."""
    seats = [AtTable(one, table, manners=QUIET) for one in people]
    async with asyncio.timeout(wait):
        await asyncio.gather(*(seat.stay() for seat in seats))
    assert all(seat.scene["phase"] == "over" for seat in seats)
    return seats[0].scene


def complaints(log: Path) -> list[dict[str, Any]]:
    """What the server has logged as errors."""
    lines = log.read_text(encoding="utf-8", errors="replace").splitlines()
    found = [
        json.loads(line) if line.startswith("{") else {"event": line, "level": "error"}
        for line in lines
        if not line.startswith("Bummerl is at ")
    ]
    # uvicorn's word for what browsers never send
    return [
        line
        for line in found
        if line["level"] in ("error", "critical") and "Invalid UTF-8" not in line["event"]
    ]


def memory_of(server: Server) -> int:
    """Bytes that the server's process takes."""
    process = server._process
    assert process is not None
    pages = int(Path(f"/proc/{process.pid}/statm").read_text().split()[1])
    return pages * 4096


@contextlib.asynccontextmanager
async def guests(server: Server, *names: str) -> AsyncIterator[list[Person]]:
    """People who have just sat down."""
    found = [await person(server, name).guest(name) for name in names]
    yield found
    for one in found:
        await one.close()

"""A browser without a window: sits at tables and plays at random over real sockets."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import secrets
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from bummerl.match.fairness import client_commitment

WAIT = 20.0
OPEN: set[ClientConnection] = set()
"""Sockets of the running test, which closes them at its end."""


async def opened(base: str, table: str, query: str = "v=1", **headers: str) -> ClientConnection:
    """A socket at a table; `user` among the headers signs in at the server of these tests."""
    url = f"{base.replace('http', 'ws', 1)}/ws/tables/{table}?{query}"
    socket = await connect(url, additional_headers=headers, compression=None)
    OPEN.add(socket)
    return socket


async def close_all() -> None:
    """Closes what is still open."""
    while OPEN:
        socket = OPEN.pop()
        socket.transport.resume_reading()
        await socket.close()


async def sit(base: str, table: str, user: str | None = None, query: str = "v=1") -> Seated:
    """Somebody at a table; without a name just looking on."""
    headers = {} if user is None else {"x-user": user}
    return Seated(await opened(base, table, query, **headers), f"{table}/{user}")


class Seated:
    """At a table."""

    def __init__(self, socket: ClientConnection, seed: str = "") -> None:
        self.socket = socket
        self.scene: dict[str, Any] = {}
        self.told: list[dict[str, Any]] = []
        self.messages: list[dict[str, Any]] = []
        self.contributions: dict[str, bytes] = {}
        self.number = 0
        self.dice = random.Random(seed)

    async def receive(self, wait: float = WAIT) -> dict[str, Any]:
        """The next message; a scene is taken in."""
        async with asyncio.timeout(wait):
            message: dict[str, Any] = json.loads(await self.socket.recv())
        self.messages.append(message)
        if message["type"] == "table":
            self.scene = message["scene"]
            self.told += message["told"]
        return message

    async def until(self, what: str, wait: float = WAIT) -> dict[str, Any]:
        """Reads on to a message of that type."""
        while True:
            message = await self.receive(wait)
            if message["type"] == what:
                return message

    async def until_scene(self, wait: float = WAIT, **fields: Any) -> dict[str, Any]:
        """Reads on until the scene has these fields."""
        async with asyncio.timeout(wait):
            while not fields.items() <= self.scene.items():
                await self.receive(wait)
        return self.scene

    async def send(self, kind: str, **fields: Any) -> int:
        self.number += 1
        await self.socket.send(json.dumps({"type": kind, "id": self.number} | fields))
        return self.number

    async def ask(self, kind: str, **fields: Any) -> dict[str, Any]:
        """Says something; what was answered."""
        number = await self.send(kind, **fields)
        while True:
            message = await self.receive()
            if message.get("reply_to") == number:
                return message

    async def ask_or_bye(self) -> dict[str, Any]:
        """Asks whether the server is there; `Pong` or `Bye`, whatever came between."""
        with contextlib.suppress(ConnectionClosed):
            await self.send("ping", id=999_999)
        while True:
            message = await self.receive()
            if message["type"] == "bye" or message.get("reply_to") == 999_999:
                return message

    def wanted(self) -> tuple[str, dict[str, Any]] | None:
        """What is to be said now, if it is this seat's turn to say anything."""
        scene, seat = self.scene, self.scene["seat"]
        if seat is None or scene["paused"]:
            return None
        fair = scene["next_fair"]
        if fair is not None:
            deal, key = fair["deal"], fair["commitment"]
            if fair["commitments"][seat] is None:
                own = self.contributions.setdefault(key, secrets.token_bytes(32))
                return "commit", {"deal": deal, "commitment": client_commitment(seat, own)}
            both = None not in fair["commitments"]
            if both and fair["contributions"][seat] is None and key in self.contributions:
                return "reveal", {"deal": deal, "contribution": self.contributions[key].hex()}
            return None
        if scene["moves"]:
            move = self.dice.choice(sorted(scene["moves"]))
            return "play", {"version": scene["version"], "move": move}
        return None

    async def step(self) -> dict[str, Any] | None:
        """Says what is to be said now; the answer, None if there is nothing to say."""
        wanted = self.wanted()
        return None if wanted is None else await self.ask(wanted[0], **wanted[1])

    async def play(self, *, until: str = "over", deal: int = 0, busy: bool = False) -> None:
        """Plays at random to that phase, or on to that deal.

        Nothing is refused but haste, or because the server is busy if it may be.
        """
        if not self.scene:
            await self.receive()
        while self.scene["phase"] != until and not 0 < deal <= self.scene["deal"]:
            answer = await self.step()
            if answer is None:
                await self.receive()
            elif answer["type"] == "refused":
                assert answer["code"] in ("stale", "not_now", *["busy"] * busy), answer
                await self.until("table")

    async def close(self) -> None:
        await self.socket.close()


async def to_move(base: str, table: str) -> tuple[Seated, Seated]:
    """Who is to move, and the other, of Anna and Bert in a deal."""
    anna, bert = await sit(base, table, "Anna"), await sit(base, table, "Bert")
    await asyncio.gather(anna.play(until="playing"), bert.play(until="playing"))
    await anna.ask("words", lang="en", deck="french")
    await bert.ask("words", lang="en", deck="french")
    return (anna, bert) if anna.scene["to_move"] == 0 else (bert, anna)

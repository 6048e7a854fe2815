"""People who play at random over real connections, and keep every byte that they are ever sent."""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, Final

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from bummerl.match.fairness import client_commitment
from server.attack.checking import Heard

Scene = dict[str, Any]
LANGUAGES: Final = ("en", "de")
DECKS: Final = ("french", "german")


def now() -> int:
    """This moment, as the server counts it."""
    return time.time_ns() // 1_000_000


class Person:
    """A browser with cookies of its own.

    Args:
        base: address of the server.
        keep: gets everything that this browser is sent.
        dice: what it does.
    """

    def __init__(self, base: str, keep: Callable[[Heard], None], dice: random.Random) -> None:
        self.base, self.dice = base, dice
        self.id: str | None = None
        self.did = Counter[str]()
        """How often it did what."""
        self.statuses = Counter[int]()
        self._keep = keep
        # a connection that is kept may be closed by the server in the moment it is used again
        alone = httpx.Limits(max_keepalive_connections=0)
        self._http = httpx.AsyncClient(base_url=base, timeout=60, limits=alone)

    async def close(self) -> None:
        await self._http.aclose()

    async def ask(self, method: str, path: str, body: Any = None) -> httpx.Response:
        """A request; what comes back is kept."""
        headers = {}
        if method != "GET":
            if "bummerl_csrf" not in self._http.cookies:
                await self._http.get("/api/me")
            headers["x-csrf-token"] = self._http.cookies["bummerl_csrf"]
        answer = await self._http.request(method, path, json=body, headers=headers)
        self.statuses[answer.status_code] += 1
        self.heard(path, answer.content)
        return answer

    async def get(self, path: str) -> httpx.Response:
        return await self.ask("GET", path)

    async def post(self, path: str, body: Any = None) -> Any:
        """Asks for something that must be done; the answer."""
        answer = await self.ask("POST", path, body)
        assert answer.status_code in (200, 201), answer.text
        return answer.json()

    async def guest(self, name: str) -> Person:
        """Sits down as a guest."""
        me = await self.post("/api/guest", {"name": name, "language": self.dice.choice(LANGUAGES)})
        self.id = me["id"]
        return self

    async def account(self, name: str) -> Person:
        """Makes an account."""
        me = await self.post("/api/register", {"name": name, "password": "correct horse"})
        self.id = me["id"]
        return self

    def heard(self, source: str, data: bytes, *, first: bool = False, asked: str = "") -> None:
        """Keeps what came."""
        self._keep(Heard(self.id, now(), source, data, first, asked))

    @property
    def cookies(self) -> dict[str, str]:
        """As a header."""
        text = "; ".join(f"{cookie.name}={cookie.value}" for cookie in self._http.cookies.jar)
        return {"cookie": text} if text else {}

    async def socket(self, path: str) -> ClientConnection:
        """A socket of this browser."""
        return await connect(
            self.base.replace("http", "ws", 1) + path,
            additional_headers={**self.cookies, "origin": self.base},
            compression=None,
            open_timeout=60,
            ping_interval=None,
        )


class Manners:
    """How likely somebody does what, each time there is something to do."""

    def __init__(self, **chances: float) -> None:
        usual = {
            "drop": 0.02,
            "ask": 0.04,
            "say": 0.02,
            "words": 0.02,
            "nonsense": 0.03,
            "give_up": 0.004,
            "forget": 0.04,
            "undo": 0.8,
            "hint": 0.3,
            "rematch": 0.5,
        }
        self.chances = usual | chances

    def will(self, what: str, dice: random.Random) -> bool:
        return dice.random() < self.chances[what]


class AtTable:
    """Somebody at a table, by one connection after the other.

    Args:
        plays: whether to say anything at the table.
        enough: when set, everybody goes.
        others: tables of others, to look at.
    """

    def __init__(
        self,
        person: Person,
        table: str,
        *,
        plays: bool = True,
        manners: Manners | None = None,
        enough: Sequence[asyncio.Event] = (),
        on_scene: Callable[[Scene], None] = lambda _: None,
        others: list[str] | None = None,
    ) -> None:
        self.person, self.table, self.plays = person, table, plays
        self.dice = person.dice
        self.manners = manners or Manners()
        self._enough = enough
        self.next_table: str | None = None
        """Where a rematch is played."""
        self.scene: Scene = {}
        self._others = others if others is not None else []
        self._on_scene = on_scene
        self._own: dict[str, bytes] = {}
        """Contributions by commitment."""
        self._number = 0
        self._waiting: int | None = None
        self._asked = ""
        self._said: tuple[int, str] | None = None
        self._name = f"{table}#{dice_name(self.dice)}"
        self._socket: ClientConnection | None = None

    @property
    def enough(self) -> bool:
        """Whether everybody goes."""
        return any(event.is_set() for event in self._enough)

    async def stay(self) -> None:
        """Plays to the end of the match, or until it is enough."""
        first = True
        while not self.enough:
            query = f"v=1&lang={self.dice.choice(LANGUAGES)}&deck={self.dice.choice(DECKS)}"
            if not first and self.dice.random() < 0.8:
                query += f"&since={max(0, self.scene.get('seq', 0) - self.dice.randrange(3))}"
            try:
                if await self._connected(query):
                    return
            except (ConnectionClosed, OSError, InvalidHandshake, TimeoutError):
                await asyncio.sleep(0.2)
            first = False
            self.person.did["reconnect"] += 1

    async def _connected(self, query: str) -> bool:
        """Whether there is no reason to come back."""
        self._waiting, first = None, True
        self._socket = await self.person.socket(f"/ws/tables/{self.table}?{query}")
        try:
            while not self.enough:
                try:
                    async with asyncio.timeout(0.5):
                        data = await self._socket.recv(decode=False)
                except TimeoutError:
                    continue
                self.person.heard(f"socket {self._name}", data, first=first, asked=self._asked)
                first = False
                message = msgspec.json.decode(data)
                if message.get("reply_to") is not None and message["reply_to"] == self._waiting:
                    self._waiting = None
                if message["type"] == "bye":
                    return not message["retry"]
                if message["type"] == "table":
                    self.scene = message["scene"]
                    self._on_scene(self.scene)
                    if await self._answer():
                        return True
                if self.manners.will("drop", self.dice) and self.scene["phase"] == "playing":
                    return False
            return True
        finally:
            self._socket.transport.abort()
            await self._socket.wait_closed()

    async def _answer(self) -> bool:
        """Whether the table is done with."""
        scene, seat = self.scene, self.scene["seat"]
        if self.manners.will("ask", self.dice):
            await self._look_around()
        if scene["phase"] == "cancelled":
            return True
        if scene["phase"] == "over":
            return await self._over()
        if seat is None or not self.plays or scene["paused"] or self._waiting is not None:
            return False
        await self._shuffle(scene, seat)
        if self._waiting is None and scene["to_move"] == seat:
            await self._turn(scene)
        return False

    async def _over(self) -> bool:
        self.next_table = self.scene["rematch_table"]
        if self.next_table or not self.plays or self.scene["seat"] is None:
            return self.next_table is not None or not self.plays
        if self.scene["seat"] in self.scene["rematch"]:
            return False
        if not self.manners.will("rematch", self.dice):
            return True
        await self._say("rematch")
        return False

    async def _shuffle(self, scene: Scene, seat: int) -> None:
        fair = scene["next_fair"]
        if fair is None:
            return
        mine = fair["commitments"][seat]
        if mine is None or (mine not in self._own and fair["contributions"][seat] is None):
            await self._commit(fair["deal"], seat)
        elif None not in fair["commitments"] and fair["contributions"][seat] is None:
            if self.manners.will("forget", self.dice):
                self.person.did["forget"] += 1
                await self._commit(fair["deal"], seat)
            else:
                own = self._own[mine].hex()
                await self._say("reveal", deal=fair["deal"], contribution=own)

    async def _commit(self, deal: int, seat: int) -> None:
        own = self.dice.randbytes(32)
        commitment = client_commitment(seat, own)
        self._own[commitment] = own
        await self._say("commit", deal=deal, commitment=commitment)

    async def _turn(self, scene: Scene) -> None:
        will, dice = self.manners.will, self.dice
        version = scene["version"]
        if will("say", dice):
            await self._say("say", phrase=dice.choice(("hello", "sorry", "well_played")))
        elif will("words", dice):
            await self._say("words", lang=dice.choice(LANGUAGES), deck=dice.choice(DECKS))
        elif will("nonsense", dice):
            card = dice.choice("SHDC") + dice.choice("9JQKTA")
            away = dice.choice((0, 0, 1))
            self.person.did["nonsense"] += 1
            await self._say("play", version=version - away, move=card)
        elif will("give_up", dice):
            scope = dice.choice(("deal", "deal", "bummerl", "match"))
            await self._say("give_up", scope=scope)
        elif scene["may_undo"] and will("undo", dice):
            await self._say("undo", version=version)
        elif scene["may_hint"] and will("hint", dice) and self._said != (version, "hint"):
            await self._say("hint", version=version)
        elif scene["moves"]:
            await self._say("play", version=version, move=dice.choice(sorted(scene["moves"])))

    async def _say(self, kind: str, **fields: Any) -> None:
        self._number += 1
        self.person.did[kind] += 1
        self._waiting = self._number
        self._said = (self.scene["version"], kind)
        self._asked = fields.get("move", self._asked)
        assert self._socket is not None
        await self._socket.send(json.dumps({"type": kind, "id": self._number} | fields))

    async def _look_around(self) -> None:
        """Asks for something over HTTP while the deal is running."""
        table = self.dice.choice([self.table, self.table, *self._others[-20:]])
        deal = self.dice.randint(1, max(1, self.scene["deal"] + 1))
        path = self.dice.choice(
            (
                f"/api/games/{table}",
                f"/api/games/{table}/sgn",
                f"/api/games/{table}/deals/{self.scene['deal'] or 1}",
                f"/api/games/{table}/deals/{self.scene['deal'] or 1}/sgn",
                f"/api/games/{table}/deals/{deal}",
                f"/api/games/{table}/deals/{deal}/sgn",
                f"/api/tables/{table}",
                "/api/lobby",
                "/api/games?who=me",
                "/api/me/games.sgn",
                "/api/me/export",
                "/api/statistics",
            )
        )
        self.person.did["ask"] += 1
        await self.person.get(path)


def dice_name(dice: random.Random) -> str:
    """A name for a connection."""
    return f"{dice.getrandbits(64):x}"

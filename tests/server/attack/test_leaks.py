"""Nobody ever gets to know what he may not: not by any byte, of any address, at any moment.

Real servers, real connections: 40 deals, and as a proof 1,000, which
take about four minutes of processor time.
"""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from bummerl.rules.variants import PRESET_NAMES
from server.attack import facts
from server.attack.checking import Heard, Judge
from server.attack.people import AtTable, Person, Scene
from serving import Server

AT_ONCE = 5
"""Tables of two people at a time."""
BOTS = 12
"""Tables against bots at a time."""


class Evening:
    """Many tables at once, with all that people do there."""

    def __init__(self, server: Server, deals: int, seed: str) -> None:
        self.server, self.wanted, self.dice = server, deals, random.Random(seed)
        self.enough = asyncio.Event()
        self.deals: set[tuple[str, int]] = set()
        self.tables: list[str] = []
        self.did, self.statuses, self.judged = Counter[str](), Counter[int](), Counter[str]()
        self.kept: list[Heard] = []
        """What is to be judged at the end: everything but tables that are done with."""
        self.samples: list[Heard] = []
        self._of_table: dict[str, list[Heard]] = {}
        self._presets = list(PRESET_NAMES)
        self._people: list[Person] = []

    @property
    def database(self) -> Path:
        return self.server.folder / "bummerl.db"

    async def spend(self) -> None:
        """Plays until there were enough deals, and judges all that was heard."""
        stranger = self._person()
        lobby = asyncio.create_task(self._lobby(stranger))
        try:
            async with asyncio.TaskGroup() as work:
                for number in range(AT_ONCE):
                    work.create_task(self._of_two(number))
                for number in range(BOTS):
                    work.create_task(self._of_one(number))
        finally:
            lobby.cancel()
            await asyncio.gather(lobby, return_exceptions=True)
            await self._gone(*tuple(self._people))
        for table in tuple(self._of_table):
            self._judge_table(table)
        self._judge(self.kept, facts.histories(self.database))

    # ---- the tables ------------------------------------------------------------------------

    async def _of_two(self, number: int) -> None:
        while not self.enough.is_set():
            anna = await self._person().guest(f"Anna {number}")
            bert = await self._person().guest(f"Bert {number}")
            carl = self._person()
            body = {"opponent": "friend", "control": self.dice.choice(("none", "3+2"))}
            table = (await anna.post("/api/tables", body | self._rules()))["id"]
            await bert.post(f"/api/tables/{table}/join")
            await self._play(table, [anna, bert], carl)
            await self._gone(anna, bert, carl)

    async def _of_one(self, number: int) -> None:
        while not self.enough.is_set():
            anna, carl = await self._person().guest(f"Dora {number}"), self._person()
            level = self.dice.choice(("beginner", "regular", "expert"))
            body = {"opponent": f"bot:{level}", "practice": self.dice.random() < 0.8}
            table = (await anna.post("/api/tables", body | self._rules()))["id"]
            await self._play(table, [anna], carl)
            await self._gone(anna, carl)

    def _rules(self) -> dict[str, Any]:
        if not self._presets:
            self._presets = list(PRESET_NAMES)
        preset = self._presets.pop(self.dice.randrange(len(self._presets)))
        return {"rules": preset, "match": 1, "seat": "random"}

    async def _play(self, table: str, players: list[Person], stranger: Person) -> None:
        while table and not self.enough.is_set():
            self.tables.append(table)
            leaving = asyncio.Event()
            seats = [self._at(person, table, leaving) for person in players]
            looking = [self._at(stranger, table, leaving, plays=False)]
            if self.dice.random() < 0.2:  # the same person in a second window
                looking.append(self._at(players[0], table, leaving, plays=False))

            async def stay(one: AtTable, leaving: asyncio.Event = leaving) -> None:
                await one.stay()
                leaving.set()  # who does not want a rematch is gone, and nobody waits for him

            async with asyncio.TaskGroup() as people:
                for one in (*seats, *looking):
                    people.create_task(stay(one))
            following = next((one.next_table for one in seats if one.next_table), None)
            self._judge_table(table)
            table = following or ""

    def _at(
        self, person: Person, table: str, leaving: asyncio.Event, *, plays: bool = True
    ) -> AtTable:
        return AtTable(
            person,
            table,
            plays=plays,
            enough=[self.enough, leaving],
            on_scene=self._on_scene,
            others=self.tables,
        )

    def _on_scene(self, scene: Scene) -> None:
        if scene["result"] is not None:
            self.deals.add((scene["table"], scene["deal"]))
            if len(self.deals) >= self.wanted:
                self.enough.set()

    async def _lobby(self, stranger: Person) -> None:
        socket = await stranger.socket("/ws/lobby?lang=de")
        try:
            while True:
                stranger.heard("lobby", await socket.recv(decode=False))
        finally:
            socket.transport.abort()

    # ---- people and what they heard ---------------------------------------------------------

    def _person(self) -> Person:
        dice = random.Random(self.dice.getrandbits(64))
        self._people.append(Person(self.server.url, self._keep, dice))
        return self._people[-1]

    async def _gone(self, *people: Person) -> None:
        for person in people:
            self.did += person.did
            self.statuses += person.statuses
            self._people.remove(person)
            await person.close()

    def _keep(self, heard: Heard) -> None:
        kind, _, place = heard.source.partition(" ")
        if kind == "socket":
            self._of_table.setdefault(place.split("#")[0], []).append(heard)
        else:
            self.kept.append(heard)

    def _judge_table(self, table: str) -> None:
        heard = self._of_table.pop(table, [])
        if not self.samples:
            self.samples = heard
        self._judge(heard, facts.histories(self.database, [table]))

    def _judge(self, heard: list[Heard], histories: dict[str, facts.History]) -> None:
        judge = Judge(histories)
        for one in heard:
            judge.judge(one)
        self.judged += judge.judged


async def evening(folder: Path, deals: int, seed: str) -> Evening:
    server = Server(folder, warm_up="false").start()
    try:
        spent = Evening(server, deals, seed)
        await spent.spend()
    finally:
        server.stop()
    assert len(spent.deals) >= deals
    log = server.log.read_text()
    assert not facts.NUMBERS.findall(log.encode()), "a secret in the log"
    assert 500 not in spent.statuses
    return spent


@pytest.mark.rule("PLAY-8", "PLAY-9")
async def test_nobody_hears_what_he_may_not_know(tmp_path: Path) -> None:
    spent = await evening(tmp_path, 40, "few")
    assert spent.judged["table"] > 1500
    assert spent.judged["hidden"] > 1000
    assert spent.did["reconnect"] > 3


@pytest.mark.proof
@pytest.mark.rule("PLAY-8", "PLAY-9")
async def test_nobody_ever_hears_what_he_may_not_know(tmp_path: Path) -> None:
    deals = 1000
    halves = [tmp_path / "first", tmp_path / "second"]  # a server a processor
    for half in halves:
        half.mkdir()
    spent = await asyncio.gather(*(evening(half, (deals + 1) // 2, half.name) for half in halves))
    did, judged, statuses = Counter[str](), Counter[str](), Counter[int]()
    for one in spent:
        did, judged, statuses = did + one.did, judged + one.judged, statuses + one.statuses
    assert judged["table"] > 30 * deals
    for what in ("give_up", "forget", "rematch", "reconnect", "words", "nonsense"):
        assert did[what] > deals / 200, what
    for what in ("replay", "record", "lobby", "refused", "/api/lobby"):
        assert judged[what] > deals / 200, what
    assert did["undo"] > 0
    assert judged["hint"] > 0
    assert statuses[409] > deals / 200

"""Games in the database that nobody had to play."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from litestar.stores.memory import MemoryStore
from sqlalchemy.ext.asyncio import AsyncEngine

from bummerl.match.fair_match import FairMatch
from bummerl.match.fairness import FairDeal
from bummerl.rules.variants import parse_rules
from bummerl.server.http.hub import Hub
from bummerl.server.http.recording import Recorder
from bummerl.server.live.finished import FinishedBummerl, FinishedDeal
from bummerl.server.security.limits import Limits
from bummerl.server.store.engine import new_id, now, write
from bummerl.server.store.models import EventRow, TableRow
from bummerl.server.table import events
from bummerl.server.table.events import Sitter, TableSpec
from bummerl.words.tell import Cause
from server.http.visitors import Browser


def fair_deal(number: int, deck: int = 20, seed: str = "") -> FairDeal:
    numbers = random.Random(f"{seed}/{number}")
    return FairDeal(
        deck, number, numbers.randbytes(32), (numbers.randbytes(32), numbers.randbytes(32))
    )


class Planted:
    """A game of two sitters, played at random."""

    def __init__(self, engine: AsyncEngine, *sitters: Sitter, **spec: Any) -> None:
        self.engine = engine
        self.id = new_id()
        self.sitters = (sitters[0], sitters[1])
        self.spec = TableSpec(**({"rules": "soft", "date": "2026.11.30"} | spec))
        rules = parse_rules(self.spec.rules)
        self.match = FairMatch(
            rules, [one.name for one in sitters], fair_deal(1, rules.deck, self.id)
        )
        self.recorder = Recorder(engine, Hub(engine), Limits(MemoryStore()))
        self.moves = random.Random(self.id)

    async def save(self, phase: str = "playing", **columns: Any) -> Planted:
        """Writes the table's row as it stands."""
        match, (first, second) = self.match, self.sitters
        names = {"0": first.name, "1": second.name, "bot0": first.bot, "bot1": second.bot}
        row = TableRow(
            id=self.id,
            **{
                "opened": now(),
                "changed": now(),
                "phase": phase,
                "seat0": first.user,
                "seat1": second.user,
                "names": names,
                "bummerls0": match.score_after.bummerls[0],
                "bummerls1": match.score_after.bummerls[1],
                "winner": match.winner,
                "deals": match.deal_number - (not match.deal_over),
                "last_seq": 3,
                "owner": None,
                "lease": 0,
                **{
                    name: getattr(self.spec, name)
                    for name in ("rules", "control", "practice", "rated", "private")
                },
                **columns,
            },
        )
        async with write(self.engine) as session:
            await session.merge(row)
            log: list[events.AnyEvent] = [events.Opened(at=1, spec=self.spec)]
            log += [events.Seated(at=1, seat=s, sitter=one) for s, one in enumerate(self.sitters)]
            for seq, event in enumerate(log, 1):
                data = events.encode(event)
                await session.merge(EventRow(table_id=self.id, seq=seq, data=data))
        return self

    def deal(self) -> FinishedDeal:
        """Plays the running deal to its end."""
        match = self.match
        if match.deal_over:
            match.prepare(fair_deal(match.deal_number + 1, match.rules.deck, self.id))
            match.next_deal()
        while not match.deal_over:
            match.play(self.moves.choice(match.position.legal_moves()))
        return self.finished()

    def finished(self, cause: Cause | None = None) -> FinishedDeal:
        last = self.match.results[-1]
        return FinishedDeal(
            number=last.deal_number,
            bummerl=last.game,
            at=now(),
            deal=last,
            record=self.match.records()[-1],
            spec=self.spec,
            sitters=self.sitters,
            cause=cause,
        )

    def bummerl(self, winner: int, number: int = 1, at: int | None = None) -> FinishedBummerl:
        return FinishedBummerl(
            number=number,
            at=at or now(),
            winner_seat=winner,
            winner=self.sitters[winner].user,
            loser=self.sitters[1 - winner].user,
            spec=self.spec,
            sitters=self.sitters,
        )

    async def play(self, deals: int) -> Planted:
        """Plays and records some deals, then writes the table's row."""
        await self.save()
        for _ in range(deals):
            if self.match.over:
                break
            await self.recorder.deal(self.id, self.deal())
        return await self.save("over" if self.match.over else "deal_over")


async def sitter(visitor: Browser) -> Sitter:
    me = await visitor.me()
    assert me is not None
    return Sitter(name=me["name"], user=me["id"])


async def two(browser: Callable[..., Browser]) -> tuple[Browser, Browser]:
    pair = browser(), browser()
    for one in pair:
        await one.guest()
    return pair

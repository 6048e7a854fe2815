"""Ratings: each Bummerl counts once, between accounts only."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from sqlalchemy.ext.asyncio import AsyncEngine

from bummerl.match.ratings import Rating, after_bummerl
from bummerl.server.store import leaving, people, ratings
from bummerl.server.store.engine import new_id, read, upgrade, write
from bummerl.server.store.models import TableRow, User
from server.store.databases import empty_database, every_database


async def account(engine: AsyncEngine, name: str, password: str | None = "hash") -> str:
    async with write(engine) as session:
        user = await people.add_guest(session, name, "en", "french")
        if password is not None:
            assert await people.set_account(session, user, name, name.casefold(), password)
        return user.id


async def table(engine: AsyncEngine, **columns: Any) -> str:
    table_id = new_id()
    row = {
        "opened": 1,
        "changed": 1,
        "phase": "playing",
        "names": {},
        "rules": "soft",
        "control": "none",
        "practice": False,
        "rated": True,
        "private": False,
        "bummerls0": 0,
        "bummerls1": 0,
        "deals": 0,
        "last_seq": 0,
        "lease": 0,
    }
    async with write(engine) as session:
        session.add(TableRow(id=table_id, **(row | columns)))
    return table_id


async def rated(engine: AsyncEngine, *what: Any, at: int = 1_000_000) -> bool:
    table_id, bummerl, winner, loser = what
    async with write(engine) as session:
        return await ratings.rate(session, table_id, bummerl, "schnapsen", winner, loser, at)


async def of(engine: AsyncEngine, user: str) -> Rating | None:
    async with read(engine) as session:
        return (await ratings.of_person(session, user)).get("schnapsen")


@every_database
async def test_a_bummerl_changes_both_as_the_formulas_say(kind: str, tmp_path: Path) -> None:
    async with empty_database(kind, tmp_path) as engine:
        await upgrade(engine)
        anna, bert = await account(engine, "Anna"), await account(engine, "Bert")
        game = await table(engine)
        assert await of(engine, anna) is None
        assert await rated(engine, game, 1, anna, bert)
        best, worst = after_bummerl(Rating(), Rating(), 1000.0)
        assert (await of(engine, anna), await of(engine, bert)) == (best, worst)
        assert await rated(engine, game, 2, bert, anna, at=2_000_000)
        again = after_bummerl(worst, best, 2000.0)
        assert (await of(engine, bert), await of(engine, anna)) == again


@every_database
async def test_a_bummerl_counts_once(kind: str, tmp_path: Path) -> None:
    async with empty_database(kind, tmp_path) as engine:
        await upgrade(engine)
        anna, bert = await account(engine, "Anna"), await account(engine, "Bert")
        game = await table(engine)
        counted = await asyncio.gather(
            *(rated(engine, game, 1, anna, bert) for _ in range(4)),
            *(rated(engine, game, 1, bert, anna) for _ in range(4)),
        )
        assert sum(counted) == 1
        found = await of(engine, anna)
        assert found is not None
        assert found.bummerls == 1


@every_database
async def test_many_at_once_lose_nothing(kind: str, tmp_path: Path) -> None:
    async with empty_database(kind, tmp_path) as engine:
        await upgrade(engine)
        trio = [await account(engine, name) for name in ("Anna", "Bert", "Cilli")]
        games = [await table(engine) for _ in range(4)]
        pairs = [(a, b) for a in trio for b in trio if a != b]
        await asyncio.gather(
            *(rated(engine, game, 1 + n, *pair) for game in games for n, pair in enumerate(pairs))
        )
        found = [await of(engine, one) for one in trio]
        assert [one and one.bummerls for one in found] == [16, 16, 16]


@every_database
async def test_guests_and_oneself_do_not_count(kind: str, tmp_path: Path) -> None:
    async with empty_database(kind, tmp_path) as engine:
        await upgrade(engine)
        anna, guest = await account(engine, "Anna"), await account(engine, "Gast", None)
        game = await table(engine)
        assert not await rated(engine, game, 1, anna, guest)
        assert not await rated(engine, game, 1, guest, anna)
        assert not await rated(engine, game, 1, anna, anna)
        assert not await rated(engine, game, 1, anna, "nobody")
        assert await of(engine, anna) is None


@every_database
async def test_only_so_many_a_pair_and_day_count(kind: str, tmp_path: Path) -> None:
    hour = 3_600_000
    async with empty_database(kind, tmp_path) as engine:
        await upgrade(engine)
        anna, bert, cilli = [await account(engine, name) for name in ("Anna", "Bert", "Cilli")]
        game = await table(engine)
        pairs = [(anna, bert), (bert, anna)] * (ratings.MOST_A_DAY // 2)
        for number, pair in enumerate(pairs):  # it does not matter who wins
            assert await rated(engine, game, 1 + number, *pair, at=hour * (1 + number))
        before = await of(engine, anna), await of(engine, bert)
        assert not await rated(engine, game, 90, anna, bert, at=25 * hour - 1)
        assert not await rated(engine, game, 91, bert, anna, at=25 * hour - 1)
        assert (await of(engine, anna), await of(engine, bert)) == before
        assert await rated(engine, game, 92, anna, cilli, at=25 * hour - 1)
        assert await rated(engine, game, 93, anna, bert, at=25 * hour)  # the first is a day old


@every_database
async def test_who_deletes_the_account_after_a_defeat_has_lost(kind: str, tmp_path: Path) -> None:
    async with empty_database(kind, tmp_path) as engine:
        await upgrade(engine)
        anna, bert = await account(engine, "Anna"), await account(engine, "Bert")
        game = await table(engine)
        async with write(engine) as session:
            user = await session.get(User, bert)
            assert user is not None
            await leaving.forget(session, user)
        assert await rated(engine, game, 1, anna, bert)
        assert await of(engine, anna) == after_bummerl(Rating(), Rating(), 1000.0)[0]

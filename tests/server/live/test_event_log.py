"""The event log on both databases: durable batches, the fence, leases."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import delete, event, insert, select, update
from sqlalchemy.ext.asyncio import AsyncEngine

from bummerl.server.refusals import Unknown
from bummerl.server.store.engine import make_engine, new_id, now, upgrade
from bummerl.server.store.event_log import EventLog, LeaseLost, Summary
from bummerl.server.store.models import DealRow, EventRow, RatedBummerl, TableRow
from bummerl.server.table.events import AnyEvent, Moved, Opened, Said, TableSpec

SPEC = TableSpec("soft", private=True)


@pytest.fixture(params=["sqlite", "postgresql"])
async def engine(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[AsyncEngine]:
    url = f"sqlite:///{tmp_path / 'log.db'}"
    if request.param == "postgresql":
        url = request.getfixturevalue("postgres")
    made = make_engine(url)
    await upgrade(made)
    yield made
    async with made.begin() as connection:
        await connection.execute(delete(TableRow))
    await made.dispose()


@pytest.fixture
async def log(engine: AsyncEngine) -> AsyncIterator[EventLog]:
    made = EventLog(engine, "one")
    await made.start()
    yield made
    await made.stop()


def summary(**more: Any) -> Summary:
    known: dict[str, Any] = {"phase": "playing", "seat0": "anna", "seat1": None}
    known |= {"names": {"0": "Anna"}, "bummerls": (0, 0), "winner": None, "deals": 0}
    return Summary(**(known | more))


def said(at: int) -> Said:
    return Said(at=at, seat=0, phrase="hello")


async def created(log: EventLog) -> str:
    table = new_id()
    await log.create(table, SPEC, [Opened(at=1, spec=SPEC)], summary())
    return table


async def row(engine: AsyncEngine, table: str) -> Any:
    async with engine.connect() as connection:
        return (await connection.execute(select(TableRow).where(TableRow.id == table))).one()


async def test_what_was_written_is_read(log: EventLog, engine: AsyncEngine) -> None:
    table = await created(log)
    more: list[AnyEvent] = [said(2), Moved(at=3, seat=1, move="HA")]
    await log.append(table, 2, more, summary(phase="over", winner=1, bummerls=(0, 2), deals=7))
    await log.append(table, 4, [said(9)])
    assert await log.load(table) == [Opened(at=1, spec=SPEC), *more, said(9)]
    found = await row(engine, table)
    assert (found.opened, found.changed, found.last_seq, found.private) == (1, 9, 4, True)
    assert (found.phase, found.winner, found.bummerls1, found.deals) == ("over", 1, 2, 7)
    assert (found.names, found.owner) == ({"0": "Anna"}, "one")


async def test_many_tables_share_transactions(log: EventLog, engine: AsyncEngine) -> None:
    tables = [await created(log) for _ in range(50)]
    log.batch_sizes.clear()
    commits: list[Any] = []
    event.listen(engine.sync_engine, "commit", commits.append)
    for seq in range(2, 6):
        await asyncio.gather(*(log.append(table, seq, [said(seq)]) for table in tables))
    assert len(commits) <= 8
    assert sum(log.batch_sizes) == 200
    assert {len(await log.load(table)) for table in tables} == {5}


async def test_append_returns_only_when_it_is_durable(log: EventLog, engine: AsyncEngine) -> None:
    table = await created(log)
    for seq in range(2, 30):
        await log.append(table, seq, [said(seq)])
        async with engine.connect() as connection:
            count = (await connection.execute(select(EventRow.seq))).all()
        assert len(count) == seq


async def test_order_and_numbers_are_fenced(log: EventLog) -> None:
    table = await created(log)
    for wrong in (1, 3, 7):
        with pytest.raises(LeaseLost):
            await log.append(table, wrong, [said(5)])
    await log.append(table, 2, [said(2)])
    with pytest.raises(LeaseLost):
        await log.append(table, 2, [said(3)])
    assert await log.load(table) == [Opened(at=1, spec=SPEC), said(2)]


async def test_one_owner_at_a_time(log: EventLog, engine: AsyncEngine) -> None:
    other = EventLog(engine, "two")
    await other.start()
    table = await created(log)
    assert (await other.acquire(table)).owner == "one"
    await log.release([table])
    assert await other.acquire(table) == ("two", True)
    with pytest.raises(LeaseLost):
        await log.append(table, 2, [said(2)])
    await other.append(table, 2, [said(2)])
    assert await log.renew([table]) == set()
    assert await other.renew([table]) == {table}
    # its lease runs out without being given back
    async with engine.begin() as connection:
        await connection.execute(update(TableRow).values(lease=now() - 1))
    assert await log.acquire(table) == ("one", False)
    with pytest.raises(LeaseLost):
        await other.append(table, 3, [said(3)])
    await log.append(table, 3, [said(3)])
    await other.stop()


async def test_two_processes_race_for_a_table(log: EventLog, engine: AsyncEngine) -> None:
    table = await created(log)
    await log.release([table])
    others = [EventLog(engine, f"p{number}") for number in range(5)]
    owners = {(await tenure).owner for tenure in [other.acquire(table) for other in others]}
    raced = await asyncio.gather(*(other.acquire(table) for other in others))
    assert {tenure.owner for tenure in raced} == owners
    assert len(owners) == 1


async def test_one_tables_failure_is_not_all_others(log: EventLog, engine: AsyncEngine) -> None:
    tables = [await created(log) for _ in range(5)]
    async with engine.begin() as connection:  # somebody has written where the third will
        await connection.execute(insert(EventRow).values(table_id=tables[2], seq=2, data=b"{}"))
    asked = [log.append(table, 2, [said(2)]) for table in tables]
    results = await asyncio.gather(*asked, return_exceptions=True)
    assert [isinstance(result, LeaseLost) for result in results] == [0, 0, 1, 0, 0]
    assert len(await log.load(tables[4])) == 2


async def test_unknown_tables(log: EventLog) -> None:
    with pytest.raises(Unknown):
        await log.load("0" * 16)
    with pytest.raises(Unknown):
        await log.acquire("0" * 16)
    with pytest.raises(LeaseLost):
        await log.append("0" * 16, 1, [said(1)])


async def test_stopping_writes_what_was_asked_for(engine: AsyncEngine) -> None:
    log = EventLog(engine, "one")
    await log.start()
    table = await created(log)
    asked = asyncio.create_task(log.append(table, 2, [said(2)]))
    await asyncio.sleep(0)
    await log.stop()
    await asked
    with pytest.raises(LeaseLost):
        await log.append(table, 3, [said(3)])
    assert len(await log.load(table)) == 2


async def test_deals_missing_in_the_history(log: EventLog, engine: AsyncEngine) -> None:
    table, running = await created(log), await created(log)
    await log.append(table, 2, [said(now())], summary(phase="over", deals=1))
    await log.append(running, 2, [said(now())], summary(deals=1))
    assert await log.unrecorded(0) == [table]
    assert await log.unrecorded(now() + 60_000) == []
    deal = {"table_id": table, "number": 1, "ended": 2, "pack": 20, "sgn": "", "facts": {}}
    async with engine.begin() as connection:
        await connection.execute(
            insert(DealRow).values(deal | {"winner": 1, "game_points": 1, "reason": "points"})
        )
    assert await log.unrecorded(0) == []


async def test_rated_bummerls_that_were_not_counted(log: EventLog, engine: AsyncEngine) -> None:
    table, spec = new_id(), TableSpec("soft", rated=True)
    over = summary(phase="over", bummerls=(1, 0))
    await log.create(table, spec, [Opened(at=now(), spec=spec)], over)
    assert await log.unrecorded(0) == [table]
    counted = {"table_id": table, "bummerl": 1, "winner": "anna", "loser": "bert", "at": 2}
    async with engine.begin() as connection:
        await connection.execute(insert(RatedBummerl).values(counted))
    assert await log.unrecorded(0) == []

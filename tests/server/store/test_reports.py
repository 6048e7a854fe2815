"""Reports: the same report is one, whatever comes at once."""

from __future__ import annotations

import asyncio
from pathlib import Path

from bummerl.server.store import reports
from bummerl.server.store.engine import read, upgrade, write
from server.store.databases import empty_database, every_database
from server.store.test_ratings import account, table


@every_database
async def test_equal_reports_at_once_are_one(kind: str, tmp_path: Path) -> None:
    async with empty_database(kind, tmp_path) as engine:
        await upgrade(engine)
        anna, bert = await account(engine, "Anna"), await account(engine, "Bert", None)
        game = await table(engine, seat0=anna, seat1=bert)

        async def report(who: str, move: int, text: str) -> None:
            async with write(engine) as session:
                await reports.add(session, who, game, 1, move, "move", text)

        await asyncio.gather(
            *(
                report(who, move, f"{n}")
                for n in range(5)
                for who in (anna, bert)
                for move in (1, 2)
            )
        )
        async with read(engine) as session:
            found = await reports.listed(session)
        assert sorted((one.report.reporter, one.report.move) for one in found) == sorted(
            (who, move) for who in (anna, bert) for move in (1, 2)
        )
        assert {one.people for one in found} == {(anna, bert)}

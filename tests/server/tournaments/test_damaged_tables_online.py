"""A table whose log cannot be read holds up neither its tournament nor anybody who sits there."""

from __future__ import annotations

import asyncio

import pytest
from litestar import Litestar
from sqlalchemy.ext.asyncio import AsyncEngine

from bummerl.server.tournaments import online
from server.http.test_leaving import damage
from server.tournaments.hall import Browsers
from server.tournaments.test_online_tournament import drawn, first_match, holder, tables_of

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_a_table_that_cannot_be_read_holds_up_nobody(
    browser: Browsers, app: Litestar, engine: AsyncEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    cup, players, show = await drawn(browser, grace=1)
    first, second, third = show["rounds"][0]["matches"][:3]
    held, halls = holder(show), app.state.tournaments
    for match in (first, third):
        await damage(engine, match["table"], "nonsense")
        app.state.tables.tasks[match["table"]]._forget()
    me = await players[held[second["a"]]].me() or {}
    await app.state.tables.give_up(second["table"], me["id"])
    monkeypatch.setattr(online, "_MINUTE", 1)
    await halls.play.look()
    decided, other = (await cup.get())["rounds"][0]["matches"][1::-1]
    assert (decided["winner"], other["state"]) == (second["b"], "playing")
    answer = await players[held[first["a"]]].send("DELETE", "/api/me", {})
    assert answer.status_code == 200, answer.text
    await halls.play.look()
    shown = first_match(await cup.get())
    assert (shown["state"], shown["winner"]) == ("done", first["b"])
    await cup.post("results", match=third["id"], winner=third["a"], score=[1, 0])
    for match in (first, third):  # else its players would be at a table for ever
        async with asyncio.timeout(20):
            while [table.phase for table in await tables_of(engine, cup, match["id"])] != [
                "cancelled"
            ]:
                await asyncio.sleep(0.05)
        await app.state.tables.tasks.pop(match["table"]).stop()

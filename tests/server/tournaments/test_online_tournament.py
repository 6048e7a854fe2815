"""Tournaments played at our tables: tables open by themselves, results come by themselves."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
import pytest
from litestar import Litestar
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncEngine

from bummerl.server.store.engine import read
from bummerl.server.store.models import TournamentTable
from bummerl.server.tournaments import online
from bummerl.server.tournaments.log import Logs
from bummerl.server.tournaments.online import Play
from server.http.test_whole_games import playing
from server.http.visitors import Browser, error_of
from server.tournaments.hall import Browsers, Hall, new_hall

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def until(cup: Hall, wanted: Any) -> Any:
    """The tournament as soon as it is as wanted."""
    async with asyncio.timeout(30):
        while not wanted(show := await cup.get()):
            await asyncio.sleep(0.05)
    return show


async def joined(browser: Browsers, cup: Hall, cards: int = 1) -> tuple[int, Browser]:
    """Somebody with cards of their own."""
    player = browser()
    await player.guest()
    await cup.post("join", player, cards=cards)
    return (await cup.get("me", player))["person"], player


async def play(port: int, player: Browser, table: str) -> None:
    async with playing(port, player, table) as seat:
        await seat.until(lambda scene: scene["phase"] == "over")


def unfinished(show: Any) -> list[Any]:
    matches = [*(show["rounds"][-1]["matches"] if show["rounds"] else []), *show["place_matches"]]
    return [match for match in matches if match["state"] != "done"]


async def test_a_whole_online_tournament(browser: Browsers, port: int) -> None:
    cup = await new_hall(browser, cards=8, bummerls=1, control="none", prizes=4, max_per_person=2)
    players = dict([await joined(browser, cup, 2 if n == 0 else 1) for n in range(7)])
    show = await cup.get()
    assert show["sold"] == 8
    holder = {card: one["id"] for one in show["people"] for card in one["cards"]}
    for word in ("a", "b", None):
        await cup.post("draw", word=word)
        while unfinished(await cup.get()):
            show = await until(
                cup,
                lambda show: any(m.get("table") for m in unfinished(show)) or not unfinished(show),
            )
            due = [m for m in unfinished(show) if m.get("table")]
            # nobody is to sit at two tables
            sitting = [holder[card] for m in due for card in (m["a"], m["b"])]
            assert len(set(sitting)) == len(sitting)
            await asyncio.gather(
                *(
                    play(port, players[holder[card]], m["table"])
                    for m in due
                    for card in (m["a"], m["b"])
                )
            )
            ids = {m["id"] for m in due}
            await until(cup, lambda show: not ids & {m["id"] for m in unfinished(show)})  # noqa: B023
    show = await cup.get()
    assert show["phase"] == "over"
    assert [prize["card"] is not None for prize in show["prizes"]] == [True] * 4
    assert {m["how"] for r in show["rounds"] for m in r["matches"]} <= {"played", "self"}


async def drawn(browser: Browsers, **more: Any) -> tuple[Hall, dict[int, Browser], Any]:
    cup = await new_hall(browser, cards=8, bummerls=1, control="none", **more)
    players = dict([await joined(browser, cup) for _ in range(8)])
    await cup.post("draw", word="a")
    show = await until(cup, lambda show: all(m.get("table") for m in unfinished(show)))
    return cup, players, show


async def test_giving_up_decides_the_match(browser: Browsers, port: int) -> None:
    cup, players, show = await drawn(browser)
    match = show["rounds"][0]["matches"][0]
    holder = {card: one["id"] for one in show["people"] for card in one["cards"]}
    async with (
        playing(port, players[holder[match["a"]]], match["table"]) as first,
        playing(port, players[holder[match["b"]]], match["table"]) as second,
    ):
        both = (
            first.until(lambda scene: scene["phase"] == "playing"),
            second.until(lambda scene: scene["phase"] == "playing"),
        )
        await asyncio.gather(*both)
        await first.send(type="give_up", scope="match")
    show = await until(cup, lambda show: show["rounds"][0]["matches"][0]["state"] == "done")
    assert show["rounds"][0]["matches"][0]["winner"] == match["b"]


async def test_the_desk_decides_without_play(browser: Browsers, app: Litestar) -> None:
    cup, _, show = await drawn(browser)
    match, halls = show["rounds"][0]["matches"][0], app.state.tournaments
    await cup.post("results", match=match["id"], winner=match["a"], how="forfeit")
    await halls.play.tend(await halls.logs.facts(cup.id))
    await cup.post("results/clear", match=match["id"])
    # it is played again, at another table
    again = await until(
        cup, lambda show: show["rounds"][0]["matches"][0].get("table") not in (None, match["table"])
    )
    assert "winner" not in again["rounds"][0]["matches"][0]


async def test_who_does_not_come_loses(
    browser: Browsers, port: int, app: Litestar, monkeypatch: pytest.MonkeyPatch
) -> None:
    # everybody counts as here for a moment after sitting down
    halls, tables = app.state.tournaments, app.state.tables
    monkeypatch.setattr(
        tables, "options", msgspec.structs.replace(tables.options, expected=0.1, debounce=0.05)
    )
    cup, players, show = await drawn(browser, grace=1)
    match = show["rounds"][0]["matches"][0]
    holder = {card: one["id"] for one in show["people"] for card in one["cards"]}
    monkeypatch.setattr(online, "_MINUTE", 1)
    async with playing(port, players[holder[match["b"]]], match["table"]) as waiting:
        await waiting.until(lambda scene: scene["phase"] == "shuffling")

        async def decided() -> bool:
            await halls.play.look()
            return bool((await cup.get())["rounds"][0]["matches"][0]["state"] == "done")

        async with asyncio.timeout(20):
            while not await decided():
                await asyncio.sleep(0.2)
    shown = (await cup.get())["rounds"][0]["matches"][0]
    assert (shown["winner"], shown["how"]) == (match["b"], "forfeit")


async def test_joining(browser: Browsers) -> None:
    hall = await new_hall(browser, cards=8)
    guest = browser()
    error_of(await guest.post(f"{hall.path}/join", {"cards": 1}), 401)
    await guest.guest("Anna")
    error_of(await guest.post(f"{hall.path}/join", {"cards": 1}), 409)
    cup = await new_hall(browser, cards=8, max_per_person=2, control="3+2", public_names="full")
    namesake = browser()
    await namesake.guest("Anna")
    await cup.post("join", guest, cards=1)
    await cup.post("join", namesake, cards=1)
    await cup.post("join", guest, cards=1)
    shown = {one["name"]: len(one["cards"]) for one in (await cup.get())["people"]}
    assert shown == {"Anna": 2, "Anna (2)": 1}
    error_of(await guest.post(f"{cup.path}/join", {"cards": 1}), 400)


async def test_two_processes_open_a_table_once(
    browser: Browsers, app: Litestar, engine: AsyncEngine
) -> None:
    cup = await new_hall(browser, cards=8, control="none")
    for _ in range(8):
        await joined(browser, cup)
    logs = Logs(engine)
    other = Play(engine, app.state.tables, logs, lambda *_: None)
    facts = await logs.facts(cup.id)

    async def looking() -> None:
        for _ in range(20):
            await other.tend(facts)

    await asyncio.gather(looking(), cup.post("draw", word="a"), looking())
    await until(cup, lambda show: all(m.get("table") for m in unfinished(show)))
    async with read(engine) as session:
        query = select(TournamentTable.match).where(TournamentTable.tournament_id == cup.id)
        found = sorted((await session.execute(query)).scalars())
    assert found == ["1-1", "1-2", "1-3", "1-4"]


async def test_the_organiser_does_not_know_the_secret_of_a_draw_to_come(browser: Browsers) -> None:
    """No hall calls the words here: who knew the secret could choose one that suits him."""
    cup = await new_hall(browser, cards=8, bummerls=1, control="none", prizes=2)
    await cup.sell(Anna=4, Bert=4)
    assert (await cup.get())["next_list_hash"]
    for word in ("a", "b", None):
        error_of(await cup.organiser.get(f"{cup.path}/backup"), 409)
        await cup.post("draw", word=word)
        for match in await cup.open_matches():
            await cup.post("results", match=match["id"], winner=match["a"])
    assert (await cup.organiser.get(f"{cup.path}/backup")).status_code == 200

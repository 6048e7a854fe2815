"""Tournaments played at our tables: tables open by themselves, results come by themselves."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any

import msgspec
import pytest
from litestar import Litestar
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncEngine

from bummerl.match.clock import GRACE
from bummerl.server import wire
from bummerl.server.store.engine import read
from bummerl.server.store.models import TableRow, TournamentTable
from bummerl.server.table.commands import Refused, decide
from bummerl.server.table.events import AnyEvent as TableEvent
from bummerl.server.table.events import (
    Cancelled,
    Left,
    Opened,
    Seated,
    Shuffling,
    Sitter,
    TableSpec,
)
from bummerl.server.table.state import Table
from bummerl.server.tournaments import online
from bummerl.server.tournaments.log import Logs
from bummerl.server.tournaments.online import Play
from server.http.test_whole_games import Player, playing
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


def holder(show: Any) -> dict[int, int]:
    """Persons by card."""
    return {card: one["id"] for one in show["people"] for card in one["cards"]}


def first_match(show: Any) -> Any:
    return show["rounds"][0]["matches"][0]


async def tables_of(engine: AsyncEngine, cup: Hall, match: str) -> list[TableRow]:
    """The tables at which this match was played, in order."""
    async with read(engine) as session:
        query = (
            select(TableRow)
            .join(TournamentTable, TournamentTable.table_id == TableRow.id)
            .where(TournamentTable.tournament_id == cup.id, TournamentTable.match == match)
            .order_by(TournamentTable.opened)
        )
        return list((await session.execute(query)).scalars())


@pytest.mark.parametrize("side", ["a", "b"])
async def test_giving_up_before_the_first_deal_decides_the_match(
    browser: Browsers, port: int, app: Litestar, engine: AsyncEngine, side: str
) -> None:
    cup, players, show = await drawn(browser)
    match, held = first_match(show), holder(show)
    other = "b" if side == "a" else "a"
    async with playing(port, players[held[match[side]]], match["table"]) as quitter:
        scene = await quitter.until(lambda scene: scene["phase"] == "shuffling")
        assert scene["tournament"] == cup.id
        await quitter.send(type="give_up", scope="match")
        await quitter.until(lambda scene: scene["phase"] == "cancelled")
    async with playing(port, players[held[match[other]]], match["table"]) as late:
        await late.until(lambda scene: scene["phase"] == "cancelled")
    await app.state.tournaments.play.look()
    shown = first_match(await cup.get())
    assert (shown["winner"], shown["how"]) == (match[other], "forfeit")
    assert [table.id for table in await tables_of(engine, cup, match["id"])] == [match["table"]]


async def test_whoever_deletes_the_account_keeps_nobody_waiting(
    browser: Browsers, app: Litestar
) -> None:
    cup, players, show = await drawn(browser)
    match, held = first_match(show), holder(show)
    answer = await players[held[match["a"]]].send("DELETE", "/api/me", {})
    assert answer.status_code == 200, answer.text
    await app.state.tournaments.play.look()
    decided = first_match(await cup.get())
    assert (decided["state"], decided["winner"]) == ("done", match["b"])
    later = await cup.get()
    assert next(one["name"] for one in later["people"] if match["a"] in one["cards"]) == "?"
    assert match["a"] in later["withdrawn"]


@pytest.mark.parametrize("tournament", [None, "0" * 16])
async def test_nobody_claims_a_match_before_its_announced_minutes_are_over(
    tournament: str | None,
) -> None:
    """How late somebody may be for the first deal is announced there; elsewhere it is the grace."""
    events: list[TableEvent] = [
        Opened(at=0, spec=TableSpec("soft", tournament=tournament)),
        Seated(at=0, seat=0, sitter=Sitter("Anna", user="a")),
        Seated(at=0, seat=1, sitter=Sitter("Bert", user="b")),
        Shuffling(at=0, deal=1, secret="00" * 32),
        Left(at=0, seat=1),
    ]
    table, claim = Table.replay("t", events), wire.Claim(id=1, reason="absence")
    assert table.may_claim_absence(0, 2 * GRACE) is (tournament is None)
    if tournament is None:
        [closed] = decide(table, claim, 0, 2 * GRACE)
        assert isinstance(closed, Cancelled)
        assert closed.seat is None
    else:
        with pytest.raises(Refused):
            decide(table, claim, 0, 2 * GRACE)
    [given_up] = decide(table, wire.GiveUp(id=1, scope="match"), 1, 1)
    assert isinstance(given_up, Cancelled)
    assert given_up.seat == 1


@pytest.mark.parametrize("winner", ["a", "b"])
@pytest.mark.parametrize("begun", [False, True])
async def test_the_table_says_what_the_desk_decides(
    browser: Browsers, port: int, app: Litestar, engine: AsyncEngine, winner: str, begun: bool
) -> None:
    """The one who has lost gives up, whatever his seat."""
    cup, players, show = await drawn(browser)
    match, held = first_match(show), holder(show)
    async with contextlib.AsyncExitStack() as stack:
        if begun:
            await both_play(stack, port, players, held, match)
        await cup.post("results", match=match["id"], winner=match[winner], how="forfeit")
        halls = app.state.tournaments
        await halls.play.tend(await halls.logs.facts(cup.id))
    [table] = await tables_of(engine, cup, match["id"])
    if begun:
        assert (table.phase, table.winner) == ("over", "ab".index(winner))
        game = (await players[held[match["b"]]].get(f"/api/games/{table.id}")).json()
        assert game["winner"] == "ab".index(winner)
    else:
        assert table.phase == "cancelled"
    assert first_match(await cup.get())["winner"] == match[winner]


async def both_play(
    stack: contextlib.AsyncExitStack, port: int, players: Any, held: Any, match: Any
) -> list[Player]:
    """Both sit at the table, and the first deal is dealt."""
    seats = [
        await stack.enter_async_context(playing(port, players[held[card]], match["table"]))
        for card in (match["a"], match["b"])
    ]
    await asyncio.gather(*(seat.until(lambda scene: scene["phase"] == "playing") for seat in seats))
    return seats


async def test_a_match_that_is_played_keeps_its_table(
    browser: Browsers, port: int, app: Litestar, engine: AsyncEngine
) -> None:
    cup, players, show = await drawn(browser)
    match, held = first_match(show), holder(show)
    other = show["rounds"][0]["matches"][1]
    async with contextlib.AsyncExitStack() as stack:
        seats = await both_play(stack, port, players, held, match)
        for what, body in (
            ("boards", {"match": match["id"], "delayed": True}),
            ("undraw", {"reason": "x"}),
        ):
            code, text = error_of(await cup.organiser.post(f"{cup.path}/{what}", body), 409)
            assert (code, text[:9]) == ("conflict", "Match 1-1"), what
        await cup.post("boards", match=other["id"], board=match["board"])  # only the number changes
        await seats[0].send(type="give_up", scope="match")
        await seats[1].until(lambda scene: scene["phase"] == "over")
    shown = await until(cup, lambda show: first_match(show)["state"] == "done")
    assert first_match(shown)["winner"] == match["b"]
    assert [table.id for table in await tables_of(engine, cup, match["id"])] == [match["table"]]


async def test_a_match_that_is_put_off_is_lost_by_nobody(
    browser: Browsers, app: Litestar, engine: AsyncEngine
) -> None:
    cup, _, show = await drawn(browser)
    match, halls = first_match(show), app.state.tournaments
    await cup.post("boards", match=match["id"], delayed=True)
    await halls.play.tend(await halls.logs.facts(cup.id))
    await halls.play.look()
    assert [table.phase for table in await tables_of(engine, cup, match["id"])] == ["cancelled"]
    assert "winner" not in first_match(await cup.get())
    await cup.post("boards", match=match["id"], delayed=False)
    await until(cup, lambda show: first_match(show)["table"] != match["table"])


async def test_a_draw_declared_void_ends_its_tables(
    browser: Browsers, app: Litestar, engine: AsyncEngine
) -> None:
    cup, _, show = await drawn(browser)
    halls = app.state.tournaments
    await cup.post("undraw", reason="a card was missing")
    await halls.play.tend(await halls.logs.facts(cup.id))
    for match in show["rounds"][0]["matches"]:
        [table] = await tables_of(engine, cup, match["id"])
        assert table.phase == "cancelled"
    await cup.post("draw", word="b")
    await until(cup, lambda show: all(m.get("table") for m in unfinished(show)))


async def test_who_keeps_only_the_other_waiting_is_late_as_well(
    browser: Browsers, port: int, app: Litestar, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever is connected and never shuffles does not hold up the round."""
    cup, players, show = await drawn(browser, grace=1)
    match, held, halls = first_match(show), holder(show), app.state.tournaments
    monkeypatch.setattr(online, "_MINUTE", 1)
    async with (
        playing(port, players[held[match["a"]]], match["table"]) as stalling,
        playing(port, players[held[match["b"]]], match["table"]) as ready,
    ):
        await stalling.until(lambda scene: scene["phase"] == "shuffling")
        await ready.until(lambda scene: scene["next_fair"]["commitments"][1] is not None)
        await halls.play.look()
    shown = first_match(await cup.get())
    assert (shown["winner"], shown["how"]) == (match["b"], "forfeit")


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

"""Whole matches over real sockets."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
from sqlalchemy import select

from bummerl.match.fair_check import verify
from bummerl.server.store.models import TableRow
from bummerl.server.table.events import NoRematch, Sitter, TableSpec
from bummerl.server.table.state import Table
from server.live.clients import Seated, sit
from server.live.running import Running, Serve, bot, person


async def row(server: Running, table: str) -> Any:
    async with server.engine.connect() as connection:
        return (await connection.execute(select(TableRow).where(TableRow.id == table))).one()


async def replayed(server: Running, table: str) -> Table:
    return Table.replay(table, await server.tables.log.load(table))


async def test_person_against_bot_to_the_end(serve: Serve) -> None:
    server = await serve()
    table = await server.open(person("Anna"), bot())
    anna = await sit(server.base, table, "Anna")
    await anna.play()
    winner = anna.scene["result"]["match_winner"]
    assert winner in (0, 1)
    found = await row(server, table)
    assert (found.phase, found.winner, found.last_seq) == ("over", winner, anna.scene["seq"])
    assert [found.bummerls0, found.bummerls1] == anna.scene["slate"]["bummerls"]
    await server.tables.reports.told()
    numbers = [deal.number for _, deal in server.deals]
    assert numbers == list(range(1, found.deals + 1))
    assert all(verify(deal.record).status == "fair" for _, deal in server.deals)
    last = server.bummerls[-1][1]
    assert last.winner_seat == winner
    assert {last.winner, last.loser} == {"anna", None}


async def test_two_people_and_a_spectator_see_the_same_and_no_more(serve: Serve) -> None:
    server = await serve()
    table = await server.open(person("Anna"), person("Bert"))
    anna, bert, carl = [await sit(server.base, table, name) for name in ("Anna", "Bert", "Carl")]
    watching = asyncio.create_task(carl.until_scene(60, phase="over"))
    await asyncio.gather(anna.play(), bert.play())
    await watching
    assert anna.scene["seq"] == bert.scene["seq"] == carl.scene["seq"]
    assert (anna.scene["seat"], bert.scene["seat"], carl.scene["seat"]) == (0, 1, None)
    assert (await replayed(server, table)).seq == anna.scene["seq"]
    turned_up = {(s["deal"], s["turn_up"]) for who in (anna, bert, carl) for s in scenes(who)}
    for who, others in ((anna, [1]), (bert, [0]), (carl, [0, 1])):
        for scene in scenes(who):
            if scene["phase"] == "playing":
                lay_open = {card for deal, card in turned_up if deal == scene["deal"]}
                for seat in others:
                    assert set(scene["seats"][seat]["hand"]) <= lay_open | announced(scene, seat)


def scenes(who: Seated) -> list[dict[str, Any]]:
    return [message["scene"] for message in who.messages if message["type"] == "table"]


def announced(scene: dict[str, Any], seat: int) -> set[str]:
    """Cards that a seat has shown with its pairs."""
    return {pair["suit"] + rank for pair in scene["seats"][seat]["pairs"] for rank in "KQ"}


async def test_every_reader_gets_each_event_once_and_in_order(serve: Serve) -> None:
    server = await serve()
    table = await server.open(person("Anna"), bot())
    anna, bert = await sit(server.base, table, "Anna"), await sit(server.base, table)
    watching = asyncio.create_task(bert.until_scene(30, phase="over"))
    await anna.play()
    await watching
    for who in (anna, bert):
        seqs = [message["scene"]["seq"] for message in who.messages if message["type"] == "table"]
        assert seqs == sorted(seqs)
        told = [entry["seq"] for entry in who.told]
        assert told == sorted(told)
    assert [e["kind"] for e in anna.told if e["kind"] == "play"]
    assert {e["seq"] for e in bert.told} <= {e["seq"] for e in anna.told} | {1, 2, 3}


async def test_rematch_opens_a_table_for_the_same_two(serve: Serve) -> None:
    server = await serve()
    table = await server.open(person("Anna"), bot(), rules="soft")
    anna = await sit(server.base, table, "Anna")
    await anna.receive()
    await anna.play(until="playing")
    assert (await anna.ask("rematch"))["code"] == "not_now"
    await anna.ask("give_up", scope="match")
    await anna.until_scene(phase="over")
    await anna.ask("rematch")
    while anna.scene["rematch_table"] is None:
        await anna.receive()
    again = await sit(server.base, anna.scene["rematch_table"], "Anna")
    await again.receive()
    assert again.scene["seat"] == 0
    assert again.scene["seats"][1]["name"] == anna.scene["seats"][1]["name"]
    await again.play(until="playing")
    assert (await replayed(server, again.scene["table"])).spec.rematch_of == table


async def test_at_a_rematch_people_sit_with_their_names_and_ratings_of_today(serve: Serve) -> None:
    server = await serve()

    async def today(sitter: Sitter, spec: TableSpec) -> Sitter:
        assert spec.rematch_of is not None
        return msgspec.structs.replace(sitter, name=f"{sitter.name} II", rating=1603)

    server.tables.sit_again = today
    table = await server.open(person("Anna"), bot(), rules="soft")
    anna = await sit(server.base, table, "Anna")
    await anna.receive()
    await anna.play(until="playing")
    await anna.ask("give_up", scope="match")
    await anna.until_scene(phase="over")
    await anna.ask("rematch")
    while anna.scene["rematch_table"] is None:
        await anna.receive()
    again = (await replayed(server, anna.scene["rematch_table"])).sitters
    assert again[0] == Sitter(name="Anna II", user=person("Anna").user, rating=1603)
    assert again[1] is not None
    assert again[1].rating is None


async def test_there_is_no_rematch_with_somebody_who_cannot_play(serve: Serve) -> None:
    server = await serve()
    why: dict[str, NoRematch] = {"bert": "gone"}

    async def may(sitter: Sitter, spec: TableSpec) -> Sitter | NoRematch:
        return why.get(sitter.user or "", sitter)

    server.tables.sit_again = may
    table = await server.open(person("Anna"), person("Bert"))
    anna, bert = await sit(server.base, table, "Anna"), await sit(server.base, table, "Bert")
    await asyncio.gather(anna.play(until="playing"), bert.play(until="playing"))
    await bert.ask("give_up", scope="match")
    tables = len(server.tables.tasks)
    for reason, sentence in (
        ("gone", "Bert cannot play any more: there is no rematch."),
        ("often", "Bert has sat down at too many tables: there is no rematch just now."),
    ):
        why["bert"] = reason  # type: ignore[assignment]
        await anna.ask("rematch")
        await bert.ask("rematch")
        while anna.told[-1]["text"] != sentence:
            await anna.receive()
        assert anna.told[-1]["kind"] == "no_rematch"
        assert (anna.scene["rematch"], anna.scene["rematch_table"]) == ([], None)
        assert len(server.tables.tasks) == tables
    del why["bert"]
    await anna.ask("rematch")
    await bert.ask("rematch")
    while anna.scene["rematch_table"] is None:
        await anna.receive()
    assert (await replayed(server, table)).rematch_table == anna.scene["rematch_table"]


async def test_a_friend_joins_over_http_while_looking_on(serve: Serve) -> None:
    server = await serve()
    table = await server.open(person("Anna"), None)
    anna, bert = await sit(server.base, table, "Anna"), await sit(server.base, table, "Bert")
    await anna.until_scene(phase="waiting")
    await bert.until_scene(seat=None, phase="waiting")
    assert await server.tables.join(table, person("Bert")) == 1
    await bert.until_scene(seat=1, phase="shuffling")
    await anna.until_scene(phase="shuffling")
    assert await server.tables.join(table, person("Bert")) == 1
    await asyncio.gather(anna.play(until="playing"), bert.play(until="playing"))


async def test_hint_and_undo_in_practice(serve: Serve) -> None:
    server = await serve()
    table = await server.open(person("Anna"), bot(), practice=True)
    anna = await sit(server.base, table, "Anna")
    await anna.receive()
    while not (anna.scene["phase"] == "playing" and anna.scene["moves"]):
        if await anna.step() is None:
            await anna.receive()
    hint = await anna.ask("hint", version=anna.scene["version"])
    assert hint["type"] == "hint", hint
    assert hint["moves"][0] in anna.scene["moves"]
    assert hint["text"].endswith(".")
    assert (await anna.ask("hint", version=0))["code"] == "stale"

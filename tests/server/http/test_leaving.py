"""Whoever leaves for good is forgotten wholly, whatever happens in that moment."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable
from typing import Any

import pytest
from litestar import Litestar
from sqlalchemy import delete, select
from sqlalchemy.ext.asyncio import AsyncEngine

from bummerl.server.http import own_data
from bummerl.server.live.bot_seat import BUSY
from bummerl.server.refusals import Busy
from bummerl.server.store import administration, leaving
from bummerl.server.store.engine import read, write
from bummerl.server.store.models import (
    DealRow,
    EventRow,
    RatingRow,
    TableRow,
    TournamentHelper,
    TournamentPlayer,
)
from bummerl.server.table import events
from bummerl.server.table.events import Sitter, TableSpec
from bummerl.server.tournaments import leaving as tournament_leaving
from server.http.planted import Planted, sitter, two
from server.http.visitors import Browser, error_of, unique
from server.tournaments.hall import Hall, new_hall

pytestmark = pytest.mark.asyncio(loop_scope="session")
Browsers = Callable[..., Browser]
Plant = Callable[..., Planted]
PASSWORD = "correct horse"


async def leave(visitor: Browser, status: int = 200) -> Any:
    answer = await visitor.send("DELETE", "/api/me", {"password": PASSWORD})
    assert answer.status_code == status, answer.text
    return answer


async def kept_of(engine: AsyncEngine, name: str) -> list[str]:
    """Where in the database a name stands still."""
    async with read(engine) as session:
        rows = (await session.execute(select(TableRow))).scalars()
        found = [f"table {row.id}" for row in rows if name in row.names.values()]
        logs = (await session.execute(select(EventRow))).scalars()
        found += [f"log {row.table_id}" for row in logs if name.encode() in row.data]
        deals = (await session.execute(select(DealRow))).scalars()
        return found + [f"deal {row.table_id}" for row in deals if name in row.sgn]


async def test_a_match_that_cannot_be_given_up_now_refuses_it(
    browser: Browsers, app: Litestar, monkeypatch: pytest.MonkeyPatch
) -> None:
    visitor = browser()
    name = await visitor.account()
    table = (await visitor.post("/api/tables", {"opponent": "bot:beginner"})).json()["id"]

    async def busy(table_id: str, user: str) -> None:
        raise Busy(BUSY)

    with monkeypatch.context() as patched:
        patched.setattr(app.state.tables, "give_up", busy)
        assert error_of(await leave(visitor, 503), 503)[0] == "busy"
    me = await visitor.me()
    assert me is not None
    assert me["name"] == name
    assert await kept_of(app.state.engine, name) != []
    await leave(visitor)
    assert (await browser().get(f"/api/tables/{table}")).json()["phase"] == "cancelled"
    assert await kept_of(app.state.engine, name) == []


async def test_a_table_that_is_opened_in_that_moment_keeps_no_name(
    browser: Browsers, app: Litestar, monkeypatch: pytest.MonkeyPatch
) -> None:
    visitor, other = await two(browser)
    name = await visitor.account(unique("Heimlich"))
    me, opponent = await sitter(visitor), await sitter(other)
    opened, drop = [], app.state.tables.drop

    async def late(*ended: Any) -> None:  # a request that was under way
        opened.append(await app.state.tables.open(TableSpec("soft"), (me, opponent)))
        await drop(*ended)

    monkeypatch.setattr(app.state.tables, "drop", late)
    await leave(visitor)
    assert (await other.get(f"/api/tables/{opened[0]}")).json()["phase"] == "cancelled"
    assert await kept_of(app.state.engine, name) == []


async def test_what_a_failure_leaves_over_is_forgotten_later(
    browser: Browsers, plant: Plant, app: Litestar, monkeypatch: pytest.MonkeyPatch
) -> None:
    visitor, other = await two(browser)
    name = await visitor.account(unique("Zäh"))
    me, opponent = await sitter(visitor), await sitter(other)
    await (await plant(me, opponent).play(1)).save("over")

    async def broken(engine: AsyncEngine, user_id: str) -> None:
        raise OSError("the disk is gone")

    with monkeypatch.context() as patched:
        patched.setattr(leaving, "forget_tables", broken)
        await leave(visitor)
    assert await visitor.me() is None
    assert await kept_of(app.state.engine, name) != []
    await own_data.finish_all(app.state.services, app.state.tournaments)
    assert await kept_of(app.state.engine, name) == []
    async with read(app.state.engine) as session:
        assert me.user not in await leaving.unfinished(session)


async def test_who_cannot_be_forgotten_holds_up_nobody(
    browser: Browsers, plant: Plant, app: Litestar, monkeypatch: pytest.MonkeyPatch
) -> None:
    visitor, other = await two(browser)
    names = [await one.account(unique("Fort")) for one in (visitor, other)]
    me, opponent = await sitter(visitor), await sitter(other)
    await (await plant(me, opponent).play(1)).save("over")
    forget = leaving.forget_tables
    for stuck, name in ((me, names[1]), (opponent, names[0])):

        async def broken(engine: AsyncEngine, user: str, stuck: str | None = stuck.user) -> None:
            if user == stuck:
                raise OSError("the disk is gone")
            await forget(engine, user)

        with monkeypatch.context() as patched:
            patched.setattr(leaving, "forget_tables", broken)
            if stuck is me:
                await leave(visitor)
                await leave(other)
            await own_data.finish_all(app.state.services, app.state.tournaments)
            assert await kept_of(app.state.engine, name) == []


def cut_short(log: list[bytes]) -> list[bytes]:
    return [log[0], log[1][:-1], log[2]]


def out_of_order(log: list[bytes]) -> list[bytes]:
    early = events.Revealed(at=1, deal=1, seat=0, contribution="00" * 32)
    return [*log, events.encode(early)]


DAMAGED: dict[str, Callable[[list[bytes]], list[bytes]]] = {
    "nonsense": lambda log: [b"\xff[", *log[1:]],
    "cut short": cut_short,
    "out of order": out_of_order,
    "gone": lambda log: [],
}


async def damage(engine: AsyncEngine, table: str, how: str) -> None:
    """From now on the log cannot be read."""
    async with write(engine) as session:
        query = select(EventRow).where(EventRow.table_id == table).order_by(EventRow.seq)
        log = [row.data for row in (await session.execute(query)).scalars()]
        await session.execute(delete(EventRow).where(EventRow.table_id == table))
        for seq, data in enumerate(DAMAGED[how](log), 1):
            session.add(EventRow(table_id=table, seq=seq, data=data))


@pytest.mark.parametrize("how", DAMAGED)
@pytest.mark.parametrize(
    ("phase", "after", "winner"),
    [
        ("waiting", "cancelled", None),
        ("shuffling", "cancelled", None),
        ("playing", "over", 1),
        ("deal_over", "over", 1),
        ("over", "over", 0),
    ],
)
async def test_a_table_that_cannot_be_read_keeps_nobody(
    browser: Browsers,
    plant: Plant,
    app: Litestar,
    how: str,
    phase: str,
    after: str,
    winner: int | None,
) -> None:
    visitor, other = await two(browser)
    name = await visitor.account(unique('Anna "Ä" L'))
    me, opponent = await sitter(visitor), await sitter(other)
    broken = await plant(me, opponent).save(phase, winner=0 if phase == "over" else None)
    sound = await (await plant(opponent, me).play(1)).save("over")
    await damage(app.state.engine, broken.id, how)
    await leave(visitor)
    if (task := app.state.tables.tasks.pop(broken.id, None)) is not None:
        await task.stop()  # it would try to read the log for minutes
    assert await visitor.me() is None
    assert await kept_of(app.state.engine, json.dumps(name, ensure_ascii=False)) == []
    assert await kept_of(app.state.engine, name) == []
    async with read(app.state.engine) as session:
        assert me.user not in await leaving.unfinished(session)
        row = await session.get_one(TableRow, broken.id)
        assert (row.phase, row.winner) == (after, winner)
        assert (row.names["0"], row.names["1"]) == ("", opponent.name)
    shown = (await other.get("/api/games")).json()["games"]
    found = [game["id"] for game in shown if game["id"] in (sound.id, broken.id)]
    assert set(found) == {sound.id, *([broken.id] if after == "over" else [])}


async def test_only_who_sits_at_a_table_that_cannot_be_read_ends_it(
    browser: Browsers, plant: Plant, app: Litestar
) -> None:
    visitor, other = await two(browser)
    me, opponent = await sitter(visitor), await sitter(other)
    tables = [await plant(me, opponent).save(phase) for phase in ("waiting", "playing")]
    for table in tables:
        await damage(app.state.engine, table.id, "nonsense")
    waiting, playing = (f"/api/tables/{table.id}" for table in tables)
    for table in tables:
        with pytest.raises(Busy):
            await app.state.tables.give_up(table.id, "0" * 16)
    with pytest.raises(Busy):
        await app.state.tables.cancel(tables[1].id, me.user)
    assert (await other.get(waiting)).json()["phase"] == "waiting"
    assert (await other.get(playing)).json()["phase"] == "playing"
    assert (await visitor.post(f"{waiting}/cancel")).status_code == 200
    assert (await other.get(waiting)).json()["phase"] == "cancelled"
    for table in tables:
        await app.state.tables.tasks.pop(table.id).stop()


async def test_others_write_while_many_tables_are_forgotten(
    browser: Browsers, plant: Plant, app: Litestar, monkeypatch: pytest.MonkeyPatch
) -> None:
    visitor, other = await two(browser)
    name = await visitor.account(unique("Viel"))
    me, opponent = await sitter(visitor), await sitter(other)
    for n in range(7):
        await plant(*((me, opponent) if n % 2 else (opponent, me))).save("over")
    monkeypatch.setattr(leaving, "AT_ONCE", 3)
    transactions = []

    def counted(engine: AsyncEngine) -> Any:
        transactions.append(engine)
        return write(engine)

    monkeypatch.setattr(leaving, "write", counted)
    await leave(visitor)
    assert await kept_of(app.state.engine, name) == []
    assert len(transactions) == 3


async def test_ratings_go(browser: Browsers, plant: Plant, app: Litestar) -> None:
    visitor, other = browser(), browser()
    await visitor.account()
    await other.account()
    me, opponent = await sitter(visitor), await sitter(other)
    game = await plant(me, opponent, rated=True).save()
    await game.recorder.bummerl(game.id, game.bummerl(winner=0))
    await leave(visitor)
    await game.recorder.bummerl(game.id, game.bummerl(winner=1, number=2))  # told late
    async with read(app.state.engine) as session:
        rows = (await session.execute(select(RatingRow.user_id))).scalars().all()
    assert me.user not in rows
    assert opponent.user in rows
    mine = (await other.me() or {})["ratings"]
    assert [one["bummerls"] for one in mine] == [2]


# ---- rematches -------------------------------------------------------------------------------


@pytest.mark.parametrize("how", ["deleted", "banned", "unheard of"])
async def test_nobody_plays_again_who_is_gone(
    browser: Browsers, plant: Plant, app: Litestar, how: str
) -> None:
    visitor, other = await two(browser)
    name = await visitor.account()
    me, opponent = await sitter(visitor), await sitter(other)
    game = plant(me, opponent)
    assert await game.recorder.sit_again(me, game.spec) == me
    if how == "deleted":
        await leave(visitor)
    elif how == "banned":
        async with write(app.state.engine) as session:
            await administration.ban(session, name, "rude")
    else:
        me = Sitter(name=name, user="0" * 16)
    assert await game.recorder.sit_again(me, game.spec) == "gone"
    assert await game.recorder.sit_again(opponent, game.spec) == opponent


async def test_rematches_count_as_tables(browser: Browsers, plant: Plant) -> None:
    first, second = await two(browser)
    me, opponent = await sitter(first), await sitter(second)
    game = plant(me, opponent)
    answers = [await game.recorder.sit_again(me, game.spec) for _ in range(61)]
    assert answers == [me] * 60 + ["often"]
    for _ in range(30):
        await plant(opponent, me).save("playing")
    assert await game.recorder.sit_again(opponent, game.spec) == "often"


# ---- tournaments -----------------------------------------------------------------------------


async def cup_with(browser: Browsers, player: Browser) -> Hall:
    cup = await new_hall(browser, cards=8, bummerls=1, control="none", public_names="full")
    await cup.post("join", player, cards=2)
    return cup


async def test_tournaments_forget_players_and_helpers(browser: Browsers, app: Litestar) -> None:
    visitor, other = browser(), browser()
    name = await visitor.account(unique("Kartenfreund"))
    me = await visitor.me() or {}
    await other.guest()
    cup = await cup_with(browser, visitor)
    await cup.post("join", other, cards=1)
    await cup.post("helpers", name=name)
    await leave(visitor)
    show = await cup.get()  # nothing is drawn yet: the cards are given back
    assert [one["cards"] for one in show["people"]] == [[3]]
    assert name not in str(await cup.get())
    assert (await cup.get("team"))["helpers"] == []
    async with read(app.state.engine) as session:
        for model in (TournamentHelper, TournamentPlayer):
            found = (await session.execute(select(model.user_id))).scalars().all()
            assert me["id"] not in found
    again = browser()
    await again.account()
    await cup.post("join", again, cards=1)
    await leave(again)
    state = await app.state.tournaments.logs.state(cup.id)
    first, _, third = (person.name for person in state.entries.persons.values())
    assert (first, third) == ("?", "? (2)")


async def test_the_export_tells_of_tournaments(browser: Browsers) -> None:
    visitor = browser()
    me = await visitor.guest()
    cup = await cup_with(browser, visitor)
    answer = await visitor.get("/api/me/export")
    with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
        [told] = json.loads(archive.read("bummerl.json"))["tournaments"]
    assert (told["id"], told["role"]) == (cup.id, "viewer")
    assert told["entry"]["name"] == me["name"]
    assert told["entry"]["cards"] == [1, 2]


async def test_who_organises_a_tournament_stays_until_it_is_over(
    browser: Browsers, monkeypatch: pytest.MonkeyPatch
) -> None:
    cup = await new_hall(browser, cards=8)
    await cup.sell(Anna=1, Bert=1)
    organiser = cup.organiser
    sentence = error_of(await leave(organiser, 409), 409)[1]
    assert "which is not over" in sentence
    assert await organiser.me() is not None
    monkeypatch.setattr(tournament_leaving, "ABANDONED", -1)
    await leave(organiser)
    assert len((await cup.get("", browser()))["people"]) == 2


async def test_a_tournament_that_never_began_goes_with_its_organiser(browser: Browsers) -> None:
    cup = await new_hall(browser)
    await leave(cup.organiser)
    error_of(await browser().get(cup.path), 404)

"""History, records, replays, players, reports; and that nothing is told of a running deal."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from litestar import Litestar

from bummerl.cards import CARD_NAMES
from bummerl.match.fair_check import verify
from bummerl.notation.sgn import loads
from bummerl.server.store import reports
from bummerl.server.store.engine import read
from bummerl.server.table.events import Sitter
from bummerl.words.tell import Cause
from server.http.planted import Planted, sitter, two
from server.http.visitors import Browser, error_of, unique

pytestmark = pytest.mark.asyncio(loop_scope="session")
Browsers = Callable[..., Browser]
Plant = Callable[..., Planted]


async def game_of(browser: Browsers, plant: Plant, deals: int = 3, **spec: Any) -> Planted:
    first, second = await two(browser)
    return await plant(await sitter(first), await sitter(second), **spec).play(deals)


async def test_history_of_oneself(browser: Browsers, plant: Plant) -> None:
    visitor, other = await two(browser)
    me, opponent = await sitter(visitor), await sitter(other)
    game = await plant(opponent, me, rules="sharp", control="3+2").play(2)
    answer = (await visitor.get("/api/games?who=me&lang=en")).json()
    assert answer["next"] is None
    [shown] = answer["games"]
    assert shown["id"] == game.id
    assert shown["names"] == [opponent.name, me.name]
    assert shown["my_seat"] == 1
    assert shown["rules_name"] == "Sharp · to 2 Bummerls"
    assert [deal["number"] for deal in shown["deals"]] == [1, 2]
    for told, deal in zip(shown["deals"], game.match.results, strict=True):
        assert deal.result is not None
        assert (told["winner"], told["game_points"], told["reason"]) == deal.result
        assert told["bummerl"] == deal.game
        if not deal.game_over:
            assert told["needed"] == list(deal.score_after.needed)
    assert (await browser().get(f"/api/games/{game.id}?lang=en")).json() == {
        **shown,
        "my_seat": None,
    }


async def test_the_slate_after_each_deal(browser: Browsers, plant: Plant) -> None:
    game = await game_of(browser, plant, 100, rules="soft(match=3)")
    assert game.match.over
    deals = (await browser().get(f"/api/games/{game.id}")).json()["deals"]
    assert len(deals) == len(game.match.results)
    needed, bummerls = [7, 7], [0, 0]
    for told, deal in zip(deals, game.match.results, strict=True):
        assert deal.result is not None
        winner, points, _ = deal.result
        assert winner is not None  # soft has no drawn deals
        needed[winner] = max(0, needed[winner] - points)
        assert told["needed"] == needed
        if needed[winner] == 0:
            bummerls[winner] += 2 if needed[1 - winner] == 7 else 1
            needed = [7, 7]
        assert told["bummerls"] == bummerls
    assert deals[-1]["bummerls"] == [game.match.score_after.bummerls[seat] for seat in (0, 1)]


async def test_history_in_pages(browser: Browsers, plant: Plant) -> None:
    visitor, other = await two(browser)
    me, opponent = await sitter(visitor), await sitter(other)
    ids = []
    for number in range(65):
        game = plant(me, opponent)
        await game.save("over", opened=1_000 + number // 2)  # some at the same moment
        ids.append((1_000 + number // 2, game.id))
    found, before, pages = [], "", 0
    while True:
        answer = (await visitor.get(f"/api/games?before={before}")).json()
        found += [(one["opened"], one["id"]) for one in answer["games"]]
        pages += 1
        before = answer["next"]
        if before is None:
            break
    assert pages == 3
    assert found == sorted(ids, reverse=True)


async def test_history_filtered(browser: Browsers, plant: Plant) -> None:
    visitor, other = await two(browser)
    me = await sitter(visitor)
    resi = Sitter(name=unique("Resi_100%"), user=(await sitter(other)).user)
    bot = Sitter(name="Regular", bot="regular")
    won = await plant(me, resi, rules="sharp").save("over", winner=0)
    lost = await plant(resi, me, rules="sharp(match=3)").save("over", winner=0)
    runs = await plant(me, bot).save("playing")
    gone = await plant(me, resi).save("cancelled")

    async def ids(query: str) -> set[str]:
        answer = await visitor.get(f"/api/games?{query}")
        assert answer.status_code == 200, answer.text
        return {game["id"] for game in answer.json()["games"]}

    assert await ids("") == {won.id, lost.id, runs.id}
    assert gone.id not in await ids("who=me")
    assert await ids("result=won") == {won.id}
    assert await ids("result=lost") == {lost.id}
    assert await ids("result=running") == {runs.id}
    assert await ids("rules=sharp") == {won.id, lost.id}
    assert await ids("rules=soft") == {runs.id}
    assert await ids("opponent=resi_100%25") == {won.id, lost.id}
    assert await ids("opponent=%25") == {won.id, lost.id}
    assert await ids("opponent=bot") == {runs.id}
    assert await ids("opponent=%00resi") == {won.id, lost.id}
    assert await ids(f"opponent={me.name}") == set()
    assert await ids("rules=sharp&result=lost&opponent=RESI") == {lost.id}


@pytest.mark.parametrize(
    "query",
    [
        "before=x",
        "before=1.%00",
        "before=1",
        "before=-1.a",
        "result=drawn",
        "rules=poker",
        "who=" + 200 * "x",
    ],
)
async def test_filters_that_cannot_be(browser: Browsers, query: str) -> None:
    visitor = browser()
    await visitor.guest()
    error_of(await visitor.get(f"/api/games?{query}"), 400)


async def test_private_games_of_others_are_not_listed(browser: Browsers, plant: Plant) -> None:
    owner, other = browser(), browser()
    name = await owner.account()
    await other.guest()
    me, opponent = await sitter(owner), await sitter(other)
    private = await plant(me, opponent, private=True).play(1)
    public = await plant(me, opponent).play(1)

    async def listed(visitor: Browser, path: str) -> set[str]:
        return {game["id"] for game in (await visitor.get(path)).json()["games"]}

    assert await listed(owner, "/api/games") == {private.id, public.id}
    assert await listed(owner, f"/api/games?who={name.upper()}") == {private.id, public.id}
    for visitor in (other, browser()):
        assert await listed(visitor, f"/api/games?who={name}") == {public.id}
        assert await listed(visitor, f"/api/players/{name}") == {public.id}
    # whoever has the link may see it
    assert (await browser().get(f"/api/games/{private.id}")).status_code == 200
    error_of(await browser().get("/api/games?who=nobody-at-all"), 404)


@pytest.mark.parametrize("rules", ["soft", "sharp", "sixtysix", "hoyle-66"])
async def test_replay_is_the_deal(browser: Browsers, plant: Plant, rules: str) -> None:
    game = await game_of(browser, plant, 2, rules=rules)
    deal = game.match.results[1]
    replay = (await browser().get(f"/api/games/{game.id}/deals/2?lang=en")).json()
    assert (replay["game"], replay["number"]) == (game.id, 2)
    assert (replay["previous"], replay["next"]) == (1, None)
    assert replay["dealer"] == deal.dealer
    assert replay["names"] == [one.name for one in game.sitters]
    steps = replay["steps"]
    assert [step["number"] for step in steps] == list(range(len(steps)))
    position, pack = deal.start, game.match.rules.deck
    for step in steps[1:]:
        played = deal.position.history[step["number"] - 1]
        position = position.apply(played)
        assert step["seat"] == played.seat
        assert step["points"] == list(position.points)
        assert step["tricks"] == list(position.tricks)
        assert step["text"].endswith(".")
    assert position == deal.position
    for step in steps:
        cards = [card for hand in step["hands"] for card in hand] + step["talon"]
        cards += [step["turn_up"]] if step["turn_up"] else []
        table = [laid["card"] for laid in step["trick"]]
        taken = [laid["card"] for trick in step["taken"] for laid in trick["cards"]]
        assert len(cards) + len(set(table) | set(taken)) == pack
        assert len({*cards, *table, *taken}) == pack
        assert set(cards) <= set(CARD_NAMES)
    assert replay["result"]["lines"]
    assert replay["result"]["winner"] == (deal.result and deal.result.winner)
    assert steps[0]["move"] is None
    assert steps[-1]["to_move"] is None


async def test_a_finished_trick_lies_until_the_next_step(browser: Browsers, plant: Plant) -> None:
    game = await game_of(browser, plant, 1)
    steps = (await browser().get(f"/api/games/{game.id}/deals/1")).json()["steps"]
    before = steps[0]
    seen = 0
    for step in steps[1:]:
        if len(step["taken"]) > len(before["taken"]):
            assert [laid["card"] for laid in step["trick"]] == [
                laid["card"] for laid in step["taken"][-1]["cards"]
            ]
            assert len(step["trick"]) == 2
            seen += 1
        elif step["number"] > 0 and len(before["trick"]) == 2:
            assert len(step["trick"]) < 2
        before = step
    assert seen == len(game.match.results[0].position.finished)


async def test_replay_speaks_the_readers_language_and_deck(browser: Browsers, plant: Plant) -> None:
    game = await game_of(browser, plant, 1)
    path = f"/api/games/{game.id}/deals/1"
    english = (await browser().get(f"{path}?lang=en&deck=french")).json()["steps"]
    german = (await browser().get(f"{path}?lang=en&deck=german")).json()["steps"]
    texts = " ".join(step["text"] for step in english), " ".join(s["text"] for s in german)
    assert any(suit in texts[0] for suit in ("spades", "diamonds", "clubs"))
    assert any(suit in texts[1] for suit in ("leaves", "bells", "acorns"))
    assert [s["hands"] for s in english] == [s["hands"] for s in german]


async def test_forfeits_are_told_with_their_cause(browser: Browsers, plant: Plant) -> None:
    first, second = await two(browser)
    causes: tuple[tuple[Cause, str], ...] = (
        ("given up", "gives up"),
        ("time", "run out of time"),
        ("absence", "away for too long"),
    )
    for cause, words in causes:
        game = plant(await sitter(first), await sitter(second))
        await game.save()
        game.match.forfeit(0)
        await game.recorder.deal(game.id, game.finished(cause))
        replay = (await browser().get(f"/api/games/{game.id}/deals/1?lang=en")).json()
        assert words in " ".join(replay["result"]["lines"])
        assert replay["result"]["winner"] == 1
        assert replay["result"]["points"] is None


async def test_records_verify(browser: Browsers, plant: Plant) -> None:
    game = await game_of(browser, plant, 3)
    answer = await browser().get(f"/api/games/{game.id}/sgn")
    assert answer.headers["content-type"] == "text/plain; charset=utf-8"
    assert "attachment" in answer.headers["content-disposition"]
    records = loads(answer.text)
    assert [record.deal for record in records] == [1, 2, 3]
    assert [verify(record).status for record in records] == ["fair"] * 3
    one = await browser().get(f"/api/games/{game.id}/deals/2/sgn")
    assert loads(one.text) == [records[1]]
    replay = (await browser().get(f"/api/games/{game.id}/deals/2")).json()
    assert replay["sgn"] == one.text
    assert replay["fair"]["secret"] == records[1].tags["Secret"]


async def test_all_ones_own_records(browser: Browsers, plant: Plant) -> None:
    visitor, other = await two(browser)
    me, opponent = await sitter(visitor), await sitter(other)
    await plant(me, opponent).play(2)
    await plant(opponent, me).play(1)
    await game_of(browser, plant, 1)  # of others
    records = loads((await visitor.get("/api/me/games.sgn")).text)
    assert len(records) == 3
    assert all(me.name in record.players for record in records)
    nobody = browser()
    await nobody.guest()
    assert (await nobody.get("/api/me/games.sgn")).text == ""


async def test_a_deal_told_again_has_its_last_outcome(browser: Browsers, plant: Plant) -> None:
    first, second = await two(browser)
    game = plant(await sitter(first), await sitter(second))
    await game.save()
    finished = game.deal()
    await game.recorder.deal(game.id, finished)
    await game.recorder.deal(game.id, finished)
    game.match.forfeit(1, match=True)
    await game.recorder.deal(game.id, game.finished())
    shown = (await first.get(f"/api/games/{game.id}")).json()
    assert len(shown["deals"]) == 1
    replay = (await first.get(f"/api/games/{game.id}/deals/1?lang=en")).json()
    assert any("gives up the match" in line for line in replay["result"]["lines"])


async def test_nothing_is_told_of_a_running_deal(
    browser: Browsers, plant: Plant, app: Litestar
) -> None:
    visitor, other = await two(browser)
    me, opponent = await sitter(visitor), await sitter(other)
    game = plant(me, opponent)
    await game.save()
    await game.recorder.deal(game.id, game.deal())
    await game.save("playing", deals=1)
    for one in (visitor, other, browser()):
        for path in ("deals/2", "deals/2/sgn"):
            code, _ = error_of(await one.get(f"/api/games/{game.id}/{path}"), 409)
            assert code == "conflict"
        error_of(await one.get(f"/api/games/{game.id}/deals/3"), 404)
        assert len(loads((await one.get(f"/api/games/{game.id}/sgn")).text)) == 1
        replay = (await one.get(f"/api/games/{game.id}/deals/1")).json()
        assert replay["next"] is None


async def test_nothing_of_a_real_table_leaks(browser: Browsers) -> None:
    visitor = browser()
    await visitor.guest()
    opened = (await visitor.post("/api/tables", {"opponent": "bot:regular"})).json()
    table = opened["id"]
    for path in (f"/api/games/{table}/deals/1", f"/api/games/{table}/deals/1/sgn"):
        error_of(await visitor.get(path), 409)
    assert (await visitor.get(f"/api/games/{table}/sgn")).text == ""
    for path in (f"/api/tables/{table}", f"/api/games/{table}", "/api/lobby", "/api/games"):
        text = (await visitor.get(path)).text
        assert "secret" not in text
        assert "commitment" not in text


@pytest.mark.parametrize("game", ["x", "0" * 16, "0" * 99, "0" * 15 + "%00"])
@pytest.mark.parametrize("path", ["", "/sgn", "/deals/1", "/deals/1/sgn"])
async def test_unknown_games(browser: Browsers, game: str, path: str) -> None:
    error_of(await browser().get(f"/api/games/{game}{path}"), 404)


@pytest.mark.parametrize("number", ["0", "-1", "x", "1.5", "99999999999999999999"])
async def test_deals_that_cannot_be(browser: Browsers, plant: Plant, number: str) -> None:
    game = await game_of(browser, plant, 1)
    answer = await browser().get(f"/api/games/{game.id}/deals/{number}")
    assert answer.status_code in (400, 404), answer.text


async def test_players(browser: Browsers) -> None:
    visitor = browser()
    name = await visitor.account()
    player = (await browser().get(f"/api/players/{name.upper()}")).json()
    assert player["name"] == name
    assert player["ratings"] == []
    assert player["games"] == []
    guest = await browser().guest()
    for nobody in (guest["name"], "%00", "x" * 999):
        error_of(await browser().get(f"/api/players/{nobody}"), 404)


async def test_reports(browser: Browsers, plant: Plant, app: Litestar) -> None:
    visitor, other = await two(browser)
    game = await plant(await sitter(visitor), await sitter(other)).play(2)
    body = {"table": game.id, "deal": 2, "move": 3, "kind": "move", "text": "odd\u202e\x07 luck"}
    assert (await visitor.post("/api/reports", body)).status_code == 201
    assert (await visitor.post("/api/reports", body | {"text": "again"})).status_code == 201
    person = {"table": game.id, "kind": "person", "text": "rude\nvery"}
    assert (await visitor.post("/api/reports", person)).status_code == 201
    async with read(app.state.engine) as session:
        filed = [one.report for one in await reports.listed(session)]
    mine = [one for one in filed if one.table_id == game.id]
    assert [(one.kind, one.deal, one.move, one.text) for one in mine] == [
        ("move", 2, 3, "again"),
        ("person", 0, 0, "rude\nvery"),
    ]


@pytest.mark.parametrize(
    ("changes", "status"),
    [
        ({"table": "0" * 16}, 404),
        ({"deal": 9}, 404),
        ({"kind": "smell"}, 400),
        ({"kind": "move", "move": 0}, 400),
        ({"kind": "deal", "deal": 0}, 400),
        ({"text": "x" * 501}, 400),
        ({"deal": -1}, 400),
    ],
    ids=str,
)
async def test_reports_that_cannot_be(
    browser: Browsers, plant: Plant, changes: dict[str, Any], status: int
) -> None:
    visitor, other = await two(browser)
    game = await plant(await sitter(visitor), await sitter(other)).play(1)
    body = {"table": game.id, "deal": 1, "move": 1, "kind": "deal", "text": ""}
    error_of(await visitor.post("/api/reports", body | changes), status)

"""A tournament at the desk: sale, draw, results, corrections, files, two desks at once."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from typing import Any

import pytest
from litestar import Litestar

from bummerl.server.http.tournament_desk import MOST_ROWS
from bummerl.tournament import backup
from bummerl.tournament.checking import check_draws
from bummerl.tournament.state import Tournament
from server.http.visitors import error_of
from server.tournaments.hall import Browsers, Hall, hall, new_hall

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def soon(path: Path) -> bytes:
    """A file that is written in the background."""
    async with asyncio.timeout(5):
        while not path.exists():
            await asyncio.sleep(0.02)
    return path.read_bytes()


async def log_of(cup: Hall) -> Tournament:
    """The tournament as its backup tells it."""
    text = (await cup.organiser.get(f"{cup.path}/backup")).content
    return Tournament.replay(backup.loads(text, Path("x")))


async def test_a_whole_tournament(browser: Browsers, app: Litestar) -> None:
    cup = await new_hall(browser, prize_names=["Ham", "Wine"], boards=3)
    before = (await cup.get())["hash"]
    await cup.sell(Anna=4, Bert=4, Cara=3, Dora=3, Emil=2)
    desk = await cup.get("desk")
    assert desk["total"] == 16 * 500
    assert desk["draw_fault"] is None
    assert len(desk["payments"]) == 5
    for rounds, word in enumerate(("Kraut", "Rüben", "Schmarrn", None), start=1):
        assert (await cup.get())["next"] in ("sell", "draw")
        await cup.post("draw", word=word)
        show = await cup.get()
        assert len(show["rounds"]) == rounds
        boards = [m["board"] for m in show["rounds"][-1]["matches"] if m.get("board")]
        assert len(set(boards)) == len(boards) <= 3
        await cup.play_round()
    show = await cup.get()
    assert (show["phase"], show["next"]) == ("over", "over")
    final = show["rounds"][-1]["matches"][0]
    champion = next(p["name"] for p in show["people"] if final["winner"] in p["cards"])
    first = show["prizes"][0]
    assert (first["name"], first["card"], first["winner"]) == ("Ham", final["winner"], champion)
    assert champion.endswith(" H.")  # public names are short
    assert show["hash"] == before
    # what was published proves the draws, and the log gives the same state again
    t = await log_of(cup)
    assert [verdict.ok for verdict in check_draws(t)] == [True, True, True, None]
    assert t.settings.name == show["name"]
    folder = app.state.settings.data_dir / "tournaments"
    for part in ("round-1", "round-2", "round-3", "round-4"):
        kept = await soon(folder / f"{cup.id}.{part}.backup")
        assert backup.loads(kept, Path("x"))


async def test_restoring_elsewhere(browser: Browsers) -> None:
    cup = await new_hall(browser, cards=8)
    await cup.sell(Anna=3, Bert=3, Cara=2)
    await cup.post("draw", word="Kraut")
    text = (await cup.organiser.get(f"{cup.path}/backup")).text
    other = browser()
    await other.guest()
    made = await other.post("/api/tournaments/restore", {"text": text})
    assert made.status_code == 201, made.text
    again = Hall(other, made.json()["id"])
    ignored = {"id": None}
    assert {**await again.get(), **ignored} == {**await cup.get(), **ignored}
    await again.play_round()
    await again.post("draw", word="Rüben")
    broken = await other.post("/api/tournaments/restore", {"text": text.replace("Anna", "Inge")})
    assert "incomplete" in error_of(broken, 400)[1]


async def test_a_sale_asked_for_twice_is_one_sale(browser: Browsers) -> None:
    cup = await new_hall(browser, cards=8)
    for _ in range(2):
        await cup.post("sales", name="Anna", cards=2, mark="a-1")
    assert (await cup.get())["sold"] == 2
    await cup.post("sales", name="Anna", cards=1, mark="a-2")
    await cup.post("sales", name="Anna", cards=1)
    assert (await cup.get())["sold"] == 4
    await cup.post("sales/undo", cards=[1, 2])
    await cup.post("sales", name="Anna", cards=2, mark="a-1")
    assert (await cup.get())["sold"] == 2, "an answer that comes late does not sell it again"


async def test_undoing_sales_and_draws(browser: Browsers) -> None:
    cup = await new_hall(browser, cards=8)
    await cup.sell(Anna=2, Bert=3, Cara=2)
    await cup.post("sales/undo", cards=[2])
    desk = await cup.get("desk")
    assert desk["total"] == 6 * 500
    await cup.post("draw", word="a")
    first = await cup.get()
    await cup.post("undraw", reason="wrong list")
    assert (await cup.get())["draws"][0]["void"] == "wrong list"
    await cup.post("draw", word="a")
    assert (await cup.get())["draws"][1]["secret"] != first["draws"][0]["secret"]


async def test_lots_drawn_by_hand(browser: Browsers) -> None:
    cup = await new_hall(browser, cards=8)
    await cup.sell(Anna=2, Bert=2, Cara=2, Dora=2)
    lots = "\n".join(
        f"{card} {pot} {number}"
        for card, pot, number in [
            *((card, "left", card) for card in range(1, 5)),
            *((card, "right", card - 4) for card in range(5, 9)),
        ]
    )
    answer = await cup.organiser.post(f"{cup.path}/draw", {"lots": lots[:-1] + "9"})
    error_of(answer, 400)
    await cup.post("draw", lots=lots)
    matches = (await cup.get())["rounds"][0]["matches"]
    assert [(m["a"], m["b"]) for m in matches] == [(1, 5), (2, 6), (3, 7), (4, 8)]


async def drawn(browser: Browsers) -> tuple[Hall, dict[str, Any]]:
    cup = await new_hall(browser, cards=8)
    await cup.sell(Anna=1, Bert=1, Cara=1, Dora=1, Emil=1, Fritz=1, Gerd=1, Hans=1)
    await cup.post("draw", word="Kraut")
    return cup, (await cup.open_matches())[0]


async def test_two_desks_at_once(browser: Browsers) -> None:
    cup, match = await drawn(browser)
    helper = browser()
    await helper.guest()
    await cup.post("invitation")
    token = (await cup.get("team"))["link"].rpartition("/")[2]
    await cup.post("help", helper, token=token)

    async def enter(desk: Any, winner: int) -> Any:
        body = {"match": match["id"], "winner": winner, "score": [2, 0]}
        return await desk.post(f"{cup.path}/results", body)

    answers = await asyncio.gather(
        enter(cup.organiser, match["a"]),
        enter(helper, match["b"]),
    )
    assert sorted(answer.status_code for answer in answers) == [200, 400]
    refused = next(answer for answer in answers if answer.status_code == 400)
    assert f"atch {match['id']} has a result" in error_of(refused, 400)[1]
    # the same again is no mistake
    winner = match["a"] if answers[0].status_code == 200 else match["b"]
    assert (await enter(helper, winner)).status_code == 200
    many = await asyncio.gather(
        *(
            desk.post(f"{cup.path}/results", {"match": m["id"], "winner": m["a"]})
            for m in await cup.open_matches()
            for desk in (cup.organiser, helper)
        )
    )
    assert {answer.status_code for answer in many} == {200}
    assert len((await log_of(cup)).history) == 1 + 16 + 1 + 4


async def test_a_correction_of_what_has_changed(browser: Browsers) -> None:
    cup, match = await drawn(browser)
    await cup.post("results", match=match["id"], winner=match["a"], score=[2, 0])
    seen = (await cup.get("desk"))["show"]["rounds"][0]["matches"][0]["outcome"]
    change = {"match": match["id"], "winner": match["b"], "score": [2, 1], "before": seen}
    await cup.post("results", **change, reason="written down wrong")
    late = {**change, "winner": match["a"], "score": [2, 1]}
    answer = await cup.organiser.post(f"{cup.path}/results", late)
    assert error_of(answer, 409)[0] == "conflict"
    line = (await cup.get("log"))[0]["text"]
    assert line.startswith("Corrected")
    assert "written down wrong" in line
    await cup.post("results/clear", match=match["id"])
    assert "winner" not in (await cup.get())["rounds"][0]["matches"][0]


async def test_every_part_of_a_result_can_be_corrected(browser: Browsers) -> None:
    cup, match = await drawn(browser)
    results = [
        {"winner": match["a"], "how": "penalty", "offence": "renonce", "reason": "third time"},
        {"winner": match["a"], "how": "penalty", "offence": "late", "reason": "third time"},
        {"winner": match["a"], "how": "penalty", "offence": "late", "reason": "by an hour"},
        {"winner": match["a"], "how": "penalty", "offence": "late"},
        {"winner": match["a"], "how": "forfeit"},
        {"winner": match["a"], "score": [2, 0]},
        {"winner": match["a"], "score": [2, 1]},
        {"winner": match["b"], "score": [2, 1]},
    ]
    before: dict[str, Any] = {}
    for result in results:
        body = {"match": match["id"], **result}
        stale = await cup.organiser.post(f"{cup.path}/results", {**body, "before": "nonsense"})
        error_of(stale, 409)
        await cup.post("results", **body, **before)
        shown = (await cup.get("desk"))["show"]["rounds"][0]["matches"][0]
        score = result.get("score")
        assert shown["winner"] == result["winner"]
        assert shown["how"] == result.get("how", "played")
        assert shown.get("score") == (score and "{}:{}".format(*score))
        assert shown.get("offence") == result.get("offence")
        assert shown.get("reason") == result.get("reason")
        assert shown["outcome"] != before.get("before")
        before = {"before": shown["outcome"]}
        lines = len(await cup.get("log"))
        await cup.post("results", **body, **before)  # told twice
        assert len(await cup.get("log")) == lines


async def test_what_the_desk_writes_about_people_stays_there(browser: Browsers) -> None:
    cup, match = await drawn(browser)
    result = {"match": match["id"], "winner": match["a"], "how": "penalty", "offence": "other"}
    await cup.post("results", **result, reason="Franz was drunk")
    left = await cup.open_matches()
    await cup.post("withdrawals", cards=[left[0]["a"]], reason="Anna was drunk")
    await cup.post("results", match=left[1]["id"], winner=left[1]["a"], how="forfeit")
    await cup.post("results/clear", match=left[1]["id"], reason="Bert was drunk")
    public = (await browser().get(cup.path)).json()
    assert public["rounds"][0]["matches"][0]["offence"] == "other"
    assert "drunk" not in str(public)
    assert "Franz was drunk" in str(await cup.get("desk"))


async def test_a_long_list_stalls_nobody(browser: Browsers) -> None:
    cup = await new_hall(browser, cards=1024)
    text = "Name;Cards\n" + "".join(f"Person {n};{n % 2}\n" for n in range(MOST_ROWS))
    longest, done = 0.0, False

    async def beat() -> None:
        nonlocal longest
        while not done:
            began = time.perf_counter()
            await asyncio.sleep(0.01)
            longest = max(longest, time.perf_counter() - began)

    beating = asyncio.create_task(beat())
    await cup.post("entries", text=text)
    done = True
    await beating
    assert longest < 1
    desk = await cup.get("desk")
    assert desk["show"]["sold"] == 1024
    more = await cup.organiser.post(f"{cup.path}/entries", {"text": text + "One more;0\n"})
    assert str(MOST_ROWS) in error_of(more, 400)[1]
    large = await cup.organiser.post(f"{cup.path}/entries", {"text": "x" * 600_000})
    assert large.status_code == 413


async def test_a_list_while_others_sell(browser: Browsers) -> None:
    cup = await new_hall(browser)
    text = "Name;Cards\nAnna Huber;2\nBert Huber;2\n"
    sales = [cup.post("entries", text=text), *(cup.sell(**{f"P{n}": 1}) for n in range(5))]
    await asyncio.gather(*sales)
    desk = await cup.get("desk")
    assert desk["show"]["sold"] == 9
    assert len(await cup.get("log")) == 1 + 2 * 2 + 2 * 5


async def test_penalties_withdrawals_and_boards(browser: Browsers) -> None:
    cup, match = await drawn(browser)
    await cup.post(
        "results",
        match=match["id"],
        winner=match["a"],
        how="penalty",
        offence="renonce",
        reason="third time",
    )
    left = await cup.open_matches()
    await cup.post("boards", match=left[0]["id"], board=9)
    await cup.post("boards", match=left[1]["id"], delayed=True)
    await cup.post("withdrawals", cards=[left[2]["a"]], reason="ill")
    shown = {m["id"]: m for m in (await cup.get())["rounds"][0]["matches"]}
    assert shown[match["id"]]["offence"] == "renonce"
    assert shown[left[0]["id"]]["board"] == 9
    assert shown[left[1]["id"]]["state"] == "waiting"
    assert shown[left[2]["id"]]["winner"] == left[2]["b"]
    await cup.post("withdrawals", cards=[left[2]["a"]], back=True)
    assert "winner" not in (await cup.get())["rounds"][0]["matches"][3]


async def test_lists_and_sheets(browser: Browsers) -> None:
    cup, _ = await drawn(browser)
    text = await cup.organiser.get(f"{cup.path}/lists/entries.csv?lang=en")
    assert "Anna Huber" in text.text
    other = await hall(cup.organiser, cards=8)
    await other.post("entries", text=text.text)
    assert (await other.get())["sold"] == 8
    wrong = await other.organiser.post(f"{other.path}/entries", {"text": "Name;Cards\nX;99"})
    assert "Line 2" in error_of(wrong, 400)[1]
    for what in ("cards", "draw", "slips"):
        sheet = await cup.organiser.get(f"{cup.path}/sheets/{what}.pdf?lang=de")
        assert sheet.status_code == 200, sheet.text
        assert sheet.content.startswith(b"%PDF")
    error_of(await cup.organiser.get(f"{cup.path}/sheets/secret.pdf"), 404)
    error_of(await cup.organiser.get(f"{cup.path}/sheets/ranking.pdf"), 400)


async def test_settings_are_fixed_by_the_draw(browser: Browsers) -> None:
    cup, _ = await drawn(browser)
    desk = await cup.get("desk")
    announced = {**desk["settings"], "bummerls": desk["show"]["bummerls"]}
    same = await cup.organiser.send("PATCH", f"{cup.path}/settings", announced)
    assert same.status_code == 200, same.text
    boards = await cup.organiser.send("PATCH", f"{cup.path}/settings", {**announced, "boards": 2})
    assert boards.status_code == 200, boards.text
    soft = await cup.organiser.send("PATCH", f"{cup.path}/settings", {**announced, "rules": "soft"})
    assert "ixed since the draw" in error_of(soft, 400)[1]


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"cards": 12}, "12 cards cannot be issued"),
        ({"rules": "shrap"}, "sharp"),
        ({"name": "   "}, "no name"),
        ({"max_per_person": 0}, "from 1 to 1024"),
        ({"danish": {"rounds": 99, "qualifiers": 4}}, "99 rounds"),
        ({"surprise": 1}, "surprise"),
    ],
)
async def test_what_cannot_be_announced(
    browser: Browsers, settings: dict[str, Any], words: str
) -> None:
    organiser = browser()
    await organiser.guest()
    announced = {"name": "Cup", "rules": "sharp", **settings}
    answer = await organiser.post("/api/tournaments", {"settings": announced})
    assert words in error_of(answer, 400)[1]


async def test_what_cannot_be_done(browser: Browsers) -> None:
    cup = await new_hall(browser, cards=8)
    for what, body, words in [
        ("draw", {"word": "x"}, "ards sold: 0"),
        ("sales", {"name": "Anna", "cards": 5}, "only 4"),
        ("sales", {"name": "Anna", "cards": 0}, "one card at least"),
        ("sales/undo", {"cards": [3]}, "was not sold"),
        ("results", {"match": "1-1", "winner": 1}, "no match"),
        ("undraw", {"reason": "x"}, "othing is drawn"),
        ("persons", {"name": "Nobody"}, "obody is called"),
        ("withdrawals", {"cards": [1]}, "othing is drawn"),
    ]:
        answer = await cup.organiser.post(f"{cup.path}/{what}", body)
        assert words in error_of(answer, 400)[1], what


async def test_only_what_is_new(browser: Browsers) -> None:
    cup = await new_hall(browser)
    show = await cup.get()
    anybody = browser()
    same = await anybody.get(f"{cup.path}?since={show['version']}")
    assert (same.status_code, same.content) == (204, b"")
    await cup.sell(Anna=1)
    assert (await anybody.get(f"{cup.path}?since={show['version']}")).json()["sold"] == 1
    plain = await anybody.get(cup.path, headers={"accept-encoding": "identity"})
    assert plain.json() == await cup.get()

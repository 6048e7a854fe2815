"""Void draws, cards given back and odd names, over HTTP."""

from __future__ import annotations

import pytest

from server.http.visitors import error_of, unique
from server.tournaments.hall import Browsers, new_hall

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_log_and_backup_after_a_void_draw(browser: Browsers) -> None:
    cup = await new_hall(browser, cards=8)
    await cup.sell(Anna=1, Bert=1, Cara=1, Dora=1, Eva=1)
    await cup.post("draw", word="w")
    match = (await cup.open_matches())[0]
    await cup.post("results", match=match["id"], winner=match["a"])
    await cup.post("results/clear", match=match["id"])
    await cup.post("undraw", reason="late")
    await cup.post("sales/undo", cards=[match["a"]])
    assert any(" beats " in line["text"] for line in await cup.get("log"))
    kept = await cup.organiser.get(f"{cup.path}/backup")
    answer = await cup.organiser.post("/api/tournaments/restore", {"text": kept.text})
    assert answer.status_code == 201, answer.text


async def test_nothing_is_done_to_no_card(browser: Browsers) -> None:
    cup = await new_hall(browser, cards=8)
    await cup.sell(Anna=2, Bert=2)
    answer = await cup.organiser.post(f"{cup.path}/sales/undo", {"cards": []})
    assert "say which cards" in error_of(answer, 400)[1].lower()
    await cup.post("draw", word="w")
    answer = await cup.organiser.post(f"{cup.path}/withdrawals", {"cards": []})
    assert "say which cards" in error_of(answer, 400)[1].lower()


async def test_players_whose_name_is_a_number_or_taken_take_part(browser: Browsers) -> None:
    cup = await new_hall(browser, cards=8, control="none")
    number = unique("").strip()
    for name in (number, f"Anna {number}"):
        if not name.isdigit():
            await cup.post("persons", name=f"{number} (2)", display=name)
        player = browser()
        made = await player.post("/api/guest", {"name": name, "deck": "french"})
        assert made.status_code in (200, 201), made.text
        await cup.post("join", player, cards=1)
    people = (await cup.get("desk"))["show"]["people"]
    assert [person["name"] for person in people] == [f"{number} (2)", f"Anna {number} (2)"]

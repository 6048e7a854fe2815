"""Ends of deals, games and matches; giving up; leaving and coming back."""

from __future__ import annotations

from pathlib import Path

import pytest

from bummerl.errors import IllegalMoveError
from bummerl.match.bummerl import Match
from bummerl.notation.sgn import load
from bummerl.players.registry import make_player
from bummerl.tui.session import Session
from bummerl.words.wording import Wording
from tui.at_table import (
    app_of,
    dialog,
    forward,
    make_session,
    press,
    screen_text,
    settled,
    sitting,
    table,
)


async def test_result_is_told_and_the_next_deal_comes_by_key() -> None:
    session = forward(make_session(), lambda s: s.match.deal_over)
    async with sitting(session) as pilot:
        text = screen_text(pilot)
        result = session.match.results[-1].result
        assert result is not None
        assert result.winner == 1
        assert f"Franz wins {result.points} point" in text
        needed = session.match.score_after.needed
        assert f"You {needed[0]} : {needed[1]} Franz" in text
        await pilot.press("escape")
        dialog(pilot)
        await press(pilot, "n")
        assert session.match.deal_number == 2
        assert app_of(pilot).screen is table(pilot)


async def test_all_cards_can_be_reviewed_after_the_deal() -> None:
    session = forward(make_session("sharp"), lambda s: s.match.deal_over)
    async with sitting(session) as pilot:
        await press(pilot, "l")
        text = screen_text(pilot)
        words = session.wording
        start = session.match.start
        for card in (*start.talon, *(c for c in range(24) if start.hands[1] >> c & 1)):
            assert words.short(card) in text
        await press(pilot, "escape")
        assert "Next deal" in screen_text(pilot)


async def test_game_end_is_told_with_its_bummerl() -> None:
    session = forward(make_session(), lambda s: s.match.game_over and not s.match.over)
    async with sitting(session) as pilot:
        assert "the Bummerl" in screen_text(pilot)
        assert "7 : 7" not in screen_text(pilot), "the next game has not begun"
        await press(pilot, "enter")
        assert session.match.game == 2


async def test_match_end_is_told_and_the_app_ends() -> None:
    session = forward(make_session("soft(match=1)"), lambda s: s.match.over)
    async with sitting(session) as pilot:
        assert "wins the match" in screen_text(pilot).replace("You win the", "You wins the")
        assert "match by 1 to 0" in screen_text(pilot)
        await press(pilot, "enter")
        assert not pilot.app.is_running


async def test_resigning_wants_confirmation() -> None:
    session = make_session()
    async with sitting(session) as pilot:
        await press(pilot, "r", "escape")
        await press(pilot, "r", "enter")
        assert not session.match.deal_over
        await press(pilot, "r", "d")
        assert session.match.deal_over
        assert "You gave up the deal" in screen_text(pilot)
        await press(pilot, "n")
        assert session.match.score.needed[1] < 7


async def test_giving_up_the_match_ends_it() -> None:
    session = make_session()
    async with sitting(session) as pilot:
        await press(pilot, "r", "m")
        assert session.match.winner == 1
        assert "You give up the match." in screen_text(pilot)
        await press(pilot, "q")
        assert not pilot.app.is_running


async def test_another_match_begins_on_request() -> None:
    session = forward(make_session("soft(match=1)"), lambda s: s.match.over)
    session.another = lambda: make_session(seed=8)
    async with sitting(session) as pilot:
        await press(pilot, "n")
        assert app_of(pilot).session is not session
        assert app_of(pilot).screen is table(pilot)
        await press(pilot, "1")
        assert app_of(pilot).session.match.position.history


@pytest.mark.parametrize("key", ["q", "ctrl+c", "ctrl+q"])
async def test_leaving_in_mid_deal_loses_nothing(key: str, tmp_path: Path) -> None:
    path = tmp_path / "match.sgn"
    session = make_session(path=path)
    async with sitting(session) as pilot:
        await press(pilot, "1", "1", "1")
        seen = table(pilot).scene
        await pilot.press(key)
        await pilot.pause()
        assert not pilot.app.is_running
    again = Session(
        Match.from_records(load(path)), make_player("greedy"), Wording(), path=path, pause=0
    )
    assert again.match.position == session.match.position
    assert again.course.entries == session.course.entries
    async with sitting(again) as pilot:
        assert seen is not None
        shown = table(pilot).scene
        assert shown is not None
        assert shown.hand == tuple(
            f if not f.fresh else shown.hand[i] for i, f in enumerate(seen.hand)
        )
        await press(pilot, "1")
        assert again.match.position != session.match.position


async def test_leaving_between_two_deals_and_coming_back(tmp_path: Path) -> None:
    path = tmp_path / "match.sgn"
    session = forward(make_session(path=path), lambda s: s.match.deal_over)
    again = Session(
        Match.from_records(load(path)), make_player("greedy"), Wording(), path=path, pause=0
    )
    async with sitting(again) as pilot:
        assert "Next deal" in screen_text(pilot)
        await press(pilot, "n")
        assert again.match.deal_number == 2
    assert session.match.deal_number == 1


async def test_match_goes_on_when_saving_fails(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    session = make_session(path=tmp_path / "file" / "match.sgn")
    async with sitting(session) as pilot:
        await press(pilot, "1")
        assert "Cannot save the match" in screen_text(pilot)
        await press(pilot, "1")
        assert sum(session.view.tricks) >= 1


async def test_nothing_is_to_be_done_in_a_deal_cut_short() -> None:
    session = make_session("soft(match=3)", pause=0.5)
    async with sitting(session) as pilot:
        await pilot.press("r")
        await pilot.pause()
        await pilot.press("m")
        await pilot.pause()
        assert session.match.deal_over
        for key in ("1", "enter", "h", "a"):
            await pilot.press(key)
        shown = table(pilot).scene
        assert shown is not None
        assert (shown.over, shown.my_turn, shown.actions) == (True, False, ())
        assert shown.prompt == "The deal is over."
        assert "You lead" not in screen_text(pilot)
        await settled(pilot)
        assert "You give up the match." in screen_text(pilot)
    with pytest.raises(IllegalMoveError, match="the deal is over"):
        session.play(session.view.hand.bit_length() - 1)

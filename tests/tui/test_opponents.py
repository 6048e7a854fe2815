"""Computer players that are slow, broken, or cheat: the screen stays alive and says so."""

from __future__ import annotations

import asyncio
import random
import threading

import pytest

from bummerl.players.registry import make_player
from bummerl.rules.moves import Move
from bummerl.rules.view import View
from bummerl.tui.app import BummerlApp
from bummerl.tui.session import Session
from bummerl.tui.thinking import in_thread
from tui.at_table import (
    app_of,
    dialog,
    forward,
    make_session,
    play_at_random,
    press,
    screen_text,
    settled,
    sitting,
    table,
)


class Slow:
    """Thinks until it is let go."""

    def __init__(self) -> None:
        self.go = threading.Event()
        self.threads: list[threading.Thread] = []

    def choose(self, view: View) -> Move:
        self.threads.append(threading.current_thread())
        assert self.go.wait(20)
        return view.legal_moves()[0]


class Moody:
    """Fails, or breaks the rules, as long as it is in the mood."""

    def __init__(self, mood: str) -> None:
        self.mood = mood

    def choose(self, view: View) -> Move:
        if self.mood == "fails":
            raise OSError("no connection")
        if self.mood == "cheats":
            return next(c for c in range(24) if not view.hand >> c & 1)
        return make_player("greedy").choose(view)


def my_lead(session: Session) -> bool:
    return session.my_turn and not session.view.trick


async def test_screen_answers_while_the_other_side_thinks() -> None:
    slow = Slow()
    session = forward(make_session(), my_lead)
    session.opponent = slow
    async with sitting(session) as pilot:
        await pilot.press("1")
        for _ in range(100):
            await pilot.pause()
            if slow.threads:
                break
        assert slow.threads[0] is not threading.main_thread()
        position = session.match.position
        assert "Franz is to move." in screen_text(pilot)
        await pilot.press("1")
        assert session.match.position is position
        assert "It is not your turn." in screen_text(pilot)
        await pilot.press("h")
        await pilot.pause()
        assert "when it is your turn" in screen_text(pilot)
        slow.go.set()
        await settled(pilot)
        assert session.match.position is not position


async def test_nobody_waits_for_a_thinking_player_when_leaving() -> None:
    slow = Slow()
    session = forward(make_session(), my_lead)
    session.opponent = slow
    async with sitting(session) as pilot:
        await pilot.press("1")
        await pilot.pause()
        await pilot.press("q")
        await pilot.pause()
        assert not pilot.app.is_running
    assert all(thread.daemon for thread in slow.threads)
    slow.go.set()


async def test_resigning_while_the_other_side_thinks() -> None:
    slow = Slow()
    session = forward(make_session(), my_lead)
    session.opponent = slow
    async with sitting(session) as pilot:
        await pilot.press("1")
        await pilot.pause()
        await pilot.press("r")
        await pilot.pause()
        await press(pilot, "d")
        assert session.match.deal_over
        slow.go.set()
        await pilot.pause()
        assert "Next deal" in screen_text(pilot)
        assert session.match.results[-1].result is not None


@pytest.mark.parametrize(
    ("mood", "said"), [("fails", "OSError: no connection"), ("cheats", "you do not hold")]
)
async def test_failing_player_is_told_and_can_be_asked_again(mood: str, said: str) -> None:
    moody = Moody(mood)
    session = forward(make_session(), my_lead)
    session.opponent = moody
    async with sitting(session) as pilot:
        await press(pilot, "1")
        assert "Franz cannot move" in screen_text(pilot)
        assert said in screen_text(pilot)
        moody.mood = "well"
        await press(pilot, "k")
        assert app_of(pilot).screen is table(pilot)
        assert session.my_turn


@pytest.mark.rule("PLAY-7")
async def test_renonce_of_the_other_side_ends_the_deal_on_the_screen() -> None:
    session = make_session("soft", opponent=make_player("random(illegal=1)", seed=1))
    async with sitting(session) as pilot:
        rng = random.Random(1)
        while not session.match.deal_over:
            await play_at_random(pilot, rng, 1)
        result = session.match.results[-1].result
        assert result is not None
        assert (result.winner, result.reason) == (0, "renonce")
        assert dialog(pilot)


async def test_one_can_leave_a_failing_player() -> None:
    session = forward(make_session(), my_lead)
    session.opponent = Moody("fails")
    async with sitting(session) as pilot:
        await press(pilot, "1")
        await pilot.press("q")
        await pilot.pause()
        assert not pilot.app.is_running


async def test_failing_adviser_is_told() -> None:
    session = make_session()
    session.adviser = Moody("fails")
    async with sitting(session) as pilot:
        await press(pilot, "h")
        for _ in range(50):
            await pilot.pause()
        assert "OSError: no" in screen_text(pilot)


async def test_thread_gives_results_and_errors() -> None:
    assert await in_thread(lambda: 3) == 3

    def fail() -> None:
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        await in_thread(fail)


async def test_result_that_nobody_waits_for_is_dropped() -> None:
    go = threading.Event()
    waiting = asyncio.ensure_future(in_thread(lambda: go.wait(5)))
    await asyncio.sleep(0.01)
    waiting.cancel()
    go.set()
    with pytest.raises(asyncio.CancelledError):
        await waiting


async def test_pause_keeps_a_finished_trick_on_the_table() -> None:
    session = forward(
        make_session(pause=30),
        lambda s: s.my_turn and bool(s.view.trick) and not s.view.is_strict,
    )
    app = BummerlApp(session)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        led = session.wording.say("{name} takes it", name="Franz")
        await pilot.press("1")
        await pilot.pause()
        text = screen_text(pilot)
        assert led in text or "You take it" in text

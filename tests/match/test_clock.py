"""Clocks: every millisecond is somebody's or nobody's, and only increments add any."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bummerl.errors import MatchError, NotationError
from bummerl.match.bummerl import Match
from bummerl.match.clock import (
    CONTROLS,
    GRACE,
    Clock,
    Grace,
    TimeControl,
    claim_flag,
    parse_control,
)
from bummerl.rules.variants import PRESETS

BLITZ = TimeControl(180_000, 2_000)
NAMES = ("Anna", "Bert")

controls = st.builds(
    lambda minutes, seconds: TimeControl(minutes * 60_000, seconds * 1000),
    st.integers(1, 999),
    st.integers(0, 999),
)
actions = st.lists(
    st.tuples(
        st.sampled_from(["run0", "run1", "card", "call", "over", "pause", "resume"]),
        st.integers(0, 100_000),
    ),
    max_size=30,
)


@given(controls, actions)
def test_time_is_conserved(control: TimeControl, course: list[tuple[str, int]]) -> None:
    """Whatever happens: time left = base + increments - time in which it ran."""
    clock = Clock.new(control)
    at = 0
    spent, cards = [0, 0], [0, 0]
    turn: int | None = None
    runs = False
    for action, passed in course:
        before = (clock.left(0, at), clock.left(1, at))
        at += passed
        if runs and turn is not None:
            spent[turn] += passed
        mover = turn
        match action:
            case "run0" | "run1":
                turn, runs = int(action[-1]), True
                clock = clock.run(turn, at)
            case "card" | "call" if turn is not None:
                cards[turn] += action == "card"
                turn = 1 - turn if action == "card" else turn
                clock = clock.moved(at, to_move=turn, played_card=action == "card")
            case "over" if turn is not None:
                clock = clock.moved(at, to_move=None, played_card=False)
                turn, runs = None, False
            case "pause":
                runs = False
                clock = clock.pause(at)
            case "resume":
                runs = turn is not None
                clock = clock.resume(at)
        for seat in (0, 1):
            left = clock.left(seat, at)
            assert left == control.base + cards[seat] * control.increment - spent[seat]
            gained = control.increment if (action, seat) == ("card", mover) else 0
            assert left <= before[seat] + gained  # it never grows but by an increment
        assert (clock.turn, clock.running) == (turn, runs)


def test_a_turn_of_several_steps_gets_one_increment() -> None:
    clock = Clock.new(BLITZ).run(0, at=0)
    clock = clock.moved(1_000, to_move=0, played_card=False)  # closes
    clock = clock.moved(2_000, to_move=0, played_card=False)  # announces
    clock = clock.moved(3_000, to_move=1, played_card=True)
    assert clock.left(0, 10_000) == 179_000
    assert clock.left(1, 10_000) == 173_000


def test_nobody_is_charged_while_it_is_paused_or_between_deals() -> None:
    clock = Clock.new(BLITZ).run(1, at=1_000).pause(at=3_000)
    assert clock.left(1, 3_000) == clock.left(1, 99_000) == 178_000
    clock = clock.resume(at=50)  # the new process counts from elsewhere
    assert clock.left(1, 1_050) == 177_000
    clock = clock.moved(2_050, to_move=None, played_card=True)
    assert not clock.running
    assert clock.left(1, 60_000) == 178_000
    assert clock.resume(70_000) == clock
    with pytest.raises(MatchError, match="no clock is running"):
        clock.moved(70_000, to_move=0, played_card=True)


def test_a_move_in_the_moment_of_the_pause_leaves_it_paused() -> None:
    clock = Clock.new(BLITZ).run(0, at=0).pause(at=5_000)
    clock = clock.moved(6_000, to_move=1, played_card=True)
    assert (clock.running, clock.turn, clock.remaining) == (False, 1, (177_000, 180_000))


def test_after_a_crash_the_time_since_the_last_event_is_not_charged() -> None:
    clock = Clock.new(BLITZ).run(0, at=0).moved(4_000, to_move=1, played_card=True)
    back = clock.recovered()
    assert not back.running
    assert back.remaining == (178_000, 180_000)
    assert back.resume(7).left(1, 1_007) == 179_000


def test_time_may_not_go_back() -> None:
    clock = Clock.new(BLITZ).run(0, at=1_000)
    calls: list[Callable[[], Any]] = [
        lambda: clock.left(0, 999),
        lambda: clock.run(1, 999),
        lambda: clock.moved(999, to_move=1, played_card=True),
        lambda: clock.pause(999),
        lambda: Grace().away(0, 1_000).left(0, 999),
    ]
    for call in calls:
        with pytest.raises(ValueError, match="went back"):
            call()


def test_debt_can_be_paid_back_before_anybody_claims() -> None:
    clock = Clock.new(BLITZ).run(0, at=0)
    assert not clock.may_claim(1, 179_999)
    assert clock.may_claim(1, 180_000)
    clock = clock.moved(181_000, to_move=1, played_card=True)
    assert clock.left(0, 181_000) == 1_000
    assert not clock.may_claim(1, 181_000)


def test_whoever_is_out_of_time_claims_nothing() -> None:
    clock = Clock.new(BLITZ).run(0, at=0).moved(190_000, to_move=1, played_card=True)
    assert clock.may_claim(1, 190_000)
    assert not clock.may_claim(0, 190_000)
    late = 190_000 + 180_000
    assert not clock.may_claim(1, late)
    assert not clock.may_claim(0, late)
    match = Match(PRESETS["soft"], NAMES, seed=1)
    with pytest.raises(MatchError, match="your own time is used up too"):
        claim_flag(match, clock, 1, late)


def test_a_claimed_flag_ends_deal_and_bummerl() -> None:
    match = Match(PRESETS["soft"].with_(match=3), NAMES, seed=1)
    clock = Clock.new(BLITZ).run(0, at=0)
    with pytest.raises(MatchError, match="the time of Anna is not used up"):
        claim_flag(match, clock, 1, at=179_000)
    assert not match.deal_over
    claim_flag(match, clock, 1, at=180_000)
    assert match.game_over
    assert match.game_winner == 1
    result = match.results[-1].result
    assert result is not None
    assert (result.winner, result.reason) == (1, "time")
    assert match.score_after.bummerls == (0, 1)
    with pytest.raises(MatchError, match="Bummerl 1 is over"):
        claim_flag(match, clock, 1, at=180_000)


def test_a_flag_claimed_between_deals_costs_the_bummerl() -> None:
    match = Match(PRESETS["soft"], NAMES, seed=1)
    clock = Clock.new(BLITZ).run(0, at=0).moved(200_000, to_move=None, played_card=True)
    match.resign(1)
    claim_flag(match, clock, 1, at=300_000)
    assert match.game_winner == 1


def test_a_flag_that_costs_the_last_points_costs_no_second_bummerl() -> None:
    match = Match(PRESETS["soft"].with_(match=9), NAMES, seed=1)
    while match.score_after.needed[1] > 1:
        match.resign(0)
        match.next_deal()
    claim_flag(match, Clock.new(BLITZ).run(0, at=0), 1, at=180_000)
    assert match.game_over
    assert match.results[-1].forfeit is None
    assert match.score_after.bummerls[1] in (1, 2)


@given(
    st.lists(
        st.tuples(
            st.sampled_from(["away0", "away1", "back0", "back1", "pause", "resume"]),
            st.integers(0, 60_000),
        ),
        max_size=30,
    )
)
def test_grace_counts_each_absence_by_itself(course: list[tuple[str, int]]) -> None:
    grace = Grace()
    at = 0
    gone: list[int | None] = [None, None]
    """Milliseconds each has been away, pauses left out."""
    paused = False
    for action, passed in course:
        at += passed
        if not paused:
            gone = [None if time is None else time + passed for time in gone]
        match action:
            case "away0" | "away1":
                seat = int(action[-1])
                gone[seat] = gone[seat] or 0
                grace = grace.away(seat, at)
            case "back0" | "back1":
                gone[int(action[-1])] = None
                grace = grace.back(int(action[-1]), at)
            case "pause":
                grace, paused = grace.pause(at), True
            case "resume":
                grace, paused = grace.resume(at), False
        for seat in (0, 1):
            time = gone[seat]
            assert grace.left(seat, at) == (None if time is None else max(0, GRACE - time))
            past = (gone[1 - seat] or 0) >= GRACE
            assert grace.may_claim(seat, at) == (past and time is None)


def test_grace_survives_a_crash() -> None:
    grace = Grace().away(1, at=0).away(0, at=30_000).back(0, at=40_000).recovered()
    assert grace.left(1, 999_999) == 50_000
    assert grace.resume(at=5).left(1, 10_005) == 40_000


def test_controls_are_read_as_written() -> None:
    assert [str(control or "none") for control in CONTROLS] == ["3+2", "6+4", "15+10", "none"]
    assert [parse_control(text) for text in ("3+2", "6+4", "15+10", "none")] == list(CONTROLS)
    for text in ("", "3", "0+2", "3+02", "1000+1", "3+2 ", "none+1", "-3+2", "³+2"):
        with pytest.raises(NotationError, match="no time control"):
            parse_control(text)

"""Clocks, flags and absence."""

from __future__ import annotations

import pytest

from bummerl.match.clock import GRACE
from bummerl.server import wire
from bummerl.server.table import commands
from bummerl.server.table.commands import Refused, next_moment
from bummerl.server.table.scene import Viewer, scene
from server.table.dealt import Driven, dealt

FLAG = wire.Claim(id=1, reason="flag")
ABSENCE = wire.Claim(id=1, reason="absence")
MINUTES = 60_000


def clock(driven: Driven) -> wire.ClockScene:
    shown = shown_to(driven, 0).clock
    assert shown is not None
    return shown


def shown_to(driven: Driven, seat: int | None, language: str = "en") -> wire.Scene:
    return scene(driven.table, Viewer(seat, language, "french"), driven.at)  # type: ignore[arg-type]


def claims(driven: Driven) -> list[tuple[str, ...]]:
    """What seats 0 and 1 and a spectator may claim."""
    return [shown_to(driven, seat).claims for seat in (0, 1, None)]


def refused(driven: Driven, seat: int, command: wire.AnyCommand) -> str:
    with pytest.raises(Refused) as caught:
        driven.do(seat, command)
    assert caught.value.code == "not_now"
    return str(caught.value)


def lines(driven: Driven, seat: int | None = None, language: str = "en") -> tuple[str, ...]:
    result = shown_to(driven, seat, language).result
    assert result is not None
    return result.lines


# ---- the clock ---------------------------------------------------------------------------


def test_the_clock_runs_for_whoever_is_to_move_and_cards_bring_time() -> None:
    driven = dealt(control="3+2")
    first = driven.table.to_move
    assert first is not None
    driven.wait(5_000)
    assert clock(driven).running == first
    assert clock(driven).left[first] == 175_000
    driven.play(next(m for m in driven.legal() if m < 24))
    assert clock(driven).left[first] == 177_000
    assert clock(driven).left[1 - first] == 180_000
    driven.wait(1_000)
    assert clock(driven).running == 1 - first
    assert clock(driven).left[1 - first] == 179_000


def test_calls_bring_no_time() -> None:
    driven = dealt(control="3+2")
    first = driven.table.to_move
    assert first is not None
    driven.wait(5_000)
    driven.play("c")
    assert (clock(driven).left[first], clock(driven).running) == (175_000, first)


def test_time_runs_through_the_deals_of_a_bummerl_and_stands_between_them() -> None:
    driven = dealt("soft(match=9)", control="6+4", seed=5)
    bummerls = 0
    for _ in range(12):
        driven.play_deal()
        left = clock(driven).left
        assert clock(driven).running is None
        driven.wait(50_000)
        assert clock(driven).left == left
        match = driven.table.match
        assert match is not None
        new = match.game_over
        driven.deal()
        assert clock(driven).left == ((6 * MINUTES,) * 2 if new else left)
        bummerls += new
    assert bummerls


def test_no_clock() -> None:
    driven = dealt()
    driven.wait(10**9)
    assert shown_to(driven, 0).clock is None
    assert claims(driven) == [(), (), ()]
    assert next_moment(driven.table) is None


def test_a_flag_counts_when_it_is_claimed() -> None:
    driven = dealt(control="3+2")
    loser = driven.table.to_move
    assert loser is not None
    winner = 1 - loser
    assert next_moment(driven.table) == driven.at + 3 * MINUTES
    driven.wait(3 * MINUTES - 1)
    assert claims(driven) == [(), (), ()]
    refused(driven, winner, FLAG)
    driven.wait(1)
    assert shown_to(driven, winner).claims == ("flag",)
    assert shown_to(driven, loser).claims == shown_to(driven, None).claims == ()
    assert next_moment(driven.table, after=driven.at) is None
    refused(driven, loser, FLAG)
    driven.do(winner, FLAG)
    match = driven.table.match
    assert match is not None
    last = match.results[-1]
    assert last.result is not None
    assert (last.result.reason, last.result.winner) == ("time", winner)
    assert (match.game_winner, match.score_after.bummerls[winner]) == (winner, 1)
    assert driven.table.phase == "deal_over"
    told = lines(driven)
    names = match.names
    assert told[0].startswith(f"{names[loser]} ran out of time: 0 to 0.")
    assert told[1] == f"{names[loser]} gets the Bummerl."
    assert lines(driven, loser, "de")[1] != told[1]


def test_a_flag_that_nobody_claims_lets_the_game_go_on() -> None:
    driven = dealt(control="3+2")
    loser = driven.table.to_move
    assert loser is not None
    driven.wait(3 * MINUTES)
    driven.play(next(m for m in driven.legal() if m < 24))
    assert shown_to(driven, 1 - loser).claims == ()  # the increment has paid it back
    driven.wait(1000)
    driven.play(next(m for m in driven.legal() if m < 24))
    assert driven.table.phase == "playing"


def test_a_flag_can_be_claimed_between_two_deals_but_not_between_two_bummerls() -> None:
    driven = dealt("soft(match=3)", control="3+2", seed=1)
    loser = driven.table.to_move
    assert loser is not None
    driven.wait(4 * MINUTES)
    driven.do(loser, wire.GiveUp(id=1, scope="deal"))
    match = driven.table.match
    assert match is not None
    assert not match.game_over
    driven.do(1 - loser, FLAG)
    assert match.game_over
    assert match.results[-1].result is not None
    assert match.results[-1].result.reason == "resigned"
    assert lines(driven)[1].endswith("has run out of time. " + lines(driven)[1].split(". ")[1])
    refused(driven, 1 - loser, FLAG)
    assert claims(driven) == [(), (), ()]


def test_winning_the_match_by_a_flag() -> None:
    driven = dealt("soft(match=1)", control="3+2")
    loser = driven.table.to_move
    assert loser is not None
    driven.wait(3 * MINUTES)
    steps = driven.do(1 - loser, FLAG)
    assert (steps[0].bummerl_ended, steps[0].match_ended) == (True, True)
    assert driven.table.phase == "over"
    result = shown_to(driven, None).result
    assert result is not None
    assert (result.winner, result.match_winner, result.bummerl_over) == (1 - loser, 1 - loser, True)
    assert result.lines[-1].endswith("wins the match.")


# ---- absence -----------------------------------------------------------------------------


def away(driven: Driven, seat: int) -> None:
    driven.write(commands.left(driven.table, seat, driven.at))


def back(driven: Driven, seat: int) -> None:
    driven.write(commands.returned(driven.table, seat, driven.at))


def test_absence_past_the_grace_can_be_claimed() -> None:
    driven = dealt()
    away(driven, 1)
    side = shown_to(driven, 0).seats[1]
    assert (side.here, side.grace) == (False, GRACE)
    assert next_moment(driven.table) == driven.at + GRACE
    driven.wait(GRACE - 1)
    assert claims(driven) == [(), (), ()]
    assert "long enough" in refused(driven, 0, ABSENCE)
    driven.wait(1)
    assert claims(driven) == [("absence",), (), ()]
    driven.do(0, ABSENCE)
    match = driven.table.match
    assert match is not None
    assert (match.game_winner, match.results[-1].result) == (0, None)
    assert lines(driven) == ("Bert was away for too long. Bert gets the Bummerl.",)
    assert lines(driven, 1) == ("You were away for too long. You get the Bummerl.",)
    result = shown_to(driven, 0).result
    assert result is not None
    assert (result.winner, result.game_points, result.points) == (0, 0, None)


def test_who_comes_back_in_time_loses_nothing() -> None:
    driven = dealt()
    away(driven, 1)
    assert commands.left(driven.table, 1, driven.at) == ()
    driven.wait(GRACE - 1)
    back(driven, 1)
    assert commands.returned(driven.table, 1, driven.at) == ()
    driven.wait(GRACE)
    assert claims(driven) == [(), (), ()]
    away(driven, 1)  # each absence has its own grace
    assert shown_to(driven, 0).seats[1].grace == GRACE


def test_who_is_away_claims_nothing() -> None:
    driven = dealt()
    away(driven, 0)
    away(driven, 1)
    driven.wait(2 * GRACE)
    assert claims(driven) == [(), (), ()]
    back(driven, 0)
    assert claims(driven) == [("absence",), (), ()]


def test_who_stays_away_between_two_bummerls_loses_the_match() -> None:
    driven = dealt("soft(match=2)")
    away(driven, 1)
    driven.wait(GRACE)
    driven.do(0, ABSENCE)
    assert driven.table.phase == "deal_over"
    assert claims(driven)[0] == ("absence",)
    [step, *_] = driven.do(0, ABSENCE)
    assert (step.bummerl_ended, step.match_ended) == (False, True)
    match = driven.table.match
    assert match is not None
    assert (match.winner, match.score_after.bummerls) == (0, (1, 0))
    assert lines(driven) == ("Bert was away for too long.", "Anna wins the match.")
    assert driven.table.shuffle is None
    assert claims(driven) == [(), (), ()]

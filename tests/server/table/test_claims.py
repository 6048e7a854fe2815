"""Clocks, flags, absence and patience; pauses and crashes charge nobody."""

from __future__ import annotations

import pytest

from bummerl.match.clock import GRACE
from bummerl.server import wire
from bummerl.server.table import commands
from bummerl.server.table.commands import Refused, next_moment
from bummerl.server.table.events import Cancelled, Claimed
from bummerl.server.table.preparing import MOST_ANEW
from bummerl.server.table.scene import Viewer, scene
from bummerl.server.table.state import Table
from server.table.dealt import ANNA, BERT, BOT, Driven, dealt, opened

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


# ---- patience ----------------------------------------------------------------------------


def test_who_does_not_open_for_the_next_deal_can_be_claimed_against() -> None:
    driven = dealt("soft(match=2)")
    driven.play_deal()
    driven.commit(0)
    driven.commit(1)
    driven.wait(GRACE - 1)
    driven.reveal(0)
    assert claims(driven) == [(), (), ()]
    assert next_moment(driven.table, after=driven.at) == driven.at + 1
    driven.wait(1)
    assert claims(driven) == [("absence",), (), ()]
    assert shown_to(driven, 1).seats[1].here
    driven.do(0, ABSENCE)
    match = driven.table.match
    assert match is not None
    assert match.game_winner == 0
    assert isinstance(driven.table.claimed, Claimed)


def test_who_opens_in_the_end_cannot_be_claimed_against_any_more() -> None:
    driven = dealt()
    driven.play_deal()
    driven.commit(0)
    driven.wait(2 * GRACE)
    assert claims(driven)[0] == ("absence",)
    driven.commit(1)
    assert claims(driven) == [(), (), ()]
    driven.wait(GRACE)
    assert claims(driven) == [(), (), ()]  # both owe
    driven.reveal(1)
    assert claims(driven)[1] == ("absence",)
    driven.reveal(0)
    driven.wait(GRACE)
    assert claims(driven) == [(), (), ()]


@pytest.mark.parametrize("away", [0, 1])
def test_nobody_is_late_for_a_table_that_waited_for_the_other(away: int) -> None:
    driven = opened("soft", None if away else ANNA, BERT if away else None)
    driven.wait(1_000)
    driven.write(commands.left(driven.table, away, driven.at))
    driven.wait(5 * GRACE)
    seats = shown_to(driven, None).seats
    assert (seats[away].here, seats[away].grace) == (False, None)
    driven.write(commands.seated(driven.table, 1 - away, ANNA if away else BERT, driven.at))
    driven.settle()
    assert shown_to(driven, None).seats[away].grace == GRACE
    driven.wait(GRACE - 1)
    assert claims(driven) == [(), (), ()]
    driven.commit(1 - away)  # whoever owes something himself claims nothing
    driven.wait(1)
    assert shown_to(driven, 1 - away).claims == ("absence",)
    driven.write(commands.returned(driven.table, away, driven.at))
    assert shown_to(driven, None).seats[away].grace is None


def commit_anew(driven: Driven, seat: int) -> None:
    """The browser of a seat has lost its contribution and makes another one."""
    shuffle = driven.table.shuffle
    assert shuffle is not None
    driven.commit(seat)
    made = driven.contributions[shuffle.number, shuffle.commitment, seat]
    begun = driven.table.shuffle
    assert begun is not None
    driven.contributions[begun.number, begun.commitment, seat] = made


def test_who_has_the_shuffle_begun_anew_gets_no_new_patience() -> None:
    driven = dealt()
    driven.play_deal()
    for seat in (0, 1):
        driven.commit(seat)
    driven.wait(GRACE - 30_000)
    commit_anew(driven, 1)
    driven.wait(GRACE - 10_000)
    assert claims(driven) == [(), (), ()]  # the other may take as long as ever
    driven.commit(0)
    driven.reveal(0)
    driven.wait(20_000)
    driven.reveal(1)
    assert driven.table.phase == "playing"
    driven.play_deal()
    for seat in (0, 1):  # each deal has its own patience
        driven.commit(seat)
    driven.reveal(0)
    driven.wait(GRACE - 1)
    assert claims(driven) == [(), (), ()]


def test_nobody_puts_off_a_deal_by_beginning_anew() -> None:
    driven = dealt()
    driven.play_deal()
    for seat in (0, 1):
        driven.commit(seat)
    for _ in range(MOST_ANEW):
        driven.wait(GRACE // (MOST_ANEW + 1))
        commit_anew(driven, 1)
        driven.commit(0)
    assert claims(driven) == [(), (), ()]
    driven.reveal(0)
    driven.wait(GRACE - MOST_ANEW * (GRACE // (MOST_ANEW + 1)) - 1)
    assert claims(driven) == [(), (), ()]
    driven.wait(1)
    assert claims(driven) == [("absence",), (), ()]


def test_who_has_lost_the_contribution_costs_the_other_nothing() -> None:
    driven = dealt()
    driven.play_deal()
    driven.commit(0)
    driven.wait(GRACE - 1)
    driven.commit(1)
    driven.wait(GRACE - 1)
    commit_anew(driven, 0)
    driven.commit(1)
    driven.reveal(0)
    driven.wait(GRACE - 1)
    assert claims(driven) == [(), (), ()]
    driven.wait(1)
    assert claims(driven) == [("absence",), (), ()]


def test_before_the_first_deal_there_is_no_bummerl_to_claim() -> None:
    driven = opened()
    driven.commit(1)
    driven.wait(GRACE)
    assert claims(driven) == [(), ("absence",), ()]
    driven.do(1, ABSENCE)
    assert isinstance(driven.log[-1], Cancelled)
    assert driven.table.phase == "cancelled"
    assert claims(driven) == [(), (), ()]


def test_nobody_claims_against_a_bot() -> None:
    driven = dealt("soft", BOT, control="3+2", seed=1)
    driven.wait(10 * GRACE)
    assert shown_to(driven, None).seats[0].here
    assert "absence" not in claims(driven)[1]
    assert commands.left(driven.table, 0, driven.at) == ()


# ---- the server stops --------------------------------------------------------------------


def test_a_pause_charges_nobody() -> None:
    driven = dealt(control="3+2")
    away(driven, 0)
    mover = driven.table.to_move
    assert mover is not None
    driven.wait(10_000)
    driven.write(commands.paused(driven.table, driven.at))
    assert commands.paused(driven.table, driven.at) == ()
    assert (shown_to(driven, 0).paused, clock(driven).running) == (True, None)
    assert next_moment(driven.table) is None
    assert "break" in refused(driven, 1, FLAG)
    assert commands.bot_to_move(driven.table) is None
    driven.wait(10**7)
    assert claims(driven) == [(), (), ()]
    driven.write(commands.resumed(driven.table, driven.at))
    assert not shown_to(driven, 0).paused
    assert clock(driven).left[mover] == 3 * MINUTES - 10_000
    assert shown_to(driven, 1).seats[0].grace == GRACE - 10_000
    driven.wait(1_000)
    assert clock(driven).left[mover] == 3 * MINUTES - 11_000
    assert shown_to(driven, 1).seats[0].grace == GRACE - 11_000


def test_a_crash_charges_nobody_since_the_last_event() -> None:
    driven = dealt(control="3+2")
    away(driven, 0)
    driven.wait(5_000)
    driven.do(1, wire.Say(id=1, phrase="hello"))  # an event that stops no clock
    mover = driven.table.to_move
    assert mover is not None
    driven.table = Table.replay("t1", driven.log)
    driven.wait(10**7)
    driven.write(commands.resumed(driven.table, driven.at))
    assert clock(driven).left[mover] == 3 * MINUTES
    assert clock(driven).running == mover
    assert shown_to(driven, 1).seats[0].grace == GRACE
    driven.play(next(m for m in driven.legal() if m < 24))


def test_patience_stands_while_the_server_does() -> None:
    driven = dealt()
    driven.play_deal()
    driven.commit(0)
    driven.wait(GRACE // 2)
    driven.write(commands.paused(driven.table, driven.at))
    driven.wait(10 * GRACE)
    driven.write(commands.resumed(driven.table, driven.at))
    driven.wait(GRACE // 2 - 1)
    assert claims(driven) == [(), (), ()]
    driven.wait(1)
    assert claims(driven)[0] == ("absence",)


def test_a_moment_that_goes_back_counts_as_that_of_the_last_event() -> None:
    driven = dealt(control="3+2")
    driven.at -= 10_000
    driven.play(next(m for m in driven.legal() if m < 24))
    assert driven.log[-1].at == driven.log[-2].at
    assert clock(driven).left == (3 * MINUTES, 3 * MINUTES + 2_000) or clock(driven).left == (
        3 * MINUTES + 2_000,
        3 * MINUTES,
    )


def test_a_table_where_nothing_goes_on_is_left_alone() -> None:
    waiting = opened("soft", None, BOT)
    assert commands.paused(waiting.table, waiting.at) == ()
    assert commands.resumed(waiting.table, waiting.at) == ()
    over = dealt("soft(match=1)")
    over.do(0, wire.GiveUp(id=1, scope="match"))
    assert commands.paused(over.table, over.at) == commands.resumed(over.table, over.at) == ()

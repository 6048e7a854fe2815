"""Patience with whoever does not open for a deal; pauses and crashes charge nobody."""

from __future__ import annotations

import pytest

from bummerl.match.clock import GRACE
from bummerl.server import wire
from bummerl.server.table import commands
from bummerl.server.table.commands import next_moment
from bummerl.server.table.events import Cancelled, Claimed
from bummerl.server.table.preparing import MOST_ANEW
from bummerl.server.table.state import Table
from server.table.dealt import ANNA, BERT, BOT, Driven, dealt, opened
from server.table.test_claims import (
    ABSENCE,
    FLAG,
    MINUTES,
    away,
    claims,
    clock,
    refused,
    shown_to,
)

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

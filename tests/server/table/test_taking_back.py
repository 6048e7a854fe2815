"""Undo in practice games: never behind a card that has been seen since."""

from __future__ import annotations

import pytest

from bummerl.rules.moves import is_card
from bummerl.server import wire
from bummerl.server.table.commands import Refused, bot_to_move
from bummerl.server.table.events import TakenBack
from bummerl.server.table.scene import Viewer, scene, told
from server.table.dealt import ANNA, BERT, BOT, Driven, dealt

ME = Viewer(0, "en", "french")


def practice(rules: str = "soft", seed: int = 1, **spec: object) -> Driven:
    return dealt(rules, ANNA, BOT, seed=seed, practice=True, **spec)


def at_turn(driven: Driven) -> Driven:
    """Until the person is to move; the bot plays any card."""
    while bot_to_move(driven.table) is not None:
        driven.play(next(m for m in driven.legal() if is_card(m)))
    return driven


def undo(driven: Driven) -> None:
    driven.do(0, wire.Undo(id=1, version=driven.table.version))


def why_not(driven: Driven) -> tuple[str, str]:
    with pytest.raises(Refused) as caught:
        undo(driven)
    assert not scene(driven.table, ME, driven.at).may_undo
    return caught.value.code, str(caught.value)


def leading(rules: str = "soft", **spec: object) -> Driven:
    """A practice game in which the person leads first."""
    for seed in range(20):
        driven = practice(rules, seed, **spec)
        if driven.table.to_move == 0:
            return driven
    raise AssertionError("the bot always leads")


def test_a_call_can_be_taken_back() -> None:
    driven = leading()
    match = driven.table.match
    assert match is not None
    before, version = match.position, driven.table.version
    driven.play("c")
    assert scene(driven.table, ME, driven.at).may_undo
    undo(driven)
    assert match.position == before
    assert driven.table.version > version
    assert driven.log[-1] == TakenBack(at=driven.at, seat=0, moves=0)
    shown = scene(driven.table, ME, driven.at)
    assert (shown.closed, shown.strict) == (None, False)
    assert not any("close" in line for line in shown.course)
    [one] = told(driven.table, driven.last, ME)
    assert (one.kind, one.seat, one.text) == ("taken_back", 0, "You take back a move.")


def test_a_card_can_be_taken_back_until_the_bot_has_shown_one() -> None:
    driven = leading()
    card = next(m for m in driven.legal() if is_card(m))
    driven.play(card)
    assert bot_to_move(driven.table) == 1
    undo(driven)
    assert driven.table.to_move == 0
    assert card in driven.legal()
    driven.play(card)
    at_turn(driven)
    assert why_not(driven) == (
        "not_now",
        "a card has been seen since that was hidden from you then",
    )


def test_a_drawn_card_cannot_be_unseen() -> None:
    """Even where the bot's card was known, one's own draw was not."""
    driven = at_turn(practice())
    while driven.table.match and sum(driven.table.match.position.tricks) < 1:
        driven.play(next(m for m in driven.legal() if is_card(m)))
    assert why_not(driven)[1].startswith("a card has been seen")


def test_when_all_cards_are_known_one_may_go_back_further() -> None:
    for seed in range(30):
        driven = practice("soft", seed)
        match = driven.table.match
        assert match is not None
        while not match.deal_over and match.position.talon:
            driven.play(next(m for m in driven.legal() if is_card(m)))
        at_turn(driven)
        if match.deal_over:
            continue
        first = match.position
        made = 0
        while not match.deal_over and made < 2:
            driven.play(next(m for m in driven.legal() if is_card(m)))
            made += 1
            at_turn(driven)
        if match.deal_over:
            continue
        undo(driven)
        assert driven.table.to_move == 0
        undo(driven)
        assert match.position == first
        driven.play(driven.legal()[0])  # and the bot moves again
        if not match.deal_over and bot_to_move(driven.table) is not None:
            driven.play(driven.legal()[0])
        return
    raise AssertionError("no deal came so far")


def test_nothing_to_take_back() -> None:
    driven = leading()
    assert why_not(driven) == ("not_now", "you have not made a move yet")


def test_a_deal_that_is_over_stays_over() -> None:
    driven = leading()
    driven.do(0, wire.GiveUp(id=1, scope="deal"))
    assert why_not(driven) == ("not_now", "the deal is over, and all cards have been seen")


def test_only_in_practice_games() -> None:
    for sitters in ((ANNA, BOT), (ANNA, BERT)):
        driven = dealt("soft", *sitters)
        assert why_not(driven) == ("not_now", "that is possible only in practice games")
    waiting = dealt("soft", ANNA, BOT, practice=True)
    with pytest.raises(Refused) as caught:
        waiting.do(0, wire.Undo(id=1, version=waiting.table.version + 1))
    assert caught.value.code == "stale"


def test_the_clock_goes_on_after_taking_back() -> None:
    driven = leading(control="3+2")
    driven.wait(4_000)
    driven.play("c")
    undo(driven)
    driven.wait(1_000)
    shown = scene(driven.table, ME, driven.at).clock
    assert shown is not None
    assert (shown.running, shown.left[0]) == (0, 175_000)


def test_steps_of_what_was_taken_back_are_gone() -> None:
    driven = leading()
    driven.play("c")
    driven.do(0, wire.Say(id=1, phrase="hello"))
    undo(driven)
    kinds = [one.kind for one in told(driven.table, driven.table.steps, ME)]
    assert kinds == ["dealt", "said", "taken_back"]


def test_hints_are_for_practice_and_ones_own_turn() -> None:
    driven = leading()
    hint = wire.Hint(id=1, version=driven.table.version)
    assert driven.do(0, hint) == []
    assert scene(driven.table, ME, driven.at).may_hint
    driven.play(next(m for m in driven.legal() if is_card(m)))
    assert not scene(driven.table, ME, driven.at).may_hint
    with pytest.raises(Refused, match="not your turn"):
        driven.do(0, wire.Hint(id=1, version=driven.table.version))
    with pytest.raises(Refused, match="practice"):
        dealt().do(0, hint)

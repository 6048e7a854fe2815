"""Nothing hidden reaches the screen (PLAY-8, PLAY-9)."""

from __future__ import annotations

import random

import pytest

from bummerl.cards import cards_of, mask_of
from bummerl.rules.position import Position
from bummerl.tui.session import Session
from tui.at_table import forward, make_session, play_at_random, screen_text, sitting, table


def disguised(position: Position, rng: random.Random) -> Position:
    """Another position that looks the same to seat 0: hidden cards and points exchanged."""
    known = position.shown[1]
    held = cards_of(position.hands[1] & ~known)
    down = position.talon[:-1]
    pool = [*held, *down]
    rng.shuffle(pool)
    hands = (position.hands[0], known | mask_of(pool[: len(held)]))
    talon = (*pool[len(held) :], *position.talon[-1:])
    mine, theirs = position.points
    points = (mine if position.rules.points_visible else mine + 1, theirs + 1)
    return position._but(hands=hands, talon=talon, points=points)


def undecided(session: Session) -> bool:
    """It is the person's turn, and some cards are still hidden."""
    return session.my_turn and len(session.view.talon) > 3 and sum(session.view.tricks) > 0


@pytest.mark.rule("PLAY-8", "PLAY-9")
@pytest.mark.parametrize("rules", ["soft", "sharp", "sixtysix", "hoyle-66"])
async def test_positions_that_look_the_same_give_the_same_screen(rules: str) -> None:
    session = forward(make_session(rules, 12), undecided)
    async with sitting(session) as pilot:
        seen = screen_text(pilot)
        for seed in range(3):
            other = disguised(session.match.position, random.Random(seed))
            assert other != session.match.position
            session.match.position = other
            table(pilot).show()
            await pilot.pause()
            assert screen_text(pilot) == seen


@pytest.mark.rule("PLAY-8", "PLAY-9")
@pytest.mark.parametrize("rules", ["soft", "sharp"])
async def test_hidden_cards_are_named_nowhere_during_a_deal(rules: str) -> None:
    session = make_session(rules, 6)
    words, rng = session.wording, random.Random(3)
    async with sitting(session) as pilot:
        for _ in range(12):
            if session.match.deal_over:
                break
            text = " ".join(screen_text(pilot).split())
            position, view = session.match.position, session.view
            hidden = position.hands[1] & ~position.shown[1] | mask_of(position.talon[:-1])
            shown = table(pilot).scene
            assert shown is not None
            lying = mask_of(laid.face.card for laid in shown.table)
            hidden |= position.gone & ~view.gone & ~lying
            for card in cards_of(hidden):
                assert words.short(card) not in text
                assert words.card(card) not in text
            if rules == "sharp":
                assert "card point" not in text
            await play_at_random(pilot, rng, moves=1)

"""One moment at the table in words: whose turn it is, how one plays, what a side has.

All of it comes from a table view (`View.table`), so nothing hidden can get in.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence

from bummerl.cards import Card, Mask, Suit, in_hand_order, suit
from bummerl.rules.view import View
from bummerl.words.wording import Wording


@functools.lru_cache(maxsize=1 << 12)
def sorted_hand(hand: Mask, trump: Suit, trump_first: bool) -> tuple[Card, ...]:
    """The cards of a hand from left to right: by suits, each high to low, trump before all."""
    cards = in_hand_order(hand)
    return tuple(sorted(cards, key=lambda c: trump_first and suit(c) != trump))


def phase(view: View, names: Sequence[str], words: Wording) -> str:
    """Free or strict play, and why."""
    if view.close is None:
        return _phase(False, None, view.is_strict, words)
    closer = view.close.seat
    return _phase(True, None if closer == view.seat else names[closer], True, words)


@functools.lru_cache(maxsize=1 << 10)
def _phase(closed: bool, name: str | None, strict: bool, words: Wording) -> str:
    if closed and name is None:
        return words.say("You have closed: follow suit, win if you can")
    if closed:
        return words.say("{name} has closed: follow suit, win if you can", name=name)
    if strict:
        return words.say("Strict play: follow suit, win if you can")
    return words.say("No need to follow suit")


def prompt(view: View, names: Sequence[str], words: Wording) -> str:
    """Whose turn it is in a running deal, and what for."""
    if view.to_move != view.seat:
        return _waits(names[view.to_move], words)
    led = view.trick[0] if view.trick else None
    return _asks(led, view.announced, view.is_draw_due, words)


@functools.lru_cache(maxsize=1 << 10)
def _waits(name: str, words: Wording) -> str:
    return words.say("{name} is to move.", name=name)


@functools.lru_cache(maxsize=1 << 10)
def _asks(led: Card | None, announced: Suit | None, draws: bool, words: Wording) -> str:
    if led is not None:
        return words.say("What do you play on {card:card_acc}?", card=led)
    if announced is not None:
        return words.say("Announced {suit:suit}. Which card do you lead?", suit=announced)
    if draws:
        return words.say("Your trick. Draw, or close the talon?")
    return words.say("You lead.")


def facts(cards: int | None, tricks: int, points: int | None, words: Wording) -> Iterator[str]:
    """Cards (but of the reader's own hand), tricks and card points of a side, where known."""
    if cards is not None:
        yield words.say_n("{n} card", "{n} cards", cards)
    yield words.say_n("{n} trick", "{n} tricks", tricks)
    if points is not None:
        yield words.say_n("{n} card point", "{n} card points", points)

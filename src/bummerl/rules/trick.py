"""Who wins a trick (PLAY-2) and what strict play demands of a reply (PLAY-5)."""

from __future__ import annotations

import enum
from typing import NamedTuple

from bummerl.cards import HIGHER_MASKS, SUIT_MASKS, Card, Mask, Suit
from bummerl.rules.moves import Seat


class Trick(NamedTuple):
    """A finished trick."""

    leader: Seat
    cards: tuple[Card, ...]
    """In the order played; the first is the leader's."""
    winner: Seat


def beats(card: Card, best: Card, trump: Suit) -> bool:
    """Whether `card`, played later, takes the trick from `best` (PLAY-2)."""
    suit = card // 6
    if suit == best // 6:
        return card > best
    return suit == trump


def winning_index(cards: tuple[Card, ...], trump: Suit) -> int:
    """Index of the winning card among `cards`, the led card first (PLAY-2).

    >>> winning_index((11, 3), trump=0)      # ace of hearts, trumped with the king of spades
    1
    """
    best = 0
    for index in range(1, len(cards)):
        if beats(cards[index], cards[best], trump):
            best = index
    return best


class Duty(enum.Enum):
    """What strict play demands of a reply; the first that can be met applies (PLAY-5)."""

    HEAD = "beat with a higher card of the suit led"
    FOLLOW = "play a lower card of the suit led"
    TRUMP = "trump"
    FREE = "any card"


def strict_reply(hand: Mask, led: Card, trump: Suit) -> tuple[Duty, Mask]:
    """The duty of a hand against the card led, and the cards that meet it (PLAY-5)."""
    meeting = hand & HIGHER_MASKS[led]
    if meeting:
        return Duty.HEAD, meeting
    meeting = hand & SUIT_MASKS[led // 6]
    if meeting:
        return Duty.FOLLOW, meeting
    meeting = hand & SUIT_MASKS[trump]
    if meeting:
        return Duty.TRUMP, meeting
    return Duty.FREE, hand

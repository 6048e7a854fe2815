"""What cards are worth while the talon is open, in card points, by rule of thumb.

The numbers were tuned by thousands of mirrored deals of the greedy player against itself; small
changes matter little, except that trumps must be dear.
"""

from __future__ import annotations

from typing import Final

from bummerl.cards import (
    CARD_POINTS,
    HIGHER_MASKS,
    PAIR_MASKS,
    SUIT_MASKS,
    TEN,
    Card,
    Mask,
)
from bummerl.players.reckoning import least_points
from bummerl.rules.scoring import TARGET
from bummerl.rules.trick import beats
from bummerl.rules.view import View

TRUMP: Final = 16.0
"""Value of any trump beside its points: it is needed in strict play."""
TRUMP_POINT: Final = 1.1
"""Value of a card point in trumps, so that the cheapest trump does."""
EXCHANGER: Final = 3.0
"""More for the lowest trump while it may exchange."""
WINNER: Final = 12.0
"""Value of a plain ace or ten that nothing of its suit beats any more."""
GUARDED_TEN: Final = 6.0
"""Value of a plain ten whose ace is still about."""
POINT: Final = 0.6
"""Value of a card point in other plain cards."""
PAIR_20, PAIR_40 = 12.0, 25.0
"""More for king and queen of a held pair."""
HALF_PAIR: Final = 1.5
"""More for king or queen whose partner may still come; double in trump."""
ANNOUNCING: Final = 6.0
"""What being on lead is worth with a pair to announce."""
DECISIVE: Final = 1000.0
"""A trick that makes 66."""

LOST_TRICK, WON_TRICK = 6.0, 2.0
"""Card points the opponent adds to a trick on average, when he takes it and when he does not."""
WILL_BEAT: Final = 0.7
"""Chance that he beats a led card when he can."""
WILL_TRUMP: Final = 0.09
"""Chance, for each card point led, that he trumps when he can."""


def card_value(view: View, card: Card) -> float:
    """What the seat to move gives up with `card`."""
    suit, hand = card // 6, view.hand
    about = view.unseen | view.hands[1 - view.to_move]
    is_trump = suit == view.trump
    if is_trump:
        value = TRUMP + TRUMP_POINT * CARD_POINTS[card]
        if card == view.lowest_trump and view.turn_up is not None:
            value += EXCHANGER
    elif card % 6 >= TEN:
        value = GUARDED_TEN if HIGHER_MASKS[card] & about else WINNER
    else:
        value = POINT * CARD_POINTS[card]
    pair = PAIR_MASKS[suit]
    if pair >> card & 1:
        if hand & pair == pair:
            value += PAIR_40 if is_trump else PAIR_20
        elif pair & about:
            value += 2 * HALF_PAIR if is_trump else HALF_PAIR
    return value


def reply_value(view: View, card: Card) -> float:
    """What replying with `card` to the card led brings the seat to move."""
    me, led = view.to_move, view.trick[0]
    swing = CARD_POINTS[led] + CARD_POINTS[card]
    wins = beats(card, led, view.trump)
    winner = me if wins else 1 - me
    decides = least_points(view, winner) + view.pending[winner] + swing >= TARGET
    gain = swing + DECISIVE * decides
    if not wins:
        return -gain - card_value(view, card)
    left = view.hand & ~(1 << card)
    if any(left & pair == pair for pair in PAIR_MASKS):
        gain += ANNOUNCING
    return gain - card_value(view, card)


def lead_value(view: View, card: Card) -> float:
    """What leading `card` brings the seat to move, by the chance that the opponent takes it."""
    points = CARD_POINTS[card]
    beaten = WILL_BEAT * _chance_held(view, HIGHER_MASKS[card])
    if card // 6 != view.trump:
        will_trump = min(1.0, WILL_TRUMP * points)
        trumped = will_trump * _chance_held(view, SUIT_MASKS[view.trump])
        beaten = 1 - (1 - beaten) * (1 - trumped)
    gain = (1 - beaten) * (points + WON_TRICK) - beaten * (points + LOST_TRICK)
    return gain - card_value(view, card)


def _chance_held(view: View, cards: Mask) -> float:
    """The chance that the opponent holds one of `cards`."""
    other = 1 - view.to_move
    known, unseen = view.hands[other], view.unseen
    if cards & known:
        return 1.0
    unknown = view.hand_sizes[other] - known.bit_count()
    chance = unknown / max(1, unseen.bit_count())
    return 1.0 - float((1 - chance) ** (cards & unseen).bit_count())

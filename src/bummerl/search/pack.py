"""Positions as rows of integers and back: what kernels read and what they answer.

>>> from bummerl.notation.spn import parse_spn
>>> position = parse_spn("pagat SAHQDACAJ/HATDKCTQ C - - 0: 31.2/33.3 STKQJHKJDTQJCK 3:3")
>>> [int(number) for number in pack(position)[2:6]]
[31, 33, 2, 3]
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from bummerl.cards import Card, Mask, Suit
from bummerl.rules.moves import EXCHANGE, PAIR, Move
from bummerl.search import layout

if TYPE_CHECKING:
    from bummerl.rules.position import Position
    from bummerl.rules.variants import Rules

Integers = npt.NDArray[np.int64]
"""An array of 64-bit integers, C order."""


def pack_rules(rules: Rules) -> int:
    """The options that change two-player play as bits of one integer."""
    on = {
        layout.PAIR_NEEDS_TRICK: rules.pair_needs_trick,
        layout.KING_LEADS: rules.pair_lead == "king",
        layout.PAIR_AFTER_TALON: rules.pair_after_talon,
        layout.EXCHANGE_NEEDS_TRICK: rules.exchange_needs_trick,
        layout.CLOSE_NEEDS_TRICK: rules.close_needs_trick,
        layout.CLOSE_BEFORE_DRAW: rules.close_before_draw,
        layout.COUNTS_AT_END: rules.closed_counts == "at_end",
        layout.FAIL_AT_END: rules.failed_close_tricks == "at_end",
        layout.REGULAR: rules.closed_defender == "regular",
        layout.TEN: rules.last_trick == "ten",
        layout.EXCHANGE_EARLY: rules.exchange_min_talon == 4,
        layout.CLOSE_EARLY: rules.close_min_talon == 4,
        layout.NINES: rules.deck == 24,
        layout.DECLARED: rules.out == "declared",
        layout.FALSE_TWO_OR_THREE: rules.false_out == "two_or_three",
    }
    return sum(bit for bit, is_on in on.items() if is_on)


def relabelled_suit(suit: Suit, trump: Suit) -> Suit:
    """Suit 0 and the trump suit change places."""
    return {0: trump, trump: 0}.get(suit, suit)


def relabelled_card(card: Card, trump: Suit) -> Card:
    """A card, with its suit relabelled."""
    return 6 * relabelled_suit(card // 6, trump) + card % 6


def relabelled_mask(mask: Mask, trump: Suit) -> Mask:
    """A set of cards, with suits relabelled."""
    suits = [mask >> 6 * suit & 63 for suit in range(4)]
    suits[0], suits[trump] = suits[trump], suits[0]
    return sum(cards << 6 * suit for suit, cards in enumerate(suits))


def relabelled_move(move: Move, trump: Suit) -> Move:
    """A move, with suits relabelled."""
    if move < PAIR:
        return relabelled_card(move, trump)
    if move < EXCHANGE:
        return PAIR + relabelled_suit(move - PAIR, trump)
    return move


def pack(position: Position, row: Integers | None = None) -> Integers:
    """The state of a position, written to `row` or to a new one of shape (`layout.WIDTH`,).

    The position is not checked; a finished one keeps its result.
    """
    if row is None:
        row = np.empty(layout.WIDTH, np.int64)
    trump, close, result = position.trump, position.close, position.result
    row[:] = layout.NONE
    row[layout.HAND : layout.HAND + 2] = [relabelled_mask(h, trump) for h in position.hands]
    row[layout.POINTS : layout.POINTS + 2] = position.points
    row[layout.TRICKS : layout.TRICKS + 2] = position.tricks
    row[layout.PENDING : layout.PENDING + 2] = position.pending
    row[layout.KNOWN : layout.KNOWN + 2] = [relabelled_mask(s, trump) for s in position.shown]
    row[layout.LEADER] = position.leader
    if len(position.trick) == 1:
        row[layout.LED] = relabelled_card(position.trick[0], trump)
    if position.announced is not None:
        row[layout.ANNOUNCED] = relabelled_suit(position.announced, trump)
    if close is not None:
        row[layout.CLOSER] = close.seat
        assert close.points is not None  # only table views hide them
        row[layout.CLOSE_POINTS] = close.points
        row[layout.CLOSE_TRICKS] = close.tricks
    if result is not None:
        row[layout.WINNER] = layout.DRAWN if result.winner is None else result.winner
        row[layout.WORTH] = result.points
    left = len(position.talon)
    row[layout.LEFT] = left
    row[layout.TALON : layout.TALON + left] = [
        relabelled_card(card, trump) for card in reversed(position.talon)
    ]
    return row

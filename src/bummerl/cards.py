"""Cards, suits and ranks as small integers, with their names beside them (CARD-1 … CARD-3).

A card is ``6 * suit + rank``: suits ♠ ♥ ♦ ♣ are 0 … 3, ranks nine, jack, queen, king, ten, ace
are 0 … 5, so a higher card of a suit is a higher number.  A set of cards is a 24-bit mask with
bit ``card`` set; Schnapsen never uses the nines.  How cards are called on a German deck or in
another language is `bummerl.words`' business: the game is the same.

>>> ACE, HEARTS, card_points(make_card(HEARTS, ACE))
(5, 1, 11)
>>> card_names(mask_of([0, 5, 23]))
('SA', 'S9', 'CA')
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, TypeAlias

Card: TypeAlias = int
"""0 … 23."""
Suit: TypeAlias = int
"""0 … 3: spades, hearts, diamonds, clubs."""
Rank: TypeAlias = int
"""0 … 5: nine, jack, queen, king, ten, ace."""
Mask: TypeAlias = int
"""A set of cards: bit ``card`` is set for each card in it."""

SPADES, HEARTS, DIAMONDS, CLUBS = range(4)
NINE, JACK, QUEEN, KING, TEN, ACE = range(6)
SUITS: Final = "SHDC"
RANKS: Final = "9JQKTA"
SUIT_NAMES: Final = ("spades", "hearts", "diamonds", "clubs")
RANK_NAMES: Final = ("nine", "jack", "queen", "king", "ten", "ace")
SUIT_SYMBOLS: Final = "♠♥♦♣"
RANK_POINTS: Final = (0, 2, 3, 4, 10, 11)
"""Card points by rank (CARD-1); 30 a suit, 120 a pack."""

CARD_NAMES: Final = tuple(s + r for s in SUITS for r in RANKS)
"""Two letters, suit then rank, by card number: ``'S9'`` … ``'CA'``."""
CARD_POINTS: Final = RANK_POINTS * 4
"""Card points by card number."""
SUIT_MASKS: Final = tuple(0b111111 << 6 * s for s in range(4))
PAIR_MASKS: Final = tuple((1 << QUEEN | 1 << KING) << 6 * s for s in range(4))
"""King and queen of each suit."""
HIGHER_MASKS: Final = tuple(SUIT_MASKS[c // 6] & ~((2 << c) - 1) for c in range(24))
"""For each card, the cards of its suit that beat it."""
PACK_MASKS: Final = {24: 0xFFFFFF, 20: 0xFFFFFF & ~(0x041041)}
"""The whole pack by its size: all cards, or all but the nines (CARD-2)."""


def make_card(of_suit: Suit, of_rank: Rank) -> Card:
    """The card of that suit and rank."""
    return 6 * of_suit + of_rank


def suit(card: Card) -> Suit:
    """Suit of a card."""
    return card // 6


def rank(card: Card) -> Rank:
    """Rank of a card."""
    return card % 6


def card_points(card: Card) -> int:
    """Card points of one card (CARD-1)."""
    return CARD_POINTS[card]


def mask_of(some_cards: Iterable[Card]) -> Mask:
    """The cards as a mask."""
    mask = 0
    for card in some_cards:
        mask |= 1 << card
    return mask


def cards_of(mask: Mask) -> tuple[Card, ...]:
    """The cards of a mask in ascending order."""
    return _LOWER_HALF[mask & 0xFFF] + _UPPER_HALF[mask >> 12]


def _every_choice(some_cards: Iterable[Card]) -> list[tuple[Card, ...]]:
    """All sets of these cards, in the order of their masks."""
    choices: list[tuple[Card, ...]] = [()]
    for card in some_cards:
        choices += [(*choice, card) for choice in choices]
    return choices


_LOWER_HALF: Final = _every_choice(range(12))
_UPPER_HALF: Final = _every_choice(range(12, 24))


def in_hand_order(mask: Mask) -> tuple[Card, ...]:
    """The cards of a mask as people hold and SPN writes them: suits ♠ ♥ ♦ ♣, ranks high to low."""
    return tuple(sorted(cards_of(mask), key=_HAND_ORDER.__getitem__))


_HAND_ORDER: Final = tuple(6 * (c // 6) + 5 - c % 6 for c in range(24))


def card_names(mask: Mask) -> tuple[str, ...]:
    """Names of the cards of a mask, in hand order."""
    return tuple(CARD_NAMES[c] for c in in_hand_order(mask))


def mask_points(mask: Mask) -> int:
    """Card points of all cards of a mask together."""
    return sum(CARD_POINTS[c] for c in cards_of(mask))

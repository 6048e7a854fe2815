"""Cards and moves as text.

Written canonically with the English letters (``SK``, ``mH``, ``x``, ``c``, ``d``, ``o``, ``r``,
``t``), read leniently: lower case, ``10``, suit and rank in either order, suit symbols, and the
German names of either deck.

>>> write_card(parse_card("Herz-Sau")), write_card(parse_card("10s")), write_card(parse_card("♠A"))
('HA', 'ST', 'SA')
>>> write_move(parse_move("mh")), write_move(parse_move("Karo-Bube"))
('mH', 'DJ')
"""

from __future__ import annotations

import functools
import re
from typing import Final

from bummerl.cards import CARD_NAMES, RANKS, SUITS, Card, Mask, Suit, in_hand_order
from bummerl.errors import TokenError
from bummerl.rules.moves import (
    CLOSE,
    DRAW,
    EXCHANGE,
    OUT,
    PAIR,
    RESIGN,
    TIME,
    Move,
    Played,
    Seat,
)

MOVE_TOKENS: Final = (
    *CARD_NAMES,
    *(f"m{suit}" for suit in SUITS),
    "x",
    "c",
    "o",
    "r",
    "d",
    "t",
)
"""Token by move number."""

_CALLS: Final = {"x": EXCHANGE, "c": CLOSE, "o": OUT, "r": RESIGN, "d": DRAW, "t": TIME}

_SUIT_WORDS: Final = {
    "S": ("s", "♠", "♤", "pik", "laub", "blatt", "grün", "gruen", "spades", "spade"),
    "H": ("h", "♥", "♡", "herz", "rot", "hearts", "heart"),
    "D": ("d", "♦", "♢", "karo", "schelle", "schellen", "diamonds", "diamond", "bells"),
    "C": ("c", "♣", "♧", "kreuz", "treff", "eichel", "clubs", "club", "acorns"),
}
_RANK_WORDS: Final = {
    "A": ("a", "ass", "as", "ace", "sau", "daus"),
    "T": ("t", "10", "zehn", "zehner", "ten"),
    "K": ("k", "könig", "koenig", "king"),
    "Q": ("q", "dame", "ober", "queen"),
    "J": ("j", "bube", "unter", "jack"),
    "9": ("9", "neun", "neuner", "nine"),
}


@functools.cache
def _spellings() -> dict[str, Card]:
    """Every accepted spelling of a card, lower case, without separators, in both orders."""
    table: dict[str, Card] = {}
    for suit, suit_words in _SUIT_WORDS.items():
        for rank, rank_words in _RANK_WORDS.items():
            card = 6 * SUITS.index(suit) + RANKS.index(rank)
            for first in suit_words:
                for second in rank_words:
                    table[first + second] = table[second + first] = card
    return table


def write_card(card: Card) -> str:
    """The two letters of a card: ``'HA'``."""
    return CARD_NAMES[card]


def parse_card(text: str) -> Card:
    """The card written as `text` in any accepted spelling.

    Raises:
        TokenError: it is no card.
    """
    card = _spellings().get(re.sub(r"[\s_-]", "", text.lower()))
    if card is None:
        raise TokenError("{text!r} is no card; cards look like SK, HT, C9 or Herz-Sau", text=text)
    return card


def parse_suit(letter: str) -> Suit:
    """The suit with that letter, ``S H D C`` in either case.

    Raises:
        TokenError: it is no suit.
    """
    index = SUITS.find(letter.upper()) if len(letter) == 1 else -1
    if index < 0:
        raise TokenError("{text!r} is no suit; suits are S, H, D and C", text=letter)
    return index


def write_move(move: Move) -> str:
    """The token of a move made by the seat to move: ``'SK'``, ``'mH'``, ``'c'``."""
    return MOVE_TOKENS[move]


def write_played(played: Played, to_move: Seat) -> str:
    """The token of a move in a record; ``r`` and ``t`` name the seat if it is not `to_move`."""
    token = MOVE_TOKENS[played.move]
    return token if played.seat == to_move else f"{token}{played.seat}"


def parse_move(text: str) -> Move:
    """The move written as `text`.

    Raises:
        TokenError: it is no move of the seat to move.
    """
    token = text.strip()
    call = _CALLS.get(token.lower())
    if call is not None:
        return call
    if len(token) == 2 and token[0] in "mM" and token[1].upper() in SUITS:
        return PAIR + SUITS.index(token[1].upper())
    card = _spellings().get(re.sub(r"[\s_-]", "", token.lower()))
    if card is None:
        raise TokenError(
            "{text!r} is no move; moves look like SK, mH, x, c, d, o, r or t", text=text
        )
    return card


def parse_played(text: str, to_move: Seat, seats: int = 2) -> Played:
    """A move of a record with the seat that makes it: ``to_move``, or as ``r0`` and ``t1`` say.

    Raises:
        TokenError: it is no move.
    """
    found = re.fullmatch(r"([rtRT])([0-9])", text)
    if found and int(found[2]) < seats:
        return Played(int(found[2]), _CALLS[found[1].lower()])
    return Played(to_move, parse_move(text))


def write_cards(mask: Mask) -> str:
    """A set of cards as in SPN: suit letter, then its ranks high to low; ``'HTJDACAK'``.

    >>> write_cards(0), write_cards(1 << 10 | 1 << 7 | 1 << 17)
    ('', 'HTJDA')
    """
    parts = []
    last_suit = -1
    for card in in_hand_order(mask):
        if card // 6 != last_suit:
            last_suit = card // 6
            parts.append(SUITS[last_suit])
        parts.append(RANKS[card % 6])
    return "".join(parts)


def parse_cards(text: str) -> tuple[Card, ...]:
    """The cards of `text` in the order written; suits may repeat, ``10`` is a ten.

    >>> write_cards(sum(1 << card for card in parse_cards("hj10ca")))
    'HTJCA'

    Raises:
        TokenError: a letter that is neither suit nor rank, or a rank before any suit.
    """
    found: list[Card] = []
    suit = -1
    for letter in text.upper().replace("10", "T"):
        if letter in SUITS:
            suit = SUITS.index(letter)
        elif letter in RANKS and suit >= 0:
            found.append(6 * suit + RANKS.index(letter))
        else:
            raise TokenError(
                "{text!r} is no list of cards: {letter!r} is unexpected; write the suit letter, "
                "then its ranks, as in HTJDA",
                text=text,
                letter=letter,
            )
    if suit >= 0 and text[-1:].upper() in SUITS:
        raise TokenError("{text!r} is no list of cards: a suit without ranks", text=text)
    return tuple(found)

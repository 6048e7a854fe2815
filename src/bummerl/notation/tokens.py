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
    "S": ("s", "♠", "♤", "pik", "laub", "blatt", "grün", "gruen", "spades", "spade", "leaves"),
    "H": ("h", "♥", "♡", "herz", "rot", "hearts", "heart"),
    "D": ("d", "♦", "♢", "karo", "schelle", "schellen", "schell", "diamonds", "diamond", "bells"),
    "C": ("c", "♣", "♧", "kreuz", "treff", "eichel", "clubs", "club", "acorns"),
}
_RANK_WORDS: Final = {
    "A": ("a", "ass", "as", "ace", "sau", "daus"),
    "T": ("t", "10", "zehn", "zehner", "ten"),
    "K": ("k", "könig", "koenig", "king"),
    "Q": ("q", "dame", "ober", "queen"),
    "J": ("j", "bube", "bub", "unter", "jack"),
    "9": ("9", "neun", "neuner", "nine"),
}

_SEPARATORS: Final = re.compile("[\\s_\ufe0e\ufe0f-]")
"""What may stand between suit and rank; a suit symbol may carry a sign for its style."""

_SUIT_RUN: Final = re.compile("([SHDC])((?:10|[9JQKTA])+)", re.IGNORECASE | re.ASCII)


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


def _find_card(text: str) -> Card | None:
    return _spellings().get(_SEPARATORS.sub("", text.lower()))


def write_card(card: Card) -> str:
    """The two letters of a card: ``'HA'``."""
    return CARD_NAMES[card]


def parse_card(text: str) -> Card:
    """The card written as `text` in any accepted spelling.

    Raises:
        TokenError: it is no card.
    """
    card = _find_card(text)
    if card is None:
        raise TokenError("{text!r} is no card; cards look like SK, HT, C9 or Herz-Sau", text=text)
    return card


def parse_suit(letter: str) -> Suit:
    """The suit with that letter, ``S H D C`` in either case.

    Raises:
        TokenError: it is no suit.
    """
    index = (SUITS + SUITS.lower()).find(letter) if len(letter) == 1 else -1
    if index < 0:
        raise TokenError("{text!r} is no suit; suits are S, H, D and C", text=letter)
    return index % len(SUITS)


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
    if re.fullmatch("[mM][SHDCshdc]", token):
        return PAIR + parse_suit(token[1])
    card = _find_card(token)
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
    found = re.fullmatch(r"([rtRT])([0-9])", text.strip())
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
        TokenError: a letter that is neither suit nor rank, a rank before any suit, or a suit
            without a rank.
    """
    found: list[Card] = []
    end = 0
    for run in _SUIT_RUN.finditer(text):
        if run.start() != end:
            break
        suit = SUITS.index(run[1].upper())
        ranks = run[2].upper().replace("10", "T")
        found += (6 * suit + RANKS.index(rank) for rank in ranks)
        end = run.end()
    if end != len(text):
        raise TokenError(
            "{text!r} is no list of cards from {rest!r} on; write a suit letter, then its ranks, "
            "as in HTJDA",
            text=text,
            rest=text[end:],
        )
    return tuple(found)

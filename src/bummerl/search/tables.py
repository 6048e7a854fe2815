"""What a search looks up instead of working it out; made once at import.

Two disjoint sets of cards of one suit (6 bits each) are numbered in base 3: ``MINE[a] + YOURS[b]``.

`LEADS` and `REPLIES` hold the cards of one suit that are worth trying in strict play.  Cards are
*touching* when the opponent has none between them.  They take and lose the same tricks and owe the
same duties, so of those that win a trick only the dearest needs to be tried, of those that lose it
only the cheapest: more card points earlier are never worse (outs automatic).  King and queen that
can be announced are a class of their own.
"""

from __future__ import annotations

from functools import cache
from typing import Final

import numpy as np

from bummerl.cards import CARD_POINTS, HIGHER_MASKS, KING, QUEEN, RANK_POINTS, SUIT_MASKS
from bummerl.search.jit import COMPILED, Row
from bummerl.search.layout import NO_SCHNEIDER_AT

SMALL: Final = np.int32 if COMPILED else np.int64
"""Half the room in the processor's cache; plain Python shifts within the type it reads."""
STATES: Final = 3**6
QUEENS: Final = sum(1 << 6 * suit + QUEEN for suit in range(4))
"""All queens; ``hand & hand >> 1 & QUEENS`` are those of pairs."""

VALUE: Final[Row] = np.array(CARD_POINTS, np.int64)
HIGHER: Final[Row] = np.array(HIGHER_MASKS, np.int64)
SUIT: Final[Row] = np.array([SUIT_MASKS[card // 6] for card in range(24)], np.int64)
SHIFT: Final[Row] = np.array([card // 6 * 6 for card in range(24)], np.int64)
"""First card of a card's suit."""
PAY: Final[Row] = np.array(
    [3 if s in (0, 128 - 20, 128 - 40) else 2 if s < NO_SCHNEIDER_AT else 1 for s in range(128)],
    np.int64,
)
"""Game points for beating a side, by its standing modulo 128 (OUT-3)."""
SUMS: Final[Row] = np.array(
    [sum(RANK_POINTS[rank % 6] for rank in range(12) if half >> rank & 1) for half in range(4096)],
    SMALL,
)
"""Card points of two suits."""
MINE: Final[Row] = np.array(
    [sum(3**rank for rank in range(6) if cards >> rank & 1) for cards in range(64)], SMALL
)
YOURS: Final[Row] = np.array([2 * MINE[cards] for cards in range(64)], SMALL)

PAIR_CARDS: Final = 1 << QUEEN | 1 << KING


def _ranks(cards: int) -> list[int]:
    return [rank for rank in range(6) if cards >> rank & 1]


@cache
def _groups(cards: int, between: int) -> list[list[int]]:
    """Touching cards, ascending."""
    groups: list[list[int]] = []
    for rank in _ranks(cards):
        if groups and not between & ((1 << rank) - (1 << groups[-1][-1])):
            groups[-1].append(rank)
        else:
            groups.append([rank])
    return groups


@cache
def _lead_candidates(cards: int, between: int, wins: bool, pairs: int) -> int:
    """Leads worth trying: `pairs` is 0 without announcements, 2 if the king must lead."""
    special = PAIR_CARDS if pairs and cards & PAIR_CARDS == PAIR_CARDS else 0
    tried = special
    if special and pairs == 1:
        tried = 1 << (KING if wins else QUEEN)
    for group in _groups(cards, between):
        plain = [rank for rank in group if not special >> rank & 1]
        if plain:
            tried |= 1 << (plain[-1] if wins else plain[0])
    return tried


def _reply_candidates(cards: int, between: int, wins: bool, pairs: int) -> int:
    """Replies worth trying: with `pairs` a king or queen may still be worth keeping."""
    special = PAIR_CARDS if pairs else 0
    tried = 0
    for group in _groups(cards, between):
        plain = [rank for rank in group if not special >> rank & 1]
        best = group[-1] if wins else group[0]
        tried |= 1 << best
        if plain and special >> best & 1:
            tried |= 1 << (plain[-1] if wins else plain[0])
    return tried


@cache
def _sure(cards: int, against: int, trumped: bool) -> tuple[int, int]:
    """Tricks and card points a suit surely brings by cashing it from the top."""
    held, theirs = _ranks(cards), _ranks(against)
    masters = [rank for rank in held if not theirs or rank > theirs[-1]]
    if trumped:
        tricks = min(len(masters), len(theirs))
    else:
        tricks = len(held) if len(masters) >= len(theirs) else len(masters)
    own = sum(RANK_POINTS[rank] for rank in held[len(held) - tricks :])
    return tricks, own + sum(RANK_POINTS[rank] for rank in theirs[:tricks])


def _lead_entry(cards: int, against: int, trumped: bool, pairs: int) -> int:
    """Winning leads, losing leads << 6, sure tricks << 12, sure points << 16."""
    top = against.bit_length()
    won = cards >> top << top
    if not against and trumped:
        won = 0
    tricks, points = _sure(cards, against, trumped)
    return (
        _lead_candidates(won, against, True, pairs)
        | _lead_candidates(cards & ~won, against, False, pairs) << 6
        | tricks << 12
        | points << 16
    )


def _fill() -> tuple[Row, Row]:
    leads = np.zeros(6 * STATES, SMALL)
    replies = np.zeros(2 * STATES, SMALL)
    for cards in range(64):
        for other in range(64):
            if cards & other:
                continue
            row = int(MINE[cards] + YOURS[other])
            for pairs in range(3):
                for trumped in range(2):
                    entry = _lead_entry(cards, other, bool(trumped), pairs)
                    leads[(2 * pairs + trumped) * STATES + row] = entry
            for pairs in range(2):
                replies[pairs * STATES + row] = (
                    _reply_candidates(cards, other, True, pairs)
                    | _reply_candidates(cards, other, False, pairs) << 6
                )
    return leads, replies


_LEADS, _REPLIES = _fill()
LEADS: Final[Row] = _LEADS
"""By ``(2 * pairs + trumped) * STATES``; `trumped`: the opponent holds trumps, this is none."""
REPLIES: Final[Row] = _REPLIES
"""By ``pairs * STATES``: cards to win with, cards to lose with << 6."""

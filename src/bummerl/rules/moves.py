"""Moves as small integers; a number means the same in every position.

=======  ==========================================================
0 … 23   lead or play that card
24 … 27  announce the pair in ♠ ♥ ♦ ♣ (PAIR-1)
28       exchange the lowest trump for the turned-up card (XCHG-1)
29       close the talon (CLOSE-1)
30       go out, "66" (OUT-2)
31       resign the deal (SCORE-5)
32       draw from the talon; only a move of its own under CLOSE-4
33       lose the deal on time (SCORE-5)
=======  ==========================================================

31 and 33 are accepted at any time for either seat and are in no list of legal moves.
"""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

from bummerl.cards import Suit

Move: TypeAlias = int
"""0 … 33, see the module's table."""
Seat: TypeAlias = int
"""0 … n-1, fixed at the table."""

PAIR: Final = 24
"""First of the four announcements; see `pair`."""
EXCHANGE: Final = 28
CLOSE: Final = 29
OUT: Final = 30
RESIGN: Final = 31
DRAW: Final = 32
TIME: Final = 33


def is_card(move: Move) -> bool:
    """Whether the move plays a card."""
    return 0 <= move < PAIR


def pair(suit: Suit) -> Move:
    """The move that announces king and queen of `suit`."""
    return PAIR + suit


def is_pair(move: Move) -> bool:
    """Whether the move announces a pair; its suit is ``move - PAIR``."""
    return PAIR <= move < EXCHANGE


class Played(NamedTuple):
    """One entry of a deal's history: who made which move."""

    seat: Seat
    move: Move


PLAYED: Final = tuple(tuple(Played(seat, move) for move in range(34)) for seat in range(4))
"""Every possible entry, by seat and move, made once."""

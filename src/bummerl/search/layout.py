"""How a deal lies in arrays of int64, for kernels and their callers.

A *state* is one row of `WIDTH` integers.  Suits are relabelled so that trump is suit 0: suit 0 and
the trump suit change places, which undoes itself.  Cards and masks are those of `bummerl.cards`.

A *standing* is a side's card points and tricks in one number, as the search uses it: card points
plus 1 for a side with a trick; 0, -20 or -40 for one without, with that many points pending
(PAIR-3).  66 card points are `OUT_AT`; more makes no difference and is cut.
"""

from __future__ import annotations

from typing import Final

# fields of a state
HAND: Final = 0
"""Two masks by seat."""
POINTS: Final = 2
"""Card points that count, by seat."""
TRICKS: Final = 4
"""Tricks by seat."""
PENDING: Final = 6
"""Announced points that do not count yet, by seat (PAIR-3)."""
KNOWN: Final = 8
"""Cards of its hand that everybody has seen, masks by seat (PAIR-6, XCHG-1, PLAY-4)."""
LEADER: Final = 10
"""Seat that leads or led."""
LED: Final = 11
"""Card on the table, or `NONE`."""
ANNOUNCED: Final = 12
"""Suit of a pair whose card is still to be led, or `NONE`."""
CLOSER: Final = 13
"""Seat that closed, or `NONE`."""
CLOSE_POINTS: Final = 14
"""Card points of the closer's opponent at the close."""
CLOSE_TRICKS: Final = 15
"""Tricks of the closer's opponent at the close."""
WINNER: Final = 16
"""Seat that won the deal, `DRAWN`, or `NONE` while it runs."""
WORTH: Final = 17
"""Game points of the winner."""
LEFT: Final = 18
"""Cards in the talon, the turned-up one included; they stay when closed."""
TALON: Final = 19
"""The talon from its last card: `TALON` is the turned-up card, ``TALON + LEFT - 1`` is next."""
WIDTH: Final = 31

NONE: Final = -1
DRAWN: Final = 2

# moves as in bummerl.rules.moves
PAIR: Final = 24
EXCHANGE: Final = 28
CLOSE: Final = 29
OUT: Final = 30
DRAW: Final = 32
MOVES: Final = 33
"""A row with one place for each move."""
ILLEGAL: Final = -9
"""Value of a move that is not legal."""

# rules as bits of one integer
PAIR_NEEDS_TRICK: Final = 1
KING_LEADS: Final = 1 << 1
PAIR_AFTER_TALON: Final = 1 << 2
EXCHANGE_NEEDS_TRICK: Final = 1 << 3
CLOSE_NEEDS_TRICK: Final = 1 << 4
CLOSE_BEFORE_DRAW: Final = 1 << 5
COUNTS_AT_END: Final = 1 << 6
FAIL_AT_END: Final = 1 << 7
REGULAR: Final = 1 << 8
TEN: Final = 1 << 9
EXCHANGE_EARLY: Final = 1 << 10
"""`exchange_min_talon` is 4."""
CLOSE_EARLY: Final = 1 << 11
"""`close_min_talon` is 4."""
NINES: Final = 1 << 12
"""The pack has 24 cards."""
DECLARED: Final = 1 << 13
FALSE_TWO_OR_THREE: Final = 1 << 14

OUT_AT: Final = 67
"""Standing of a side with 66 card points."""
NO_SCHNEIDER_AT: Final = 34
"""Standing of a side with 33 card points."""

# working memory of a search, one array
NODES: Final = 0
"""Positions with a lead due that were searched."""
CARDS: Final = 2
"""Twelve talon cards as in a state; the turned-up one is not read (it may be exchanged)."""
UNDRAWN: Final = 14
"""By number of cards left: mask of the face-down ones among them."""
GOOD_LEAD: Final = 27
"""By number of cards left: the lead that was good enough last time."""
GOOD_REPLY: Final = 40
"""By number of cards left and card led: the reply that refuted this lead last time."""
TABLE: Final = GOOD_REPLY + 24 * 13
"""Transposition table: pairs of key and word."""
ENTRIES: Final = 1 << 14
MEMORY: Final = TABLE + 2 * ENTRIES

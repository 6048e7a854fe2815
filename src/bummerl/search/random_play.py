"""One deal played to its end at random, as a kernel takes it in.

Both seats play *at random* like this; the first that applies, at each turn of a leader:

1. He goes out as soon as he has 66, also where that must be declared.
2. Where drawing is a move of its own he closes with the chance `close`, else he draws.
3. He exchanges the lowest trump whenever he may.
4. He closes with the chance `close` if he may.
5. He leads any of his cards with the same chance.  A king or queen of a pair that may be
   announced is announced first; then it is led, or the king where the rules want that.

Whoever replies plays any legal card with the same chance.  What follows from each move is what
`bummerl.rules` says.

All randomness comes from a counter below 2**62 that is scrambled into 62 random bits
(`scrambled`): three choices of `BITS` bits, each even to one part in 50,000, and two spare bits.
No sum or product of kernels may leave int64: numba promises LLVM that none does, and masks that
should cut what is too long are then left out.

A *side* is what belongs to one seat, in one number: its hand in 24 bits, above it card points,
tricks and the seat.  So two sides change places in three operations.  Points pending (PAIR-3) count
at once here: a side without a trick is worth three whatever its points, and cannot have 66.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from bummerl.cards import CARD_POINTS, HIGHER_MASKS, KING, QUEEN
from bummerl.search.jit import Row, count, helper, lowest
from bummerl.search.layout import (
    CLOSE,
    CLOSE_BEFORE_DRAW,
    CLOSE_EARLY,
    CLOSE_NEEDS_TRICK,
    COUNTS_AT_END,
    DECLARED,
    DRAW,
    EXCHANGE,
    EXCHANGE_EARLY,
    EXCHANGE_NEEDS_TRICK,
    FAIL_AT_END,
    KING_LEADS,
    NINES,
    NONE,
    OUT,
    PAIR,
    PAIR_AFTER_TALON,
    PAIR_NEEDS_TRICK,
    REGULAR,
    TEN,
)
from bummerl.search.tables import SMALL
from bummerl.search.transition import by_standing, duty

CERTAIN: Final = 1 << 10
"""A chance of 1."""
BITS: Final = 20
FIELD: Final = (1 << BITS) - 1
HALF: Final = (1 << 31) - 1
BELOW_2_62: Final = (1 << 62) - 1

# a side
CARDS: Final = (1 << 24) - 1
POINTS_AT: Final = 24
TRICK_AT: Final = 32
SEAT_AT: Final = 42

TAKES: Final = 1 << 8
# by card led and reply: card points of the trick, and `TAKES` if the reply wins it
TRICK: Final[Row] = np.array(
    [
        0
        if reply > 23
        else CARD_POINTS[led]
        + CARD_POINTS[reply]
        + TAKES * (HIGHER_MASKS[led] >> reply & 1 | (reply < 6 <= led))
        for led in range(24)
        for reply in range(32)
    ],
    SMALL,
)
# by card: the other card of a pair, as a mask
PARTNER: Final[Row] = np.array(
    [
        1 << card - 1 if card % 6 == KING else 1 << card + 1 if card % 6 == QUEEN else 0
        for card in range(24)
    ],
    np.int64,
)


@helper
def scrambled(counter: int) -> int:
    """62 random bits for a counter, different ones for each; also for counters in a row.

    Both halves change each other in turn (a Feistel network), by the middle of a product: after
    five turns each bit of the counter changes each random bit with a chance of a half.
    """
    high, low = counter >> 31, counter & HALF
    high ^= low * 0x7FEB352D >> 16 & HALF
    low ^= high * 0x42365345 >> 16 & HALF
    high ^= low * 0x68E31DA5 >> 16 & HALF
    low ^= high * 0x5851F42D >> 16 & HALF
    high ^= low * 0x4C957F2D >> 16 & HALF
    return low << 31 | high


@helper
def pick(cards: int, chance: int) -> int:
    """One of at most six cards; `chance` is a random number of `BITS` bits."""
    skipped = chance * count(cards) >> BITS
    # no branch, as nobody could foretell it
    cards &= cards - (1 if skipped > 0 else 0)
    cards &= cards - (1 if skipped > 1 else 0)
    cards &= cards - (1 if skipped > 2 else 0)
    cards &= cards - (1 if skipped > 3 else 0)
    cards &= cards - (1 if skipped > 4 else 0)
    return lowest(cards)


@helper
def note(trace: Row | None, move: int) -> None:
    """Adds a move to a trace, if there is one."""
    if trace is not None:
        trace[0] += 1
        trace[trace[0]] = move


@helper
def points_of(side: int) -> int:
    """Card points of a side."""
    return side >> POINTS_AT & 255


@helper
def tricks_of(side: int) -> int:
    """Tricks of a side."""
    return side >> TRICK_AT & 15


@helper
def worth(winner: int, loser: int, closer: int, at_close: int, how: int, rules: int) -> int:
    """Game points for the side that wins: as `transition.end`, with sides for seats.

    `at_close` is the side of the closer's opponent as it was then.
    """
    seat = winner >> SEAT_AT
    if closer == seat and not rules & COUNTS_AT_END:
        return by_standing(points_of(at_close), tricks_of(at_close))
    if closer in (NONE, seat) or (how and rules & REGULAR):
        return by_standing(points_of(loser), tricks_of(loser))
    return 2 if tricks_of(winner if rules & FAIL_AT_END else at_close) else 3


@helper
def outcome(
    lead: int, other: int, closer: int, at_close: int, last: int, rules: int, trace: Row | None
) -> int:
    """Game points for seat 0 when the deal ends with `lead` having won a trick or a call."""
    winner, loser, how = lead, other, 1
    if points_of(lead) < 66:
        how = 0
        if closer != NONE:
            if closer == lead >> SEAT_AT:
                winner, loser = other, lead
        elif rules & TEN:
            if points_of(other) < 66:
                return 0
            winner, loser = other, lead
    elif rules & DECLARED and not last:
        note(trace, OUT)
    points = worth(winner, loser, closer, at_close, how, rules)
    return -points if winner >> SEAT_AT else points


@helper
def play_on(
    lead: int,
    other: int,
    led: int,
    announced: int,
    due: int,
    left: int,
    closer: int,
    at_close: int,
    rules: int,
    close: int,
    counter: int,
    deck: Row,
    trace: Row | None,
) -> int:
    """Plays one deal to its end from any moment; game points for seat 0.

    `lead` and `other` are sides, `due` is 1 if everybody has yet to draw, `deck` holds the talon
    as in a state, but each card as a mask; its turned-up card may get exchanged.
    """
    low = 1 if rules & NINES else 2
    exchange_from = 4 if rules & EXCHANGE_EARLY else 2
    close_from = 4 if rules & CLOSE_EARLY else 2
    if led == NONE and points_of(lead) >= 66:
        return outcome(lead, other, closer, at_close, 0, rules, trace)
    while True:
        counter += 1
        chances = scrambled(counter)
        is_open = left > 0 and closer == NONE
        if led == NONE:
            # 1 close before anybody draws, or draw
            if due:
                if rules & CLOSE_BEFORE_DRAW and left >= close_from:
                    if chances >> 52 < close:
                        closer, at_close, is_open = lead >> SEAT_AT, other, False
                        note(trace, CLOSE)
                    else:
                        note(trace, DRAW)
                if is_open:
                    left -= 2
                    lead |= deck[left + 1]
                    other |= deck[left]
                    is_open = left > 0
                due = 0
            # 2 the leader's turn: exchange, close
            if is_open and announced == NONE:
                has_trick = tricks_of(lead) > 0
                if (
                    lead & low
                    and left >= exchange_from
                    and (has_trick or not rules & EXCHANGE_NEEDS_TRICK)
                ):
                    lead ^= low | deck[0]
                    deck[0] = low
                    note(trace, EXCHANGE)
                if (
                    (chances >> 40 & CERTAIN - 1) < close
                    and left >= close_from
                    and (has_trick or not rules & CLOSE_NEEDS_TRICK)
                ):
                    closer, at_close, is_open = lead >> SEAT_AT, other, False
                    note(trace, CLOSE)
            # 3 lead a card, announcing a pair
            cards = lead & CARDS
            if announced != NONE:
                cards = (8 if rules & KING_LEADS else 12) << 6 * announced
            led = pick(cards, chances & FIELD)
            if lead & PARTNER[led] and announced == NONE:
                has_trick = tricks_of(lead) > 0
                if (has_trick or not rules & PAIR_NEEDS_TRICK) and (
                    is_open or rules & PAIR_AFTER_TALON
                ):
                    value = 40 if led < 6 else 20
                    note(trace, PAIR + led // 6)
                    lead += value << POINTS_AT
                    if points_of(lead) >= 66:
                        return outcome(lead, other, closer, at_close, 0, rules, trace)
                    if rules & KING_LEADS:
                        led = led // 6 * 6 + KING
            note(trace, led)
            lead ^= 1 << led
            announced = NONE
        # 4 reply
        cards = other & CARDS
        if not is_open:
            cards = duty(cards, led)
        reply = pick(cards, chances >> BITS & FIELD)
        note(trace, reply)
        other ^= 1 << reply
        # 5 whoever wins the trick leads
        entry = TRICK[led << 5 | reply]
        changes = (lead ^ other) & -(entry >> 8)
        lead ^= changes
        other ^= changes
        lead += ((entry & 255) << POINTS_AT) + (1 << TRICK_AT)
        led = NONE
        last = not lead & CARDS
        if last and closer == NONE and rules & TEN:
            lead += 10 << POINTS_AT
        if last or points_of(lead) >= 66:
            return outcome(lead, other, closer, at_close, last, rules, trace)
        due = 1 if is_open else 0

"""The rules once more, on integers: legal moves and what follows from one.

Kernels of two-player play that repeat `bummerl.rules`; tests compare them move by move.  Illegal
cards, resigning and time are left to the rules.  See `bummerl.search.layout` for states and rules.
"""

from __future__ import annotations

from bummerl.search.jit import Row, count, helper, kernel, lowest
from bummerl.search.layout import (
    ANNOUNCED,
    CLOSE,
    CLOSE_BEFORE_DRAW,
    CLOSE_EARLY,
    CLOSE_NEEDS_TRICK,
    CLOSE_POINTS,
    CLOSE_TRICKS,
    CLOSER,
    COUNTS_AT_END,
    DECLARED,
    DRAW,
    DRAWN,
    EXCHANGE,
    EXCHANGE_EARLY,
    EXCHANGE_NEEDS_TRICK,
    FAIL_AT_END,
    FALSE_TWO_OR_THREE,
    HAND,
    KING_LEADS,
    KNOWN,
    LEADER,
    LED,
    LEFT,
    NINES,
    NONE,
    OUT,
    PAIR,
    PAIR_AFTER_TALON,
    PAIR_NEEDS_TRICK,
    PENDING,
    POINTS,
    REGULAR,
    TALON,
    TEN,
    TRICKS,
    WIDTH,
    WINNER,
    WORTH,
)
from bummerl.search.tables import HIGHER, QUEENS, SUIT, VALUE


@helper
def mover(state: Row) -> int:
    """The seat to move."""
    return state[LEADER] if state[LED] == NONE else 1 - state[LEADER]


@helper
def duty(hand: int, led: int) -> int:
    """The cards of `hand` that strict play allows against the card led (PLAY-5)."""
    if hand & HIGHER[led]:
        return hand & HIGHER[led]
    if hand & SUIT[led]:
        return hand & SUIT[led]
    return hand & 63 if hand & 63 else hand


@helper
def takes(reply: int, led: int) -> int:
    """1 if the reply wins the trick from the card led (PLAY-2)."""
    return 1 if HIGHER[led] >> reply & 1 or (reply < 6 <= led) else 0


@helper
def is_draw_due(state: Row, rules: int) -> int:
    """1 if the winner of a trick has yet to draw or close (CLOSE-4)."""
    if not rules & CLOSE_BEFORE_DRAW or state[LED] != NONE or state[CLOSER] != NONE:
        return 0
    full = 6 if rules & NINES else 5
    return 1 if state[LEFT] and count(state[HAND + state[LEADER]]) < full else 0


@helper
def queens_to_announce(state: Row, rules: int) -> int:
    """The queens of pairs that the leader may announce, or could before announcing one."""
    seat = state[LEADER]
    is_open = state[LEFT] > 0 and state[CLOSER] == NONE
    if not state[TRICKS + seat] and rules & PAIR_NEEDS_TRICK:
        return 0
    if not is_open and not rules & PAIR_AFTER_TALON:
        return 0
    hand = state[HAND + seat]
    return hand & hand >> 1 & QUEENS


@helper
def may_close(state: Row, rules: int) -> int:
    """1 if the leader may close, or could before announcing a pair."""
    if state[CLOSER] != NONE or state[LEFT] < (4 if rules & CLOSE_EARLY else 2):
        return 0
    return 1 if state[TRICKS + state[LEADER]] or not rules & CLOSE_NEEDS_TRICK else 0


@helper
def announced_with(state: Row, rules: int, card: int) -> int:
    """The move that leads or replies with a card: its pair is announced first, where it may be."""
    if state[LED] == NONE and state[ANNOUNCED] == NONE:
        queens = queens_to_announce(state, rules)
        with_king = queens << 1
        if (with_king if rules & KING_LEADS else queens | with_king) >> card & 1:
            return PAIR + card // 6
    return card


@kernel("int64(int64[::1],int64,int64[::1])")
def legal_moves(state: Row, rules: int, moves: Row) -> int:
    """Writes the legal moves, cards first, to `moves` (33 places); their number."""
    if state[WINNER] != NONE:
        return 0
    number = 0
    seat = state[LEADER]
    is_open = state[LEFT] > 0 and state[CLOSER] == NONE
    cards = state[HAND + seat]
    # 1 a reply is a card
    if state[LED] != NONE:
        cards = state[HAND + 1 - seat]
        if not is_open:
            cards = duty(cards, state[LED])
    # 2 the draw is due: close, go out or draw (CLOSE-4)
    elif is_draw_due(state, rules):
        moves[0], moves[1], number = CLOSE, DRAW, 2
        cards = 0
    # 3 after an announcement one of its cards (PAIR-2)
    elif state[ANNOUNCED] != NONE:
        cards = (8 if rules & KING_LEADS else 12) << 6 * state[ANNOUNCED]
    while cards:
        moves[number] = lowest(cards)
        cards &= cards - 1
        number += 1
    has_trick = state[TRICKS + seat] > 0
    # 4 the leader's turn: pairs, exchange, close
    if state[LED] == NONE and state[ANNOUNCED] == NONE and not (number and moves[0] == CLOSE):
        pairs = queens_to_announce(state, rules)
        while pairs:
            moves[number] = PAIR + lowest(pairs) // 6
            pairs &= pairs - 1
            number += 1
        lowest_trump = 0 if rules & NINES else 1
        if (
            is_open
            and state[HAND + seat] >> lowest_trump & 1
            and state[LEFT] >= (4 if rules & EXCHANGE_EARLY else 2)
            and (has_trick or not rules & EXCHANGE_NEEDS_TRICK)
        ):
            moves[number] = EXCHANGE
            number += 1
        if may_close(state, rules):
            moves[number] = CLOSE
            number += 1
    # 5 declaring out, rightly or not (OUT-2)
    if rules & DECLARED and state[LED] == NONE and (has_trick or state[ANNOUNCED] != NONE):
        moves[number] = OUT
        number += 1
    return number


@helper
def by_standing(points: int, tricks: int) -> int:
    """Game points for beating a side with these card points and tricks (OUT-3)."""
    if tricks == 0:
        return 3
    return 2 if points < 33 else 1


@helper
def end(state: Row, rules: int, seat: int, how: int) -> None:
    """Ends the deal for `seat`: `how` is 1 if it went out, 0 if the other side failed."""
    other = 1 - seat
    closer = state[CLOSER]
    state[WINNER] = seat
    if closer == NONE or (closer == seat and rules & COUNTS_AT_END):
        worth = by_standing(state[POINTS + other], state[TRICKS + other])
    elif closer == seat:
        worth = by_standing(state[CLOSE_POINTS], state[CLOSE_TRICKS])
    elif how and rules & REGULAR:
        worth = by_standing(state[POINTS + other], state[TRICKS + other])
    else:
        tricks = state[TRICKS + seat] if rules & FAIL_AT_END else state[CLOSE_TRICKS]
        worth = 2 if tricks else 3
    state[WORTH] = worth


@helper
def draw(state: Row, winner: int) -> None:
    """Everybody draws, the winner of the trick first (PLAY-4)."""
    last = TALON + state[LEFT] - 1
    state[HAND + winner] |= 1 << state[last]
    state[HAND + 1 - winner] |= 1 << state[last - 1]
    if last - 1 == TALON:
        state[KNOWN + 1 - winner] |= 1 << state[TALON]
    state[last], state[last - 1] = NONE, NONE
    state[LEFT] -= 2


@helper
def call_out(state: Row, rules: int, seat: int) -> None:
    """`seat` says it has 66, rightly or not (OUT-3, OUT-4)."""
    other = 1 - seat
    if state[POINTS + seat] >= 66:
        end(state, rules, seat, 1)
    elif state[CLOSER] != NONE:
        as_winner = 1 if state[CLOSER] == other else 0
        if as_winner:  # what CLOSE-8 would have brought the caller
            end(state, rules, seat, 1)
            state[WINNER] = other
        else:
            end(state, rules, other, 0)
    elif rules & FALSE_TWO_OR_THREE:
        state[WINNER] = other
        state[WORTH] = 2 if state[TRICKS + other] else 3
    else:
        state[WINNER] = other
        state[WORTH] = by_standing(state[POINTS + other], state[TRICKS + other])


@helper
def finish_trick(state: Row, rules: int, reply: int) -> None:
    """The second card of a trick: who wins it, the end of the deal, or drawing."""
    led = state[LED]
    winner = 1 - state[LEADER] if takes(reply, led) else state[LEADER]
    other = 1 - winner
    last = state[HAND] == 0 and state[HAND + 1] == 0
    gain = VALUE[led] + VALUE[reply] + state[PENDING + winner]
    if last and state[CLOSER] == NONE and rules & TEN:
        gain += 10
    state[LED] = NONE
    state[LEADER] = winner
    state[PENDING + winner] = 0
    state[TRICKS + winner] += 1
    state[POINTS + winner] += gain
    has_66 = state[POINTS + winner] >= 66
    if has_66 and (last or not rules & DECLARED):
        end(state, rules, winner, 1)
    elif last and state[CLOSER] != NONE:
        end(state, rules, 1 - state[CLOSER], 0)
    elif last and not rules & TEN:
        end(state, rules, winner, 1)
    elif last and state[POINTS + other] >= 66:
        end(state, rules, other, 1)
    elif last:
        state[WINNER] = DRAWN
        state[WORTH] = 0
    elif (
        state[LEFT]
        and state[CLOSER] == NONE
        and not (rules & CLOSE_BEFORE_DRAW and state[LEFT] >= (4 if rules & CLOSE_EARLY else 2))
    ):
        draw(state, winner)


@kernel("void(int64[::1],int64,int64,int64[::1])")
def play(state: Row, move: int, rules: int, after: Row) -> None:
    """Writes the state after a legal move to `after`."""
    for index in range(WIDTH):
        after[index] = state[index]
    leader = state[LEADER]
    if move < PAIR:
        seat = leader if state[LED] == NONE else 1 - leader
        after[ANNOUNCED] = NONE
        after[HAND + seat] &= ~(1 << move)
        after[KNOWN + seat] &= ~(1 << move)
        if seat == leader:
            after[LED] = move
        else:
            finish_trick(after, rules, move)
    elif move < EXCHANGE:
        worth = 40 if move == PAIR else 20
        after[ANNOUNCED] = move - PAIR
        after[KNOWN + leader] |= 12 << 6 * (move - PAIR)
        if state[TRICKS + leader]:
            after[POINTS + leader] += worth
            if after[POINTS + leader] >= 66 and not rules & DECLARED:
                end(after, rules, leader, 1)
        else:
            after[PENDING + leader] = worth
    elif move == EXCHANGE:
        lowest_trump = 0 if rules & NINES else 1
        after[HAND + leader] ^= 1 << lowest_trump | 1 << state[TALON]
        after[KNOWN + leader] = state[KNOWN + leader] & ~(1 << lowest_trump) | 1 << state[TALON]
        after[TALON] = lowest_trump
    elif move == CLOSE:
        after[CLOSER] = leader
        after[CLOSE_POINTS] = state[POINTS + 1 - leader]
        after[CLOSE_TRICKS] = state[TRICKS + 1 - leader]
    elif move == OUT:
        call_out(after, rules, leader)
    else:
        draw(after, leader)

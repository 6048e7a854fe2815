"""Play with the talon open, all cards known.

Seen from the leader as in `bummerl.search.strict`; `left` talon cards are still there, whose last
one, `turned`, may have been exchanged.  The face-down cards lie in the working memory.  Replies
are free (PLAY-3), so of touching ones - nothing of the leader's or the talon's between them - only
the dearest that wins and the cheapest that loses are tried, except for a king or queen whose
partner may still come and for a trump suit with the card that exchanges.  A pair is announced
whenever one of its cards is led.  Both hold because card points never hurt their owner - but under
`closed_defender=regular` they can (a defender at 66 must go out and may get less than for a failed
close), so there every reply is tried and leads also without announcing.
"""

from __future__ import annotations

from bummerl.search.closed import closing, strict_pairs
from bummerl.search.jit import Row, helper, highest, kernel, lowest
from bummerl.search.layout import (
    CARDS,
    CLOSE_BEFORE_DRAW,
    CLOSE_EARLY,
    CLOSE_NEEDS_TRICK,
    EXCHANGE_EARLY,
    EXCHANGE_NEEDS_TRICK,
    GOOD_LEAD,
    GOOD_REPLY,
    KING_LEADS,
    NINES,
    NODES,
    OUT_AT,
    PAIR_NEEDS_TRICK,
    REGULAR,
    TEN,
    UNDRAWN,
)
from bummerl.search.strict import counting, paired, reply_entry, used_up
from bummerl.search.tables import HIGHER, PAY, QUEENS, STATES, VALUE


@helper
def free_replies(other: int, rest: int, talon: int, card: int, rules: int) -> int:
    """Replies worth trying: those that win the trick, and << 24 those that lose it."""
    winning = other & HIGHER[card]
    if card >= 6:
        winning |= other & 63
    losing = other & ~winning
    if rules & REGULAR:  # card points can hurt
        return winning | losing << 24
    kept_winning, kept_losing = 0, 0
    whole = other | talon
    for shift in range(0, 24, 6):
        cards = other >> shift & 63
        if not cards:
            continue
        if shift == 0 and cards & (1 if rules & NINES else 2):
            kept_winning |= winning & 63
            kept_losing |= losing & 63
            continue
        flag = STATES if whole >> shift & 12 == 12 else 0
        between = (rest | talon) >> shift
        kept_winning |= (reply_entry(winning >> shift, between, flag) & 63) << shift
        kept_losing |= (reply_entry(losing >> shift, between, flag) >> 6 & 63) << shift
    return kept_winning | kept_losing << 24


@helper
def next_lead(left: int, pairs: int) -> int:
    """The card of `left` to lead first: pairs, then dear cards, trumps last."""
    if left & pairs:
        return highest(left & pairs)
    side = left & 0xFFFFC0
    return highest(side) if side else lowest(left)


@helper
def may_close(mine: int, left: int, rules: int) -> int:
    """1 if the leader may close (CLOSE-2, CLOSE-3)."""
    if left < (4 if rules & CLOSE_EARLY else 2):
        return 0
    return 1 if mine > 0 or not rules & CLOSE_NEEDS_TRICK else 0


@helper
def exchanged(lead: int, mine: int, left: int, turned: int, rules: int) -> int:
    """The leader's hand after exchanging; unchanged if he may not (XCHG-1 … XCHG-3)."""
    lowest_trump = 1 if rules & NINES else 2
    if not lead & lowest_trump or left < (4 if rules & EXCHANGE_EARLY else 2):
        return lead
    if mine <= 0 and rules & EXCHANGE_NEEDS_TRICK:
        return lead
    return lead ^ (lowest_trump | 1 << turned)


@helper
def open_pairs(hand: int, mine: int, rules: int) -> int:
    """The cards whose lead announces a pair while the talon is open (PAIR-2, PAIR-4)."""
    if mine <= 0 and rules & PAIR_NEEDS_TRICK:
        return 0
    queens = hand & hand >> 1 & QUEENS
    return queens << 1 if rules & KING_LEADS else queens | queens << 1


@kernel("int64(int64,int64,int64,int64,int64,int64,int64,int64,int64,int64,int64[::1])")
def open_talon(
    lead: int,
    other: int,
    mine: int,
    theirs: int,
    left: int,
    turned: int,
    due: int,
    alpha: int,
    beta: int,
    rules: int,
    memory: Row,
) -> int:
    """Value for the leader with the talon open: exact within (alpha, beta), else a bound.

    With `due` 1 he has just won a trick and both have still to draw, if he does not close first.
    """
    # 1 he wins at most by the other's standing, and loses at most by his own
    high, low = PAY[theirs & 127], -PAY[mine & 127]
    if low >= beta:
        return low
    if high <= alpha:
        return high
    best, floor = low, max(alpha, low)
    beta = min(beta, high)
    # 2 closing before the draw, and the draw
    if due:
        if rules & CLOSE_BEFORE_DRAW and may_close(mine, left, rules):
            best = max(best, closing(lead, other, mine, theirs, floor, beta, rules, memory))
            if best >= beta:
                return best
            floor = max(floor, best)
        lead |= 1 << memory[CARDS + left - 1]
        left -= 2
        if left == 0:
            other |= 1 << turned
            pairs, ten = strict_pairs(rules), rules & TEN
            value = used_up(lead, other, mine, theirs, floor, beta, pairs, ten, memory)
            return max(best, value)
        other |= 1 << memory[CARDS + left]
    memory[NODES] += 1
    # 3 closing, after exchanging where that is possible
    better = exchanged(lead, mine, left, turned, rules)
    if may_close(mine, left, rules):
        best = max(best, closing(better, other, mine, theirs, floor, beta, rules, memory))
        floor = max(floor, best)
        if best >= beta:
            return best
    # 4 the best lead against the best reply; each round is another hand, or without announcing
    hand = better
    up = turned if better == lead else (0 if rules & NINES else 1)
    pairs = open_pairs(hand, mine, rules)
    tried, silent = hand, pairs if rules & REGULAR else 0
    announces, fresh, refuting = 1, 1, 0
    while True:
        if not tried:
            if silent:
                tried, silent, announces = silent, 0, 0
            elif hand != lead:
                if may_close(mine, left, rules):
                    best = max(best, closing(lead, other, mine, theirs, floor, beta, rules, memory))
                    floor = max(floor, best)
                    if best >= beta:
                        return best
                hand, up, tried, announces, fresh = lead, turned, lead, 1, 1
                pairs = open_pairs(hand, mine, rules)
                silent = pairs if rules & REGULAR else 0
            else:
                return best
        card = memory[GOOD_LEAD + left] if fresh else next_lead(tried, pairs)
        fresh = 0
        if not tried >> card & 1:
            card = next_lead(tried, pairs)
        tried &= ~(1 << card)
        standing = mine
        if announces and pairs >> card & 1:
            standing += paired(hand, card) if mine > 0 else -paired(hand, card)
            if standing >= OUT_AT:
                return high
        rest = hand & ~(1 << card)
        both = free_replies(other, rest, memory[UNDRAWN + left] | 1 << up, card, rules)
        winning, losing = both & 0xFFFFFF, both >> 24
        likely = memory[GOOD_REPLY + 24 * left + card]
        worst = high
        while (winning | losing) and worst > floor:
            roof = min(beta, worst)
            reply = highest(winning) if winning else lowest(losing)
            if (winning | losing) >> likely & 1:
                reply = likely
            elif (winning | losing) >> refuting & 1:
                reply = refuting
            kept = other & ~(1 << reply)
            gain = VALUE[card] + VALUE[reply]
            if winning >> reply & 1:
                winning &= kept
                gain += counting(theirs)
                if gain >= OUT_AT:
                    worst = -PAY[standing & 127]
                else:
                    value = -open_talon(
                        kept, rest, gain, standing, left, up, due | 1, -roof, -floor, rules, memory
                    )
                    worst = min(worst, value)
            else:
                losing &= kept
                gain += counting(standing)
                if gain < OUT_AT:
                    value = open_talon(
                        rest, kept, gain, theirs, left, up, due | 1, floor, roof, rules, memory
                    )
                    worst = min(worst, value)
            if worst <= floor:
                refuting = reply
                memory[GOOD_REPLY + 24 * left + card] = reply
        best = max(best, worst)
        floor = max(floor, best)
        if best >= beta:
            memory[GOOD_LEAD + left] = card
            return best

"""What closing is worth, and closed deals whose value is more than won or lost.

A closed deal is a yes/no question (`bummerl.search.strict.leader_succeeds`) as long as success and
failure each have one price.  Where they depend on how the deal ends (`closed_counts=at_end`,
`failed_close_tricks=at_end`, `closed_defender=regular`) `closed_deal` searches for the value.  Its
`terms` are four fields of one integer: how pairs may be announced, ``<< 3`` game points of success
(0: by the standing at the end), ``<< 5`` those of failure (0: 2 or 3 by the tricks at the end),
``<< 7`` 1 if a defender who goes out scores by the closer's standing.
"""

from __future__ import annotations

from bummerl.search.jit import Row, count, helper, highest, kernel, lowest
from bummerl.search.layout import (
    COUNTS_AT_END,
    FAIL_AT_END,
    KING_LEADS,
    NODES,
    OUT_AT,
    PAIR_AFTER_TALON,
    PAIR_NEEDS_TRICK,
    REGULAR,
)
from bummerl.search.strict import (
    best_pair,
    counting,
    leader_succeeds,
    leads,
    paired,
    replies,
    slot,
    sure,
)
from bummerl.search.tables import HIGHER, PAY, SHIFT, SUIT, VALUE


@helper
def strict_pairs(rules: int) -> int:
    """How pairs may be announced in strict play (`bummerl.search.strict`)."""
    if not rules & PAIR_AFTER_TALON:
        return 0
    return (2 if rules & KING_LEADS else 1) + (4 if rules & PAIR_NEEDS_TRICK else 0)


@helper
def closing_terms(rules: int, standing: int) -> int:
    """The terms when the closer's opponent has this standing at the close."""
    success = 0 if rules & COUNTS_AT_END else PAY[standing & 127]
    failure = 0 if rules & FAIL_AT_END else (2 if standing > 0 else 3)
    return strict_pairs(rules) | success << 3 | failure << 5 | (128 if rules & REGULAR else 0)


@helper
def failure(defender: int, terms: int) -> int:
    """Game points that a failed close brings a defender with this standing (CLOSE-7)."""
    if terms >> 5 & 3:
        return terms >> 5 & 3
    return 2 if defender > 0 else 3


@helper
def out_value(mine: int, theirs: int, closes: int, terms: int) -> int:
    """Game points of going out in a closed deal, with these standings; `closes`: as the closer."""
    if closes:
        return terms >> 3 & 3 if terms >> 3 & 3 else PAY[theirs & 127]
    if terms & 128:
        return PAY[theirs & 127]
    return failure(mine, terms)


@helper
def any_reply(other: int, card: int) -> int:
    """All legal replies, as `bummerl.search.strict.replies` gives those worth trying."""
    follow = other & SUIT[card]
    if follow & HIGHER[card]:
        return follow & HIGHER[card] | 1 << 24
    if follow:
        return follow
    return other & 63 | 1 << 24 if other & 63 else other


@kernel("int64(int64,int64,int64,int64,int64,int64,int64,int64,int64[::1])")
def closed_deal(
    lead: int,
    other: int,
    mine: int,
    theirs: int,
    closes: int,
    alpha: int,
    beta: int,
    terms: int,
    memory: Row,
) -> int:
    """Value for the leader of a closed deal: exact within (alpha, beta), else a bound.

    Under `closed_defender=regular` card points can hurt, so every card is tried, and the defender
    may keep a pair unannounced.
    """
    # 1 all cards played: the closer has failed
    memory[NODES] += 1
    if lead == 0:
        return -failure(theirs, terms) if closes else failure(mine, terms)
    # 2 how much the closer can win, and what the leader can cash
    pairs, regular = terms & 3, terms & 128
    now = pairs if mine > 0 or not terms & 4 else 0
    high = out_value(mine, theirs, 1, terms) if closes else 3
    low = -3 if closes else -out_value(theirs, mine, 1, terms)
    if low >= beta:
        return low
    if high <= alpha:
        return high
    cash = sure(lead, other)
    base = counting(mine) + (cash >> 4) + best_pair(lead, now)
    if (cash & 15 or mine > 0) and base >= OUT_AT:
        if closes:
            return high
        if not regular and (mine > 0 or terms >> 5 & 3):
            return failure(mine, terms)
    alpha, beta = max(alpha, low), min(beta, high)
    # 3 known from before
    key = lead | other << 24 | (mine & 127) << 48 | (theirs & 127) << 55
    kind = 2 + 2 * terms + closes
    place = -1
    if count(lead) >= 3:
        place = slot(lead, other, mine, theirs, kind)
        word = memory[place + 1]
        if memory[place] == key and word >> 6 == kind:
            lower, upper = (word & 7) - 3, (word >> 3 & 7) - 3
            if lower >= beta or lower == upper:
                return lower
            if upper <= alpha:
                return upper
    # 4 the best lead against the best reply
    tried = lead if regular else leads(lead, other, pairs)
    tried = (tried | tried >> 24) & 0xFFFFFF
    silent = lead if regular and not closes else 0  # tried again, without announcing
    best, floor = low, alpha
    announces = 1
    while tried or silent:
        if not tried:
            announces, tried, silent = 0, silent, 0
        card = highest(tried)
        tried &= ~(1 << card)
        standing = mine
        worth = paired(lead, card) if now and (now == 1 or card - SHIFT[card] == 3) else 0
        if worth and announces:
            standing += worth if mine > 0 else -worth
        elif not announces and not worth:
            continue
        rest = lead & ~(1 << card)
        answers = any_reply(other, card) if regular else replies(other, rest, card, pairs)
        taken = answers >> 24
        answers &= 0xFFFFFF
        worst = high
        if standing >= OUT_AT:
            worst, answers = out_value(standing, theirs, closes, terms), 0
        while answers and worst > floor:
            reply = highest(answers) if taken else lowest(answers)
            answers &= ~(1 << reply)
            gain = VALUE[card] + VALUE[reply]
            kept = other & ~(1 << reply)
            roof = min(beta, worst)
            if taken:
                gain += counting(theirs)
                if gain >= OUT_AT:
                    value = -out_value(gain, standing, 1 - closes, terms)
                else:
                    value = -closed_deal(
                        kept, rest, gain, standing, 1 - closes, -roof, -floor, terms, memory
                    )
            else:
                gain += counting(standing)
                if gain >= OUT_AT:
                    value = out_value(gain, theirs, closes, terms)
                else:
                    value = closed_deal(
                        rest, kept, gain, theirs, closes, floor, roof, terms, memory
                    )
            worst = min(worst, value)
        best = max(best, worst)
        floor = max(floor, best)
        if best >= beta:
            break
    # 5 remember it
    if place >= 0:
        lower = best if best > alpha else low
        upper = best if best < beta else high
        memory[place] = key
        memory[place + 1] = kind << 6 | (lower + 3) | (upper + 3) << 3
    return best


@kernel("int64(int64,int64,int64,int64,int64,int64,int64,int64[::1])")
def closing(
    lead: int, other: int, mine: int, theirs: int, alpha: int, beta: int, rules: int, memory: Row
) -> int:
    """Value for the leader of closing now, but -3 where it fails and so is never best.

    A close that fails costs at least what not closing can cost, -PAY of the own standing, unless
    the failure is priced at the end or by the closer's card points.
    """
    terms = closing_terms(rules, theirs)
    high = PAY[theirs & 127]
    if not rules & REGULAR and (theirs > 0 or not rules & FAIL_AT_END):
        if not leader_succeeds(lead, other, mine, theirs, 1, terms & 7, memory):
            return -3
        if not rules & COUNTS_AT_END or high == 1:
            return high
    return closed_deal(lead, other, mine, theirs, 1, alpha, beta, terms, memory)

"""Strict play: the talon is closed or used up (PLAY-5), all cards known.

Everything is seen from the leader: `lead` and `other` are the hands, `mine` and `theirs` the
standings (`bummerl.search.layout`), `pairs` says how pairs may be announced (0: not, 1: leading
either card, 2: the king; 4 more: only with a trick).  The lead decides who wins the trick, so of
touching cards few must be tried (`bummerl.search.tables`), and a leader who can cash his way to 66
need not be searched.
"""

from __future__ import annotations

from bummerl.search.jit import Row, count, helper, highest, kernel, lowest
from bummerl.search.layout import ENTRIES, NODES, OUT_AT, TABLE
from bummerl.search.tables import (
    HIGHER,
    LEADS,
    MINE,
    PAY,
    QUEENS,
    REPLIES,
    SHIFT,
    STATES,
    SUIT,
    SUMS,
    VALUE,
    YOURS,
)


@helper
def counting(standing: int) -> int:
    """A side's standing once it has a trick: what was pending counts (PAIR-3)."""
    return standing if standing > 0 else 1 - standing


@helper
def lead_entry(cards: int, against: int, flag: int) -> int:
    """The entry of `LEADS` for the cards of one suit."""
    # the mask changes nothing, but tells the compiler that the index is not negative
    return LEADS[flag + MINE[cards & 63] + YOURS[against & 63] & 8191]


@helper
def reply_entry(cards: int, between: int, flag: int) -> int:
    """The entry of `REPLIES` for the cards of one suit."""
    return REPLIES[flag + MINE[cards & 63] + YOURS[between & 63] & 8191]


@helper
def leads(lead: int, other: int, pairs: int) -> int:
    """Leads worth trying: those that win the trick, and << 24 those that lose it."""
    flag = 2 * pairs * STATES
    side = flag + STATES if other & 63 else flag
    entry = lead_entry(lead, other, flag)
    won, lost = entry & 63, entry >> 6 & 63
    for shift in range(6, 24, 6):
        entry = lead_entry(lead >> shift, other >> shift, side)
        won |= (entry & 63) << shift
        lost |= (entry >> 6 & 63) << shift
    return won | lost << 24


@helper
def sure(lead: int, other: int) -> int:
    """Tricks the leader can surely cash, and << 4 the card points they surely bring."""
    entry = lead_entry(lead, other, 0) >> 12
    drawn = (entry & 15) >= count(other & 63)
    flag = 0 if drawn else STATES
    total = entry + (lead_entry(lead >> 6, other >> 6, flag) >> 12)
    total += lead_entry(lead >> 12, other >> 12, flag) >> 12
    total += lead_entry(lead >> 18, other >> 18, flag) >> 12
    return total


@helper
def replies(other: int, rest: int, card: int, pairs: int) -> int:
    """Replies worth trying, and << 24 a 1 if they win the trick; `rest`: the leader's other cards.

    With `pairs` a held pair is kept apart, as one of its cards may be worth keeping.
    """
    shift = SHIFT[card]
    follow = other & SUIT[card]
    beating = follow & HIGHER[card]
    if beating or follow:
        cards = (beating if beating else follow) >> shift & 63
        wins = 1 if beating else 0
    elif card >= 6 and other & 63:
        shift, cards, wins = 0, other & 63, 1
    else:
        kept = 0
        for side in range(0, 24, 6):
            cards = other >> side & 63
            if cards:
                flag = STATES if pairs and cards & 12 == 12 else 0
                entry = reply_entry(cards, rest >> side, flag)
                kept |= (entry >> 6 & 63) << side
        return kept
    flag = STATES if pairs and cards & 12 == 12 else 0
    entry = reply_entry(cards, rest >> shift, flag)
    return (entry & 63) << shift | 1 << 24 if wins else (entry >> 6 & 63) << shift


@helper
def best_pair(hand: int, pairs: int) -> int:
    """Card points of the dearest pair of a hand."""
    queens = hand & hand >> 1 & QUEENS
    if not pairs or not queens:
        return 0
    return 40 if queens & 4 else 20


@helper
def all_pairs(hand: int, pairs: int) -> int:
    """Card points of all pairs of a hand."""
    queens = hand & hand >> 1 & QUEENS
    if not pairs or not queens:
        return 0
    return 20 * count(queens) + (20 if queens & 4 else 0)


@helper
def slot(lead: int, other: int, mine: int, theirs: int, kind: int) -> int:
    """Index of a position's entry in the transposition table."""
    mixed = lead * 2654435761 ^ other * 2246822519
    mixed ^= ((mine & 127) + 128 * (theirs & 127) + 16384 * kind) * 3266489917
    return TABLE + 2 * ((mixed >> 20 ^ mixed >> 35) & ENTRIES - 1)


@helper
def paired(lead: int, card: int) -> int:
    """Card points of announcing the pair that `card` belongs to; 0 if it is none."""
    shift = SHIFT[card]
    if lead >> shift & 12 == 12 and 12 << shift >> card & 1:
        return 40 if card < 6 else 20
    return 0


@helper
def pair_cards(hand: int) -> int:
    """Kings and queens of the pairs in a hand."""
    queens = hand & hand >> 1 & QUEENS
    return queens | queens << 1


@helper
def next_lead(won: int, lost: int, pairs: int) -> int:
    """The lead to try first: pairs, then dear winners, then cheap losers; trumps last."""
    if (won | lost) & pairs:
        return highest((won | lost) & pairs)
    if won:
        return highest(won & 0xFFFFC0 if won & 0xFFFFC0 else won)
    return lowest(lost & 0xFFFFC0 if lost & 0xFFFFC0 else lost)


@kernel("int64(int64,int64,int64,int64,int64,int64,int64[::1])")
def leader_succeeds(
    lead: int, other: int, mine: int, theirs: int, closes: int, pairs: int, memory: Row
) -> int:
    """1 if the leader gets what he wants in a closed deal.

    With `closes` 1 he is the closer and wants 66; with 0 he is the other and wants to prevent it.
    What the deal is worth does not matter here.
    """
    # 1 all cards played without 66
    memory[NODES] += 1
    if lead == 0:
        return 1 - closes
    now = pairs & 3 if mine > 0 or pairs < 4 else 0
    # 2 what the leader can cash, and what is left for the closer at most
    cash = sure(lead, other)
    tricks, points = cash & 15, cash >> 4
    base = counting(mine)
    if (tricks or mine > 0) and base + points + best_pair(lead, now) >= OUT_AT:
        return 1
    cards = lead | other
    total = SUMS[cards & 4095] + SUMS[cards >> 12]
    if closes:
        if base + total + all_pairs(lead, pairs) < OUT_AT:
            return 0
    else:
        base = counting(theirs)
        if base + total - points + all_pairs(other, pairs) < OUT_AT:
            return 1
    # 2 known from before
    key = lead | other << 24 | (mine & 127) << 48 | (theirs & 127) << 55
    place = -1
    if count(lead) >= 3:
        place = slot(lead, other, mine, theirs, 1 + closes)
        if memory[place] == key and memory[place + 1] >> 1 == 1 + closes:
            return memory[place + 1] & 1
    # 3 one lead must work against every reply
    tried = leads(lead, other, pairs & 3)
    won, lost = tried & 0xFFFFFF, tried >> 24
    result = 0
    held = pair_cards(lead) if now else 0
    while won | lost:
        card = next_lead(won, lost, held)
        won &= ~(1 << card)
        lost &= ~(1 << card)
        standing = mine
        if now and paired(lead, card) and (now == 1 or card - SHIFT[card] == 3):
            standing += paired(lead, card) if mine > 0 else -paired(lead, card)
            if standing >= OUT_AT:
                result = 1
                break
        rest = lead & ~(1 << card)
        answers = replies(other, rest, card, pairs)
        taken = answers >> 24
        answers &= 0xFFFFFF
        works = 1
        while answers and works:
            reply = highest(answers) if taken else lowest(answers)
            answers &= ~(1 << reply)
            gain = VALUE[card] + VALUE[reply]
            kept = other & ~(1 << reply)
            if taken:
                gain += counting(theirs)
                if gain >= OUT_AT:
                    works = 0
                elif not rest:
                    works = 1 - closes  # all cards played without 66
                else:
                    works = 1 - leader_succeeds(
                        kept, rest, gain, standing, 1 - closes, pairs, memory
                    )
            else:
                gain += counting(standing)
                if gain < OUT_AT and not rest:
                    works = 1 - closes
                elif gain < OUT_AT:
                    works = leader_succeeds(rest, kept, gain, theirs, closes, pairs, memory)
        if works:
            result = 1
            break
    # 4 remember it
    if place >= 0:
        memory[place] = key
        memory[place + 1] = 2 * (1 + closes) + result
    return result


@helper
def last_trick(card: int, reply: int, mine: int, theirs: int, ten: int) -> int:
    """Value for the leader of the last trick of a used-up talon (LAST-1, LAST-2)."""
    gain = VALUE[card] + VALUE[reply] + (10 if ten else 0)
    if HIGHER[card] >> reply & 1 or (reply < 6 <= card):
        gain += counting(theirs)
        if gain >= OUT_AT or not ten:
            return -PAY[mine & 127]
        return PAY[gain] if mine >= OUT_AT else 0
    gain += counting(mine)
    if gain >= OUT_AT or not ten:
        return PAY[theirs & 127]
    return -PAY[gain] if theirs >= OUT_AT else 0


@kernel("int64(int64,int64,int64,int64,int64,int64,int64,int64,int64[::1])")
def used_up(
    lead: int,
    other: int,
    mine: int,
    theirs: int,
    alpha: int,
    beta: int,
    pairs: int,
    ten: int,
    memory: Row,
) -> int:
    """Value for the leader when the talon is used up: exact within (alpha, beta), else a bound."""
    # 1 he wins at most by the other's standing, and loses at most by his own
    memory[NODES] += 1
    high, low = PAY[theirs & 127], -PAY[mine & 127]
    if low >= beta:
        return low
    if high <= alpha:
        return high
    if lead & lead - 1 == 0:
        return last_trick(lowest(lead), lowest(other), mine, theirs, ten)
    now = pairs & 3 if mine > 0 or pairs < 4 else 0
    # 2 cashing to 66, or to the last trick
    cash = sure(lead, other)
    tricks = cash & 15
    base = counting(mine) + (cash >> 4)
    if tricks or mine > 0:
        base += best_pair(lead, now)
        whole = tricks == count(lead)
        if base >= OUT_AT or (whole and (not ten or base + 10 >= OUT_AT)):
            return high
    alpha, beta = max(alpha, low), min(beta, high)
    # 3 known from before
    key = lead | other << 24 | (mine & 127) << 48 | (theirs & 127) << 55
    place = -1
    if count(lead) >= 3:
        place = slot(lead, other, mine, theirs, 0)
        word = memory[place + 1]
        if memory[place] == key and word >> 6 == 1:
            lower, upper = (word & 7) - 3, (word >> 3 & 7) - 3
            if lower >= beta or lower == upper:
                return lower
            if upper <= alpha:
                return upper
    # 4 the best lead against the best reply
    tried = leads(lead, other, pairs & 3)
    won, lost = tried & 0xFFFFFF, tried >> 24
    best = low
    floor = alpha
    held = pair_cards(lead) if now else 0
    while won | lost:
        card = next_lead(won, lost, held)
        won &= ~(1 << card)
        lost &= ~(1 << card)
        standing = mine
        if now and paired(lead, card) and (now == 1 or card - SHIFT[card] == 3):
            standing += paired(lead, card) if mine > 0 else -paired(lead, card)
            if standing >= OUT_AT:
                best = high
                break
        rest = lead & ~(1 << card)
        answers = replies(other, rest, card, pairs)
        taken = answers >> 24
        answers &= 0xFFFFFF
        worst = high
        while answers and worst > floor:
            reply = highest(answers) if taken else lowest(answers)
            answers &= ~(1 << reply)
            gain = VALUE[card] + VALUE[reply]
            kept = other & ~(1 << reply)
            roof = min(beta, worst)
            if taken:
                gain += counting(theirs)
                if gain >= OUT_AT:
                    worst = -PAY[standing & 127]
                elif not rest & rest - 1:
                    value = -last_trick(lowest(kept), lowest(rest), gain, standing, ten)
                    worst = min(worst, value)
                else:
                    value = -used_up(kept, rest, gain, standing, -roof, -floor, pairs, ten, memory)
                    worst = min(worst, value)
            else:
                gain += counting(standing)
                if gain < OUT_AT and not rest & rest - 1:
                    value = last_trick(lowest(rest), lowest(kept), gain, theirs, ten)
                    worst = min(worst, value)
                elif gain < OUT_AT:
                    value = used_up(rest, kept, gain, theirs, floor, roof, pairs, ten, memory)
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
        memory[place + 1] = 64 | (lower + 3) | (upper + 3) << 3
    return best

"""Closed deals for a seat that does not see the other hand.

Averaging exact values lets the seat to move see the other hand from its next card on, so it thinks
closes safe that need a guess.  Here it must play one way as long as the cards on the table are the
same: its card is the best on average over the hands that could have been played so.  The other seat
sees everything and always finds the reply that hurts most, so the result is what one can count
on, a little less than what one may hope for.  The seat draws no conclusion from *which* of its
possible cards the other plays: the "best defence" model of Frank and Basin (Artificial
Intelligence 100, 1998), with own choices made node by node.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from bummerl.search.closed import closed_deal, closing_terms, failure, out_value
from bummerl.search.jit import Reals, Row, helper, kernel, lowest
from bummerl.search.layout import (
    CLOSE_POINTS,
    CLOSE_TRICKS,
    CLOSER,
    HAND,
    LEADER,
    LED,
    MEMORY,
    NONE,
    OUT_AT,
    PENDING,
    POINTS,
    TRICKS,
)
from bummerl.search.pack import Integers
from bummerl.search.solving import standing
from bummerl.search.strict import counting, pair_cards, paired
from bummerl.search.tables import SHIFT, VALUE
from bummerl.search.transition import duty, takes
from bummerl.search.worlds import Floats

LEVELS: Final = 16
"""Two for each of six tricks, and what the last ones write to."""

# what a level of `lists` holds, an entry for each hand
HANDS: Final = 0
PARENTS: Final = 1
"""Where the hand stands in the level above."""
DUTIES: Final = 2
"""The cards it may play."""
RESULTS: Final = 3
"""Game points for the seat that sees nothing."""
LISTS: Final = 4


@helper
def announced_points(hand: int, card: int, standing: int, pairs: int) -> int:
    """Card points that leading `card` from `hand` announces."""
    now = pairs & 3 if standing > 0 or not pairs & 4 else 0
    return paired(hand, card) if now == 1 or (now == 2 and card - SHIFT[card] == 3) else 0


@helper
def may_keep_still(closes: int, terms: int) -> int:
    """1 if a side may do better without announcing: `closed_defender=regular`, as the defender."""
    return 1 if terms & 128 and not closes else 0


@helper
def end_points(mine: int, theirs: int, closes: int, terms: int) -> int:
    """Game points for the first when somebody is out or all cards are played."""
    if mine >= OUT_AT:
        return out_value(mine, theirs, closes, terms)
    if theirs >= OUT_AT:
        return -out_value(theirs, mine, 1 - closes, terms)
    return -failure(theirs, terms) if closes else failure(mine, terms)


@kernel(
    "void(int64,int64,int64,int64,int64,int64,int64,int64,int64,float64[::1],int64[:,:,::1],"
    "float64[:,::1],int64[::1])"
)
def blind(
    level: int,
    size: int,
    hand: int,
    mine: int,
    theirs: int,
    led: int,
    leads: int,
    closes: int,
    terms: int,
    worth: Reals,
    lists: Any,
    weights: Any,
    memory: Row,
) -> None:
    """Writes what `hand` gets against each hand listed at `level` to the results there.

    `leads` 1: it leads, or has led `led`; 0: the other leads, or has led `led`.  `hand` and the
    listed hands are those without the card led.  `worth` is the value of -3 … 3 game points.
    """
    hands, duties, results = lists[level, HANDS], lists[level, DUTIES], lists[level, RESULTS]
    below, nothing = level + 1, min(led, NONE)
    # 1 the deal is over
    if led == NONE and (hand == 0 or mine >= OUT_AT or theirs >= OUT_AT):
        points = end_points(mine, theirs, closes, terms)
        for i in range(size):
            results[i] = points
        return
    # 2 one hand only: nothing is hidden
    if led == NONE and size == 1:
        if leads:
            points = closed_deal(hand, hands[0], mine, theirs, closes, -3, 3, terms, memory)
        else:
            points = -closed_deal(hands[0], hand, theirs, mine, 1 - closes, -3, 3, terms, memory)
        results[0] = points
        return
    # 3 a card of one's own: that which is best on average
    if (led == NONE) == (leads == 1):
        options, most = hand if leads else duty(hand, led), -1.0
        silent = pair_cards(hand) if leads and may_keep_still(closes, terms) else 0
        for i in range(size):
            lists[below, HANDS, i] = hands[i]
            weights[below, i] = weights[level, i]
        while options or silent:
            card, announces = lowest(options or silent), 1 if options else 0
            if announces:
                options &= options - 1
            else:
                silent &= silent - 1
            rest = hand & ~(1 << card)
            if leads:
                calls = announced_points(hand, card, mine, terms & 7) if announces else 0
                own = mine + (calls if mine > 0 else -calls)
                if own >= OUT_AT:
                    card = nothing
                blind(below, size, rest, own, theirs, card, leads, closes, terms, worth, lists,
                      weights, memory)  # fmt: skip
            else:
                took, gain = takes(card, led), VALUE[led] + VALUE[card]
                own = gain + counting(mine) if took else mine
                other = theirs if took else gain + counting(theirs)
                blind(below, size, rest, own, other, nothing, took, closes, terms, worth, lists,
                      weights, memory)  # fmt: skip
            total = 0.0
            for i in range(size):
                total += weights[level, i] * worth[lists[below, RESULTS, i] + 3]
            if total > most:
                most = total
                for i in range(size):
                    results[i] = lists[below, RESULTS, i]
        return
    # 4 a card of the other's: in each hand that which hurts most; an announcement is heard
    cards = 0
    for i in range(size):
        duties[i] = duty(hands[i], led) if leads else hands[i]
        cards |= duties[i]
        results[i] = 3
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        for calls in range(0, 20 if leads else 60, 20):
            count = 0
            for i in range(size):
                if not duties[i] >> card & 1:
                    continue
                called = 0 if leads else announced_points(hands[i], card, theirs, terms & 7)
                if called != calls and (calls or not may_keep_still(1 - closes, terms)):
                    continue
                lists[below, HANDS, count] = hands[i] & ~(1 << card)
                lists[below, PARENTS, count] = i
                weights[below, count] = weights[level, i]
                count += 1
            if count == 0:
                continue
            if leads:
                took, gain = 1 - takes(card, led), VALUE[led] + VALUE[card]
                own = gain + counting(mine) if took else mine
                other = theirs if took else gain + counting(theirs)
                blind(below, count, hand, own, other, nothing, took, closes, terms, worth, lists,
                      weights, memory)  # fmt: skip
            else:
                other = theirs + (calls if theirs > 0 else -calls)
                lead = nothing if other >= OUT_AT else card
                blind(below, count, hand, mine, other, lead, leads, closes, terms, worth, lists,
                      weights, memory)  # fmt: skip
            for i in range(count):
                parent = lists[below, PARENTS, i]
                results[parent] = min(results[parent], lists[below, RESULTS, i])


class Blindfold:
    """Values closed deals under one set of rules, with memory of its own.

    `rules` are packed, as `bummerl.search.pack.pack_rules` gives them.
    """

    def __init__(self, rules: int) -> None:
        self._rules = rules
        self._memory = np.zeros(MEMORY, np.int64)
        self._lists = np.zeros((LEVELS, LISTS, 1), np.int64)
        self._weights = np.zeros((LEVELS, 1))

    def points(
        self, state: Integers, seat: int, hands: Integers, weights: Floats, worth: Floats
    ) -> Integers:
        """Game points that `seat` gets against each of the other's `hands`, playing blindfold.

        `state` is closed and running, and holds anything as the other's hand; no announced pair
        waits for its card in it.
        """
        size, other = len(hands), 1 - seat
        if self._weights.shape[1] < size:
            self._lists = np.zeros((LEVELS, LISTS, size), np.int64)
            self._weights = np.zeros((LEVELS, size))
        self._lists[0, HANDS, :size] = hands
        self._weights[0, :size] = weights
        mine, theirs = (
            standing(state[POINTS + side], state[TRICKS + side], state[PENDING + side])
            for side in (seat, other)
        )
        at_close = standing(state[CLOSE_POINTS], state[CLOSE_TRICKS], 0)
        blind(
            0,
            size,
            state[HAND + seat],
            mine,
            theirs,
            state[LED],
            int(state[LEADER] == seat),
            int(state[CLOSER] == seat),
            closing_terms(self._rules, at_close),
            worth,
            self._lists,
            self._weights,
            self._memory,
        )
        return self._lists[0, RESULTS, :size].copy()

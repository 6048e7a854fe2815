"""How people who play well choose, roughly: a log-linear model of single decisions.

Every option of a decision has features that whoever decides can see; its *score* is the sum of
their weights at this stage of the deal, and the chance that it is chosen goes with the exponential
of its score.  Three kinds of decisions are modelled: the card to lead, the card to reply, and
whether to close.  The weights were fitted to games of our own strong player (tools/fit_policy.py).

This is the search's model of any player: what the opponent's moves tell about his hand
(`bummerl.search.inference`), what he does in a tree and how play may go on below it
(`bummerl.search.tree`).  Another policy takes its place by giving the same answers: `card_scores`,
and features of closing to `score`.

All cards are masks with suits relabelled; points are card points.
"""

from __future__ import annotations

import functools
import json
import math
from importlib import resources
from typing import Final

import numpy as np
import numpy.typing as npt

from bummerl.search.jit import Reals, Row, count, helper, kernel, lowest
from bummerl.search.layout import NONE
from bummerl.search.strict import pair_cards
from bummerl.search.tables import HIGHER, QUEENS, SHIFT, SUIT, VALUE
from bummerl.search.transition import takes

Floats = npt.NDArray[np.float64]

STAGES: Final = 7
"""Talon of 8 or more, 6, 4, 2; closed by oneself, by the other; used up."""

LEAD: Final = 0
"""Where the weights of a stage for leads begin."""
REPLY: Final = 40
CLOSING: Final = REPLY + 72
WEIGHTS: Final = CLOSING + 72
"""Weights of one stage."""
ACTIVE: Final = 9
"""Most features that one option has."""
OPTIONS: Final = 6
"""Most cards to choose from."""


@functools.cache
def shipped_policy() -> Floats:
    """The weights that come with the package, for the kernels; all stages in one row."""
    text = resources.files("bummerl.search").joinpath("data/policy.json").read_text("utf-8")
    policy: Floats = np.array(json.loads(text)["weights"], np.float64).reshape(-1)
    assert policy.shape == (STAGES * WEIGHTS,)
    return policy


@helper
def stage_of(left: int, closer: int, seat: int) -> int:
    """The stage of the deal for a seat."""
    if closer != NONE:
        return 4 if closer == seat else 5
    if left == 0:
        return 6
    return max(0, 4 - (left >> 1)) if left < 8 else 0


@helper
def lead_features(card: int, hand: int, unseen: int, own: int, pairs: int, features: Row) -> int:
    """Writes the features of leading a card; their number.  `pairs`: cards that announce."""
    trump = 1 if card < 6 else 0
    shift = SHIFT[card]
    higher = count(unseen & HIGHER[card])
    length = count(hand & SUIT[card])
    lower = count(unseen & SUIT[card] & ~HIGHER[card])
    features[0] = LEAD + 2 * (card - shift) + trump
    features[1] = LEAD + 12 + 2 * min(higher, 3) + trump
    features[2] = LEAD + 20 + min(length, 4) - 1
    features[3] = LEAD + 24 + min(lower, 3)
    number = 4
    if pairs >> card & 1:
        features[number] = LEAD + 29 if trump else LEAD + 28
        number += 1
    elif 12 << shift >> card & 1:
        partner = (12 << shift) & ~(1 << card)
        if hand & partner:
            features[number] = LEAD + 30
            number += 1
        elif unseen & partner:
            features[number] = LEAD + 32 if trump else LEAD + 31
            number += 1
    if higher == 0 and not trump:
        features[number] = LEAD + 33 if unseen & 63 else LEAD + 34
        number += 1
    if higher == 0 and own + VALUE[card] + 3 >= 66:
        features[number] = LEAD + 35
        number += 1
    return number


@helper
def reply_features(
    card: int, led: int, hand: int, unseen: int, own: int, other: int, features: Row
) -> int:
    """Writes the features of replying with a card; their number."""
    trump = 1 if card < 6 else 0
    shift = SHIFT[card]
    wins = takes(card, led)
    how = 0 if not wins else (1 if SHIFT[led] == shift else 2)
    gain = VALUE[card] + VALUE[led]
    features[0] = REPLY + 12 * how + 2 * (card - shift) + trump
    features[1] = REPLY + 36 + 6 * how + led - SHIFT[led]
    number = 2
    if wins and own + gain >= 66:
        features[number] = REPLY + 54
        number += 1
    if not wins and other + gain >= 66:
        features[number] = REPLY + 55
        number += 1
    if 12 << shift >> card & 1:
        partner = (12 << shift) & ~(1 << card)
        if hand & partner:
            features[number] = REPLY + 57 if trump else REPLY + 56
            number += 1
        elif unseen & partner:
            features[number] = REPLY + 59 if trump else REPLY + 58
            number += 1
    if not unseen & HIGHER[card]:
        features[number] = REPLY + 61 if wins else REPLY + 60
        number += 1
    if wins and pair_cards(hand & ~(1 << card)):
        features[number] = REPLY + 62
        number += 1
    if not wins:
        features[number] = REPLY + 63 + min(count(hand & SUIT[card]), 4)
        number += 1
    return number


@helper
def masters(hand: int, unseen: int) -> int:
    """The cards of a hand that nothing unseen of their suit beats."""
    found, left = 0, hand
    while left:
        card = lowest(left)
        left &= left - 1
        if not unseen & HIGHER[card]:
            found |= 1 << card
    return found


@helper
def close_features(
    hand: int, unseen: int, own: int, other: int, tricks: int, pairs: int, features: Row
) -> int:
    """Writes the features of closing; their number.  `tricks`: those of the other side."""
    tops = masters(hand, unseen)
    total, cards = own, hand
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        total += VALUE[card]
    queens = pairs & QUEENS
    worth = 0 if not queens else (2 if queens & 63 else 1)
    total += 20 * worth
    features[0] = CLOSING
    features[1] = CLOSING + 1 + min(count(hand & 63), 5)
    features[2] = CLOSING + 7 + min(count(tops & 63), 3)
    features[3] = CLOSING + 11 + min(count(tops & ~63), 4)
    features[4] = CLOSING + 16 + min(own // 10, 6)
    features[5] = CLOSING + 23 + (0 if tricks == 0 else 1 + min(other // 17, 3))
    features[6] = CLOSING + 28 + worth
    features[7] = CLOSING + 31 + min(count(unseen & 63), 6)
    features[8] = CLOSING + 38 + min(max((total - 20) // 5, 0), 20)
    return 9


@helper
def score(features: Row, number: int, stage: int, policy: Reals) -> float:
    """The sum of the weights of some features."""
    total = 0.0
    for index in range(number):
        total += policy[stage * WEIGHTS + features[index]]
    return total


@kernel(
    "int64(int64,int64,int64,int64,int64,int64,int64,int64,float64[::1],int64[::1],int64[::1],"
    "float64[::1])"
)
def card_scores(
    legal: int,
    led: int,
    hand: int,
    unseen: int,
    own: int,
    other: int,
    pairs: int,
    stage: int,
    policy: Reals,
    features: Row,
    cards: Row,
    scores: Reals,
) -> int:
    """Writes the `legal` cards and their scores; their number.

    `led` is the card to reply to, or `NONE`; `pairs` are the cards whose lead announces.
    """
    size = 0
    while legal and size < OPTIONS:
        card = lowest(legal)
        legal &= legal - 1
        if led == NONE:
            number = lead_features(card, hand, unseen, own, pairs, features)
        else:
            number = reply_features(card, led, hand, unseen, own, other, features)
        cards[size] = card
        scores[size] = score(features, number, stage, policy)
        size += 1
    return size


@helper
def log_chance(scores: Reals, size: int, at: int) -> float:
    """The logarithm of the chance of option `at`."""
    most = scores[0]
    for index in range(1, size):
        most = max(most, scores[index])
    total = 0.0
    for index in range(size):
        total += math.exp(scores[index] - most)
    return scores[at] - most - math.log(total)

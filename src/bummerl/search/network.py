"""How strong players choose: a network that was trained by playing against itself.

Whatever seat is to move, it sees what that seat can see, as a list of facts (`see`), and answers
with a score for every card, one for closing, and one for each result of the deal (`think`).  The
chance of a card goes with the exponential of its score, that of closing is the logistic function
of its own, and cards are chosen as if it had not been closed; who closes chooses his card after it.
A pair is always announced with its card, and the card is chosen before: what is seen after an
announcement is what was seen before it.  Going out, drawing and exchanging go without saying.

``python -m tools.train_network`` trains it, by proximal policy optimisation with an opponent that
is always itself; docs/network.md tells how the shipped ones came about.

A network has two hidden layers of rectified sums.  As facts either hold or not, the first layer is
a sum of as many rows of weights.  It lies in one row of float32: weights, then biases, of the three
layers one after the other; weights by input, then by unit.
"""

from __future__ import annotations

import functools
import math
from importlib import resources
from typing import Final, Protocol, cast, overload

import numpy as np
import numpy.typing as npt

from bummerl.search.jit import Row, helper, kernel, lowest
from bummerl.search.layout import (
    ANNOUNCED,
    CLOSE_POINTS,
    CLOSE_TRICKS,
    CLOSER,
    HAND,
    KNOWN,
    LED,
    LEFT,
    NONE,
    PENDING,
    POINTS,
    TALON,
    TRICKS,
)
from bummerl.search.transition import by_standing, may_close, queens_to_announce

Weights = npt.NDArray[np.float32]


class Singles(Protocol):
    """A row of float32, as kernels see it."""

    @overload
    def __getitem__(self, index: int, /) -> float: ...

    @overload
    def __getitem__(self, index: slice, /) -> Singles: ...

    def __setitem__(self, index: int, value: float, /) -> None:
        """Change one element."""


# facts: where each kind begins
OWN_HAND: Final = 0
"""By card, as all that have 24 places."""
UNSEEN: Final = 24
"""In the other hand or face down."""
KNOWN_THERE: Final = 48
"""In the other hand for certain."""
CARD_LED: Final = 72
TURNED_UP: Final = 96
"""While the talon is open."""
OWN_POINTS: Final = 120
"""0 ... 66, then in steps of `STEP`."""
OTHER_POINTS: Final = 196
TALON_LEFT: Final = 272
"""Pairs of cards, unless it is closed."""
CLOSED_BY: Final = 279
"""Oneself, the other."""
TERMS: Final = 281
"""What the closer gets, 1 ... 3 game points."""
HAS_TRICK: Final = 285
"""Oneself, the other."""
PENDING_HERE: Final = 287
"""20, 40."""
PENDING_THERE: Final = 289
PAIRS: Final = 291
"""Those that may be announced, by suit."""
LEADS: Final = 295
MAY_CLOSE: Final = 296
KNOWN_HERE: Final = 297
"""In the own hand, and the other knows."""
RULES: Final = 321
"""Rule options, by bit."""
INPUTS: Final = 336

OPTIONS: Final = (1 << 12) - 1
"""Rule options that are told: those about play, not how one goes out."""

STEP: Final = 8
NOTHING: Final = cast("float", np.float32(0))
MOST_FACTS: Final = 64
"""More than hold at once."""

# units of the layers
FIRST: Final = 256
SECOND: Final = 64
OUTPUTS: Final = 32

# answers; before them those of the cards
CLOSING: Final = 24
ODDS: Final = 25
"""Scores of -3 ... 3 game points for whoever is to move."""

# where parts of a network begin
BIAS_1: Final = INPUTS * FIRST
LAYER_2: Final = BIAS_1 + FIRST
BIAS_2: Final = LAYER_2 + FIRST * SECOND
LAYER_3: Final = BIAS_2 + SECOND
BIAS_3: Final = LAYER_3 + SECOND * OUTPUTS
SIZE: Final = BIAS_3 + OUTPUTS

ANSWERS: Final = FIRST + SECOND
"""Where the answers lie in `thoughts`, behind the hidden layers."""
THOUGHTS: Final = ANSWERS + OUTPUTS


@functools.cache
def shipped_network(deck: int) -> Weights:
    """The network for packs of 20 or of 24 cards that comes with the package."""
    path = resources.files("bummerl.search").joinpath(f"data/network-{deck}.npy")
    with path.open("rb") as file:
        network: Weights = np.load(file).astype(np.float32)
    assert network.shape == (SIZE,)
    return network


@helper
def add_bits(bits: int, start: int, facts: Row, number: int) -> int:
    """Adds a fact for each card of a mask, or other bit; how many facts there are then."""
    while bits:
        facts[number] = start + lowest(bits)
        bits &= bits - 1
        number += 1
    return number


@helper
def unseen_by(state: Row, seat: int) -> int:
    """Cards in the other hand or face down in the talon."""
    unseen = state[HAND + 1 - seat]
    for index in range(1, state[LEFT]):
        unseen |= 1 << state[TALON + index]
    return unseen


@kernel("int64(int64[::1],int64,int64,int64,int64[::1])")
def see(state: Row, rules: int, seat: int, unseen: int, facts: Row) -> int:
    """Writes the facts that `seat`, which is to move, sees; their number.

    Of the other hand and the talon only `unseen`, the cards there, and what is known are read.
    """
    other, left, closer = 1 - seat, state[LEFT], state[CLOSER]
    hand, said = state[HAND + seat], state[ANNOUNCED]
    pair = 0 if said == NONE else 12 << 6 * said
    announced = 0 if said == NONE else (40 if said == 0 else 20)
    # 1 cards and rules
    number = add_bits(hand, OWN_HAND, facts, 0)
    number = add_bits(unseen, UNSEEN, facts, number)
    number = add_bits(state[KNOWN + other], KNOWN_THERE, facts, number)
    number = add_bits(state[KNOWN + seat] & ~pair, KNOWN_HERE, facts, number)
    number = add_bits(rules & OPTIONS, RULES, facts, number)
    # 2 points, without an announcement just made
    own, points = state[POINTS + seat], min(state[POINTS + other], 66)
    own = min(own - announced if state[TRICKS + seat] else own, 66)
    facts[number] = OWN_POINTS + own
    facts[number + 1] = OWN_POINTS + 67 + own // STEP
    facts[number + 2] = OTHER_POINTS + points
    facts[number + 3] = OTHER_POINTS + 67 + points // STEP
    number += 4
    if state[PENDING + seat] and not announced:
        facts[number] = PENDING_HERE + (1 if state[PENDING + seat] == 40 else 0)
        number += 1
    if state[PENDING + other]:
        facts[number] = PENDING_THERE + (1 if state[PENDING + other] == 40 else 0)
        number += 1
    for side in range(2):
        if state[TRICKS + (other if side else seat)]:
            facts[number] = HAS_TRICK + side
            number += 1
    # 3 the talon
    if closer != NONE:
        facts[number] = CLOSED_BY + (0 if closer == seat else 1)
        facts[number + 1] = TERMS - 1 + by_standing(state[CLOSE_POINTS], state[CLOSE_TRICKS])
        number += 2
    else:
        facts[number] = TALON_LEFT + left // 2
        number += 1
        if left:
            facts[number] = TURNED_UP + state[TALON]
            number += 1
    # 4 what may be done
    if state[LED] != NONE:
        facts[number] = CARD_LED + state[LED]
        return number + 1
    facts[number] = LEADS
    number += 1
    queens = queens_to_announce(state, rules)
    while queens:
        facts[number] = PAIRS + lowest(queens) // 6
        queens &= queens - 1
        number += 1
    if may_close(state, rules):
        facts[number] = MAY_CLOSE
        number += 1
    return number


@kernel("void(int64[::1],int64,float32[::1],float32[::1])")
def answer(facts: Row, number: int, network: Singles, thoughts: Singles) -> None:
    """Writes the answers to so many facts to `thoughts`, behind both hidden layers."""
    hidden, second = thoughts[:FIRST], thoughts[FIRST:ANSWERS]
    answers = thoughts[ANSWERS : ANSWERS + OUTPUTS]
    # 1 the first layer; slices, as indices that are sums are not put into vectors
    row = network[BIAS_1:LAYER_2]
    for unit in range(FIRST):
        hidden[unit] = row[unit]
    for index in range(number):
        start = facts[index] * FIRST
        row = network[start : start + FIRST]
        for unit in range(FIRST):
            hidden[unit] += row[unit]
    for unit in range(FIRST):
        hidden[unit] = max(hidden[unit], NOTHING)
    # 2 the second, four inputs at a time
    row = network[BIAS_2:LAYER_3]
    for unit in range(SECOND):
        second[unit] = row[unit]
    for index in range(0, FIRST, 4):
        a, b, c, d = hidden[index], hidden[index + 1], hidden[index + 2], hidden[index + 3]
        start = LAYER_2 + index * SECOND
        row_a = network[start : start + SECOND]
        row_b = network[start + SECOND : start + 2 * SECOND]
        row_c = network[start + 2 * SECOND : start + 3 * SECOND]
        row_d = network[start + 3 * SECOND : start + 4 * SECOND]
        for unit in range(SECOND):
            second[unit] += a * row_a[unit] + b * row_b[unit] + c * row_c[unit] + d * row_d[unit]
    # 3 the answers
    row = network[BIAS_3:SIZE]
    for unit in range(OUTPUTS):
        answers[unit] = row[unit]
    for index in range(SECOND):
        strength = max(second[index], NOTHING)
        start = LAYER_3 + index * OUTPUTS
        row = network[start : start + OUTPUTS]
        for unit in range(OUTPUTS):
            answers[unit] += strength * row[unit]


@kernel("void(int64[::1],int64,int64,int64,float32[::1],int64[::1],float32[::1])")
def think(
    state: Row, rules: int, seat: int, unseen: int, network: Singles, facts: Row, thoughts: Singles
) -> None:
    """Writes the answers of `seat`, which is to move, to `thoughts`; `facts` is working memory."""
    answer(facts, see(state, rules, seat, unseen, facts), network, thoughts)


@helper
def close_chance(answers: Singles) -> float:
    """The chance of closing where that is allowed."""
    return 1.0 / (1.0 + math.exp(-max(-30.0, answers[CLOSING])))


@helper
def log_sum(cards: int, answers: Singles) -> float:
    """Logarithm of the sum of the exponentials of the scores of some cards."""
    most, left = answers[lowest(cards)], cards
    while left:
        most = max(most, answers[lowest(left)])
        left &= left - 1
    total, left = 0.0, cards
    while left:
        total += math.exp(answers[lowest(left)] - most)
        left &= left - 1
    return most + math.log(total)


@helper
def card_chance(card: int, cards: int, answers: Singles) -> float:
    """The chance of one of the cards that may be played."""
    return math.exp(answers[card] - log_sum(cards, answers))


@helper
def drawn_card(cards: int, answers: Singles, chance: float) -> int:
    """One of the cards, as likely as its chance; `chance` is a number from 0 to 1."""
    total = log_sum(cards, answers)
    card = lowest(cards)
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        chance -= math.exp(answers[card] - total)
        if chance < 0.0:
            break
    return card

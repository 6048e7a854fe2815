"""What training needs in kernels: sums and slopes of the first layer, advantages, the loss.

`order` names records (`tools.selfplay`); of it the places from `start` are worked on, one for each
row of the matrix that is read or written.  Seats' gains are in parts of three game points.
"""

from __future__ import annotations

import math
from typing import Final, Protocol

from bummerl.search.jit import Reals, Row, Rows, helper, kernel, lowest
from bummerl.search.network import CLOSING, ODDS, Singles, close_chance, log_sum
from tools.selfplay import ACTION, CARDS, CLOSABLE, DEAL, RESULT, SEAT


class Matrix(Protocol):
    """Rows of float32, as kernels see them."""

    @property
    def shape(self) -> tuple[int, ...]:
        """Number of rows and their length."""

    def __getitem__(self, index: int, /) -> Singles:
        """A row."""


CLIP: Final = 0.2
"""How far a chance may move from what it was, as a part of it, before it is not pushed on."""
MOST_RATIO: Final = 10.0
NO_DEAL: Final = -1
TINY: Final = 1e-12

# what `policy_slopes` sums up
ENTROPY: Final = 0
DIVERGENCE: Final = 1
"""Logarithm of the chance then over the chance now."""
CLIPPED: Final = 2
SURPRISE: Final = 3
"""Minus the logarithm of the chance that the answers gave the result."""
REPORT: Final = 4


@kernel(
    "void(int64[::1],int64,int64[:,::1],int64[:,::1],int64,float32[:,::1],int64,float32[:,::1])"
)
def add_first_layer(
    order: Row,
    start: int,
    facts: Rows,
    records: Rows,
    size: int,
    weights: Matrix,
    offset: int,
    sums: Matrix,
) -> None:
    """Adds the weights of all facts to the sums of the first layer.

    The field `size` of a record says how many facts there are; their weights begin at `offset`.
    """
    units = weights.shape[1]
    for line in range(sums.shape[0]):
        record, row = order[start + line], sums[line]
        for index in range(records[record, size]):
            some = weights[offset + facts[record, index]]
            for unit in range(units):
                row[unit] += some[unit]


@kernel(
    "void(int64[::1],int64,int64[:,::1],int64[:,::1],int64,float32[:,::1],int64,float32[:,::1])"
)
def add_first_slopes(
    order: Row,
    start: int,
    facts: Rows,
    records: Rows,
    size: int,
    slopes: Matrix,
    offset: int,
    total: Matrix,
) -> None:
    """Adds the slopes by the sums of the first layer to those by its weights, `total`."""
    units = total.shape[1]
    for line in range(slopes.shape[0]):
        record, row = order[start + line], slopes[line]
        for index in range(records[record, size]):
            some = total[offset + facts[record, index]]
            for unit in range(units):
                some[unit] += row[unit]


@kernel("void(int64[:,::1],int64,float32[::1],float64,float32[::1],float32[::1])")
def advantages(
    records: Rows, number: int, values: Singles, trust: float, gains: Singles, aims: Singles
) -> None:
    """How much better each action was than expected, and what the critic should have said.

    Generalised advantage estimation (Schulman, Moritz, Levine, Jordan, Abbeel, "High-dimensional
    continuous control using generalized advantage estimation", 2016), for each seat by itself;
    `trust` weighs what comes after the next decision of the seat.
    """
    deal, later = NO_DEAL, (False, False)
    ahead, gain = (0.0, 0.0), (0.0, 0.0)
    for index in range(number - 1, -1, -1):
        if records[index, DEAL] != deal:
            deal, later = records[index, DEAL], (False, False)
        value, seat = values[index], records[index, SEAT]
        if later[seat]:
            found = ahead[seat] - value + trust * gain[seat]
        else:
            found = records[index, RESULT] / 3.0 - value
        gains[index], aims[index] = found, found + value
        if seat == 0:
            ahead, gain, later = (value, ahead[1]), (found, gain[1]), (True, later[1])
        else:
            ahead, gain, later = (ahead[0], value), (gain[0], found), (later[0], True)


@kernel(
    "void(int64[::1],int64,int64[:,::1],float64[::1],float32[::1],float32[:,::1],float64,float64,"
    "float32[:,::1],float64[::1])"
)
def policy_slopes(
    order: Row,
    start: int,
    records: Rows,
    chances: Reals,
    gains: Singles,
    answers: Matrix,
    entropy: float,
    odds: float,
    slopes: Matrix,
    report: Reals,
) -> None:
    """Writes the slopes of the loss by the answers; adds to the `REPORT` numbers.

    The loss is that of proximal policy optimisation (Schulman, Wolski, Dhariwal, Radford, Klimov,
    2017) with a bonus for entropy, and `odds` times the surprise at the result.
    """
    for line in range(slopes.shape[0]):
        record, said, slope = order[start + line], answers[line], slopes[line]
        for unit in range(slopes.shape[1]):
            slope[unit] = 0.0
        cards, closable = records[record, CARDS], records[record, CLOSABLE]
        action = records[record, ACTION]
        # 1 the pull towards the action
        total = log_sum(cards, said)
        closing = close_chance(said) if closable else 0.0
        staying = 1.0 - closing
        chance = closing if action == CLOSING else staying * math.exp(said[action] - total)
        ratio, gain = chance / chances[record], gains[record]
        clipped = gain * (ratio - 1.0) > CLIP * abs(gain)
        pull = 0.0 if clipped else -gain * min(ratio, MOST_RATIO)
        # 2 by the scores of cards, entropy included
        spread, left = 0.0, cards
        while left:
            log = said[lowest(left)] - total
            spread -= math.exp(log) * log
            left &= left - 1
        left = cards
        while left:
            card = lowest(left)
            left &= left - 1
            log = said[card] - total
            part = math.exp(log)
            slope[card] = entropy * staying * part * (log + spread)
            if action != CLOSING:
                slope[card] += pull * ((1.0 if card == action else 0.0) - part)
        # 3 by the score of closing
        both = staying * spread
        if closable:
            both -= closing * math.log(closing + TINY) + staying * math.log(staying + TINY)
            score = min(30.0, max(-30.0, said[CLOSING]))
            slope[CLOSING] = entropy * closing * staying * (score + spread)
            slope[CLOSING] += pull * (staying if action == CLOSING else -closing)
        # 4 by the scores of results
        result = records[record, RESULT] + 3
        report[SURPRISE] += odds_slopes(said[ODDS:], result, odds, slope[ODDS:])
        report[ENTROPY] += both
        report[DIVERGENCE] += math.log(chances[record] / (chance + TINY))
        report[CLIPPED] += 1.0 if clipped else 0.0


@helper
def odds_slopes(said: Singles, result: int, odds: float, slopes: Singles) -> float:
    """Writes the slopes by the scores of results; the surprise."""
    most, total = said[0], 0.0
    for unit in range(7):
        most = max(most, said[unit])
    for unit in range(7):
        total += math.exp(said[unit] - most)
    for unit in range(7):
        part = math.exp(said[unit] - most) / total
        slopes[unit] = odds * (part - (1.0 if unit == result else 0.0))
    return math.log(total) + most - said[result]

"""How likely each world is, from what the other seat has done so far.

A policy (`bummerl.search.policy`) says how likely every lead, reply, close and missed exchange of
the other seat was, had it held certain cards.  What it held then follows from the world by going
back move by move: played cards return to the hand, and of each draw it is not known which card came
- any that was not seen there before, with the same chance -, so one is taken at random.  The
product of all the chances is the weight of the world (Solinas, Rebstock, Buro, "Improving search
with supervised learning in trick-based card games", AAAI 2019, weigh worlds so).

Moves say less than the policy claims, as players differ: logarithms count `TRUST`, and every
world keeps at least a part of an even share.
"""

from __future__ import annotations

import math
from collections.abc import Set
from typing import TYPE_CHECKING, Final

import numpy as np

from bummerl.cards import Card, mask_of
from bummerl.rules.moves import CLOSE, EXCHANGE, Move, Seat, is_card
from bummerl.rules.recall import retraced
from bummerl.rules.scoring import pair_points
from bummerl.search.guided_play import CARDS, FEATURES, SCRATCH, next_chance
from bummerl.search.jit import Reals, Row, Rows, count, kernel
from bummerl.search.layout import NONE
from bummerl.search.pack import Integers, relabelled_card, relabelled_mask
from bummerl.search.policy import (
    OPTIONS,
    card_scores,
    close_features,
    log_chance,
    score,
    stage_of,
)
from bummerl.search.tables import QUEENS
from bummerl.search.transition import duty
from bummerl.search.worlds import Floats

if TYPE_CHECKING:
    from bummerl.rules.position import Position
    from bummerl.rules.view import View

TRUST: Final = 0.7
"""What the logarithm of a chance counts."""
EVEN_PART: Final = 0.1
"""The part of the weight that all worlds share evenly."""
MISSED_EXCHANGE: Final = -3.0
"""Logarithm of the chance not to exchange where one may."""

PASTS: Final = 4000
"""About how many pasts are looked at, so several for each hand where there are few."""

# fields of an event
KIND: Final = 0
CARD: Final = 1
"""Card played, drawn or got by the exchange."""
BEFORE: Final = 2
"""Of a draw: cards known to have been there before.  Of a play: the card led, or `NONE`."""
AWAY: Final = 3
"""Cards that the other seat knows not to be unseen: gone, on the table or turned up."""
OWN: Final = 4
"""Its card points, and those of its opponent."""
THEIRS: Final = 5
TRICKS: Final = 6
"""Tricks of its opponent."""
STAGE: Final = 7
"""As in `bummerl.search.policy`."""
PAIRS: Final = 8
"""0: pairs may not be announced, 1: leading either card, 2: leading the king."""
CLOSED: Final = 9
"""1: closed in this turn, 0: could have, -1: could not."""
OPEN_STAGE: Final = 10
"""The stage when it could have closed."""
MISSED: Final = 11
"""1: the turned-up card might have been exchanged and was not."""
FIELDS: Final = 12

DRAWS: Final = 0
TAKES: Final = 1
"""The exchange."""
PLAYS: Final = 2


@kernel(
    "void(int64[::1],int64[:,::1],int64,int64,int64,int64,float64[::1],int64[::1],float64[::1],"
    "int64[::1],float64[::1])"
)
def weigh(
    hands: Row,
    events: Rows,
    number: int,
    pack: int,
    low: int,
    strict_from: int,
    policy: Reals,
    scratch: Row,
    scores: Reals,
    source: Row,
    logs: Reals,
) -> None:
    """Writes the logarithm of the chance of the `events`, oldest first, for each hand of today.

    `low`: the lowest trump as a mask; `strict_from`: the first event of strict play.
    """
    features, cards = scratch[FEATURES:], scratch[CARDS:]
    for world in range(hands.shape[0]):
        hand = hands[world]
        total = 0.0
        for index in range(number - 1, -1, -1):
            event = events[index]
            card = event[CARD]
            # 1 a drawn card leaves the hand
            if event[KIND] == DRAWS:
                if card == NONE:
                    choice = hand & ~event[BEFORE]
                    skipped = int(next_chance(source) * count(choice))
                    while skipped:
                        choice &= choice - 1
                        skipped -= 1
                    hand ^= choice & -choice
                else:
                    hand &= ~(1 << card)
                continue
            if event[KIND] == TAKES:
                # where the card is not sure, another trump stands for it
                taken = hand & 1 << card if hand >> card & 1 else hand & 63 & ~low
                hand = hand & ~(taken & -taken) | low
                continue
            # 2 a played card returns: how likely was it?
            hand |= 1 << card
            unseen = pack & ~(hand | event[AWAY])
            led, stage = event[BEFORE], event[STAGE]
            queens = hand & hand >> 1 & QUEENS
            pairs = 0
            if led == NONE and event[PAIRS]:
                pairs = queens << 1 if event[PAIRS] == 2 else queens | queens << 1
            legal = duty(hand, led) if led != NONE and index >= strict_from else hand
            size = card_scores(legal, led, hand, unseen, event[OWN], event[THEIRS], pairs, stage,
                               policy, features, cards, scores)  # fmt: skip
            at = 0
            while at < size - 1 and cards[at] != card:
                at += 1
            total += log_chance(scores, size, at)
            # 3 closing or not, exchanging or not
            if event[CLOSED] >= 0:
                used = close_features(hand, unseen, event[OWN], event[THEIRS], event[TRICKS],
                                      pairs, features)  # fmt: skip
                odds = score(features, used, event[OPEN_STAGE], policy)
                total -= math.log(1.0 + math.exp(-odds if event[CLOSED] else odds))
            if event[MISSED] and hand & low:
                total += MISSED_EXCHANGE
        logs[world] = total


def weights_of(view: View, hands: Integers, policy: Floats, seed: int) -> Floats:
    """How likely each hand of the other seat is; the sum is 1.

    `hands` are masks with suits relabelled.  Without the whole history all weigh the same.
    """
    other = 1 - view.to_move if view.seat is None else 1 - view.seat
    even = np.full(len(hands), 1 / max(1, len(hands)))
    events, strict_from = _events(view, other)
    if not events:
        return even
    pasts = max(1, PASTS // len(hands))
    logs = np.empty(len(hands) * pasts)
    weigh(
        np.repeat(hands, pasts),
        np.array(events, np.int64),
        len(events),
        relabelled_mask(view.rules.pack_mask, view.trump),
        1 << relabelled_card(view.lowest_trump, view.trump),
        strict_from,
        policy,
        np.zeros(SCRATCH, np.int64),
        np.zeros(OPTIONS),
        np.array([seed], np.int64),
        logs,
    )
    chances = np.exp(TRUST * (logs - logs.max())).reshape(len(hands), pasts).sum(axis=1)
    weights: Floats = EVEN_PART * even + (1 - EVEN_PART) * chances / chances.sum()
    return weights


def _events(view: View, seat: Seat) -> tuple[list[list[int]], int]:
    """What `seat` did so far, oldest first, and the first event of strict play."""
    if view.forehand is None or len(view.finished) != sum(view.tricks) or not view.talon:
        return [], 0
    events: list[list[int]] = []
    strict_from = len(view.history)
    calls: set[Move] = set()
    for before, after, move in retraced(view):
        mine = before.to_move == seat
        if mine and is_card(move):
            if before.close is not None:
                strict_from = min(strict_from, len(events))
            events.append(event_of_play(before, move, calls))
            calls = set()
        elif mine:
            calls.add(move)
            if move == EXCHANGE:
                taken = relabelled_card(before.talon[-1], view.trump)
                events.append([TAKES, taken] + [0] * (FIELDS - 2))
        if len(after.talon) < len(before.talon):
            known = relabelled_mask(before.shown[seat], view.trump)
            events.append([DRAWS, NONE, known] + [0] * (FIELDS - 3))
    return events, strict_from


def event_of_play(before: Position, card: Card, calls: Set[Move]) -> list[int]:
    """The event that the seat to move played a card, after the calls of its turn.

    It has only what everybody sees.
    """
    rules, trump, seat = before.rules, before.trump, before.to_move
    tricks, left = before.tricks[seat], len(before.talon)
    leads = not before.trick
    own = before.points[seat]
    if before.announced is not None and tricks:
        own -= pair_points(before.announced, trump)
    closer = before.close.seat if before.close is not None else NONE
    open_turn = leads and (closer == NONE or CLOSE in calls)
    may_close = open_turn and left >= rules.close_min_talon
    may_close = may_close and (tricks > 0 or not rules.close_needs_trick)
    may_exchange = open_turn and left >= rules.exchange_min_talon and EXCHANGE not in calls
    may_exchange = may_exchange and (tricks > 0 or not rules.exchange_needs_trick)
    may_pair = leads and (tricks > 0 or not rules.pair_needs_trick)
    may_pair = may_pair and (not before.is_strict or rules.pair_after_talon)
    away = before.gone | mask_of(before.trick) | mask_of(before.talon[-1:])
    return [
        PLAYS,
        relabelled_card(card, trump),
        NONE if leads else relabelled_card(before.trick[0], trump),
        relabelled_mask(away, trump),
        own,
        before.points[1 - seat],
        before.tricks[1 - seat],
        stage_of(left, closer, seat),
        0 if not may_pair else 2 if rules.pair_lead == "king" else 1,
        int(CLOSE in calls) if may_close else NONE,
        stage_of(left, NONE, seat),
        int(may_exchange),
    ]

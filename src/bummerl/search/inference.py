"""How likely each world is, from what the other seat has done so far.

A network (`bummerl.search.network`) says how likely every lead, reply, close and missed exchange of
the other seat was, had it held certain cards.  What it held then follows from the world by going
back move by move: played cards return to the hand, and of each draw it is not known which card came
- any that was not seen there before, with the same chance -, so one is taken at random.  The
product of all the chances is the weight of the world (Solinas, Rebstock, Buro, "Improving search
with supervised learning in trick-based card games", AAAI 2019, weigh worlds so).

Moves say less than the network claims, as players differ: logarithms count `TRUST`, and every
world keeps at least a part of an even share.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

import numpy as np

from bummerl.cards import mask_of
from bummerl.rules.moves import CLOSE, EXCHANGE, Move, Seat, is_card
from bummerl.rules.recall import retraced
from bummerl.search import network as net
from bummerl.search.guided_play import next_chance
from bummerl.search.jit import Reals, Row, Rows, count, kernel
from bummerl.search.layout import CLOSER, HAND, LED, LEFT, NONE
from bummerl.search.network import ANSWERS, Singles, Weights, card_chance, close_chance, think
from bummerl.search.pack import Integers, pack, pack_rules, relabelled_card, relabelled_mask
from bummerl.search.transition import duty, may_close
from bummerl.search.worlds import Floats

if TYPE_CHECKING:
    from bummerl.rules.position import Position
    from bummerl.rules.view import View

TRUST: Final = 0.25
"""What the logarithm of a chance counts."""
EVEN_PART: Final = 0.25
"""The part of the weight that all worlds share evenly."""
TINY: Final = 1e-6
"""Nothing is less likely."""
MISSED_EXCHANGE: Final = -3.0
"""Logarithm of the chance not to exchange where one may."""

PASTS: Final = 1000
"""About how many pasts are looked at, so several for each hand where there are few."""

# fields of an event
KIND: Final = 0
CARD: Final = 1
"""Card played, or got by the exchange."""
KNOWN_BEFORE: Final = 2
"""Of a draw: cards known to have been there before."""
AWAY: Final = 3
"""Cards that the other seat knows not to be unseen: gone, on the table or turned up."""
MISSED: Final = 4
"""1: the turned-up card might have been exchanged and was not."""
FIELDS: Final = 5

DRAWS: Final = 0
TAKES: Final = 1
"""The exchange."""
CLOSES: Final = 2
PLAYS: Final = 3


@kernel(
    "void(int64[::1],int64[:,::1],int64[:,::1],int64,int64,int64,int64,float32[::1],int64[::1],"
    "float32[::1],int64[::1],float64[::1])"
)
def weigh(
    hands: Row,
    events: Rows,
    states: Rows,
    seat: int,
    rules: int,
    cards: int,
    low: int,
    network: Singles,
    facts: Row,
    thoughts: Singles,
    source: Row,
    logs: Reals,
) -> None:
    """Writes the logarithm of the chance of the `events`, oldest first, for each hand of today.

    `states` are those before the events, of which hands and the face-down talon mean nothing;
    `cards`: the pack; `low`: the lowest trump as a mask.
    """
    answers = thoughts[ANSWERS:]
    for world in range(hands.shape[0]):
        hand = hands[world]
        total = 0.0
        for index in range(events.shape[0] - 1, -1, -1):
            event, state = events[index], states[index]
            card = event[CARD]
            # 1 a drawn card leaves the hand, the card of an exchange gives way to the low trump
            if event[KIND] == DRAWS:
                choice = hand & ~event[KNOWN_BEFORE]
                skipped = int(next_chance(source) * count(choice))
                while skipped:
                    choice &= choice - 1
                    skipped -= 1
                hand ^= choice & -choice
                continue
            if event[KIND] == TAKES:
                # where the card is not sure, another trump stands for it
                taken = hand & 1 << card if hand >> card & 1 else hand & 63 & ~low
                hand = hand & ~(taken & -taken) | low
                continue
            # 2 a played card returns: how likely was it, and closing?
            if event[KIND] == PLAYS:
                hand |= 1 << card
            state[HAND + seat] = hand
            think(state, rules, seat, cards & ~(hand | event[AWAY]), network, facts, thoughts)
            if event[MISSED] and hand & low:
                total += MISSED_EXCHANGE
            if event[KIND] == CLOSES:
                total += math.log(close_chance(answers) + TINY)
                continue
            legal, led = hand, state[LED]
            if led == NONE and may_close(state, rules):
                total += math.log(1.0 - close_chance(answers) + TINY)
            elif led != NONE and (state[CLOSER] != NONE or state[LEFT] == 0):
                legal = duty(hand, led)
            total += math.log(card_chance(card, legal | 1 << card, answers) + TINY)
        logs[world] = total


def weights_of(view: View, hands: Integers, network: Weights, seed: int) -> Floats:
    """How likely each hand of the other seat is; the sum is 1.

    `hands` are masks with suits relabelled.  Without the whole history all weigh the same.
    """
    other = 1 - view.to_move if view.seat is None else 1 - view.seat
    even = np.full(len(hands), 1 / max(1, len(hands)))
    events, states = _events(view, other)
    if not len(events):
        return even
    pasts = max(1, PASTS // len(hands))
    logs = np.empty(len(hands) * pasts)
    weigh(
        np.repeat(hands, pasts),
        events,
        states,
        other,
        pack_rules(view.rules),
        relabelled_mask(view.rules.pack_mask, view.trump),
        1 << relabelled_card(view.lowest_trump, view.trump),
        network,
        np.zeros(net.MOST_FACTS, np.int64),
        np.zeros(net.THOUGHTS, np.float32),
        np.array([seed], np.int64),
        logs,
    )
    chances = np.exp(TRUST * (logs - logs.max())).reshape(len(hands), pasts).sum(axis=1)
    weights: Floats = EVEN_PART * even + (1 - EVEN_PART) * chances / chances.sum()
    return weights


def _events(view: View, seat: Seat) -> tuple[Integers, Integers]:
    """What `seat` did so far, oldest first, and the state before each, as `weigh` reads them."""
    told: list[list[int]] = []
    before_it: list[Position] = []
    known = view.forehand is not None and len(view.finished) == sum(view.tricks)
    exchanged = False
    for before, after, move in retraced(view) if known and view.talon else ():
        if before.to_move == seat:
            event = event_of(before, move, exchanged)
            if event is not None:
                told.append(event)
                before_it.append(before)
            exchanged = move == EXCHANGE or (exchanged and not is_card(move))
        if len(after.talon) < len(before.talon):
            told.append([DRAWS, NONE, relabelled_mask(before.shown[seat], view.trump), 0, 0])
            before_it.append(before)
    events = np.array(told, np.int64).reshape(-1, FIELDS)
    return events, np.array([pack(before) for before in before_it], np.int64)


def event_of(before: Position, move: Move, exchanged: bool) -> list[int] | None:
    """The event that the seat to move made a move, or None if it tells nothing by itself.

    It has only what everybody sees.  `exchanged`: whether it took the turned-up card in this turn.
    """
    rules, trump = before.rules, before.trump
    away = before.gone | mask_of(before.trick) | mask_of(before.talon[-1:])
    if move == EXCHANGE:
        return [TAKES, relabelled_card(before.talon[-1], trump), 0, 0, 0]
    if move != CLOSE and not is_card(move):
        return None
    may_exchange = not before.trick and before.close is None and not exchanged
    may_exchange = may_exchange and len(before.talon) >= rules.exchange_min_talon
    has_trick = before.tricks[before.to_move] > 0
    missed = may_exchange and (has_trick or not rules.exchange_needs_trick)
    kind, card = (CLOSES, NONE) if move == CLOSE else (PLAYS, relabelled_card(move, trump))
    return [kind, card, 0, relabelled_mask(away, trump), int(missed)]

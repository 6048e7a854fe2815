"""Counting a deal through to its end, for a hand of the opponent that is known or supposed.

What a good club player does in strict play: he knows or supposes the other hand, and goes
through the tricks one by one, each side following simple rules.  It is one line of play for each
hand, no search: whoever leads draws the other's trumps, cashes his winners, announces, and then
leads his cheapest card; whoever follows beats and trumps as cheaply as he may.
"""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Iterable
from typing import Final, NamedTuple

from bummerl.cards import (
    CARD_POINTS,
    HIGHER_MASKS,
    KING,
    PAIR_MASKS,
    SUIT_MASKS,
    Card,
    Mask,
    Suit,
    cards_of,
    make_card,
)
from bummerl.rules.moves import CLOSE, PAIR, Move, Seat, is_card, is_pair
from bummerl.rules.scoring import TARGET, Close, Result, all_played, pair_points, went_out
from bummerl.rules.trick import beats, strict_reply
from bummerl.rules.variants import Rules
from bummerl.rules.view import View

_CACHED: Final = 1 << 16


def possible_hands(view: View, limit: int) -> list[Mask]:
    """Hands that the opponent may hold: all of them, or about `limit` spread evenly over all."""
    other = 1 - view.to_move
    known = view.hands[other]
    missing = view.hand_sizes[other] - known.bit_count()
    candidates = cards_of(view.unseen & ~_shown_void(view))
    if len(candidates) < missing:  # he has broken a duty
        candidates = cards_of(view.unseen)
    step = max(1, math.comb(len(candidates), missing) // limit)
    combinations = itertools.combinations(candidates, missing)
    chosen = itertools.islice(combinations, step // 2, None, step)
    return [known | sum(1 << card for card in cards) for cards in chosen]


def _shown_void(view: View) -> Mask:
    """Cards the opponent cannot hold, as his strict replies since the close have shown."""
    moves = [played.move for played in view.history]
    if CLOSE not in moves:  # not closed, or closed before the view was read from text
        return 0
    since = sum(map(is_card, moves[moves.index(CLOSE) :])) // 2
    void = 0
    for trick in view.finished[len(view.finished) - since :]:
        if trick.leader != view.to_move:
            continue
        led, reply = trick.cards
        if reply // 6 != led // 6:
            void |= SUIT_MASKS[led // 6]
            if reply // 6 != view.trump:
                void |= SUIT_MASKS[view.trump]
        elif reply < led:
            void |= HIGHER_MASKS[led]
    return void


def least_points(view: View, seat: Seat) -> int:
    """Card points of `seat`; where a table view hides them, as many as it still shows.

    Those are the points of the tricks one may look back at, and of pairs that count.
    """
    points = view.points[seat]
    if points is not None:
        return points
    won = [card for trick in view.finished if trick.winner == seat for card in trick.cards]
    announced = sum(
        pair_points(move - PAIR, view.trump)
        for who, move in view.history
        if who == seat and is_pair(move)
    )
    return sum(CARD_POINTS[card] for card in won) + max(0, announced - view.pending[seat])


class _Standing(NamedTuple):
    """What `bummerl.rules.scoring` looks at."""

    rules: Rules
    points: tuple[int, ...]
    tricks: tuple[int, ...]
    close: Close | None


class Line:
    """One line of play from a view, with a supposed other hand.

    The view must be in strict play, or in the last trick before it with the seat to move
    replying: then both draw the talon's last cards after the trick.

    Args:
        view: of the seat to move.
        other: the hand that the opponent is supposed to hold.
        close: whether the seat to move closes the talon first.
    """

    def __init__(self, view: View, other: Mask, *, close: bool = False) -> None:
        me = view.to_move
        self._rules, self._trump = view.rules, view.trump
        self._leader: Seat = view.leader
        self._led: Card | None = view.trick[0] if view.trick else None
        # lists by seat
        self._points = [least_points(view, seat) for seat in range(view.seats)]
        self._tricks, self._pending = list(view.tricks), list(view.pending)
        self._hands = [view.hand, view.hand]
        self._hands[1 - me] = other
        self._close = view.close
        if close:
            self._close = Close(me, self._points[1 - me], self._tricks[1 - me])
        elif view.close is not None:  # a table view may hide the points
            self._close = view.close._replace(points=view.close.points or 0)
        self._drawn: tuple[Mask, ...] = ()
        if self._close is None and view.turn_up is not None:
            face_down = (view.unseen | view.hands[1 - me]) & ~other
            # a table view leaves several cards; any of them may be the one
            self._drawn = (face_down & -face_down, 1 << view.turn_up)
        self._result: Result | None = None

    def end(self, move: Move | None = None) -> Result:
        """How the deal ends after `move`, a card or a pair; None plays this move by the rules too.

        Can be asked once.
        """
        if move is not None:
            self._make(move)
        while self._result is None:
            if self._led is None:
                self._make(self._lead())
            else:
                self._make(_reply(self._hands[1 - self._leader], self._led, self._trump))
        return self._result

    def _lead(self) -> Move:
        leader, rules = self._leader, self._rules
        hand, has_trick = self._hands[leader], self._tricks[leader] > 0
        with_pairs = rules.pair_after_talon and (has_trick or not rules.pair_needs_trick)
        if with_pairs and has_trick and held_pairs(hand):
            pair = dearest(held_pairs(hand), self._trump)
            if self._points[leader] + pair_points(pair - PAIR, self._trump) >= TARGET:
                return pair
        return _lead(hand, self._hands[1 - leader], self._trump, with_pairs)

    def _make(self, move: Move) -> None:
        if self._led is not None:
            self._finish_trick(self._led, move)
        elif is_card(move):
            self._hands[self._leader] &= ~(1 << move)
            self._led = move
        else:
            self._announce(move)

    def _announce(self, pair: Move) -> None:
        """Announces, and leads the queen unless the king must be led or is sure to win."""
        leader, worth = self._leader, pair_points(pair - PAIR, self._trump)
        if self._tricks[leader]:
            self._points[leader] += worth
            if self._points[leader] >= TARGET:
                self._result = went_out(self._standing(), leader)
                return
        else:
            self._pending[leader] += worth  # PAIR-3
        king = make_card(pair - PAIR, KING)
        wins = not self._hands[1 - leader] & HIGHER_MASKS[king]
        self._make(king if wins or self._rules.pair_lead == "king" else king - 1)

    def _finish_trick(self, led: Card, reply: Card) -> None:
        replier, points = 1 - self._leader, self._points
        self._hands[replier] &= ~(1 << reply)
        winner = replier if beats(reply, led, self._trump) else self._leader
        is_last = not any(self._hands)
        points[winner] += CARD_POINTS[led] + CARD_POINTS[reply] + self._pending[winner]
        if is_last and self._close is None and self._rules.last_trick == "ten":
            points[winner] += 10  # LAST-2
        self._pending[winner] = 0
        self._tricks[winner] += 1
        self._leader, self._led = winner, None
        if is_last:
            self._result = all_played(self._standing(), winner)
        elif points[winner] >= TARGET:
            self._result = went_out(self._standing(), winner)
        elif self._drawn:
            self._hands[winner] |= self._drawn[0]
            self._hands[1 - winner] |= self._drawn[1]
            self._drawn = ()

    def _standing(self) -> _Standing:
        return _Standing(self._rules, tuple(self._points), tuple(self._tricks), self._close)


@functools.lru_cache(maxsize=_CACHED)
def held_pairs(hand: Mask) -> tuple[Move, ...]:
    """The announcements of all pairs in `hand`."""
    return tuple(PAIR + suit for suit, pair in enumerate(PAIR_MASKS) if hand & pair == pair)


def dearest(pairs: Iterable[Move], trump: Suit) -> Move:
    """The announcement worth most; there must be one."""
    return max(pairs, key=lambda pair: pair_points(pair - PAIR, trump))


@functools.lru_cache(maxsize=_CACHED)
def _lead(hand: Mask, other: Mask, trump: Suit, with_pairs: bool) -> Move:
    """What to lead against a known hand: a winner, a pair, or else the cheapest card."""
    card = _winner(hand, other, trump)
    pairs = held_pairs(hand) if with_pairs else ()
    if card is None:
        if pairs:
            return dearest(pairs, trump)
        plain = hand & ~SUIT_MASKS[trump]
        return min(cards_of(plain or hand), key=CARD_POINTS.__getitem__)
    pair = PAIR + card // 6
    return pair if pair in pairs and PAIR_MASKS[card // 6] >> card & 1 else card


def _winner(hand: Mask, other: Mask, trump: Suit) -> Card | None:
    """The card to lead that is sure to win the trick against `other`, if there is one.

    Trumps that draw trumps come first, then the dearest plain winner, then any other trump.
    """
    trumps, others = hand & SUIT_MASKS[trump], other & SUIT_MASKS[trump]
    if others and trumps > others:
        return trumps.bit_length() - 1
    winners = []
    for suit, mask in enumerate(SUIT_MASKS):
        theirs = other & mask
        if suit != trump and hand & mask > theirs and (theirs or not others):
            winners.append((hand & mask).bit_length() - 1)
    if winners:
        return max(winners, key=CARD_POINTS.__getitem__)
    return trumps.bit_length() - 1 if trumps and not others else None


@functools.lru_cache(maxsize=_CACHED)
def _reply(hand: Mask, led: Card, trump: Suit) -> Card:
    """The cheapest card that strict play allows."""
    _, allowed = strict_reply(hand, led, trump)
    return min(cards_of(allowed), key=CARD_POINTS.__getitem__)

"""A position: everything about a running or finished deal, immutable.

`Position.play` gives the next position; nothing is ever changed in place.  All values that belong
to a seat are tuples by seat, and nothing but scoring knows that there are two of them.  A player
never gets a position, only a `bummerl.rules.view.View` of it.

>>> from bummerl.rules.dealing import deal, shuffled
>>> position = deal(shuffled(20, seed=7), dealer=0)
>>> while not position.over:
...     position = position.play(position.legal_moves()[0])
>>> position.result.winner in (0, 1), sum(position.tricks) <= 10
(True, True)
"""

from __future__ import annotations

from dataclasses import dataclass

from bummerl.cards import CARD_POINTS, PAIR_MASKS, Card, Mask, Suit
from bummerl.errors import IllegalMoveError
from bummerl.rules import legal, scoring
from bummerl.rules.moves import (
    CLOSE,
    EXCHANGE,
    OUT,
    PAIR,
    PLAYED,
    RESIGN,
    TIME,
    Move,
    Played,
    Seat,
)
from bummerl.rules.scoring import Close
from bummerl.rules.situation import Situation
from bummerl.rules.trick import Trick, winning_index
from bummerl.rules.view import View, view_of
from bummerl.text import Text


@dataclass(frozen=True, kw_only=True)
class Position(Situation):
    """One moment of a deal, with all cards.

    Made by `bummerl.deal`, `bummerl.parse_spn` and `play`; the constructor checks nothing.
    """

    talon: tuple[Card, ...]
    points: tuple[int, ...] = (0, 0)

    @property
    def hand_sizes(self) -> tuple[int, ...]:
        """Number of cards in each hand."""
        return tuple(hand.bit_count() for hand in self.hands)

    def legal_moves(self) -> tuple[Move, ...]:
        """All legal moves of the seat to move, ascending; empty when the deal is over."""
        if self._legal is None:
            object.__setattr__(self, "_legal", legal.legal_moves(self))
        assert self._legal is not None
        return self._legal

    def why_illegal(self, move: Move) -> Text | None:
        """Why `move` is not allowed, as a sentence for the player; None if it is."""
        return legal.why_illegal(self, move)

    def view(self, seat: Seat | None) -> View:
        """What `seat` may know, with a perfect memory; None gives a spectator's view."""
        return view_of(self, seat)

    def play(self, move: Move) -> Position:
        """The position after the seat to move makes `move`.

        A held card that strict play or PAIR-2 forbids ends the deal where the rules say so
        (PLAY-7); `RESIGN` and `TIME` concede the deal for the seat to move.

        Raises:
            IllegalMoveError: the rules do not allow it; the text is the reason.
        """
        if move not in self.legal_moves():
            return self._play_unlisted(move)
        seat = self.to_move
        history = (*self.history, PLAYED[seat][move])
        if move < PAIR:
            return self._play_card(move, seat, history)
        if move < EXCHANGE:
            return self._announce(move - PAIR, seat, history)
        if move == EXCHANGE:
            return self._exchange(seat, history)
        if move == CLOSE:
            other = 1 - seat
            close = Close(seat, self.points[other], self.tricks[other])
            return self._but(close=close, history=history)
        if move == OUT:
            return self._but(result=scoring.called_out(self, seat), history=history)
        return self._draw(history)

    def apply(self, played: Played) -> Position:
        """The position after a move of a record; `RESIGN` and `TIME` may be either seat's.

        Raises:
            IllegalMoveError: the rules do not allow it, or it is the other seat's turn.
        """
        if played.move == RESIGN:
            return self.resign(played.seat)
        if played.move == TIME:
            return self.lose_on_time(played.seat)
        if played.seat != self.to_move and not self.over:
            raise IllegalMoveError("it is the turn of seat {seat}", seat=self.to_move)
        return self.play(played.move)

    def resign(self, seat: Seat) -> Position:
        """The deal given up by `seat`, at any time (SCORE-5).

        Raises:
            IllegalMoveError: the deal is over.
        """
        return self._concede(seat, RESIGN, "resigned")

    def lose_on_time(self, seat: Seat) -> Position:
        """The deal lost on time by `seat` (SCORE-5); see `resign`."""
        return self._concede(seat, TIME, "time")

    def _concede(self, seat: Seat, move: Move, reason: str) -> Position:
        if self.result is not None:
            raise IllegalMoveError("the deal is over")
        history = (*self.history, PLAYED[seat][move])
        return self._but(result=scoring.conceded(self, seat, reason), history=history)

    def _play_unlisted(self, move: Move) -> Position:
        seat = self.to_move
        if move == RESIGN:
            return self.resign(seat)
        if move == TIME:
            return self.lose_on_time(seat)
        if legal.is_renonce(self, move):
            return self._but(
                hands=_put(self.hands, seat, self.hands[seat] & ~(1 << move)),
                trick=(*self.trick, move),
                shown=_put(self.shown, seat, self.shown[seat] & ~(1 << move)),
                history=(*self.history, PLAYED[seat][move]),
                result=scoring.renonce(seat),
            )
        reason = self.why_illegal(move)
        raise IllegalMoveError(reason or Text("that is not possible"))

    def _play_card(self, card: Card, seat: Seat, history: tuple[Played, ...]) -> Position:
        bit = 1 << card
        hands = _put(self.hands, seat, self.hands[seat] & ~bit)
        trick = (*self.trick, card)
        shown = self.shown
        if shown[seat] & bit:
            shown = _put(shown, seat, shown[seat] & ~bit)
        if len(trick) < len(hands):
            return self._but(hands=hands, trick=trick, shown=shown, announced=None, history=history)
        return self._finish_trick(hands, trick, shown, history)

    def _finish_trick(
        self,
        hands: tuple[Mask, ...],
        trick: tuple[Card, ...],
        shown: tuple[Mask, ...],
        history: tuple[Played, ...],
    ) -> Position:
        winner = (self.leader + winning_index(trick, self.trump)) % len(hands)
        gone, gain, pending = self.gone, self.pending[winner], self.pending
        for card in trick:
            gone |= 1 << card
            gain += CARD_POINTS[card]  # PLAY-6
        if pending[winner]:
            pending = _put(pending, winner, 0)  # PAIR-3
        last = not any(hands)
        if last and self.close is None and self.rules.last_trick == "ten":
            gain += 10  # LAST-2
        points = _put(self.points, winner, self.points[winner] + gain)
        out = self.rules.out == "automatic" and points[winner] >= scoring.TARGET  # OUT-1
        talon = self.talon
        if not (last or out) and self._draws_at_once():
            hands, talon, shown = _drawn(hands, talon, shown, winner)
        position = self._but(
            hands=hands,
            talon=talon,
            trick=(),
            shown=shown,
            leader=winner,
            points=points,
            tricks=_put(self.tricks, winner, self.tricks[winner] + 1),
            pending=pending,
            gone=gone,
            finished=(*self.finished, Trick(self.leader, trick, winner)),
            history=history,
        )
        if last:
            return position._but(result=scoring.all_played(position, winner))
        return position._but(result=scoring.went_out(position, winner)) if out else position

    def _draws_at_once(self) -> bool:
        """Whether a finished trick is followed by drawing (PLAY-4), with no choice (CLOSE-4)."""
        if not self.talon or self.close is not None:
            return False
        return not (self.rules.close_before_draw and len(self.talon) >= self.rules.close_min_talon)

    def _draw(self, history: tuple[Played, ...]) -> Position:
        """The draw of CLOSE-4, as a move of its own."""
        hands, talon, shown = _drawn(self.hands, self.talon, self.shown, self.leader)
        return self._but(hands=hands, talon=talon, shown=shown, history=history)

    def _announce(self, suit: Suit, seat: Seat, history: tuple[Played, ...]) -> Position:
        worth = 40 if suit == self.trump else 20
        points, pending = self.points, self.pending
        if self.tricks[seat]:
            points = _put(points, seat, points[seat] + worth)
        else:
            pending = _put(pending, seat, worth)  # PAIR-3
        position = self._but(
            announced=suit,
            points=points,
            pending=pending,
            shown=_put(self.shown, seat, self.shown[seat] | PAIR_MASKS[suit]),  # PAIR-6
            history=history,
        )
        if self.rules.out == "automatic" and points[seat] >= scoring.TARGET:
            return position._but(result=scoring.went_out(position, seat))
        return position

    def _exchange(self, seat: Seat, history: tuple[Played, ...]) -> Position:
        lowest = self.lowest_trump
        taken = 1 << self.talon[-1]
        given = 1 << lowest
        return self._but(
            hands=_put(self.hands, seat, self.hands[seat] & ~given | taken),
            talon=(*self.talon[:-1], lowest),
            shown=_put(self.shown, seat, self.shown[seat] & ~given | taken),
            history=history,
        )


def _put(values: tuple[int, ...], index: int, value: int) -> tuple[int, ...]:
    return (*values[:index], value, *values[index + 1 :])


def _drawn(
    hands: tuple[Mask, ...], talon: tuple[Card, ...], shown: tuple[Mask, ...], winner: Seat
) -> tuple[tuple[Mask, ...], tuple[Card, ...], tuple[Mask, ...]]:
    """Hands, talon and shown cards after everybody drew one card, `winner` first (PLAY-4)."""
    seats = len(hands)
    drawn = list(hands)
    for index in range(seats):
        drawn[(winner + index) % seats] |= 1 << talon[index]
    if len(talon) == seats:  # the turned-up card goes, as everybody sees
        last = (winner + seats - 1) % seats
        shown = _put(shown, last, shown[last] | 1 << talon[-1])
    return tuple(drawn), talon[seats:], shown

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

import functools
from dataclasses import dataclass
from typing import Any, Final

from bummerl.cards import PAIR_MASKS, Card, Mask, Suit, mask_of, mask_points
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
from bummerl.rules.situation import Situation, blank, set_facts
from bummerl.rules.trick import Trick, winning_index
from bummerl.rules.view import view_of
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
        moves = self._legal
        if moves is None:
            moves = self.__dict__["_legal"] = legal.legal_moves(self)
        return moves

    def why_illegal(self, move: Move) -> Text | None:
        """Why `move` is not allowed, as a sentence for the player; None if it is."""
        return legal.why_illegal(self, move)

    view = view_of

    def play(self, move: Move) -> Position:
        """The position after the seat to move makes `move`.

        A held card that strict play or PAIR-2 forbids ends the deal where the rules say so
        (PLAY-7); `RESIGN` and `TIME` concede the deal for the seat to move.

        Raises:
            IllegalMoveError: the rules do not allow it; the text is the reason.
        """
        if move not in (self._legal or self.legal_moves()):
            return self._play_unlisted(move)
        seat = self.to_move
        facts = dict(self.__dict__, _legal=None, history=self.history + _ENTRIES[seat][move])
        position = blank(Position)
        set_facts(position, facts)
        if move >= PAIR:
            position._call(facts, seat, move)
            return position
        hands = [*self.hands]
        hands[seat] ^= 1 << move
        trick = (*self.trick, move)
        if self.announced is not None:
            facts["announced"] = None
        if self.shown[seat] >> move & 1:
            facts["shown"] = _put(self.shown, seat, self.shown[seat] ^ 1 << move)
        if len(trick) < len(hands):
            facts["trick"] = trick
            facts["to_move"] = (seat + 1) % len(hands)
        else:
            position._finish_trick(facts, hands, trick)
        facts["hands"] = tuple(hands)
        return position

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
                to_move=(seat + 1) % len(self.hands),
                shown=_put(self.shown, seat, self.shown[seat] & ~(1 << move)),
                history=(*self.history, PLAYED[seat][move]),
                result=scoring.renonce(seat),
            )
        reason = self.why_illegal(move)
        raise IllegalMoveError(reason or Text("that is not possible"))

    # The following methods belong to a position that `play` is making; `facts` is its __dict__.

    def _finish_trick(
        self, facts: dict[str, Any], hands: list[Mask], trick: tuple[Card, ...]
    ) -> None:
        rules, points, tricks = self.rules, [*self.points], [*self.tricks]
        finished, winner, cards, gain = _finished(self.leader, trick, self.trump)
        if self.pending[winner]:
            gain += self.pending[winner]  # PAIR-3
            facts["pending"] = _put(self.pending, winner, 0)
        last = not any(hands)
        if last and self.close is None and rules.last_trick == "ten":
            gain += 10  # LAST-2
        points[winner] += gain  # PLAY-6
        tricks[winner] += 1
        facts["trick"] = ()
        facts["leader"] = facts["to_move"] = winner
        facts["gone"] = self.gone | cards
        facts["points"] = tuple(points)
        facts["tricks"] = tuple(tricks)
        facts["finished"] = self.finished + finished
        if last:
            facts["result"] = scoring.all_played(self, winner)
        elif rules.out == "automatic" and points[winner] >= scoring.TARGET:  # OUT-1
            facts["result"] = scoring.went_out(self, winner)
        elif (
            self.close is None
            and self.talon
            # with a choice to close before, drawing is a move of its own (CLOSE-4)
            and not (rules.close_before_draw and len(self.talon) >= rules.close_min_talon)
        ):
            self._draw(facts, hands)

    def _draw(self, facts: dict[str, Any], hands: list[Mask]) -> None:
        """Everybody draws one card into `hands`, `leader` first (PLAY-4)."""
        talon, seat, seats = self.talon, self.leader, len(hands)
        for card in talon[:seats]:
            hands[seat] |= 1 << card
            seat = (seat + 1) % seats
        facts["talon"] = talon[seats:]
        if len(talon) == seats:  # the turned-up card goes, as everybody sees
            last = (seat - 1) % seats
            facts["shown"] = _put(self.shown, last, self.shown[last] | 1 << talon[-1])

    def _call(self, facts: dict[str, Any], seat: Seat, move: Move) -> None:
        """Everything but playing a card."""
        if move < EXCHANGE:
            self._announce(facts, seat, move - PAIR)
        elif move == EXCHANGE:
            self._exchange(facts, seat)
        elif move == CLOSE:
            other = 1 - seat
            facts["close"] = Close(seat, self.points[other], self.tricks[other])
        elif move == OUT:
            facts["result"] = scoring.called_out(self, seat)
        else:
            hands = [*self.hands]
            self._draw(facts, hands)
            facts["hands"] = tuple(hands)

    def _announce(self, facts: dict[str, Any], seat: Seat, suit: Suit) -> None:
        worth = scoring.pair_points(suit, self.trump)
        facts["announced"] = suit
        facts["shown"] = _put(self.shown, seat, self.shown[seat] | PAIR_MASKS[suit])  # PAIR-6
        if not self.tricks[seat]:
            facts["pending"] = _put(self.pending, seat, worth)  # PAIR-3
            return
        facts["points"] = _put(self.points, seat, self.points[seat] + worth)
        if self.rules.out == "automatic" and self.points[seat] >= scoring.TARGET:
            facts["result"] = scoring.went_out(self, seat)

    def _exchange(self, facts: dict[str, Any], seat: Seat) -> None:
        lowest = self.lowest_trump
        given, taken = 1 << lowest, 1 << self.talon[-1]
        facts["hands"] = _put(self.hands, seat, self.hands[seat] & ~given | taken)
        facts["shown"] = _put(self.shown, seat, self.shown[seat] & ~given | taken)
        facts["talon"] = (*self.talon[:-1], lowest)


@functools.lru_cache(maxsize=1 << 14)
def _finished(
    leader: Seat, cards: tuple[Card, ...], trump: Suit
) -> tuple[tuple[Trick], Seat, Mask, int]:
    """A full trick, alone in a tuple; its winner, its cards and their points.

    Kept, because two players can make only a few thousand different tricks.
    """
    winner = (leader + winning_index(cards, trump)) % len(cards)
    mask = mask_of(cards)
    return (Trick(leader, cards, winner),), winner, mask, mask_points(mask)


_ENTRIES: Final = tuple(tuple((entry,) for entry in row) for row in PLAYED)
"""What a move adds to `history`, by seat and move."""


def _put(values: tuple[int, ...], index: int, value: int) -> tuple[int, ...]:
    changed = [*values]
    changed[index] = value
    return tuple(changed)

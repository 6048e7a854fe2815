"""What an event did, in a few words of memory: all that telling and animation need of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from bummerl.cards import Card, Suit
from bummerl.rules.moves import Move, Seat
from bummerl.rules.position import Position
from bummerl.rules.trick import Trick
from bummerl.server.table.events import AnyEvent


class Moment(NamedTuple):
    """What everybody saw before a move, as far as it takes to tell it.

    Implements `bummerl.words.tell.Before`.
    """

    trump: Suit
    trick: tuple[Card, ...]
    turn_up: Card | None
    lowest_trump: Card
    to_move: Seat

    @classmethod
    def of(cls, position: Position) -> Moment:
        """The moment of a position."""
        return cls(
            position.trump,
            position.trick,
            position.turn_up,
            position.lowest_trump,
            position.to_move,
        )


@dataclass(frozen=True, slots=True)
class Step:
    """An event with what followed from it.  Holds hidden cards: `scene.told` masks them."""

    seq: int
    """Number of the event, from 1."""
    event: AnyEvent
    before: Moment | None = None
    """Of a move, a deal given up or lost on time."""
    seat: Seat | None = None
    """Who moved, or whose move it was not to make but who ended the deal by it."""
    move: Move | None = None
    trick: Trick | None = None
    """The trick that the move finished."""
    drawn: tuple[Card | None, ...] = ()
    """By seat, what was drawn; nobody but the seat may know it, unless it lay turned up."""
    drawn_open: Seat | None = None
    """Who drew the turned-up card."""
    used_up: bool = False
    """The talon was used up with this move."""
    dealt: bool = False
    """The cards were dealt."""
    deal_ended: bool = False
    """The deal on the table ended, or one that was over has got another outcome."""
    bummerl_ended: bool = False
    """With it the Bummerl ended."""
    match_ended: bool = False
    """With it the match ended."""


def step_of_move(seq: int, event: AnyEvent, before: Position, after: Position) -> Step:
    """The step of a move that led from `before` to `after`."""
    seat, move = after.history[-1]
    fresh = len(after.finished) > len(before.finished)
    taken = len(before.talon) - len(after.talon)
    drawn: tuple[Card | None, ...] = ()
    if taken:
        leader = after.leader
        cards = before.talon[:taken]
        drawn = cards if leader == 0 else cards[::-1]
    return Step(
        seq,
        event,
        Moment.of(before),
        seat,
        move,
        after.finished[-1] if fresh else None,
        drawn,
        (1 - after.leader) if taken and not after.talon else None,
        bool(taken and not after.talon and not after.over),
        deal_ended=after.over,
    )

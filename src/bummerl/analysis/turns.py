"""The turns of a recorded deal: what each seat did in a row, and what it could have done.

A turn ends with a card, with drawing, or with the deal; it holds all calls before.  Giving up out
of turn is a turn of its own.

>>> from bummerl.notation.sgn import record_of
>>> from bummerl.rules.dealing import deal, shuffled
>>> start = deal(shuffled(20, seed=3), dealer=0)
>>> [(turn.seat, turn.plan) for turn in turns_of(record_of(start, start.play(4).resign(1)))]
[(1, (4,)), (1, (31,))]
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from bummerl.notation.records import DealRecord
from bummerl.rules.moves import DRAW, Move, Seat, is_card
from bummerl.rules.position import Position


@dataclass(frozen=True)
class Turn:
    """What one seat did in a row."""

    seat: Seat
    plan: tuple[Move, ...]
    before: Position
    after: Position
    made: int
    """Moves of the record when the turn was over."""

    @property
    def in_turn(self) -> bool:
        """Whether the seat was to move; else it gave up in the other's turn."""
        return self.before.to_move == self.seat


def turns_of(record: DealRecord) -> Iterator[Turn]:
    """All turns of a deal, the last one perhaps cut short."""
    before = position = record.start
    plan: tuple[Move, ...] = ()
    owner = before.to_move
    for made, played in enumerate(record.moves):
        if plan and played.seat != owner:  # the other seat gave up in the middle of the turn
            yield Turn(owner, plan, before, position, made)
            before, plan = position, ()
        owner = played.seat
        plan = (*plan, played.move)
        position = position.apply(played)
        if is_card(played.move) or played.move == DRAW or position.over:
            yield Turn(owner, plan, before, position, made + 1)
            before, plan = position, ()
    if plan:
        yield Turn(owner, plan, before, position, len(record.moves))

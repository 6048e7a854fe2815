"""What a seat may know: the only thing a player ever gets.

A `View` holds no reference to the position it came from.  Two positions that look the same to a
seat give equal views.  `View.table` masks further what the rules hide from human eyes (PLAY-8,
PLAY-9): a person's screen and spectators get only that.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from bummerl.cards import Card, Mask, mask_of
from bummerl.rules import legal
from bummerl.rules.moves import RESIGN, TIME, Move, Seat, is_card
from bummerl.rules.situation import Situation, blank, set_facts
from bummerl.rules.trick import Trick
from bummerl.text import Text

if TYPE_CHECKING:
    from bummerl.rules.position import Position


@dataclass(frozen=True, kw_only=True)
class View(Situation):
    """What one seat knows of a deal with a perfect memory, or sees (after `table`).

    Fields mean the same as in a position, but know less: ``hands`` are complete for `seat` and
    else hold the cards everybody has seen and those that counting gives with certainty; ``talon``
    has None for unknown cards.  In a table view ``points`` (also those of ``close``) are None
    where they are hidden, ``gone`` and ``finished`` have only tricks one may look back at, and
    ``history`` has all calls, but only cards one may look back at.
    """

    seat: Seat | None
    """Whose view this is; None for a spectator."""

    @property
    def hand(self) -> Mask:
        """The own hand; empty for a spectator."""
        return 0 if self.seat is None else self.hands[self.seat]

    @property
    def hand_sizes(self) -> tuple[int, ...]:
        """Number of cards in each hand, known or not."""
        seats = len(self.hands)
        held = self.rules.deck - seats * sum(self.tricks) - len(self.talon)
        sizes = [held // seats] * seats
        for index in range(len(self.trick)):
            sizes[(self.leader + index) % seats] -= 1
        return tuple(sizes)

    @property
    def unseen(self) -> Mask:
        """Cards that may be in another hand or face down in the talon.

        In a table view this includes cards of tricks one may not look back at.
        """
        seen = self.gone | mask_of(self.trick)
        for known in self.hands:
            seen |= known
        for card in self.talon:
            if card is not None:
                seen |= 1 << card
        return self.rules.pack_mask & ~seen

    def legal_moves(self) -> tuple[Move, ...]:
        """Legal moves, ascending, if it is this seat's turn; else none."""
        moves = self._legal
        if moves is None:
            moves = legal.legal_moves(self) if self.seat == self.to_move else ()
            self.__dict__["_legal"] = moves
        return moves

    def why_illegal(self, move: Move) -> Text | None:
        """Why this seat may not make `move` now, as a sentence for the player; None if it may."""
        if self.result is None and self.seat != self.to_move and move not in (RESIGN, TIME):
            return Text("it is not your turn")
        return legal.why_illegal(self, move)

    def table(self) -> View:
        """What the rules let a human eye see: tricks by PLAY-8, points by PLAY-9.

        Of the other hands it shows only cards everybody has seen, never what counting hidden
        tricks would give.  The view of a finished deal hides nothing more.
        """
        if self.result is not None:
            return self
        finished = visible_tricks(self)
        gone = mask_of(card for trick in finished for card in trick.cards)
        visible = gone | mask_of(self.trick)
        own = self.seat if self.rules.points_visible else None
        close = self.close
        if close is not None and (own is None or own == close.seat):
            close = close._replace(points=None)
        turn_up = self.turn_up
        return self._but(
            hands=tuple(
                hand if seat == self.seat else hand & self.shown[seat]
                for seat, hand in enumerate(self.hands)
            ),
            talon=() if turn_up is None else (None,) * (len(self.talon) - 1) + (turn_up,),
            points=tuple(p if seat == own else None for seat, p in enumerate(self.points)),
            close=close,
            gone=gone,
            finished=finished,
            history=tuple(p for p in self.history if not is_card(p.move) or visible >> p.move & 1),
        )


def visible_tricks(view: View) -> tuple[Trick, ...]:
    """The finished tricks a view's owner may look back at (PLAY-8)."""
    match view.rules.tricks_visible:
        case "last":
            return view.finished[-1:] if not view.trick else ()
        case "own_and_first":
            won = list(view.tricks)  # counted back to before each trick, newest first
            visible = []
            for trick in reversed(view.finished):
                won[trick.winner] -= 1
                if trick.winner == view.seat or not won[trick.winner]:
                    visible.append(trick)
            return tuple(reversed(visible))
    return ()


def view_of(position: Position, seat: Seat | None) -> View:
    """What `seat` may know, with a perfect memory; None gives a spectator's view.

    This is the method `Position.view`.
    """
    hands, talon, known = position.hands, position.talon, position.shown
    hidden = len(talon) - 1 if talon else 0
    seen_talon: tuple[Card | None, ...] = _HIDDEN[hidden][talon[-1]] if talon else ()
    if seat is not None:
        own = [*known]
        own[seat] = hands[seat]
        known = tuple(own)
        if hidden < 2 and hidden + (known != hands) * (len(hands) - 1) < 2:
            # one hand or one talon card at most is not known: counting gives it with certainty
            known, seen_talon = hands, talon
    facts = dict(
        position.__dict__,
        seat=seat,
        hands=known,
        talon=seen_talon,
        _legal=position.legal_moves() if seat == position.to_move else (),
    )
    view = blank(View)
    set_facts(view, facts)
    return view


_HIDDEN: Final = tuple(
    tuple((*(None,) * hidden, turn_up) for turn_up in range(24)) for hidden in range(24)
)
"""A talon by its number of hidden cards and the turned-up card."""

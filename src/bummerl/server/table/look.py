"""One look at a table: the viewer's view of the deal, and what follows for the whole scene."""

from __future__ import annotations

from dataclasses import dataclass

from bummerl.cards import Mask
from bummerl.match.fair_match import FairMatch
from bummerl.rules.moves import is_card
from bummerl.rules.position import Position
from bummerl.rules.trick import Trick
from bummerl.rules.view import View
from bummerl.server.table.memo import Memo, Viewer, memo_of
from bummerl.server.table.speech import names_in, wording
from bummerl.server.table.state import Table
from bummerl.words.course import seen_cards
from bummerl.words.wording import Wording


@dataclass(frozen=True, slots=True)
class Look:
    """What `viewer` may see of the deal on the table."""

    table: Table
    match: FairMatch
    viewer: Viewer
    words: Wording
    names: tuple[str, str]
    """By seat, as the viewer calls them."""
    view: View
    """A table view: all that is shown of a running deal comes from it."""
    over: bool
    """The deal is over, by a forfeit perhaps."""
    shown: tuple[Mask, ...]
    """Cards of the hands that may be seen, by seat."""
    taken: Trick | None
    """The trick that has just been taken, while it lies there."""
    seen: Mask
    """Cards of tricks that may be seen."""
    memo: Memo

    @property
    def my_turn(self) -> bool:
        """Whether the viewer is to move."""
        return not self.over and self.view.to_move == self.viewer.seat


def look(table: Table, viewer: Viewer) -> Look | None:
    """A look at the deal on the table; None before the first."""
    match = table.match
    if match is None:
        return None
    words = wording(viewer.language, viewer.deck)
    position = match.position
    view = position.view(viewer.seat).table()
    taken = _taken(position)
    return Look(
        table,
        match,
        viewer,
        words,
        names_in(table.sitters, words),
        view,
        match.deal_over,
        # a deal that was played to its end is laid open
        view.hands if view.result is None else position.hands,
        taken,
        seen_cards(view, taken),
        memo_of(table, match, viewer, words),
    )


def _taken(position: Position) -> Trick | None:
    """The trick that the last move finished."""
    if not position.trick and position.finished and is_card(position.history[-1].move):
        return position.finished[-1]
    return None

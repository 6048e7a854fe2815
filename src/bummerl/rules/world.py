"""A world: one whole position that fits what a view knows."""

from __future__ import annotations

from dataclasses import fields

from bummerl.cards import cards_of, mask_of
from bummerl.errors import IllegalMoveError, ViewError
from bummerl.rules.moves import Move
from bummerl.rules.position import Position
from bummerl.rules.view import View
from bummerl.text import Text


def some_world(view: View) -> Position:
    """A position that looks like `view` to its owner: unknown cards lie in ascending order.

    Raises:
        ViewError: a table view, whose hidden tricks and counts leave more open than cards.
    """
    gone_size = view.seats * sum(view.tricks)
    if None in view.points or view.gone.bit_count() != gone_size:
        raise ViewError("a table view does not say enough; take the view of a seat")
    unseen = list(cards_of(view.unseen))
    hands = []
    for known, size in zip(view.hands, view.hand_sizes, strict=True):
        missing = size - known.bit_count()
        hands.append(known | mask_of(unseen[:missing]))
        unseen = unseen[missing:]
    talon = [unseen.pop(0) if card is None else card for card in view.talon]
    facts = {field.name: getattr(view, field.name) for field in fields(Position) if field.init}
    return Position(**facts | {"hands": tuple(hands), "talon": tuple(talon)})


def play_in_view(view: View, move: Move) -> View:
    """What the owner of `view` knows after making `move`.

    >>> from bummerl.notation.spn import parse_spn
    >>> from bummerl.rules.moves import CLOSE
    >>> view = parse_spn("pagat SAKHADTQ/?5 H ?1+HJ - 0: 19.2/41.2 HTKQDKCTKQJ 7:7")
    >>> str(play_in_view(view, CLOSE))
    'pagat SAKHADTQ/?5 H ?1+HJ 0@41.2 0: 19.2/41.2 HTKQDKCTKQJ 7:7'

    Raises:
        IllegalMoveError: the rules do not allow it, or it is not the owner's turn.
        ViewError: cards nobody knows are drawn then; or a table view.
    """
    reason = view.why_illegal(move)
    if view.seat is None or view.seat != view.to_move:
        raise IllegalMoveError(reason or Text("it is not your turn"))
    world = some_world(view)
    after = world.play(move)
    if len(after.talon) < len(world.talon) and None in view.talon:
        raise ViewError("then cards are drawn that this view does not know")
    return after.view(view.seat)

"""What the owner of a view remembers: the moves that led to it, where its text could not say so.

A view read from SPN knows no history.  The moves of a deal are public, so whoever has them can
give it back: `recall` plays them again by the rules and compares where they lead.  The hands are
not known, so duties of strict play are not looked at; everything that everybody sees is.
"""

from __future__ import annotations

import functools
import operator
from collections.abc import Iterable, Iterator, Sequence

from bummerl.cards import SUIT_MASKS, Card, cards_of
from bummerl.errors import ViewError
from bummerl.rules.moves import DRAW, EXCHANGE, Move, Played, Seat, is_card
from bummerl.rules.position import Position
from bummerl.rules.view import View


def recall(view: View, moves: Sequence[Move], forehand: Seat) -> View:
    """`view` with its history: ``history``, ``finished``, ``forehand`` and ``shown``.

    ``shown`` has the cards that were shown for certain.  Only one can be in doubt: the card that
    was turned up at first, after an exchange or when the talon is used up.  A table view learns
    what hidden tricks and counts the moves tell.

    Args:
        view: of a running deal.
        moves: all moves of the deal, of both seats, from its first.
        forehand: who led to the first trick.

    Raises:
        ViewError: the moves cannot be made, or lead to something else; the sentence says where.

    >>> from bummerl.notation.spn import parse_spn
    >>> view = parse_spn("soft STQHQJDK/?4 C ?9+CJ - 1:DJ 0.0/0.0 - 7:7")
    >>> recall(view, [13], forehand=1).history
    (Played(seat=1, move=13),)
    """
    fitting: list[Position] = []
    fault = ViewError("the moves do not lead to this view")
    for card in _turned_up(view, moves):
        try:
            position = _played_again(view, moves, forehand, card)
            _compare(view, position)
        except ViewError as error:
            fault = error
        else:
            fitting.append(position)
    if not fitting:
        raise fault
    likely = [position for position in fitting if _names_all_shown(view, position)] or fitting
    position = likely[0]
    shown = tuple(
        functools.reduce(operator.and_, masks)
        for masks in zip(*(p.shown for p in likely), strict=True)
    )
    return view._but(
        hands=tuple(map(operator.or_, view.hands, shown)),
        close=position.close,
        points=position.points,
        gone=position.gone,
        forehand=forehand,
        shown=shown,
        finished=position.finished,
        history=position.history,
    )


def retraced(view: View) -> Iterator[tuple[Position, Position, Move]]:
    """Every move of the view's history with the positions before and after it.

    In them only what everybody has seen means anything: hands hold any card, and so does the
    face-down talon.  After an exchange the card that was turned up first may be a guess.
    """
    assert view.forehand is not None
    moves = [played.move for played in view.history]
    turn_up = max(_turned_up(view, moves), key=lambda card: _was_taken(view, card))
    position = _dealt(view, view.forehand, turn_up)
    for move in moves:
        after = position._but(_legal=(move,)).play(move)
        yield position, after, move
        position = after


def _was_taken(view: View, card: Card) -> int:
    """How much speaks for `card` having been turned up before the exchange: 0 … 3."""
    for index, (seat, move) in enumerate(view.history):
        if move == EXCHANGE:
            if view.shown[seat] >> card & 1:
                return 3
            return 2 if Played(seat, card) in view.history[index:] else view.hands[seat] >> card & 1
    return 0


def _turned_up(view: View, moves: Iterable[Move]) -> Iterable[Card]:
    """Cards that may have been turned up at first."""
    exchanged = EXCHANGE in moves
    if view.turn_up is not None and not exchanged:
        return (view.turn_up,)
    trumps = cards_of(SUIT_MASKS[view.trump] & view.rules.pack_mask)
    return [card for card in trumps if not (exchanged and card == view.lowest_trump)]


def _played_again(view: View, moves: Iterable[Move], forehand: Seat, turn_up: Card) -> Position:
    """Where `moves` lead from a deal in which every hand may hold any card but `turn_up`."""
    position = _dealt(view, forehand, turn_up)
    for move in moves:
        if position.over:
            raise ViewError("the moves go on after the end of the deal")
        if is_card(move):
            possible = bool(position.hands[position.to_move] >> move & 1)
        else:
            possible = move == DRAW or move in position.legal_moves()
        if not possible:
            raise ViewError(
                "move {number} of the moves cannot be made there", number=len(position.history) + 1
            )
        position = position._but(_legal=(move,)).play(move)  # duties are not known
    if position.over:
        raise ViewError("the moves end the deal, but the view is of a running one")
    return position


def _dealt(view: View, forehand: Seat, turn_up: Card) -> Position:
    """The start of a deal in which every hand may hold any card but `turn_up`."""
    rules, seats = view.rules, view.seats
    held = rules.pack_mask & ~(1 << turn_up)
    hidden = rules.deck - seats * rules.hand_size - 1
    any_card = cards_of(held)[0]
    return Position(
        rules=rules,
        hands=(held,) * seats,
        trump=view.trump,
        talon=(*(any_card,) * hidden, turn_up),
        leader=forehand,
        score=view.score,
        forehand=forehand,
    )


def _compare(view: View, position: Position) -> None:
    for field in _differences(view, position):
        raise ViewError("the moves do not lead to this view: they differ in {field}", field=field)


def _differences(view: View, position: Position) -> Iterator[str]:
    """Fields of SPN in which a view and a position differ, as far as everybody can see."""
    if _on_table(view) != _on_table(position):
        yield "trick"
    if (view.tricks, view.pending) != (position.tricks, position.pending) or any(
        seen not in (None, points)
        for seen, points in zip(view.points, position.points, strict=True)
    ):
        yield "points"
    close = position.close
    if view.close is not None and view.close.points is None and close is not None:
        close = close._replace(points=None)
    if view.close != close:
        yield "closed"
    whole = view.gone.bit_count() == view.seats * sum(view.tricks)
    if view.gone & ~position.gone or (whole and view.gone != position.gone):
        yield "gone"
    if (len(view.talon), view.turn_up) != (len(position.talon), position.turn_up):
        yield "talon"
    if any(_hand_differs(view, position, seat) for seat in range(view.seats)):
        yield "hands"


def _on_table(s: View | Position) -> tuple[object, ...]:
    return s.leader, s.trick, s.announced


def _hand_differs(view: View, position: Position, seat: Seat) -> bool:
    """Whether a hand has a card that left it or nobody can know, or lacks one that was shown."""
    known, shown = view.hands[seat], position.shown[seat]
    unknown = 0 if _is_known(view, seat) else view.unseen
    if known & ~position.hands[seat] or shown & ~(known | unknown):
        return True
    return bool(seat != view.seat and known & ~shown) and not _names_by_counting(view)


def _names_by_counting(view: View) -> bool:
    """Whether a view may name cards that were never shown.

    Counting gives the only other hand when no card lies face down.  A text that names every card
    is a whole position, not what somebody knows.
    """
    return not view.unseen or (view.seats == 2 and len(view.talon) < 2)


def _names_all_shown(view: View, position: Position) -> bool:
    """Whether the hands that are not known have exactly the cards shown, as `View` has it."""
    return all(
        _is_known(view, seat) or view.hands[seat] == position.shown[seat]
        for seat in range(view.seats)
    )


def _is_known(view: View, seat: Seat) -> bool:
    return view.hands[seat].bit_count() == view.hand_sizes[seat]

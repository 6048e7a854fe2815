"""What a person sees of one moment, as plain data in words: the only input of both faces.

`scene` makes it of a table view (`View.table`), so nothing hidden can get in.  It knows no rules:
what is lit are the legal moves, and the reason for the rest comes from `View.why_illegal`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bummerl.cards import Card, Mask, Suit, suit
from bummerl.rules.moves import PAIR, Move, Seat, is_pair
from bummerl.rules.scoring import pair_points
from bummerl.rules.trick import Trick
from bummerl.rules.view import View
from bummerl.tui.commands import Action, actions
from bummerl.words.moment import facts, phase, prompt, sorted_hand
from bummerl.words.wording import Wording


@dataclass(frozen=True)
class Face:
    """A card lying face up."""

    card: Card
    suit: Suit
    index: str
    """What stands in its corner: ``10``."""
    symbol: str
    """Its suit as one character."""
    name: str
    """``ten of hearts``"""
    suit_name: str
    legal: bool = True
    """Whether it may be played now; True when nothing is to be played."""
    reason: str = ""
    """Why it may not, as a sentence."""
    fresh: bool = False
    """Drawn or exchanged since the last look."""
    hinted: bool = False

    @property
    def short(self) -> str:
        """Suit and index: ``♥10``."""
        return self.symbol + self.index


@dataclass(frozen=True)
class Side:
    """One side of the table."""

    name: str
    mine: bool
    cards: int
    known: tuple[Face, ...]
    """Cards of a hand that everybody has seen; for the own hand those the other side knows."""
    tricks: int
    calls: tuple[int, ...]
    """Worth of the pairs announced in this deal: 20 or 40 each."""
    points: int | None
    """Card points; None where the rules hide them."""
    pending: int
    """Announced points that do not count yet."""
    dealer: bool
    facts: tuple[str, ...]
    """Cards, tricks and card points in words, as far as they are to be told."""


@dataclass(frozen=True)
class Laid:
    """A card on the table."""

    face: Face
    mine: bool
    takes: bool
    """Whether it has taken the trick."""


@dataclass(frozen=True)
class Scene:
    """One moment at the table."""

    me: Side
    other: Side
    hand: tuple[Face, ...]
    table: tuple[Laid, ...]
    """Cards of the current trick, or of the one that has just been taken."""
    my_turn: bool
    over: bool
    talon: int
    """Number of talon cards, the turned-up one included."""
    turn_up: Face | None
    """None when the talon is used up, or closed: then it lies face down."""
    closed: bool
    trump: Face
    """A trump card, for the suit's symbol and name."""
    strict: bool
    phase: str
    """Free or strict play, in words."""
    prompt: str
    """Whose turn it is, and what for."""
    actions: tuple[Action, ...]


def face(card: Card, words: Wording, **marks: bool | str) -> Face:
    """A card face up; `marks` are the optional fields of `Face`."""
    return Face(
        card=card,
        suit=suit(card),
        index=words.short(card).removeprefix(words.symbol(suit(card))),
        symbol=words.symbol(suit(card)),
        name=words.card(card),
        suit_name=words.suit(suit(card)),
        **marks,  # type: ignore[arg-type]
    )


def scene(
    view: View,
    names: Sequence[str],
    dealer: Seat,
    words: Wording,
    *,
    trump_first: bool = True,
    taken: Trick | None = None,
    hint: Move | None = None,
    before: Mask | None = None,
    over: bool = False,
) -> Scene:
    """The moment that `view`, a table view of the person's seat, shows.

    Args:
        view: what the person may see.
        names: by seat.
        dealer: the seat that dealt.
        words: language and deck.
        trump_first: how the hand is sorted.
        taken: the trick just finished, while it still lies on the table.
        hint: the move to light.
        before: the own hand at the last look; what is new since then is marked.
        over: whether the deal is over though `view` has no result, cut short by a forfeit.
    """
    seat = view.seat
    assert seat is not None
    over = over or view.over
    my_turn = not over and view.to_move == seat
    return Scene(
        me=_side(view, seat, names, dealer, words),
        other=_side(view, 1 - seat, names, dealer, words),
        hand=_hand(view, words, trump_first, hint, before, my_turn),
        table=_table(view, taken, words),
        my_turn=my_turn,
        over=over,
        talon=len(view.talon),
        turn_up=_turn_up(view, words),
        closed=view.close is not None,
        trump=face(6 * view.trump, words),
        strict=view.is_strict,
        phase=phase(view, names, words),
        prompt=words.say("The deal is over.") if over else prompt(view, names, words),
        actions=() if over else actions(view, words, hint),
    )


def _turn_up(view: View, words: Wording) -> Face | None:
    if view.turn_up is None or view.close is not None:
        return None
    return face(view.turn_up, words)


def _side(view: View, seat: Seat, names: Sequence[str], dealer: Seat, words: Wording) -> Side:
    known = view.hands[seat] if view.over or seat != view.seat else view.shown[seat]
    return Side(
        name=words.say("You") if seat == view.seat else names[seat],
        mine=seat == view.seat,
        cards=view.hand_sizes[seat],
        known=tuple(face(c, words) for c in sorted_hand(known, view.trump, True)),
        tricks=view.tricks[seat],
        calls=tuple(
            pair_points(move - PAIR, view.trump)
            for who, move in view.history
            if who == seat and is_pair(move)
        ),
        points=view.points[seat],
        pending=view.pending[seat],
        dealer=seat == dealer,
        facts=tuple(
            facts(
                None if seat == view.seat else view.hand_sizes[seat],
                view.tricks[seat],
                view.points[seat],
                words,
            )
        ),
    )


def _hand(
    view: View,
    words: Wording,
    trump_first: bool,
    hint: Move | None,
    before: Mask | None,
    my_turn: bool,
) -> tuple[Face, ...]:
    faces = []
    for card in sorted_hand(view.hand, view.trump, trump_first):
        reason = view.why_illegal(card) if my_turn else None
        faces.append(
            face(
                card,
                words,
                legal=reason is None,
                reason="" if reason is None else words.sentence(reason),
                fresh=before is not None and not before >> card & 1,
                hinted=card == hint,
            )
        )
    return tuple(faces)


def _table(view: View, taken: Trick | None, words: Wording) -> tuple[Laid, ...]:
    if view.trick or taken is None:
        leader, cards, winner = view.leader, view.trick, None
    else:
        leader, cards, winner = taken
    seats = [(leader + place) % view.seats for place in range(len(cards))]
    return tuple(
        Laid(face(card, words), seat == view.seat, seat == winner)
        for seat, card in zip(seats, cards, strict=True)
    )

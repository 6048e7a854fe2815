"""What a person still knows of a deal: a view with holes, and the pictures that fill them.

`recollect` takes from a view what its owner has forgotten.  People keep the trick just finished,
and lose older ones card by card: plain low cards first, aces, tens and trumps later, and last what
they played or won themselves.  Cards that the other seat has shown - by a pair, by the exchange, by
drawing the turned-up card - fade more slowly.  Card points, the number of tricks and whatever lies
on the table are never forgotten: a running sum is easier to keep than twenty cards.

When a card is lost follows from the seed, the score, the trick and the card alone.  So a card that
is forgotten stays forgotten for the rest of the deal, and another deal brings other gaps.

A forgotten card is one that may still be anywhere.  `beliefs` makes whole views from a view with
holes: in each some of the cards that may be anywhere are taken to be gone, as many as are.  They
follow from the view with holes, so nothing forgotten leaks into them.

>>> from bummerl.notation.spn import parse_spn
>>> from bummerl.cards import card_names
>>> view = parse_spn("pagat SAKHADTQ/?5 H ?1+HJ - 0: 19.2/41.2 HTKQDKCTKQJ 7:7")
>>> dim = recollect(view, span=2.0, seed=2)
>>> card_names(view.gone & ~dim.gone)
('DK', 'CT', 'CK')
>>> [card_names(belief.gone & ~dim.gone) for belief in beliefs(dim, 2, seed=2)]
[('SQ', 'CA', 'CT'), ('SJ', 'DA', 'DK')]
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final

from bummerl.cards import CARD_NAMES, PAIR_MASKS, SUIT_MASKS, TEN, Card, cards_of, mask_of
from bummerl.errors import ViewError
from bummerl.rules.moves import EXCHANGE, PAIR, Move, Seat, is_card, is_pair
from bummerl.rules.view import View
from bummerl.search.worlds import impossible

HIGH: Final = 2.0
"""How many times longer aces and tens are kept than other cards."""
TRUMP: Final = 2.0
"""The same for trumps."""
OWN: Final = 1.5
"""The same for cards one has played oneself, or won."""
SHOWN: Final = 4.0
"""The same for cards that the other seat has shown and still holds."""


def recollect(view: View, span: float, seed: int | str) -> View:
    """What the owner of `view` remembers of it; the module tells what is forgotten when.

    Like a table view it has fewer cards in ``gone`` than lie in finished tricks; ``history`` and
    ``finished`` have only tricks that are remembered whole.  A card that counting would give is
    not known before somebody counts.

    Args:
        view: of a running deal, of one of its seats.
        span: memory in tricks: a plain low card is kept through that many tricks after the next
            with a chance of 1/e.  Infinite forgets nothing.
        seed: whose memory it is.

    Raises:
        ViewError: a spectator's view.
    """
    other = 1 - _owner(view)
    played = sum(view.tricks)
    keeps = _Memory(view, span, seed)
    gone = mask_of(
        card
        for card, trick, own in _gone_cards(view)
        if trick == played - 1 or keeps(card, played - 1 - trick, OWN if own else 1.0)
    )
    shown = mask_of(
        card
        for card, trick in _shown_cards(view, other)
        if trick >= played - 1 or keeps(card, played - 1 - trick, SHOWN)
    )
    finished = tuple(t for t in view.finished if not mask_of(t.cards) & ~gone)
    lost = view.gone & ~mask_of(card for trick in finished for card in trick.cards)
    hands = [shown, shown]
    hands[1 - other] = view.hand
    hidden: tuple[Card | None, ...] = (None,) * len(view.talon[:-1])
    return view._but(
        hands=tuple(hands),
        talon=hidden + view.talon[-1:],
        gone=gone,
        shown=tuple(mask & hand for mask, hand in zip(view.shown, hands, strict=True)),
        finished=finished,
        history=tuple(p for p in view.history if not (is_card(p.move) and lost >> p.move & 1)),
    )


def beliefs(view: View, number: int, seed: int | str) -> tuple[View, ...]:
    """`number` whole views that a remembered one may be; only itself if nothing is forgotten.

    Every hand that can still be is as likely as every other, and so is every set of gone cards.

    Raises:
        ViewError: a spectator's view.
    """
    other = 1 - _owner(view)
    forgotten = view.seats * sum(view.tricks) - view.gone.bit_count()
    if not forgotten:
        return (view,)
    draw = random.Random(f"{seed}/{view}").random
    anywhere = view.unseen
    cannot = impossible(view, other)
    missing = view.hand_sizes[other] - view.hands[other].bit_count()
    found = []
    for _ in range(number):
        held = mask_of(_mixed(cards_of(anywhere & ~cannot), draw)[:missing])
        guess = mask_of(_mixed(cards_of(anywhere & ~held), draw)[:forgotten])
        found.append(view._but(gone=view.gone | guess, _legal=view.legal_moves()))
    return tuple(found)


def _owner(view: View) -> Seat:
    if view.seat is None:
        raise ViewError("a table view does not say enough; take the view of a seat")
    return view.seat


class _Memory:
    """Decides for each card whether it is still kept."""

    def __init__(self, view: View, span: float, seed: int | str) -> None:
        self._span = span
        self._trump = view.trump
        draw = random.Random(f"{seed}/{view.score}/{view.forehand}/{view.trump}").random
        self._luck = [draw() for _ in CARD_NAMES]

    def __call__(self, card: Card, age: int, weight: float) -> bool:
        """Whether `card` is kept `age` tricks after the one that followed it."""
        if card % 6 >= TEN:
            weight *= HIGH
        if card // 6 == self._trump:
            weight *= TRUMP
        return self._luck[card] < math.exp(-age / (self._span * weight))


def _gone_cards(view: View) -> Iterator[tuple[Card, int, bool]]:
    """Gone cards, each with its trick, from 0, and whether the view's seat played or won it.

    Of cards gone before a view was read from text nobody knows the trick; they count as the first.
    """
    first = sum(view.tricks) - len(view.finished)
    known = 0
    for number, trick in enumerate(view.finished, first):
        known |= mask_of(trick.cards)
        for index, card in enumerate(trick.cards):
            player = (trick.leader + index) % view.seats
            yield card, number, view.seat in (player, trick.winner)
    for card in cards_of(view.gone & ~known):
        yield card, 0, False


def _shown_cards(view: View, seat: Seat) -> Iterable[tuple[Card, int]]:
    """Cards in the hand of `seat` that were shown, each with the number of tricks before that."""
    known = view.hands[seat]
    if known.bit_count() == view.hand_sizes[seat]:  # perhaps only counted
        known = view.shown[seat] or (0 if view.history else known)
    first = sum(view.tricks) - len(view.finished)
    at = dict.fromkeys(cards_of(known), 0)
    for card in cards_of(known):
        if not view.talon and card // 6 == view.trump:
            at[card] = view.rules.talon_size // 2  # drawn as the talon's last card
    cards = 0
    for who, move in view.history:
        cards += is_card(move)
        if who == seat:
            for card in _shown_by(view, move):
                if known >> card & 1:
                    at[card] = first + cards // 2
    return at.items()


def _shown_by(view: View, move: Move) -> tuple[Card, ...]:
    """Cards that a call of the other seat has shown, if it has them still."""
    if is_pair(move):
        return cards_of(PAIR_MASKS[move - PAIR])
    return cards_of(SUIT_MASKS[view.trump]) if move == EXCHANGE else ()


def _mixed(cards: Sequence[Card], draw: Callable[[], float]) -> list[Card]:
    """The cards in random order."""
    mixed = [*cards]
    for last in range(len(mixed) - 1, 0, -1):
        index = int(draw() * (last + 1))
        mixed[index], mixed[last] = mixed[last], mixed[index]
    return mixed

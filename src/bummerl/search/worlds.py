"""The worlds of a view: whole states that look like it to its owner.

A world is a hand of the other seat and, while the talon is open, an order of the face-down cards.
When the talon is closed its order means nothing, so only hands count.  Beside what the view says -
cards shown by pairs, exchange and the drawn turned-up card, and what counting gives - the duties of
strict play tell what the other hand cannot hold (`impossible`).

Worlds are numbered: the hands in ascending order of their masks, within a hand the orders of the
talon.  Few worlds are all listed; of many, one is drawn from each of equally long stretches of
numbers, so that there are no duplicates and hands and cards appear evenly; then they are shuffled,
so that the first ones are a fair sample, too.

>>> from bummerl.notation.spn import parse_spn
>>> view = parse_spn("pagat SAKHADTQ/?5 H ?1+HJ - 0: 19.2/41.2 HTKQDKCTKQJ 7:7")
>>> worlds = worlds_of(view, limit=100)
>>> worlds.total, worlds.exact, worlds.rows.shape[0]
(6, True, 6)
"""

from __future__ import annotations

import functools
import itertools
import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from bummerl.cards import HIGHER_MASKS, SUIT_MASKS, Mask, cards_of
from bummerl.rules.moves import CLOSE, Seat, is_card
from bummerl.rules.trick import beats
from bummerl.rules.world import some_world
from bummerl.search import layout
from bummerl.search.pack import Integers, pack, relabelled_mask

if TYPE_CHECKING:
    from bummerl.rules.view import View

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Worlds:
    """Worlds of one view, as rows that kernels read."""

    rows: Integers
    """Shape (n, `layout.WIDTH`): whole states."""
    total: int
    """How many worlds the view has."""
    exact: bool
    """Whether these are all of them."""


def worlds_of(view: View, limit: int, seed: int = 0) -> Worlds:
    """All worlds of a running deal's view if there are no more than `limit`, else `limit` of them.

    The same view, limit and seed give the same worlds.

    Raises:
        ViewError: a table view, or a spectator's, which leaves more open than cards.
    """
    template = pack(some_world(view))
    other = 1 - view.to_move if view.seat is None else 1 - view.seat
    hands, unseen = _hands(view, other)
    hidden = [place for place, card in enumerate(view.talon) if card is None]
    orders = 1 if view.close is not None else math.factorial(len(hidden))
    total = len(hands) * orders
    numbers = _numbers(total, limit, seed)
    chosen, order = np.divmod(numbers, orders)
    rows = np.repeat(template[np.newaxis], len(numbers), axis=0)
    rows[:, layout.HAND + other] = hands[chosen]
    if hidden:
        # the talon lies in a row from its last card
        columns = [layout.TALON + len(view.talon) - 1 - place for place in hidden]
        rows[:, columns] = _arranged(hands[chosen], unseen, order, len(hidden))
    return Worlds(rows, total, len(numbers) == total)


def hands_of(view: View) -> Integers:
    """All hands the other seat may hold, as masks with suits relabelled, ascending.

    Raises:
        ViewError: see `worlds_of`.
    """
    some_world(view)
    hands, _ = _hands(view, 1 - view.to_move if view.seat is None else 1 - view.seat)
    return hands


def impossible(view: View, seat: Seat) -> Mask:
    """Cards that `seat` cannot hold, because in strict play it would have had to play one (PLAY-5).

    It follows from the history; a view read from a position text has none.
    """
    excluded, closed = 0, False
    cards = [*itertools.chain.from_iterable(trick.cards for trick in view.finished), *view.trick]
    plays = [played for played in view.history if is_card(played.move)]
    # a view read from text in mid-trick begins with a reply
    led = cards[0] if len(plays) < len(cards) else None
    for played in view.history:
        if not is_card(played.move):
            closed = closed or played.move == CLOSE
        elif led is None:
            led = played.move
        else:
            if closed and played.seat == seat:
                excluded |= _ruled_out(led, played.move, view.trump)
            led = None
    return excluded


def _ruled_out(led: int, reply: int, trump: int) -> Mask:
    """What a hand lacked that answered `led` with `reply` in strict play."""
    if reply // 6 == led // 6:
        return 0 if beats(reply, led, trump) else HIGHER_MASKS[led]
    suit = SUIT_MASKS[led // 6]
    return suit if reply // 6 == trump else suit | SUIT_MASKS[trump]


def _hands(view: View, other: Seat) -> tuple[Integers, Mask]:
    """The hands of `other`, and the cards that may be there or in the talon; suits relabelled."""
    known, unseen = view.hands[other], view.unseen
    missing = view.hand_sizes[other] - known.bit_count()
    possible = relabelled_mask(unseen & ~impossible(view, other), view.trump)
    singles = [1 << card for card in cards_of(possible)]
    chosen = np.array(singles, np.int64)[_combinations(len(singles), missing)]
    hands: Integers = np.sort(chosen.sum(axis=1) + relabelled_mask(known, view.trump))
    return hands, relabelled_mask(unseen, view.trump)


@functools.cache
def _combinations(size: int, taken: int) -> Integers:
    """All ways to take so many of `size` things, one a row."""
    flat = itertools.chain.from_iterable(itertools.combinations(range(size), taken))
    return np.fromiter(flat, np.int64).reshape(math.comb(size, taken), taken)


def _numbers(total: int, limit: int, seed: int) -> Integers:
    """All numbers below `total`, or one from each of `limit` equal stretches of a circle."""
    chance = np.random.default_rng(seed)
    if total <= limit:
        return chance.permutation(total)
    shifts = chance.random(limit)
    edges = np.arange(limit + 1) * (total / limit)
    low, high = np.ceil(edges[:-1]).astype(np.int64), np.ceil(edges[1:]).astype(np.int64)
    picked = np.minimum(low + (shifts * (high - low)).astype(np.int64), total - 1)
    # stretches can differ by one in length; as the circle starts anywhere, that favours no number
    return chance.permutation((picked + chance.integers(total)) % total)


def _arranged(hands: Integers, unseen: Mask, order: Integers, size: int) -> Integers:
    """The unseen cards that are not in `hands`, by row, in the order with that number."""
    cards = np.array(list(cards_of(unseen)), np.int64)
    in_talon = (hands[:, np.newaxis] >> cards & 1) == 0
    rest = np.broadcast_to(cards, in_talon.shape)[in_talon].reshape(len(hands), size)
    left = rest.copy()
    lines = np.arange(len(hands))
    arranged: Integers = np.empty_like(rest)
    for place in range(size):
        step = math.factorial(size - 1 - place)
        at, order = np.divmod(order, step)
        arranged[:, place] = left[lines, at]
        # close the gap: cards behind the taken one move up
        behind = np.arange(size - 1 - place)
        left = left[lines[:, np.newaxis], behind + (behind >= at[:, np.newaxis])]
    return arranged

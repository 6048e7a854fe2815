"""One side of the table, as a viewer sees it."""

from __future__ import annotations

import functools

from bummerl.cards import SUITS
from bummerl.rules.moves import PAIR, Seat, is_pair
from bummerl.rules.scoring import pair_points
from bummerl.server.table.look import Look
from bummerl.server.table.speech import hand_tokens, level_of, names_in, tokens
from bummerl.server.table.state import Table
from bummerl.server.wire import Pair, SeatScene
from bummerl.words import moment
from bummerl.words.wording import Wording


def empty_side(table: Table, seat: Seat, at: int, words: Wording) -> SeatScene:
    """A side before the first deal."""
    return _side(table, seat, at, names_in(table.sitters, words), dealer=False)


def side(look: Look, seat: Seat, at: int) -> SeatScene:
    """A side while a deal lies on the table."""
    view, finished = look.view, look.view.finished
    return _side(
        look.table,
        seat,
        at,
        look.names,
        dealer=look.match.dealer == seat,
        cards=view.hand_sizes[seat],
        hand=hand_tokens(look.shown[seat], view.trump),
        tricks=view.tricks[seat],
        looks=tuple([tokens(trick.cards) for trick in finished if trick.winner == seat]),
        points=view.points[seat],
        pairs=_pairs(look, seat),
        facts=_facts(
            None if seat == view.seat else view.hand_sizes[seat],
            view.tricks[seat],
            view.points[seat],
            look.words,
        ),
    )


def _side(
    table: Table,
    seat: Seat,
    at: int,
    names: tuple[str, str],
    *,
    dealer: bool,
    cards: int = 0,
    hand: tuple[str, ...] = (),
    tricks: int = 0,
    looks: tuple[tuple[str, ...], ...] = (),
    points: int | None = None,
    pairs: tuple[Pair, ...] = (),
    facts: tuple[str, ...] = (),
) -> SeatScene:
    sitter, shuffle = table.sitters[seat], table.shuffle
    return SeatScene(
        name=names[seat],
        bot=None if sitter is None or sitter.bot is None else level_of(sitter.bot),
        rating=None if sitter is None else sitter.rating,
        provisional=sitter is not None and sitter.provisional,
        here=table.here[seat],
        grace=table.grace.left(seat, at),
        ready=shuffle is not None and shuffle.contributions[seat] is not None,
        dealer=dealer,
        cards=cards,
        hand=hand,
        tricks=tricks,
        looks=looks,
        points=points,
        pairs=pairs,
        facts=facts,
    )


def _pairs(look: Look, seat: Seat) -> tuple[Pair, ...]:
    """The announcements of a seat; those that do not count yet are its only one (PAIR-3)."""
    view = look.view
    pending = view.pending[seat] > 0
    return tuple(
        [
            Pair(SUITS[move - PAIR], pair_points(move - PAIR, view.trump), pending)
            for who, move in view.history
            if who == seat and is_pair(move)
        ]
    )


@functools.lru_cache(maxsize=1 << 12)
def _facts(cards: int | None, tricks: int, points: int | None, words: Wording) -> tuple[str, ...]:
    return tuple(moment.facts(cards, tricks, points, words))

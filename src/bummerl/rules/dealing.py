"""Shuffling and dealing (DEAL-1 … DEAL-5).

A pack order is a tuple of cards, top card first.  It alone decides a deal.
"""

from __future__ import annotations

import random
from typing import Final

from bummerl.cards import PACK_MASKS, Card, cards_of, mask_of, rank
from bummerl.errors import RulesError
from bummerl.rules.moves import Seat
from bummerl.rules.position import Position
from bummerl.rules.score import Score
from bummerl.rules.situation import blank, set_facts
from bummerl.rules.variants import PRESETS, Rules, check_value

Pack = tuple[Card, ...]

_PACKS: Final = {deck: list(cards_of(mask)) for deck, mask in PACK_MASKS.items()}

# Where in the pack the two packets of forehand and of the dealer and the turned-up card lie, and
# where the talon begins (DEAL-2, DEAL-3).
_PLACES: Final = {
    20: (slice(0, 3), slice(7, 9), slice(3, 6), slice(9, 11), 6, 11),
    24: (slice(0, 3), slice(6, 9), slice(3, 6), slice(9, 12), 12, 13),
}


def shuffled(deck: int, seed: int | str) -> Pack:
    """A shuffled pack of `deck` cards; the same seed gives the same order on every machine.

    Uses only ``random.Random(str(seed)).random()``, the part of Python's generator whose
    sequence is promised to stay the same.

    >>> shuffled(20, seed=1) == shuffled(20, seed=1)
    True

    Raises:
        RulesError: there is no pack of `deck` cards.
    """
    if deck not in _PACKS:
        check_value("deck", deck)
    draw = random.Random(str(seed)).random
    pack = _PACKS[deck].copy()
    for last in range(len(pack) - 1, 0, -1):
        pick = int(draw() * (last + 1))
        pack[last], pack[pick] = pack[pick], pack[last]
    return tuple(pack)


def deal(
    pack: Pack, dealer: Seat, rules: Rules = PRESETS["soft"], score: Score = Score()
) -> Position:
    """The first position of a deal from a pack order (DEAL-2, DEAL-3, DEAL-4).

    Raises:
        RulesError: `pack` is not the pack of these rules, or `dealer` is no seat.
    """
    if sorted(pack) != _PACKS[rules.deck]:
        raise RulesError(
            "the pack must be the {deck} cards of the rules, each once", deck=rules.deck
        )
    if dealer not in (0, 1):
        raise RulesError("the dealer is {seat}, but the seats are 0 and 1", seat=dealer)
    forehand = 1 - dealer
    first, second, third, fourth, turned, top = _PLACES[rules.deck]
    hands = mask_of(pack[first] + pack[second]), mask_of(pack[third] + pack[fourth])
    facts = dict(
        _BEFORE_DEAL,
        rules=rules,
        hands=hands if forehand == 0 else hands[::-1],
        trump=pack[turned] // 6,
        talon=(*pack[top:], pack[turned]),
        leader=forehand,
        to_move=forehand,
        score=score,
        forehand=forehand,
    )
    position = blank(Position)
    set_facts(position, facts)
    return position


_BEFORE_DEAL: Final = dict(
    vars(Position(rules=PRESETS["soft"], hands=(0, 0), trump=0, talon=(), leader=0))
)


def draw_for_deal(seed: int | str, deck: int = 20) -> tuple[Seat, tuple[tuple[Card, Card], ...]]:
    """Who deals first, and the cards both drew for it, each round's pair by seat (DEAL-1).

    The higher rank deals; equal ranks draw again.
    """
    rounds: list[tuple[Card, Card]] = []
    while True:
        first, second, *_ = shuffled(deck, f"draw/{seed}/{len(rounds)}")
        rounds.append((first, second))
        if rank(first) != rank(second):
            return (0 if rank(first) > rank(second) else 1), tuple(rounds)

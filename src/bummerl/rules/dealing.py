"""Shuffling and dealing (DEAL-1 … DEAL-5).

A pack order is a tuple of cards, top card first.  It alone decides a deal.
"""

from __future__ import annotations

import random
from typing import Final

from bummerl.cards import PACK_MASKS, Card, Mask, cards_of, mask_of, rank
from bummerl.errors import RulesError
from bummerl.rules.moves import Seat
from bummerl.rules.position import Position
from bummerl.rules.score import Score
from bummerl.rules.variants import PRESETS, Rules, check_value

Pack = tuple[Card, ...]

# Packets in dealing order: forehand, dealer, …; None is the turned-up card (DEAL-2, DEAL-3).
_PACKETS: Final[dict[int, tuple[tuple[int | None, int], ...]]] = {
    20: ((0, 3), (1, 3), (None, 1), (0, 2), (1, 2)),
    24: ((0, 3), (1, 3), (0, 3), (1, 3), (None, 1)),
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
    check_value("deck", deck)
    draw = random.Random(str(seed)).random
    pack = list(cards_of(PACK_MASKS[deck]))
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
    if len(pack) != rules.deck or mask_of(pack) != rules.pack_mask:
        raise RulesError(
            "the pack must be the {deck} cards of the rules, each once", deck=rules.deck
        )
    if dealer not in (0, 1):
        raise RulesError("the dealer is {seat}, but the seats are 0 and 1", seat=dealer)
    forehand = 1 - dealer
    hands: list[Mask] = [0, 0]
    turn_up = top = 0
    for place, count in _PACKETS[rules.deck]:
        if place is None:
            turn_up = pack[top]
        else:
            hands[(forehand + place) % 2] |= mask_of(pack[top : top + count])
        top += count
    return Position(
        rules=rules,
        hands=tuple(hands),
        trump=turn_up // 6,
        talon=(*pack[top:], turn_up),
        leader=forehand,
        score=score,
        forehand=forehand,
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

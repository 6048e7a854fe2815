"""Positions for the tests of the search: random deals, stopped where the leaves are near."""

from __future__ import annotations

import random
from collections.abc import Iterator

from bummerl.cards import cards_of
from bummerl.rules.dealing import deal
from bummerl.rules.position import Position
from bummerl.rules.variants import PRESETS, Rules
from support import random_deal, random_rules


def mixed_rules(rng: random.Random, preset: str) -> Iterator[Rules]:
    """The preset, and every third time one with options changed at random."""
    while True:
        yield PRESETS[preset]
        yield PRESETS[preset]
        yield random_rules(rng, preset)


def positions(preset: str, seed: str, *, talon: int, cards: int = 6) -> Iterator[Position]:
    """Endless positions of random deals: at most so many open talon cards and cards in a hand.

    With an open talon the hands are full, and `cards` limits only strict play.
    """
    rng = random.Random(f"{preset}/{seed}")
    for rules in mixed_rules(rng, preset):
        for position in random_deal(rng, rules):
            if position.over:
                break
            if not position.is_strict:
                if len(position.talon) <= talon:
                    yield position
            elif max(position.hand_sizes) <= cards:
                yield position


def fixed_deals(rules: Rules, number: int) -> list[Position]:
    """First positions that depend on nothing but this function."""
    rng = random.Random("fixed deals")
    pack = list(cards_of(rules.pack_mask))
    found = []
    for index in range(number):
        order = sorted(pack, key=lambda _card: rng.random())
        found.append(deal(tuple(order), index % 2, rules))
    return found

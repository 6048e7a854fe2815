"""Ways in which deals may end, for tests of match equity: chances of -3 … 3 for forehand."""

from __future__ import annotations

import random
from collections.abc import Sequence

from bummerl.players.deal_odds import NEEDS, POINTS, Need

Odds = tuple[float, ...]

# What a strong prototype's deals brought forehand.
PROTOTYPE = (0.137, 0.221, 0.136, 0.0, 0.161, 0.211, 0.133)
# Something lopsided with many drawn deals, so that every term shows.
LOPSIDED = (0.05, 0.1, 0.15, 0.2, 0.25, 0.15, 0.1)


def alike(odds: Sequence[float]) -> dict[Need, Odds]:
    """The same at every need."""
    total = sum(odds)
    return dict.fromkeys(NEEDS, tuple(chance / total for chance in odds))


def by_need() -> dict[Need, Odds]:
    """Other odds at every need, with drawn deals."""
    dice = random.Random("needs")
    rows = {at: [dice.random() + 0.2 for _ in POINTS] for at in NEEDS}
    return {at: tuple(value / sum(row) for value in row) for at, row in rows.items()}

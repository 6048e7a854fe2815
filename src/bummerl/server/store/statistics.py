"""What was dealt in all finished deals, summed up by the database itself."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from sqlalchemy import case, func, select
from sqlalchemy.ext.asyncio import AsyncSession

from bummerl.cards import ACE, PAIR_MASKS, SUIT_MASKS, SUITS, cards_of, rank
from bummerl.rules.position import Position
from bummerl.server.store.models import DealRow

FACTS: Final = ("aces", "pairs", "trumps")
"""What is counted in both hands."""


class Sums(NamedTuple):
    """Of all finished deals with one pack."""

    pack: int
    deals: int
    forehand: dict[str, int]
    """How many of each of `FACTS` forehands were dealt."""
    dealer: dict[str, int]
    suits: dict[str, int]
    """How often each suit was trump, by letter."""


def facts_of(start: Position, dealer: int) -> dict[str, Any]:
    """What was dealt, for `DealRow.facts`: by seat, with the suit that is trump."""
    hands = start.hands[:2]
    return {
        "dealer": dealer,
        "trump": SUITS[start.trump],
        "aces": [sum(rank(card) == ACE for card in cards_of(hand)) for hand in hands],
        "pairs": [sum(hand & pair == pair for pair in PAIR_MASKS) for hand in hands],
        "trumps": [(hand & SUIT_MASKS[start.trump]).bit_count() for hand in hands],
    }


async def sums(session: AsyncSession) -> list[Sums]:
    """What was dealt, by pack."""
    facts = DealRow.facts
    dealer = facts["dealer"].as_integer()
    columns: list[Any] = [DealRow.pack, func.count()]
    for fact in FACTS:
        first, second = facts[(fact, 0)].as_integer(), facts[(fact, 1)].as_integer()
        columns.append(func.sum(case((dealer == 1, first), else_=second)))
        columns.append(func.sum(case((dealer == 0, first), else_=second)))
    trump = facts["trump"].as_string()
    columns += [func.sum(case((trump == letter, 1), else_=0)) for letter in SUITS]
    found = await session.execute(select(*columns).group_by(DealRow.pack).order_by(DealRow.pack))
    made = []
    for row in found:
        pack, deals, *numbers = (int(value or 0) for value in row)
        counted, suits = numbers[: 2 * len(FACTS)], numbers[2 * len(FACTS) :]
        made.append(
            Sums(
                pack=pack,
                deals=deals,
                forehand=dict(zip(FACTS, counted[::2], strict=True)),
                dealer=dict(zip(FACTS, counted[1::2], strict=True)),
                suits=dict(zip(SUITS, suits, strict=True)),
            )
        )
    return made

"""The four signs: acorn, leaf, heart and bell, and the colours of their people.

Each sign is drawn around (0, 0) in a box of 100; `sign` places it on a card.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from bummerl.cards import CLUBS, DIAMONDS, HEARTS, SPADES, Suit
from tools.german_cards.paint import (
    BLUE,
    BROWN,
    GOLD,
    GREEN,
    INK,
    OLIVE,
    PAPER,
    RED,
    dot,
    group,
    shape,
    stroke,
)


class Colours(NamedTuple):
    """What a suit is painted in."""

    letter: str
    """Index and band; at least 4.5 : 1 on paper."""
    cloth: str
    """Robes, most of them."""
    lining: str
    """Collars, cuffs, feathers."""


COLOURS: Final[dict[Suit, Colours]] = {
    SPADES: Colours("#1f6b39", GREEN, OLIVE),
    HEARTS: Colours(RED, RED, GOLD),
    DIAMONDS: Colours(INK, GOLD, BLUE),
    CLUBS: Colours("#74401a", "#c0702c", OLIVE),
}


_BODY: Final[dict[Suit, str]] = {
    SPADES: "M0-49C10-32 47-18 47 9 47 28 25 36 0 20-25 36-47 28-47 9-47-18-10-32 0-49Z",
    HEARTS: "M0 46C-14 28-48 8-48-17-48-34-36-44-24-44-12-44-3-37 0-27 3-37 12-44 24-44"
    " 36-44 48-34 48-17 48 8 14 28 0 46Z",
    DIAMONDS: "M0-38A42 42 0 1 1-.1-38Z",
    CLUBS: "M-42-6C-44-30-22-39 0-39 22-39 44-30 42-6 38-3 34-2 31-1 30 22 18 36 5 42L0 50-5 42"
    "C-18 36-30 22-31-1-34-2-38-3-42-6Z",
}
"""Outlines, for the rim."""


def _leaf(line: float) -> str:
    return (
        stroke("M0 18C1 32 4 40 12 47", INK, line * 2.2)
        + shape(_BODY[SPADES], GREEN, line)
        + stroke(
            "M0-28V18M0 4-22-8M0 4 22-8M0 18-24 14M0 18 24 14M0-10-12-20M0-10 12-20", "#a9d08a", 4.5
        )
    )


def _heart(line: float) -> str:
    return shape(_BODY[HEARTS], RED, line) + stroke("M-36-16C-36-26-30-32-22-32", "#f3a79b", 7)


def _bell(line: float) -> str:
    return (
        shape("M-11-36V-44A11 8 0 0 1 11-44V-36Z", GOLD, line)
        + shape(_BODY[DIAMONDS], GOLD, line)
        + stroke("M-24-20C-16-27-10-29-2-29", "#fff0b8", 7)
        + stroke("M-41-2C-20 7 20 7 41-2M-40 10C-20 19 20 19 40 10", INK, max(line * 0.8, 4))
        + stroke("M0 22V42", INK, 8)
        + dot(0, 24, 8)
    )


def _acorn(line: float) -> str:
    return (
        shape("M-31-8C-35 22-18 36-5 42L0 50 5 42C18 36 35 22 31-8Z", OLIVE, line)
        + stroke("M-19 4C-19 18-14 26-8 31", "#dfeb9d", 7)
        + stroke("M0-36C0-44 4-48 12-49", INK, line * 2.2)
        + shape("M-42-6C-44-30-22-39 0-39 22-39 44-30 42-6 20 3-20 3-42-6Z", BROWN, line)
        + stroke(
            "M-22-26-30-10M-4-30-12-6M14-30 8-6M29-22 26-8"
            "M-30-20C-10-28 10-28 31-20M-36-11C-14-17 14-17 36-11",
            "#d9a15c",
            3.5,
        )
    )


_SIGNS: Final[dict[Suit, Callable[[float], str]]] = {
    SPADES: _leaf,
    HEARTS: _heart,
    DIAMONDS: _bell,
    CLUBS: _acorn,
}


def sign(
    of_suit: Suit,
    x: float,
    y: float,
    size: float,
    *,
    turn: float = 0,
    line: float = 2.6,
    halo: bool = False,
) -> str:
    """The sign of a suit around (x, y), `size` high, with an outline of `line` units.

    With `halo` it stands on a rim of paper, so that it is clear of what lies behind.
    """
    scale = size / 100
    drawn = _SIGNS[of_suit](round(line / scale, 2))
    if halo:
        drawn = stroke(_BODY[of_suit], PAPER, round((line + 9) / scale, 1)) + drawn
    return group(drawn, at=(x, y), turn=turn, size=scale)

"""The pictures of the four aces: heart spring, bell summer, leaf autumn, acorn winter.

A scene is a strip 240 wide and 100 high from (0, 0); what stands out of it is cut off by `card`.
"""

from __future__ import annotations

from collections.abc import Callable
from math import cos, radians, sin
from typing import Final

from bummerl.cards import CLUBS, DIAMONDS, HEARTS, SPADES, Suit
from tools.german_cards.paint import (
    BLUE,
    BROWN,
    GOLD,
    GREEN,
    INK,
    OLIVE,
    RED,
    WHITE,
    ball,
    dot,
    group,
    patch,
    shape,
    stroke,
    tube,
)

SEASONS: Final[dict[Suit, tuple[str, str, str]]] = {
    HEARTS: ("FRÜHLING", "Frühling", "spring"),
    DIAMONDS: ("SOMMER", "Sommer", "summer"),
    SPADES: ("HERBST", "Herbst", "autumn"),
    CLUBS: ("WINTER", "Winter", "winter"),
}
"""The name on the ace, and as a word in German and English."""

_SKY: Final = "#cfe5ea"
_PINK: Final = "#f2a3ac"
_GRAPE: Final = "#6a3d86"


def scene(of_suit: Suit) -> str:
    """The season of an ace."""
    return _SCENES[of_suit]()


def _around(count: int, radius: float, start: float = -90) -> list[tuple[float, float]]:
    turns = [radians(start + 360 * n / count) for n in range(count)]
    return [(round(radius * cos(t), 1), round(radius * sin(t), 1)) for t in turns]


def _blossom(x: float, y: float, size: float, fill: str) -> str:
    petals = "".join(ball(px, py, 9, fill, 3) for px, py in _around(5, 10))
    inner = "".join(dot(px, py, 6.5, fill) for px, py in _around(5, 9))
    return group(petals + inner + ball(0, 0, 5, GOLD, 2.4), at=(x, y), turn=x % 40, size=size)


def _foliage(x: float, y: float, turn: float, size: float = 1) -> str:
    leaf = shape("M0 0C4-16 18-22 30-20 28-6 16 6 0 0Z", OLIVE, 3)
    return group(leaf + stroke("M4-3 20-13", INK, 2), at=(x, y), turn=turn, size=size)


def _spring() -> str:
    return (
        patch("M0 0H240V100H0Z", _SKY)
        + shape("M-6 84C50 60 90 92 140 78S216 66 250 80V110H-6Z", "#8fc063")
        + tube(
            "M-10 78C40 74 70 44 118 50S190 30 252 22"
            "M70 58C84 40 92 30 96 14M150 46C166 60 184 66 204 64",
            BROWN,
            6,
        )
        + "".join(
            _foliage(*leaf) for leaf in ((34, 72, 40), (128, 47, -60), (182, 34, 60), (62, 60, -80))
        )
        + _blossom(96, 20, 1.15, WHITE)
        + _blossom(50, 46, 1, _PINK)
        + _blossom(140, 66, 1.1, _PINK)
        + _blossom(206, 62, 1.15, WHITE)
        + _blossom(176, 22, 1, _PINK)
        + _blossom(224, 22, 0.9, _PINK)
        + _blossom(18, 78, 0.9, WHITE)
    )


def _ear(x: float, y: float, turn: float) -> str:
    grains = "".join(
        shape(
            f"M0 {g}C-9 {g - 2}-11 {g - 10}-6 {g - 14}-1 {g - 10} 0 {g - 6} 0 {g}"
            f"C0 {g - 6} 1 {g - 10} 6 {g - 14} 11 {g - 10} 9 {g - 2} 0 {g}Z",
            GOLD,
            2.2,
        )
        for g in (0, -9, -18)
    )
    return group(stroke("M0 30V-36", INK, 2.4) + grains, at=(x, y), turn=turn)


def _summer() -> str:
    near, far = _around(12, 33), _around(12, 43)
    rays = group(
        "".join(
            stroke(f"M{x:g} {y:g} {u:g} {v:g}", RED, 5)
            for (x, y), (u, v) in zip(near, far, strict=True)
        ),
        at=(186, 44),
    )
    ears = "".join(
        _ear(76 + 9 * n, 38 + 0.9 * n * n, 9 * n) for n in (-4, 4, -2, 2, -3, 3, -1, 1, 0)
    )
    stalks = shape("M44 52 66 74 52 110H100L86 74 108 52C90 62 62 62 44 52Z", "#d9962a")
    return (
        patch("M0 0H240V100H0Z", "#fbe3a0")
        + rays
        + ball(186, 44, 24, RED)
        + shape("M-6 82C60 68 110 90 160 80S220 74 250 82V110H-6Z", "#8fb24a")
        + stalks
        + stroke("M62 104 70 82M76 106V82M90 104 82 82", INK, 2.4)
        + ears
        + shape("M60 68C70 74 82 74 92 68L94 78C82 84 70 84 58 78Z", BLUE, 3)
    )


def _vine_leaf(x: float, y: float, turn: float, fill: str) -> str:
    leaf = shape(
        "M0 30C-6 22-14 26-22 30-22 20-26 14-36 12-28 4-30-4-34-14-22-12-16-14-14-22-8-20-4-24 0-34"
        " 4-24 8-20 14-22 16-14 22-12 34-14 30-4 28 4 36 12 26 14 22 20 22 30 14 26 6 22 0 30Z",
        fill,
        3,
    )
    veins = stroke("M0 28V-18M0 20-20-4M0 20 20-4M0 24-20 16M0 24 20 16", INK, 2)
    return group(leaf + veins, at=(x, y), turn=turn)


def _grapes(x: float, y: float) -> str:
    rows = ((5, 0), (4, 14), (3, 28), (2, 42), (1, 56))
    berries = [
        (x + 16 * (n - (count - 1) / 2), y + down) for count, down in rows for n in range(count)
    ]
    return "".join(
        ball(bx, by, 10, _GRAPE, 2.6) + dot(bx - 3, by - 3, 2.4, "#c9a6dd") for bx, by in berries
    )


def _autumn() -> str:
    return (
        patch("M0 0H240V100H0Z", "#f9dfb4")
        + tube("M-10 10C40 22 80 2 120 10S200 22 250 6", BROWN, 6)
        + stroke(
            "M170 12C184 34 200 20 206 36 210 46 198 50 196 42M70 12C56 30 44 20 36 34", INK, 3
        )
        + _vine_leaf(44, 56, -14, "#d9652b")
        + _vine_leaf(196, 54, 16, GOLD)
        + _vine_leaf(82, 20, 200, OLIVE)
        + _vine_leaf(160, 20, 160, "#c23f22")
        + stroke("M120 10V26", INK, 5)
        + _grapes(120, 30)
    )


def _fir(x: float, y: float, size: float) -> str:
    tree = (
        patch("M-4 0H4V12H-4Z", INK)
        + shape("M0-70-16-42H-9L-24-20H-14L-30 2H30L14-20H24L9-42H16Z", GREEN, 3)
        + patch(
            "M0-66-12-46C-6-44-4-48 0-45 4-48 6-44 12-46ZM-14-37-20-25C-12-22-8-27-2-24L-6-34Z"
            "M4-33 0-24C8-22 12-27 19-25L13-36ZM-16-16-25-2C-16 0-12-6-4-4L-8-14Z",
            WHITE,
        )
    )
    return group(tree, at=(x, y), size=size)


def _winter() -> str:
    flakes = (
        (20, 20),
        (62, 12),
        (98, 30),
        (132, 12),
        (150, 40),
        (196, 14),
        (226, 34),
        (84, 54),
        (178, 58),
        (14, 56),
    )
    hut = (
        shape("M-26 0V-22H26V0Z", BROWN, 3)
        + shape("M-36-20 0-46 36-20C24-24 12-20 0-24-12-20-24-24-36-20Z", WHITE, 3)
        + shape("M-7-17H7V-5H-7Z", GOLD, 2.6)
        + shape("M14-46H22V-30L14-36Z", RED, 2.6)
    )
    return (
        patch("M0 0H240V100H0Z", BLUE)
        + shape("M-6 66 40 30 66 52 104 18 150 58 190 28 250 72V110H-6Z", "#9db7cf", 3)
        + patch(
            "M40 32 26 44 36 44 42 50 50 42ZM104 20 88 35 98 36 104 44 112 36 122 36Z"
            "M190 30 176 42 186 42 194 48 206 42Z",
            WHITE,
        )
        + shape("M-6 78C40 60 90 84 130 76S210 62 250 78V110H-6Z", WHITE)
        + _fir(44, 82, 1)
        + _fir(80, 88, 0.7)
        + _fir(206, 84, 0.95)
        + group(hut, at=(138, 90))
        + "".join(dot(x, y, 3.6, WHITE) for x, y in flakes)
    )


_SCENES: Final[dict[Suit, Callable[[], str]]] = {
    HEARTS: _spring,
    DIAMONDS: _summer,
    SPADES: _autumn,
    CLUBS: _winter,
}

"""Capitals and figures as strokes, so that a card needs no font.

A letter is drawn in a box 10 high; `LETTERS` gives its width and its path.

>>> round(width("TELL"), 1)
31.4
"""

from __future__ import annotations

from typing import Final

from tools.german_cards.paint import group, stroke

_GAP: Final = 3.0
"""Between two letters, measured between the middles of their strokes."""

LETTERS: Final[dict[str, tuple[float, str]]] = {
    "A": (7.4, "M0 10 3.7 0 7.4 10M1.2 6.8H6.2"),
    "B": (6, "M0 0V10H3.4A2.6 2.6 0 0 0 3.4 4.8H0M3.2 4.8A2.4 2.4 0 0 0 3.2 0H0"),
    "C": (6.4, "M6.4 2.6A3.2 3.2 0 0 0 0 3.4V6.6A3.2 3.2 0 0 0 6.4 7.4"),
    "D": (6.6, "M0 0V10H2.4A4.2 4.2 0 0 0 6.6 5.8V4.2A4.2 4.2 0 0 0 2.4 0Z"),
    "E": (5.4, "M5.4 0H0V10H5.4M0 5H4.6"),
    "F": (5.4, "M5.4 0H0V10M0 5.2H4.6"),
    "G": (6.6, "M6.4 2.4A3.3 3.3 0 0 0 0 3.4V6.6A3.3 3.3 0 0 0 6.6 6.6V5.4H3.8"),
    "H": (6.4, "M0 0V10M6.4 0V10M0 5H6.4"),
    "I": (0, "M0 0V10"),
    "K": (7, "M0 0V10M6.4 0 0 6.2M2.6 4 7 10"),
    "L": (5.2, "M0 0V10H5.2"),
    "M": (8, "M0 10V0L4 6.4 8 0V10"),
    "N": (6.6, "M0 10V0L6.6 10V0"),
    "O": (7, "M0 3.5A3.5 3.5 0 0 1 7 3.5V6.5A3.5 3.5 0 0 1 0 6.5Z"),
    "R": (6.4, "M0 10V0H3.6A2.8 2.8 0 0 1 3.6 5.6H0M3.2 5.6 6.4 10"),
    "S": (
        6.4,
        "M6.2 2.2C5.6.7 4.6 0 3.2 0 1.4 0 .2 1 .2 2.5.2 6 6.4 4 6.4 7.4 6.4 9 5.1 10 3.2 10"
        " 1.6 10 .4 9.2 0 7.7",
    ),
    "T": (6.6, "M0 0H6.6M3.3 0V10"),
    "U": (7, "M0 0V6.5A3.5 3.5 0 0 0 7 6.5V0"),
    "Ü": (7, "M0 0V6.5A3.5 3.5 0 0 0 7 6.5V0M1.8-3.2V-2M5.2-3.2V-2"),
    "W": (9.6, "M0 0 2.4 10 4.8 2.4 7.2 10 9.6 0"),
    "Z": (6.2, "M0 0H6.2L0 10H6.2"),
    "0": (5.4, "M0 2.7A2.7 2.7 0 0 1 5.4 2.7V7.3A2.7 2.7 0 0 1 0 7.3Z"),
    "1": (2.4, "M0 2.2 2.4.2V10"),
    "9": (7, "M7 3.5A3.5 3.4 0 1 1 0 3.5 3.5 3.4 0 1 1 7 3.5V5.4C7 8.4 5.2 10 1.4 10"),
}


def width(word: str, gap: float = _GAP) -> float:
    """Width of a word in letter heights of 10, between the middles of its outer strokes."""
    return sum(LETTERS[letter][0] for letter in word) + gap * (len(word) - 1)


def written(
    word: str,
    *,
    middle: tuple[float, float],
    height: float,
    colour: str,
    weight: float,
    gap: float = _GAP,
) -> str:
    """`word` in capitals around `middle`; `weight` is the stroke for a height of 10."""
    size = height / 10
    pieces, x = [], -width(word, gap) / 2
    for letter in word:
        advance, d = LETTERS[letter]
        pieces.append(group(stroke(d, colour, weight), at=(round(x, 2), -5)))
        x += advance + gap
    return group("".join(pieces), at=middle, size=size)

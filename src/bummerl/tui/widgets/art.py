"""Cards drawn with characters: pure functions from a face to lines of styled pieces.

A card that may be played has a round solid edge, one that may not a dotted one, the chosen one a
heavy one, and a hinted one a star in its edge: each is told apart without colour.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from textual.content import Content

from bummerl.cards import Suit
from bummerl.tui.scene import Face


class Size(NamedTuple):
    """Width and height of a card in cells."""

    width: int
    height: int


SMALL: Final = Size(7, 5)
LARGE: Final = Size(11, 7)
TINY: Final = Size(5, 3)
"""The other side's cards."""


class Edge(NamedTuple):
    """Characters of an edge: corners clockwise from the upper left, sides, top and bottom."""

    corners: str
    upright: str
    level: str


SOLID: Final = Edge("╭╮╯╰", "│", "─")
DOTTED: Final = Edge("┌┐┘└", "┆", "┄")
HEAVY: Final = Edge("┏┓┛┗", "┃", "━")

PIPS: Final = {"french": "♠♥♦♣", "german": "♠♥◉♣"}
"""The picture in the middle of a card: leaf and acorn look enough like spade and club."""

_SUIT_STYLES: Final = {
    "french": ("$ink", "$red", "$red", "$ink"),
    "german": ("$leaf", "$red", "$bell", "$acorn"),
}


def suit_style(suit: Suit, deck: str) -> str:
    """The style of a suit's symbol on paper."""
    return _SUIT_STYLES[deck][suit]


def card(
    face: Face,
    deck: str,
    size: Size = SMALL,
    *,
    number: int | None = None,
    chosen: bool = False,
) -> Content:
    """A card face up.

    Args:
        face: the card.
        deck: ``french`` or ``german``.
        size: how large.
        number: the key that plays it, written into the lower edge.
        chosen: whether the keyboard stands on it.
    """
    edge = HEAVY if chosen else SOLID if face.legal else DOTTED
    inner = size.width - 2
    style = f"{suit_style(face.suit, deck)} bold"
    rows = _tiny_rows(face) if size is TINY else _rows(face, deck, inner, size.height - 2)
    top = "★" if face.hinted else "+" if face.fresh else ""
    lines = [_level(edge, inner, edge.corners[:2], top)]
    lines += [
        Content.assemble(edge.upright, (row.center(inner), style), edge.upright) for row in rows
    ]
    label = "" if number is None else str(number) if face.legal else f"({number})"
    lines.append(_level(edge, inner, edge.corners[3] + edge.corners[2], label))
    return Content("\n").join(lines)


def _level(edge: Edge, inner: int, corners: str, label: str) -> Content:
    return Content(corners[0] + label.center(inner, edge.level) + corners[1])


def _tiny_rows(face: Face) -> list[str]:
    return [f"{face.short:^3}"]


def _rows(face: Face, deck: str, inner: int, height: int) -> list[str]:
    pip = PIPS[deck][face.suit]
    corner = face.index if pip == face.symbol else face.short
    rows = [" " * inner] * height
    rows[0] = corner.ljust(inner)
    rows[height // 2] = pip.center(inner)
    rows[-1] = corner.rjust(inner)
    if height > 3:
        rows[0], rows[-1] = f" {corner}".ljust(inner), f"{corner} ".rjust(inner)
        rows[height // 2 + 1] = face.suit_name.center(inner)
    return rows


def back(size: Size = TINY, columns: int | None = None) -> Content:
    """A card face down; only its left `columns` where another lies on it."""
    inner = size.width - 2
    rows = [
        "╭" + "─" * inner + "╮",
        *["│" + "░" * inner + "│"] * (size.height - 2),
        "╰" + "─" * inner + "╯",
    ]
    return Content("\n".join(row[:columns] for row in rows))


def beside(*blocks: Content, gap: int = 0) -> Content:
    """Blocks of equal height side by side."""
    columns = [block.split("\n") for block in blocks]
    space = Content(" " * gap)
    return Content("\n").join(space.join(row) for row in zip(*columns, strict=True))


def chip(face: Face, deck: str) -> Content:
    """A card in a line of text."""
    style = f"bold {suit_style(face.suit, deck)} on $paper"
    return Content.styled(f" {face.short:3} ", style)


def fitted(text: str, width: int) -> str:
    """`text`, cut with an ellipsis if it is wider."""
    return text if len(text) <= width else text[: width - 1] + "…"

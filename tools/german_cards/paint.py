"""Colours, lines and the few SVG elements that all pictures are made of.

A picture is a string of SVG elements, so parts are joined by adding strings.

>>> dot(1, 2.50, 3, RED)
'<circle cx="1" cy="2.5" r="3" fill="#b3261e"/>'
"""

from __future__ import annotations

from typing import Final

INK: Final = "#22201c"
PAPER: Final = "#fdfaf2"
RED: Final = "#b3261e"
GREEN: Final = "#2e7a45"
OLIVE: Final = "#9db83f"
BROWN: Final = "#8a4f1f"
GOLD: Final = "#f0b429"
BLUE: Final = "#2f5f96"
SKIN: Final = "#f3cda8"
BLUSH: Final = "#e09a7c"
STEEL: Final = "#b9c3c9"
WHITE: Final = "#ffffff"
GREY: Final = "#d8d3c6"

LINE: Final = 3.6
"""Width of an outline; a card is 240 wide."""


def number(value: float) -> str:
    """A coordinate, rounded to a hundredth and as short as can be."""
    return f"{round(value, 2):g}"


def shape(d: str, fill: str, line: float = LINE) -> str:
    """A filled path with an outline in ink."""
    width = "" if line == LINE else f' stroke-width="{line:g}"'
    return f'<path d="{d}" fill="{fill}" stroke="{INK}"{width}/>'


def patch(d: str, fill: str) -> str:
    """A filled path without outline."""
    return f'<path d="{d}" fill="{fill}"/>'


def stroke(d: str, colour: str = INK, line: float = LINE) -> str:
    """A line along a path."""
    width = "" if line == LINE else f' stroke-width="{line:g}"'
    return f'<path d="{d}" fill="none" stroke="{colour}"{width}/>'


def tube(d: str, colour: str, width: float) -> str:
    """A thick line with an outline: poles, arms, twigs."""
    return stroke(d, INK, width + 2 * LINE) + stroke(d, colour, width)


def ball(x: float, y: float, radius: float, fill: str, line: float = LINE) -> str:
    """A disc with an outline."""
    width = "" if line == LINE else f' stroke-width="{line:g}"'
    place = f'cx="{x:g}" cy="{y:g}" r="{radius:g}"'
    return f'<circle {place} fill="{fill}" stroke="{INK}"{width}/>'


def dot(x: float, y: float, radius: float, fill: str = INK) -> str:
    """A disc without outline."""
    return f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="{fill}"/>'


def group(
    inside: str, *, at: tuple[float, float] = (0, 0), turn: float = 0, size: float = 1
) -> str:
    """`inside`, scaled, then turned (degrees clockwise), then moved."""
    steps = [f"translate({at[0]:g} {at[1]:g})"] if at != (0, 0) else []
    steps += [f"rotate({turn:g})"] if turn else []
    steps += [f"scale({size:g})"] if size != 1 else []
    return f'<g transform="{" ".join(steps)}">{inside}</g>' if steps else inside

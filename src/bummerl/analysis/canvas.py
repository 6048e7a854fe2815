"""A drawing surface with two backs: SVG, written here, and PNG, drawn by Pillow.

The same calls give the same picture in both.  SVG needs nothing; PNG needs the extra ``plot``.
Lengths are pixels, the origin is the upper left corner.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal, Protocol, TypeAlias
from xml.sax.saxutils import escape

from bummerl.errors import FileError
from bummerl.notation.reading import check_writable, write_bytes, write_text

if TYPE_CHECKING:
    from PIL.ImageFont import FreeTypeFont, ImageFont

Point: TypeAlias = tuple[float, float]
Anchor: TypeAlias = Literal["start", "middle", "end"]

_FONT: Final = "Aileron, 'Helvetica Neue', Arial, 'DejaVu Sans', sans-serif"
_FINER: Final = 3
"""A PNG is drawn so many times as large and made smaller, for smooth edges."""
_PIXELS: Final = 2
"""Pixels of a PNG for one of ours, for sharp screens."""


class Canvas(Protocol):
    """What pictures are drawn on."""

    def line(self, points: Sequence[Point], colour: str, width: float = 1) -> None:
        """A line through all points."""

    def shape(self, points: Sequence[Point], fill: str, edge: str) -> None:
        """A filled polygon."""

    def circle(self, centre: Point, radius: float, fill: str, edge: str) -> None:
        """A filled circle."""

    def text(
        self, at: Point, words: str, colour: str, size: float = 13, anchor: Anchor = "start"
    ) -> None:
        """Words on one line; `at` is on their baseline."""

    def save(self, path: Path) -> None:
        """Write the picture into a file.

        Raises:
            FileError: the file cannot be written.
        """


class SvgCanvas:
    """Draws SVG text."""

    def __init__(self, width: int, height: int, title: str) -> None:
        self._parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
            f'width="{width}" height="{height}" role="img" font-family="{_FONT}">',
            f"<title>{escape(title)}</title>",
            f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
        ]

    def line(self, points: Sequence[Point], colour: str, width: float = 1) -> None:
        """See `Canvas`."""
        self._parts.append(
            f'<polyline points="{_joined(points)}" fill="none" stroke="{colour}" '
            f'stroke-width="{width:g}" stroke-linejoin="round"/>'
        )

    def shape(self, points: Sequence[Point], fill: str, edge: str) -> None:
        """See `Canvas`."""
        self._parts.append(f'<polygon points="{_joined(points)}" fill="{fill}" stroke="{edge}"/>')

    def circle(self, centre: Point, radius: float, fill: str, edge: str) -> None:
        """See `Canvas`."""
        x, y = centre
        self._parts.append(
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:g}" fill="{fill}" stroke="{edge}"/>'
        )

    def text(
        self, at: Point, words: str, colour: str, size: float = 13, anchor: Anchor = "start"
    ) -> None:
        """See `Canvas`."""
        x, y = at
        self._parts.append(
            f'<text x="{x:.1f}" y="{y:.1f}" fill="{colour}" font-size="{size:g}" '
            f'text-anchor="{anchor}">{escape(words)}</text>'
        )

    def save(self, path: Path) -> None:
        """See `Canvas`."""
        write_text("\n".join([*self._parts, "</svg>", ""]), path)


class PngCanvas:
    """Draws pixels with Pillow, which must be there."""

    def __init__(self, width: int, height: int) -> None:
        from PIL import Image, ImageDraw

        self._size = (width * _PIXELS, height * _PIXELS)
        self._scale = _PIXELS * _FINER
        self._image = Image.new("RGB", (width * self._scale, height * self._scale), "#ffffff")
        self._draw = ImageDraw.Draw(self._image)
        self._fonts: dict[float, ImageFont | FreeTypeFont] = {}

    def line(self, points: Sequence[Point], colour: str, width: float = 1) -> None:
        """See `Canvas`."""
        self._draw.line(self._scaled(points), colour, round(width * self._scale), joint="curve")

    def shape(self, points: Sequence[Point], fill: str, edge: str) -> None:
        """See `Canvas`."""
        self._draw.polygon(self._scaled(points), fill, edge, width=self._scale)

    def circle(self, centre: Point, radius: float, fill: str, edge: str) -> None:
        """See `Canvas`."""
        x, y = centre
        box = self._scaled([(x - radius, y - radius), (x + radius, y + radius)])
        self._draw.ellipse(box, fill, edge, width=self._scale)

    def text(
        self, at: Point, words: str, colour: str, size: float = 13, anchor: Anchor = "start"
    ) -> None:
        """See `Canvas`."""
        from PIL import ImageFont

        if size not in self._fonts:
            self._fonts[size] = ImageFont.load_default(size * self._scale)
        place = {"start": "ls", "middle": "ms", "end": "rs"}[anchor]
        self._draw.text(self._scaled([at])[0], words, colour, self._fonts[size], anchor=place)

    def save(self, path: Path) -> None:
        """See `Canvas`."""
        from PIL import Image

        data = io.BytesIO()
        self._image.resize(self._size, Image.Resampling.LANCZOS).save(data, "PNG")
        write_bytes(data.getvalue(), path)

    def _scaled(self, points: Sequence[Point]) -> list[Any]:
        return [(x * self._scale, y * self._scale) for x, y in points]


def canvas(path: Path, width: int, height: int, title: str) -> Canvas:
    """A canvas for a file, by the ending of its name.

    Raises:
        FileError: see `check_picture`.
    """
    check_picture(path)
    if path.suffix.lower() == ".svg":
        return SvgCanvas(width, height, title)
    return PngCanvas(width, height)


def check_picture(path: Path) -> None:
    """Finds out whether such a picture can be drawn, and written there.

    Raises:
        FileError: the ending is neither ``.svg`` nor ``.png``, Pillow is missing for a PNG, or
            the file could not be written.
    """
    ending = path.suffix.lower()
    if ending not in (".svg", ".png"):
        raise FileError("{path}: a picture's name must end in .svg or .png", path=str(path))
    if ending == ".png" and find_spec("PIL") is None:
        raise FileError(
            "a PNG needs the package Pillow: install it, for instance by pip install "
            "'bummerl[plot]', or write an .svg"
        )
    check_writable(path)


def _joined(points: Sequence[Point]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in points)

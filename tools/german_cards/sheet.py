"""All cards, one by one and on one sheet."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from bummerl.cards import CARD_NAMES, CLUBS, DIAMONDS, HEARTS, SPADES, make_card
from tools.german_cards.card import HEIGHT, WIDTH, back, face

FILE: Final = Path(__file__).resolve().parent.parent.parent / "docs" / "german_cards.svg"
_GAP: Final = 20
_TABLE: Final = "#1f5b44"
_COLUMNS: Final = 7


def pictures() -> dict[str, str]:
    """The SVG of each card by its name in records, and of the ``back``.

    >>> list(pictures())[-2:]
    ['CA', 'back']
    """
    return {name: face(card) for card, name in enumerate(CARD_NAMES)} | {"back": back()}


def sheet() -> str:
    """An SVG document with one row a suit, from ace to nine, and the back."""
    rows = [
        [face(make_card(of_suit, of_rank)) for of_rank in (5, 4, 3, 2, 1, 0)]
        for of_suit in (CLUBS, SPADES, HEARTS, DIAMONDS)
    ]
    rows[0].append(back())
    width = _GAP + _COLUMNS * (WIDTH + _GAP)
    height = _GAP + len(rows) * (HEIGHT + _GAP)
    placed = "".join(
        _placed(picture, _GAP + column * (WIDTH + _GAP), _GAP + row * (HEIGHT + _GAP))
        for row, some in enumerate(rows)
        for column, picture in enumerate(some)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">'
        f'<rect width="{width}" height="{height}" fill="{_TABLE}"/>\n{placed}</svg>\n'
    )


def _placed(picture: str, x: int, y: int) -> str:
    return picture.replace("<svg ", f'<svg x="{x}" y="{y}" ', 1)

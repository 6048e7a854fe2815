"""Draws the four German suit signs for printed sheets, from the parts of the cards.

``python -m tools.sheet_signs`` writes them into the package.
"""

from __future__ import annotations

from pathlib import Path

from bummerl.cards import CLUBS, DIAMONDS, HEARTS, SPADES
from tools.german_cards.suits import sign

FOLDER = (
    Path(__file__)
    .resolve()
    .parent.parent.joinpath("src", "bummerl", "tournament", "sheets", "templates", "signs")
)
NAMES = {"acorn": CLUBS, "leaf": SPADES, "heart": HEARTS, "bell": DIAMONDS}


def drawn() -> dict[str, str]:
    """The pictures by file name."""
    start = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-55 -55 110 110" '
        'stroke-linejoin="round" stroke-linecap="round">'
    )
    return {
        f"{name}.svg": f"{start}{sign(suit, 0, 0, 100)}</svg>\n" for name, suit in NAMES.items()
    }


def main() -> None:
    """Write the pictures."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, picture in drawn().items():
        (FOLDER / name).write_text(picture, encoding="utf-8")


if __name__ == "__main__":
    main()

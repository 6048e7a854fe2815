"""Cards drawn with characters: everything can be told apart without colour."""

from __future__ import annotations

import pytest
from textual.color import Color

from bummerl.cards import CARD_NAMES
from bummerl.tui.scene import face
from bummerl.tui.theme import THEME
from bummerl.tui.widgets import art
from bummerl.words.wording import Wording

TEN = CARD_NAMES.index("HT")


def drawn(size: art.Size = art.SMALL, **marks: bool) -> list[str]:
    card = face(TEN, Wording(), **marks)
    return art.card(card, "french", size, number=3).plain.split("\n")


def test_small_card() -> None:
    assert drawn() == [
        "╭─────╮",
        "│10   │",
        "│  ♥  │",
        "│   10│",
        "╰──3──╯",
    ]


def test_large_card_names_its_suit() -> None:
    lines = drawn(art.LARGE)
    assert {len(line) for line in lines} == {art.LARGE.width}
    assert len(lines) == art.LARGE.height
    assert "hearts" in lines[4]


def test_edges_differ_in_shape() -> None:
    illegal = drawn(legal=False)
    assert illegal[0] == "┌┄┄┄┄┄┐"
    assert illegal[-1] == "└┄(3)┄┘"
    assert drawn(hinted=True)[0] == "╭──★──╮"
    assert drawn(fresh=True)[0] == "╭──+──╮"
    chosen = art.card(face(TEN, Wording()), "french", chosen=True).plain.split("\n")
    assert chosen[0] == "┏━━━━━┓"


@pytest.mark.parametrize("size", [art.SMALL, art.LARGE, art.TINY])
def test_every_card_has_its_size_on_every_deck(size: art.Size) -> None:
    for words in (Wording("de", "german"), Wording("en", "german"), Wording("de", "french")):
        for card in range(24):
            lines = art.card(face(card, words), words.deck, size, number=1).plain.split("\n")
            assert {len(line) for line in lines} == {size.width}, (words, card)
            assert len(lines) == size.height
            shown = " ".join(lines)
            assert words.symbol(card // 6) in shown
            assert words.short(card).removeprefix(words.symbol(card // 6)) in shown


def test_back_shows_nothing_and_can_be_cut() -> None:
    assert art.back().plain.split("\n") == ["╭───╮", "│░░░│", "╰───╯"]
    assert art.back(columns=2).plain.split("\n") == ["╭─", "│░", "╰─"]


def test_blocks_stand_side_by_side() -> None:
    assert art.beside(art.back(), art.back(columns=1), gap=1).plain.split("\n")[1] == "│░░░│ │"


PAIRS = [
    *((text, ground) for text in ("ink", "red", "leaf", "bell", "acorn")
      for ground in ("paper", "worn", "glow")),
    *(("chalk", ground) for ground in ("slate", "baize", "rail", "back")),
    ("ink", "gold"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "ground"), PAIRS)
def test_text_can_be_read_on_its_ground(text: str, ground: str) -> None:
    colours = {name: Color.parse(value) for name, value in THEME.variables.items()}
    assert contrast(colours[text], colours[ground]) >= 4.5


def contrast(one: Color, other: Color) -> float:
    """Contrast ratio of WCAG 2."""
    lights = sorted((_light(one), _light(other)), reverse=True)
    return (lights[0] + 0.05) / (lights[1] + 0.05)


def _light(colour: Color) -> float:
    def linear(part: float) -> float:
        return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4

    red, green, blue = (linear(part) for part in colour.normalized)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue

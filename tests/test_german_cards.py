"""The double German cards: complete, self-contained, small, and as the Tell deck has them."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from tools.german_cards import __main__ as command
from tools.german_cards.letters import width
from tools.german_cards.paint import PAPER
from tools.german_cards.sheet import FILE, pictures, sheet
from tools.german_cards.suits import COLOURS, sign

from bummerl.cards import CARD_NAMES, JACK, KING, NINE, QUEEN, TEN, rank, suit

PICTURES = pictures()
FACES = [PICTURES[name] for name in CARD_NAMES]
SVG = "{http://www.w3.org/2000/svg}"
# what issue and deck ask for, by the names of records
TITLES = {
    "CQ": "Eichel-Ober (Tell) / Ober of acorns (Tell)",
    "SQ": "Laub-Ober (Rudenz) / Ober of leaves (Rudenz)",
    "HQ": "Herz-Ober (Gessler) / Ober of hearts (Gessler)",
    "DQ": "Schellen-Ober (Stauffacher) / Ober of bells (Stauffacher)",
    "CJ": "Eichel-Unter (Harras) / Unter of acorns (Harras)",
    "SJ": "Laub-Unter (Fürst) / Unter of leaves (Fürst)",
    "HJ": "Herz-Unter (Kuoni) / Unter of hearts (Kuoni)",
    "DJ": "Schellen-Unter (Reding) / Unter of bells (Reding)",
    "HA": "Herz-Sau (Frühling) / ace of hearts (spring)",
    "DA": "Schellen-Sau (Sommer) / ace of bells (summer)",
    "SA": "Laub-Sau (Herbst) / ace of leaves (autumn)",
    "CA": "Eichel-Sau (Winter) / ace of acorns (winter)",
    "CK": "Eichel-König / king of acorns",
    "DT": "Schellen-Zehner / ten of bells",
    "H9": "Herz-Neuner / nine of hearts",
    "back": "Kartenrücken / card back",
}


def signs(picture: str, of_suit: int, size: int, *, halo: bool = False) -> int:
    """How often the sign of that size is drawn, whatever its place and turn."""
    inside = sign(of_suit, 0, 0, size, halo=halo).partition(">")[2].removesuffix("</g>")
    return picture.count(inside)


def height_of(picture: str, size: int) -> float:
    """How far the only sign of that size stands below the middle of the face."""
    places = re.findall(rf"translate\(\S+ (\S+)\) scale\(0\.{size // 10}\d*\)", picture)
    assert len(places) == 1
    return float(places[0])


def luminance(colour: str) -> float:
    channels = (int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5))
    red, green, blue = (
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_there_are_24_faces_and_a_back_and_no_two_are_alike() -> None:
    assert list(PICTURES) == [*CARD_NAMES, "back"]
    assert len(set(PICTURES.values())) == 25


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_is_well_formed_small_and_needs_nothing_else(name: str) -> None:
    picture = PICTURES[name]
    assert len(picture.encode()) < 20_000
    root = ET.fromstring(picture)
    assert root.tag == f"{SVG}svg"
    assert root.get("viewBox") == "0 0 240 360"
    assert root.get("role") == "img"
    kinds = {element.tag.removeprefix(SVG) for element in root.iter()}
    # no text, so no font; no script, style, image or foreign element
    assert kinds <= {"svg", "title", "g", "use", "path", "circle", "rect", "clipPath"}
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    attributes = [pair for element in root.iter() for pair in element.attrib.items()]
    for key, value in attributes:
        assert not key.startswith("on"), key
        if "href" in key:
            assert value.removeprefix("#") in ids, value
        for target in re.findall(r"url\((.*?)\)", value):
            assert target.removeprefix("#") in ids, target
    assert "//" not in picture.replace('xmlns="http://www.w3.org/2000/svg"', "")


def test_all_pictures_can_stand_in_one_document() -> None:
    ids = [i for picture in PICTURES.values() for i in re.findall(r' id="([^"]+)"', picture)]
    assert len(ids) == len(set(ids))
    assert len(ids) > len(CARD_NAMES)


@pytest.mark.parametrize(("name", "title"), TITLES.items())
def test_the_title_names_the_card_in_german_and_english(name: str, title: str) -> None:
    root = ET.fromstring(PICTURES[name])
    assert [element.text for element in root.findall(f"{SVG}title")] == [title]


@pytest.mark.parametrize("card", [c for c in range(24) if rank(c) in (NINE, TEN)])
def test_tens_have_ten_pips_and_nines_have_nine(card: int) -> None:
    assert signs(FACES[card], suit(card), 54) == {NINE: 9, TEN: 10}[rank(card)]


@pytest.mark.parametrize("of_suit", range(4))
def test_the_sign_stands_high_with_king_and_ober_and_low_with_the_unter(of_suit: int) -> None:
    king, ober, unter = (FACES[6 * of_suit + r] for r in (KING, QUEEN, JACK))
    assert signs(king, of_suit, 54) == signs(ober, of_suit, 54) == 1
    assert signs(unter, of_suit, 54) == 0
    assert signs(unter, of_suit, 60, halo=True) == 1
    eyes = 0
    assert height_of(king, 54) < eyes
    assert height_of(ober, 54) < eyes
    assert height_of(unter, 60) > eyes


def test_figures_have_two_heads_and_every_index_stands_in_two_corners() -> None:
    for card, picture in enumerate(FACES):
        turned = re.findall(
            r'<use href="#[a-z0-9]+-(\w)" transform="rotate\(180 120 180\)"', picture
        )
        assert "i" in turned
        assert ("h" in turned) == (rank(card) in (KING, QUEEN, JACK))


def test_index_letters_are_legible_on_the_paper() -> None:
    for colours in COLOURS.values():
        contrast = (luminance(PAPER) + 0.05) / (luminance(colours.letter) + 0.05)
        assert contrast >= 4.5, colours


def test_a_word_is_as_wide_as_its_letters_and_the_gaps_between() -> None:
    assert width("TELL") == pytest.approx(6.6 + 5.4 + 2 * 5.2 + 3 * 3)
    assert width("I") == 0


def test_cards_are_the_same_on_every_run(tmp_path: Path) -> None:
    for seed in "12":
        subprocess.run(
            [sys.executable, "-m", "tools.german_cards", str(tmp_path / seed)],
            check=True,
            capture_output=True,
            cwd=Path(__file__).parent.parent,
            env={**os.environ, "PYTHONHASHSEED": seed},
        )
    first, second = (
        {file.name: file.read_bytes() for file in (tmp_path / seed).iterdir()} for seed in "12"
    )
    assert first == second
    assert first == {f"{name}.svg": text.encode() for name, text in PICTURES.items()}


@pytest.mark.parametrize("arguments", [[], ["--shet"], ["a", "b"]])
def test_wrong_arguments_are_refused_and_write_nothing(
    arguments: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert command.main(arguments) == 2
    assert capsys.readouterr().err.startswith("usage: ")
    assert not list(tmp_path.iterdir())


def test_the_sheet_of_the_documentation_is_up_to_date() -> None:
    assert FILE.read_text(encoding="utf-8") == sheet(), "run python -m tools.german_cards --sheet"
    assert FILE.stat().st_size < 300_000
    assert sheet().count("<title>") == 25

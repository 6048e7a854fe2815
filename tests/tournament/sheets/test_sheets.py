"""All sheets: each is made from every kind of tournament, in both languages, from data alone."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
import typst
from pypdf.generic import TextStringObject
from tools import sheet_signs

from bummerl.errors import TournamentError
from bummerl.tournament.sheets import SHEETS, Order, sheet_pdf
from bummerl.tournament.sheets.compiling import TEMPLATES, pdf_of
from bummerl.tournament.sheets.facts import Facts
from bummerl.tournament.state import Tournament
from bummerl.words.names import LANGUAGES, Language
from bummerl.words.wording import Wording
from tournament.sheets.reading import fonts, packed, reader, text, texts
from tournament.sheets.sheet_samples import (
    HOSTILE,
    MOMENT,
    announced,
    big,
    danish,
    draw,
    finish,
    hostile,
    play,
    real,
    sell,
    small,
)

EN = Wording("en")
DE = Wording("de")
A4, A3 = (595, 842), (842, 1191)

SAMPLES: dict[str, Callable[[], Tournament]] = {
    "empty": lambda: announced(cards=8),
    "on sale": small,
    "running": cache(lambda: real(2, leave=3)),
    "finished": cache(lambda: finish(real())),
    "hostile": cache(lambda: hostile(2, leave=1)),
    "danish": cache(lambda: danish(2, leave=2)),
}
REFUSED = {
    ("draw", "empty"),
    ("draw", "on sale"),
    ("slips", "finished"),
    ("scores", "finished"),
    *(("ranking", sample) for sample in SAMPLES if sample != "danish"),
}
"""Where there is nothing to print."""


def size(pdf: bytes) -> tuple[int, int]:
    """Points of the first page, the shorter side first."""
    box = reader(pdf).pages[0].mediabox
    shorter, longer = sorted((round(float(box.width)), round(float(box.height))))
    return shorter, longer


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("sample", SAMPLES)
@pytest.mark.parametrize("what", SHEETS)
def test_every_sheet_of_every_tournament(what: str, sample: str, language: Language) -> None:
    t, words = SAMPLES[sample](), Wording(language)
    if (what, sample) in REFUSED:
        with pytest.raises(TournamentError):
            sheet_pdf(t, what, words)
        return
    pdf = sheet_pdf(t, what, words)
    assert pdf.startswith(b"%PDF-")
    assert size(pdf) == (A3 if what == "wall" else A4)
    assert fonts(pdf) <= {
        f"LibertinusSerif-{style}-Identity-H" for style in ("Regular", "Bold", "Semibold", "Italic")
    } | {"DejaVuSansMono", "DejaVuSansMono-Bold"}
    written = texts(pdf)
    assert all(page.strip() for page in written), "an empty page"
    said = packed("".join(written))
    assert packed(t.settings.name) in said
    made = reader(pdf).metadata
    assert made is not None
    assert made.title == data_of(t, what, words)["title"]


def data_of(t: Tournament, what: str, words: Wording, order: Order = Order()) -> dict[str, Any]:  # noqa: B008
    return SHEETS[what].facts(Facts(t, words, order, SHEETS[what].names))


@pytest.mark.parametrize("what", SHEETS)
def test_typst_has_no_complaints(what: str) -> None:
    """Warnings would be unknown fonts, or layouts that do not settle."""
    t = SAMPLES["danish" if what == "ranking" else "running"]()
    made, warnings = typst.compile_with_warnings(
        TEMPLATES / f"{what}.typ",
        root=TEMPLATES,
        ignore_system_fonts=True,
        sys_inputs={"data": json.dumps(data_of(t, what, EN))},
        format="pdf",
    )
    assert made
    assert [str(warning) for warning in warnings] == []


@pytest.mark.parametrize("what", ["cards", "draw", "slips", "scores", "wall", "cash"])
def test_what_people_type_is_text(what: str) -> None:
    """Names that look like Typst, SVG or format strings come out as they are, and whole."""
    t = hostile(1)
    slips = what in ("slips", "scores")
    order = Order(round=1 if slips else None, names="full")
    said = packed(text(sheet_pdf(t, what, EN, order)))
    shown = set(t.knockout[0].cards)
    if slips:
        shown -= set(t.knockout[0].byes)
    for card in shown:
        assert packed(t.entries.person_of(card).name) in said
    assert packed(t.settings.name) in said


def test_hostile_words_everywhere() -> None:
    t = finish(hostile())
    for what in ("prizes", "certificates", "rules", "tables"):
        said = packed(text(sheet_pdf(t, what, EN, Order(names="full"))))
        assert packed(t.settings.name) in said
        if what in ("prizes", "certificates"):
            assert packed(t.settings.prize_names[0]) in said
            first = t.prizes()[0]
            assert first.card is not None
            assert packed(t.entries.person_of(first.card).name) in said


@pytest.mark.parametrize("width", [20, 45, 90])
@pytest.mark.parametrize("name", [*HOSTILE, "Ü", "A" * 200, "Bad-" * 40, "x " * 90])
def test_names_shrink_or_wrap_but_stay_in_their_box(name: str, width: int) -> None:
    source = """
    #import "lib.typ": fit
    #let asked = json(bytes(sys.inputs.asked))
    #context {
      let (width, height) = (asked.width * 1mm, 8mm)
      let made = fit(asked.name, width, size: 18pt, height: height, weight: "bold")
      let (width: wide, height: high) = measure(made)
      [#metadata((wide - width <= 0.01pt, high - height <= 0.01pt)) <fits>]
    }
    """
    head = {"scale": 1, "words": {}, "about": ""}
    compiler = typst.Compiler(
        source.encode(),
        root=TEMPLATES,
        ignore_system_fonts=True,
        sys_inputs={
            "data": json.dumps(head),
            "asked": json.dumps({"name": name, "width": width}),
        },
    )
    found = compiler.query("<fits>", field="value", one=True)
    assert json.loads(found) == [True, True]


def test_templates_cannot_be_steered() -> None:
    """Even a template that evaluates text can read nothing but the templates."""
    with pytest.raises(typst.TypstError, match=r"root|outside|escape|denied"):
        typst.Compiler(b'#read("../facts.py")', root=TEMPLATES).compile()


def test_the_same_tournament_gives_the_same_paper() -> None:
    t = real(1)
    assert sheet_pdf(t, "wall", EN) == sheet_pdf(t, "wall", EN)
    made = reader(sheet_pdf(t, "wall", EN)).metadata
    assert made is not None
    assert made.creation_date is not None
    assert made.creation_date.timestamp() == MOMENT // 1000


def test_papers() -> None:
    t = real(1)
    for what in ("draw", "prizes", "rules", "certificates"):
        assert size(sheet_pdf(t, what, EN, Order(paper="a3"))) == A3
    assert size(sheet_pdf(t, "wall", EN, Order(paper="a4"))) == A4
    assert size(sheet_pdf(t, "cards", EN, Order(paper="a3"))) == A4, "cards keep their size"


def test_names_in_full_or_as_in_public() -> None:
    t = real(1)
    public, full = "Žofie M.", "Žofie Müller-Lüdenscheidt"
    for what in ("draw", "wall"):
        assert full not in text(sheet_pdf(t, what, EN))
        assert public in text(sheet_pdf(t, what, EN))
        assert packed(full) in packed(text(sheet_pdf(t, what, EN, Order(names="full"))))
    assert public in text(sheet_pdf(t, "slips", EN, Order(names="public", round=1)))


def test_letters_that_the_built_in_fonts_lack(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only then the machine's own fonts are asked."""
    asked: list[bool] = []
    real_fonts = typst.Fonts

    def noted(include_system_fonts: bool) -> typst.Fonts:
        asked.append(include_system_fonts)
        return real_fonts(include_system_fonts=include_system_fonts)

    monkeypatch.setattr("bummerl.tournament.sheets.compiling._fonts", noted)
    t = announced(cards=8)
    sell(t, "Žofie Łukasz-Ďurčanský, Иван, Ωμέγα ♠", 1)
    sheet_pdf(t, "cards", EN)
    sell(t, "王小明", 1)
    sheet_pdf(t, "cards", EN)
    assert asked == [False, True]


def test_a_thousand_cards() -> None:
    t = big(1)
    assert len(reader(sheet_pdf(t, "wall", EN)).pages) == 9
    assert len(reader(sheet_pdf(t, "cards", EN)).pages) == 128


def test_pictures_are_those_of_the_cards() -> None:
    """`python -m tools.sheet_signs` was run."""
    kept = {path.name: path.read_text(encoding="utf-8") for path in sheet_signs.FOLDER.iterdir()}
    assert kept == sheet_signs.drawn()


def test_tags_for_screen_readers_only_where_they_help() -> None:
    t = real(1)
    assert "/StructTreeRoot" in reader(sheet_pdf(t, "draw", EN)).root_object
    assert "/StructTreeRoot" not in reader(sheet_pdf(t, "cards", EN)).root_object
    assert reader(sheet_pdf(t, "draw", DE)).root_object["/Lang"] == TextStringObject("de")


def test_a_template_for_every_sheet() -> None:
    assert {path.stem for path in TEMPLATES.glob("*.typ")} == {*SHEETS, "lib"}
    with pytest.raises(typst.TypstError):
        pdf_of("cards", {}, 0, tagged=False)


def test_later_rounds_are_drawn_and_printed() -> None:
    t = small()
    draw(t)
    assert "Anna" in text(sheet_pdf(t, "draw", EN))
    play(t)
    draw(t)
    play(t)
    draw(t)
    assert data_of(t, "draw", EN)["title"] == "Draw: Final"
    assert data_of(t, "draw", EN, Order(round=2))["title"] == "Draw: Semi-finals"
    with pytest.raises(TournamentError, match="round 4 is not drawn yet"):
        sheet_pdf(t, "draw", EN, Order(round=4))

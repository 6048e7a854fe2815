"""``bummerl tournament print``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bummerl.cli import tournament_print
from bummerl.tournament.sheets import NAME_KINDS, PAPERS, SHEETS
from bummerl.words.wording import Wording
from command_line import Run
from tournament.sheets.reading import reader, text, texts


@pytest.fixture
def file(run: Run, tmp_path: Path) -> Path:
    """A tournament of eight cards, drawn."""
    path = tmp_path / "probe.bummerl"
    for words in (
        ("new", str(path), "--name", "Probe #1 *_$@", "--cards", "8", "--price", "5"),
        ("sell", str(path), "Anna Berger", "--cards", "4"),
        ("sell", str(path), '#panic("x") *_$@', "--cards", "3"),
        ("draw", str(path), "--word", "Hut"),
    ):
        assert run("tournament", *words).exit_code == 0
    return path


def test_the_command_knows_all_sheets() -> None:
    assert set(tournament_print.SHEETS) == set(SHEETS)
    options = {option.name: option for option in tournament_print.print_.params}
    assert tuple(options["paper"].type.choices) == PAPERS  # type: ignore[attr-defined]
    assert tuple(options["names"].type.choices) == NAME_KINDS  # type: ignore[attr-defined]


@pytest.mark.parametrize("what", sorted(set(SHEETS) - {"ranking"}))
def test_prints_beside_the_tournament(run: Run, file: Path, what: str) -> None:
    done = run("tournament", "print", str(file), what)
    made = file.with_name(f"probe-{what}.pdf")
    assert done.exit_code == 0, done.output
    assert done.output == f"Printed: {made}\n"
    assert "Probe #1 *_$@" in text(made.read_bytes())
    assert not list(file.parent.glob(".*")), "nothing half-written is left"


def test_prints_where_it_should(run: Run, file: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.pdf"
    done = run(
        "tournament", "print", str(file), "cards", "--only", "2-3,7", "-o", str(out), "--json"
    )
    assert json.loads(done.output) == {"sheet": "cards", "file": str(out)}
    said = text(out.read_bytes())
    assert said.count("Entry card") == 3
    assert '#panic("x") *_$@' in said
    assert run("tournament", "print", str(file), "prizes", "-o", str(out)).exit_code == 0
    assert "Prizes" in text(out.read_bytes()), "an older PDF is replaced"


def test_never_writes_over_anything_but_a_pdf(run: Run, file: Path) -> None:
    before = file.read_bytes()
    done = run("tournament", "print", str(file), "wall", "-o", str(file))
    assert done.exit_code == 2
    assert done.output == f"bummerl: {file} is there already, and is no PDF\n"
    assert file.read_bytes() == before


def test_options_reach_the_sheet(run: Run, file: Path) -> None:
    out = file.with_name("o.pdf")
    to = ("-o", str(out))
    run("tournament", "print", str(file), "wall", "--paper", "a4", "--names", "full", *to)
    assert round(float(reader(out.read_bytes()).pages[0].mediabox.width)) == 842
    assert "Anna Berger" in text(out.read_bytes())
    run("tournament", "print", str(file), "slips", "--blank", "--copies", "17", *to)
    assert len(texts(out.read_bytes())) == 3
    assert "Anna" not in text(out.read_bytes())


def test_rules_in_both_languages_unless_one_is_chosen(run: Run, file: Path) -> None:
    made = file.with_name("probe-rules.pdf")
    run("tournament", "print", str(file), "rules")
    german = Wording("de").say("Pairs")
    assert [german in page for page in texts(made.read_bytes())] == [False, True]
    run("tournament", "print", str(file), "rules", "--lang", "en")
    assert len(texts(made.read_bytes())) == 1


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("ranking",), "this tournament has no qualifying stage, so there is no ranking"),
        (("cards", "--only", "9"), "there is no card 9; the cards are 1 to 8"),
        (("draw", "--round", "2"), "round 2 is not drawn yet"),
        (("slips", "--only", "5"), "no match has the number 5 in round 1"),
        (("wall", "-o", "nowhere/o.pdf"), "there is no folder nowhere"),
    ],
)
def test_complaints_are_one_sentence(
    run: Run, file: Path, words: tuple[str, ...], sentence: str
) -> None:
    done = run("tournament", "print", str(file), *words)
    assert (done.exit_code, done.output) == (2, f"bummerl: {sentence}\n")


@pytest.mark.parametrize("numbers", ["", "x", "1-", "-3", "1,,2", "99999", "5-2"])
def test_numbers_that_are_none(run: Run, file: Path, numbers: str) -> None:
    done = run("tournament", "print", str(file), "cards", "--only", numbers)
    assert done.exit_code == 2
    assert "numbers look like 3 or 1-8,12" in done.output

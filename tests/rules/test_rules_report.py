"""Every clause of the rule book has a test, and every mark names a clause."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules_report import TESTS, all_clauses, clauses, main, marks, unknown, untested

SAMPLE = """
import pytest

@pytest.mark.rule("CARD-1", "PLAY-2")
def test_one() -> None: ...

@pytest.mark.parametrize("x", [pytest.param(1, marks=pytest.mark.rule("CARD-2"))])
async def test_two(x: int) -> None: ...
"""


def test_every_clause_has_a_test_and_every_mark_a_clause() -> None:
    book = all_clauses()
    found = marks(sorted(TESTS.rglob("test_*.py")))
    assert untested(book, found) == []
    assert unknown(book, found) == []


def test_clauses_are_where_they_are_defined() -> None:
    text = 'See [CARD-9](#CARD-9). <a id="CARD-1"></a>**CARD-1** <a id="TOUR-1"></a> <a id="top">'
    assert clauses(text) == ["CARD-1", "TOUR-1"]


def test_marks_are_read_from_the_source(tmp_path: Path) -> None:
    (tmp_path / "test_sample.py").write_text(SAMPLE, encoding="utf-8")
    found = marks([tmp_path / "test_sample.py"], tmp_path)
    assert found == {
        "CARD-1": ["test_sample.py::test_one"],
        "PLAY-2": ["test_sample.py::test_one"],
        "CARD-2": ["test_sample.py::test_two"],
    }
    assert untested(["CARD-1", "CARD-3"], found) == ["CARD-3"]
    assert unknown(["CARD-1", "CARD-2"], found) == ["PLAY-2: test_sample.py::test_one"]


def test_a_mark_that_cannot_be_read_is_an_error(tmp_path: Path) -> None:
    hidden = SAMPLE.replace('"CARD-1", "PLAY-2"', "*CLAUSES")
    (tmp_path / "test_sample.py").write_text(hidden, encoding="utf-8")
    with pytest.raises(ValueError, match=r"test_sample\.py:4: write the clause ids"):
        marks([tmp_path / "test_sample.py"], tmp_path)


def test_the_printed_report(capsys: pytest.CaptureFixture[str]) -> None:
    assert main() == 0
    printed = capsys.readouterr().out
    assert "\nCLOSE-4\n    tests/" in printed
    assert "\n    tests/rules/test_close.py::test_close_min_talon\n" in printed
    assert "61 clauses, 0 without a test" in printed

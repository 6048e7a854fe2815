"""``bummerl review``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bummerl.analysis import review as reviewing
from bummerl.notation.sgn import load
from command_line import Run

RECORD = Path(__file__).parent.parent / "golden" / "tournament.sgn"


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    real = reviewing.review
    monkeypatch.setattr(
        reviewing, "review", lambda records, **options: real(records, visits=500, **options)
    )


def test_it_sums_up_and_writes_what_is_asked_for(run: Run, tmp_path: Path) -> None:
    notes, picture = tmp_path / "notes.sgn", tmp_path / "course.svg"
    told = run("review", str(RECORD), "-o", str(notes), "--plot", str(picture))
    assert told.exit_code == 0
    assert told.stderr == ""
    assert told.output.startswith("4 deals, ")
    assert "Luck: cards dealt" in told.output
    assert [r.moves for r in load(notes)] == [r.moves for r in load(RECORD)]
    assert "[%ev " in notes.read_text(encoding="utf-8")
    assert picture.read_text(encoding="utf-8").startswith("<svg ")
    assert run("replay", "--check", str(notes)).output == "4 deals checked, 0 disagreements\n"


def test_json_stands_alone(run: Run) -> None:
    found = json.loads(run("review", str(RECORD), "--json").stdout)
    assert len(found["deals"]) == 4
    assert [player["name"] for player in found["players"]] == ["Anna", "Bert"]


def test_it_speaks_german(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANGUAGE", "de")
    told = run("review", str(RECORD)).output
    assert told.startswith("4 Spiele, ")
    assert "Genauigkeit" in told


def test_a_wrong_picture_is_refused_before_the_work(run: Run, tmp_path: Path) -> None:
    told = run("review", str(RECORD), "--plot", str(tmp_path / "course.gif"))
    assert told.exit_code == 2
    assert "must end in .svg or .png" in told.stderr


@pytest.mark.parametrize("option", ["-o", "--plot"])
@pytest.mark.parametrize("place", ["missing/a.svg", "folder.svg", "file/a.svg", f"{'a' * 300}.svg"])
def test_a_place_that_cannot_be_written_is_refused_before_the_work(
    option: str, place: str, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reviewing, "review", lambda records, **options: pytest.fail("it worked"))
    (tmp_path / "folder.svg").mkdir()
    (tmp_path / "file").write_text("untouched", encoding="utf-8")
    there = sorted(tmp_path.iterdir())
    told = run("review", str(RECORD), option, str(tmp_path / place))
    assert told.exit_code == 2
    assert told.stdout == ""
    assert told.stderr.startswith(f"bummerl: cannot write {tmp_path / place}: ")
    assert told.stderr.count("\n") == 1
    assert sorted(tmp_path.iterdir()) == there


def test_a_file_without_deals_is_no_error(run: Run, tmp_path: Path) -> None:
    empty = tmp_path / "empty.sgn"
    empty.write_text("", encoding="utf-8")
    assert run("review", str(empty), "--plot", str(tmp_path / "a.svg")).output == (
        "0 deals, 0 decisions.\n"
    )

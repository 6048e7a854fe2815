"""``bummerl play``: starting, saving, resuming (the screens are tested in tests/tui)."""

from __future__ import annotations

from pathlib import Path

import pytest

from bummerl.notation.sgn import load
from command_line import Program, Run


def test_starts_at_once_and_loses_nothing(program: Program, tmp_path: Path) -> None:
    path = tmp_path / "match.sgn"
    done = program("play", "--plain", "--seed", "1", "--rules", "sharp", "--save", str(path))
    assert done.returncode == 0
    assert done.stdout
    assert "Traceback" not in done.stderr
    [record] = load(path)
    assert record.players == ("human", "greedy")
    assert str(record.rules) == "sharp"
    again = program("play", "--plain", "--seed", "1", "--save", str(path))
    assert again.returncode == 2
    assert "--resume" in again.stderr
    resumed = program("play", "--resume", str(path), "--plain", stdin="1\n")
    assert resumed.returncode == 0
    assert len(load(path)[0].moves) > len(record.moves)


def test_resume_without_file_takes_the_latest_unfinished(program: Program) -> None:
    nothing = program("play", "--resume")
    assert nothing.returncode == 2
    assert "no unfinished match" in nothing.stderr
    assert program("play", "--plain", "--match", "1").returncode == 0
    assert program("play", "--resume", "--plain").returncode == 0


def test_same_seed_same_cards(program: Program) -> None:
    first = program("play", "--plain", "--seed", "5").stdout.split("saved")[0]
    assert first == program("play", "--plain", "--seed", "5").stdout.split("saved")[0]


def test_speaks_german_with_german_cards(program: Program) -> None:
    done = program("play", "--plain", "--seed", "1", "--lang", "de", "--deck", "german")
    assert any(word in done.stdout for word in ("Laub", "Herz", "Schelle", "Eichel"))
    assert "Pik" not in done.stdout


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--opponent", "human"], "the opponent must be a computer player"),
        (["--opponent", "nobody"], "nobody"),
        (["--rules", "none"], "there is no rule preset"),
        (["--match", "0"], "0 is not in the range"),
        (["--resume", "nowhere.sgn"], "nowhere.sgn"),
        (["--deck", "swiss"], "swiss"),
    ],
)
def test_refuses(run: Run, arguments: list[str], sentence: str) -> None:
    result = run("play", "--plain", *arguments)
    assert result.exit_code == 2
    assert sentence in result.stderr


def test_resume_refuses_a_record_of_others(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "arena.sgn"
    run("arena", "random", "greedy", "--deals", "1", "--processes", "1", "--save", str(path))
    result = run("play", "--plain", "--resume", str(path))
    assert result.exit_code == 2
    assert result.stderr.count("\n") == 1

"""``bummerl play``: starting, saving, resuming (the screens are tested in tests/tui)."""

from __future__ import annotations

import os
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


def test_resume_passes_over_what_cannot_go_on(program: Program, tmp_path: Path) -> None:
    assert program("play", "--plain", "--match", "1", "--seed", "3").returncode == 0
    folder = tmp_path / "state" / "bummerl" / "matches"
    [first] = folder.glob("*.sgn")
    (folder / "9999-binary.sgn").write_bytes(b"\xff\xfe\x00")
    (folder / "9998-junk.sgn").write_text("no record", encoding="utf-8")
    (folder / "9997-folder.sgn").mkdir()
    os.mkfifo(folder / "9996-pipe.sgn")
    given_up = program("play", "--plain", "--seed", "4", stdin="r\nm\n")
    assert given_up.returncode == 0
    # a match that stands between two deals ends with a result, and can go on all the same
    between = program("play", "--resume", str(first), "--plain", stdin="r\nd\n")
    assert between.returncode == 0
    again = program("play", "--resume", "--plain")
    assert again.returncode == 0, again.stderr
    assert "Traceback" not in again.stderr


@pytest.mark.parametrize("option", ["--rules", "--opponent", "--match", "--seed", "--save"])
def test_resume_keeps_the_settings_of_the_match(run: Run, option: str) -> None:
    value = {"--rules": "sharp", "--match": "3"}.get(option, "greedy")
    result = run("play", "--plain", "--resume", "x.sgn", option, value)
    assert result.exit_code == 2
    assert f"{option} cannot be changed with --resume" in result.stderr


def test_odd_bytes_are_no_traceback(program: Program) -> None:
    for seed in ("\udcff", "", "a\nb"):
        done = program("play", "--plain", "--seed", seed)
        assert done.returncode == 2
        assert "any printable text" in done.stderr
        assert "Traceback" not in done.stderr


def test_exit_code_tells_of_failure(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    from bummerl.tui import plain

    monkeypatch.setattr(plain, "run", lambda session: 1)
    assert run("play", "--plain", "--save", str(tmp_path / "m.sgn")).exit_code == 2


def test_same_seed_same_cards(program: Program) -> None:
    first = program("play", "--plain", "--seed", "5").stdout.split("saved")[0]
    assert first == program("play", "--plain", "--seed", "5").stdout.split("saved")[0]


def test_speaks_german_with_german_cards(program: Program) -> None:
    done = program("play", "--plain", "--seed", "1", "--lang", "de", "--deck", "german")
    assert any(word in done.stdout for word in ("Laub", "Herz", "Schelle", "Eichel"))
    assert "Pik" not in done.stdout


def test_way_back_keeps_the_words_and_is_short(program: Program, tmp_path: Path) -> None:
    german = program("play", "--plain", "--lang", "de", "--deck", "german").stdout
    assert german.rstrip().endswith("bummerl play --resume --deck german --lang de --plain")
    path = tmp_path / "own match.sgn"
    named = program("play", "--plain", "--save", str(path)).stdout
    assert named.rstrip().endswith(f"bummerl play --resume '{path}' --plain")


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

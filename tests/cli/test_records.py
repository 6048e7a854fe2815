"""``bummerl arena``, ``replay`` and ``convert`` on real files."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bummerl.match import archive
from bummerl.players.registry import register
from bummerl.rules.moves import Move
from bummerl.rules.view import View
from command_line import Run

CASES = Path(__file__).parent.parent / "cases" / "games"


@pytest.fixture
def saved(run: Run, tmp_path: Path) -> Path:
    path = tmp_path / "out.sgn"
    result = run(
        "arena", "random", "random", "--deals", "10", "--rules", "hoyle-66", "--seed", "1",
        "--save", str(path), "--processes", "1", "--json",
    )  # fmt: skip
    assert result.exit_code == 0
    data = json.loads(result.stdout)
    expected = "a b rules seed shuffles deals wins drawn win_rate points interval games seconds"
    assert list(data)[:13] == expected.split()
    assert data["shuffles"] == 10
    assert data["deals"] == 20 == sum(data["wins"]) + data["drawn"]
    assert data["seed"] == 1
    assert data["interval"][0] <= data["points"] <= data["interval"][1]
    return path


def test_arena_file_checks(run: Run, saved: Path) -> None:
    result = run("replay", "--check", str(saved), "--json")
    assert result.exit_code == 0
    assert json.loads(result.stdout) == {"deals": 20, "errors": []}


def test_check_finds_every_wrong_thing(run: Run, saved: Path) -> None:
    lines = saved.read_text(encoding="utf-8").splitlines()
    wrong: list[int] = []
    for number, line in enumerate(lines, start=1):
        if line.startswith("[Points") and len(wrong) < 3:
            lines[number - 1] = '[Points "1-1"]'
            wrong.append(number)
    saved.write_text("\n".join(lines) + "\n", encoding="utf-8")
    result = run("replay", "--check", str(saved), "--json")
    assert result.exit_code == 1
    data = json.loads(result.stdout)
    assert [error["line"] for error in data["errors"]] == wrong
    assert all("1-1" in error["message"] for error in data["errors"])
    assert run("replay", "--check", str(saved)).exit_code == 1


def test_all_cases_replay_without_disagreement(run: Run) -> None:
    files = sorted(map(str, CASES.glob("*.sgn")))
    assert len(files) == 10
    result = run("replay", "--check", *files, "--json")
    assert json.loads(result.stdout) == {"deals": 160, "errors": []}


def test_replay_tells_a_deal(run: Run) -> None:
    text = run("replay", str(CASES / "soft.sgn"), "--deal", "2").stdout
    assert "exchanges the jack of spades for the queen" in text
    assert "70" in text
    german = run("replay", str(CASES / "soft.sgn"), "--deal", "99")
    assert german.exit_code == 2
    assert "has 16 deals" in german.stderr


def test_convert_there_and_back(run: Run, saved: Path, tmp_path: Path) -> None:
    middle, back = tmp_path / "x.jsonl", tmp_path / "back.sgn"
    assert run("convert", str(saved), "-o", str(middle)).exit_code == 0
    assert run("convert", str(middle), "-o", str(back)).exit_code == 0
    assert back.read_bytes() == saved.read_bytes()
    assert run("convert", str(middle)).stdout.encode() == saved.read_bytes()
    first = json.loads(run("convert", str(saved)).stdout.splitlines()[0])
    assert first["tags"]["Rules"] == "hoyle-66"


@pytest.mark.parametrize("command", [["replay"], ["replay", "--check"], ["convert"]])
def test_missing_file_is_a_sentence(run: Run, command: list[str], tmp_path: Path) -> None:
    result = run(*command, str(tmp_path / "none.sgn"))
    assert result.exit_code == 2
    assert "none.sgn" in result.stderr
    assert result.stderr.count("\n") == 1


class Talker:
    def choose(self, view: View) -> Move:
        print("thinking")
        return view.legal_moves()[0]


def test_what_players_print_is_no_part_of_the_json(run: Run) -> None:
    register("talker", Talker)
    result = run("arena", "talker", "random", "--deals", "1", "--processes", "1", "--json")
    assert json.loads(result.stdout)["deals"] == 2
    assert "thinking" in result.stderr


def test_interruption_has_a_code_of_its_own(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(path: Path) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(archive, "check_file", interrupted)
    result = run("replay", "--check", "x.sgn")
    assert result.exit_code == 130
    assert result.stderr == "bummerl: interrupted\n"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["random", "random"], "give one of --deals, --games and --matches"),
        (["random", "random", "--deals", "1", "--games", "1"], "give one of"),
        (["rnadom", "random", "--deals", "1"], "random"),
        (["human", "random", "--deals", "1", "--processes", "1"], "bummerl play"),
        (["random(x=1)", "random", "--deals", "1"], "x"),
    ],
)
def test_arena_refuses(run: Run, arguments: list[str], sentence: str) -> None:
    result = run("arena", *arguments)
    assert result.exit_code == 2
    assert sentence in result.stderr

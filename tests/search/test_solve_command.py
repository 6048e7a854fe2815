"""``bummerl solve`` and ``bummerl warmup``: exactly what other programs rely on."""

from __future__ import annotations

import json
from typing import Any

import click
import pytest
from click.testing import CliRunner, Result

from bummerl.cli.common import Commands
from bummerl.cli.solve import solve, warmup
from bummerl.search import jit

SPN = "pagat SAHQDACAJ/HATDKCTQ C - - 0: 31.2/33.3 STKQJHKJDTQJCK 3:3"
DEAL = "soft STHTJCAQ/SQHAQDTCT H DQDJDACJDKSACKSKSJ+HK - 1: 0.0/0.0 - 7:7"
VIEW = "schnapsen HTJDACAK/SA?4 S ?1+SJ - 0: 25.2/20.2 STKQHKDTJCTJ 4:4"


@click.group(cls=Commands)
def app() -> None:
    """The two commands alone."""


app.add_command(solve)
app.add_command(warmup)


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANGUAGE", "en")


def run(*arguments: str, stdin: str | None = None) -> Result:
    result = CliRunner().invoke(app, list(arguments), input=stdin, prog_name="bummerl")
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


def test_json_says_value_moves_line_nodes_and_time() -> None:
    result = run("solve", SPN, "--json")
    data = json.loads(result.stdout)
    assert list(data) == ["value", "moves", "line", "nodes", "ms"]
    assert data["value"] == 1
    assert {move["move"]: move["value"] for move in data["moves"]} == {
        "CJ": 1,
        "DA": 1,
        "HQ": -1,
        "SA": -2,
        "CA": -1,
    }
    assert data["moves"][0]["move"] == data["line"][0]
    assert data["nodes"] > 0
    assert data["ms"] > 0
    assert result.stderr == ""


def test_the_text_form() -> None:
    lines = run("solve", SPN).stdout.splitlines()
    assert lines[0] == "Value for the side to move: +1"
    assert "  CJ +1" in lines[1:6]
    assert "  HQ -1" in lines[1:6]
    assert lines[6].startswith("Best line: ")


def test_a_batch_answers_each_line() -> None:
    result = run("solve", "-", stdin=f"{SPN}\nrubbish\n{VIEW}\n\n{DEAL}\n")
    answers: list[dict[str, Any]] = [json.loads(line) for line in result.stdout.splitlines()]
    assert [list(answer) for answer in answers] == [
        ["value", "moves", "line", "nodes", "ms"],
        ["error"],
        ["error"],
        ["error"],
        ["value", "moves", "line", "nodes", "ms"],
    ]
    assert "SPN" in answers[1]["error"]
    assert answers[2]["error"].startswith("only a position whose cards are all known")
    assert answers[4]["value"] == -2
    assert result.exit_code == 0


def test_a_false_call_is_left_out() -> None:
    data = json.loads(run("solve", SPN.replace("pagat", "soft"), "--json").stdout)
    assert "o" not in [move["move"] for move in data["moves"]]


@pytest.mark.parametrize(
    ("spn", "sentence"),
    [
        (VIEW, "bummerl: only a position whose cards are all known can be solved, this one has ?"),
        ("rubbish", "bummerl: SPN, "),
    ],
    ids=["view", "rubbish"],
)
def test_what_cannot_be_solved_is_refused_in_one_sentence(spn: str, sentence: str) -> None:
    result = run("solve", spn)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.startswith(sentence)
    assert len(result.stderr.splitlines()) == 1


def test_warmup_says_that_it_is_ready() -> None:
    assert run("warmup").stdout.startswith("The search is ready (")


def test_the_first_compile_is_announced_only_on_a_terminal(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(jit, "is_cached", lambda: False)
    assert run("warmup").stderr == ""
    monkeypatch.setattr("bummerl.cli.solve._on_terminal", lambda: True)
    assert run("warmup").stderr == "Compiling the search; only the first time …\n"

"""``bummerl show``, ``deal``, ``perft``: exactly what other programs rely on."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bummerl import PRESETS, deal, shuffled, write_spn
from command_line import Program, Run

CASES = Path(__file__).parent.parent / "cases"
VIEW = "schnapsen HTJDACAK/SA?4 S ?1+SJ - 0: 25.2/20.2 STKQHKDTJCTJ 4:4"
FULL = "soft STHTJCAQ/SQHAQDTCT H DQDJDACJDKSACKSKSJ+HK - 1: 0.0/0.0 - 7:7"


def test_version(program: Program) -> None:
    done = program("--version")
    assert (done.returncode, done.stdout) == (0, "bummerl 0.1.0\n")


def test_show_view_as_json(run: Run) -> None:
    data = json.loads(run("show", VIEW, "--json").stdout)
    assert data["kind"] == "view"
    assert data["seat"] == data["to_move"] == 0
    assert data["legal"] == ["HJ", "HT", "DA", "CK", "CA", "c", "o"]
    assert data["hands"] == [["HT", "HJ", "DA", "CA", "CK"], ["SA"]]
    assert data["talon"] == [None, "SJ"]
    assert (data["over"], data["result"]) == (False, None)


def test_show_names_legal_moves_with_the_signs_of_the_cards(program: Program) -> None:
    french = program("show", FULL).stdout.splitlines()
    assert french[-1] == "Legal: ♠Q ♥Q ♥A ♦10 ♣10 c"
    german = program("show", FULL, "--lang", "de", "--deck", "german").stdout.splitlines()
    assert german[-1].split(": ")[1] == "LO ♥O ♥A S10 E10 c"


def test_show_moves_applies_tokens(run: Run) -> None:
    data = json.loads(run("show", FULL, "--moves", "SQ ST x CQ CT", "--json").stdout)
    # seat 0 takes the first trick, exchanges the jack of trumps, and loses the queen of clubs
    assert data["tricks"] == [1, 1]
    assert data["points"] == [13, 13]
    assert data["turn_up"] == "HJ"
    assert "HK" in data["hands"][0]
    assert data["to_move"] == 1


def test_show_plays_the_plans_of_a_view(run: Run) -> None:
    for line in (CASES / "expert.jsonl").read_text(encoding="utf-8").splitlines():
        case = json.loads(line)
        for plan in case["best"]:
            data = json.loads(run("show", case["view"], "--json").stdout)
            for number, token in enumerate(plan, start=1):
                assert token in data["legal"]
                if number < len(plan):
                    moves = " ".join(plan[:number])
                    data = json.loads(run("show", case["view"], "--moves", moves, "--json").stdout)


def test_show_finished_deal(run: Run) -> None:
    data = json.loads(run("show", FULL, "--moves", "r", "--json").stdout)
    assert data["over"] is True
    assert data["result"] == {"winner": 0, "points": 3, "reason": "resigned"}
    assert data["legal"] == []
    assert data["spn"] is None
    assert data["to_move"] is None
    other = json.loads(run("show", FULL, "--moves", "r0", "--json").stdout)
    assert other["result"] == {"winner": 1, "points": 3, "reason": "resigned"}
    assert "seat 0 scores 3 (resigned)" in run("show", FULL, "--moves", "r").stdout


def test_show_view_of_a_seat_is_spn(run: Run) -> None:
    result = run("show", FULL, "--moves", "SQ", "--view", "0")
    assert result.stdout == "soft STHTJCAQ/?4 H ?9+HK - 1:SQ 0.0/0.0 - 7:7\n"
    masked = run("show", FULL, "--moves", "SQ ST", "--view", "1", "--table")
    assert masked.stdout.split()[6] == "?.1/0.0"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["show", "soft x"], "there are 2 fields, but a position has nine"),
        (["show", FULL.replace("HAQ", "HAQ9")], "the nine of hearts is not in a pack of 20 cards"),
        (["show", FULL.replace(" H ", " X ")], "'X' is no suit"),
        (
            ["show", FULL.replace("soft", "sofft")],
            "there is no rule preset 'sofft'; did you mean soft?",
        ),
        (["show", FULL, "--moves", "SQ SA"], "move 2, SA: you do not hold the ace of spades"),
        (["show", FULL, "--moves", "SQ zz"], "move 2, zz: 'zz' is no move"),
        (["show", VIEW, "--moves", "HJ SQ"], "a view plays only its own seat's moves"),
        (["show", VIEW, "--moves", "r1"], "a view plays only its own seat's moves"),
        (["show", VIEW, "--moves", "HQ"], "you do not hold the queen of hearts"),
        (["show", VIEW, "--view", "1"], "--view needs a whole position"),
        (["show", FULL, "--view", "2"], "there are seats 0 and 1"),
        (["show", FULL, "--table"], "--table goes with --view"),
        (["perft", VIEW, "2"], "perft needs a whole position"),
        (["perft", FULL, "x"], "'x' is not a valid integer range"),
        (
            ["deal", "--rules", "soft(deck=21)"],
            "rule option deck is 21, but must be one of: 20, 24",
        ),
        (["nonsense"], "No such command 'nonsense'"),
        (["show"], "Missing argument 'SPN'"),
    ],
)
def test_wrong_use_is_one_sentence_and_exit_2(
    run: Run, arguments: list[str], sentence: str
) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert sentence in result.stderr
    assert "Traceback" not in result.stderr


def test_impossible_spn_is_exactly_one_line(run: Run) -> None:
    result = run("show", FULL.replace("SQHAQ", "SQHAK"), "--json")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == "bummerl: SPN, talon: the king of hearts stands twice, first in hands\n"


def test_deal_is_reproducible_and_dealt_by_seat_0(run: Run) -> None:
    first = run("deal", "--rules", "hoyle-66", "--seed", "7").stdout
    assert first == run("deal", "--rules", "hoyle-66", "--seed", "7").stdout
    assert first != run("deal", "--rules", "hoyle-66", "--seed", "8").stdout
    assert first.split()[0] == "hoyle-66"
    assert first.split()[5] == "1:"  # forehand is the other seat
    assert run("deal").exit_code == 0
    pack = shuffled(24, seed=7)  # the seed of the library and of the command line are the same
    assert first == f"{write_spn(deal(pack, 0, PRESETS['hoyle-66']))}\n"
    assert json.loads(run("deal", "--seed", "7", "--json").stdout)["spn"]


def test_perft(run: Run) -> None:
    assert json.loads(run("perft", FULL, "3", "--json").stdout) == {"depth": 3, "nodes": 188}
    assert run("perft", FULL, "2").stdout == "30\n"
    split = run("perft", FULL, "2", "--split").stdout.splitlines()
    assert sum(int(line.split()[-1]) for line in split[:-1]) == int(split[-1]) == 30
    assert json.loads(run("perft", FULL, "0", "--json").stdout)["nodes"] == 1


def test_help_speaks_german(program: Program) -> None:
    german = program("--lang", "de", "--help")
    assert german.returncode == 0
    assert "Optionen:" in german.stdout
    assert "Befehle:" in german.stdout
    assert "Commands:" not in german.stdout
    assert program("show", "--help", lang="de_AT.UTF-8").stdout.startswith("Aufruf:")
    assert "Usage:" in program("show", "--help", lang="C").stdout
    error = program("show", "soft x", "--lang", "de")
    assert error.returncode == 2
    assert "neun" in error.stderr
    assert program("--lang", "fr", "rules").returncode == 2


@pytest.mark.parametrize(
    "command",
    ["play", "rules", "show", "deal", "perft", "solve", "warmup", "arena", "replay", "convert"],
)
def test_no_line_of_help_is_the_same_in_both_languages(program: Program, command: str) -> None:
    english = set(program(command, "--help").stdout.splitlines())
    german = set(program(command, "--help", "--lang", "de").stdout.splitlines())
    assert english & german == {""}

"""``bummerl verify``: what it says, in both languages, and its exit code."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bummerl.match.fairness import FairDeal
from bummerl.notation.records import DealRecord, record_of
from bummerl.notation.sgn import dump
from bummerl.rules.dealing import deal
from command_line import Program, Run

GOLDEN = Path(__file__).parent.parent / "golden" / "app.sgn"


def records() -> list[DealRecord]:
    made: list[DealRecord] = []
    for number in (1, 2, 3):
        fair = FairDeal(20, number, bytes([number] * 32), (bytes(16), bytes([1] * 16)))
        start = deal(fair.pack, fair.drawn_dealer if number == 1 else 0)
        made.append(record_of(start, start.resign(1), fair.tags() | {"Deal": str(number)}))
    return made


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "fair.sgn"


def test_all_fair(run: Run, path: Path) -> None:
    dump(records(), path)
    result = run("verify", str(path))
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[0] == "line 1, deal 1: fair"
    assert lines[-1] == "3 deals proved fair"
    result = run("verify", "--json", str(path))
    assert result.exit_code == 0
    data = json.loads(result.stdout)
    assert (data["fair"], data["wrong"], data["unverifiable"]) == (3, 0, 0)
    passed = dict.fromkeys(("contributions", "commitment", "pack", "start", "dealer"), True)
    first = {"deal": 1, "line": 1, "status": "fair", "checks": passed, "reasons": []}
    assert data["deals"][0] == first


def test_the_page_shows_what_is_printed(run: Run, path: Path) -> None:
    page = (GOLDEN.parents[2] / "docs" / "fairness.md").read_text(encoding="utf-8")
    shown = page.split("```json\n")[1].split("\n```")[0]
    dump(records()[:1], path)
    assert run("verify", "--json", str(path)).stdout == f"{shown}\n"


def test_wrong_and_unverifiable(run: Run, path: Path) -> None:
    made = records()
    made[0].tags["Secret"] = "00" * 32
    del made[1].tags["Client0"]
    dump(made, path)
    result = run("verify", str(path))
    assert result.exit_code == 1
    lines = result.stdout.splitlines()
    assert lines[0].startswith("line 1, deal 1: WRONG: Commitment is not the hash of the secret; ")
    assert lines[1].endswith("deal 2: cannot be verified: the tag Client0 is missing")
    assert lines[3:] == [
        "1 deal proved fair",
        "1 deal is wrong",
        "1 deal cannot be verified",
    ]
    data = json.loads(run("verify", "--json", str(path)).stdout)
    assert [found["status"] for found in data["deals"]] == ["wrong", "unverifiable", "fair"]
    assert data["deals"][0]["checks"]["commitment"] is False


def test_only_proof_counts(run: Run, path: Path) -> None:
    result = run("verify", str(GOLDEN))
    assert result.exit_code == 1
    assert "deal 1: cannot be verified: the tags Commitment, Secret" in result.stdout
    path.write_text("", encoding="utf-8")
    result = run("verify", str(path))
    assert result.exit_code == 1
    assert result.stdout == "0 deals proved fair\n"


def test_a_broken_deal_has_no_number(run: Run, path: Path) -> None:
    path.write_text('[SGN "1"]\n', encoding="utf-8")
    result = run("verify", str(path))
    assert result.exit_code == 1
    assert result.stdout.startswith("line 1: WRONG: the tag Rules is missing")


def test_a_missing_file_is_a_sentence(run: Run, path: Path) -> None:
    result = run("verify", str(path))
    assert result.exit_code == 2
    assert result.stderr.count("\n") == 1
    assert "fair.sgn" in result.stderr


def test_german(program: Program, path: Path) -> None:
    made = records()
    made[2].tags["Commitment"] = "00" * 32
    dump(made, path)
    result = program("verify", str(path), lang="de_AT.UTF-8")
    assert result.returncode == 1
    assert "Zeile 1, Spiel 1: fair" in result.stdout
    assert "FALSCH: Commitment ist nicht der Hash des Geheimnisses" in result.stdout
    assert result.stdout.splitlines()[-2:] == [
        "2 Spiele sind nachweislich fair",
        "1 Spiel ist falsch",
    ]

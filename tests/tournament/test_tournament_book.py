"""What docs/tournament.md shows is so."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from bummerl.tournament.sale import Buyer, sell
from bummerl.tournament.store import TournamentFile
from command_line import Run
from tournament.draw_reference import hash_before, two_pots
from tournament.hall import AT, announced, do, drawn, named, sold

BOOK = (Path(__file__).parents[2] / "docs" / "tournament.md").read_text(encoding="utf-8")
ROWS = dict(re.findall(r"^\| ([a-z0-9 …]+?) +\| (`.*`) +\|$", BOOK, re.MULTILINE))


def test_the_evening_can_be_typed_as_it_stands(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    console = BOOK.split("```console\n")[1].split("```")[0]
    lines = [line.removeprefix("$ bummerl ") for line in console.splitlines()]
    assert len(lines) > 5
    for line in lines:
        result = run(*shlex.split(line))
        assert result.exit_code == 0, f"{line}: {result.output}"
    assert "1-" in result.stdout
    python = BOOK.split("```python\n")[1].split("```")[0]
    exec(compile(python, "docs/tournament.md", "exec"), {})
    with TournamentFile(tmp_path / "cup.db") as file:
        assert type(file.read().history[-1]).__name__ == "Resulted"


def test_the_example_of_a_draw() -> None:
    shown = {key: value.replace("`", "") for key, value in ROWS.items()}
    t = announced(8)
    for name, cards in (("Anna Berger", 3), ("Bert Huber", 3), ("Cara Eder", 1)):
        do(t, sell(t, Buyer(name), AT, cards=cards))
    [record] = drawn(t, shown["word"]).draws
    assert shown["published hash"] == t.commitment
    assert shown["secret of draw 1"] == record.secret
    assert shown["list"].split(", ") == record.entries.splitlines()
    assert shown["hash of the list"] == record.list_hash
    assert shown["seed"] == record.seed
    secret = bytes.fromhex(shown["secret of draw 1"])
    left, right = two_pots(secret, record.entries, shown["word"], 4)
    assert shown["left 1 … 4"] == " ".join(str(left[n]) for n in range(1, 5))
    assert shown["right 1 … 4"] == " ".join(str(right.get(n, "-")) for n in range(1, 5))
    assert hash_before(secret, 1) == t.commitment


def test_every_key_of_status_is_told() -> None:
    from bummerl.tournament.report import status

    table = BOOK.split("`status --json`:")[1].split("Money is")[0]
    told = set(re.findall(r"`([a-z0-9_]+)`", table))
    keys = status(drawn(sold(8, named(4, 3))))
    assert keys.keys() <= told
    assert keys["matches"][0].keys() <= told
    assert keys["prizes"][0].keys() <= told

"""``bummerl equity``."""

from __future__ import annotations

import json
import re

import pytest

from bummerl.players.deal_odds import NEEDS, deals
from bummerl.players.equity import bummerl_chance, match_chance
from bummerl.rules.variants import PRESETS, parse_rules
from command_line import Program, Run

SOFT = PRESETS["soft"]
DEALS = {"forehand": False, "dealer": True, "mean": None}


def tables(text: str) -> dict[str, list[list[str]]]:
    """The rows of each table, by its heading; the first row is the head."""
    found = re.findall(r"^(\w[^\n]*:)\n((?:[ \d][^\n]*\n)+)", text, re.MULTILINE)
    return {heading: [line.split() for line in rows.splitlines()] for heading, rows in found}


def test_the_table_has_every_score_counted_down(run: Run) -> None:
    text = run("equity").stdout
    assert text.startswith("soft: chance to win the Bummerl, in per cent.\n")
    found = tables(text)
    assert list(found) == ["Forehand in the coming deal:", "Dealer of the coming deal:"]
    for (head, *rows), dealer in zip(found.values(), (False, True), strict=True):
        assert head == list("7654321")
        assert [row[0] for row in rows] == list("7654321")
        for own, *cells in rows:
            for other, cell in zip(head, cells, strict=True):
                chance = bummerl_chance(SOFT, (int(own), int(other)), dealer)
                assert cell == f"{100 * chance:.1f}"


def test_columns_stand_under_each_other(run: Run) -> None:
    lines = [
        line for line in run("equity", "--mean").stdout.splitlines() if line[:1] in set(" 7654321")
    ]
    assert len({len(line) for line in lines if line}) == 1
    assert len(lines) == 8


@pytest.mark.parametrize("side", ["forehand", "dealer", "mean"])
def test_one_side_only(run: Run, side: str) -> None:
    [rows] = tables(run("equity", f"--{side}", "--rules", "66").stdout).values()
    chance = bummerl_chance(PRESETS["66"], (4, 2), DEALS[side])
    assert rows[4][6] == f"{100 * chance:.1f}"


def test_it_says_where_the_numbers_come_from(run: Run) -> None:
    last = run("equity", "--rules", "duel-66").stdout.splitlines()[-1]
    made = deals(24).made
    assert last == (
        f"From {made['games']} Bummerls ({made['deals']} deals) of {made['player']} against "
        f"itself: {made['rules']}, seed {made['seed']}, version {made['version']}."
    )


def test_the_match_by_bummerls_so_far(run: Run) -> None:
    rules = parse_rules("soft(match=3)")
    text = run("equity", "--partie", "--mean", "--rules", str(rules)).stdout
    assert "first to hang 3 Bummerls" in text
    [(head, *rows)] = tables(text).values()
    assert head == ["0", "1", "2"]
    for own, *cells in rows:
        for other, cell in zip(head, cells, strict=True):
            chance = match_chance(rules, (7, 7), (int(own), int(other)), None)
            assert cell == f"{100 * chance:.1f}"


def test_the_match_at_a_score_of_the_bummerl(run: Run) -> None:
    text = run("equity", "--partie", "--needed", "2:7", "--forehand").stdout
    [(_, row, _)] = tables(text).values()
    assert row[1] == f"{100 * match_chance(SOFT, (2, 7), (0, 0), False):.1f}"
    assert "In this Bummerl you need 2, the other one 7." in text


def test_of_a_long_match_the_end_is_shown(run: Run) -> None:
    [(head, *rows)] = tables(
        run("equity", "--partie", "--mean", "--rules", "soft(match=250)").stdout
    ).values()
    assert head == [str(n) for n in range(243, 250)]
    assert rows[-1][-1] == "50.0"


def test_json_has_all_numbers_and_how_they_were_made(run: Run) -> None:
    said = json.loads(run("equity", "--rules", "sharp", "--json", "--mean").stdout)
    rules = PRESETS["sharp"]
    assert said["rules"] == "sharp"
    assert said["bummerl"]["needed"] == [7, 6, 5, 4, 3, 2, 1]
    assert said["partie"]["bummerls"] == [0, 1]
    assert (said["partie"]["match"], said["partie"]["schneider_bummerls"]) == (2, 2)
    for side, dealer in DEALS.items():
        chance = bummerl_chance(rules, (5, 1), dealer)
        assert said["bummerl"][side][2][6] == pytest.approx(chance, abs=1e-6)
        chance = match_chance(rules, (7, 7), (1, 0), dealer)
        assert said["partie"][side][1][0] == pytest.approx(chance, abs=1e-6)
    assert said["made"] == deals(20).made
    assert said["deals"]["points"] == [-3, -2, -1, 0, 1, 2, 3]
    assert said["deals"]["prior"] == deals(20).prior(draws=False)
    for at in NEEDS:
        key = f"{at[0]}:{at[1]}"
        assert said["deals"]["counts"][key] == list(deals(20).counts[at])
        assert sum(said["deals"]["odds"][key]) == pytest.approx(1, abs=1e-5)


def test_in_german(program: Program) -> None:
    done = program("equity", "--mean", lang="de_AT.UTF-8")
    assert done.returncode == 0
    assert "50,0" in done.stdout
    assert "50.0" not in done.stdout
    assert "Mittel" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--partie", "--needed", "8:7"), "points needed look like 7:4, each from 7 to 1"),
        (("--mean", "--dealer"), "only one of --forehand, --dealer and --mean can be given"),
        (("--forehand", "--json", "--mean"), "only one of --forehand, --dealer and --mean"),
        (("--needed", "4:4"), "--needed goes with --partie"),
        (("--rules", "shrap"), "did you mean sharp?"),
    ],
)
def test_wrong_use_is_explained(run: Run, arguments: tuple[str, ...], said: str) -> None:
    result = run("equity", *arguments)
    assert result.exit_code == 2
    assert said in result.stderr

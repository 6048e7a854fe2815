"""``bummerl analyze``."""

from __future__ import annotations

import json

import pytest

from command_line import Run

CLOSE = "pagat SAKHADTQ/?5 H ?1+HJ - 0: 19.2/41.2 HTKQDKCTKQJ 7:7"
KNOWN = "pagat SAHQDACAJ/HATDKCTQ C - - 0: 31.2/33.3 STKQJHKJDTQJCK 3:3"


def test_it_tells_the_best_plan_and_all_others(run: Run) -> None:
    told = run("analyze", CLOSE).output
    assert told.startswith("Close, then ♦Q: +0.50 game points; you win the deal in 83 %")
    assert "against 5 of the 6 hands" in told
    assert "There are 6 ways" in told
    rows = [line for line in told.splitlines() if line.startswith(("♠", "♥", "♦", "close"))]
    assert len(rows) == 10


def test_json_is_as_promised(run: Run) -> None:
    found = json.loads(run("analyze", CLOSE, "--json").stdout)
    assert (found["worlds"], found["exact"], found["best"]) == (6, True, ["c", "DQ"])
    first = found["moves"][0]
    assert (first["plan"], first["points"], first["interval"]) == (["c", "DQ"], 0.5, 0)
    assert 0 < first["bummerl"] < first["win"] < 1


def test_the_language_and_the_deck_are_those_asked_for(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANGUAGE", "de")
    told = run("analyze", CLOSE, "--deck", "german").output
    assert told.startswith("Zudrehen, dann ")
    assert "+0,50" in told


def test_the_dealer_matters_for_the_bummerl(run: Run) -> None:
    def chance(*options: str) -> float:
        found = json.loads(run("analyze", KNOWN, "--json", *options).stdout)
        return float(found["moves"][0]["bummerl"])

    mean = (chance("--dealer", "0") + chance("--dealer", "1")) / 2
    assert chance() == pytest.approx(mean, abs=0.0002)
    assert chance("--dealer", "0") != chance("--dealer", "1")


def test_all_cards_known_is_exact(run: Run) -> None:
    assert "Exact: all cards are known" in run("analyze", KNOWN).output


def test_a_single_plan_is_called_so(run: Run) -> None:
    told = run("analyze", "pagat SA/HA C - - 0: 43.4/55.5 STKQJHTKQJDATKQJCATKQJ 3:3").output
    assert told.startswith("There is only one plan, ♠A:")


def test_time_limits_the_search(run: Run) -> None:
    first_lead = "soft HTJDACAK/?5 S ?9+SJ - 0: 0.0/0.0 - 7:7"
    found = json.loads(run("analyze", first_lead, "--time", "0.05", "--json").stdout)
    assert found["exact"] is False
    assert any(move["interval"] > 0 for move in found["moves"])


@pytest.mark.parametrize(
    ("spn", "sentence"),
    [
        ("soft xx", "SPN, text: there are 2 fields"),
        ("soft ?5/?5 S ?9+SJ - 0: 0.0/0.0 - 7:7", "a spectator's view"),
        ("soft ?5/HTJDACAK S ?9+SJ - 0: 0.0/0.0 - 7:7", "it is the turn of seat 0"),
    ],
)
def test_what_cannot_be_analyzed_is_one_sentence(run: Run, spn: str, sentence: str) -> None:
    result = run("analyze", spn)
    assert result.exit_code == 2
    assert sentence in result.stderr
    assert len(result.stderr.strip().splitlines()) == 1

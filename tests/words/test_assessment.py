"""Reviews in words: who erred, and what the numbers mean."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from bummerl.analysis.review import Review, review
from bummerl.notation.sgn import load
from bummerl.words.assessment import labels, tell_review
from bummerl.words.names import Language
from bummerl.words.wording import Wording

RECORD = Path(__file__).parent.parent / "golden" / "tournament.sgn"


@cache
def reviewed(first: str, second: str, deals: int = 4) -> Review:
    names = {"Seat0": first, "Seat1": second}
    records = [replace(r, tags={**r.tags, **names}) for r in load(RECORD)[:deals]]
    return review(records, visits=500)


def test_players_of_the_same_name_are_told_apart_in_every_line() -> None:
    found = reviewed("Anna", "Anna")
    told = tell_review(found, Wording())
    who = re.findall(r"^Deal \d+, trick \d+, (.*?):", told, re.MULTILINE)
    erred = [d.seat for deal in found.deals for d in deal.decisions if d.grade != "good"]
    assert who == [f"Anna ({seat})" for seat in erred]
    assert {0, 1} == set(erred)
    assert "Anna (0)  Anna (1)" in told
    assert "Anna (0)" in labels(found, Wording()).title


@pytest.mark.parametrize(
    ("language", "title"),
    [("en", "Points lost a decision"), ("de", "Verlust je Entscheidung, Punkte")],
)
def test_losses_are_positive_on_both_scales(language: Language, title: str) -> None:
    found = reviewed("Anna", "Bert")
    wording = Wording(language)
    rows = {
        cells[0]: cells[1:]
        for cells in (re.split("  +", line) for line in tell_review(found, wording).splitlines())
    }
    assert rows[title] == [wording.number(t.loss_points, 3) for t in found.players]
    assert all(t.loss_points > 0 for t in found.players)
    assert not any(cell.startswith(("−", "-", "+")) for cell in rows[title])


def test_sums_of_several_deals_are_called_so() -> None:
    told = tell_review(reviewed("Anna", "Bert"), Wording())
    assert "Game points, sum of all deals" in told
    assert "Chance of the Bummerl: sum of all changes" in told
    german = tell_review(reviewed("Anna", "Bert"), Wording("de"))
    assert "Punkte, Summe aller Spiele" in german
    assert "Chance auf das Bummerl: Summe aller Änderungen" in german
    single = tell_review(reviewed("Anna", "Bert", deals=1), Wording())
    assert "sum" not in single
    assert "Chance of the Bummerl: changes" in single

"""Analyses in words: one style for plans, and only what is true about how sure they are."""

from __future__ import annotations

import math
import re
from dataclasses import replace

import pytest

from bummerl.analysis.evaluate import Analysis, Hands, PlanValue, analyze
from bummerl.notation.spn import parse_spn
from bummerl.notation.tokens import parse_move
from bummerl.words.names import Deck, Language
from bummerl.words.verdict import tell_analysis, tell_plan
from bummerl.words.wording import Wording

FIRST_LEAD = "soft HTJDACAK/?5 S ?9+SJ - 0: 0.0/0.0 - 7:7"
LAST_FACE_DOWN = "pagat SAKHADTQ/?5 H ?1+HJ - 0: 19.2/41.2 HTKQDKCTKQJ 7:7"
EVEN = (0.5, 0.0, 0.0, 0.0, 0.0, 0.0, 0.5)
LOST = (1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)


def plan(tokens: str) -> tuple[int, ...]:
    return tuple(parse_move(token) for token in tokens.split())


def value(tokens: str, worlds: int, *, exact: bool, odds: tuple[float, ...] = EVEN) -> PlanValue:
    sample = math.inf if exact else worlds
    return PlanValue(plan(tokens), odds, 0.5, worlds, exact, sample=sample)


def sampled(*moves: PlanValue) -> Analysis:
    return Analysis(parse_spn(FIRST_LEAD), 0, moves)


@pytest.mark.parametrize(
    ("language", "deck", "told"),
    [
        ("en", "french", "close, then announce 20 in ♦, then ♦K"),
        ("de", "french", "zudrehen, dann 20 in ♦ ansagen, dann ♦K"),
        ("en", "german", "close, then announce 20 in bells, then king of bells"),
        ("de", "german", "zudrehen, dann 20 in Schelle ansagen, dann Schellen-König"),
    ],
)
def test_a_plan_keeps_to_one_style(language: Language, deck: Deck, told: str) -> None:
    assert tell_plan(plan("c mD DK"), 0, Wording(language, deck)) == told
    assert tell_plan(plan("mD"), 0, Wording(language, deck)) in told


@pytest.mark.parametrize("language", ["en", "de"])
def test_no_german_card_can_be_read_as_another_one_of_a_record(language: Language) -> None:
    told = tell_analysis(analyze(LAST_FACE_DOWN), Wording(language, "german"))
    assert not re.search(r"\b[A-Z♥](?:[AKOUBD9]|10)\b", told)


def test_each_kind_of_plan_is_told_how_much_was_looked_at() -> None:
    told = tell_analysis(
        sampled(value("HT", 24_000, exact=False), value("c HT", 2002, exact=True)), Wording()
    )
    assert "open talon 24000 or more of the many ways" in told
    assert "closed talon all 2002 hands" in told
    german = tell_analysis(
        sampled(value("HT", 24_000, exact=False), value("c HT", 2002, exact=True)), Wording("de")
    )
    assert "offenem Talon wurden 24000 oder mehr" in german
    assert "zugedrehtem Talon wurden alle 2002 Blätter" in german


def test_sampled_hands_of_a_close_are_not_called_all() -> None:
    told = tell_analysis(
        sampled(value("HT", 720, exact=True), value("c HT", 300, exact=False)), Wording()
    )
    assert "open talon all 720 ways" in told
    assert "closed talon 300 of the many hands" in told


def test_only_what_was_sampled_and_varied_has_an_interval() -> None:
    told = tell_analysis(
        sampled(
            value("HT", 10_000, exact=False),
            value("HJ", 10_000, exact=False, odds=LOST),
            value("c HT", 2002, exact=True),
        ),
        Wording(),
    )
    rows = {line.split("  ")[0]: line for line in told.splitlines() if " %" in line}
    assert rows["♥10"].endswith("0.06")
    assert rows["♥J"].endswith("%")
    assert rows["close, then ♥10"].endswith("%")


@pytest.mark.parametrize(
    ("hands", "english", "german"),
    [
        (Hands(5, 6), "against 5 of the 6 hands", "gegen 5 von 6 Blättern"),
        (Hands(56, 56), "against all 56 hands", "gegen alle 56 Blätter"),
        (Hands(1, 1), "against the only hand", "gegen das einzige Blatt"),
        (Hands(0, 1), "against 0 of the 1 hands", "gegen 0 von 1 Blättern"),
    ],
)
def test_hands_that_can_be_beaten(hands: Hands, english: str, german: str) -> None:
    found = replace(sampled(value("c HT", 6, exact=True)))
    assert english in tell_analysis(found, Wording(), hands)
    assert german in tell_analysis(found, Wording("de"), hands)

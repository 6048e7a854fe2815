"""Rule options and presets (rules.md, section 10)."""

from __future__ import annotations

import dataclasses
import re

import pytest

import oracle
from bummerl.errors import RulesError
from bummerl.rules.variants import (
    ALIASES,
    CHOICES,
    PRESET_NAMES,
    PRESETS,
    Rules,
    Value,
    parse_rules,
    parse_value,
)
from rules_report import RULE_BOOK, clauses


@pytest.mark.parametrize("name", oracle.PRESETS)
def test_every_preset_has_the_values_of_the_table(name: str) -> None:
    assert PRESETS[name].options() == oracle.PRESETS[name]


def test_the_rule_book_has_the_same_table() -> None:
    text = RULE_BOOK.read_text(encoding="utf-8")
    header, *rows = re.findall(r"^\| (?:option|\[`).*$", text, re.MULTILINE)
    presets = re.findall(r"`([a-z0-9-]+)`", header)
    assert set(presets) == set(oracle.PRESETS)
    options = []
    for row in rows:
        link, *cells = (cell.strip().strip("*") for cell in row.strip("|").split("|"))
        found = re.fullmatch(r"\[`(\w+)`\]\(#(.*)\)", link)
        assert found is not None
        assert found[2] in clauses(text)
        options.append(found[1])
        for preset, cell in zip(presets, cells, strict=True):
            assert parse_value(found[1], cell) == oracle.PRESETS[preset][found[1]]
    assert options == list(CHOICES)


def test_the_presets_and_their_aliases() -> None:
    assert set(PRESET_NAMES) == set(oracle.PRESETS)
    assert dict(ALIASES) == {"schnapsen": "soft", "66": "sixtysix"}
    for alias, name in ALIASES.items():
        assert PRESETS[alias] == PRESETS[name]
        assert str(PRESETS[alias]) == alias


def test_pagat_is_soft_with_three_changes() -> None:
    assert PRESETS["pagat"] == PRESETS["soft"].with_(
        out="automatic", illegal_card="refuse", schneider_bummerls=1
    )


def test_the_default_is_soft() -> None:
    assert Rules() == PRESETS["soft"]
    assert set(PRESETS["soft"].options()) == set(CHOICES)


@pytest.mark.parametrize("name", PRESET_NAMES)
def test_hand_talon_and_lowest_trump_follow_the_deck(name: str) -> None:
    for deck, hand, talon, lowest in ((20, 5, 10, "J"), (24, 6, 12, "9")):
        rules = PRESETS[name].with_(deck=deck)
        assert (rules.hand_size, rules.talon_size) == (hand, talon)
        assert "9JQKTA"[rules.lowest_rank] == lowest
        assert rules.pack_mask.bit_count() == deck


@pytest.mark.parametrize("name", PRESET_NAMES)
@pytest.mark.parametrize("option", CHOICES)
def test_every_option_takes_each_of_its_values_in_every_preset(name: str, option: str) -> None:
    for value in CHOICES[option] or (1, 2, 3, 99, 1000):
        rules = PRESETS[name].with_(**{option: value})
        assert getattr(rules, option) == value
        assert rules.name == name
        kept = rules.options() | {option: None}
        assert kept == PRESETS[name].options() | {option: None}
        assert parse_rules(str(rules)) == rules
        assert str(parse_rules(str(rules))) == str(rules)


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("soft", "soft"),
        ("SOFT", "soft"),
        ("schnapsen", "schnapsen"),
        ("66", "66"),
        ("sharp(pair_lead=either)", "sharp(pair_lead=either)"),
        (" sharp ( pair_lead = either ) ", "sharp(pair_lead=either)"),
        ("sharp(pair_lead=king)", "sharp"),  # no difference
        ("sharp()", "sharp"),
        ("soft(match=3,deck=24)", "soft(deck=24,match=3)"),  # table order
        ("soft(points_visible=FALSE)", "soft(points_visible=false)"),
    ],
)
def test_rules_as_text(text: str, canonical: str) -> None:
    assert str(parse_rules(text)) == canonical


def test_equality_looks_at_options_not_at_names() -> None:
    same = PRESETS["soft"].with_(out="automatic", illegal_card="refuse", schneider_bummerls=1)
    assert same == PRESETS["pagat"]
    assert hash(same) == hash(PRESETS["pagat"])
    assert str(same) == "soft(out=automatic,illegal_card=refuse,schneider_bummerls=1)"
    assert same != PRESETS["soft"]


def test_differences() -> None:
    assert PRESETS["pagat"].differences(PRESETS["soft"]) == {
        "out": "automatic",
        "illegal_card": "refuse",
        "schneider_bummerls": 1,
    }
    assert PRESETS["soft"].differences(PRESETS["schnapsen"]) == {}


def test_rules_do_not_change() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        PRESETS["soft"].deck = 24  # type: ignore[misc]
    with pytest.raises(TypeError):
        PRESETS["mine"] = Rules()  # type: ignore[index]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("sofd", "there is no rule preset 'sofd'; did you mean soft?"),
        ("soft(pair_leed=king)", "there is no rule option 'pair_leed'; did you mean pair_lead?"),
        ("soft(deck=32)", "rule option deck is 32, but must be one of: 20, 24"),
        ("soft(deck=x)", "rule option deck is x, but must be one of: 20, 24"),
        ("soft(out=yes)", "rule option out is yes, but must be one of: declared, automatic"),
        (
            "soft(points_visible=1)",
            "rule option points_visible is 1, but must be one of: true, false",
        ),
        ("soft(match=0)", "rule option match is 0, but must be a whole number from 1 to 999999999"),
        (
            "soft(match=many)",
            "rule option match is many, but must be a whole number from 1",
        ),
        ("soft(deck=24", "rules are 'soft(deck=24', but should look like soft or"),
        ("soft deck=24", "rules are 'soft deck=24', but should look like soft or"),
        ("", "rules are '', but should look like soft or"),
        ("soft(deck)", "a changed option is written once as name=value"),
        ("soft(deck=20,deck=24)", "a changed option is written once as name=value"),
    ],
)
def test_rules_that_cannot_be_read(text: str, sentence: str) -> None:
    with pytest.raises(RulesError) as caught:
        parse_rules(text)
    assert sentence in str(caught.value)


@pytest.mark.parametrize(
    ("option", "value"),
    [("deck", 32), ("deck", "20"), ("deck", True), ("match", 0), ("match", True), ("match", 1.0)],
)
def test_values_that_an_option_cannot_take(option: str, value: Value) -> None:
    with pytest.raises(RulesError, match=f"^rule option {option} is "):
        PRESETS["soft"].with_(**{option: value})


def test_unknown_options() -> None:
    with pytest.raises(RulesError, match="rule option 'jokers'; choose one of: deck, "):
        PRESETS["soft"].with_(jokers=2)
    with pytest.raises(RulesError, match=r"^there is no rule option 'jokers'"):
        parse_value("jokers", "2")

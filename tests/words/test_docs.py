"""docs/rules.md and docs/notation.md are complete and true."""

from __future__ import annotations

import json
import re

import pytest
from tools.rulebook import RULES, renewed

from bummerl.notation import jsonl, sgn
from bummerl.notation.as_json import result_json, situation_json
from bummerl.notation.spn import FIELD_NAMES, parse_spn, write_spn
from bummerl.notation.tags import REQUIRED_TAGS, TAG_ORDER
from bummerl.notation.tokens import MOVE_TOKENS
from bummerl.rules.scoring import REASONS
from bummerl.rules.variants import CHOICES, parse_rules
from bummerl.words.rulebook import OPTIONS

DOCS = RULES.parent
CLAUSES = {
    "CARD": 3,
    "DEAL": 5,
    "PLAY": 9,
    "PAIR": 6,
    "XCHG": 4,
    "CLOSE": 9,
    "OUT": 6,
    "LAST": 3,
    "SCORE": 5,
}
"""How many clauses there are of each kind."""
RULE_TEXT = RULES.read_text(encoding="utf-8")
NOTATION_TEXT = (DOCS / "notation.md").read_text(encoding="utf-8")


def anchors(text: str) -> list[str]:
    return re.findall(r'<a id="([^"]+)"></a>', text)


def examples(kind: str) -> list[str]:
    return re.findall(rf"^```{kind}\n(.*?)^```", NOTATION_TEXT, re.DOTALL | re.MULTILINE)


def test_every_clause_stands_in_the_rule_book_once_and_in_order() -> None:
    expected = [f"{kind}-{n}" for kind, count in CLAUSES.items() for n in range(1, count + 1)]
    assert anchors(RULE_TEXT) == expected
    for clause in expected:
        assert f'<a id="{clause}"></a>**{clause} – ' in RULE_TEXT


def test_every_option_is_explained_in_its_clause() -> None:
    for option, told in OPTIONS.items():
        text = RULE_TEXT.split(f'<a id="{told.clause}"></a>')[1].split('<a id="')[0]
        assert f"`{option}" in text, option


def test_every_value_stands_in_the_rule_book() -> None:
    text = RULE_TEXT.split("## 10 Presets")[0]
    for option, values in CHOICES.items():
        for value in values:
            if isinstance(value, str):
                assert re.search(rf"`({option}=)?{value}`", text), (option, value)


def test_every_reason_stands_in_the_rule_book() -> None:
    for reason in REASONS:
        assert f"| `{reason}` |" in RULE_TEXT


def test_the_table_of_presets_is_up_to_date() -> None:
    assert renewed(RULE_TEXT) == RULE_TEXT, "run: python -m tools.rulebook"


@pytest.mark.parametrize("name", ["rules.md", "notation.md"])
def test_links_lead_somewhere(name: str) -> None:
    text = (DOCS / name).read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)]+)\)", text):
        file, _, anchor = target.partition("#")
        goal = (DOCS / (file or name)).read_text(encoding="utf-8")
        headings = [
            re.sub(r"[^\w -]", "", heading.lower()).strip().replace(" ", "-")
            for heading in re.findall(r"^#+ (.*)$", goal, re.MULTILINE)
        ]
        assert not anchor or anchor in anchors(goal) + headings, target


def test_rule_sets_in_the_text_can_be_read() -> None:
    found = re.findall(r"`([a-z0-9-]+\([a-z0-9_=,]+\))`", RULE_TEXT + NOTATION_TEXT)
    assert len(found) > 2
    for text in found:
        assert str(parse_rules(text)) == text


def test_positions_in_the_text_are_canonical() -> None:
    lines = [line for example in examples("spn") for line in example.splitlines()]
    assert len(lines) > 6
    for line in lines:
        assert write_spn(parse_spn(line, strict=True)) == line


def test_the_views_in_the_text_are_those_of_the_record() -> None:
    [record, *_] = sgn.loads(examples("sgn")[0])
    position = record.start
    for seat, move in record.moves[:7]:
        assert seat == position.to_move
        position = position.play(move)
    said = [line for example in examples("spn") for line in example.splitlines()]
    views = [position.view(0), position.view(1), position.view(None), position.view(1).table()]
    assert [write_spn(view) for view in views] == said[4:8]


def test_records_in_the_text_are_canonical() -> None:
    assert len(examples("sgn")) > 1
    for text in examples("sgn"):
        assert sgn.dumps(sgn.loads(text)) == text
    for text in examples("jsonl"):
        assert jsonl.dumps(jsonl.loads(text)) == text


def test_deals_in_a_row_count_down_as_the_text_says() -> None:
    drawn, won = sgn.loads(examples("sgn")[1])
    assert drawn.result is not None
    assert won.start.score == drawn.start.score.after(drawn.result, drawn.rules)
    assert won.result is not None
    assert won.start.score.after(won.result, won.rules).needed == (7, 3)
    assert "seat 1 needs 7 − 3 − 1 = 3" in NOTATION_TEXT


def test_json_in_the_text() -> None:
    [record, *_] = sgn.loads(examples("sgn")[0])
    [text] = examples("json")
    assert json.loads(text) == result_json(record.result)
    section = NOTATION_TEXT.split("## JSON")[1].split("### Records as JSON lines")[0]
    named = [
        key
        for row in re.findall(r"^\| (`.*?) \|", section, re.MULTILINE)
        for key in re.findall("`(.*?)`", row)
    ]
    assert named == list(situation_json(record.start))


def test_tokens_fields_and_tags_are_all_named() -> None:
    for number, token in enumerate(MOVE_TOKENS):
        if number >= 24:
            assert f"`{token}`" in NOTATION_TEXT
    fields = re.findall(r"^\| `(\w+)` \| .* \| `.*` \|$", NOTATION_TEXT, re.MULTILINE)
    assert tuple(fields) == FIELD_NAMES
    section = NOTATION_TEXT.split("### Tags")[1].split("### Moves")[0]
    rows = re.findall(r"^\| (`.*?) \|.*\| ?(.*) \|$", section, re.MULTILINE)
    tags = [(tag, required) for names, required in rows for tag in re.findall("`(.*?)`", names)]
    assert tuple(tag for tag, _ in tags) == TAG_ORDER
    assert {tag for tag, required in tags if required == "required"} == set(REQUIRED_TAGS)


def test_the_numbers_of_moves_are_those_of_the_program() -> None:
    rows = re.findall(r"^\| `(\w)` \| .* \| (\d+) \|$", NOTATION_TEXT, re.MULTILINE)
    assert {token: int(number) for token, number in rows} == {
        token: number for number, token in enumerate(MOVE_TOKENS) if number >= 28
    }

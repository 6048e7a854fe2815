"""The rule book covers every option, value and preset, in both languages."""

from __future__ import annotations

import pytest

from bummerl.rules.variants import CHOICES, PRESET_NAMES, PRESETS, Value, parse_rules
from bummerl.words.names import Deck, Language
from bummerl.words.rulebook import (
    OPTIONS,
    Table,
    compare,
    describe,
    label,
    sentence,
    summary,
    value_in_words,
)
from bummerl.words.wording import Wording

BOTH = pytest.mark.parametrize("wording", [Wording("en"), Wording("de")], ids=["en", "de"])
VALUES: list[tuple[str, Value]] = [
    (option, value) for option, values in CHOICES.items() for value in values or (1, 2, 99)
]


def test_every_option_stands_in_the_rule_book() -> None:
    assert set(OPTIONS) == set(CHOICES)


@BOTH
@pytest.mark.parametrize(("option", "value"), VALUES)
def test_every_value_has_a_sentence_and_a_word(option: str, value: Value, wording: Wording) -> None:
    said = sentence(option, value, wording)
    assert said.endswith(".")
    assert "{" not in said
    assert value_in_words(option, value, wording)
    assert label(option, wording)


@BOTH
def test_different_values_have_different_sentences(wording: Wording) -> None:
    said = [sentence(option, value, wording) for option, value in VALUES]
    assert len(set(said)) == len(said)


def test_a_sentence_names_the_cards_of_the_deck() -> None:
    assert (
        sentence("pair_lead", "either", Wording("de"))
        == "Nach der Ansage spielst du den König oder die Dame aus."
    )
    assert (
        sentence("pair_lead", "either", Wording("de", "german"))
        == "Nach der Ansage spielst du den König oder den Ober aus."
    )


def test_the_number_of_bummerls() -> None:
    german = Wording("de")
    assert sentence("match", 1, Wording()).endswith("hangs 1 Bummerl on the other.")
    assert sentence("match", 5, german) == "Die Partie gewinnt, wer dem anderen 5 Bummerl anhängt."


@BOTH
@pytest.mark.parametrize("name", PRESET_NAMES)
def test_describe_marks_what_differs_from_soft(name: str, wording: Wording) -> None:
    clauses = describe(PRESETS[name], wording)
    told = {clause.option for clause in clauses if clause.option}
    undrawable = {"drawn_deal_carries"} if PRESETS[name].last_trick == "wins" else set()
    assert told == set(CHOICES) - undrawable
    differing = {clause.option for clause in clauses if clause.differs}
    assert differing == set(PRESETS[name].differences(PRESETS["soft"])) - undrawable
    for clause in clauses:
        assert (clause.default is not None) == clause.differs
        assert clause.default != clause.sentence
        assert clause.heading


def test_headings_are_in_order_and_together() -> None:
    headings = [clause.heading for clause in describe(PRESETS["soft"], Wording())]
    in_order = list(dict.fromkeys(headings))
    assert in_order == [
        "The game",
        "Deck and deal",
        "Pairs",
        "Exchange",
        "Closing",
        "Going out",
        "Last trick",
        "Scoring",
        "At the table",
    ]
    assert sorted(headings, key=in_order.index) == headings


def the_game(rules: str, language: Language, deck: Deck = "french") -> list[str]:
    clauses = describe(parse_rules(rules), Wording(language, deck))
    return [clause.sentence for clause in clauses if clause.option is None]


def test_the_game_comes_first() -> None:
    assert the_game("soft", "de") == [
        "Wer zuerst 66 Augen hat und es sagt, gewinnt.",
        "Die Karten von oben, mit ihren Augen: Ass 11, Zehner 10, König 4, Dame 3, Bub 2.",
        "König und Dame einer Farbe ansagen: Zwanziger, in Trumpf Vierziger.",
        "Talon offen: jede Karte erlaubt. Wer den Stich macht, zieht zuerst und spielt aus.",
        "Zugedreht oder Talon leer: Farbe bedienen und stechen, wenn du kannst; "
        "ohne die Farbe mit Trumpf stechen.",
        "Alle Karten gespielt, und niemand hat gewonnen: "
        "Es gewinnt, wer den letzten Stich macht; wer zugedreht hat, verliert.",
        "Ein Sieg zählt 3, wenn der andere keinen Stich hat, 2 unter 33, sonst 1. "
        "Sieben brauchst du.",
    ]
    first = describe(PRESETS["soft"], Wording())[:7]
    assert {clause.heading for clause in first} == {"The game"}


def test_the_game_follows_the_rules() -> None:
    goal, cards, *_ = the_game("app", "en")
    assert goal == "Be first to have 66 card points."
    assert cards.endswith("queen 3, jack 2.")
    said = the_game("sixtysix", "en")
    assert said[0] == "Be first to have 66 card points, and say so."
    assert said[1].endswith("queen 3, jack 2, nine 0.")
    assert said[5].startswith("All cards played and nobody at 66: the deal is drawn")


def test_the_game_names_the_cards_of_the_deck() -> None:
    said = " ".join(the_game("66", "de", "german"))
    assert "Sau 11, Zehner 10, König 4, Ober 3, Unter 2, Neuner 0" in said
    assert "König und Ober einer Farbe ansagen: Zwanziger, in Atout Vierziger." in said


@pytest.mark.parametrize("carries", ["false", "true"])
def test_drawn_deals_are_told_only_where_there_are_any(carries: str) -> None:
    for rules, can_draw in (("soft", False), ("sixtysix", True), ("duel-66", False)):
        clauses = describe(parse_rules(f"{rules}(drawn_deal_carries={carries})"), Wording())
        assert ("drawn_deal_carries" in {clause.option for clause in clauses}) == can_draw


@BOTH
@pytest.mark.parametrize("name", PRESETS)
def test_every_preset_has_a_summary_on_one_line(name: str, wording: Wording) -> None:
    said = summary(PRESETS[name], wording)
    assert said.endswith(".")
    assert "\n" not in said


def test_summaries_differ_and_aliases_share_them() -> None:
    said = {name: summary(PRESETS[name], Wording("de")) for name in PRESET_NAMES}
    assert len(set(said.values())) == len(said)
    assert summary(PRESETS["66"], Wording()) == summary(PRESETS["sixtysix"], Wording())


def test_summary_names_what_was_changed() -> None:
    rules = parse_rules("sharp(pair_lead=either,match=3)")
    assert summary(rules, Wording()).endswith(
        "Changed: pair is led with: king/queen; Bummerls to win: 3"
    )
    assert summary(rules, Wording("de")).endswith(
        "Geändert: nach Ansage ausspielen: König/Dame; Bummerl zum Sieg: 3"
    )


def test_compare() -> None:
    table = compare(Wording())
    assert table.head == ("Option", *PRESET_NAMES)
    assert len(table.rows) == len(CHOICES)
    assert table.rows[0] == (
        "cards in the pack", "20", "20", "20", "20", "20", "20", "20", "24", "24", "24",
    )  # fmt: skip
    assert compare(Wording("de"), ["soft", "app"]).rows[12] == (
        "Ausmelden", "selber sagen", "von selbst",
    )  # fmt: skip


def test_table_as_markdown() -> None:
    table = Table(("a", "b"), (("x", "y"),))
    assert table.markdown() == "| a | b |\n| --- | --- |\n| x | y |\n"


def test_table_as_text_wraps_columns_into_blocks() -> None:
    table = Table(("row", "one", "two", "three"), (("x", "1", "2", "3"), ("long", "4", "5", "6")))
    assert table.text() == "row   one  two  three\nx     1    2    3\nlong  4    5    6\n"
    assert table.text(width=14) == (
        "row   one  two\nx     1    2\nlong  4    5\n\nrow   three\nx     3\nlong  6\n"
    )
    assert table.text(width=1).count("row") == 3


@BOTH
def test_the_comparison_fits_eighty_columns(wording: Wording) -> None:
    assert max(map(len, compare(wording).text().splitlines())) <= 80

"""Names of cards in both languages and for both decks, and what `Wording` says (CARD-3)."""

from __future__ import annotations

import pytest

from bummerl.cards import CARD_NAMES
from bummerl.errors import RulesError
from bummerl.notation.tokens import parse_card
from bummerl.rules.variants import parse_rules
from bummerl.text import EnglishNames, Text
from bummerl.words.names import DECKS, Deck, Language
from bummerl.words.wording import Wording

CASES = ("card", "card_nom", "card_acc", "card_dat", "rank", "rank_nom", "rank_dat")


def card(name: str) -> int:
    return CARD_NAMES.index(name)


@pytest.mark.rule("CARD-3")
@pytest.mark.parametrize(
    ("language", "deck", "suits", "cards", "shorts"),
    [
        (
            "en",
            "french",
            "spades hearts diamonds clubs",
            "nine of spades, jack of hearts, queen of diamonds, king of clubs, ten of spades, "
            "ace of hearts",
            "♠9 ♥J ♦Q ♣K ♠10 ♥A",
        ),
        (
            "en",
            "german",
            "leaves hearts bells acorns",
            "nine of leaves, Unter of hearts, Ober of bells, king of acorns, ten of leaves, "
            "ace of hearts",
            "L9 ♥U BO AK L10 ♥A",
        ),
        (
            "de",
            "french",
            "Pik Herz Karo Kreuz",
            "Pik-Neuner, Herz-Bub, Karo-Dame, Kreuz-König, Pik-Zehner, Herz-Ass",
            "♠9 ♥B ♦D ♣K ♠10 ♥A",
        ),
        (
            "de",
            "german",
            "Laub Herz Schelle Eichel",
            "Laub-Neuner, Herz-Unter, Schellen-Ober, Eichel-König, Laub-Zehner, Herz-Sau",
            "L9 ♥U SO EK L10 ♥A",
        ),
    ],
)
def test_names(language: Language, deck: Deck, suits: str, cards: str, shorts: str) -> None:
    wording = Wording(language, deck)
    shown = [card(name) for name in ("S9", "HJ", "DQ", "CK", "ST", "HA")]
    assert [wording.suit(suit) for suit in range(4)] == suits.split()
    assert [wording.card(c) for c in shown] == cards.split(", ")
    assert [wording.short(c) for c in shown] == shorts.split()


@pytest.mark.parametrize("deck", DECKS)
def test_a_card_can_be_typed_as_it_is_called_in_german(deck: Deck) -> None:
    wording = Wording("de", deck)
    assert [parse_card(wording.card(c)) for c in range(24)] == list(range(24))


def test_short_names_are_unique_in_every_language_and_deck() -> None:
    for language in ("en", "de"):
        for deck in DECKS:
            wording = Wording(language, deck)
            assert len({wording.short(c) for c in range(24)}) == 24


@pytest.mark.parametrize(
    ("deck", "name", "said"),
    [
        (
            "french",
            "HJ",
            "Herz-Bub|der Herz-Bub|den Herz-Buben|dem Herz-Buben|den Buben|der Bub|dem Buben",
        ),
        (
            "french",
            "SQ",
            "Pik-Dame|die Pik-Dame|die Pik-Dame|der Pik-Dame|die Dame|die Dame|der Dame",
        ),
        (
            "french",
            "CA",
            "Kreuz-Ass|das Kreuz-Ass|das Kreuz-Ass|dem Kreuz-Ass|das Ass|das Ass|dem Ass",
        ),
        (
            "german",
            "DA",
            "Schellen-Sau|die Schellen-Sau|die Schellen-Sau|der Schellen-Sau|"
            "die Sau|die Sau|der Sau",
        ),
        (
            "german",
            "C9",
            "Eichel-Neuner|der Eichel-Neuner|den Eichel-Neuner|dem Eichel-Neuner|den Neuner|"
            "der Neuner|dem Neuner",
        ),
    ],
)
def test_german_cases(deck: Deck, name: str, said: str) -> None:
    wording = Wording("de", deck)
    assert [wording.name(kind, card(name)) for kind in CASES] == said.split("|")


def test_english_with_french_cards_is_what_texts_say_themselves() -> None:
    wording, names = Wording(), EnglishNames()
    for kind in (*CASES, "rank_word", "short", "index"):
        for value in range(24):
            assert wording.name(kind, value) == names.name(kind, value)
    for kind in ("suit", "symbol"):
        for value in range(4):
            assert wording.name(kind, value) == names.name(kind, value)
    assert wording.name("02d", 7) is None


@pytest.mark.parametrize("deck", DECKS)
def test_a_duty_in_german(deck: Deck) -> None:
    duty = Text("you must follow {suit:suit} and can beat {led:rank}", suit=1, led=card("HT"))
    assert Wording("de", deck).say(duty) == "du musst Herz bedienen und kannst den Zehner stechen"


def test_the_german_deck_has_other_ranks_in_the_same_sentence() -> None:
    duty = Text("you must follow {suit:suit} and can beat {led:rank}", suit=3, led=card("CQ"))
    assert Wording("de").say(duty) == "du musst Kreuz bedienen und kannst die Dame stechen"
    assert (
        Wording("de", "german").say(duty) == "du musst Eichel bedienen und kannst den Ober stechen"
    )
    assert Wording("en", "german").say(duty) == "you must follow acorns and can beat the Ober"


def test_trump_is_atout_with_german_cards() -> None:
    reason = Text("the turned-up card is the lowest trump itself")
    assert "Trumpfkarte" in Wording("de").say(reason)
    assert "Atoutkarte" in Wording("de", "german").say(reason)


def test_a_text_within_a_text_is_translated_too() -> None:
    outer = Text("{move} is not possible: {reason}", move="x", reason=Text("the talon is closed"))
    assert Wording("de").say(outer).endswith("es ist zugedreht")


def test_values_are_left_alone() -> None:
    assert Wording("de", "german").say("{who} draws.", who="Trumpf") == "Trumpf zieht."


def test_what_is_not_translated_is_said_in_english() -> None:
    assert Wording("de").say("no such sentence {n}", n=3) == "no such sentence 3"
    assert Wording("de").say("") == ""


@pytest.mark.parametrize(("n", "said"), [(1, "nur 1 Karte"), (2, "nur 2 Karten")])
def test_plural_in_english_falls_back_too(n: int, said: str) -> None:
    assert Wording("de").say_n("nur {n} Karte", "nur {n} Karten", n) == said


def test_plural() -> None:
    forms = (
        "The winner of the next deal gets {n} point more.",
        "The winner of the next deal gets {n} points more.",
    )
    assert Wording().say_n(*forms, 2) == "The winner of the next deal gets 2 points more."
    german = Wording("de")
    assert german.say_n(*forms, 1) == "Wer das nächste Spiel gewinnt, bekommt 1 Punkt mehr."
    assert german.say_n(*forms, 2) == "Wer das nächste Spiel gewinnt, bekommt 2 Punkte mehr."


def test_sentence() -> None:
    assert Wording().sentence("the talon is closed") == "The talon is closed."
    assert Wording("de").sentence(Text("the talon is closed")) == "Es ist zugedreht."
    assert Wording().sentence("{who} draws.", who="Anna") == "Anna draws."


def test_numbers() -> None:
    assert Wording().number(12.25, 1) == "12.2"
    assert Wording("de").number(0.5, 1) == "0,5"
    assert Wording("de").number(3) == "3"


def test_numbers_below_nought_have_a_minus_sign_and_nought_has_none() -> None:
    assert Wording("de").number(-0.5, 1) == "−0,5"
    assert Wording().number(-12) == "−12"
    assert Wording().number(-0.04, 1) == "0.0"


def test_an_error_is_said_in_german() -> None:
    with pytest.raises(RulesError) as caught:
        parse_rules("soft(deck=32)")
    said = Wording("de").say(caught.value.text)
    assert said == "die Regeloption deck ist 32, möglich ist aber nur: 20, 24"

"""Keys from labels: natural letters, none twice."""

from __future__ import annotations

import pytest

from bummerl.rules.moves import CLOSE, DRAW, EXCHANGE, OUT, PAIR
from bummerl.tui.commands import (
    Command,
    actions,
    advice,
    commands,
    keyed,
    move_by_key,
    move_by_word,
)
from bummerl.words.names import Deck, Language
from bummerl.words.wording import Wording
from support import position

WORDS = {CLOSE: "close", DRAW: "draw", EXCHANGE: "exchange", OUT: "go out"}


def test_marked_letter_wins_and_taken_ones_give_way() -> None:
    assert keyed(["&Close", "Cl&ean", "&Cut"]) == [("c", "Close"), ("e", "Clean"), ("u", "Cut")]
    assert keyed(["&Hint"], taken=["h"]) == [("i", "Hint")]


def test_natural_letters_of_others_are_left_to_them() -> None:
    assert keyed(["&Gain", "&Gained", "A&im"]) == [("g", "Gain"), ("a", "Gained"), ("i", "Aim")]


def test_label_without_free_letter_gets_any_other() -> None:
    assert keyed(["&A", "&a"]) == [("a", "A"), ("b", "a")]


@pytest.mark.parametrize("language", ["en", "de"])
def test_no_key_means_two_things(language: Language) -> None:
    words = Wording(language)
    at = position("soft(deck=24) SKSQHKHQDKDQ/CACTCKCQCJC9 S ?+SA - 0: 20.2/10.1")
    everything = [*commands(words), *actions(at.view(0).table(), words)]
    keys = [action.key for action in everything]
    assert "" not in keys
    assert len(set(keys)) == len(keys)
    assert not set(keys) & set("123456")


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("deck", ["french", "german"])
def test_key_means_the_same_in_every_moment(language: Language, deck: Deck) -> None:
    words = Wording(language, deck)
    at = position("soft(deck=24) SKSQHKHQDKDQ/CACTCKCQCJC9 S ?+SA - 0: 20.2/10.1").view(0).table()
    fixed = {move: move_by_word(word, words) for move, word in WORDS.items()}
    assert fixed == {move: move for move in WORDS}
    keys = {action.does: action.key for action in actions(at, words)}
    for move, key in keys.items():
        if move in WORDS:
            assert move_by_key(key, at, words) == move
    pairs = [key for move, key in keys.items() if move not in WORDS]
    assert move_by_key(pairs[0], at, words) == PAIR
    assert all(move_by_key(key, at, words) is None for key in pairs[1:])


def test_every_command_has_a_key_and_a_meaning() -> None:
    found = commands(Wording())
    assert {action.does for action in found} == set(Command)
    assert {action.does: action.key for action in found} == {
        Command.HELP: "?",
        Command.HINT: "h",
        Command.TRICKS: "t",
        Command.SCORE: "s",
        Command.SORT: "o",
        Command.RESIGN: "r",
        Command.QUIT: "q",
    }
    assert all(action.meaning.endswith(".") for action in found)


def test_advice_is_one_short_sentence() -> None:
    view = position("soft SAHTHKHQDJ/SKDQCADACK H ?7+HJ - 0: 20.1/0.0").view(0)
    english, german = Wording(), Wording("de")
    assert advice(CLOSE, view, english) == "Hint: Close the talon."
    assert advice(CLOSE, view, german) == "Tipp: Zudrehen."
    assert advice(OUT, view, german) == "Tipp: Ausmelden."
    assert advice(5, view, german) == "Tipp: Das Pik-Ass spielen."
    assert advice(PAIR + 1, view, english) == "Hint: Announce the pair in hearts: 40 card points."

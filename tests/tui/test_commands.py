"""Keys from labels: natural letters, none twice."""

from __future__ import annotations

import pytest

from bummerl.tui.commands import Command, actions, commands, keyed
from bummerl.words.names import Language
from bummerl.words.wording import Wording
from support import position


def test_marked_letter_wins_and_taken_ones_give_way() -> None:
    assert keyed(["&Close", "Cl&ean", "&Cut"]) == [("c", "Close"), ("e", "Clean"), ("u", "Cut")]
    assert keyed(["&Hint"], taken=["h"]) == [("i", "Hint")]


def test_label_without_free_letter_has_no_key() -> None:
    assert keyed(["&A", "&a"]) == [("a", "A"), ("", "a")]


@pytest.mark.parametrize("language", ["en", "de"])
def test_no_key_means_two_things(language: Language) -> None:
    words = Wording(language)
    at = position("soft(deck=24) SKSQHKHQDKDQ/CACTCKCQCJC9 S ?+SA - 0: 20.2/10.1")
    everything = [*commands(words), *actions(at.view(0).table(), words)]
    keys = [action.key for action in everything]
    assert "" not in keys
    assert len(set(keys)) == len(keys)
    assert not set(keys) & set("123456")


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

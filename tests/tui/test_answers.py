"""What a typed line means."""

from __future__ import annotations

import pytest

from bummerl.errors import TokenError
from bummerl.rules.moves import Move
from bummerl.tui.answers import understood
from bummerl.tui.commands import Command
from bummerl.tui.scene import scene
from bummerl.words.wording import Wording
from support import MOVES, position

AT = position("soft SJHKHQSTHT/CACTCKCQCJ S ?3+SA - 0: 20.2/10.1")
"""Own hand trump first: ♠10 ♠J ♥10 ♥K ♥Q."""


def means(text: str, words: Wording | None = None) -> Move | Command:
    words = words or Wording()
    shown = scene(AT.view(0).table(), ("Anna", "Franz"), 1, words)
    return understood(text, shown, words)


@pytest.mark.parametrize(
    ("text", "token"),
    [
        ("1", "ST"),
        ("5", "HQ"),
        ("ht", "HT"),
        ("10h", "HT"),
        ("♥K", "HK"),
        ("King of  Hearts", "HK"),
        ("j", "SJ"),
        ("c", "c"),
        ("close", "c"),
        ("x", "x"),
        ("mH", "mH"),
        ("g", "o"),
        ("go out", "o"),
        ("draw", "d"),
        ("announce 20 in hearts", "mH"),
        ("SA", "SA"),
    ],
)
def test_moves(text: str, token: str) -> None:
    assert means(text) == MOVES[token]


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("?", Command.HELP),
        ("help", Command.HELP),
        ("h", Command.HINT),
        ("HINT", Command.HINT),
        ("tricks", Command.TRICKS),
        ("score", Command.SCORE),
        ("r", Command.RESIGN),
        ("quit", Command.QUIT),
    ],
)
def test_commands(text: str, command: Command) -> None:
    assert means(text) is command


@pytest.mark.parametrize("text", ["6", "7", "xx", "♥", "o", "d", "sort", "herz könig karo"])
def test_anything_else_is_refused_with_what_came(text: str) -> None:
    with pytest.raises(TokenError, match="is neither a card nor") as error:
        means(text)
    assert repr(text) in str(error.value)


def test_rank_alone_is_enough_where_one_card_may_be_played() -> None:
    at = position("soft SKHKHQSTHT/CACTCKCQCJ S ?3+SA - 0: 20.2/10.1").play(MOVES["mH"])
    shown = scene(at.view(0).table(), ("Anna", "Franz"), 1, Wording())
    assert understood("king", shown, Wording()) == MOVES["HK"]
    assert understood("k", shown, Wording()) == MOVES["HK"]


@pytest.mark.parametrize("letter", ["c", "x", "o"])
def test_letters_of_records_are_no_moves_where_others_are_offered(letter: str) -> None:
    with pytest.raises(TokenError, match="is neither a card nor"):
        means(letter, Wording("de"))


def test_whole_words_are_understood_though_not_offered() -> None:
    german = Wording("de")
    assert means("zudrehen", german) == means("close", german) == MOVES["c"]
    assert means("ziehen", german) == MOVES["d"]


def test_index_alone_must_fit_one_card() -> None:
    with pytest.raises(TokenError, match="the ten of spades or the ten of hearts"):
        means("10")


def test_german_deck_reads_what_its_cards_show() -> None:
    german = Wording("de", "german")
    assert means("LU", german) == MOVES["SJ"]
    assert means("Herz-König", german) == MOVES["HK"]
    assert means("SK", german) == MOVES["DK"], "S stands for Schelle on this deck"
    assert means("hint", german) is Command.HINT, "English words are always understood"

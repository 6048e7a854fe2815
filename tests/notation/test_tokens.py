"""Cards and moves as text (notation.md, Cards and Moves)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bummerl.cards import mask_of
from bummerl.errors import TokenError
from bummerl.notation.tokens import (
    parse_card,
    parse_cards,
    parse_move,
    parse_played,
    parse_suit,
    write_card,
    write_cards,
    write_move,
    write_played,
)
from bummerl.rules.moves import RESIGN, TIME, Played

SUITS = {
    "S": ("S", "♠", "Pik", "Laub", "Blatt", "Grün"),
    "H": ("H", "♥", "Herz", "Rot"),
    "D": ("D", "♦", "Karo", "Schelle"),
    "C": ("C", "♣", "Kreuz", "Treff", "Eichel"),
}
RANKS = {
    "9": ("9", "Neun", "Neuner"),
    "J": ("J", "Bube", "Bub", "Unter"),
    "Q": ("Q", "Dame", "Ober"),
    "K": ("K", "König"),
    "T": ("T", "10", "Zehn", "Zehner"),
    "A": ("A", "Ass", "Sau", "Daus"),
}
CARDS = [suit + rank for suit in "SHDC" for rank in "9JQKTA"]
"""By card number."""
MOVES = [*CARDS, "mS", "mH", "mD", "mC", "x", "c", "o", "r", "d", "t"]
"""By move number, as in the table of notation.md."""

NO_CARDS = (
    *("", " ", "S", "♠", "A", "10", "Herz", "Sau", "Joker"),
    *("SS", "AA", "SX", "1S", "S1", "S11", "SAK", "SA SA", "Herz-Sau-Sau", "Herz-Pik"),
    *("S/A", "S,A", "S+A", "S?1", "-", "--", "ſA", "mH", "x", "SA\0"),
)
NO_MOVES = (
    *("m", "mX", "Hm", "mHH", "mA", "mſ", "m♥", "xx", "xc", "u", "p", "66", "-", "0", "r0", "t1"),
    *(text for text in NO_CARDS if text not in ("mH", "x")),
)


@pytest.mark.rule("CARD-3")
@pytest.mark.parametrize("card", range(24), ids=CARDS)
def test_every_spelling_of_a_card(card: int) -> None:
    name = CARDS[card]
    for suit_word in SUITS[name[0]]:
        for rank_word in RANKS[name[1]]:
            for first, second in ((suit_word, rank_word), (rank_word, suit_word)):
                for between in ("", "-", " "):
                    text = first + between + second
                    for spelling in (text, text.lower(), text.upper(), f" {text} "):
                        assert parse_card(spelling) == card, spelling
                        assert parse_move(spelling) == card, spelling


def test_examples_of_the_specification() -> None:
    spellings = ("AS", "10S", "♠A", "Herz-Sau", "Pik-Bube")
    assert [write_card(parse_card(text)) for text in spellings] == ["SA", "ST", "SA", "HA", "SJ"]


def test_suit_symbols_may_be_hollow_or_carry_a_sign_for_their_style() -> None:
    assert [parse_card(text) for text in ("♤A", "♡A", "♢A", "♧A")] == [5, 11, 17, 23]
    assert [parse_card(text) for text in ("♠\ufe0fA", "A♥\ufe0e")] == [5, 11]


def test_cards_are_written_with_the_english_letters() -> None:
    assert [write_card(card) for card in range(24)] == CARDS


@pytest.mark.parametrize("text", NO_CARDS)
def test_text_that_is_no_card(text: str) -> None:
    with pytest.raises(TokenError, match="is no card; cards look like") as caught:
        parse_card(text)
    assert repr(text) in str(caught.value)


def test_moves_are_written_as_in_the_table() -> None:
    assert [write_move(move) for move in range(34)] == MOVES


@pytest.mark.parametrize("move", range(34), ids=MOVES)
def test_moves_are_read_as_written(move: int) -> None:
    token = write_move(move)
    for spelling in (token, token.lower(), token.upper(), f" {token}\n"):
        assert parse_move(spelling) == move


@pytest.mark.parametrize("text", NO_MOVES)
def test_text_that_is_no_move(text: str) -> None:
    with pytest.raises(TokenError, match="is no move; moves look like") as caught:
        parse_move(text)
    assert repr(text) in str(caught.value)


@pytest.mark.rule("SCORE-5")
@pytest.mark.parametrize(("letter", "move"), [("r", RESIGN), ("t", TIME)])
@pytest.mark.parametrize("to_move", [0, 1])
def test_conceding_names_the_seat_if_it_is_the_other(letter: str, move: int, to_move: int) -> None:
    other = 1 - to_move
    assert write_played(Played(to_move, move), to_move) == letter
    assert write_played(Played(other, move), to_move) == f"{letter}{other}"
    assert parse_played(letter, to_move) == Played(to_move, move)
    for seat in (0, 1):
        for spelling in (f"{letter}{seat}", f"{letter.upper()}{seat}", f" {letter}{seat} "):
            assert parse_played(spelling, to_move) == Played(seat, move)


@pytest.mark.parametrize("move", range(34), ids=MOVES)
def test_played_moves_are_read_as_written(move: int) -> None:
    for to_move in (0, 1):
        for seat in (0, 1) if move in (RESIGN, TIME) else (to_move,):
            played = Played(seat, move)
            assert parse_played(write_played(played, to_move), to_move) == played


@pytest.mark.parametrize("text", ["r2", "t9", "r-1", "r01", "r²", "x1", "c0", "SK0", "0r", "o1"])
def test_played_moves_that_are_none(text: str) -> None:
    with pytest.raises(TokenError, match="is no move"):
        parse_played(text, 0)


def test_a_third_seat_can_concede_where_there_is_one() -> None:
    assert parse_played("r2", 0, seats=3) == Played(2, RESIGN)


def test_suits() -> None:
    assert [parse_suit(letter) for letter in "SHDCshdc"] == [0, 1, 2, 3, 0, 1, 2, 3]
    for text in ("", "X", "SH", "hd", "♠", "ſ", "Herz"):
        with pytest.raises(TokenError, match="suits are S, H, D and C"):
            parse_suit(text)


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("HTJDACAK", "HTJDACAK"),
        ("hjt", "HTJ"),
        ("H10J", "HTJ"),
        ("hj10ca", "HTJCA"),
        ("CKDAHJHTCA", "HTJDACAK"),
        ("S9JQKTA", "SATKQJ9"),
        ("", ""),
    ],
)
def test_card_lists_are_read_in_any_order(text: str, canonical: str) -> None:
    assert write_cards(mask_of(parse_cards(text))) == canonical


def test_card_lists_keep_the_order_in_which_they_are_written() -> None:
    assert [write_card(card) for card in parse_cards("CTHKhq10")] == ["CT", "HK", "HQ", "HT"]


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        ("A", "A"),
        ("10", "10"),
        ("S", "S"),
        ("SKH", "H"),
        ("SHK", "SHK"),
        ("SK1", "1"),
        ("S1K", "S1K"),
        ("SX", "SX"),
        ("SK HT", " HT"),
        ("SK-HT", "-HT"),
        ("♠K", "♠K"),
        ("ßA", "ßA"),
        ("ſA", "ſA"),
        ("ﬆ", "ﬆ"),
    ],
)
def test_card_lists_that_are_none(text: str, rest: str) -> None:
    with pytest.raises(TokenError) as caught:
        parse_cards(text)
    assert f"{text!r} is no list of cards from {rest!r} on" in str(caught.value)


@given(st.integers(0, 2**24 - 1))
def test_card_sets_are_read_as_written(mask: int) -> None:
    text = write_cards(mask)
    assert mask_of(parse_cards(text)) == mask
    assert len(parse_cards(text)) == mask.bit_count()


@given(st.text(max_size=12) | st.text("SHDCAKQJT190mxcdort-_ ♠♥", max_size=5))
def test_any_text_is_read_or_refused(text: str) -> None:
    for read in (parse_card, parse_cards, parse_move, parse_suit, lambda t: parse_played(t, 0)):
        try:
            read(text)
        except TokenError as error:
            message = str(error)
        else:
            continue
        assert repr(text) in message

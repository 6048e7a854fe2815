"""Why a move is not allowed, in words (PLAY-7 and the clauses each sentence names)."""

from __future__ import annotations

import random

import pytest

from bummerl.errors import IllegalMoveError
from bummerl.rules.legal import is_renonce
from bummerl.rules.moves import DRAW, EXCHANGE, RESIGN, TIME
from bummerl.rules.variants import PRESET_NAMES
from support import MOVES, TOKENS, play, position, random_deal, random_rules, why

OPEN = "SJHTDKDQCA/SAHADJCTCQ S ?5+SK - 0: 14.1/20.1"
REPLY = "SAHQDA/?2 S - - 1:HK 30.4/40.3"


@pytest.mark.rule("PLAY-7")
@pytest.mark.parametrize(
    ("text", "token", "sentence"),
    [
        (f"soft {OPEN}", "HA", "you do not hold the ace of hearts"),
        (
            "soft HASAHQ/?2 S - - 1:HK 30.4/40.3",
            "HQ",
            "you must follow hearts and can beat the king",
        ),
        (f"soft {REPLY}", "SA", "you must follow hearts"),
        ("soft CJSADA/?2 S - - 1:CQ 30.4/40.3", "SA", "you must follow clubs"),
        (
            "soft CACJDA/?2 S - - 1:CQ 30.4/40.3",
            "CJ",
            "you must follow clubs and can beat the queen",
        ),
        (
            "soft DJSAHA/?2 D - - 1:CQ 30.4/40.3",
            "HA",
            "you have no clubs and must trump with diamonds",
        ),
        (
            "soft SJDACA/?2 S - - 1:HK 30.4/40.3",
            "DA",
            "you have no hearts and must trump with spades",
        ),
        (
            "soft SKSQHADJCJ/?5 H ?5+HJ - 0:mS 34.1/14.1",
            "HA",
            "after announcing spades you must lead its king or queen",
        ),
        (
            "sharp SKSQHADJCJ/?5 H ?5+HJ - 0:mS 34.1/14.1",
            "SQ",
            "after announcing spades you must lead its king",
        ),
        ("hoyle-66 ?5/?5 S ?7+SK - 0: 20.1/20.2", "S9", "first draw, or close the talon"),
    ],
)
def test_why_not_that_card(text: str, token: str, sentence: str) -> None:
    assert why(position(text), token) == sentence


@pytest.mark.rule("PAIR-1", "PAIR-4", "PAIR-5")
@pytest.mark.parametrize(
    ("text", "token", "sentence"),
    [
        (f"soft {OPEN}", "mS", "you do not hold king and queen of spades"),
        (
            "sharp SKSQHADJCJ/?5 H ?9+HJ - 0: 0.0/0.0",
            "mS",
            "you can announce a pair only after you have won a trick",
        ),
        (
            "hoyle-66(pair_needs_trick=true) SKSQHADJCJC9/?6 H ?11+HJ - 0: 0.0/0.0",
            "mS",
            "you can announce a pair only after you have won a trick",
        ),
        (
            "hoyle-66 SKSQHA/?3 H - - 0: 34.5/14.4",
            "mS",
            "pairs can be announced only while the talon is open",
        ),
        (
            "soft SKSQHADJCJ/?5 H ?5+HJ - 0:mS 34.1/14.1",
            "mS",
            "you have announced spades: now lead a card of that pair",
        ),
        (
            "soft SKSQHADJCJ/?4 H ?5+HT - 1:DA 34.1/14.1",
            "mS",
            "that is possible only when you lead, before you play a card",
        ),
        ("hoyle-66 SKSQHADJCJ/?5 H ?7+H9 - 0: 20.2/20.1", "mS", "first draw, or close the talon"),
    ],
)
def test_why_no_announcement(text: str, token: str, sentence: str) -> None:
    assert why(position(text), token) == sentence


@pytest.mark.rule("XCHG-1", "XCHG-2", "XCHG-3", "XCHG-4")
@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("soft ?5/SJ?4 S ?5+SK - 0: 14.1/20.1", "you do not hold the jack of spades"),
        ("66 SJ?5/S9?5 S ?7+SK - 0: 14.1/20.1", "you do not hold the nine of spades"),
        ("soft ?5/?5 S ?5+SJ - 0: 14.1/20.1", "the turned-up card is the lowest trump itself"),
        ("soft SJ?2/?3 S ?+SK 0@20.1 0: 34.2/20.2", "the talon is closed"),
        ("soft SJ?2/?3 S - - 0: 34.4/20.3", "the talon is used up"),
        (
            "sharp SJ?4/?5 S ?1+SK - 0: 34.2/20.2",
            "only 2 talon cards are left, and 4 are needed",
        ),
        ("sharp SJ?4/?5 S ?9+SK - 0: 0.0/0.0", "you must have won a trick first"),
        (
            "soft SJ?4/?4 S ?5+SK - 1:HA 14.1/20.1",
            "that is possible only when you lead, before you play a card",
        ),
        (
            "soft SJDKDQ?2/?5 S ?5+SK - 0:mD 34.1/20.1",
            "you have announced diamonds: now lead a card of that pair",
        ),
        ("hoyle-66 S9?4/?5 S ?7+SK - 0: 20.2/20.1", "first draw, or close the talon"),
    ],
)
def test_why_no_exchange(text: str, sentence: str) -> None:
    assert why(position(text), "x") == sentence


@pytest.mark.rule("CLOSE-1", "CLOSE-2", "CLOSE-3", "CLOSE-9")
@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("soft ?3/?3 S ?+SK 1@34.2 0: 34.2/20.2", "the talon is closed"),
        ("soft ?3/?3 S - - 0: 34.4/20.3", "the talon is used up"),
        ("sharp ?5/?5 S ?1+SK - 0: 34.2/20.2", "only 2 talon cards are left, and 4 are needed"),
        ("tavern ?5/?5 S ?9+SK - 0: 0.0/0.0", "you must have won a trick first"),
        (
            "soft ?5/?4 S ?5+SK - 1:HA 14.1/20.1",
            "that is possible only when you lead, before you play a card",
        ),
        (
            "soft DKDQ?3/?5 S ?5+SK - 0:mD 34.1/20.1",
            "you have announced diamonds: now lead a card of that pair",
        ),
    ],
)
def test_why_not_close(text: str, sentence: str) -> None:
    assert why(position(text), "c") == sentence


@pytest.mark.rule("OUT-1", "OUT-2")
@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (f"app {OPEN}", "under these rules the deal ends by itself at 66"),
        (
            "soft ?5/?5 S ?9+SK - 0: 0.0/0.0",
            "you can go out only with a trick, or right after announcing a pair",
        ),
        (
            "soft ?5/?4 S ?5+SK - 1:HA 66.1/20.1",
            "that is possible only when you lead, before you play a card",
        ),
    ],
)
def test_why_not_go_out(text: str, sentence: str) -> None:
    assert why(position(text), "o") == sentence


@pytest.mark.rule("CLOSE-4")
@pytest.mark.parametrize("rules", ["soft", "soft(close_before_draw=true)"])
def test_why_not_draw(rules: str) -> None:
    assert why(position(f"{rules} {OPEN}"), "d") == "there is nothing to draw now"


def test_a_number_that_is_no_move() -> None:
    start = position(f"soft {OPEN}")
    for move in (-1, 34, 99):
        assert str(start.why_illegal(move)) == f"there is no move number {move}"
        with pytest.raises(IllegalMoveError, match=f"^there is no move number {move}$"):
            start.play(move)


def test_nothing_is_possible_after_the_end() -> None:
    over = play(position(f"soft {OPEN}"), "o")
    assert over.legal_moves() == ()
    for move in (*range(34), -1, 34):
        assert str(over.why_illegal(move)) == "the deal is over"
        assert str(over.view(0).why_illegal(move)) == "the deal is over"
        with pytest.raises(IllegalMoveError, match=r"^the deal is over$"):
            over.play(move)


@pytest.mark.rule("PLAY-7")
@pytest.mark.parametrize("preset", PRESET_NAMES)
def test_there_is_a_reason_exactly_where_a_move_is_not_legal(preset: str) -> None:
    rng = random.Random(f"reasons/{preset}")
    for _ in range(12):
        for current in random_deal(rng, random_rules(rng, preset)):
            allowed = current.legal_moves()
            view = current.view(current.to_move)
            for move in range(DRAW + 1):
                reason = current.why_illegal(move)
                conceding = move in (RESIGN, TIME) and not current.over
                assert (reason is None) == (move in allowed or conceding), TOKENS[move]
                assert view.why_illegal(move) == reason
                if is_renonce(current, move):
                    assert current.play(move).over
                elif reason is not None:
                    with pytest.raises(IllegalMoveError) as caught:
                        current.play(move)
                    assert caught.value.text == reason
                    check_sentence(str(reason))


def check_sentence(sentence: str) -> None:
    assert sentence == sentence.strip()
    assert len(sentence) > 10
    assert "{" not in sentence
    assert sentence[-1] not in ".!"


def test_a_reason_is_a_template_with_its_values() -> None:
    reason = position("soft ?5/SJ?4 S ?5+SK - 0: 14.1/20.1").why_illegal(EXCHANGE)
    assert reason is not None
    assert reason.template == "you do not hold the {card:card}"
    assert reason.values == {"card": MOVES["SJ"]}

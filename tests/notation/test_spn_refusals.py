"""Malformed fields, and cards that do not fit, are refused with the reason (notation.md, SPN)."""

from __future__ import annotations

import pytest

from bummerl.notation.spn import parse_spn
from spn_texts import (
    CLOSED,
    DRAW_DUE,
    ENDGAME,
    MIDDLE,
    NO_TRICK,
    PENDING,
    START,
    TABLE,
    VIEW,
    assert_refused,
    changed,
)


@pytest.mark.parametrize(
    "text", [START, MIDDLE, CLOSED, VIEW, TABLE, DRAW_DUE, ENDGAME, PENDING], ids=lambda t: t[:24]
)
def test_the_texts_these_tests_change_are_canonical(text: str) -> None:
    parse_spn(text, strict=True)


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("", 0),
        ("schnapsen", 1),
        (MIDDLE[:-4], 8),
        (f"{MIDDLE} 7", 10),
        (MIDDLE.replace(":", " "), 10),
    ],
)
def test_not_nine_fields(text: str, count: int) -> None:
    assert_refused(text, "text", f"there are {count} fields, but a position has nine: rules hands")


@pytest.mark.parametrize(
    ("field", "value", "reason"),
    [
        ("rules", "skat", "there is no rule preset 'skat'"),
        ("rules", "soft(close=2)", "there is no rule option 'close'"),
        ("rules", "soft(match=0)", "rule option match is 0"),
        ("rules", "soft(", "but should look like soft or sharp(pair_lead=either)"),
        (
            "hands",
            "SKQHKJDT",
            "'SKQHKJDT' should have one part for each of two seats, separated by /",
        ),
        ("hands", "SKQHKJDT/DQJ/CATJ", "should have one part for each of two seats"),
        ("hands", "/SKQHKJDT", "'' should be cards, then ?n for unknown ones, or -"),
        ("hands", "SKQHKJDT/?", "'?' should be cards"),
        ("hands", "SKQHKJDT/?100", "'?100' should be cards"),
        ("hands", "SKQHKJDT/?2DQ", "'?2DQ' should be cards"),
        ("hands", "SKQHKJDT/?5?", "'?5?' should be cards"),
        ("hands", "SKQHKJDT/DQJCATJ?0", "write ?n only for n unknown cards"),
        ("hands", "SKQHKJDT/DQJCAXJ", "'DQJCAXJ' is no list of cards from 'XJ' on"),
        ("hands", "SKQHKJDT/QJCATJ", "is no list of cards from 'QJCATJ' on"),
        ("hands", "SKQHKJDT/--", "is no list of cards from '--' on"),
        ("hands", "SKQHKJDT/♦QJCATJ", "is no list of cards from"),
        ("trump", "X", "'X' is no suit; suits are S, H, D and C"),
        ("trump", "HS", "'HS' is no suit"),
        ("trump", "-", "'-' is no suit"),
        (
            "talon",
            "SASTCKHQDKHT",
            "should be the face-down cards or ?n, then + and the turned-up card",
        ),
        ("talon", "?5", "should be the face-down cards or ?n"),
        ("talon", "SASTCKHQDK+", "should be the face-down cards or ?n"),
        ("talon", "SASTCKHQDK+HTHJ", "should be the face-down cards or ?n"),
        ("talon", "SASTCKHQDK+?1", "is no list of cards from '?1' on"),
        ("talon", "SASTCK?2+HT", "mixes known and unknown face-down cards"),
        ("closed", "0", "should be - or the closer's seat @ the other side's card points . tricks"),
        ("closed", "2@0.0", "should be - or the closer's seat"),
        ("closed", "0@0", "should be - or the closer's seat"),
        ("closed", "0@5.1+20", "should be - or the closer's seat"),
        ("trick", "0", "should be the seat that leads, a colon, and what lies there"),
        ("trick", "2:", "should be the seat that leads"),
        ("trick", ":SK", "should be the seat that leads"),
        ("trick", "0:SKDQ", "has more than one card; finished tricks are gone"),
        ("trick", "0:mX", "is no list of cards from 'mX' on"),
        ("trick", "0:mSSK", "is no list of cards"),
        ("trick", "0:x", "is no list of cards"),
        ("points", "22.1", "should have one part for each of two seats"),
        ("points", "22/5", "'22' should be card points . tricks"),
        ("points", "22.1+/5.1", "'22.1+' should be card points . tricks"),
        ("points", "22.1/-5.1", "'-5.1' should be card points . tricks"),
        ("points", "22.?/5.1", "'22.?' should be card points . tricks"),
        ("gone", "SJHADACQ?0", "write ?n only for n unknown cards"),
        ("gone", "SJHADA+CQ", "is no list of cards from '+CQ' on"),
        ("needed", "7", "should have one part for each of two seats, separated by :"),
        ("needed", "7/7", "should have one part for each of two seats"),
        ("needed", "0:7", "'0' should be from 1 to 7 game points"),
        ("needed", "7:8", "'8' should be from 1 to 7 game points"),
        ("needed", "7:-1", "'-1' should be from 1 to 7 game points"),
        ("needed", "07:7", "'07' should be from 1 to 7 game points"),
        ("needed", "?:7", "'?' should be from 1 to 7 game points"),
    ],
)
def test_malformed_fields(field: str, value: str, reason: str) -> None:
    assert_refused(changed(MIDDLE, **{field: value}), field, reason)


CARDS = [
    (
        changed(MIDDLE, hands="SKQHKJDT/DQJCATK"),
        "talon",
        "the king of clubs stands twice, first in hands",
    ),
    (
        changed(MIDDLE, hands="SKQHKJDT/DQJQCAT"),
        "hands",
        "the queen of diamonds stands twice, first in hands",
    ),
    (
        changed(MIDDLE, talon="SASASTCKHQDK+HT"),
        "talon",
        "the ace of spades stands twice, first in talon",
    ),
    (
        changed(MIDDLE, talon="SASTCKHQDK+HK"),
        "talon",
        "the king of hearts stands twice, first in hands",
    ),
    (changed(MIDDLE, trick="0:SK"), "trick", "the king of spades stands twice, first in hands"),
    (changed(MIDDLE, gone="SJHADACA"), "gone", "the ace of clubs stands twice, first in hands"),
    (changed(VIEW, hands="HTJDACAK/HT?4"), "hands", "the ten of hearts stands twice"),
    (changed(MIDDLE, gone="S9HADACQ"), "gone", "the nine of spades is not in a pack of 20 cards"),
    (changed(MIDDLE, hands="SKQHKJD9/DQJCATJ"), "hands", "the nine of diamonds is not in a pack"),
    (changed(MIDDLE, talon="SASTCKHQDK+H9"), "talon", "the nine of hearts is not in a pack"),
    (changed(MIDDLE, gone="SJHADA"), "hands", "the queen of clubs is missing"),
    (changed(MIDDLE, hands="SKQHKJ/DQJCATJ"), "hands", "the ten of diamonds is missing"),
    (changed(MIDDLE, rules="66"), "hands", "the nine of spades is missing"),
    (
        changed(VIEW, hands="HTJDACAK/SA?5"),
        "hands",
        "6 unknown cards, but 5 cards of the pack are not",
    ),
    (
        changed(VIEW, talon="+SJ"),
        "hands",
        "there are 4 unknown cards, but 5 cards of the pack are not",
    ),
    (
        changed(VIEW, talon="?2+SJ"),
        "hands",
        "there are 6 unknown cards, but 5 cards of the pack are not",
    ),
    (
        changed(VIEW, gone="STKQHKDTJCT"),
        "hands",
        "there are 5 unknown cards, but 6 cards of the pack",
    ),
    (changed(VIEW, hands="HTJDACAK/SA?4", talon="SJ+SJ"), "talon", "stands twice"),
]


@pytest.mark.rule("CARD-2")
@pytest.mark.parametrize(("text", "field", "reason"), CARDS)
def test_every_card_stands_exactly_once(text: str, field: str, reason: str) -> None:
    assert_refused(text, field, reason)


SIZES = [
    (
        changed(MIDDLE, talon="SASTCKHQHT+DK"),
        "talon",
        "the turned-up card king of diamonds is not trump",
    ),
    (changed(MIDDLE, trump="S"), "talon", "the turned-up card ten of hearts is not trump"),
    (
        changed(MIDDLE, gone="SJHADA", hands="SKQHKJDTCQ/DQJCATJ"),
        "gone",
        "3 cards are no whole number of tricks",
    ),
    (changed(TABLE, gone="SJHADACQ?1"), "hands", "unknown cards"),
    (
        changed(TABLE, gone="SJHADACQ?1", hands="SKHT?4/STDQCATJ"),
        "gone",
        "5 cards are no whole number",
    ),
    (changed(MIDDLE, points="22.2/5.1"), "gone", "4 cards are gone, but the tricks won make 6"),
    (changed(MIDDLE, points="22.1/5.0"), "gone", "4 cards are gone, but the tricks won make 2"),
    (changed(START, points="0.0/0.1"), "gone", "0 cards are gone, but the tricks won make 2"),
    (changed(TABLE, points="?.1/5.1"), "gone", "6 cards are gone, but the tricks won make 4"),
    (
        changed(MIDDLE, hands="SKQHKJDTDQ/DJCATJ"),
        "hands",
        "before a trick both hold equally many cards; the hands have 6 and 4",
    ),
    (
        changed(MIDDLE, trick="0:SA", talon="STCKHQDK+HT"),
        "hands",
        "seat 0 has led, so it holds one card less; the hands have 5 and 5",
    ),
    (
        changed(MIDDLE, hands="SKQHJDT/DQJCATJ", trick="1:HK"),
        "hands",
        "seat 1 has led, so it holds one card less; the hands have 4 and 5",
    ),
    (
        changed(VIEW, hands="HTJDACAK/SA?3", talon="?2+SJ"),
        "hands",
        "before a trick both hold equally many",
    ),
    (
        changed(MIDDLE, hands="SAKQHKJDT/STDQJCATJ", talon="CKHQDK+HT"),
        "hands",
        "a hand has at most 5 cards before a trick, not 6",
    ),
    (
        changed(MIDDLE, hands="SKQHKJ/DQJCAT", gone="SJHADATCQJ", points="22.1/5.2"),
        "hands",
        "while the talon is open both hold 5 cards before a trick, not 4",
    ),
    (
        changed(START, hands="SQJHAJ/DAQCAQ", gone="DTCJ", points="12.1/0.0", trick="0:"),
        "hands",
        "while the talon is open both hold 5 cards before a trick, not 4",
    ),
    (
        changed(ENDGAME, hands="-/-", trick="0:", gone="SATKQJHATKQJDATKQJCATKQJ"),
        "gone",
        "20 cards are gone, but the tricks won make 14",
    ),
    (
        "schnapsen -/- H - - 0: 75.6/45.4 SATKQJHATKQJDATKQJCATKQJ 7:7",
        "hands",
        "nobody holds a card: the deal is over",
    ),
]


@pytest.mark.parametrize(("text", "field", "reason"), SIZES)
def test_hands_talon_and_tricks_fit_each_other(text: str, field: str, reason: str) -> None:
    assert_refused(text, field, reason)


OPEN = "while the talon is open both hold 6 cards before a trick, not 5"


@pytest.mark.rule("CLOSE-4")
@pytest.mark.parametrize(
    "text",
    [
        # the card led before the draw
        changed(DRAW_DUE, hands="HADTCAK/STHTDACQJ", trick="0:SK"),
        changed(DRAW_DUE, hands="HADTCAKSK/HTDACQJ", trick="1:ST", points="0.0/14.1"),
        # a pair announced before the draw
        changed(DRAW_DUE, trick="0:mC", hands="SKHADTCKQ/STHTDACAJ", points="34.1/0.0"),
        # rules without this decision
        changed(DRAW_DUE, rules="sixtysix"),
        # no trick yet
        changed(DRAW_DUE, gone="-", points="0.0/0.0", talon="SASQSJHKHQDQCTHJC9H9S9DJD9+DK"),
    ],
)
def test_a_draw_that_cannot_be_due(text: str) -> None:
    assert_refused(text, "hands", OPEN)


@pytest.mark.rule("CLOSE-4", "CLOSE-2")
def test_a_draw_is_due_only_while_the_talon_may_be_closed() -> None:
    text = "hoyle-66 SKHADTCAK/STHTDACQJ D SJ+DK - 0: 30.4/8.2 SAQ9HKQJ9DQJ9CT9 7:7"
    parse_spn(text)
    assert_refused(changed(text, rules="hoyle-66(close_min_talon=4)"), "hands", OPEN)


OPEN_ONLY = "a pair can be announced only while the talon is open"

TRICKS = [
    (
        changed(MIDDLE, points="0.0/27.2"),
        "trick",
        "seat 0 leads without having won a trick",
    ),
    (
        changed(MIDDLE, points="27.2/0.0", trick="1:CA", hands="SKQHKJDT/DQJCTJ", gone="SJHADACQ"),
        "trick",
        "seat 1 leads without having won a trick",
    ),
    # a pair that cannot be announced
    (changed(MIDDLE, trick="0:mD"), "trick", "seat 0 does not hold king and queen of diamonds"),
    (changed(MIDDLE, trick="0:mH"), "trick", "seat 0 does not hold king and queen of hearts"),
    (changed(MIDDLE, trick="1:mS"), "trick", "seat 1 does not hold king and queen of spades"),
    (changed(TABLE, trick="0:mS", closed="-"), "trick", "seat 0 does not hold king and queen"),
    (changed(VIEW, trick="1:mD"), "trick", "seat 1 does not hold king and queen of diamonds"),
    (
        "sharp SKQHATCJ/SAHKDAKQ C STSJDTDJCACTHJHQCK+CQ - 0:mS 0.0+20/0.0 - 3:7",
        "trick",
        NO_TRICK,
    ),
    (
        changed(CLOSED, rules="soft(pair_after_talon=false)", trick="0:mS", points="42.1/5.1"),
        "trick",
        OPEN_ONLY,
    ),
    (
        "soft(pair_after_talon=false) HKQ/SADA H - - 0:mH 88.6/44.2 STKQJHATJDTKQJCATKQJ 7:7",
        "trick",
        OPEN_ONLY,
    ),
]


@pytest.mark.rule("PLAY-1", "PAIR-1", "PAIR-4", "PAIR-5")
@pytest.mark.parametrize(("text", "field", "reason"), TRICKS)
def test_who_leads_and_what_can_be_announced(text: str, field: str, reason: str) -> None:
    assert_refused(text, field, reason)

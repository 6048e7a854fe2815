"""Positions and views as text: what is written, what is read (notation.md, SPN)."""

from __future__ import annotations

import pytest

from bummerl.cards import CARD_NAMES
from bummerl.errors import NotationError, SpnError
from bummerl.notation.spn import parse_spn, write_spn
from bummerl.notation.tokens import parse_card
from bummerl.rules.moves import OUT, RESIGN
from bummerl.rules.position import Position
from bummerl.rules.score import Score
from bummerl.rules.scoring import Close
from bummerl.rules.variants import PRESETS
from bummerl.rules.view import View
from support import legal, names, play

START = "schnapsen SQJHAJDT/DAQCAQJ H CTHKSKDJSASTCKHQDK+HT - 1: 0.0/0.0 - 7:7"
"""The deal of the example record in notation.md; seat 1 is forehand."""
MIDDLE = "schnapsen SKQHKJDT/DQJCATJ H SASTCKHQDK+HT - 0: 22.1/5.1 SJHADACQ 7:7"
"""The same deal after ``CQ SJ  DA HA``."""
VIEW = "schnapsen HTJDACAK/SA?4 S ?1+SJ - 0: 25.2/20.2 STKQHKDTJCTJ 4:4"
"""The example of a view in notation.md."""
PAIR_FIRST = "soft SKQHATCJ/SAHKDAKQ C STSJDTDJCACTHJHQCK+CQ - 0: 0.0/0.0 - 3:7"
"""Forehand holds a pair."""
DRAW_DUE = "hoyle-66 SKHADTCAK/STHTDACQJ D SJHKHQDQCTHJC9H9S9DJD9+DK - 0: 14.1/0.0 SAQ 7:7"


def read_position(text: str) -> Position:
    position = parse_spn(text)
    assert isinstance(position, Position)
    return position


def read_view(text: str) -> View:
    view = parse_spn(text)
    assert isinstance(view, View)
    return view


def after(tokens: str, start: str = START) -> Position:
    return play(read_position(start), tokens)


# Writing ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tokens", "fields"),
    [
        ("", "- 1: 0.0/0.0 -"),
        ("CQ", "- 1:CQ 0.0/0.0 -"),
        ("CQ SJ DA HA", "- 0: 22.1/5.1 SJHADACQ"),
        ("CQ SJ DA HA mS", "- 0:mS 42.1/5.1 SJHADACQ"),
        ("CQ SJ DA HA mS SQ", "- 0:SQ 42.1/5.1 SJHADACQ"),
        ("CQ SJ DA HA c", "0@5.1 0: 22.1/5.1 SJHADACQ"),
        ("CQ SJ DA HA c mS SK", "0@5.1 0:SK 42.1/5.1 SJHADACQ"),
        ("c CQ HJ", "1@0.0 0: 5.1/0.0 HJCQ"),
    ],
)
def test_closed_trick_points_and_gone(tokens: str, fields: str) -> None:
    assert " ".join(write_spn(after(tokens)).split()[4:8]) == fields


def test_the_whole_text() -> None:
    assert write_spn(read_position(START)) == START
    assert write_spn(after("CQ SJ DA HA")) == MIDDLE
    assert str(after("CQ SJ DA HA")) == MIDDLE


@pytest.mark.rule("XCHG-1")
def test_an_exchange_leaves_the_low_trump_turned_up() -> None:
    hands, _, talon = write_spn(after("CQ SJ DA HA x")).split()[1:4]
    assert (hands, talon) == ("SKQHTKDT/DQJCATJ", "SASTCKHQDK+HJ")


def test_a_closed_talon_keeps_its_cards() -> None:
    assert write_spn(after("c CQ HJ")).split()[3] == "CTHKSKDJSASTCKHQDK+HT"


def test_an_empty_hand_and_a_used_up_talon_are_dashes() -> None:
    text = "schnapsen -/DT C - - 0:SA 56.6/43.3 STKQJHATKQJDAKQJCATKQJ 7:7"
    position = read_position(text)
    assert (position.hand_sizes, position.talon, position.to_move) == ((0, 1), (), 1)
    assert write_spn(position) == text


@pytest.mark.rule("PAIR-3")
@pytest.mark.parametrize(
    ("tokens", "fields"),
    [
        ("mS", "0:mS 0.0+20/0.0 -"),
        ("mS SQ", "0:SQ 0.0+20/0.0 -"),
        ("mS SQ SA", "1: 0.0+20/14.1 SAQ"),
        ("mS SK SA DA CJ", "0: 33.1/15.1 SAKDACJ"),
    ],
)
def test_points_that_do_not_count_yet_stand_behind_a_plus(tokens: str, fields: str) -> None:
    position = after(tokens, PAIR_FIRST)
    assert write_spn(position).endswith(f" - {fields} 3:7")
    assert read_position(write_spn(position)).pending == position.pending


@pytest.mark.rule("CLOSE-4")
def test_a_draw_that_is_due_and_hands_that_stay_one_short() -> None:
    position = read_position(DRAW_DUE)
    assert write_spn(position) == DRAW_DUE
    assert (position.hand_sizes, position.is_draw_due) == ((5, 5), True)
    assert legal(position) == {"c", "d", "o"}
    closed = read_position(write_spn(play(position, "c")))
    assert (closed.hand_sizes, closed.is_draw_due) == ((5, 5), False)
    assert closed.close == Close(0, 0, 0)
    drawn = read_position(write_spn(play(position, "d")))
    assert (drawn.hand_sizes, drawn.is_draw_due) == ((6, 6), False)


def test_a_finished_deal_has_no_text() -> None:
    for move in (RESIGN, OUT):
        finished = read_position(MIDDLE).play(move)
        for situation in (finished, finished.view(0)):
            with pytest.raises(NotationError, match="a finished deal has no SPN"):
                write_spn(situation)


# Reading ----------------------------------------------------------------------------------------


def test_every_field_of_a_position() -> None:
    position = read_position(
        "schnapsen SKQHTKDT/DQJCATJ H SASTCKHQDK+HJ 0@5.1 0:mS 42.1/5.1 SJHADACQ 3:5"
    )
    assert position.rules == PRESETS["soft"]
    assert str(position.rules) == "schnapsen"
    assert names(position.hands[0]) == {"SK", "SQ", "HT", "HK", "DT"}
    assert names(position.hands[1]) == {"DQ", "DJ", "CA", "CT", "CJ"}
    assert position.trump == 1
    assert [CARD_NAMES[c] for c in position.talon] == ["SA", "ST", "CK", "HQ", "DK", "HJ"]
    assert position.close == Close(seat=0, points=5, tricks=1)
    assert (position.leader, position.trick, position.announced) == (0, (), 0)
    assert (position.points, position.tricks, position.pending) == ((42, 5), (1, 1), (0, 0))
    assert names(position.gone) == {"SJ", "HA", "DA", "CQ"}
    assert position.score == Score((3, 5))
    assert (position.result, position.history, position.finished) == (None, (), ())


def test_the_card_on_the_table() -> None:
    position = read_position(write_spn(after("CQ")))
    assert (position.leader, position.trick, position.to_move) == (1, (parse_card("CQ"),), 0)
    assert not position.hands[1] >> parse_card("CQ") & 1


def test_forehand_is_known_only_until_the_first_trick_is_gone() -> None:
    assert read_position(START).forehand == 1
    assert read_position(write_spn(after("CQ"))).forehand == 1
    assert read_position(MIDDLE).forehand is None


def test_a_position_read_from_text_has_no_known_cards() -> None:
    """Who has seen which card is history."""
    running = after("CQ SJ DA HA x")
    assert write_spn(running.view(1)).split()[1] == "HT?4/DQJCATJ"
    read = read_position(write_spn(running))
    assert read.shown == (0, 0)
    assert write_spn(read.view(1)).split()[1] == "?5/DQJCATJ"


@pytest.mark.rule("PAIR-6")
def test_a_pair_that_has_just_been_announced_is_known() -> None:
    read = read_position(write_spn(after("CQ SJ DA HA mS")))
    assert write_spn(read.view(1)).split()[1] == "SKQ?3/DQJCATJ"
    assert legal(read) == {"SK", "SQ", "o"}
    assert write_spn(play(read, "SK").view(1)).split()[1] == "SQ?3/DQJCATJ"


# Views ------------------------------------------------------------------------------------------


@pytest.mark.rule("PLAY-8", "PLAY-9", "PAIR-6", "XCHG-1")
@pytest.mark.parametrize(
    ("tokens", "seat", "view", "table"),
    [
        (
            "CQ",
            0,
            "SQJHAJDT/?4 H ?9+HT - 1:CQ 0.0/0.0 -",
            "SQJHAJDT/?4 H ?9+HT - 1:CQ 0.0/?.0 -",
        ),
        (
            "CQ SJ DA HA x mS",
            1,
            "SKQHT?2/DQJCATJ H ?5+HJ - 0:mS 42.1/5.1 SJHADACQ",
            "SKQHT?2/DQJCATJ H ?5+HJ - 0:mS ?.1/5.1 SJHADACQ",
        ),
        (
            "CQ SJ DA HA x mS SQ DJ c",
            0,
            "SAKHTKDT/?5 H ?3+HJ 0@5.1 0: 47.2/5.1 SQJHADAJCQ",
            "SAKHTKDT/?5 H ?3+HJ 0@?.1 0: 47.2/?.1 SQJHADAJCQ",
        ),
        (
            "CQ SJ DA HA x mS SQ DJ c",
            1,
            "SKHT?3/STDQCATJ H ?3+HJ 0@5.1 0: 47.2/5.1 SQJHADAJCQ",
            "SKHT?3/STDQCATJ H ?3+HJ 0@5.1 0: ?.2/5.1 SJHADACQ?2",
        ),
        (
            "CQ SJ DA HA x mS SQ DJ c",
            None,
            "SKHT?3/?5 H ?3+HJ 0@5.1 0: 47.2/5.1 SQJHADAJCQ",
            "SKHT?3/?5 H ?3+HJ 0@?.1 0: ?.2/?.1 SJHADACQ?2",
        ),
    ],
)
def test_views_and_table_views(tokens: str, seat: int | None, view: str, table: str) -> None:
    known = after(tokens).view(seat)
    assert write_spn(known) == f"schnapsen {view} 7:7"
    assert write_spn(known.table()) == f"schnapsen {table} 7:7"
    for text in (write_spn(known), write_spn(known.table())):
        assert read_view(text).seat == seat
        assert write_spn(read_view(text)) == text


def test_the_example_view() -> None:
    view = read_view(VIEW)
    assert (view.seat, view.to_move, view.needed) == (0, 0, (4, 4))
    assert names(view.hand) == {"HT", "HJ", "DA", "CA", "CK"}
    assert names(view.hands[1]) == names(view.shown[1]) == {"SA"}
    assert view.shown[0] == 0
    assert view.hand_sizes == (5, 5)
    assert names(view.unseen) == {"HA", "HQ", "DK", "DQ", "CQ"}
    assert view.talon == (None, parse_card("SJ"))
    assert legal(view) == {"HT", "HJ", "DA", "CA", "CK", "c", "o"}
    assert write_spn(view) == VIEW


@pytest.mark.rule("PAIR-6")
def test_what_everybody_has_seen_of_a_view() -> None:
    own = read_view(write_spn(after("CQ SJ DA HA x mS").view(0)))
    assert (names(own.shown[0]), own.shown[1]) == ({"SK", "SQ"}, 0)
    other = read_view(write_spn(after("CQ SJ DA HA x mS").view(1)))
    assert (names(other.shown[0]), other.shown[1]) == ({"SK", "SQ", "HT"}, 0)


@pytest.mark.rule("PLAY-8", "PLAY-9")
def test_a_table_view_may_hide_all_points_and_tricks() -> None:
    text = "hoyle-66 ?3/DACQJ D ?11+DK 0@?.0 1: ?.2/?.1 ?6 7:7"
    view = read_view(text)
    assert (view.points, view.tricks, view.gone) == ((None, None), (2, 1), 0)
    assert view.close == Close(0, None, 0)
    assert write_spn(view) == text


def test_a_table_view_shows_pending_points() -> None:
    text = "soft SK?4/STHKDAKQ C ?7+CQ - 1: ?.0+20/14.1 SAQ 7:7"
    view = read_view(text)
    assert (view.points, view.pending) == ((None, 14), (20, 0))
    assert write_spn(view) == text


@pytest.mark.parametrize(
    ("hands", "trick", "seat"),
    [
        ("SKQHKJDT/?5", "0:", 0),
        ("SKQHKJDT/?5", "1:", 0),
        ("?5/SKQHKJDT", "0:", 1),
        ("?5/SKQHKJDT", "1:", 1),
        ("SKQHKJDT/CJ?4", "1:", 0),
        ("CJ?4/SKQHKJDT", "0:", 1),
        ("?5/?5", "0:", None),
        ("SKQ?3/CJ?4", "1:", None),
        ("SKQHKJDT/STDKCATK", "0:", 0),
        ("SKQHKJDT/STDKCATK", "1:", 1),
        ("SKQHJDT/STDKCATK", "0:HK", 1),
    ],
)
def test_whose_view_it_is(hands: str, trick: str, seat: int | None) -> None:
    """The hand without ``?`` tells; neither hand with one: the seat to move; both: nobody."""
    view = read_view(f"soft {hands} H ?5+HT - {trick} 22.1/5.1 SJHADACQ 7:7")
    assert view.seat == seat
    assert bool(view.legal_moves()) == (seat == view.to_move)
    assert write_spn(view).split()[1] == hands


def test_a_text_without_a_question_mark_is_a_position() -> None:
    for text in (START, MIDDLE, DRAW_DUE):
        assert isinstance(parse_spn(text), Position)


@pytest.mark.parametrize(
    ("text", "seat", "view"),
    [
        (
            "schnapsen HKCTJ/HADQ H - - 1:HJ 75.6/13.1 SATKQJHTQDATKJCAKQ 7:7",
            *(None, "?3/?2 H -"),
        ),
        ("schnapsen HKCTJ/HADQ H - - 1:HJ 75.6/13.1 SATKQJHTQDATKJCAKQ 7:7", 0, None),
        (
            "schnapsen -/HA S CK+SK 0@40.3 0:DJ 46.4/53.4 SATQJHTKQJDATKQCATQJ 7:7",
            *(0, "-/?1 S ?1+SK"),
        ),
        ("schnapsen -/HA S CK+SK 0@40.3 0:DJ 46.4/53.4 SATQJHTKQJDATKQCATQJ 7:7", 1, None),
    ],
)
def test_what_counting_gives_is_written(text: str, seat: int | None, view: str | None) -> None:
    """A view that knows everything is written, and read, as the whole position."""
    written = write_spn(read_position(text).view(seat))
    if view is None:
        assert written == text
    else:
        assert " ".join(written.split()[1:4]) == view
    assert isinstance(parse_spn(written), Position) == (view is None)


# Lenient reading --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        MIDDLE.lower(),
        MIDDLE.replace("T", "10"),
        MIDDLE.replace(" ", "   ") + "\n",
        "\t" + MIDDLE.replace(" ", "\t"),
        MIDDLE.replace("SKQHKJDT", "DTHJKSQK"),
        MIDDLE.replace("SKQHKJDT", "SKHJDTSQHK"),
        MIDDLE.replace("SJHADACQ", "cqdahasj"),
        MIDDLE.replace("SASTCK", "SATCK"),
        MIDDLE.replace("22.1/5.1", "022.1/5.01"),
        MIDDLE.replace("schnapsen", "Schnapsen()"),
    ],
)
def test_lenient_forms_give_the_same_value(text: str) -> None:
    assert parse_spn(text) == parse_spn(MIDDLE)
    with pytest.raises(SpnError) as caught:
        parse_spn(text, strict=True)
    assert caught.value.field == "text"
    assert str(caught.value) == f"SPN, text: not canonical; write {MIDDLE}"


def test_calls_may_be_written_in_capitals() -> None:
    text = write_spn(after("CQ SJ DA HA mS"))
    for spelling in ("0:MS", "0:ms", "0:Ms"):
        assert parse_spn(text.replace("0:mS", spelling)) == parse_spn(text)


def test_options_are_written_in_the_order_of_the_table_and_only_if_they_differ() -> None:
    text = MIDDLE.replace("schnapsen", "soft(match=3,pair_lead=king,illegal_card=lose_three)")
    assert write_spn(read_position(text)).split()[0] == "soft(pair_lead=king,match=3)"
    with pytest.raises(SpnError, match="not canonical"):
        parse_spn(text, strict=True)


@pytest.mark.parametrize("name", ["schnapsen", "soft"])
def test_preset_names_and_aliases_are_kept(name: str) -> None:
    text = MIDDLE.replace("schnapsen", name)
    assert write_spn(parse_spn(text, strict=True)) == text

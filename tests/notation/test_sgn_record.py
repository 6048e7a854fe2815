"""A record as an object: what it tells, and how it is made of a deal that was played."""

from __future__ import annotations

import pytest

from bummerl.cards import CARD_NAMES
from bummerl.errors import IllegalMoveError, SgnError
from bummerl.notation.records import DealRecord, record_of
from bummerl.notation.sgn import Evaluation, dumps, loads, parse_evaluation, write_evaluation
from bummerl.rules.dealing import deal, shuffled
from bummerl.rules.moves import RESIGN, TIME, Played
from bummerl.rules.position import Position
from bummerl.rules.score import Score
from bummerl.rules.scoring import Result
from bummerl.rules.variants import PRESETS

PACK = shuffled(20, seed=5)


def start_of(dealer: int = 0, score: Score = Score()) -> Position:
    return deal(PACK, dealer, PRESETS["soft"], score)


def test_a_record_tells_what_its_tags_tell() -> None:
    start = start_of(1, Score((4, 2), (1, 2), 1))
    tags = {
        "Seat1": "Bert",
        "Event": "Kirtag",
        "Match": "3",
        "Game": "4",
        "Deal": "17",
        "Pack": "".join(CARD_NAMES[card] for card in PACK),
    }
    record = record_of(start, start.resign(0), tags)
    assert (record.match, record.game, record.deal, record.dealer) == (3, 4, 17, 1)
    assert (record.players, record.rules.name) == (("", "Bert"), "soft")
    assert (record.bummerls, record.carry) == ((1, 2), 1)
    assert record.result == Result(1, 3, "resigned")
    assert record.points == (0, 0)
    assert record.pack == PACK
    assert record.moves == ((0, RESIGN),)
    [read_back] = loads(dumps([record]))
    assert read_back == record
    assert read_back.start == start


def test_a_record_that_does_not_tell_says_so() -> None:
    start = start_of()
    record = DealRecord(tags={}, start=start, final=start)
    assert (record.match, record.game, record.deal, record.dealer) == (None,) * 4
    assert (record.players, record.result, record.points, record.pack) == (("", ""), *(None,) * 3)
    assert record.moves == ()
    with pytest.raises(SgnError, match="the tag SGN is missing"):
        dumps([record])


def test_the_score_stands_in_tags_only_where_needed_does_not_show_it() -> None:
    start = start_of()
    plain = record_of(start, start).tags
    assert not {"Bummerls", "Carry", "Reason", "Points"} & plain.keys()
    assert (plain["Result"], plain["Deal"], plain["Dealer"]) == ("*", "1", "0")
    start = start_of(score=Score((7, 7), (0, 1), 2))
    tags = record_of(start, start).tags
    assert (tags["Bummerls"], tags["Carry"]) == ("0:1", "2")


def test_what_the_positions_tell_cannot_be_told_otherwise() -> None:
    start = start_of()
    before = record_of(start, start.resign(1), {"Event": "Kirtag"})
    stale = before.tags | {"Bummerls": "3:3", "Carry": "1", "Rules": "sharp", "Dealer": "1"}
    record = record_of(start, start, stale)
    assert record.tags["Event"] == "Kirtag"
    assert not {"Bummerls", "Carry", "Reason", "Points"} & record.tags.keys()
    assert (record.tags["Rules"], record.tags["Dealer"], record.result) == ("soft", "0", None)


def test_a_drawn_deal() -> None:
    start = start_of()
    record = DealRecord(tags={"Result": "=", "Reason": "drawn"}, start=start, final=start)
    assert record.result == Result(None, 0, "drawn")


@pytest.mark.parametrize(
    ("name", "value"), [("Bad Name", ""), ("", ""), ("1st", ""), ("Ü", ""), ("Points", "x")]
)
def test_a_tag_that_cannot_be_is_not_written(name: str, value: str) -> None:
    record = record_of(start_of(), start_of(), {name: value} if name != "Points" else None)
    record.tags[name] = value
    with pytest.raises(SgnError):
        dumps([record])


def test_only_giving_up_can_be_the_other_seats_move() -> None:
    start = start_of()  # seat 1 leads
    card = start.legal_moves()[0]
    assert start.apply(Played(1, card)) == start.play(card)
    assert start.apply(Played(0, RESIGN)) == start.resign(0)
    assert start.apply(Played(0, TIME)) == start.lose_on_time(0)
    with pytest.raises(IllegalMoveError, match="it is the turn of seat 1"):
        start.apply(Played(0, card))
    with pytest.raises(IllegalMoveError, match="the deal is over"):
        start.resign(0).apply(Played(0, card))


@pytest.mark.parametrize(
    ("evaluation", "text"),
    [
        (Evaluation(1.25, 0.61), "[%ev 1.25 %win 0.61]"),
        (Evaluation(-3, 0), "[%ev -3 %win 0]"),
        (Evaluation(ev=1 / 3), "[%ev 0.3333]"),
        (Evaluation(win=2 / 3), "[%win 0.6667]"),
        (Evaluation(-0.00001, 0.99999), "[%ev 0 %win 1]"),
    ],
)
def test_evaluations_are_written_and_read(evaluation: Evaluation, text: str) -> None:
    assert write_evaluation(evaluation) == text
    read_back = parse_evaluation(f"good: {text} !")
    assert read_back is not None
    for value, again in zip(evaluation, read_back, strict=True):
        assert (value is None) == (again is None)
        assert value is None or again == pytest.approx(value, abs=5e-5)
    assert write_evaluation(read_back) == text


@pytest.mark.parametrize("comment", ["", "[]", "[%]", "[%ev]", "[%ev x]", "%ev 1", "[%ev nan]"])
def test_other_comments_are_no_evaluations(comment: str) -> None:
    assert parse_evaluation(comment) is None


def test_an_evaluation_survives_in_a_file() -> None:
    start = start_of()
    record = record_of(start, start.play(start.legal_moves()[0]))
    record.comments[1] = (write_evaluation(Evaluation(1.25, 0.61)),)
    text = dumps([record])
    assert " {[%ev 1.25 %win 0.61]}\n" in text
    assert parse_evaluation(loads(text)[0].comments[1][0]) == (1.25, 0.61)

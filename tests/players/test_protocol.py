"""The lines of the protocol: what they say, what they never say, and what is refused."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from bummerl.cards import CARD_NAMES, cards_of
from bummerl.errors import BummerlError
from bummerl.notation.spn import parse_spn
from bummerl.players.protocol import (
    OffenceError,
    read_answer,
    read_request,
    write_answer,
    write_request,
)
from bummerl.rules.dealing import deal, shuffled
from bummerl.rules.position import Position
from bummerl.rules.score import Score
from bummerl.rules.variants import PRESETS
from bummerl.rules.view import View
from bummerl.rules.world import some_world
from support import MOVES, play, random_deal, random_rules

SPN = "soft STQHQJDK/?4 C ?9+CJ - 1:DJ 0.0/0.0 - 7:7"


def views(seed: int, count: int) -> list[tuple[Position, View]]:
    """Positions of random deals with the view of the seat to move."""
    rng = random.Random(seed)
    found = []
    for _ in range(count):
        score = Score((rng.randint(1, 7), rng.randint(1, 7)), (rng.randrange(3), 1), 0)
        for position in random_deal(rng, random_rules(rng)):
            if not position.over:
                scored = position._but(score=score)
                found.append((scored, scored.view(scored.to_move)))
    return found


def test_a_request_says_everything_a_view_knows() -> None:
    for position, view in views(1, 120):
        line = write_request(view, time=0.15)
        assert "\n" not in line
        fields = json.loads(line)
        assert list(fields) == [
            *["seat", "view", "moves", "first", "dealer", "carry", "bummerls", "time"]
        ]
        assert (fields["seat"], fields["view"]) == (position.to_move, str(view))
        assert fields["dealer"] == 1 - fields["first"]
        read, seconds = read_request(line)
        assert seconds == 0.15
        assert read._but(shown=view.shown) == view
        assert read.legal_moves() == view.legal_moves()


def test_a_fixed_deal_in_the_words_of_the_protocol() -> None:
    position = deal(shuffled(20, seed=66), dealer=0, score=Score((3, 7), (1, 0), 1))
    assert position.forehand == 1
    first = position.legal_moves()[0]
    position = position.play(first)
    fields = json.loads(write_request(position.view(0)))
    assert fields == {
        "seat": 0,
        "view": str(position.view(0)),
        "moves": [CARD_NAMES[first]],
        "first": 1,
        "dealer": 0,
        "carry": 1,
        "bummerls": [1, 0],
    }


def test_a_request_does_not_depend_on_what_is_hidden() -> None:
    rng = random.Random(2)
    changed = 0
    for position, view in views(3, 60):
        hidden = list(cards_of(view.unseen))
        rng.shuffle(hidden)
        other = some_world(view)
        swapped = dict(zip(cards_of(view.unseen), hidden, strict=True))
        hands = tuple(
            sum(1 << swapped.get(card, card) for card in cards_of(hand)) for hand in other.hands
        )
        talon = tuple(swapped.get(card, card) for card in other.talon)
        other = other._but(hands=hands, talon=talon)
        changed += other.hands != position.hands
        assert write_request(other.view(other.to_move), 1.0) == write_request(view, 1.0)
    assert changed > 100


def test_hidden_cards_are_never_named() -> None:
    for position, view in views(4, 60):
        text = write_request(view)
        fields = json.loads(text)
        read = parse_spn(fields["view"])
        hidden = {CARD_NAMES[card] for card in cards_of(view.unseen)}
        assert not hidden & set(fields["moves"])
        named = read.gone | sum(1 << card for card in read.trick)
        for hand in read.hands:
            named |= hand
        assert not named & view.unseen
        assert position.to_move == fields["seat"]


def test_views_that_do_not_have_all_moves_do_not_pretend_to() -> None:
    read = parse_spn(SPN)
    assert isinstance(read, View)
    fields = json.loads(write_request(read))
    assert "moves" not in fields
    assert (fields["first"], fields["dealer"]) == (1, 0)
    later = "soft CQJ/?1 H ?7+HA 1@0.0 1:CA 6.1/31.3 SQHTKQJDQJCT 7:7"
    assert list(json.loads(write_request(parse_spn(later)))) == ["seat", "view"]  # type: ignore[arg-type]
    position = play(deal(shuffled(20, seed=5), 0, PRESETS["sharp"]), "")
    for _ in range(4):
        position = position.play(position.legal_moves()[0])
    assert "moves" not in json.loads(write_request(position.view(position.to_move).table()))


def answer(**fields: Any) -> View:
    return read_request(json.dumps({"view": SPN, **fields})).view


def test_all_but_the_view_may_be_missing() -> None:
    view = answer()
    assert (view.seat, view.forehand, view.history) == (0, 1, ())
    assert view.score == Score()
    assert answer(note="x", id=[1, {}]) == view
    nothing = dict.fromkeys(["seat", "moves", "first", "dealer", "carry", "bummerls", "time"])
    assert answer(**nothing) == view


@pytest.mark.parametrize("said", [{}, {"first": 1}, {"dealer": 0}, {"first": 1, "dealer": 0}])
def test_who_led_first_is_found_out_from_what_there_is(said: dict[str, int]) -> None:
    for position, view in views(5, 15):
        fields = json.loads(write_request(view))
        told = {"first": position.forehand, "dealer": 1 - (position.forehand or 0)}
        for name in ("first", "dealer"):
            del fields[name]
        fields |= {name: told[name] for name in said}
        read = read_request(json.dumps(fields)).view
        assert read._but(shown=view.shown) == view


def test_first_and_dealer_tell_forehand_without_moves() -> None:
    later = "soft CQJ/?1 H ?7+HA 1@0.0 1:CA 6.1/31.3 SQHTKQJDQJCT 7:7"
    for said in ({"first": 0}, {"dealer": 1}):
        assert read_request(json.dumps({"view": later, **said})).view.forehand == 0
    assert read_request(json.dumps({"view": later})).view.forehand is None


def test_texts_without_question_marks_are_views_too() -> None:
    counted = shown = 0
    for _position, view in views(6, 300):
        if "?" in str(view):
            continue
        read = read_request(json.dumps({"view": str(view), "seat": view.seat})).view
        assert (read.seat, read.hands, read.talon) == (view.seat, view.hands, view.talon)
        counted += not view.talon
        shown += bool(
            view.talon
        )  # all of the other hand, so that counting gives the face-down card
    assert counted > 100
    assert shown > 0
    # of a whole position with more cards face down the seat gets only what it may know
    start = deal(shuffled(20, seed=1), dealer=0)
    assert read_request(json.dumps({"view": str(start)})).view == start.view(1)


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("", "the line '' is no JSON object"),
        ("[" * 100_000, "is no JSON object"),
        ("[1]", r"the line '\[1\]' is no JSON object"),
        ("{}", "the line has no view"),
        ('{"view": 3}', "view is 3, but should be the SPN of a view"),
        ('{"view": "soft"}', "SPN, text: there are 1 fields"),
        ({"seat": 2}, "seat is 2, but should be 0 or 1"),
        ({"seat": True}, "seat is True, but should be 0 or 1"),
        ({"seat": 1}, "it is not the turn of seat 1"),
        ({"first": "1"}, "first is '1', but should be 0 or 1"),
        ({"dealer": 1, "first": 1}, "first and dealer are both 1"),
        ({"first": 0}, "seat 1 leads first in this view"),
        ({"carry": -1}, "carry is -1, but should be a whole number of game points"),
        ({"bummerls": [1]}, r"bummerls is \[1\], but should be two whole numbers"),
        ({"bummerls": {"0": 1}}, "bummerls is"),
        ({"time": 0}, "time is 0, but should be a number of seconds, more than 0"),
        ({"time": -1}, "time is -1, but should be a number of seconds, more than 0"),
        ({"time": float("nan")}, "time is nan"),
        ({"time": 10**400}, "time is 1000"),
        ({"moves": "DJ"}, "moves is 'DJ', but should be a list of moves as text"),
        ({"moves": [15]}, "moves is"),
        ({"moves": ["DX"]}, "'DX' is no move"),
        ({"moves": []}, "the moves do not lead to this view: they differ in trick"),
        ({"moves": ["DJ"], "first": 0}, "the moves do not lead to this view"),
        ({"moves": ["r"], "first": 1}, "move 1 of the moves cannot be made there"),
    ],
    ids=str,
)
def test_a_bad_line_is_refused_in_one_sentence(line: str | dict[str, Any], sentence: str) -> None:
    text = line if isinstance(line, str) else json.dumps({"view": SPN, **line})
    with pytest.raises(BummerlError, match=sentence) as caught:
        read_request(text)
    assert len(str(caught.value)) < 400


def test_a_view_without_the_hand_of_its_owner_is_refused() -> None:
    with pytest.raises(BummerlError, match="does not show the whole hand of seat 0"):
        read_request(json.dumps({"view": SPN.replace("STQHQJDK/?4", "?5/?4")}))


@pytest.mark.parametrize("said", [{}, {"seat": 1}])
def test_a_view_of_the_seat_that_is_not_to_move_is_refused(said: dict[str, int]) -> None:
    text = "schnapsen SQJHAJDT/?5 H ?9+HT - 1: 0.0/0.0 - 7:7"
    with pytest.raises(BummerlError) as caught:
        read_request(json.dumps({"view": text, **said}))
    assert str(caught.value) == (
        "this is what seat 0 knows, but it is the turn of seat 1; give the view of seat 1"
    )


def test_a_whole_position_counts_as_the_view_of_the_seat_to_move() -> None:
    hidden = counted = 0
    for position, _ in views(7, 60):
        fields = json.loads(write_request(position.view(position.to_move)))
        for said in ({}, {name: fields[name] for name in ("moves", "first")}):
            read = read_request(json.dumps({"view": str(position), **said})).view
            other = 1 - position.to_move
            assert read.hands[position.to_move] == position.hands[position.to_move]
            if len(position.talon) <= 2:
                assert (read.hands, read.talon) == (position.hands, position.talon)
                counted += 1
            else:
                named = position.shown[other] if said else 0
                assert read.hands[other] & ~named == 0
                assert None in read.talon
                hidden += 1
    assert hidden > 100
    assert counted > 100


def test_an_answer_is_a_legal_token_and_anything_beside() -> None:
    view = answer()
    assert read_answer('{"move": "ST", "value": 1.5, "line": ["DJ"]}', view) == MOVES["ST"]
    assert read_answer(' {"move":"dk"} ', view) == MOVES["DK"]
    assert read_answer('{"move": "r"}', view) == MOVES["r"]
    for move in view.legal_moves():
        assert read_answer(write_answer(move), view) == move


@pytest.mark.parametrize(
    ("line", "kind", "sentence"),
    [
        ("", "not_json", "it answered '', which is no JSON object"),
        ("HA", "not_json", "it answered 'HA', which is no JSON object"),
        ('["HA"]', "not_json", "which is no JSON object"),
        ("{}", "no_move", 'which has no move; an answer looks like {"move": "HA"}'),
        ('{"error": "help"}', "no_move", "help"),
        ('{"move": 3}', "no_move", "which has no move"),
        ('{"move": "H1"}', "unknown_move", "it answered 'H1', which is no move"),
        ('{"move": "t"}', "unknown_move", "it answered 't', which is no move"),
        ('{"move": "SA"}', "illegal", "it answered SA, which is illegal: you do not hold"),
        ('{"move": "c"}', "illegal", "possible only when you lead"),
    ],
)
def test_an_offence_is_named(line: str, kind: str, sentence: str) -> None:
    with pytest.raises(OffenceError) as caught:
        read_answer(line, answer())
    assert caught.value.kind == kind
    assert sentence in str(caught.value)


def test_an_illegal_card_is_an_offence_even_where_it_would_be_a_renonce() -> None:
    view = read_request(
        json.dumps({"view": "soft CQJ/?1 H ?7+HA 1@0.0 1:CA 6.1/31.3 SQHTKQJDQJCT 7:7"})
    ).view
    assert read_answer('{"move": "CQ"}', view) == MOVES["CQ"]
    strict = "soft SACQ/?1 H ?7+HA 1@0.0 1:CA 6.1/31.3 SQHTKQJDQJCT 7:7"
    with pytest.raises(OffenceError, match="you must follow clubs"):
        read_answer('{"move": "SA"}', read_request(json.dumps({"view": strict})).view)

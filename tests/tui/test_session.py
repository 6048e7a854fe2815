"""A match at the terminal: kept after every change, taken up in mid-deal."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from bummerl.errors import FileError, IllegalMoveError, PlayerError
from bummerl.match.bummerl import Match
from bummerl.notation.sgn import load
from bummerl.players.registry import make_player
from bummerl.rules.moves import OUT, Move
from bummerl.rules.view import View
from bummerl.text import Text
from bummerl.tui.session import Session
from bummerl.words.wording import Wording
from tui.at_table import Simple, forward, make_session


def taken_up(path: Path) -> Session:
    return Session(
        Match.from_records(load(path)), make_player("greedy"), Wording(), path=path, pause=0
    )


def test_every_move_is_saved_and_any_moment_can_be_taken_up(tmp_path: Path) -> None:
    session = make_session(path=tmp_path / "match.sgn")
    session.save()
    for _ in range(30):
        again = taken_up(tmp_path / "match.sgn")
        assert again.match.score == session.match.score
        assert again.view == session.view
        assert again.course.entries[-1] == session.course.entries[-1]
        if session.match.deal_over:
            session.next_deal()
        else:
            session.play(session.hint() if session.my_turn else session.choose())


def test_course_is_the_same_after_taking_up_a_deal(tmp_path: Path) -> None:
    path = tmp_path / "match.sgn"
    session = forward(
        make_session(path=path), lambda s: s.match.deal_number == 2 and sum(s.view.tricks) == 3
    )
    assert taken_up(path).course.entries == session.course.entries


def test_folders_are_made_and_nothing_else_is_left_there(tmp_path: Path) -> None:
    path = tmp_path / "very" / "deep" / "match.sgn"
    session = make_session(path=path)
    session.save()
    session.save()
    assert os.listdir(path.parent) == ["match.sgn"]


def test_names_that_no_encoding_knows_do_not_stop_the_match(tmp_path: Path) -> None:
    session = make_session(path=tmp_path / "match.sgn")
    session.match.names = ("Anna\udcff", "Franz")
    session.save()
    assert load(tmp_path / "match.sgn")[0].players == ("Anna?", "Franz")


def test_match_goes_on_when_it_cannot_be_saved(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    session = make_session(path=tmp_path / "file" / "match.sgn")
    with pytest.raises(FileError):
        session.save()
    forward(session, lambda s: s.match.deal_number == 2)
    assert session.unsaved is not None
    assert "cannot save" in session.farewell().lower()


def test_incidents_are_told_once_and_not_while_a_deal_runs() -> None:
    class Noting(Simple):
        incidents = (Text("it holds {card}", card="HA"),)

    session = make_session(opponent=Noting())
    assert session.incidents() == []
    session.resign()
    assert session.incidents() == ["It holds HA."]
    assert session.incidents() == []


def test_illegal_card_is_refused_even_where_it_would_lose_the_deal() -> None:
    session = forward(
        make_session("soft"),
        lambda s: s.my_turn and bool(s.view.trick) and len(_illegal(s)) > 0,
    )
    before = session.match.position
    with pytest.raises(IllegalMoveError, match=r"you must follow|must trump"):
        session.play(_illegal(session)[0])
    assert session.match.position is before


def _illegal(session: Session) -> list[Move]:
    hand = session.view.hand
    return [c for c in range(24) if hand >> c & 1 and c not in session.view.legal_moves()]


def test_person_sees_only_the_table_view() -> None:
    session = forward(make_session("sharp"), lambda s: sum(s.view.tricks) == 3)
    assert session.view == session.match.position.view(0).table()
    assert session.view.points == (None, None)
    assert session.view.finished == ()


def test_resigning_and_giving_up_end_deal_and_match() -> None:
    session = make_session()
    session.resign()
    result = session.match.results[0].result
    assert result is not None
    assert (result.winner, result.points, result.reason) == (1, 3, "resigned")
    assert session.course.entries[-1].text == "You give up the deal."
    session.next_deal()
    session.give_up()
    assert session.match.over
    assert session.match.winner == 1


def test_farewell_tells_how_to_go_on(tmp_path: Path) -> None:
    assert make_session().farewell() == ""
    path = tmp_path / "my match.sgn"
    session = make_session(path=path)
    assert session.farewell() == (f"The match is saved. Go on with: bummerl play --resume '{path}'")
    session.give_up()
    assert session.farewell() == f"The record of the match is in {path}."


class Broken:
    """A player that is not up to it."""

    def choose(self, view: View) -> Move:
        raise ZeroDivisionError("division by zero")


def test_failure_of_a_player_is_told_as_one() -> None:
    session = make_session(opponent=Broken())
    with pytest.raises(PlayerError) as error:
        session.choose()
    assert str(error.value) == (
        "player Franz (seat 1) failed in deal 1: ZeroDivisionError: division by zero"
    )


class Fixed:
    """A player that always answers the same."""

    def __init__(self, answer: object) -> None:
        self.answer = answer

    def choose(self, view: View) -> Move:
        return self.answer  # type: ignore[return-value]


@pytest.mark.parametrize("answer", ["SA", None, 3.0, 99, True, 28])
def test_an_answer_that_cannot_be_is_told_of_opponent_and_adviser(answer: object) -> None:
    session = make_session("pagat", opponent=Fixed(answer))
    session.adviser = Fixed(answer)
    while session.my_turn:
        session.play(session.view.legal_moves()[0])
    with pytest.raises(PlayerError, match=r"player Franz .* is not possible"):
        session.choose()
    forward(session, lambda s: s.my_turn and bool(s.view.trick))
    with pytest.raises(PlayerError, match=r"player Fixed .* is not possible"):
        session.hint()


@pytest.mark.rule("PLAY-7")
def test_a_renonce_of_the_opponent_costs_it_the_deal() -> None:
    session = make_session("soft", opponent=make_player("random(illegal=1)", seed=1))
    while not session.match.deal_over:
        session.play(session.hint() if session.my_turn else session.choose())
    result = session.match.results[-1].result
    assert result is not None
    assert (result.winner, result.points, result.reason) == (0, 3, "renonce")


@pytest.mark.rule("PLAY-8", "PLAY-9")
@pytest.mark.parametrize("player", ["greedy", "random"])
@pytest.mark.parametrize(
    "rules", ["tournament", "sharp", "tavern", "soft", "66(points_visible=false)"]
)
def test_a_hint_knows_only_what_the_person_may(rules: str, player: str) -> None:
    """It is a legal move at every moment of some deals, and never goes out on hidden points."""
    session = make_session(rules, opponent=make_player("greedy"))
    session.adviser = make_player(player, seed=1)
    asked = called = 0
    while session.match.deal_number <= 12 and not session.match.over:
        if session.match.deal_over:
            session.next_deal()
        elif session.my_turn:
            view = session.view
            hint = session.hint()
            assert hint in view.legal_moves()
            asked, called = asked + 1, called + (hint == OUT)
            if hint == OUT:
                assert view.points[0] is not None
                assert view.points[0] >= 66
            session.play(Simple().choose(session.match.position.view(0)))
        else:
            session.play(session.choose())
    assert asked > 15
    assert (called > 0) == session.match.rules.points_visible


def test_the_adviser_gets_the_table_view() -> None:
    session = forward(make_session("sharp"), lambda s: s.my_turn and sum(s.view.tricks) == 3)

    class Curious:
        seen: View | None = None

        def choose(self, view: View) -> Move:
            self.seen = view
            return view.legal_moves()[0]

    session.adviser = adviser = Curious()
    session.hint()
    assert adviser.seen == session.match.position.view(0).table()

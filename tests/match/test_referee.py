"""The referee asks whose turn it is, tells observers, and names a player who breaks off."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from bummerl.cards import cards_of
from bummerl.errors import MatchError, PlayerError
from bummerl.match.bummerl import Match
from bummerl.match.referee import Observer, ask, play_deal, play_game, play_match
from bummerl.players.random_player import RandomPlayer
from bummerl.rules.legal import is_renonce
from bummerl.rules.moves import DRAW, RESIGN, Move, Played, Seat
from bummerl.rules.variants import PRESETS
from bummerl.rules.view import View


class Scripted:
    """Answers whatever a function makes of the view."""

    def __init__(self, answer: Callable[[View], Any]) -> None:
        self.answer = answer
        self.views: list[View] = []

    def choose(self, view: View) -> Move:
        self.views.append(view)
        return self.answer(view)  # type: ignore[no-any-return]


class Notebook(Observer):
    def __init__(self) -> None:
        self.notes: list[tuple[object, ...]] = []

    def on_deal(self, match: Match) -> None:
        self.notes.append(("deal", match.deal_number, match.position is match.start))

    def on_move(self, match: Match, seat: Seat, move: Move) -> None:
        assert match.position.history[-1] == (seat, move)
        self.notes.append(("move", seat, move))

    def on_result(self, match: Match) -> None:
        self.notes.append(("result", match.results[-1].result))


def first_legal() -> Scripted:
    return Scripted(lambda view: view.legal_moves()[0])


def new_match(preset: str = "soft", **options: int | str) -> Match:
    return Match(PRESETS[preset].with_(**options), ("Anna", "Bert"), seed=5)


def random_players() -> list[RandomPlayer]:
    return [RandomPlayer(seed=1), RandomPlayer(seed=2)]


def test_each_player_is_asked_with_the_view_of_his_seat_when_it_is_his_turn() -> None:
    players = [first_legal(), first_legal()]
    match = new_match()
    final = play_deal(match, players)
    assert final is match.position
    assert final.over
    for seat, player in enumerate(players):
        assert [len(view.history) for view in player.views] == [
            index for index, played in enumerate(final.history) if played.seat == seat
        ]
        assert all(view.seat == view.to_move == seat for view in player.views)
    position = match.start
    for played in final.history:
        view = players[played.seat].views.pop(0)
        assert view == position.view(played.seat)
        position = position.apply(played)


def test_observers_hear_of_everything_in_order() -> None:
    match = new_match()
    books = [Notebook(), Notebook()]
    play_game(match, random_players(), books)
    expected: list[tuple[object, ...]] = []
    for deal in match.results:
        expected.append(("deal", deal.deal_number, True))
        expected += [("move", played.seat, played.move) for played in deal.position.history]
        expected.append(("result", deal.result))
    assert books[0].notes == books[1].notes == expected


@pytest.mark.rule("SCORE-1")
def test_a_game_ends_with_its_last_deal() -> None:
    match = new_match(match=3)
    play_game(match, random_players())
    assert match.game_over
    assert [deal.game_over for deal in match.results] == [False] * (len(match.results) - 1) + [True]
    play_game(match, random_players())
    assert match.game == 2
    assert match.game_over


@pytest.mark.rule("SCORE-3")
def test_a_match_is_played_to_its_end_from_wherever_it_stands() -> None:
    match = new_match(match=3)
    match.play(match.position.legal_moves()[0])
    assert play_match(match, random_players()) == match.winner
    assert match.over
    with pytest.raises(MatchError, match="the match is over"):
        play_game(match, random_players())


def test_the_referee_plays_what_bare_rules_play() -> None:
    match = new_match("66")
    play_match(match, random_players())
    players = random_players()
    for deal in match.results:
        position = deal.start
        while not position.over:
            seat = position.to_move
            position = position.play(players[seat].choose(position.view(seat)))
        assert position == deal.position


@pytest.mark.rule("PLAY-7")
def test_a_forbidden_card_is_a_renonce_where_the_rules_have_it() -> None:
    def cheat(view: View) -> Move:
        wrong = [card for card in cards_of(view.hand) if is_renonce(view, card)]
        return wrong[0] if wrong else view.legal_moves()[0]

    match = new_match("pagat", illegal_card="lose_three")
    reasons = set()
    for _ in range(4):
        if match.deal_over:
            match.next_deal()
        result = play_deal(match, [Scripted(cheat), first_legal()]).result
        assert result is not None
        reasons.add(result.reason)
        if result.reason == "renonce":
            assert (result.winner, result.points) == (1, 3)
    assert "renonce" in reasons


@pytest.mark.rule("PLAY-7")
def test_elsewhere_it_names_player_seat_answer_and_reason() -> None:
    match = new_match("pagat")
    players = [first_legal(), first_legal()]
    seat = match.position.to_move
    foreign = cards_of(match.position.hands[1 - seat])[0]
    players[seat] = Scripted(lambda view: foreign)
    before = match.position
    with pytest.raises(PlayerError) as caught:
        play_deal(match, players)
    name = ("Anna", "Bert")[seat]
    assert str(caught.value).startswith(f"player {name} (seat {seat}) answered ")
    assert "in deal 1, which is not possible: you do not hold the" in str(caught.value)
    assert match.position is before
    players[seat] = Scripted(lambda view: DRAW)
    with pytest.raises(PlayerError, match=r"answered d in deal 1.*there is nothing to draw now"):
        play_deal(match, players)
    play_deal(match, [first_legal(), first_legal()])
    assert match.deal_over


class Whole:
    """A whole number that is no int, as numpy has them."""

    def __init__(self, value: int) -> None:
        self.value = value

    def __index__(self) -> int:
        return self.value

    def __repr__(self) -> str:
        return f"Whole({self.value})"


def test_whole_numbers_of_other_kinds_become_plain_ones() -> None:
    match = new_match()
    play_match(match, [Scripted(lambda view: Whole(view.legal_moves()[0]))] * 2)
    moves = [played.move for deal in match.results for played in deal.position.history]
    assert {type(move) for move in moves} == {int}
    view = match.start.view(match.start.to_move)
    assert type(ask(Scripted(lambda _: Whole(view.legal_moves()[0])), view, "Anna", 1)) is int


def test_a_long_answer_is_shortened_to_one_line() -> None:
    with pytest.raises(PlayerError) as caught:
        play_deal(new_match(), [Scripted(lambda view: ["one\ntwo"] * 999)] * 2)
    assert len(str(caught.value)) < 250
    assert "\n" not in str(caught.value)


def test_a_player_that_ends_the_program_has_failed() -> None:
    def leave(view: View) -> Move:
        raise SystemExit(3)

    with pytest.raises(PlayerError, match="failed in deal 1: SystemExit: 3"):
        play_deal(new_match(), [Scripted(leave)] * 2)


@pytest.mark.parametrize(
    "answer", [None, True, "SK", 3.0, -1, 34, 10**9, (3,), Whole(-1), Whole(34)]
)
def test_what_is_no_move_at_all_is_refused(answer: object) -> None:
    players = [Scripted(lambda view: answer)] * 2
    with pytest.raises(PlayerError) as caught:
        play_deal(new_match(), players)
    assert f"answered {answer!r} in deal 1" in str(caught.value)
    assert "a move is a whole number from 0 to 33" in str(caught.value)


def test_an_exception_of_a_player_names_him() -> None:
    def fail(view: View) -> Move:
        raise KeyError("lost\nmy notes")

    match = new_match()
    players = [Scripted(fail)] * 2
    seat = match.position.to_move
    with pytest.raises(PlayerError) as caught:
        play_match(match, players)
    name = match.names[seat]
    assert str(caught.value) == (
        f"player {name} (seat {seat}) failed in deal 1: KeyError: 'lost\\nmy notes'"
    )
    assert isinstance(caught.value.__cause__, KeyError)


def test_an_error_with_a_text_keeps_it() -> None:
    def fail(view: View) -> Move:
        raise PlayerError("out of {what}", what="paper")

    with pytest.raises(PlayerError, match=r"failed in deal 1: out of paper$"):
        play_deal(new_match(), [Scripted(fail)] * 2)


@pytest.mark.rule("SCORE-5")
def test_a_player_may_resign() -> None:
    match = new_match()
    final = play_deal(match, [Scripted(lambda view: RESIGN)] * 2)
    assert final.history == (Played(final.to_move, RESIGN),)
    assert final.result == (1 - final.to_move, 3, "resigned")

"""Results, penalties, corrections and their limits, withdrawals, boards (TOUR-5, 7, 10, 11)."""

from __future__ import annotations

import msgspec
import pytest

from bummerl.errors import TournamentError
from bummerl.tournament.desk import (
    board,
    bring_back,
    cards_left,
    clear,
    correct,
    delay,
    result,
    withdraw,
)
from bummerl.tournament.drawing import draw
from bummerl.tournament.events import Drawn, PrizeList
from bummerl.tournament.sale import change
from bummerl.tournament.state import Tournament
from bummerl.tournament.story import story
from tournament.hall import AT, do, drawn, named, settings, sold, win


def hall(*counts: int, **more: object) -> Tournament:
    """Eight cards, drawn 1-2, 3-4, 5-6, 7-8."""
    t = sold(8, named(*(counts or [1] * 8)), **more)
    do(t, [Drawn(at=0, size=8, left=(1, 3, 5, 7), right=(2, 4, 6, 8))])
    return t


def told(t: Tournament) -> list[str]:
    return [str(entry.text) for entry in story(t)]


# ---- results -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "score", "fine"),
    [
        ("tournament", (2, 0), True),
        ("tournament", (2, 1), True),
        ("tournament", (3, 0), False),  # Schneider counts one Bummerl here
        ("sharp", (3, 1), True),  # and two there
        ("sharp", (4, 0), False),
        ("tournament", (1, 2), False),
        ("tournament", (2, 2), False),
        ("tournament", (1, 0), False),
        ("tournament(match=3)", (2, 1), False),
        ("tournament(match=3)", (3, 2), True),
    ],
)
@pytest.mark.rule("TOUR-10")
def test_scores_fit_the_rules(rules: str, score: tuple[int, int], fine: bool) -> None:
    t = hall(rules=rules)
    if fine:
        outcome = win(t, "1-1", 1, score=score).knockout[0].matches[0].outcome
        assert outcome is not None
        assert outcome.score == score
        return
    with pytest.raises(TournamentError, match=r"the score .* cannot be: the winner comes first"):
        result(t, "1-1", 1, AT, score=score)


def test_results_that_cannot_be() -> None:
    t = win(hall(), "1-1", 1)
    for match, winner, reason in (
        ("1-1", 1, "has a result: card 1 has won; correct it"),
        ("1-2", 1, "card 1 does not play in match 1-2: there 3 meets 4"),
        ("9-9", 1, r"there is no match '9-9'; open are: 1-2, 1-3, 1-4"),
    ):
        with pytest.raises(TournamentError, match=reason):
            result(t, match, winner, AT)


def test_penalties_and_forfeits_keep_their_reason() -> None:
    t = hall()
    win(t, "1-1", 1, how="penalty", offence="renonce", reason="hearts kept back")
    win(t, "1-2", 3, how="forfeit", reason="not there at 19:30")
    win(t, "1-3", 5, how="penalty", offence="late", score=(2, 1))
    with pytest.raises(TournamentError, match="say what the penalty is for"):
        result(t, "1-4", 7, AT, how="penalty")
    assert told(t)[-3:] == [
        "match 1-1: 1 P1 Q1 beats 2 P2 Q2 by penalty (renonce) – hearts kept back",
        "match 1-2: 3 P3 Q3 beats 4 P4 Q4 by forfeit – not there at 19:30",
        "match 1-3: 5 P5 Q5 beats 6 P6 Q6 by penalty (late)",
    ]


# ---- corrections ---------------------------------------------------------------------------


@pytest.mark.rule("TOUR-11")
def test_results_can_be_corrected_until_the_next_draw() -> None:
    t = hall()
    with pytest.raises(TournamentError, match="has no result yet"):
        correct(t, "1-1", 1, AT)
    for match, winner in zip(("1-1", "1-2", "1-3", "1-4"), (1, 3, 5, 7), strict=True):
        win(t, match, winner, score=(2, 0))
    do(t, correct(t, "1-1", 2, AT, score=(2, 1), reason="slip read wrongly"))
    assert t.alive() == (2, 3, 5, 7)
    assert told(t)[-1] == (
        "corrected: match 1-1: 2 P2 Q2 beats 1 P1 Q1 2:1 – slip read wrongly; "
        "before: match 1-1: 1 P1 Q1 beats 2 P2 Q2 2:0"
    )
    do(t, clear(t, "1-2", AT, "wrong match"))
    with pytest.raises(TournamentError, match="not finished; results are missing for: 1-2"):
        draw(t, "w", AT)
    win(t, "1-2", 4)
    drawn(t)
    for attempt in (correct, result):
        with pytest.raises(TournamentError, match="cannot be changed any more"):
            attempt(t, "1-1", 1, AT)
    with pytest.raises(TournamentError, match="cannot be changed any more"):
        clear(t, "1-1", AT)
    assert Tournament.replay(t.history) == t


def test_a_match_for_places_is_fixed_once_another_followed_from_it() -> None:
    t = hall()
    for match, winner in zip(("1-1", "1-2", "1-3", "1-4"), (1, 3, 5, 7), strict=True):
        win(t, match, winner)
    drawn(t)
    first, second = t.place_matches["p5a"], t.place_matches["p5b"]
    win(win(t, "p5a", first.a), "p5b", second.a)
    do(t, correct(t, "p5a", first.b, AT))
    assert first.b in t.place_matches["p5"].cards
    assert first.a in t.place_matches["p7"].cards
    win(t, "p7", first.a)
    with pytest.raises(TournamentError, match="match p7 followed from p5a and has a result"):
        correct(t, "p5a", first.a, AT)
    do(t, clear(t, "p7", AT))
    do(t, correct(t, "p5a", first.a, AT))
    assert first.b in t.place_matches["p7"].cards
    # also while the final is played
    win(win(t, "2-1", t.knockout[1].matches[0].a), "2-2", t.knockout[1].matches[1].a)
    drawn(t)
    do(t, correct(t, "p5a", first.b, AT))
    assert first.a in t.place_matches["p7"].cards


@pytest.mark.rule("TOUR-10")
def test_the_announcement_is_fixed_once_drawn() -> None:
    t = hall()
    for changed in (
        {"rules": "sharp"},
        {"rules": "tournament(match=3)"},
        {"prizes": 3},
        {"price": 5},
        {"lists": (PrizeList("women", 1),)},
        {"cards": 16},
        {"one_prize_each": True},
    ):
        with pytest.raises(TournamentError, match="fixed since the draw"):
            change(t, msgspec.structs.replace(t.settings, **changed), AT)
    do(t, change(t, msgspec.structs.replace(t.settings, boards=3, prize_names=("Ham",)), AT))
    assert t.settings.boards == 3
    assert change(t, t.settings, AT) == ()


def test_before_the_draw_all_can_change_but_not_below_what_is_sold() -> None:
    t = sold(16, named(4, 4, 4))
    do(t, change(t, settings(32, rules="sharp"), AT))
    assert t.settings.cards == 32
    with pytest.raises(TournamentError, match="cards up to number 12 are sold: 8 cannot"):
        change(t, settings(8), AT)


# ---- withdrawals ---------------------------------------------------------------------------


def test_whoever_meets_withdrawn_cards_moves_on() -> None:
    t = hall()
    do(t, withdraw(t, [2], AT, "ill"))
    outcome = t.knockout[0].matches[0].outcome
    assert outcome is not None
    assert (outcome.winner, outcome.how) == (1, "withdrawn")
    assert t.alive() == (1, 3, 4, 5, 6, 7, 8)
    with pytest.raises(TournamentError, match="was decided without play: card 1 moves on"):
        result(t, "1-1", 1, AT)
    with pytest.raises(TournamentError, match="card 2 is out already"):
        withdraw(t, [2], AT)
    assert told(t)[-1] == "withdrawn: 2 – ill"


def test_withdrawn_cards_that_have_won_lose_the_next_round() -> None:
    t = hall()
    for match, winner in zip(("1-1", "1-2", "1-3", "1-4"), (1, 3, 5, 7), strict=True):
        win(t, match, winner)
    do(t, withdraw(t, [3, 5], AT))
    assert t.alive() == (1, 3, 5, 7)
    do(t, [Drawn(at=0, size=4, left=(1, 3), right=(7, 5))])
    both = t.knockout[1].matches[1].outcome
    assert both is not None  # one of two withdrawn cards has to go on
    assert (both.winner, both.how) == (3, "withdrawn")
    do(t, bring_back(t, [5], AT))
    again = t.knockout[1].matches[1].outcome
    assert again is not None
    assert again.winner == 5


def test_withdrawing_can_be_taken_back_until_the_next_draw() -> None:
    t = hall()
    do(t, withdraw(t, [2], AT))
    do(t, bring_back(t, [2], AT))
    assert t.match_state(t.knockout[0].matches[0]) == "playing"
    with pytest.raises(TournamentError, match="card 2 was not withdrawn"):
        bring_back(t, [2], AT)
    do(t, withdraw(t, [2], AT))
    for match, winner in zip(("1-2", "1-3", "1-4"), (3, 5, 7), strict=True):
        win(t, match, winner)
    drawn(t)
    # card 2 plays for places 5 to 8 now: there it can still come back
    assert any(2 in match.cards for match in t.place_matches.values())
    do(t, bring_back(t, [2], AT))
    small = hall(prizes=4)
    do(small, withdraw(small, [2], AT))
    for match, winner in zip(("1-2", "1-3", "1-4"), (3, 5, 7), strict=True):
        win(small, match, winner)
    drawn(small)
    with pytest.raises(TournamentError, match="cannot come back: it was beaten"):
        bring_back(small, [2], AT)


def test_an_entered_result_stands_when_somebody_leaves_later() -> None:
    t = win(hall(), "1-1", 1, score=(2, 0))
    do(t, withdraw(t, [1], AT))
    outcome = t.knockout[0].matches[0].outcome
    assert outcome is not None
    assert (outcome.winner, outcome.how) == (1, "played")


@pytest.mark.rule("TOUR-6")
def test_of_two_cards_of_one_person_one_is_given_up() -> None:
    t = sold(8, named(2, 2, 2, 2))
    do(t, [Drawn(at=0, size=8, left=(1, 3, 5, 7), right=(2, 8, 4, 6))])
    outcome = t.knockout[0].matches[0].outcome
    assert outcome is not None
    assert (outcome.winner, outcome.loser, outcome.how) == (1, 2, "self")
    do(t, withdraw(t, [1], AT))
    other = t.knockout[0].matches[0].outcome
    assert other is not None
    assert other.winner == 2  # who gives up one card does not go on with the withdrawn one


def test_leaving_before_the_draw_is_giving_cards_back() -> None:
    t = sold(8, named(2, 2, 2, 2))
    with pytest.raises(TournamentError, match="undo the sale of the card instead"):
        withdraw(t, [1], AT)
    drawn(t)
    person = t.entries.find("P1 Q1")
    do(t, withdraw(t, cards_left(t, person), AT))
    with pytest.raises(TournamentError, match="P1 Q1 has no card left"):
        cards_left(t, person)


# ---- boards --------------------------------------------------------------------------------


@pytest.mark.rule("TOUR-5")
def test_a_person_plays_one_match_after_the_other() -> None:
    t = sold(8, named(4, 1, 1, 1, 1))
    do(t, [Drawn(at=0, size=8, left=(1, 2, 3, 4), right=(5, 6, 7, 8))])
    states = [t.match_state(match) for match in t.matches()]
    assert states == ["playing", "waiting", "waiting", "waiting"]
    win(t, "1-1", 5)
    assert [t.match_state(m) for m in t.matches()] == ["done", "playing", "waiting", "waiting"]


def test_too_few_boards() -> None:
    t = hall(boards=2)
    assert [t.match_state(m) for m in t.matches()] == ["playing", "playing", "ready", "ready"]
    assert [m.board for m in t.matches()] == [1, 2, None, None]
    win(t, "1-1", 1)
    assert [m.board for m in t.matches()] == [None, 2, 1, None]
    # what sits at a board stays there when boards come, and leaves those that go
    do(t, change(t, msgspec.structs.replace(t.settings, boards=3), AT))
    assert [m.board for m in t.matches()] == [None, 2, 1, 3]
    do(t, change(t, msgspec.structs.replace(t.settings, boards=1), AT))
    assert [m.board for m in t.matches()] == [None, None, 1, None]


def test_boards_by_hand_and_matches_put_off() -> None:
    t = sold(8, named(2, 2, 1, 1, 1, 1), boards=2)
    do(t, [Drawn(at=0, size=8, left=(1, 2, 5, 7), right=(3, 4, 6, 8))])
    assert {m.id: m.board for m in t.matches()} == {"1-1": 1, "1-2": None, "1-3": 2, "1-4": None}
    do(t, board(t, "1-2", 2, AT))  # its persons leave 1-1, and 1-3 makes way
    boards = {m.id: m.board for m in t.matches()}
    assert boards["1-2"] == 2
    assert boards["1-1"] is None
    assert sorted(filter(None, boards.values())) == [1, 2]
    do(t, delay(t, "1-2", AT))
    assert t.match_state(t.knockout[0].matches[1]) == "waiting"
    assert t.knockout[0].matches[1].board is None
    assert delay(t, "1-2", AT) == ()
    do(t, delay(t, "1-2", AT, False))
    with pytest.raises(TournamentError, match="there is no board 3; the boards are 1 to 2"):
        board(t, "1-4", 3, AT)
    win(t, "1-4", 7)
    with pytest.raises(TournamentError, match="match 1-4 is over"):
        board(t, "1-4", 1, AT)


def test_a_result_taken_back_waits_for_its_persons() -> None:
    t = sold(8, named(4, 1, 1, 1, 1))
    do(t, [Drawn(at=0, size=8, left=(1, 2, 3, 4), right=(5, 6, 7, 8))])
    win(t, "1-1", 1)
    do(t, clear(t, "1-1", AT))
    assert [t.match_state(m) for m in t.matches()] == ["waiting", "playing", "waiting", "waiting"]

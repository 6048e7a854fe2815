"""A match as a state machine: dealer, score, Bummerls, what it allows when."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bummerl.cards import rank
from bummerl.errors import IllegalMoveError, MatchError
from bummerl.match.bummerl import Match
from bummerl.rules.dealing import deal, shuffled
from bummerl.rules.moves import DRAW, RESIGN
from bummerl.rules.score import Score
from bummerl.rules.variants import PRESETS
from support import position as read_position
from support import random_move, random_rules

NAMES = ("Anna", "Bert")


def new_match(rules: str = "soft", seed: int | str = 1, **options: int | bool) -> Match:
    return Match(PRESETS[rules].with_(**options), NAMES, seed=seed)


def resign_deals(match: Match, seats: str) -> None:
    """Each seat of `seats` in turn resigns a fresh deal, which costs three game points."""
    for seat in seats:
        if match.deal_over:
            match.next_deal()
        match.resign(int(seat))


def drawn_deal(match: Match) -> None:
    """Plays a deal that ends 65:65 in place of the match's own."""
    match.position = read_position("sixtysix SA/SJ H - - 0: 42.6/65.5", needed=match.score.needed)
    for move in (5, 1):  # seat 0 takes ace, jack and ten with the last trick
        match.play(move)
    assert match.position.result is not None
    assert match.position.result.reason == "drawn"


@pytest.mark.rule("DEAL-1")
@pytest.mark.parametrize("seed", range(12))
def test_higher_rank_deals_first_and_equal_ranks_draw_again(seed: int) -> None:
    match = new_match(seed=seed)
    *ties, decisive = match.draw_rounds
    assert all(rank(first) == rank(second) for first, second in ties)
    assert rank(decisive[match.dealer]) > rank(decisive[1 - match.dealer])
    assert match.position.forehand == match.position.to_move == 1 - match.dealer


@pytest.mark.rule("DEAL-1")
def test_dealer_alternates_across_games_and_drawn_deals() -> None:
    match = new_match("sixtysix", schneider_bummerls=1)
    resign_deals(match, "1")
    match.next_deal()
    drawn_deal(match)
    resign_deals(match, "1")
    assert match.game_over
    match.next_deal()
    first = match.results[0].dealer
    assert [finished.dealer for finished in match.results] == [first, 1 - first, first]
    assert (match.game, match.deal_number, match.dealer) == (2, 4, 1 - first)


@pytest.mark.rule("DEAL-1")
def test_a_named_dealer_needs_no_drawing() -> None:
    for seat in (0, 1):
        match = Match(PRESETS["soft"], NAMES, seed=1, dealer=seat)
        assert (match.dealer, match.draw_rounds) == (seat, ())


@pytest.mark.rule("DEAL-5")
def test_packs_follow_from_the_seed_alone() -> None:
    match = new_match(seed="winter")
    resign_deals(match, "01")
    for finished in match.results:
        pack = shuffled(20, f"winter/{finished.deal_number}")
        assert finished.start == deal(pack, finished.dealer, match.rules, finished.score)
    assert Match(PRESETS["soft"], NAMES, seed="7").start == new_match(seed=7).start


@pytest.mark.rule("SCORE-1")
def test_game_points_count_down_from_seven() -> None:
    match = new_match()
    assert match.score == Score((7, 7)) == match.score_after
    resign_deals(match, "10")
    assert match.score == Score((4, 7))
    assert match.score_after == Score((4, 4))
    assert match.position.score == Score((4, 7))
    match.next_deal()
    assert match.score == match.score_after == match.position.score == Score((4, 4))
    assert not match.game_over
    assert match.game_winner is None


@pytest.mark.rule("SCORE-1")
def test_first_at_zero_or_below_wins_the_game() -> None:
    match = new_match(match=3)
    resign_deals(match, "1011")
    assert match.score == Score((1, 4))
    assert match.game_over
    assert match.game_winner == 0
    assert match.score_after == Score((7, 7), (1, 0))
    assert match.game == 1
    match.next_deal()
    assert match.game == 2
    assert not match.game_over


@pytest.mark.rule("SCORE-2")
@pytest.mark.parametrize("bummerls", [1, 2])
def test_loser_still_at_seven_is_schneider(bummerls: int) -> None:
    match = new_match(match=5, schneider_bummerls=bummerls)
    resign_deals(match, "000")
    assert match.score_after == Score((7, 7), (0, bummerls))
    resign_deals(match, "0100")
    assert match.score_after == Score((7, 7), (0, bummerls + 1))


@pytest.mark.rule("SCORE-3")
@pytest.mark.parametrize("needed", [1, 2, 3])
def test_match_is_won_by_hanging_enough_bummerls(needed: int) -> None:
    match = new_match(match=needed, schneider_bummerls=1)
    for won in range(1, needed + 1):
        assert not match.over
        assert match.winner is None
        resign_deals(match, "111")
        assert match.score_after.bummerls == (won, 0)
    assert match.over
    assert match.winner == 0
    assert match.game == needed
    with pytest.raises(MatchError, match="the match is over: Anna has won it"):
        match.next_deal()
    with pytest.raises(MatchError, match="the match is over"):
        match.play(0)
    with pytest.raises(MatchError, match="the match is over"):
        match.forfeit(0, match=True)


@pytest.mark.rule("LAST-3")
@pytest.mark.parametrize(("carries", "needed"), [(True, 2), (False, 4)])
def test_drawn_deals_make_the_next_one_worth_more(carries: bool, needed: int) -> None:
    match = new_match("sixtysix", drawn_deal_carries=carries)
    drawn_deal(match)
    match.next_deal()
    assert match.score.carry == carries
    drawn_deal(match)
    match.next_deal()
    assert match.score.carry == 2 * carries
    resign_deals(match, "1")
    result = match.position.result
    assert result is not None
    assert result.points == 3
    assert match.score_after == Score((needed, 7))


@pytest.mark.rule("SCORE-4")
def test_deals_and_games_are_numbered_with_dealer_and_result() -> None:
    match = new_match(match=9)
    resign_deals(match, "1110")
    match.next_deal()
    match.lose_on_time(1)
    first = match.results[0].dealer
    assert [(r.deal_number, r.game, r.dealer) for r in match.results] == [
        (number, 1 if number < 4 else 2, (first + number - 1) % 2) for number in range(1, 6)
    ]
    reasons = [r.result.reason for r in match.results if r.result]
    assert reasons == ["resigned"] * 4 + ["time"]
    assert [r.game_over for r in match.results] == [False, False, True, False, False]
    for earlier, later in zip(match.results, match.results[1:], strict=False):
        assert earlier.score_after == later.score


@pytest.mark.rule("SCORE-5")
@pytest.mark.parametrize("seat", [0, 1])
def test_either_seat_may_resign_or_lose_on_time_at_any_moment(seat: int) -> None:
    match = new_match()
    match.play(match.position.legal_moves()[0])
    position = match.resign(seat)
    assert position.result == (1 - seat, 3, "resigned")
    match.next_deal()
    assert match.lose_on_time(seat).result == (1 - seat, 3, "time")
    match.next_deal()
    mover = match.position.to_move
    assert match.play(RESIGN).result == (1 - mover, 3, "resigned")


@pytest.mark.rule("SCORE-5")
def test_a_flag_costs_the_deal_and_then_the_bummerl() -> None:
    match = new_match(match=2)
    match.lose_on_time(0)
    match.forfeit(0)
    assert match.score_after == Score((7, 7), (0, 1))
    (finished,) = match.results
    assert finished.result == (1, 3, "time")
    assert finished.forfeit == (0, False)
    assert finished.game_over
    assert match.game_winner == 1
    assert not match.over


@pytest.mark.rule("SCORE-4")
def test_forfeiting_a_bummerl_cuts_the_running_deal_short() -> None:
    match = new_match(match=2)
    resign_deals(match, "1")
    match.next_deal()
    match.play(match.position.legal_moves()[0])
    match.forfeit(1)
    assert match.deal_over
    assert match.position.result is None
    assert match.results[-1].result is None
    assert match.score_after == Score((7, 7), (1, 0))
    with pytest.raises(MatchError, match="deal 2 is over: start the next one"):
        match.play(0)
    with pytest.raises(MatchError, match="Bummerl 1 is over"):
        match.forfeit(1)
    dealer = match.dealer
    match.next_deal()
    assert (match.game, match.deal_number, match.dealer) == (2, 3, 1 - dealer)
    match.forfeit(1)
    assert match.over
    assert match.winner == 0


@pytest.mark.rule("SCORE-4")
def test_forfeiting_the_match_ends_it() -> None:
    match = new_match(match=3)
    match.forfeit(0, match=True)
    assert match.over
    assert match.winner == match.game_winner == 1
    assert match.score_after.bummerls == (0, 1)

    between = new_match(match=3, schneider_bummerls=1)
    resign_deals(between, "000")
    between.forfeit(1, match=True)
    assert between.winner == 0
    assert between.score_after.bummerls == (0, 1)
    assert len(between.results) == 3


def test_what_the_state_does_not_allow_is_refused() -> None:
    match = new_match()
    with pytest.raises(MatchError, match="deal 1 is still running"):
        match.next_deal()
    before = match.position
    with pytest.raises(IllegalMoveError, match="nothing to draw"):
        match.play(DRAW)
    assert match.position is before
    match.resign(0)
    for act in (match.resign, match.lose_on_time, match.play):
        with pytest.raises(MatchError, match="deal 1 is over"):
            act(0)
    with pytest.raises(MatchError, match="two names, but got 3"):
        Match(PRESETS["soft"], ["a", "b", "c"], seed=1)


@given(st.integers(0, 2**32))
def test_any_course_of_a_match_keeps_its_numbers_straight(seed: int) -> None:
    rng = random.Random(seed)
    match = Match(random_rules(rng), NAMES, seed=seed)
    while not match.over and match.deal_number < 12:
        if match.deal_over:
            match.next_deal()
        while not match.deal_over:
            match.play(random_move(rng, match.position))
    score = Score()
    for number, finished in enumerate(match.results, 1):
        assert finished.result is not None
        assert (finished.deal_number, finished.score) == (number, score)
        assert finished.dealer == (match.results[0].dealer + number - 1) % 2
        assert finished.position.forehand == 1 - finished.dealer
        score = score.after(finished.result, match.rules)
        assert finished.score_after == score
    assert match.winner == score.match_winner(match.rules)
    assert sum(r.game_over for r in match.results) == match.game - (not match.game_over)


def test_moves_of_a_running_deal_can_be_taken_back() -> None:
    match, rng = new_match(seed=4), random.Random(4)
    reached = [match.position]
    while len(reached) < 9:
        reached.append(match.play(random_move(rng, match.position)))
    assert not match.deal_over
    for moves in (8, 5, 5, 0):
        assert match.take_back(moves) == match.position == reached[moves]
    for moves in (-1, 1):
        with pytest.raises(MatchError, match="only 0 moves have been made"):
            match.take_back(moves)
    match.resign(0)
    with pytest.raises(MatchError, match="deal 1 is over"):
        match.take_back(0)

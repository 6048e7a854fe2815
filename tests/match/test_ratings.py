"""Ratings: Glickman's worked example, fractions of periods, and what must hold for anybody."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bummerl.match.ratings import (
    LEAST_DEVIATION,
    MOST_DEVIATION,
    PERIOD,
    PROVISIONAL,
    Game,
    Rating,
    after_bummerl,
    family_of,
    rated,
)
from bummerl.rules.variants import PRESETS, parse_rules

ratings = st.builds(
    Rating,
    st.floats(0, 3000),
    st.floats(LEAST_DEVIATION, MOST_DEVIATION),
    st.floats(0.03, 0.1),
    st.integers(0, 1000),
    st.one_of(st.none(), st.floats(0, 1e8)),
)
lengths = st.floats(0, 1)


def test_the_example_of_the_paper() -> None:
    """Glickman, Example of the Glicko-2 system, pages 4 and 5.

    The paper rounds on its way, hence 1464.06 and 0.05999 for 1464.0507 and 0.059996.
    """
    games = [
        Game(Rating(1400, 30), 1),
        Game(Rating(1550, 100), 0),
        Game(Rating(1700, 300), 0),
    ]
    new = rated(Rating(1500, 200, 0.06), games)
    assert new.value == pytest.approx(1464.06, abs=0.01)
    assert new.deviation == pytest.approx(151.52, abs=0.01)
    assert new.volatility == pytest.approx(0.05999, abs=1e-5)


def test_who_does_not_play_is_known_less() -> None:
    """Step 6 for a period without games: only the deviation grows, by the volatility."""
    new = rated(Rating(1500, 200, 0.06), [])
    assert new.value == 1500
    assert new.volatility == 0.06
    assert new.deviation == pytest.approx(math.sqrt(200**2 + (0.06 * 173.7178) ** 2))


@given(ratings, st.floats(0, 5), st.floats(0, 5))
def test_parts_of_an_idle_time_add_up(rating: Rating, first: float, second: float) -> None:
    whole = rated(rating, [], first + second)
    parts = rated(rated(rating, [], first), [], second)
    assert parts.deviation == pytest.approx(whole.deviation)
    assert rating.deviation <= whole.deviation <= MOST_DEVIATION


@given(st.integers(1, 30), st.floats(1000, 2000), st.floats(1000, 2000))
def test_at_whole_weeks_it_is_the_paper(weeks: int, mine: float, others: float) -> None:
    """Weeks without a Bummerl by step 6, then a period with one."""
    winner, loser = Rating(mine, 80, at=0.0), Rating(others, 120, at=0.0)
    found = after_bummerl(winner, loser, at=weeks * PERIOD)
    start = [rated(each, [], weeks - 1) for each in (winner, loser)]
    for new, expected in zip(
        found,
        [rated(start[0], [Game(start[1], 1)]), rated(start[1], [Game(start[0], 0)])],
        strict=True,
    ):
        assert new.value == pytest.approx(expected.value)
        assert new.deviation == pytest.approx(expected.deviation)
        assert new.volatility == pytest.approx(expected.volatility)


@given(ratings, ratings, st.floats(0, 2e8))
def test_the_winner_gains_and_the_loser_pays(first: Rating, second: Rating, at: float) -> None:
    winner, loser = after_bummerl(first, second, at)
    assert winner.value >= first.value
    assert loser.value <= second.value
    for before, after in ((first, winner), (second, loser)):
        assert after.bummerls == before.bummerls + 1
        assert after.at == at
        assert LEAST_DEVIATION <= after.deviation <= MOST_DEVIATION
        # no more is forgotten than in all the time since the last, one period for a newcomer
        most = math.hypot(before.now(at).deviation, after.volatility * 173.7178)
        assert after.deviation <= most
        assert 0 < after.volatility < 1
        assert all(map(math.isfinite, (after.value, after.deviation)))


@given(ratings, ratings, lengths)
def test_a_bummerl_tells_something(rating: Rating, opponent: Rating, length: float) -> None:
    """It narrows the deviation down, and more so the less time has passed since the last."""
    won = rated(rating, [Game(opponent, 1)], length)
    at_once = rated(rating, [Game(opponent, 1)], 0)
    assert LEAST_DEVIATION <= at_once.deviation <= rating.deviation
    assert at_once.deviation <= won.deviation
    assert won.volatility == at_once.volatility


def test_a_newcomer_moves_the_others_less() -> None:
    known = Rating(1500, 60, at=0.0)
    by_known, _ = after_bummerl(known, Rating(1500, 60, at=0.0), at=100.0)
    by_new, newcomer = after_bummerl(known, Rating(), at=100.0)
    assert 1500 < by_new.value < by_known.value
    assert 1500 - newcomer.value > 5 * (by_new.value - 1500)


def test_provisional_until_enough_is_known_and_again_after_a_long_time() -> None:
    one, other = Rating(), Rating()
    assert one.provisional
    for number in range(1, 21):
        hour = number * 3600.0
        if number % 2:
            one, other = after_bummerl(one, other, hour)
        else:
            other, one = after_bummerl(other, one, hour)
        if number == 5:
            assert one.provisional
    assert one.bummerls == 20
    assert one.deviation < PROVISIONAL
    assert not one.provisional
    assert one.now(20 * 3600.0) == one
    assert not one.now(26 * PERIOD).provisional
    assert one.now(60 * PERIOD).provisional


def test_many_bummerls_in_a_row_do_not_freeze_a_rating() -> None:
    one, other = Rating(), Rating()
    for number in range(1000):
        one, other = after_bummerl(one, other, number * 60.0)[:: 1 if number % 2 else -1]
    assert one.deviation == other.deviation == LEAST_DEVIATION
    before = one.value
    one, other = after_bummerl(one, other, 1e6)
    assert one.value > before + 1


def test_time_that_goes_back_does_no_harm() -> None:
    rating = Rating(1500, 80, at=1000.0)
    assert rating.now(0.0) == rating
    new, _ = after_bummerl(rating, rating, 0.0)
    assert new.deviation < 80


def test_families_follow_from_the_pack() -> None:
    found = {name: family_of(rules) for name, rules in PRESETS.items()}
    assert found["sharp"] == found["soft"] == found["tavern"] == "schnapsen"
    assert found["sixtysix"] == found["hoyle-66"] == "66"
    assert family_of(parse_rules("soft(deck=24)")) == "66"

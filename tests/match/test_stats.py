"""Intervals against numbers known from tables and computed another way."""

from __future__ import annotations

import math
import random
import statistics

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bummerl.match.stats import Pairs, Z, student_t, wilson

SAMPLES = st.lists(st.tuples(st.integers(-9, 9), st.integers(1, 9)), min_size=2, max_size=40)


def pairs_of(samples: list[tuple[int, int]]) -> Pairs:
    pairs = Pairs()
    for quantity, deals in samples:
        pairs = pairs.plus(quantity, deals)
    return pairs


@pytest.mark.parametrize(
    ("degrees", "quantile"),
    [
        (1, 12.706),
        (2, 4.303),
        (5, 2.571),
        (9, 2.262),
        (10, 2.228),
        (11, 2.201),
        (15, 2.131),
        (20, 2.086),
        (30, 2.042),
        (60, 2.000),
        (120, 1.980),
    ],
)
def test_student_t_is_that_of_the_printed_tables(degrees: int, quantile: float) -> None:
    assert student_t(degrees) == pytest.approx(quantile, abs=5e-4)


def test_student_t_falls_to_the_normal_quantile() -> None:
    values = [student_t(degrees) for degrees in range(1, 2000)]
    assert values == sorted(values, reverse=True)
    assert pytest.approx(statistics.NormalDist().inv_cdf(0.975)) == Z
    assert student_t(10**9) == pytest.approx(Z)
    assert student_t(0) == math.inf


@pytest.mark.parametrize(
    ("successes", "trials", "low", "high"),
    [
        # Newcombe (1998), table I, method 3
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_wilson_agrees_with_published_intervals(
    successes: int, trials: int, low: float, high: float
) -> None:
    assert wilson(successes, trials) == pytest.approx((low, high), abs=5e-5)
    mirrored = wilson(trials - successes, trials)
    assert mirrored == pytest.approx((1 - high, 1 - low), abs=5e-5)


def test_without_data_everything_is_possible() -> None:
    assert wilson(0, 0) == (0, 1)
    assert Pairs().mean == 0
    assert Pairs().interval(-3, 3) == (-3, 3)
    assert Pairs().plus(2, 2).interval(-3, 3) == (-3, 3)
    assert Pairs().rate_interval() == (0, 1)


@given(st.lists(st.integers(-6, 6), min_size=2, max_size=60))
def test_equal_pairs_give_the_textbook_interval_of_pair_means(sums: list[int]) -> None:
    pairs = pairs_of([(total, 2) for total in sums])
    means = [total / 2 for total in sums]
    error = statistics.stdev(means) / math.sqrt(len(means))
    assert pairs.mean == pytest.approx(statistics.mean(means))
    assert pairs.standard_error == pytest.approx(error)
    margin = student_t(len(sums) - 1) * error
    low, high = pairs.interval(-math.inf, math.inf)
    assert (low, high) == pytest.approx((pairs.mean - margin, pairs.mean + margin))


@given(SAMPLES)
def test_unequal_pairs_give_the_error_of_a_ratio(samples: list[tuple[int, int]]) -> None:
    pairs = pairs_of(samples)
    deals = sum(count for _, count in samples)
    ratio = sum(quantity for quantity, _ in samples) / deals
    squares = sum((quantity - ratio * count) ** 2 for quantity, count in samples)
    n = len(samples)
    assert pairs.mean == pytest.approx(ratio)
    assert pairs.standard_error == pytest.approx(
        math.sqrt(squares * n / (n - 1)) / deals, abs=1e-12
    )


@given(SAMPLES, st.randoms(use_true_random=False))
def test_order_does_not_matter(samples: list[tuple[int, int]], rng: random.Random) -> None:
    shuffled = samples.copy()
    rng.shuffle(shuffled)
    assert pairs_of(shuffled) == pairs_of(samples)


def test_pairs_without_spread_are_certain_but_a_clean_sweep_is_not() -> None:
    assert pairs_of([(0, 2)] * 5).interval(-3, 3) == (0, 0)
    assert pairs_of([(1, 2)] * 5).rate_interval() == (0.5, 0.5)
    assert pairs_of([(2, 2)] * 5).rate_interval() == wilson(5, 5)
    assert pairs_of([(0, 2)] * 5).rate_interval() == wilson(0, 5)


def test_bounds_are_kept() -> None:
    assert pairs_of([(6, 2), (-6, 2)]).interval(-3, 3) == (-3, 3)
    assert pairs_of([(2, 2), (1, 2), (0, 2)]).rate_interval() == (0, 1)


def test_about_95_of_100_intervals_hold_the_true_mean() -> None:
    rng = random.Random(1)
    hits = 0
    for _ in range(400):
        sample = pairs_of([(rng.randint(-6, 6), 2) for _ in range(12)])
        low, high = sample.interval(-3, 3)
        hits += low <= 0 <= high
    assert 0.92 <= hits / 400 <= 0.98

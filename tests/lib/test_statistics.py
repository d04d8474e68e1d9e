"""Intervals against published tables and worked examples; each source stands beside its numbers."""

import math
import random

import pytest
from playfunc.statistics import (
    LEAST_DEALS,
    Interval,
    mean_interval,
    rate_interval,
    student_quantile,
    wilson_interval,
)

# NIST/SEMATECH e-Handbook of Statistical Methods, 1.3.6.7.2, "Critical Values of the Student's-t Distribution"
T_TABLE = {
    0.90: {1: 3.078, 2: 1.886, 3: 1.638, 4: 1.533, 5: 1.476, 10: 1.372, 20: 1.325, 30: 1.310, 100: 1.290},
    0.95: {1: 6.314, 2: 2.920, 3: 2.353, 4: 2.132, 5: 2.015, 10: 1.812, 20: 1.725, 30: 1.697, 100: 1.660},
    0.975: {1: 12.706, 2: 4.303, 3: 3.182, 4: 2.776, 5: 2.571, 10: 2.228, 20: 2.086, 30: 2.042, 100: 1.984},
}


@pytest.mark.parametrize(
    ("probability", "freedom"), [(p, f) for p, column in T_TABLE.items() for f in column]
)
def test_quantiles_of_t_are_those_of_the_table(probability, freedom):
    found = student_quantile(probability, freedom)
    assert found == pytest.approx(T_TABLE[probability][freedom], abs=0.005 if freedom in (3, 4) else 0.0015)
    assert student_quantile(1 - probability, freedom) == pytest.approx(-found)


def test_quantiles_of_t_fall_towards_the_normal_ones():
    column = [student_quantile(0.975, freedom) for freedom in range(1, 400)]
    assert column == sorted(column, reverse=True)
    assert student_quantile(0.975, 10**6) == pytest.approx(1.959964, abs=1e-5)
    assert student_quantile(0.5, 1) == student_quantile(0.5, 2) == student_quantile(0.5, 7) == 0


def test_mean_of_students_own_example():
    # Student, Biometrika 6 (1908), p. 20: additional hours of sleep, second drug over first. The interval is
    # the one in R's documentation: t.test(extra ~ group, sleep, paired = TRUE) prints 0.7001142 2.4598858.
    gained = [1.2, 2.4, 1.3, 1.3, 0.0, 1.0, 1.8, 0.8, 4.6, 1.4]
    interval = mean_interval(gained)
    assert interval.mean == pytest.approx(1.58)
    assert interval.low == pytest.approx(0.7001142, abs=5e-4)
    assert interval.high == pytest.approx(2.4598858, abs=5e-4)
    assert interval.count == 10
    assert str(interval) == "+1.58 ± 0.88"


def test_mean_of_the_handbooks_example():
    # NIST/SEMATECH e-Handbook, 1.3.5.2: ZARR13.DAT, N = 195, mean 9.261460, standard deviation 0.022789,
    # 95% limits 9.258242 and 9.264679. Values with the same mean and deviation do as well as the data.
    values = [9.261460] + [9.261460 + sign * 0.022789 for sign in (1, -1) for _ in range(97)]
    interval = mean_interval(values)
    assert interval.low == pytest.approx(9.258242, abs=2e-6)
    assert interval.high == pytest.approx(9.264679, abs=2e-6)


@pytest.mark.parametrize("count", [2, 3, 5, 20])
def test_intervals_hold_the_truth_as_often_as_they_say(count):
    rng = random.Random(count)
    trials = 4000
    held = 0
    for _ in range(trials):
        interval = mean_interval([rng.gauss(7, 3) for _ in range(count)])
        held += interval.low <= 7 <= interval.high
    assert held / trials == pytest.approx(0.95, abs=4 * math.sqrt(0.95 * 0.05 / trials))


@pytest.mark.parametrize("count", [6, 7, 8, 9, 10, 11, 30])
def test_an_interval_is_never_wider_than_what_is_possible(count):
    """The widest is that of two values, half of them either: from 7 deals on it is within the range of 26 points."""
    widest = mean_interval([0.0] * (count // 2) + [26.0] * (count - count // 2))
    assert (2 * widest.half_width <= 26) == (count >= 7)
    assert widest.too_few == (count < LEAST_DEALS), "LEAST_DEALS leaves none out that is wider"


def test_an_interval_of_two_deals_is_not_printed():
    two = mean_interval([11.0, 25.0])
    assert two.half_width > 88
    assert str(two) == "+18.00 (too few deals)"
    assert two.between("{:.0f} to {:.0f}") == "too few deals"
    assert mean_interval([11.0, 25.0] * 5).between("{:.1f} to {:.1f}") == "12.7 to 23.3"


def test_a_wider_confidence_makes_a_wider_interval():
    values = [1.0, 2.0, 4.0, 8.0]
    widths = [mean_interval(values, confidence).half_width for confidence in (0.5, 0.9, 0.95)]
    assert widths == sorted(widths)
    assert len(set(widths)) == 3


def test_one_value_says_nothing_of_its_spread():
    assert mean_interval([3.0]) == Interval(3.0, -math.inf, math.inf, 1)
    assert mean_interval([3, 3, 3]).half_width == 0


@pytest.mark.parametrize(
    ("wins", "count", "low", "high"),
    [
        # Newcombe, Statistics in Medicine 17 (1998), 857-872, table I, method 3 (score, without correction)
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0000, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_wilson_intervals_are_the_published_ones(wins, count, low, high):
    interval = wilson_interval(wins, count)
    assert (interval.low, interval.high) == (pytest.approx(low, abs=5e-5), pytest.approx(high, abs=5e-5))
    assert interval.mean == wins / count
    mirrored = wilson_interval(count - wins, count)
    assert (mirrored.low, mirrored.high) == (
        pytest.approx(1 - interval.high),
        pytest.approx(1 - interval.low),
    )


def test_nothing_has_no_interval():
    with pytest.raises(ValueError, match="no values"):
        mean_interval([])
    with pytest.raises(ValueError, match="no trials"):
        wilson_interval(0, 0)


def test_the_interval_of_a_rate_is_wider_than_the_normal_one_on_few_deals():
    few, many, one = (rate_interval(0.56, 0.05, deals) for deals in (4, 1000, 1))
    assert few.half_width >= 3.18 * 0.05
    assert many.half_width == pytest.approx(1.962 * 0.05, abs=0.0005)
    assert (one.low, one.high) == (0.0, 1.0)


@pytest.mark.parametrize("freedom", [10, 20, 30, 100])
def test_a_rate_reaches_as_far_as_the_t_of_one_freedom_less_than_deals(freedom):
    found = rate_interval(0.5, 0.01, freedom + 1)
    assert found.half_width == pytest.approx(0.01 * T_TABLE[0.975][freedom], abs=1e-5)


def test_deals_that_all_agree_leave_the_rate_open():
    """The ends are those of Wilson's formula for 20 of 20 games, and for 5 of 10."""
    assert rate_interval(1.0, 0.0, 10).low == pytest.approx(1 / (1 + 1.96**2 / 20), abs=1e-4)
    level = rate_interval(0.5, 0.0, 5)
    assert (level.low, level.high) == pytest.approx((0.2366, 0.7634), abs=1e-4)
    assert rate_interval(0.51, 0.01, 5).low < 0.3 < 0.48 < rate_interval(0.51, 0.01, 10).low, (
        "few, and enough"
    )

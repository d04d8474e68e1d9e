"""Ratings against what is known of the model."""

from __future__ import annotations

import math
import random
import sys

import choix
import pytest
from playfunc_arena.formats import Fixture, Outcome
from playfunc_arena.ratings import MEAN, SCALE, rate


def games(*results):
    """`(first, second, wins of the first, wins of the second)` as outcomes, one deal each."""
    outcomes, deal = [], 0
    for first, second, won, lost in results:
        for number in range(won + lost):
            scores = (1.0, 0.0) if number < won else (0.0, 1.0)
            outcomes.append(Outcome(Fixture(deal, (first, second), str(deal)), scores))
            deal += 1
    return outcomes


def test_two_players_differ_by_the_logarithm_of_their_odds():
    one, two = rate(2, games((0, 1, 750, 250)), high=True, seed=1)
    assert one.rating - two.rating == pytest.approx(400 * math.log10(3), abs=5)
    assert one.low < one.rating < one.high
    assert one.low > two.high


def test_order_plays_no_part_and_low_may_win():
    played = games((0, 1, 30, 10), (1, 2, 25, 15), (0, 2, 35, 5))
    there = rate(3, played, high=True, seed=1)
    back = rate(3, played[::-1], high=True, seed=1)
    assert [r.rating for r in there] == pytest.approx([r.rating for r in back])
    upside_down = rate(3, played, high=False, seed=1)
    assert [r.rating > 1000 for r in there] != [r.rating > 1000 for r in upside_down]


def test_ties_are_half_a_win_each_way():
    ties = [Outcome(Fixture(deal, (0, 1), str(deal)), (7.0, 7.0)) for deal in range(20)]
    one, two = rate(2, ties, high=True, seed=1)
    assert one.rating == pytest.approx(two.rating)


def test_a_table_of_four_counts_every_pair():
    table = [Outcome(Fixture(deal, (0, 1, 2, 3), str(deal)), (4.0, 3.0, 2.0, 1.0)) for deal in range(30)]
    ratings = [r.rating for r in rate(4, table, high=True, seed=1)]
    assert ratings == sorted(ratings, reverse=True)
    assert all(map(math.isfinite, ratings))


def test_a_player_that_lost_everything_still_has_a_rating():
    first, second = rate(2, games((0, 1, 10, 0)), high=True, seed=1)
    assert math.isfinite(first.rating)
    assert math.isfinite(second.rating)


def test_one_deal_gives_no_interval_and_says_why():
    for rating in rate(2, games((0, 1, 1, 0)), high=True, seed=1):
        assert (rating.low, rating.high) == (None, None)
        assert rating.reason == "an interval needs at least two deals"


def test_equal_deals_give_no_interval_and_say_why():
    for rating in rate(2, games((0, 1, 10, 0)), high=True, seed=1):
        assert (rating.low, rating.high) == (None, None)
        assert "the same result" in rating.reason


def test_a_player_without_a_game_has_no_rating():
    *_, last = rate(3, games((0, 1, 3, 2)), high=True, seed=1)
    assert (last.rating, last.reason) == (None, "no game was played")


def test_a_students_installation_has_all_that_ratings_need(monkeypatch):
    for name in ("choix", "numpy", "scipy"):
        monkeypatch.setitem(sys.modules, name, None)
    assert len(rate(2, games((0, 1, 3, 1)), high=True, seed=1)) == 2


def test_ratings_are_the_most_likely_ones():
    rng = random.Random(1)
    played = [pair for pair in ((a, b) for a in range(6) for b in range(6) if a != b) for _ in range(20)]
    won = [(a, b) if rng.random() < (a + 1) / (a + b + 2) else (b, a) for a, b in played]
    ours = rate(6, games(*((*pair, 1, 0) for pair in won)), high=True, seed=1)
    theirs = choix.opt_pairwise(6, won, alpha=1e-6)
    expected = [MEAN + SCALE * value for value in theirs - theirs.mean()]
    assert [one.rating for one in ours] == pytest.approx(expected, abs=2)

"""Ratings against what is known of the model."""

import math
import random
import sys
from dataclasses import replace
from statistics import fmean, stdev

import pytest
from playfunc_arena import ratings
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
    one, two = rate(2, games((0, 1, 750, 250)), high=True)
    assert one.rating - two.rating == pytest.approx(400 * math.log10(3), abs=5)
    assert one.low < one.rating < one.high
    assert one.low > two.high


def test_order_plays_no_part_and_low_may_win():
    played = games((0, 1, 30, 10), (1, 2, 25, 15), (0, 2, 35, 5))
    there = rate(3, played, high=True)
    back = rate(3, played[::-1], high=True)
    assert [r.rating for r in there] == pytest.approx([r.rating for r in back])
    upside_down = rate(3, played, high=False)
    assert [r.rating > 1000 for r in there] != [r.rating > 1000 for r in upside_down]


def test_ties_are_half_a_win_each_way():
    ties = [Outcome(Fixture(deal, (0, 1), str(deal)), (7.0, 7.0)) for deal in range(20)]
    one, two = rate(2, ties, high=True)
    assert one.rating == pytest.approx(two.rating)


def test_a_table_of_four_counts_every_pair():
    table = [Outcome(Fixture(deal, (0, 1, 2, 3), str(deal)), (4.0, 3.0, 2.0, 1.0)) for deal in range(30)]
    found = [r.rating for r in rate(4, table, high=True)]
    assert found == sorted(found, reverse=True)
    assert all(map(math.isfinite, found))


@pytest.mark.parametrize(("won", "lost", "why"), [(5, 4, "too few deals"), (10, 0, "the same result")])
def test_few_deals_or_equal_ones_give_no_interval_and_say_why(won, lost, why):
    for rating in rate(2, games((0, 1, won, lost)), high=True):
        assert math.isfinite(rating.rating)
        assert (rating.low, rating.high) == (None, None)
        assert why in rating.reason


def test_a_player_without_a_game_has_no_rating():
    *_, last = rate(3, games((0, 1, 3, 2)), high=True)
    assert (last.rating, last.reason) == (None, "no game was played")


def test_a_students_installation_has_all_that_ratings_need(monkeypatch):
    for name in ("choix", "numpy", "scipy"):
        monkeypatch.setitem(sys.modules, name, None)
    assert len(rate(2, games((0, 1, 3, 1)), high=True)) == 2


def test_ratings_are_the_most_likely_ones():
    import choix  # with scipy it takes a second, in every process that collects this file

    rng = random.Random(1)
    played = [pair for pair in ((a, b) for a in range(6) for b in range(6) if a != b) for _ in range(20)]
    won = [(a, b) if rng.random() < (a + 1) / (a + b + 2) else (b, a) for a, b in played]
    ours = rate(6, games(*((*pair, 1, 0) for pair in won)), high=True)
    theirs = choix.opt_pairwise(6, won, alpha=1e-6)
    expected = [MEAN + SCALE * value for value in theirs - theirs.mean()]
    assert [one.rating for one in ours] == pytest.approx(expected, abs=2)


def of_strengths(strengths, tables, rng):
    """Outcomes of tables of four, each deal with every rotation, the luck of a deal shared by its rotations."""
    for deal in range(tables):
        table = rng.sample(range(len(strengths)), 4)
        luck = {player: rng.gauss(0, 0.5) for player in table}
        for turn in range(4):
            seats = tuple(table[turn:] + table[:turn])
            scores = tuple(rng.gammavariate(1, math.exp(strengths[p] + luck[p])) for p in seats)
            yield Outcome(Fixture(deal, seats, str(deal)), scores)


def test_intervals_agree_with_a_bootstrap_by_deal():
    """The published way to resample clusters: whole deals drawn again with replacement."""
    rng = random.Random(2)
    played = list(of_strengths([0.0, 0.3, 0.6, 0.9, 1.2], 120, rng))
    by_deal = [played[first : first + 4] for first in range(0, len(played), 4)]
    drawn = [[] for _ in range(5)]
    for _ in range(200):
        again = [
            replace(outcome, fixture=replace(outcome.fixture, deal=number))
            for number, deal in enumerate(rng.choices(by_deal, k=len(by_deal)))
            for outcome in deal
        ]
        for player, rating in enumerate(rate(5, again, high=True)):
            drawn[player].append(rating.rating)
    for rating, others in zip(rate(5, played, high=True), drawn, strict=True):
        assert (rating.high - rating.low) / 2 == pytest.approx(1.98 * stdev(others), rel=0.15)


@pytest.mark.parametrize("whole", [0, 200])
def test_intervals_hold_the_truth_about_as_often_as_they_say(monkeypatch, whole):
    """With the matrix inverted, and with its diagonal alone."""
    monkeypatch.setattr(ratings, "WHOLE", whole)
    rng = random.Random(3)
    strengths = [rng.gauss(0, 0.6) for _ in range(80)]
    found = rate(80, of_strengths(strengths, 1200, rng), high=True)
    # The luck of a deal adds to every gap, so that strengths are a little overstated by the plain model.
    slope = fmean(s * (r.rating - MEAN) / SCALE for s, r in zip(strengths, found, strict=True)) / fmean(
        s * s for s in strengths
    )
    average = fmean(strengths)
    held = sum(
        rating.low <= MEAN + SCALE * slope * (strength - average) <= rating.high
        for strength, rating in zip(strengths, found, strict=True)
    )
    assert 0.88 <= held / 80 <= 1


def test_marks_keep_their_rating_and_hold_the_scale():
    played = games((0, 1, 30, 10), (1, 2, 25, 15), (0, 2, 35, 5))
    free = rate(3, played, high=True)
    found = rate(3, played, high=True, marks={1: 1500.0})
    assert (found[1].low, found[1].rating, found[1].high) == pytest.approx((1500, 1500, 1500))
    for place in (0, 2):
        gap = found[place].rating - found[1].rating
        assert gap == pytest.approx(free[place].rating - free[1].rating, abs=5)
    assert found[0].high - found[0].low > free[0].high - free[0].low  # the mark's own luck is theirs now


def test_few_games_against_the_marks_hold_thousands_of_others_in_place():
    rng = random.Random(5)
    strengths = [rng.gauss(0, 0.5) for _ in range(100)]
    found = rate(100, of_strengths(strengths, 1500, rng), high=True, marks={0: MEAN, 1: MEAN})
    assert max(r.rating for r in found) < MEAN + 800
    level = [r for place, r in enumerate(found) if place > 1]
    alone = rate(100, of_strengths(strengths, 1500, random.Random(6)), high=True)
    assert fmean(r.high - r.low for r in level) > fmean(r.high - r.low for r in alone)


def test_who_won_every_game_has_a_wide_interval():
    played = games((0, 1, 20, 0), (1, 2, 12, 8), (0, 2, 20, 0))
    best, *others = rate(3, played, high=True)
    assert best.high - best.low > 2 * max(r.high - r.low for r in others)


def test_the_diagonal_alone_gives_who_won_every_game_none(monkeypatch):
    monkeypatch.setattr(ratings, "WHOLE", 0)
    best, *others = rate(3, games((0, 1, 20, 0), (1, 2, 12, 8), (0, 2, 20, 0)), high=True)
    assert (best.low, best.reason) == (None, "nearly all games were won, or nearly all lost")
    assert all(rating.low is not None for rating in others)

"""The scale in Elo points: its formulas, a player's place, and where the baselines of Hearts stand."""

import random
from itertools import pairwise

import pytest
from playfunc.game import WinRate
from playfunc.games.hearts.to_100 import chance_of_winning
from playfunc_opponents import LADDERS
from playfunc_opponents.measured.calibration import Contest, Pairing, read_contests
from playfunc_opponents.measured.elo import (
    ROOM,
    Met,
    chance,
    difference,
    levels,
    measured_levels,
    performance,
)

pytestmark = pytest.mark.broad

HEARTS = LADDERS["hearts"]


def test_elo_points_are_those_of_the_published_table():
    """FIDE Handbook, B.02, 8.1.2, rounds a normal curve; the logistic one differs by less than a point in a hundred."""
    for points, expected in ((0, 0.50), (100, 0.64), (200, 0.76), (300, 0.85), (400, 0.92)):
        assert chance(points) == pytest.approx(expected, abs=0.0125)
        assert chance(-points) == pytest.approx(1 - chance(points))
    assert chance(400) == pytest.approx(10 / 11)


@pytest.mark.parametrize("points", [-300, -40, 0, 150, 380])
def test_a_difference_and_its_chance_are_inverses(points):
    assert difference(WinRate(chance(points), 0.01, 100)).mean == pytest.approx(points)


def test_the_interval_of_a_difference_is_that_of_the_win_rate():
    found = difference(WinRate(0.5, 0.01, 100))
    reach = difference(WinRate(0.5 + 0.01 * 1.95996, 0.01, 100)).mean
    assert found.high == pytest.approx(reach, rel=0.01)
    assert found.low == pytest.approx(-found.high)


def test_all_or_nothing_tells_no_difference():
    with pytest.raises(ValueError, match="100% won says on which side"):
        difference(WinRate(1.0, 0.0, 100))


def test_a_rating_from_one_opponent_is_its_place_and_the_difference():
    won = WinRate(0.7, 0.02, 100)
    assert performance([Met(500, won)]).mean == pytest.approx(500 + difference(won).mean, abs=0.02)
    assert performance([Met(500, won)]).half_width == pytest.approx(difference(won).half_width, rel=0.01)


def test_a_rating_is_where_the_expected_wins_are_those_won():
    met = [Met(0, WinRate(0.9, 0.03, 40)), Met(300, WinRate(0.6, 0.03, 80)), Met(500, WinRate(0.2, 0.03, 20))]
    found = performance(met).mean
    expected = sum(each.won.deals * chance(found - each.elo) for each in met)
    assert expected == pytest.approx(sum(each.won.deals * each.won.rate for each in met), abs=0.01)


def test_a_row_of_wins_goes_no_further_than_there_is_room():
    assert performance([Met(100, WinRate(1.0, 0.0, 10))]).mean == pytest.approx(100 + ROOM, abs=0.02)
    assert performance([Met(100, WinRate(0.0, 0.0, 10))]).mean == pytest.approx(100 - ROOM, abs=0.02)
    with pytest.raises(ValueError, match="no opponents"):
        performance([])


def test_the_interval_holds_the_truth_as_often_as_it_says():
    """Hands drawn from three known distributions of points, whose true chances of winning are computed exactly."""
    rng = random.Random(4)
    hands = [(tuple(range(27)), tuple(26 - place * tilt for place in range(27))) for tilt in (0.1, 0.5, 0.9)]
    true = 400.0
    elos = []
    for points, weights in hands:
        total = round(sum(weights) * 100)
        exact = [
            [point] for point, weight in zip(points, weights, strict=True) for _ in range(round(weight * 100))
        ]
        assert len(exact) == pytest.approx(total, abs=27)
        elos.append(true - difference(WinRate(chance_of_winning(exact).rate, 0, 1)).mean)
    held = 0
    for _ in range(200):
        met = []
        for elo, (points, weights) in zip(elos, hands, strict=True):
            deals = [[mine] for mine in rng.choices(points, weights, k=60)]
            met.append(Met(elo, chance_of_winning(deals)))
        interval = performance(met)
        held += interval.low <= true <= interval.high
    assert 182 <= held <= 198


def test_levels_add_the_steps_up_with_their_errors():
    behind, ahead = (-8, -8), (12, 12)
    contests = {
        Pairing("hearts", 2, better, worse): Contest(
            Pairing("hearts", 2, better, worse), (behind, ahead) * 20
        )
        for worse, better in pairwise(HEARTS.names(2))
    }
    first, second, third, *_ = levels(contests, HEARTS)
    assert (first.name, first.elo, first.half_width) == ("basic", 0, 0)
    assert second.elo == second.step.mean > 0
    assert third.elo == pytest.approx(2 * second.elo)
    assert third.half_width == pytest.approx(second.half_width * 2**0.5)
    with pytest.raises(ValueError, match="naive was not measured against basic"):
        levels({}, HEARTS)


def test_no_baseline_is_reversed_and_none_is_far_from_its_neighbours():
    """In the store. Up to minmax neighbours are 150 to 250 points apart, from there at least 100."""
    found = measured_levels("hearts")
    assert [level.name for level in found] == [*HEARTS.names(2)]
    upto = HEARTS.names(2).index("minmax")
    for place, level in enumerate(found[1:], 1):
        assert level.step.low > 0
        assert level.step.mean >= 100
        if place <= upto:
            assert 150 <= level.step.mean <= 250


def test_every_baseline_wins_against_all_that_were_measured_below():
    names = HEARTS.names(2)
    contests = read_contests()
    met = [
        contest
        for pairing, contest in contests.items()
        if (pairing.game, pairing.seats) == ("hearts", 2)
        and pairing.first in names
        and pairing.second in names
    ]
    assert len(met) >= len(names)
    for contest in met:
        stronger = names.index(contest.pairing.first) > names.index(contest.pairing.second)
        assert (contest.win_rate().rate > 0.5) is stronger, contest.pairing

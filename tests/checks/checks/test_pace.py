"""Times are told in three bands."""

from closed_results import page
from course_assignments import HEARTS
from playfunc_checks.checks.pace import pace_of
from playfunc_checks.results import Told, passed


def test_times_are_told_in_three_bands():
    def pace(average, slowest):
        return pace_of({"ms_per_move": average, "slowest_move": slowest}, HEARTS)

    assert [pace(1, 0.01), pace(29, 0.29)] == ["quick", "quick"]
    assert [pace(30, 0.01), pace(1, 0.3), pace(57, 1)] == ["slow"] * 3
    assert [pace(58, 0.01), pace(1, 1.01)] == ["over", "over"]

    def html(average, slowest):
        cost = {"ms_per_move": average, "slowest_move": slowest}
        result = passed("beats-basic", cost=cost, told=Told("played", pace(average, slowest), 70))
        return page(result, "")

    assert html(1, 0.01) == html(29, 0.29) != html(30, 0.01) == html(57, 1) != html(58, 1) == html(99, 9)

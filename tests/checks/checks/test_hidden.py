"""Of a fault in hidden games only the number of a line is taken."""

from types import SimpleNamespace

import pytest
from closed_results import page
from course_assignments import HEARTS
from playfunc.errors import RenegError
from playfunc.games import game
from playfunc_checks.checks.beats import _margin
from playfunc_checks.checks.hidden import LINES, fault_line, pace_of
from playfunc_checks.results import HiddenFault, Told, failed, passed
from playfunc_checks.student_view import CRASH, LINE_LIMIT, closed


@pytest.mark.parametrize(
    ("traceback", "line"),
    [
        ('Traceback:\n  File "player.py", line 2, in play\n    x\nOdd: text', 2),
        ('  File "player.py", line 1, in play\n  File "player.py", line 3, in helper\nOdd', 3),
        ('  File "player.py", line 4, in play', None),
        ('  File "player.py", line 0, in play', None),
        ('  File "player.py", line -1, in play', None),
        ('  File "player.py", line 99999999999999999999, in play', None),
        ('  File "player.py", line 2x, in play', None),
        ('  File "player.py", line ٢, in play', None),
        ("any text", None),
        ("", None),
    ],
)
def test_of_a_traceback_only_the_number_of_a_line_of_the_source_is_taken(traceback, line):
    assert fault_line(traceback, "one\ntwo\nthree") == line


def test_a_line_far_down_or_very_long_is_not_told():
    assert fault_line(f'  File "player.py", line {LINES + 1}', "\n" * (2 * LINES)) is None
    fault = HiddenFault("PlayerCrash", 1, 1, None)
    (shown,) = closed([failed("beats-basic", told=Told("played", "quick", 40, fault))], HEARTS, "x" * 500)
    assert "x" * LINE_LIMIT in shown.reason
    assert "x" * (LINE_LIMIT + 1) not in shown.reason


@pytest.mark.parametrize(
    ("name", "mean", "words"),
    [
        ("hearts", 0.5, "took 0.5 points a hand fewer than basic"),
        ("hearts", -0.5, "took 0.5 points a hand more than basic"),
        ("skullwhist", 0.5, "is 0.5 points a game ahead of basic"),
        ("skullwhist", -0.5, "is 0.5 points a game behind basic"),
        ("skullwhist", 0.0, "is 0.0 points a game behind basic"),
    ],
)
def test_a_gap_of_half_a_point_has_its_direction(name, mean, words):
    difference = SimpleNamespace(mean=mean, too_few=True)
    assert words in _margin(SimpleNamespace(difference=difference, game=game(name), tier="basic"))


def shown_reason(told):
    (shown,) = closed([failed("beats-basic", told=told)], HEARTS, "")
    return shown.reason


@pytest.mark.parametrize(
    ("kind", "words"),
    [("PlayerCrash", CRASH), ("RenegError", RenegError.__doc__.strip())],
)
def test_a_fault_is_explained_in_our_words(kind, words):
    assert shown_reason(Told("played", "quick", 40, HiddenFault(kind, 1, None, None))).endswith(words)


@pytest.mark.parametrize(
    ("outcome", "pace", "warned"),
    [
        ("played", "quick", False),
        ("played", "slow", True),
        ("played", "over", True),
        ("impure", "slow", True),
        ("too slow", "over", False),
        ("too slow afresh", "over", False),
        ("asleep", "over", False),
    ],
)
def test_of_the_pace_warns_what_does_not_tell_of_time_already(outcome, pace, warned):
    percent = 40 if outcome == "played" else None
    assert ("Watch the time" in shown_reason(Told(outcome, pace, percent))) == warned


# Times are told in three bands.
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

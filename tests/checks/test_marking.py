"""Points are for checks that there are, and times are told for all deals that are marked."""

import dataclasses
from pathlib import Path

import pytest
from course_assignments import BLACKJACK, FOOTSTEPS, HEARTS, SKULLWHIST
from playfunc_checks.assignment import Band
from playfunc_checks.checks import checks_for, hidden
from playfunc_checks.in_process import InProcessAsker
from playfunc_checks.marking import check_player, points, suggest_band
from playfunc_checks.results import broken, failed, passed, skipped, undecided


@pytest.mark.parametrize("assignment", [FOOTSTEPS, BLACKJACK, SKULLWHIST], ids=lambda one: one.name)
def test_points_are_for_checks_that_there_are(assignment):
    assert set(assignment.points) <= {check.name for check in checks_for(assignment)}
    assert sum(assignment.points.values()) == 100


def test_on_fewer_deals_the_limit_of_a_move_is_still_that_of_all_that_are_marked(monkeypatch):
    monkeypatch.setattr(hidden, "SLOW_MS", 0.0)
    source = (Path(__file__).parents[2] / "course" / "demo" / "hearts" / "sensible.py").read_text()
    easy = dataclasses.replace(HEARTS, threshold=0.01, opponents=HEARTS.opponents[:1])
    found = {result.check: result for result in check_player(source, easy, InProcessAsker(), deals=1)}
    assert found["beats-basic"].facts["deals"] == 1
    assert "The limits are 58 ms a move on average and 1 s for one move, and" in found["beats-basic"].reason


@pytest.mark.parametrize(
    ("named", "run"),
    [
        ({"rules"}, ["loads", "rules"]),
        ({"memory"}, ["loads", "rules", "memory"]),
        ({"beats-basic"}, ["loads", "rules", "purity", "beats-basic"]),
        (set(), []),
    ],
)
def test_a_named_check_runs_with_those_that_it_needs(named, run):
    results = check_player("", HEARTS, InProcessAsker(), only=named)
    assert [result.check for result in results] == run


BANDS = (
    Band(name="Pass", needs=("rules", "beats-heuristic")),
    Band(name="Credit", needs=("no-warnings", "some-memory")),
    Band(name="Merit", people="well structured"),
    Band(name="Honours", needs=("beats-perfect",), people="a pleasure to read"),
)
"""Of a course whose opponents have names of their own."""

RULES, HEURISTIC, PERFECT = passed("rules"), passed("beats-heuristic"), passed("beats-perfect")
MEMORY = failed("memory", facts={"distinct": 2})


@pytest.mark.parametrize(
    ("results", "clean", "band"),
    [
        ((RULES, failed("beats-heuristic")), True, "below Pass"),
        ((RULES, HEURISTIC), True, "Pass"),
        ((RULES, HEURISTIC, MEMORY), None, "Pass"),
        ((RULES, HEURISTIC, MEMORY), True, "Credit or Merit, as markers judge"),
        ((RULES, HEURISTIC, MEMORY, PERFECT), True, "Credit to Honours, as markers judge"),
        ((failed("rules"), HEURISTIC, MEMORY, PERFECT), True, "below Pass"),
    ],
)
def test_the_band_is_that_of_the_assignments_own_opponents(results, clean, band):
    assert suggest_band(results, clean, BANDS).name == band


def test_a_first_band_that_people_judge_is_no_certain_one():
    judged = Band(name="Merit", people="well structured")
    assert suggest_band((), None, (judged,)).name == "below Merit or Merit, as markers judge"


def test_without_bands_nothing_is_suggested():
    assert suggest_band((RULES,), True, ()).name == ""


def test_facts_of_a_band_are_told_in_words():
    assert suggest_band((RULES, MEMORY), True, BANDS).facts == (
        ("keeps the rules", True),
        ("beats `heuristic`", False),
        ("has no warnings", True),
        ("uses some memory", True),
        ("beats `perfect`", False),
    )


@pytest.mark.parametrize(
    ("purity", "worth"),
    [(broken("purity", "ours"), None), (undecided("purity", "two players"), None), (failed("purity"), 0.0)],
)
def test_what_a_check_of_ours_kept_from_running_has_no_points_yet(purity, worth):
    results = (passed("loads"), passed("rules"), purity, skipped("beats-basic", "purity"))
    assert points(results, HEARTS)["beats-basic"] == worth


def test_a_check_that_was_not_run_has_no_points_yet():
    """The settings ask for it since the mark was made."""
    assert points((passed("beats-basic"),), HEARTS) == {
        "beats-basic": 10.0,
        "beats-minmax": None,
        "beats-advanced": None,
    }

"""The class at a glance, and examples for the lecture, from marks that are made up."""

import pytest
from course_assignments import HEARTS
from course_fixture import ASSIGNMENT, CAUTIOUS
from made_up_marks import marked
from playfunc_checks.marking import mark_failure
from playfunc_checks.results import failed, passed
from playfunc_classroom.pages.overview import (
    loss_bars,
    outliers,
    overview_page,
    point_bars,
    rate_bars,
    steps,
    stops,
)
from playfunc_opponents.reviews import profile_of

ATTACK = "</pre><script>hostile_marker()</script>"


def test_charts_count_everybody_once():
    marks = [marked("a"), marked("b", wins=(1.0, 1.0, 1.0)), marked("c", wins=(0.0, 0.05, 0.99))]
    assert [bar.value for bar in point_bars([10, 30, 10], 30)] == [0, 2, 0, 1]
    assert [bar.text for bar in rate_bars(marks, "beats-basic")] == ["1", *"00000000", "2"]
    assert loss_bars(marks, "beats-minmax", profile_of("hearts"))[0].text == "0.45"
    assert max(bar.length for bar in loss_bars(marks, "beats-minmax", profile_of("hearts"))) == 1


def test_points_are_lost_at_the_step_whose_check_did_not_pass():
    marks = [marked("a"), marked("b", wins=(0.1, 0.1, 0.1))]
    found = {step.name: step for step in steps(marks, HEARTS, {"a": frozenset({"legal"}), "b": frozenset()})}
    assert found["Step 2: legal"].written == 1
    assert found["Step 3: sensible"].checks == (("beats-basic", 1),)
    assert found["Step 3: sensible"].lost == 5
    assert found["Step 5: look ahead"].lost == 10
    assert sum(step.lost for step in found.values()) == 30 - (10 + 0) / 2


@pytest.mark.parametrize(
    ("mark", "why"),
    [
        (marked("x", wins=(0.61, 0.1, 0.1)), "61.0% is within chance of the line"),
        (marked("x", wins=(0.9, 0.1, 0.9)), "beats a stronger opponent and not a weaker one"),
        (marked("x", source=CAUTIOUS + "\nX = 1" * 60), "lines, where"),
        (
            marked("x", wins=(1, 1, 1), gates=[passed("rules"), failed("memory", got="none")]),
            "without using its memory",
        ),
        (marked("x", notes=(ATTACK,)), ATTACK),
    ],
)
def test_outliers_are_found_and_the_others_left_alone(mark, why):
    usual = [marked(name) for name in "abcd"]
    found = outliers([*usual, mark], HEARTS)
    assert {outlier.student for outlier in found} == {"x"}
    assert any(why in outlier.why for outlier in found)


def test_the_page_stands_alone_and_nothing_a_student_wrote_runs():
    gates = mark_failure(HEARTS, ATTACK)
    broken = marked("z", source="", gates=[*gates[:4]], wins=(0, 0, 0), notes=(ATTACK,))
    page = overview_page([marked("<b>ann"), broken], HEARTS, {}, {"<b>ann": 61.0}, 100.0)
    assert ATTACK not in page
    assert "<b>ann" not in page
    assert "People have marked 1 of 2" in page
    assert "http" not in page
    assert "Nobody stands out" not in page
    empty = overview_page([], HEARTS, {}, {}, 0.0)
    assert "0 submissions" in empty


def test_notebooks_stop_at_the_last_step_that_was_written():
    written = {
        "a": frozenset({"legal"}),
        "b": frozenset({"legal", "memory"}),
        "c": frozenset({"memory"}),
        "d": frozenset(),
        "e": frozenset({"imports"}),
    }
    found = {bar.label: bar.value for bar in stops(HEARTS, written)}
    assert list(found) == ["nothing written", *(step.name for step in HEARTS.steps)]
    assert {label: count for label, count in found.items() if count} == {
        "nothing written": 2,
        "Step 2: legal": 1,
        "Step 4: remember": 2,
    }
    by_cell = stops(ASSIGNMENT, {"a": frozenset({"player"}), "b": frozenset()})
    assert [(bar.label, bar.value) for bar in by_cell] == [("nothing written", 1), ("player", 1)]

"""What the overview takes from a course: complete manual marks alone, and the cells that each student wrote."""

from types import SimpleNamespace as Thing

import pytest
from course_fixture import CAUTIOUS, enter, hand_in, make_course
from playfunc_classroom.runs import overview
from playfunc_classroom.runs.overview import class_overview

pytestmark = pytest.mark.filterwarnings("ignore")  # nbgrader and nbconvert warn about themselves

BEATS = ("beats-basic", "beats-minmax", "beats-advanced")


def test_manual_marks_count_when_complete_and_unreadable_notebooks_are_left_out(tmp_path, monkeypatch):
    course = make_course(tmp_path)
    for student in ("ann", "bob"):
        hand_in(course, student, CAUTIOUS)
        enter(course, student)
        course.enter_missing("hearts", student, dict.fromkeys(BEATS, 10.0))
    hand_in(course, "eve").write_text("{")
    course.give("hearts", "ann", {"comments": 20.0, "quality": 11.5})
    course.give("hearts", "bob", {"comments": 30.0})
    shown = {}

    def page(marks, assignment, written, done, most):
        shown.update(written=written, done=done, most=most)
        return "the page"

    monkeypatch.setattr(overview, "overview_page", page)
    marks = [Thing(student=student) for student in ("ann", "bob", "eve")]
    assert class_overview(course, course.assignment("hearts"), marks) == "the page"
    assert shown["done"] == {"ann": 61.5}, "bob's quality waits for a marker"
    assert shown["most"] == 100.0
    assert set(shown["written"]) == {"ann", "bob"}
    assert "player" in shown["written"]["ann"]

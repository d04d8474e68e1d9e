"""Before a regrade, automatic points of an earlier submission are opened; a stored mark of this one keeps its own."""

from types import SimpleNamespace as Thing

import pytest
from course_fixture import enter, hand_in, make_course
from nbgrader.coursedir import CourseDirectory
from playfunc_classroom.nbgrader_bridge import clear
from playfunc_classroom.nbgrader_bridge.clear import TakeBackMarks

pytestmark = pytest.mark.filterwarnings("ignore")  # nbgrader and SQLAlchemy warn about themselves

RESOURCES = {"nbgrader": {"student": "ann", "assignment": "hearts"}}


@pytest.mark.parametrize(("stored", "left"), [(None, None), (Thing(points={"beats-basic": 7.5}), 7.5)])
def test_points_are_those_known_of_this_submission_or_open(tmp_path, monkeypatch, stored, left):
    course = make_course(tmp_path)
    hand_in(course, "ann")
    enter(course, "ann")
    course.enter_missing("hearts", "ann", {"beats-basic": 10.0})
    assert course.scores("hearts", "ann")["beats-basic"] == 10.0
    monkeypatch.setattr(clear, "stored_mark", lambda *arguments: stored)
    TakeBackMarks.preprocess(Thing(coursedir=CourseDirectory(config=course.config)), None, RESOURCES)
    assert course.scores("hearts", "ann")["beats-basic"] == left

"""A second assignment for second marks: the tasks alone, once for each student, and the first marks untouched."""

import json

import pytest
from course_fixture import enter, make_course, notebook
from playfunc_classroom.nbgrader_bridge.second import SUFFIX, offer_second

pytestmark = pytest.mark.filterwarnings("ignore")  # nbgrader and SQLAlchemy warn about themselves


def test_only_tasks_are_put_before_a_second_marker_and_only_once(tmp_path):
    course = make_course(tmp_path)
    autograded = notebook()
    autograded.metadata["playfunc"] = {"points": 3}
    for student in ("ann", "bob"):
        enter(course, student)
        folder = tmp_path / "autograded" / student / "hearts"
        folder.mkdir(parents=True)
        (folder / "hearts.ipynb").write_text(json.dumps(autograded))
    enter(course, "cy")  # not autograded yet
    course.give("hearts", "ann", {"comments": 20.0})
    before = course.class_standing("hearts")
    assignment = course.assignment("hearts")
    assert offer_second(course, assignment, ["ann", "cy"]) == ["ann"]
    assert offer_second(course, assignment, ["ann", "bob"]) == ["bob"]
    held = course.class_standing("hearts" + SUFFIX)
    assert set(held) == {"ann", "bob"}
    assert {cell: standing.most for cell, standing in held["ann"].items()} == {
        "comments": 30.0,
        "quality": 40.0,
    }
    copy = json.loads((tmp_path / "autograded/ann/hearts-second/hearts.ipynb").read_text())
    ids = [c["metadata"]["nbgrader"]["grade_id"] for c in copy["cells"] if "nbgrader" in c["metadata"]]
    assert ids == ["comments", "quality"]
    assert "playfunc" not in copy["metadata"]
    assert course.class_standing("hearts") == before

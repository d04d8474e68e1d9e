"""A second assignment for second marks: the tasks alone, once for each student, and the first marks untouched."""

import csv
import json

import pytest
from course_fixture import enter, make_course, notebook
from nbgrader.apps import ExportApp
from nbgrader.coursedir import CourseDirectory
from playfunc_classroom.nbgrader_bridge.second import SUFFIX, MarksThatCount, offer_second

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


@pytest.mark.parametrize(("asked", "exported"), [([], {"hearts"}), (["hearts-second"], {"hearts-second"})])
def test_second_marks_stay_out_of_the_export_unless_they_are_asked_for(tmp_path, asked, exported):
    course = make_course(tmp_path / "course")
    enter(course, "ann")
    with course.gradebook() as gradebook:
        gradebook.update_or_create_assignment("hearts" + SUFFIX)
    app = ExportApp(config=course.config)
    app.coursedir = CourseDirectory(config=course.config)
    assert app.plugin_class is MarksThatCount
    app.init_plugin()
    app.plugin_inst.to = str(tmp_path / "grades.csv")
    app.plugin_inst.assignment = asked
    with course.gradebook() as gradebook:
        app.plugin_inst.export(gradebook)
    with (tmp_path / "grades.csv").open() as file:
        assert {row["assignment"] for row in csv.DictReader(file)} == exported

"""Feedback and marks on their way back: whose pages a group gets, what a zip holds, and what is refused."""

import io
import zipfile

import pytest
from course_fixture import enter, make_course
from playfunc_autograder.executors import HERE
from playfunc_classroom.nbgrader_bridge.course import Course, GradebookError
from playfunc_classroom.runs import return_feedback
from playfunc_classroom.runs.return_feedback import (
    _as,
    _feedback_of,
    export_sheets,
    hand_back_feedback,
    write_pages,
)

pytestmark = pytest.mark.filterwarnings("ignore")  # nbgrader and SQLAlchemy warn about themselves

SHEET = "Identifier,Full name,ID number,Grade,Maximum Grade\nParticipant 1,Ann,ann,,100\nParticipant 2,Bo,bo,,100\n"


def write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def test_a_group_member_gets_the_pages_and_keeps_what_the_exchange_knows_a_submission_by(tmp_path):
    course = make_course(tmp_path)
    write(tmp_path / "feedback/ann/hearts/hearts.html", "Ann's page")
    write(tmp_path / "feedback/ann/hearts/submission_secret.txt", "secret of ann")
    write(tmp_path / "feedback/bo/hearts/stale.html", "of last week")
    write(tmp_path / "submitted/bo/hearts/submission_secret.txt", "secret of bo")
    folder = _feedback_of(course, "hearts", "ann", "bo")
    assert {path.name: path.read_text() for path in folder.iterdir()} == {
        "hearts.html": "Ann's page",
        "submission_secret.txt": "secret of bo",
    }
    assert _feedback_of(course, "hearts", "ann", "ann") == tmp_path / "feedback/ann/hearts"
    assert zipfile.ZipFile(io.BytesIO(_as(".zip", folder))).namelist() == ["hearts.html"]


def test_marks_need_a_sheet_to_go_back_in(tmp_path):
    with pytest.raises(ValueError, match="download Moodle's grading worksheet or Canvas's gradebook"):
        export_sheets(make_course(tmp_path), "hearts", "Hearts", unfinished=False)


def test_a_sheet_gets_finished_marks_and_the_others_are_named(tmp_path, monkeypatch):
    course = make_course(tmp_path)
    for student in ("ann", "bo", "cy"):
        enter(course, student)
        course.enter_missing(
            "hearts", student, dict.fromkeys(("beats-basic", "beats-minmax", "beats-advanced"), 10.0)
        )
    for student in ("ann", "cy"):
        course.give("hearts", student, {"comments": 20.0, "quality": 30.0})
    write(tmp_path / "downloaded/hearts/moodle.csv", SHEET)
    monkeypatch.setattr(return_feedback, "marked_students", lambda course, name: ["ann", "bo", "cy"])
    done = export_sheets(course, "hearts", "Hearts", unfinished=False)
    ((path, entered),) = done.files.items()
    assert (path, entered) == (tmp_path / "exports/hearts-moodle.csv", 1)
    assert "Participant 1,Ann,ann,80" in path.read_text()
    assert "Participant 2,Bo,bo,,100" in path.read_text()
    assert (done.unfinished, done.on_no_sheet) == (("bo",), ("cy",))


def test_feedback_for_somebody_unmarked_is_refused(tmp_path):
    course = make_course(tmp_path / "new", release=False)
    with pytest.raises(
        ValueError, match=r"not been released from this course yet; run: playfunc release \. hearts"
    ):
        hand_back_feedback(course, "hearts", ["eve"], exchange=False)
    course = make_course(tmp_path / "released")
    (course.root / "submitted/eva/hearts").mkdir(parents=True)
    with pytest.raises(ValueError, match=r"no submission of eve for hearts; did you mean 'eva'\?"):
        hand_back_feedback(course, "hearts", ["eve"], exchange=False)


def test_a_page_that_nbgrader_does_not_write_has_the_end_of_its_log_as_reason(tmp_path, monkeypatch):
    def fails(course, assignment, student):
        if student == "bo":
            raise GradebookError("failed", f"{'x' * 1000} template not found\n")

    monkeypatch.setattr(Course, "feedback", fails)
    told = dict(write_pages(make_course(tmp_path), "hearts", ["ann", "bo"], HERE))
    assert told["ann"] == ""
    assert told["bo"].endswith("x template not found")
    assert len(told["bo"]) <= 300

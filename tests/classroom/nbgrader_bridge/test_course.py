"""A course's folder and gradebook through `Course`: who handed in, what was given, and what waits."""

import os
import sqlite3
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest
from course_fixture import enter, hand_in, make_course
from nbgrader.coursedir import CourseDirectory
from nbgrader.dbutil import write_alembic_ini
from playfunc_classroom.nbgrader_bridge.course import Course, GradebookError
from sqlalchemy import text

pytestmark = pytest.mark.filterwarnings("ignore")  # nbgrader and SQLAlchemy warn about themselves


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    course = make_course(tmp_path_factory.mktemp("course"))
    for student in ("ann", "bob"):
        hand_in(course, student)
        enter(course, student)
    return course


def test_a_folder_without_configuration_is_no_course(tmp_path):
    with pytest.raises((FileNotFoundError, ValueError), match=r"nbgrader_config\.py"):
        Course.open(tmp_path)


def test_students_are_folders_with_the_assignment(course):
    (course.root / "submitted/zed/footsteps").mkdir(parents=True)
    assert course.students("hearts") == ["ann", "bob"]
    assert course.submission("hearts", "ann") == course.root / "submitted/ann/hearts"


def test_the_time_is_that_of_the_timestamp_and_else_of_the_newest_file(course):
    folder = course.submission("hearts", "bob")
    os.utime(folder / "hearts.ipynb", (1e9, 1e9))
    assert course.handed_in_at("hearts", "bob") == 1e9
    (folder / "timestamp.txt").write_text("2026-11-17 13:00:00")
    told = datetime(2026, 11, 17, 13, tzinfo=UTC)
    assert course.stamped(folder) == told
    assert course.handed_in_at("hearts", "bob") == told.timestamp()


def test_points_given_by_hand_stop_waiting_and_count_in_the_totals(course):
    assert course.waiting("hearts") == {"ann", "bob"}
    course.give("hearts", "ann", {"comments": 20.0, "quality": 30.0})
    standing = course.standing("hearts", "ann")
    assert (standing["comments"].points, standing["comments"].most, standing["comments"].waiting) == (
        20.0,
        30.0,
        False,
    )
    assert course.class_standing("hearts")["ann"] == standing
    assert course.standing("hearts", "bob")["comments"].waiting
    totals, most = course.totals("hearts")
    assert (totals["ann"], most) == (50.0, 100.0)


def test_marks_of_an_earlier_submission_are_taken_back_and_those_by_hand_stay(course):
    course.give("hearts", "bob", {"comments": 12.0})
    course.enter_missing("hearts", "bob", {"beats-basic": 10.0, "beats-minmax": 0.0})
    course.take_back("hearts", "bob", {"beats-minmax": 10.0})
    scores = course.scores("hearts", "bob")
    assert (scores["beats-basic"], scores["beats-minmax"]) == (None, 10.0)
    assert course.standing("hearts", "bob")["comments"].points == 12.0


def test_cells_are_those_that_are_marked_in_the_notebooks_order(course):
    names = [cell.name for cell in course.cells("hearts", "hearts")]
    marked = ["rules", "beats-basic", "beats-minmax", "beats-advanced", "comments", "quality"]
    assert [name for name in names if name in marked] == marked


def test_another_writer_makes_the_gradebook_busy(course):
    assert not course.is_busy()
    database = sqlite3.connect(course.root / "gradebook.db")
    try:
        database.execute("BEGIN IMMEDIATE")
        assert course.is_busy()
    finally:
        database.close()
    assert not course.is_busy()


def test_what_nbgrader_refuses_comes_with_its_log(course):
    with pytest.raises(GradebookError) as caught:
        course.release("nothing-here")
    assert caught.value.log


@pytest.mark.parametrize(
    "lines",
    [
        "",
        "c.CourseDirectory.submitted_directory = '/srv/submitted'\n"
        "c.CourseDirectory.db_url = 'postgresql:///marks'\nc.CourseDirectory.course_id = ' games '\n",
        "c.CourseDirectory.directory_structure = '{student_id}/{nbgrader_step}/{assignment_id}'\n",
    ],
    ids=["as usual", "elsewhere", "another order"],
)
def test_the_folders_are_those_that_nbgrader_itself_uses(tmp_path, lines):
    course = make_course(tmp_path)
    with (course.root / "nbgrader_config.py").open("a") as config:
        config.write(f"\n{lines}")
    course = Course.open(course.root)
    ours, theirs = course.directory, CourseDirectory(config=course.config)
    for step in ("source", "release", "submitted", "autograded", "feedback"):
        named = getattr(theirs, f"{step}_directory")
        assert getattr(ours, step) == named
        assert str(ours.path(named, "ann", "hearts")) == theirs.format_path(named, "ann", "hearts")
    assert (ours.db_url, ours.course_id) == (theirs.db_url, theirs.course_id)


def test_a_new_gradebook_has_the_revision_that_nbgrader_would_ask_alembic_for(tmp_path):
    course = make_course(tmp_path)
    with course.gradebook() as gradebook:
        (held,) = gradebook.db.execute(text("SELECT version_num FROM alembic_version")).one()
    command = [Path(sys.executable).with_name("alembic"), "-c", tmp_path / "alembic.ini", "heads"]
    write_alembic_ini(str(tmp_path / "alembic.ini"), "sqlite:///" + str(tmp_path / "other.db"))
    told = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert held == told.split()[0]

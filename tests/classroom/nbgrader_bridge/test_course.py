"""A course's folder and gradebook through `Course`: who handed in, what was given, and what waits."""

import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace as Thing

import nbformat
import pytest
from course_fixture import cell, enter, hand_in, make_course, notebook
from nbgrader.coursedir import CourseDirectory
from nbgrader.dbutil import write_alembic_ini
from playfunc_classroom.marks import Stamp
from playfunc_classroom.nbgrader_bridge import preprocessors
from playfunc_classroom.nbgrader_bridge.course import Course, GradebookError
from playfunc_classroom.nbgrader_bridge.feedback import as_program, comments_for, with_comment_cells
from playfunc_classroom.nbgrader_bridge.gradebook import forget_student, known_students
from playfunc_classroom.nbgrader_bridge.gradebook_writer import copy_to_groups
from playfunc_classroom.nbgrader_bridge.preprocessors import TakeBackMarks
from playfunc_classroom.nbgrader_bridge.public import _with_policy
from playfunc_classroom.policy.overrides import Override, add_override
from sqlalchemy import event, text

pytestmark = pytest.mark.filterwarnings("ignore")  # nbgrader, nbconvert and SQLAlchemy warn about themselves


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
    held = standing["comments"]
    assert (held.points, held.most, held.waiting) == (20.0, 30.0, False)
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
        assert ours.step(step) == named
        assert str(ours.path(step, "ann", "hearts")) == theirs.format_path(named, "ann", "hearts")
    assert (ours.db_url, ours.course_id) == (theirs.db_url, theirs.course_id)


def test_a_new_gradebook_has_the_revision_that_nbgrader_would_ask_alembic_for(tmp_path):
    course = make_course(tmp_path)
    with course.gradebook() as gradebook:
        (held,) = gradebook.db.execute(text("SELECT version_num FROM alembic_version")).one()
    command = [Path(sys.executable).with_name("alembic"), "-c", tmp_path / "alembic.ini", "heads"]
    write_alembic_ini(str(tmp_path / "alembic.ini"), "sqlite:///" + str(tmp_path / "other.db"))
    told = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert held == told.split()[0]


@pytest.mark.parametrize(
    "interrupted",
    [
        ["DROP TABLE comment", "DROP TABLE alembic_version"],  # killed before the last table was made
        ["DROP TABLE task_cells"],  # nbgrader's own upgrade of an old gradebook does not make it
        ["DELETE FROM course"],  # a gradebook of another course
    ],
)
def test_a_gradebook_that_is_not_whole_is_made_whole(tmp_path, interrupted):
    course = make_course(tmp_path)
    hand_in(course, "ann")
    with closing(sqlite3.connect(course.directory.database)) as database:
        for statement in interrupted:
            database.execute(statement)
        database.commit()
    enter(course, "ann")
    assert course.scores("hearts", "ann")
    with course.gradebook() as gradebook:
        assert "playfunc" in gradebook.db.execute(text("SELECT id FROM course")).scalars().all()


def test_another_file_in_the_gradebooks_place_is_opened_as_it_is(tmp_path):
    course = make_course(tmp_path)
    hand_in(course, "ann")
    enter(course, "ann")
    course.directory.database.unlink()
    assert course.scores("hearts", "ann") == {}
    with course.gradebook() as gradebook:
        assert gradebook.students == []


def test_the_rows_of_a_submission_are_found_by_an_index(tmp_path):
    course = make_course(tmp_path)
    for _ in range(2):  # those that are there stay
        course.add_indexes()
    with closing(sqlite3.connect(course.directory.database)) as database:
        for table, column in (
            ("grade", "notebook_id"),
            ("comment", "notebook_id"),
            ("submitted_notebook", "assignment_id"),
        ):
            asked = f"EXPLAIN QUERY PLAN SELECT * FROM {table} WHERE {column} = 'x'"
            (*_, plan) = database.execute(asked).fetchone()
            assert plan.startswith(f"SEARCH {table} USING INDEX")


def test_a_gradebook_that_takes_no_index_is_used_without(tmp_path):
    course = make_course(tmp_path)
    hand_in(course, "ann")
    with closing(sqlite3.connect(course.directory.database)) as other:
        other.execute("BEGIN IMMEDIATE")
        course.add_indexes()
    with closing(sqlite3.connect(course.directory.database)) as database:
        assert not database.execute("SELECT 1 FROM sqlite_master WHERE name LIKE '%_by_%'").fetchall()
    enter(course, "ann")
    assert course.scores("hearts", "ann")


def test_a_locked_gradebook_is_said_to_be_busy(tmp_path):
    course = make_course(tmp_path)
    with closing(sqlite3.connect(course.directory.database)) as other:
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(GradebookError) as refused:
            course.worth("hearts")
    assert refused.value.busy


def test_reading_a_submission_takes_as_many_questions_however_many_cells_it_has(course):
    asked = []
    with course.gradebook() as gradebook:
        event.listen(gradebook.engine, "before_cursor_execute", lambda *told: asked.append(told[2]))
    assert len(course.standing("hearts", "ann")) == 6
    assert len(asked) == 5


# Before a regrade, automatic points of an earlier submission are opened; a stored mark of this one keeps its own.
RESOURCES = {"nbgrader": {"student": "ann", "assignment": "hearts"}}


@pytest.mark.parametrize(("stored", "left"), [(None, None), (Thing(points={"beats-basic": 7.5}), 7.5)])
def test_points_are_those_known_of_this_submission_or_open(tmp_path, monkeypatch, stored, left):
    course = make_course(tmp_path)
    hand_in(course, "ann")
    enter(course, "ann")
    course.enter_missing("hearts", "ann", {"beats-basic": 10.0})
    assert course.scores("hearts", "ann")["beats-basic"] == 10.0
    monkeypatch.setattr(preprocessors, "stored_mark", lambda *arguments: stored)
    TakeBackMarks.preprocess(Thing(coursedir=CourseDirectory(config=course.config)), None, RESOURCES)
    assert course.scores("hearts", "ann")["beats-basic"] == left


# Points and comments in other forms than a page.
def test_points_and_comments_become_cells_and_the_rest_stays():
    nb = notebook()
    nb.metadata["playfunc"] = {"points": 3}
    task = next(c for c in nb.cells if c.metadata.get("nbgrader", {}).get("grade_id") == "comments")
    task.metadata.nbgrader |= {"score": 20.0, "points": 30.0, "comment": "Good.\n<b>But</b> long."}
    told = with_comment_cells(nb)
    sources = [c.source for c in told.cells]
    at = sources.index("## Comments: 30")
    assert sources[at + 1] == "**comments: 20 of 30 points**\n\n> Good.\n> <b>But</b> long."
    assert not any("nbgrader" in c.metadata for c in told.cells)
    assert "playfunc" not in told.metadata
    assert len(told.cells) == len(nb.cells) + 1
    assert task.metadata.nbgrader["comment"], "the page is still to be made of it"


def test_a_program_gets_them_as_comments(tmp_path):
    path = tmp_path / "feedback.ipynb"
    scored = cell("beats-basic", points=10)
    scored.metadata.nbgrader["score"] = 10.0
    waiting = cell("quality", points=40)
    waiting.metadata.nbgrader["score"] = None
    nbformat.write(with_comment_cells(nbformat.v4.new_notebook(cells=[scored, waiting])), path)
    told = "# beats-basic: 10 of 10 points\n#\n# quality: not marked yet, of 40 points\n"
    assert as_program(path) == f"# Feedback\n#\n{told}"


def test_members_of_a_group_read_the_same_comments(tmp_path):
    course = make_course(tmp_path)
    (course.root / "groups.csv").write_text("group,student\nred,bo\nred,cy\n")
    hand_in(course, "bo")
    enter(course, "bo")
    assert copy_to_groups(course, "hearts", ["bo"]) == {"cy": "bo"}
    told = comments_for(course, "hearts", {"bo", "cy"})
    assert told["cy"] == told["bo"]
    assert "comments: not marked yet, of 30" in told["cy"]


def test_a_column_of_comments_names_points_by_hand_with_their_reason(tmp_path):
    course = make_course(tmp_path)
    enter(course, "ann")
    course.give("hearts", "ann", {"comments": 20.0})
    decision = Override(
        "ann", "comments", 20.0, 0.0, None, "lee", "2026-12-01T10:00:00+01:00", "Read <again>.", ""
    )
    add_override(course.root, "hearts", decision)
    told = comments_for(course, "hearts", {"ann"})["ann"]
    assert "By hand: comments: 20 instead of 0, by lee on 2026-12-01: Read &lt;again&gt;." in told


def test_another_report_beside_the_same_player_is_entered_again(tmp_path):
    """Also where it came with the time of the one before."""
    course = make_course(tmp_path)
    hand_in(course, "ann")
    mark = Thing(student="ann", stamp=Stamp("", "", ""))
    before = course.entry("hearts", mark)
    assert course.entry("hearts", mark) == before
    report = course.submission("hearts", "ann") / "report.md"
    report.write_text("another")
    other = course.entry("hearts", mark)
    assert other != before
    report.rename(report.with_name("player.py"))
    assert course.entry("hearts", mark) != other, "a name decides what counts"


def test_a_column_of_comments_gets_every_part_and_what_people_wrote(tmp_path):
    course = make_course(tmp_path)
    for student in ("ann", "bo"):
        enter(course, student)
    course.enter_missing("hearts", "ann", {"beats-basic": 10.0, "beats-minmax": 0.0, "beats-advanced": 0.0})
    course.give("hearts", "ann", {"comments": 20.5, "quality": 40.0})
    with course.gradebook() as gradebook:
        submission = gradebook.find_submission("hearts", "ann")
        comment = next(c for c in submission.notebooks[0].comments if c.name == "comments")
        comment.manual_comment = "**The account: 6 of 12.** Good <names>,\nbut 2**3."
        for untouched in submission.notebooks[0].comments:
            untouched.auto_comment = "No response."
        submission.notebooks[0].late_submission_penalty = 5.0
        gradebook.db.commit()
    assert "comments: not marked yet, of 30" in comments_for(course, "hearts", {"bo"})["bo"]
    told = comments_for(course, "hearts", {"ann"})
    assert set(told) == {"ann"}
    points, comments = told["ann"].split("<br>", 1)
    assert set(points.removesuffix(".").split("; ")) == {
        "beats-basic: 10 of 10",
        "beats-minmax: 0 of 10",
        "beats-advanced: 0 of 10",
        "comments: 20.5 of 30",
        "quality: 40 of 40",
        "late: −5",
    }
    expected = "<b>comments</b>: <strong>The account: 6 of 12.</strong> Good &lt;names&gt;,<br>but 2**3."
    assert comments == expected


# A student leaves the gradebook, to the last byte of its file.
def test_nothing_of_a_student_is_left_in_the_file(tmp_path):
    course = make_course(tmp_path)
    for student in ("ann", "gwendolyn"):
        enter(course, student)
        course.give("hearts", student, {"comments": 20.0})
    assert known_students(course) == {"ann", "gwendolyn"}
    assert forget_student(course, "gwendolyn")
    assert known_students(course) == {"ann"}
    assert b"gwendolyn" not in (tmp_path / "gradebook.db").read_bytes()
    assert course.standing("hearts", "ann")["comments"].points == 20.0


def test_whom_nobody_knows_was_not_there(tmp_path):
    course = make_course(tmp_path)
    assert forget_student(course, "nobody") is False


# The course's policy stands behind the cell that tells how marks come about.
def test_the_policy_stands_behind_the_cell_that_tells_how_marks_come_about():
    made = notebook().cells
    made[3].metadata["nbgrader"]["grade_id"] = "how-marked"
    assert _with_policy(made, "P")[4].source == "P"
    assert len(_with_policy(_with_policy(made, "P"), "Q")) == len(made) + 1

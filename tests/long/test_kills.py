"""A run killed at its writes: whatever was hit, running again ends with the same marks and the same gradebook.

Every place of a run is one where a file or folder of the course is about to change, the database's own
writes included. A tenth of the places is always in the long suite; `PLAYFUNC_KILL_POINTS=all` tries every one.
The notebooks are not executed here: their kernels write nothing in the course, and take most of the time.
"""

import json
import os
import shutil
import sqlite3

import killing
import pytest
from course_fixture import CAUTIOUS, RENEGES, hand_in, make_course
from playfunc_autograder.sandbox.tiers import available_tier
from playfunc_classroom.nbgrader_bridge.course import Course
from playfunc_classroom.runs.grade import grade

pytestmark = [
    pytest.mark.long,
    pytest.mark.filterwarnings("ignore"),  # nbgrader and SQLAlchemy warn about themselves
    pytest.mark.skipif(
        not killing.CALLS, reason="system calls are known by number on x86-64 and aarch64 Linux"
    ),
]

POINTS = os.environ.get("PLAYFUNC_KILL_POINTS", "24")
"""How many places to kill at, spread evenly over the run; or `all`."""

STUDENTS = ("ann", "bob")


def dump(course):
    """The gradebook as (student, cell) → scores and flags, without ids and times."""
    database = sqlite3.connect(course / "gradebook.db")
    rows = database.execute(
        "select student.id, base_cell.name, grade.auto_score, grade.manual_score, grade.needs_manual_grade "
        "from grade join base_cell on grade.cell_id = base_cell.id "
        "join submitted_notebook on grade.notebook_id = submitted_notebook.id "
        "join submitted_assignment on submitted_notebook.assignment_id = submitted_assignment.id "
        "join student on submitted_assignment.student_id = student.id order by 1, 2"
    ).fetchall()
    database.close()
    return rows


def marks(course):
    rows = json.loads((course / "reports/hearts/grades.json").read_text())
    return [(row["student"], row["points"], [r["verdict"] for r in row["results"]]) for row in rows]


def outcome(course):
    """All that a run leaves behind that others rely on."""
    pages = sorted(str(p.relative_to(course)) for p in (course / "reports").rglob("*.*"))
    written = [json.loads((course / f"autograded/{who}/hearts/hearts.ipynb").read_text()) for who in STUDENTS]
    scratch = [p.name for p in course.rglob(".playfunc-scratch-*")]
    return dump(course), marks(course), pages, [nb["metadata"]["playfunc"] for nb in written], scratch


def mark(course):
    batch = grade(Course.open(course), "hearts")
    assert batch.trouble == {}, batch.trouble
    assert not batch.unwritten


def places(calls, wanted):
    step = 1 if wanted == "all" else max(1, len(calls) // int(wanted))
    return range(0, len(calls), step)


def killed_everywhere(start, points=POINTS, only=lambda path: True):
    """Kill a run from the course `start` at its places; how many there were, and how many were tried."""
    whole = start.with_name("whole")
    shutil.copytree(start, whole)
    reference = killing.run(lambda: mark(whole), whole)
    assert reference.code == 0
    expected = outcome(whole)
    shutil.rmtree(whole)
    tried = unreached = 0
    for place in places(reference.calls, points):
        if not only(reference.calls[place][1]):
            continue
        course = start.with_name("killed")
        shutil.copytree(start, course)
        where = (place, *reference.calls[place])
        ended = killing.run(lambda at=course: mark(at), course, place)
        if ended.code == 0 and len(ended.calls) <= place:  # SQLite writes a page more or less from run to run
            unreached += 1
        else:
            assert ended.code is None, where
        assert killing.succeeds(lambda at=course: mark(at)), where
        assert outcome(course) == expected, where
        shutil.rmtree(course)
        tried += 1
        if tried % 25 == 0:
            print(f"killed at {tried} of {len(reference.calls)} places", flush=True)
    print(f"{len(reference.calls)} places, killed at {tried - unreached}", flush=True)
    assert unreached <= len(reference.calls) / 50
    return len(reference.calls), tried - unreached


@pytest.fixture(scope="module")
def unmarked(tmp_path_factory):
    """A released course with two submissions, nothing marked yet."""
    available_tier()  # found out here once, and known to every forked run
    course = make_course(tmp_path_factory.mktemp("kills") / "start", execute=False)
    hand_in(course, "ann", CAUTIOUS)
    hand_in(course, "bob", RENEGES)
    return course.root


@pytest.fixture(scope="module")
def marked(unmarked, tmp_path_factory):
    """The same with the marks stored, and nothing in the gradebook: players need not be run again."""
    start = tmp_path_factory.mktemp("kills") / "start"
    shutil.copytree(unmarked, start)
    done = start.with_name("done")
    shutil.copytree(start, done)
    mark(done)  # here, so that what Python keeps of a first run is there in every forked one
    shutil.copytree(done / "marks", start / "marks")
    for saved in (start / "marks").rglob("saved.json"):
        saved.unlink()
    shutil.rmtree(done)
    return start


def test_killed_while_marks_are_entered_and_reports_written(marked):
    found, tried = killed_everywhere(marked)
    assert found > 100  # or the tracing has missed the database
    assert tried >= min(found, 20)


def test_killed_while_marks_are_stored(unmarked):
    _, tried = killed_everywhere(unmarked, "all", only=lambda path: "/marks/" in path)
    assert tried >= 8

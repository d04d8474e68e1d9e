"""A run killed at its writes: whatever was hit, running again ends with the same marks and the same gradebook.

`strace` injects the kill at the n-th system call that writes, syncs, renames or truncates, so the places are
those of the real run, database included. All of them is a long suite; some are always run.
"""

import json
import os
import re
import shutil
import sqlite3
import subprocess
import sys

import pytest
from course_fixture import CAUTIOUS, RENEGES, hand_in, make_course
from playfunc_autograder.grade import grade
from playfunc_autograder.nbgrader_bridge import Course

pytestmark = [
    pytest.mark.long,
    pytest.mark.filterwarnings("ignore"),  # nbgrader and SQLAlchemy warn about themselves
    pytest.mark.skipif(shutil.which("strace") is None, reason="needs strace: apt-get install strace"),
]

WRITES = "write,pwrite64,fsync,fdatasync,rename,renameat,renameat2,ftruncate,unlink,unlinkat"
POINTS = int(os.environ.get("PLAYFUNC_KILL_POINTS", "12"))
"""How many places to kill at, spread evenly over the run."""


def grade_command(course):
    return [sys.executable, "-W", "ignore", "-m", "playfunc_autograder.cli", "grade", str(course), "hearts"]


def traced(course, *inject):
    """Run a batch with the main process's writes below the course traced; returns (exit code, trace)."""
    trace = course.parent / f"{course.name}.trace"
    command = ["strace", "-o", str(trace), "-e", f"trace={WRITES}", "-y", *inject, *grade_command(course)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.returncode, trace.read_text(errors="replace")


def dump(course):
    """The gradebook as (student, cell) → scores and flags, without ids and times."""
    with sqlite3.connect(course / "gradebook.db") as database:
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


def numbered(trace):
    """Every traced call as (name, how many of that name so far): strace counts each name by itself."""
    names = re.findall(r"^(\w+)\(", trace, re.MULTILINE)
    return [(name, names[: place + 1].count(name)) for place, name in enumerate(names)]


@pytest.fixture(scope="module")
def fresh(tmp_path_factory):
    """A released course with two submissions, nothing marked yet."""
    course = make_course(tmp_path_factory.mktemp("kills") / "fresh")
    hand_in(course, "ann", CAUTIOUS)
    hand_in(course, "bob", RENEGES)
    return course.root


def copy_of(fresh, name):
    target = fresh.parent / name
    shutil.copytree(fresh, target)
    return target


def test_killed_anywhere_and_run_again(fresh):
    whole = copy_of(fresh, "whole")
    code, trace = traced(whole)
    assert code == 0
    expected = dump(whole), marks(whole)
    writes = numbered(trace)
    # The last calls close the run after its work is done; a little is left out for what varies from run to run.
    for name, number in writes[: -len(writes) // 20 : max(1, len(writes) // POINTS)]:
        place = f"{name}-{number}"
        course = copy_of(fresh, f"killed-{place}")
        code, _ = traced(course, "-e", f"inject={name}:signal=KILL:when={number}")
        assert code != 0, f"the kill at {place} did not happen"
        batch = grade(Course.open(course), "hearts")
        assert batch.trouble == {}, place
        assert (dump(course), marks(course)) == expected, place
        shutil.rmtree(course)

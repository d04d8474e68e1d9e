"""A class made from the demo submissions: the same marks however it is marked, and however often that is stopped.

Side by side, one after the other, and killed again and again and resumed. Six students and one kill, and all kinds of
submissions, sixty (`PLAYFUNC_CROWD`), and five. Notebooks are not executed: no mark comes from there.
"""

import itertools
import json
import os
import random
import shutil
import signal
import sqlite3
import sys
import time

import killing
import pytest
from course_fixture import hand_in, make_course
from playfunc_autograder.executors import Local
from playfunc_autograder.sandbox.tiers import available_tier
from playfunc_classroom.demo import DEFECTS, demo_folder, read_demo
from playfunc_classroom.marks import mark_path
from playfunc_classroom.nbgrader_bridge.course import Course
from playfunc_classroom.runs.grade import grade

pytestmark = [
    pytest.mark.filterwarnings("ignore"),  # nbgrader and SQLAlchemy warn about themselves
    pytest.mark.skipif(sys.platform != "linux", reason="kills process groups, and finds them by /proc"),
]

ASKS_ALL = True
QUICK = ("crashes", "lowest_card", "untouched", "global_state", "broken_json", "illegal")
KINDS = {path.stem: read_demo(path) for path in sorted((demo_folder() / "hearts").glob("*.py"))}


def crowd(size):
    """As many (student, demo) as wanted: the quick kinds in turns, and where there is room all others once."""
    others = [kind for kind in KINDS if kind not in QUICK] if size > 2 * len(KINDS) else []
    kinds = itertools.islice(itertools.chain(others, itertools.cycle(QUICK)), size)
    return [(f"{kind}{number:03}", KINDS[kind]) for number, kind in enumerate(kinds)]


def make_crowd(folder, size):
    course = make_course(folder, execute=False)
    for student, demo in crowd(size):
        code = "\n\n".join(text for name, text in demo.cells.items() if name != "report")
        path = hand_in(course, student, f"{code}\n# {student}\n" if code else "def play(*arguments): ...\n")
        for defect in demo.defects:
            name, _, argument = defect.partition(" ")
            path.write_text(DEFECTS[name](path.read_text(), argument))
    return course.root


def mark(root, jobs):
    batch = grade(Course.open(root), "hearts", workers=Local(jobs))
    assert batch.exit_code == 0, batch.trouble


def outcome(root):
    """All marks with what they rest on, and the gradebook, without what times and ids there are."""
    rows = json.loads((root / "reports/hearts/grades.json").read_text())
    results = [
        [(r["check"], r["verdict"], r["got"], r["reason"], r["facts"]) for r in row["results"]]
        for row in rows
    ]
    marks = [(row["student"], row["points"], row["band"], r) for row, r in zip(rows, results, strict=True)]
    database = sqlite3.connect(root / "gradebook.db")
    held = database.execute(
        "select student.id, base_cell.name, grade.auto_score, grade.needs_manual_grade "
        "from grade join base_cell on grade.cell_id = base_cell.id "
        "join submitted_notebook on grade.notebook_id = submitted_notebook.id "
        "join submitted_assignment on submitted_notebook.assignment_id = submitted_assignment.id "
        "join student on submitted_assignment.student_id = student.id order by 1, 2"
    ).fetchall()
    database.close()
    return marks, held


def progress(root):
    """How many steps are done: a mark stored, a mark entered."""
    return sum(1 for _ in (root / "marks/hearts").glob("*/*.json"))


def mark_with_kills(root, size, kills):
    """Killed at random points of its progress, each a random moment after it, and run to its end."""
    chance = random.Random("kills")
    stored = {}
    for steps in sorted(chance.sample(range(1, 2 * size - 1), kills)):
        pid = killing.start(lambda: mark(root, 2))
        while progress(root) < steps and not killing.ended(pid):
            time.sleep(0.02)
        time.sleep(chance.uniform(0, 0.3))
        assert not killing.ended(pid), f"the run ended by itself before step {steps}"
        os.killpg(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
        for student, when in stored.items():
            assert mark_path(root, "hearts", student).stat().st_mtime_ns == when, f"{student} marked twice"
        stored |= {p.parent.name: p.stat().st_mtime_ns for p in (root / "marks/hearts").glob("*/mark.json")}
    assert killing.succeeds(lambda: mark(root, 2))
    return len(stored)


def same_marks_however_it_is_run(folder, size, kills):
    available_tier()  # found out here once, and known to every forked run
    start = make_crowd(folder / "start", size)
    side, turns, killed = (folder / name for name in ("side", "turns", "killed"))
    for copy in (side, turns, killed):
        shutil.copytree(start, copy)
    began = time.monotonic()
    assert killing.succeeds(lambda: mark(side, 2))
    print(f"{size} marked with two jobs in {time.monotonic() - began:.0f} s", flush=True)
    expected = outcome(side)
    assert len(expected[0]) == size
    assert {points for _, held, _, _ in expected[0] for points in held.values()} >= {0.0}
    began = time.monotonic()
    kept = mark_with_kills(killed, size, kills)
    print(
        f"killed {kills} times and resumed, {kept} marks kept: {time.monotonic() - began:.0f} s", flush=True
    )
    assert outcome(killed) == expected
    began = time.monotonic()
    assert killing.succeeds(lambda: mark(turns, 1))
    print(f"one after the other in {time.monotonic() - began:.0f} s", flush=True)
    assert outcome(turns) == expected


@pytest.mark.long
def test_a_few(tmp_path):
    same_marks_however_it_is_run(tmp_path, len(QUICK), kills=1)


@pytest.mark.long
def test_a_class_of_sixty(tmp_path):
    same_marks_however_it_is_run(tmp_path, int(os.environ.get("PLAYFUNC_CROWD", "60")), kills=5)

"""The same submissions give the same bytes, however they are marked."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from course_fixture import CAUTIOUS, RENEGES, hand_in, make_course

ASKS_ALL = True

ADDRESS = """
class Thing:
    pass


def play(player_id, hand, trick, previous):
    raise ValueError({*"abcdef"}, Thing())
"""
"""Its message holds an address, and the order of a set of texts: both would differ from process to process."""


def marked(course: Path, jobs: int, hash_seed: str, busy: int) -> dict[str, bytes]:
    """What a run in a process of its own writes, beside so many busy processes, by the file's place."""
    load = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(busy)]
    try:
        subprocess.run(
            [sys.executable, "-m", "playfunc_cli.main", "grade", str(course), "hearts", "--jobs", str(jobs)],
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
            check=True,
            capture_output=True,
        )
    finally:
        for process in load:
            process.kill()
            process.wait()
    files = [*course.glob("marks/hearts/*/mark.json"), course / "reports/hearts/grades.json"]
    return {str(file.relative_to(course)): file.read_bytes() for file in files}


@pytest.mark.week
@pytest.mark.filterwarnings("ignore")  # nbgrader and SQLAlchemy warn about themselves
def test_marks_are_the_same_to_the_byte_whatever_jobs_order_hash_seed_and_load(tmp_path: Path) -> None:
    course = make_course(tmp_path / "first")
    first = course.root
    for student, source in (("ann", CAUTIOUS), ("bob", RENEGES), ("eve", ADDRESS)):
        hand_in(course, student, source)
    second = tmp_path / "another place" / "second"
    shutil.copytree(first, second)
    one = marked(first, 1, "1", busy=0)
    two = marked(second, 2, "2", busy=3)
    assert len(one) == 4
    assert one == two

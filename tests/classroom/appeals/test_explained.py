"""A mark played again in a process of its own."""

from __future__ import annotations

import subprocess
import sys

import pytest
from course_fixture import RENEGES, hand_in, make_course
from playfunc_classroom.appeals.explained import Explained, explained_page
from playfunc_classroom.runs.grade import grade

pytestmark = pytest.mark.filterwarnings("ignore")  # nbgrader, nbconvert and SQLAlchemy warn about themselves


def test_what_changed_is_told_after_the_verdict(tmp_path):
    assert Explained(tmp_path, True, ()).told == ("Same results as stored.",)
    assert Explained(tmp_path, False, ("rules", "the secret")).told == (
        "Results differ from the stored ones; see the page.",
        "Changed since it was marked: rules, the secret.",
    )


@pytest.mark.week
def test_a_process_writes_the_page_or_says_why_it_cannot(tmp_path):
    course = make_course(tmp_path)
    hand_in(course, "ann", RENEGES)
    assert grade(course, "hearts").exit_code == 0

    def run(student):
        words = [sys.executable, "-m", "playfunc_classroom.appeals.explained", course.root, "hearts", student]
        return subprocess.run(words, capture_output=True, text=True, check=False, timeout=600)

    done = run("ann")
    assert (done.returncode, done.stdout) == (0, "Same results as stored.\n")
    assert "Reneging" in explained_page(course.root, "hearts", "ann").read_text()
    refused = run("zoe")
    assert refused.returncode == 2
    assert refused.stderr.startswith("there is no submission of zoe for hearts; ")
    assert not explained_page(course.root, "hearts", "zoe").exists()

"""The summary of a batch tells students' faults from ours."""

import sys

import pytest
from playfunc_classroom.runs import jobs
from playfunc_classroom.runs.grade import Batch, grade
from playfunc_classroom.runs.summary import summary

pytestmark = [
    pytest.mark.filterwarnings("ignore"),  # nbgrader and SQLAlchemy warn about themselves
    pytest.mark.skipif(sys.platform == "win32", reason="marking needs a POSIX system"),
]


# --- the summary


def test_whose_fault_is_whose(course, monkeypatch):
    monkeypatch.setattr(jobs, "new_mark", _broken_for_ann(jobs.new_mark))
    batch = grade(course, "hearts")
    lines = summary(Batch(batch.marks, batch.trouble, "No space left on device: reports"))
    assert lines == [
        "3 submissions: 0 in order, 2 with a fault of the student's.",
        "Students' faults, which are marked as such:",
        "  ann.saved: loads: no player that can be read",
        "  index: rules: " + next(m for m in batch.marks if m.student == "index").results[1].got,
        "Errors of ours (no student loses points):",
        "  ann: not entered: marking stopped: RuntimeError: ours",
        "  the reports could not be written: No space left on device: reports",
    ]


def _broken_for_ann(real):
    def new_mark(work):
        if work.student == "ann":
            raise RuntimeError("ours")
        return real(work)

    return new_mark

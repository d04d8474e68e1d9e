"""A job that is killed costs its submission alone, or is done again."""

import os
import signal
import sys
from dataclasses import replace

import psutil
import pytest
from course_assignments import HEARTS
from joblib.externals.loky import get_reusable_executor
from playfunc_autograder.executors import Local
from playfunc_classroom.marks.store import Mark
from playfunc_classroom.runs import jobs
from playfunc_classroom.runs.grade import grade
from playfunc_classroom.runs.jobs import KILLED, Submission, marked

pytestmark = [
    pytest.mark.filterwarnings("ignore"),  # nbgrader and SQLAlchemy warn about themselves
    pytest.mark.skipif(sys.platform == "win32", reason="marking needs a POSIX system"),
]


# --- killed jobs


class Deadly:
    """Ends the process in which it is unpickled."""

    def __reduce__(self):
        return exec, ("import os, signal; os.kill(os.getpid(), signal.SIGKILL)",)


@pytest.fixture
def jobs_end():
    yield
    get_reusable_executor().shutdown(kill_workers=True)


def test_a_job_that_is_killed_costs_its_submission_alone(course, jobs_end, monkeypatch):
    def work_for(folder, student, *rest, **more):
        work = real(folder, student, *rest, **more)
        return replace(work, released=Deadly()) if student == "deadly" else work

    real = jobs.work_for
    monkeypatch.setattr(jobs, "work_for", work_for)

    def submission(student, folder=None):
        folder = folder or course.submission("hearts", student)
        return Submission(folder, student, HEARTS, course.root, "s", True)

    found = {
        outcome.submission.student: outcome.result
        for outcome in marked(
            [
                submission("ann"),
                submission("deadly", course.submission("hearts", "ann")),
                submission("ann.saved"),
            ],
            Local(2),
        )
    }
    assert found.pop("deadly") == KILLED
    assert set(found) == {"ann", "ann.saved"}
    assert all(isinstance(result, Mark) for result in found.values())


def a_job():
    """One of the processes that joblib has begun for us."""
    return next(p.pid for p in psutil.Process().children() if "LokyProcess" in " ".join(p.cmdline()))


@pytest.mark.long
def test_a_job_killed_by_others_is_done_again(course, jobs_end):
    killed = []

    def kill_a_job(*_):
        if not killed:
            killed.append(a_job())
            os.kill(killed[0], signal.SIGKILL)

    batch = grade(course, "hearts", workers=Local(2), on_done=kill_a_job)
    assert killed
    assert (batch.exit_code, len(batch.marks)) == (0, 3)

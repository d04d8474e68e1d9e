"""What can happen to a batch, done to it: a gradebook in use, a full disk, killed jobs, Ctrl-C, odd ids.

Most submissions here are damaged files, which are marked without a player's process; notebooks are not executed.
"""

import os
import shutil
import signal
import sqlite3
import sys
from dataclasses import replace

import killing
import psutil
import pytest
from course_assignments import HEARTS
from course_fixture import RENEGES, hand_in
from playfunc_autograder.executors import Local
from playfunc_autograder.sandbox.tiers import available_tier
from playfunc_classroom.marks import Mark
from playfunc_classroom.nbgrader_bridge.course import Course, GradebookError
from playfunc_classroom.nbgrader_bridge.gradebook_writer import BUSY
from playfunc_classroom.nbgrader_bridge.preprocessors import TakeBackMarks, WriteMarks
from playfunc_classroom.runs import jobs
from playfunc_classroom.runs.grade import Batch, _only_writer, grade
from playfunc_classroom.runs.jobs import KILLED, Submission, marked
from playfunc_classroom.runs.summary import summary
from small_disk import fill, small_disk

pytestmark = [
    pytest.mark.filterwarnings("ignore"),  # nbgrader and SQLAlchemy warn about themselves
    pytest.mark.skipif(sys.platform == "win32", reason="marking needs a POSIX system"),
]


STUDENTS = ("ann", "ann.saved", "index")


class Holder:
    """Another program that reads and writes the gradebook for as long as it likes."""

    def __init__(self, course):
        self.database = sqlite3.connect(course.root / "gradebook.db", isolation_level=None)

    def take(self, *_):
        if not self.database.in_transaction:
            self.database.execute("begin exclusive")

    def let_go(self):
        self.database.execute("rollback")


@pytest.fixture
def holder(course):
    holder = Holder(course)
    yield holder
    holder.database.close()


def test_students_may_be_called_as_our_own_files_are(course):
    batch = grade(course, "hearts")
    assert (batch.exit_code, len(batch.marks)) == (0, 3)
    reports = course.root / "reports/hearts"
    assert {p.name for p in (reports / "students").iterdir()} == {f"{student}.html" for student in STUDENTS}
    for student in STUDENTS:
        assert f"<h1>{student} " in (reports / "students" / f"{student}.html").read_text()
        assert f'href="students/{student}.html"' in (reports / "index.html").read_text()
    again = grade(course, "hearts")
    assert again.marks == batch.marks
    assert (course.root / "marks/hearts/ann/saved.json").exists()
    assert {p.name for p in (course.root / "marks/hearts").iterdir()} == set(STUDENTS)


# --- a gradebook in use


def test_who_holds_the_gradebook_is_waited_for(course, holder):
    holder.take()
    batch = grade(course, "hearts", ["ann"], on_wait=holder.let_go)
    assert (batch.exit_code, len(batch.marks)) == (0, 1)
    assert not holder.database.in_transaction  # it was, and has been told


def test_who_never_lets_go_costs_nobody_a_mark(course, holder):
    both = ["ann", "ann.saved"]
    batch = grade(course, "hearts", both, on_done=holder.take, patience=0.3)
    assert batch.trouble == {"ann.saved": BUSY, "late penalties": BUSY}
    assert batch.exit_code == 1
    assert BUSY in batch.unwritten
    assert len(batch.marks) == 2
    holder.let_go()
    assert grade(course, "hearts", both).exit_code == 0
    assert course.scores("hearts", "ann.saved")["beats-basic"] == 0.0


def test_a_gradebook_in_use_from_the_start_is_one_sentence(course, holder):
    holder.take()
    with pytest.raises(ValueError, match="another program is using the gradebook"):
        grade(course, "hearts", patience=0.2)


def test_a_second_run_is_told_at_once_and_does_not_wait(course, holder, monkeypatch):
    """Before it looks how players can be confined, which starts processes."""
    holder.take()
    waited = []
    monkeypatch.setattr(
        "playfunc_classroom.runs.grade.require_confinement", lambda *given, **named: waited.append(given)
    )
    with _only_writer(course), pytest.raises(ValueError, match="another `playfunc grade`"):
        grade(course, "hearts", on_wait=lambda: waited.append(1))
    assert not waited


# --- Ctrl-C


def test_what_nbgrader_is_given_a_copy_of_is_entered_once(course):
    """Another name, a second copy, a file of Python; and what is hidden beside them says nothing."""
    renamed = hand_in(course, "bob", RENEGES)
    renamed.rename(renamed.with_name("zz.ipynb"))
    twice = hand_in(course, "cat", RENEGES)
    shutil.copy(twice, twice.with_name("copy.ipynb"))
    folder = course.root / "submitted/dee/hearts"
    folder.mkdir(parents=True)
    (folder / "player.py").write_text(RENEGES)
    students = ("bob", "cat", "dee")
    batch = grade(course, "hearts", students, allow_unconfined=True)
    (folder / ".ipynb_checkpoints").mkdir()
    (folder / ".ipynb_checkpoints/player.py").write_text("as it was")
    assert [course.has_entered("hearts", mark) for mark in batch.marks] == [True] * 3


@pytest.fixture
def ctrl_c():
    """Ctrl-C as a terminal sends it, whatever runs the tests makes of it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def interrupt(*_):
    os.kill(os.getpid(), signal.SIGINT)


def test_ctrl_c_is_heard_while_waiting(course, holder, ctrl_c):
    holder.take()
    with pytest.raises(KeyboardInterrupt):
        grade(course, "hearts", on_wait=interrupt)
    holder.let_go()
    assert grade(course, "hearts", ["ann"]).exit_code == 0


def test_ctrl_c_is_heard_while_nbgrader_works(course, monkeypatch, ctrl_c):
    """nbgrader takes it for a failure of the submission, and would go on with the next."""
    monkeypatch.setattr(TakeBackMarks, "preprocess", interrupt)
    done = []
    with pytest.raises(KeyboardInterrupt):
        grade(course, "hearts", on_done=lambda *one: done.append(one))
    assert not done
    monkeypatch.undo()
    assert grade(course, "hearts", ["ann"]).exit_code == 0


# --- a full disk


def on_a_full_disk(handed_in, disk):
    small_disk(disk)
    shutil.copytree(handed_in, disk / "course")
    course = Course.open(disk / "course")
    (course.root / "marks").mkdir()
    (course.root / "marks/.writer").touch()
    fill(disk / "filler")
    batch = grade(course, "hearts")
    assert batch.exit_code == 1
    assert set(batch.trouble) == set(STUDENTS)
    assert all("No space left" in problem for problem in batch.trouble.values()), batch.trouble
    assert "No space left" in batch.unwritten
    (disk / "filler").unlink()
    again = grade(course, "hearts")
    assert (again.exit_code, len(again.marks)) == (0, 3)
    assert not list(course.root.rglob(".playfunc-scratch-*"))


def test_a_full_disk_is_trouble_of_ours_and_nothing_is_half_written(handed_in, tmp_path):
    probe = tmp_path / "probe"
    probe.mkdir()
    if not killing.succeeds(lambda: small_disk(probe)):
        pytest.skip("this user may not make a small disk of its own: no mount namespaces here")
    available_tier()
    assert killing.succeeds(lambda: on_a_full_disk(handed_in, probe))


# --- regrading


def by_hand(course, student):
    with course.gradebook() as gradebook:
        for name, score in (("comments", 21.0), ("beats-basic", 7.0)):
            grade_ = gradebook.find_grade(name, "hearts", "hearts", student)
            grade_.manual_score, grade_.needs_manual_grade = score, False
        gradebook.find_grade("beats-basic", "hearts", "hearts", student).extra_credit = 1.5
        gradebook.find_comment("comments", "hearts", "hearts", student).manual_comment = "Well told."
        gradebook.db.commit()


def held(course, student, name):
    with course.gradebook() as gradebook:
        found = gradebook.find_grade(name, "hearts", "hearts", student)
        return found.auto_score, found.manual_score, found.extra_credit, found.needs_manual_grade


def fails(*_):
    raise RuntimeError("nbgrader fails here")


def test_a_regrade_that_fails_leaves_no_mark_of_the_earlier_submission(course, monkeypatch):
    assert grade(course, "hearts", ["ann"]).exit_code == 0
    by_hand(course, "ann")
    before = held(course, "ann", "comments")
    monkeypatch.setattr(WriteMarks, "preprocess", fails)
    with pytest.raises(GradebookError):
        course.autograde("hearts", "ann")
    assert held(course, "ann", "beats-basic") == (0.0, 7.0, 1.5, False)  # still that of this submission
    hand_in(course, "ann", RENEGES)
    with pytest.raises(GradebookError):
        course.autograde("hearts", "ann")
    assert held(course, "ann", "beats-basic") == (None, 7.0, 1.5, False)
    assert held(course, "ann", "comments") == before
    with course.gradebook() as gradebook:
        assert gradebook.find_comment("comments", "hearts", "hearts", "ann").comment == "Well told."


# A job that is killed costs its submission alone, or is done again.
# --- killed jobs


class Deadly:
    """Ends the process in which it is unpickled."""

    def __reduce__(self):
        return exec, ("import os, signal; os.kill(os.getpid(), signal.SIGKILL)",)


def test_a_job_that_is_killed_costs_its_submission_alone(course, monkeypatch):
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
    """One of the processes that the fork server has begun for us."""
    servers = (child for child in psutil.Process().children() if "forkserver" in " ".join(child.cmdline()))
    return next(job.pid for server in servers for job in server.children())


@pytest.mark.long
def test_a_job_killed_by_others_is_done_again(course):
    killed = []

    def kill_a_job(*_):
        if not killed:
            killed.append(a_job())
            os.kill(killed[0], signal.SIGKILL)

    batch = grade(course, "hearts", workers=Local(2), on_done=kill_a_job)
    assert killed
    assert (batch.exit_code, len(batch.marks)) == (0, 3)


# The summary of a batch tells students' faults from ours.
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

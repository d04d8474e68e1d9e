"""A large class, marked on a cluster, and a sample of it by every kind of executor; and what that takes.

    .venv/bin/python tests/helpers/thousand.py 1000 20       # submissions, deals
    .venv/bin/python tests/helpers/thousand.py 1000 200 32 --demo  # the demo class; the sample

prints a line for each executor, as `make test-thousand` does: seconds of wall and CPU time, the client's peak memory,
and a digest of all marks.
"""

import hashlib
import pickle
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import psutil
from course_fixture import hand_in, make_course
from dask_cluster import DaskCluster
from job_functions import poisoned
from playfunc_autograder.cluster import workers as connected
from playfunc_autograder.executors import Local, Workers
from playfunc_checks.course_settings import read_secret
from playfunc_classroom.demo import read_class
from playfunc_classroom.marks import Mark, new_mark
from playfunc_classroom.nbgrader_bridge.course import Course
from playfunc_classroom.pages.report import grades_json
from playfunc_classroom.runs import jobs
from playfunc_classroom.runs.jobs import Submission, marked
from week import Cast, peak, reset_peak


def large_course(folder: Path, size: int, deals: int, demo: bool = False) -> Course:
    """A released course with so many submissions: one legal player in four, as in `week.Cast`; or the demo class's."""
    course = make_course(folder)
    (course.root / "playfunc.toml").write_text(
        f'timezone = "UTC"\n[hearts]\ndeals = {deals}\nrules_deals = {min(deals, 20)}\n'
    )
    players = dict(Cast(max(size, 12)).players)
    if demo:
        texts = [
            "\n\n".join(text for name, text in each.cells.items() if name != "report")
            for each in read_class("hearts")
        ]
        players = {student: texts[number % len(texts)] for number, student in enumerate(players)}
    for student, source in [*players.items()][:size]:
        hand_in(course, student, source)
    return course


@dataclass
class Marking:
    """What marking a class by one executor took and gave."""

    wall: float = 0.0
    cpu: float | None = 0.0
    """Unknown where processes were killed."""
    memory: int = 0
    """The client's most resident bytes."""
    files: dict[str, bytes] = field(default_factory=dict)
    """Every `mark.json`, and `grades.json`."""
    trouble: dict[str, str] = field(default_factory=dict)
    turns: dict[str, float] = field(default_factory=dict)
    """When each student's outcome came, in seconds since the start."""

    @property
    def digest(self) -> str:
        whole = b"".join(name.encode() + content for name, content in sorted(self.files.items()))
        return hashlib.sha256(whole).hexdigest()[:16]


def mark_all_by(
    course: Course, workers: Workers, on_outcome: Callable[[int], None] = lambda done: None
) -> Marking:
    """Compute and store every mark; nothing of nbgrader's."""
    assignment, secret = course.assignment("hearts"), read_secret(course.root)
    submissions = [
        Submission(
            course.submission("hearts", s), s, course.settings_for("hearts", s), course.root, secret, False
        )
        for s in course.students("hearts")
    ]
    found = Marking()
    reset_peak()
    began, cpu = time.monotonic(), _cpu()
    marks = []
    for done, outcome in enumerate(marked(submissions, workers), 1):
        student = outcome.submission.student
        found.turns[student] = time.monotonic() - began
        if isinstance(outcome.result, Mark):
            marks.append(outcome.result)
        else:
            found.trouble[student] = outcome.result
        on_outcome(done)
    found.wall, found.cpu, found.memory = time.monotonic() - began, _cpu() - cpu, peak()
    stored = course.root.glob("marks/*/*/mark.json")
    found.files = {str(path.relative_to(course.root)): path.read_bytes() for path in stored}
    grades = grades_json(sorted(marks, key=lambda mark: mark.student), assignment)
    found.files["grades.json"] = grades.encode()
    return found


def sizes(course: Course, student: str) -> tuple[int, int]:
    """Bytes of a job and of its result, as they are sent."""
    assignment, secret = course.assignment("hearts"), read_secret(course.root)
    submission = Submission(
        course.submission("hearts", student), student, assignment, course.root, secret, False
    )
    work = jobs._begin(submission).parts[0].work
    return len(pickle.dumps(work)), len(pickle.dumps(new_mark(work)))


@dataclass(frozen=True)
class Poisoned:
    """Workers that are killed whenever they mark one student's submission."""

    workers: Workers
    student: str

    @property
    def count(self) -> int:
        return self.workers.count

    @property
    def elsewhere(self) -> bool:
        return self.workers.elsewhere

    def executor(self, function: Callable[[Any], Any]) -> Any:
        return self.workers.executor(partial(poisoned, self.student, function))

    def begin_forking(self, function: Callable[..., Any]) -> None:
        self.workers.begin_forking(function)


def _cpu() -> float:
    """CPU seconds of this process, of what it runs, and of what has ended below it. Those of a process are lost when
    the one that started it is killed."""
    own = psutil.Process()
    return sum(map(_of_process, (own, *own.children(recursive=True))))


def _of_process(process: psutil.Process) -> float:
    """With its own children that have ended, in their turn."""
    try:
        times = process.cpu_times()
    except psutil.NoSuchProcess:
        return 0.0
    return float(times.user + times.system + times.children_user + times.children_system)


def poison_of(size: int) -> str:
    """The student whose submission kills whoever marks it."""
    return f"s{101 + size // 2}"


SAMPLE = 60
"""Submissions that every executor marks, beside the one that marks all."""


def every_way(released: Path, folder: Path, size: int, sampled: int = SAMPLE) -> dict[str, Marking]:
    """A sample of the class marked by each executor, in a copy of the course of its own below `folder`; and the whole
    class, in its own course, on a cluster with three workers and the command killed, which is given again, and one
    submission that kills whoever marks it."""
    whole = Course.open(released)

    def sample(name: str) -> Course:
        """Without the submissions between. Every fourth player is legal, so an odd step keeps all kinds."""
        copied, students = Course.open(shutil.copytree(released, folder / name)), whole.students("hearts")
        step = max(1, (size // sampled - 1) | 1)
        for student in {*students} - {*students[::step]}:
            shutil.rmtree(copied.root / "submitted" / student)
        return copied

    local: Mapping[str, Workers] = {"serial": Local(1), "pooled": Local(2)}
    found = {name: mark_all_by(sample(name), workers) for name, workers in local.items()}
    poison = poison_of(size)
    with DaskCluster(folder / "cluster", workers=4) as dask:
        with connected("hearts", 1, dask.address) as cluster:
            found["dask"] = mark_all_by(sample("dask"), cluster)
        lost = _until_killed(released, dask, size)
        with connected("hearts", 1, dask.address) as cluster:

            def kill(done: int) -> None:
                if done == 3 * size // 4:
                    psutil.Process(dask.worker_pids()[0]).kill()

            rest = mark_all_by(whole, Poisoned(cluster, poison), kill)
    found["killed"] = replace(rest, cpu=None, wall=lost + rest.wall)
    return found


def _until_killed(released: Path, dask: DaskCluster, size: int) -> float:
    """Mark the class in another process until a quarter and a half of the marks are there, when a worker is killed, and
    until five eighths, when the process itself is: the seconds that it had."""
    began = time.monotonic()
    marking = get_context("spawn").Process(target=_mark_elsewhere, args=(released, dask.address, size))
    marking.start()
    for eighths, doomed in ((2, dask.worker_pids), (4, dask.worker_pids), (5, lambda: [marking.pid])):
        while sum(1 for _ in released.glob("marks/*/*/mark.json")) < size * eighths // 8:
            assert marking.is_alive(), "marking ended early"
            time.sleep(0.2)
        psutil.Process(doomed()[0]).kill()
    marking.join()
    return time.monotonic() - began


def _mark_elsewhere(released: Path, address: str, size: int) -> None:
    with connected("hearts", 1, address) as cluster:
        mark_all_by(Course.open(released), Poisoned(cluster, poison_of(size)))


def blamed_seconds(killed: Marking, poison: str) -> float:
    """From the outcome before the poison submission to the one that blames it."""
    turn = killed.turns[poison]
    return turn - max((each for each in killed.turns.values() if each < turn), default=0.0)


def table(found: Mapping[str, Marking], released: Path, size: int) -> str:
    """A line for each way, as the page on large classes quotes them."""
    job, mark = sizes(Course.open(released), "s101")
    killed = found["killed"]
    waited = blamed_seconds(killed, poison_of(size))
    return "\n".join(
        (
            f"{size} submissions; a job is {job} bytes, a mark {mark}",
            *(_told(name, each) for name, each in found.items()),
            f"killed: {killed.trouble}, blamed {waited:.1f} s after the outcome before it",
        )
    )


def _told(name: str, found: Marking) -> str:
    size = len(found.turns)
    cpu = "" if found.cpu is None else f"{found.cpu:8.1f} s of CPU, {found.cpu / size:.2f} s a submission,"
    return (
        f"{name:8} {size:5} {found.wall:8.1f} s {cpu} client at most {found.memory / 1e6:.0f} MB, "
        f"{len(found.files) - 1} marks {found.digest}"
    )


def main() -> None:
    numbers = [int(word) for word in sys.argv[1:] if word.isdecimal()]
    size, deals, sampled = (*numbers, *(1000, 20, SAMPLE)[len(numbers) :])[:3]
    with tempfile.TemporaryDirectory() as home:
        folder = Path(home)
        released = large_course(folder / "released", size, deals, demo="--demo" in sys.argv).root
        print(table(every_way(released, folder, size, sampled), released, size))


if __name__ == "__main__":
    main()

"""An assignment's week with a made-up class, step by step, in a copy of the course."""

from __future__ import annotations

import dataclasses
import shutil
import time
import tomllib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import mkdtemp

import tomli_w
from playfunc.files import write_whole
from playfunc_autograder.executors import HERE, Workers
from playfunc_checks.assignment import Assignment
from playfunc_checks.course_settings import SECRET_FILE, SETTINGS_FILE

from playfunc_classroom.groups import read_groups
from playfunc_classroom.nbgrader_bridge.course import Course
from playfunc_classroom.new_course import CARRIED, require_course
from playfunc_classroom.release import release_assignment
from playfunc_classroom.runs.collecting import collect_downloads
from playfunc_classroom.runs.grade import Batch, grade
from playfunc_classroom.runs.return_feedback import export_sheets, hand_back_feedback
from playfunc_classroom.similarity_report import former_folders, write_similarity
from playfunc_classroom.synthetic_class import (
    in_marks,
    in_settings,
    made_up_class,
    worth_knowing,
    write_downloads,
)

# What a step of a rehearsal took, and what it would take for a whole class.


@dataclass(frozen=True, slots=True)
class Step:
    """A step with its seconds of wall time, and the bytes by which the course grew. A step that happens `once` takes as
    long for any class."""

    name: str
    seconds: float
    grown: int
    once: bool = False

    def for_class(self, submissions: int, students: int) -> Step:
        """The step for so many `students`, from what it took for these `submissions`."""
        times = 1.0 if self.once else students / submissions
        return Step(self.name, self.seconds * times, round(self.grown * times), self.once)


@dataclass(frozen=True, slots=True)
class Rehearsal:
    """What a rehearsal with `submissions` and so many jobs at once found. `problems` have to be put right first."""

    steps: tuple[Step, ...]
    submissions: int
    jobs: int
    problems: tuple[str, ...]
    notes: tuple[str, ...] = ()
    entering: float = 0.0
    """Seconds of the step `grade` that no number of jobs shortens: one process enters marks into the gradebook."""

    def for_class(self, students: int) -> tuple[Step, ...]:
        return tuple(step.for_class(self.submissions, students) for step in self.steps)

    def grade_seconds(self, students: int, jobs: int) -> float:
        """Of the step `grade` with other numbers of students and jobs: at most, for entering overlaps with marking."""
        grade = next((step.seconds for step in self.steps if step.name == "grade"), 0.0)
        marking = max(0.0, grade - self.entering) * self.jobs / jobs
        return (marking + self.entering) * students / self.submissions


# A copy of a course to try things in: what the instructor decided, nothing of students, no way back to the course.


COPIED = (*CARRIED, SECRET_FILE, "wheels")
FOLDERS = ("source", "release", "submitted", "autograded", "feedback")


@contextmanager
def scratch_course(course: Path, keep: Path | None = None) -> Iterator[Course]:
    """A copy of the course for the time of a `with` statement, or in the new folder `keep`, where it stays.
    Raises `ValueError` where `course` is none, or `keep` is not empty."""
    require_course(course)
    if keep is not None and keep.exists() and any(keep.iterdir()):
        raise ValueError(f"{keep} is not empty; name a new folder to keep the rehearsal in")
    folder = keep or Path(mkdtemp(prefix="playfunc-rehearsal-"))
    try:
        folder.mkdir(parents=True, exist_ok=True)
        _copy(course, folder)
        yield _apart(Course.open(folder))
    finally:
        if keep is None:
            shutil.rmtree(folder, ignore_errors=True)


def _copy(course: Path, folder: Path) -> None:
    for part in COPIED:
        if (course / part).is_dir():
            shutil.copytree(course / part, folder / part, ignore=shutil.ignore_patterns(".ipynb_checkpoints"))
        elif (course / part).is_file():
            shutil.copy2(course / part, folder / part)


def _apart(course: Course) -> Course:
    """The course with a gradebook, an exchange and folders of its own, whatever `nbgrader_config.py` names."""
    config = course.config.copy()
    config.CourseDirectory.db_url = f"sqlite:///{course.root / 'gradebook.db'}"
    config.Exchange.root = str(course.root / "exchange")
    for name in FOLDERS:
        config.CourseDirectory[f"{name}_directory"] = name
    return dataclasses.replace(course, config=config)


def size(folder: Path) -> int:
    """Bytes of all files below the folder."""
    return sum(path.lstat().st_size for path in folder.rglob("*") if not path.is_dir())


STEPS = ("release", "collect", "grade", "enter again", "similarity", "people mark", "feedback", "export")

OnStep = Callable[[str, int, int], None]


@dataclass
class _Stage:
    """The copy of the course, and what has been measured and found in it."""

    course: Course
    name: str
    on_step: OnStep
    steps: list[Step] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)

    @property
    def assignment(self) -> Assignment:
        return self.course.assignment(self.name)

    @contextmanager
    def step(self, name: str, *, once: bool = False) -> Iterator[None]:
        """Measure a step. What is raised in it becomes a problem, and ends the rehearsal by `_EndedError`."""
        self.on_step(name, STEPS.index(name), len(STEPS))
        before, began = size(self.course.root), time.monotonic()
        try:
            yield
        except (ValueError, RuntimeError, OSError) as error:
            said = f"{error}: {error.log.strip()[-300:]}" if hasattr(error, "log") else str(error)
            self.problems.append(f"{name.capitalize()} stopped: {said}")
            raise _EndedError from error
        finally:
            self.steps.append(Step(name, time.monotonic() - began, size(self.course.root) - before, once))


class _EndedError(Exception):
    """The steps that follow make no sense."""


def rehearse(
    course: Course,
    name: str,
    submissions: int = 8,
    workers: Workers = HERE,
    deals: int | None = None,
    keep: Path | None = None,
    allow_unconfined: bool = False,
    on_step: OnStep = lambda step, done, total: None,
) -> Rehearsal:
    """Release the assignment in a copy of the course, have a made-up class hand it in, mark it, and give it back.

    The course itself is only read. `deals` overrides its number of deals. Raises `SettingsError` where the course's
    settings do not fit, and `ValueError` where there is no such assignment or `keep` is not empty.
    """
    assignment, now = course.assignment(name), datetime.now(UTC)
    problems = list(in_settings(course, assignment, now))
    notes = list(worth_knowing(course, assignment))
    with scratch_course(course.root, keep) as copy:
        _prepare(copy.root, name, deals, now)
        stage = _Stage(copy, name, on_step, problems=problems)
        entering = 0.0
        try:
            entering = _week(stage, submissions, workers, allow_unconfined)
        except _EndedError:
            notes.append("The steps after that were not tried.")
        free = shutil.disk_usage(course.root).free
    on_step("done", len(STEPS), len(STEPS))
    steps = tuple(step for step in stage.steps if step.name not in ("enter again", "people mark"))
    notes.append(f"{free / 1e9:.1f} GB are free where the course lies.")
    return Rehearsal(steps, submissions, workers.count, tuple(problems), tuple(notes), entering)


def _prepare(folder: Path, name: str, deals: int | None, now: datetime) -> None:
    """Have deals closed and the term begun, whatever the dates of the course; and few deals, if they are asked for."""
    path = folder / SETTINGS_FILE
    settings = tomllib.loads(path.read_text(encoding="utf-8"))
    table = settings.setdefault(name, {})
    if deals is not None:
        table["deals"] = deals
        table["rules_deals"] = min(deals, 3)
    table.pop("show_deals_after", None)
    if "due" in table.get("late", {}):
        table["late"]["due"] = (now + timedelta(days=7)).replace(microsecond=0)
    write_whole(path, tomli_w.dumps(settings))


def _week(stage: _Stage, count: int, workers: Workers, allow_unconfined: bool) -> float:
    """All steps; the seconds that entering the marks takes."""
    course, name = stage.course, stage.name
    with stage.step("release", once=True):
        release_assignment(course, name)
        _totals, most = course.totals(name)
    with stage.step("collect"):
        students = made_up_class(course, stage.assignment, count)
        due = stage.assignment.late.due or datetime.now(UTC)
        came = (due - timedelta(hours=1)).astimezone(course.settings.zone)
        downloads = write_downloads(course.root / "moodle", stage.assignment, students, came, most)
        collected = collect_downloads(course, name, downloads)
        stage.problems += [f"Collect skipped: {problem}" for problem in collected.problems]
    with stage.step("grade"):
        batch = grade(course, name, (), workers, allow_unconfined=allow_unconfined)
    stage.problems += in_marks(batch.marks, students, stage.assignment, batch.trouble)
    entering = _enter_again(stage, workers, batch, allow_unconfined)
    with stage.step("similarity"):
        submissions = {student: course.submission(name, student) for student in course.students(name)}
        former = former_folders(course.root, course.settings.former, name)
        write_similarity(course.root, stage.assignment, submissions, read_groups(course.root, name), former)
    with stage.step("people mark"):
        for student in course.students(name):
            course.give(name, student, {task.cell: task.points for task in stage.assignment.tasks})
    with stage.step("feedback"):
        back = hand_back_feedback(course, name, (), exchange=False)
        stage.problems += [f"No feedback for {student}: {why}" for student, why in back.trouble.items()]
    with stage.step("export"):
        exported = export_sheets(course, name, name, unfinished=False)
        if exported.unfinished:
            stage.problems.append(f"No mark was exported for {', '.join(exported.unfinished)}.")
    return entering


def _enter_again(stage: _Stage, workers: Workers, batch: Batch, allow_unconfined: bool) -> float:
    """Enter marks that are known already, which nothing but one process can do."""
    with stage.step("enter again"):
        shutil.rmtree(stage.course.root / "autograded")
        again = grade(stage.course, stage.name, (), workers, allow_unconfined=allow_unconfined)
        if again.marks != batch.marks:
            raise ValueError("the same submissions were given other marks; please report it")
    return stage.steps[-1].seconds

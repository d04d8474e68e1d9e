"""A whole class: marks computed side by side, one writer to the gradebook, nothing lost when stopped.

Workers only return marks, and store each one as soon as it is known; this process alone talks to nbgrader.
Running again goes on where a stopped run left off.
"""

from __future__ import annotations

import fcntl
import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from joblib import Parallel, delayed

from playfunc_autograder.assignment import Assignment, read_secret
from playfunc_autograder.extract import ExtractError, find_notebook
from playfunc_autograder.nbgrader_bridge import Course, GradebookError
from playfunc_autograder.report import class_page, grades_csv, grades_json, student_page
from playfunc_autograder.store import Mark, load_or_mark, read_mark, require_confinement, write_text

__all__ = ["Batch", "grade", "reports_folder"]


@dataclass(frozen=True, slots=True)
class Batch:
    """What a run did: a mark per student, and what went wrong on our side, by student."""

    marks: tuple[Mark, ...]
    trouble: dict[str, str]

    @property
    def exit_code(self) -> int:
        """1 when something of ours broke; students' faults are none."""
        return int(bool(self.trouble) or any(mark.broke for mark in self.marks))


def grade(
    course: Course,
    name: str,
    students: Sequence[str] = (),
    jobs: int = 1,
    on_done: Callable[[str, int, int], None] = lambda student, done, total: None,
    allow_unconfined: bool = False,
) -> Batch:
    """Mark `students` (all who handed in, if none are named), `jobs` at a time.

    Marks go to `marks/`, nbgrader's gradebook and `reports/<assignment>/` of the course. `on_done` is
    told of each finished student. Raises `ValueError` for misuse, in one sentence.
    """
    assignment = course.assignment(name)
    chosen = _chosen(course, name, students)
    require_confinement(allow_unconfined)
    marks: dict[str, Mark] = {}
    trouble: dict[str, str] = {}
    with _only_writer(course):
        for done, (student, result) in enumerate(
            _marked(course, assignment, chosen, jobs, allow_unconfined), 1
        ):
            if isinstance(result, Mark):
                marks[student] = result
            problem = _enter(course, assignment, result) if isinstance(result, Mark) else result
            if problem:
                trouble[student] = problem
            on_done(student, done, len(chosen))
        _write_reports(course, assignment, tuple(marks.values()))
    return Batch(tuple(marks[student] for student in chosen if student in marks), trouble)


@contextmanager
def _only_writer(course: Course) -> Iterator[None]:
    """Hold the course against a second run; the system lets go when this process ends, however it ends."""
    path = course.root / "marks" / ".writer"
    path.parent.mkdir(exist_ok=True)
    with path.open("a+") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            raise ValueError(
                "another `playfunc grade` is writing to this course; wait until it has finished, or stop it"
            ) from error
        yield


def _chosen(course: Course, name: str, students: Sequence[str]) -> list[str]:
    if not course.is_released(name):
        raise ValueError(
            f"{name} has not been released from this course yet; run: nbgrader generate_assignment {name}"
        )
    handed_in = course.students(name)
    if not handed_in:
        raise ValueError(f"nothing was handed in: there is no submitted/<student>/{name}/ in the course")
    unknown = [student for student in students if student not in handed_in]
    if unknown:
        raise ValueError(f"no submission of {', '.join(unknown)}; there are {', '.join(handed_in)}")
    return list(students) or handed_in


def _marked(
    course: Course, assignment: Assignment, students: Sequence[str], jobs: int, allow_unconfined: bool
) -> Iterator[tuple[str, Mark | str]]:
    secret = read_secret(course.root)
    parallel = Parallel(n_jobs=jobs, return_as="generator_unordered")
    yield from parallel(
        delayed(_mark_one)(
            course.submission(assignment.name, student),
            student,
            assignment,
            course.root,
            secret,
            allow_unconfined,
        )
        for student in students
    )


def _mark_one(
    folder: Path, student: str, assignment: Assignment, root: Path, secret: str, allow_unconfined: bool
) -> tuple[str, Mark | str]:
    """One submission in a process of its own; what goes wrong here stays with this submission."""
    try:
        return student, load_or_mark(
            folder, student, assignment, root, secret, allow_unconfined=allow_unconfined
        )
    except Exception as error:
        return student, f"marking stopped: {type(error).__name__}: {error}"


def _enter(course: Course, assignment: Assignment, mark: Mark) -> str:
    """Give a mark to the gradebook unless it has it already; what went wrong, or nothing."""
    name, student = assignment.name, mark.student
    try:
        if not course.has_entered(name, mark):
            if _stand_in(course, assignment, student):
                course.autograde(name, student)
            else:
                course.enter_missing(name, student, mark.points)
        if not _agrees(course, mark, name):
            return "the gradebook holds other points than were computed"
    except GradebookError as failure:
        return f"nbgrader refused the submission: {_last_line(failure.log)}"
    except Exception as error:
        return f"the gradebook could not be reached: {type(error).__name__}: {error}"
    return ""


def _agrees(course: Course, mark: Mark, name: str) -> bool:
    held = course.scores(name, mark.student)
    return all(held.get(grade_id) == points for grade_id, points in mark.points.items())


def _stand_in(course: Course, assignment: Assignment, student: str) -> bool:
    """See to it that the submission has a notebook of the expected name, adding a copy beside what was
    handed in: of a renamed notebook, or of the released one beside a lone `player.py`."""
    folder = course.submission(assignment.name, student)
    expected = folder / f"{assignment.notebook}.ipynb"
    try:
        found = find_notebook(folder, assignment)
    except ExtractError:
        return False
    if found != expected:
        released = course.root / course.directory.release_directory / assignment.name / expected.name
        shutil.copyfile(found if found.suffix == ".ipynb" else released, expected)
    return True


def _last_line(log: str) -> str:
    lines = [line for line in log.strip().splitlines() if line.strip()]
    return lines[-1].strip() if lines else "it gave no reason"


def reports_folder(course: Course, name: str) -> Path:
    return course.root / "reports" / name


def _write_reports(course: Course, assignment: Assignment, marks: Sequence[Mark]) -> None:
    folder = reports_folder(course, assignment.name)
    closed = not assignment.deals_are_open(datetime.now(UTC))
    for mark in marks:
        write_text(folder / f"{mark.student}.html", student_page(mark, assignment, closed=closed))
    everybody = _everybody(course, assignment, marks)
    write_text(folder / "index.html", class_page(everybody, assignment))
    write_text(folder / "grades.csv", grades_csv(everybody, assignment))
    write_text(folder / "grades.json", grades_json(everybody, assignment))


def _everybody(course: Course, assignment: Assignment, marks: Sequence[Mark]) -> list[Mark]:
    """The class: these marks, and the stored ones of all others who handed in."""
    now = {mark.student: mark for mark in marks}
    found = [
        now.get(student) or read_mark(course.root, assignment.name, student)
        for student in course.students(assignment.name)
    ]
    return [mark for mark in found if mark is not None]

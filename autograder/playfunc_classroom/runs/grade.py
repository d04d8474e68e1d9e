"""A whole class: marks computed side by side, one writer to the gradebook, nothing lost when stopped.

Jobs only compute marks and store each one as soon as it is known (`playfunc_classroom.runs.jobs`); this process
alone talks to nbgrader (`nbgrader_bridge.gradebook_writer`). Running it again resumes a stopped run."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

from filelock import FileLock, Timeout
from playfunc.files import write_whole
from playfunc_autograder.executors import HERE, Workers
from playfunc_checks.assignment import Assignment, Late
from playfunc_checks.course_settings import read_course, read_secret
from playfunc_checks.settings import SettingsError

from playfunc_classroom.groups import marked_member, read_groups, require_somebody, require_submission
from playfunc_classroom.intake.received import Attempt, Came, attempts, read_received
from playfunc_classroom.marks import (
    Mark,
    clear_scratch,
    counted_now,
    read_mark,
    report_path,
    require_confinement,
)
from playfunc_classroom.nbgrader_bridge.course import Course, GradebookError
from playfunc_classroom.nbgrader_bridge.gradebook_writer import (
    BUSY,
    Patience,
    enter,
    points_off,
    recompute,
    recompute_points,
)
from playfunc_classroom.pages.report import class_page, grades_csv, grades_json, runs_json, student_page
from playfunc_classroom.policy.late import check_late, penalty_rule, read_extensions
from playfunc_classroom.policy.overrides import overrides_by_cell, read_overrides
from playfunc_classroom.runs.jobs import Submission, marked
from playfunc_classroom.runs.overview import class_overview, places_of
from playfunc_classroom.runs.unchanged import note_code, note_finished, state, what_it_found

# Submissions whose time a person should look at before lateness costs points: those that came just after the
# deadline, and those whose points depend on a time zone that is not confirmed.


JUST_AFTER = timedelta(hours=1)
_ZONES = tuple(ZoneInfo(f"Etc/GMT{hours:+d}") for hours in range(-14, 13))
"""Every whole hour east and west: wherever a machine may have stood."""

Cost = Callable[[str, datetime], float]
"""(student, when handed in) → the part of the points that lateness takes off, in per cent."""


def looks(course: Course, assignment: str) -> dict[str, tuple[str, ...]]:
    """Student → why to look, in sentences; nothing without a due date. Raises `SettingsError`."""
    rule = course.assignment(assignment).late
    if rule.due is None:
        return {}
    extensions = read_extensions(course.root, assignment)
    decided = _decided_by_zone(course, assignment) if course.settings.zone_guessed else {}
    found = {}
    for student in course.students(assignment):
        moment = course.stamped(course.submission(assignment, student))
        if moment is None:
            continue
        reasons = _just_after(moment - _until(rule, extensions.get(student)), rule)
        if student in decided and decided[student].moment == moment:
            reasons += (
                f"Whether lateness costs points hangs on the time zone, and {course.settings.zone} is only guessed: "
                "set timezone in playfunc.toml and collect again.",
            )
        if reasons:
            found[student] = reasons
    return found


def _until(rule: Late, extension: datetime | None) -> datetime:
    assert rule.due is not None, "only asked where there is a due date"
    return max(rule.due, extension or rule.due)


def _just_after(beyond: timedelta, rule: Late) -> tuple[str, ...]:
    """Nothing where it costs nothing: within the time of grace, and by a rule that takes nothing off."""
    grace = timedelta(minutes=rule.grace_minutes)
    if rule.method == "none" or not grace < beyond <= max(JUST_AFTER, 2 * grace):
        return ()
    return (f"It came {math.ceil(beyond.total_seconds() / 60)} min after the deadline.",)


def _decided_by_zone(course: Course, assignment: str) -> dict[str, Came]:
    """Whose penalty would be another one if the times without a zone had been written elsewhere."""
    costs = [(zone, _cost(course, assignment, zone)) for zone in _ZONES]
    return {
        student: came
        for student, came in read_received(course.root, assignment).items()
        if came.zone and len({cost(student, came.clock.replace(tzinfo=zone)) for zone, cost in costs}) > 1
    }


def _cost(course: Course, assignment: str, zone: ZoneInfo) -> Cost:
    """What lateness would cost if the course were in `zone`: due dates without a zone move with it."""
    rule = read_course(course.root, zone).assignment(assignment).late
    extensions = read_extensions(course.root, assignment, zone)
    takes_off = penalty_rule(rule, course.root, zone)

    def cost(student: str, moment: datetime) -> float:
        return takes_off(student, 100.0, _until(rule, extensions.get(student)), moment) or 0.0

    return cost


PATIENCE = 300.0
"""Seconds that a run waits for other programs to let go of the gradebook, all in all."""


@dataclass(frozen=True, slots=True)
class Batch:
    """What a run did: a mark per student, and what went wrong on our side, by student. `unwritten` says why
    there are no reports."""

    marks: tuple[Mark, ...]
    trouble: dict[str, str]
    unwritten: str = ""
    looks: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Why to look at when a submission came, by student."""
    again: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """By student whose mark another version had made, so that it was computed again: the verdicts that changed."""
    worth: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    """By grade id whose points the settings have changed: the points then and now."""

    @property
    def exit_code(self) -> int:
        """1 when something of ours broke; students' faults are none."""
        return int(bool(self.trouble or self.unwritten) or any(mark.broke for mark in self.marks))


def grade(
    course: Course,
    name: str,
    students: Sequence[str] = (),
    workers: Workers = HERE,
    on_done: Callable[[str, int, int], None] = lambda student, done, total: None,
    allow_unconfined: bool = False,
    on_wait: Callable[[], None] = lambda: None,
    patience: float = PATIENCE,
) -> Batch:
    """Mark `students` (all who handed in, if none are named) by the workers.

    Marks go to `marks/`, nbgrader's gradebook and `reports/<assignment>/` of the course. `on_done` is
    told of each finished student, `on_wait` when other programs use the gradebook and it has to be waited for.
    Raises `ValueError` for misuse, in one sentence.
    """
    assignment = course.assignment(name)
    waiting = Patience(patience, on_wait)
    marks: dict[str, Mark] = {}
    trouble: dict[str, str] = {}
    again: dict[str, tuple[str, ...]] = {}
    with _only_writer(course):  # before all that takes time
        require_confinement(allow_unconfined, programs=assignment.programs)
        check_late(course.root, name)
        if allow_unconfined:
            course = course.unconfined()
        options = (tuple(students), allow_unconfined)
        if what_it_found(course, "grade", name, _state(course, assignment, options)):
            named = set(students or marked_students(course, name))
            known = tuple(m for m in _everybody(course, assignment, ()) if m.student in named)
            return Batch(known, {}, looks=looks(course, name))
        if not waiting.wait(course):
            raise ValueError(BUSY)
        chosen = chosen_students(course, name, students)
        course.add_indexes()
        worth = recompute_points(course, name)
        clear_scratch(course.root)
        note_code(course.root, assignment)
        submissions = _submissions(course, assignment, chosen, allow_unconfined)
        for done, outcome in enumerate(marked(submissions, workers), 1):
            student, result = outcome.submission.student, outcome.result
            if isinstance(result, Mark):
                if outcome.before is not None:
                    again[student] = _changes(outcome.before, result)
                marks[student] = result
                result = enter(course, assignment, result, waiting)
            if result:
                trouble[student] = result
            on_done(student, done, len(chosen))
        if problem := _recomputed(course, name, waiting):
            trouble["late penalties"] = problem
        unwritten = _write_reports(course, assignment, tuple(marks.values()))
        found = tuple(marks[student] for student in chosen if student in marks)
        batch = Batch(found, trouble, unwritten, looks(course, name), again, worth)
        if not batch.exit_code:
            note_finished(course, "grade", name, _state(course, assignment, options))
    return batch


def _state(course: Course, assignment: Assignment, options: object) -> str:
    return state(course, assignment, options, without=("feedback", "feedback-zips", "exports"))


def _changes(before: Mapping[str, str], mark: Mark) -> tuple[str, ...]:
    """What a mark says that the one before did not, a phrase for each check."""
    now = {result.check: result.verdict.value for result in mark.results}
    pairs = ((name, before.get(name, "missing"), now.get(name, "missing")) for name in {**before, **now})
    return tuple(f"{name} was {old} and is {new}" for name, old, new in pairs if old != new)


def _recomputed(course: Course, name: str, waiting: Patience) -> str:
    """Why late penalties could not be brought up to date, or nothing."""
    if not waiting.wait(course):
        return BUSY
    try:
        recompute(course, name)
    except GradebookError as failure:
        return BUSY if failure.busy else f"{failure}: {failure.log}"
    return ""


@contextmanager
def _only_writer(course: Course) -> Iterator[None]:
    """Hold the course against a second run; the system lets go when this process ends, however it ends."""
    folder = course.root / "marks"
    try:
        folder.mkdir(exist_ok=True)
        held = FileLock(folder / ".writer", timeout=0).acquire()
    except Timeout as error:
        raise ValueError(
            "another `playfunc grade` is writing to this course; wait until it has finished, or stop it"
        ) from error
    except OSError as error:
        raise ValueError(
            f"marks cannot be stored in the course: {error.strerror or error}: {folder}"
        ) from error
    with held:
        yield


def chosen_students(course: Course, name: str, students: Sequence[str]) -> list[str]:
    """These students, or all who are marked where none is named. Raises `ValueError` for one who is not marked."""
    if not course.is_released(name):
        raise ValueError(f"{name} has not been released from this course yet; run: playfunc release . {name}")
    handed_in = marked_students(course, name)
    require_somebody(handed_in, name)
    for student in students:
        if student not in handed_in:
            require_submission(student, course.students(name), name)
            course.require_counting(name, student)
    return list(dict.fromkeys(students)) or handed_in


def marked_students(course: Course, name: str) -> list[str]:
    """Who is marked: all who handed in, but of each group only the one whose submission counts."""
    everybody = course.students(name)
    groups = read_groups(course.root, name)
    times = {student: course.handed_in_at(name, student) for student in everybody if student in groups}
    return [s for s in everybody if s not in groups or marked_member(s, groups, times) == s]


def _submissions(
    course: Course, assignment: Assignment, students: Sequence[str], allow_unconfined: bool
) -> list[Submission]:
    """The submissions, the longest first: much code often plays slowly, and whoever ends last should not begin last."""
    secret, tried = read_secret(course.root), _tried(course, assignment.name)
    submissions = [
        Submission(
            course.submission(assignment.name, student),
            student,
            course.settings_for(assignment.name, student),
            course.root,
            secret,
            allow_unconfined,
            tried(student),
        )
        for student in students
    ]
    return sorted(
        submissions,
        key=lambda one: -sum(each.stat().st_size for each in one.folder.rglob("*") if each.is_file()),
    )


def _tried(course: Course, name: str) -> Callable[[str], tuple[Attempt, ...]]:
    """Student → the attempts of which the best counts: by the course's rule all, or the latest alone."""
    rule, off = course.assignment(name).attempts, points_off(course, name)

    def tried(student: str) -> tuple[Attempt, ...]:
        kept = {n: path for n, path in attempts(course.root, name, student).items() if rule.allows(n)}
        numbers = list(kept) if rule.counts == "best" else list(kept)[-1:]
        return tuple(
            Attempt(n, kept[n], course.settings_at(name, kept[n]), off(student, kept[n])) for n in numbers
        )

    return tried


def reports_folder(course: Course, name: str) -> Path:
    return course.root / "reports" / name


def _write_reports(course: Course, assignment: Assignment, marks: Sequence[Mark]) -> str:
    """Why they could not be written, or nothing."""
    folder = reports_folder(course, assignment.name)
    now = datetime.now(UTC)
    why = looks(course, assignment.name)
    everybody = [
        replace(mark, notes=(*mark.notes, *why.get(mark.student, ())))
        for mark in _everybody(course, assignment, marks)
    ]
    decisions = read_overrides(course.root, assignment.name)
    given = {mark.student: overrides_by_cell(decisions, mark.student) for mark in everybody}
    try:
        for mark in marks:
            closed = not course.settings_for(assignment.name, mark.student).deals_are_open(now)
            page = student_page(mark, assignment, closed=closed, overrides=given[mark.student])
            write_whole(report_path(folder, mark.student), page)
        places = places_of(course, assignment.name, [mark.student for mark in everybody])
        write_whole(folder / "index.html", class_page(everybody, assignment, given, places))
        write_whole(folder / "grades.csv", grades_csv(everybody, assignment, given))
        write_whole(folder / "grades.json", grades_json(everybody, assignment))
        write_whole(folder / "runs.json", runs_json(everybody))
        write_whole(folder / "overview.html", class_overview(course, assignment, everybody))
    except GradebookError as failure:
        return f"overview.html: {BUSY if failure.busy else failure}"
    except SettingsError as error:
        return str(error)
    except OSError as error:
        return f"{error.strerror or error}: {folder}"
    return ""


def write_class_pages(course: Course, name: str) -> None:
    """Write all reports of the class again, from stored marks."""
    assignment = course.assignment(name)
    _write_reports(course, assignment, _everybody(course, assignment, ()))


def _everybody(course: Course, assignment: Assignment, marks: Sequence[Mark]) -> list[Mark]:
    """The class: these marks, and the stored ones of all others who handed in."""
    now = {mark.student: mark for mark in marks}
    found = [
        now.get(student) or read_mark(course.root, assignment.name, student)
        for student in marked_students(course, assignment.name)
    ]
    return [counted_now(mark, assignment) for mark in found if mark is not None]

"""A made-up class and what it hands in through Moodle: the assignment's demo class, where there is one that fits its
notebook; else the solution, the notebook as released, and damaged ones."""

from __future__ import annotations

import csv
import io
import zipfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import cycle, islice
from pathlib import Path
from typing import Any

import nbformat
from playfunc.files import write_whole
from playfunc_checks.assignment import Assignment
from playfunc_checks.cells import grade_id
from playfunc_checks.marking import total

from playfunc_classroom.demo import DEFECTS, DemoError, notebook_text, read_class
from playfunc_classroom.groups import read_groups
from playfunc_classroom.marks import Mark
from playfunc_classroom.nbgrader_bridge.course import Course
from playfunc_classroom.policy.late import read_extensions
from playfunc_classroom.runs.summary import GATES

TIME = "%A, %d %B %Y, %I:%M %p"
"""As Moodle's worksheet writes a time."""


@dataclass(frozen=True, slots=True)
class MadeUp:
    """A student who does not exist, with the text of the notebook that is handed in."""

    student: str
    about: str
    text: str
    expects: Mapping[str, str] = field(default_factory=dict)
    """Verdicts that are certain, by check."""


def made_up_class(course: Course, assignment: Assignment, count: int) -> tuple[MadeUp, ...]:
    """So many submissions for the assignment, which has been released in this course."""
    kinds = list(_kinds(course, assignment))
    step = max(1, len(kinds) // count)  # some of everything, where not all fit in
    chosen = islice(cycle([*kinds[::step]]), count)
    return tuple(
        MadeUp(f"rehearsal-{number:03}", about, text, expects)
        for number, (about, text, expects) in enumerate(chosen, 1)
    )


Kind = tuple[str, str, Mapping[str, str]]


def _kinds(course: Course, assignment: Assignment) -> Sequence[Kind]:
    place = f"{assignment.name}/{assignment.notebook}.ipynb"
    released = nbformat.read(course.root / "release" / place, as_version=4)
    try:
        return [
            (f"{demo.student} of the demo class", notebook_text(demo, released), demo.expects)
            for demo in read_class(assignment.name)
        ]
    except (FileNotFoundError, DemoError):  # an assignment of the course's own, or a changed notebook
        return list(_from_solution(course, assignment, released))


def _from_solution(course: Course, assignment: Assignment, released: Any) -> Iterator[Kind]:
    place = f"{assignment.name}/{assignment.notebook}.ipynb"
    source = nbformat.read(course.root / "source" / place, as_version=4)
    solution = {grade_id(cell): cell.source for cell in source.cells if grade_id(cell)}
    gates = dict.fromkeys(("loads", *assignment.gates), "passed")

    def with_player(change: Callable[[str], str]) -> str:
        copy = nbformat.reads(nbformat.writes(released), as_version=4)
        for cell in copy.cells:
            if grade_id(cell) in assignment.player_cells:
                cell.source = change(solution[grade_id(cell)])
        return str(nbformat.writes(copy))

    yield "the solution", with_player(str), gates
    yield "the notebook as released", str(nbformat.writes(released)), {}
    yield "the solution with other comments", with_player(lambda text: f"# mine\n{text}"), gates
    yield "a syntax error", with_player(lambda text: f"{text}\n)"), {"loads": "failed"}
    yield "the solution once more", with_player(lambda text: f"{text}\n\n# done\n"), gates
    yield "a damaged file", DEFECTS["broken-json"](with_player(str), ""), {"loads": "failed"}


def write_downloads(
    folder: Path, assignment: Assignment, students: Sequence[MadeUp], came: datetime, most: float
) -> list[Path]:
    """Moodle's zip and grading worksheet in `folder`. All hand in at the time `came`, in the course's zone; the last
    one a day and a half later."""
    folder.mkdir(parents=True, exist_ok=True)
    archive, sheet = folder / "rehearsal.zip", folder / "rehearsal.csv"
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as file:
        for number, each in enumerate(students, 1):
            name = f"Student {number}_{number}_assignsubmission_file/{assignment.notebook}.ipynb"
            file.writestr(name, each.text)
    text = io.StringIO()
    writer = csv.DictWriter(text, tuple(_row(1, students[0], came, most)))
    writer.writeheader()
    for number, each in enumerate(students, 1):
        late = number == len(students) > 1
        writer.writerow(_row(number, each, came + timedelta(days=1.5) * late, most))
    write_whole(sheet, text.getvalue())
    return [archive, sheet]


def _row(number: int, made_up: MadeUp, came: datetime, most: float) -> Mapping[str, str]:
    return {
        "Identifier": f"Participant {number}",
        "Full name": f"Student {number}",
        "ID number": made_up.student,
        "Email address": f"{made_up.student}@example.org",
        "Status": "Submitted for grading",
        "Grade": "",
        "Maximum Grade": f"{most:.2f}",
        "Grade can be changed": "Yes",
        "Last modified (submission)": came.strftime(TIME),
        "Last modified (grade)": "-",
        "Feedback comments": "",
    }


FEW_DEALS = 50


def in_settings(course: Course, assignment: Assignment, now: datetime) -> Iterator[str]:
    """What is wrong with the dates, and with the lists of students in `course`, which is the real one."""
    zone = course.settings.zone
    due, openings = assignment.late.due, assignment.show_deals_after or ()
    if due is not None and due <= now:
        yield f"The due date {due.astimezone(zone):%Y-%m-%d %H:%M} has passed: set late.due of this term."
    last = max([due, *read_extensions(course.root, assignment.name).values()], default=None) if due else None
    if last is not None and any(opening < last for opening in openings):
        yield (
            f"The deals are opened on {openings[0].astimezone(zone):%Y-%m-%d %H:%M}, before the last extension ends on "
            f"{last.astimezone(zone):%Y-%m-%d %H:%M}: set show_deals_after to a later time."
        )
    if course.settings.zone_guessed:
        yield (
            f"The time zone {course.settings.zone} is a guess from a computer: set timezone in playfunc.toml, "
            "and delete timezone_guessed."
        )
    read_groups(course.root, assignment.name)  # raises what is wrong with it


def worth_knowing(course: Course, assignment: Assignment) -> Iterator[str]:
    """What an instructor may have forgotten."""
    if assignment.late.due is None:
        yield "There is no due date (late.due in playfunc.toml): nothing is late."
    if not any((course.root / "wheels").glob("playfunc-*.whl")):
        yield "wheels/ holds no wheel of playfunc: students have to install it from elsewhere."
    if assignment.deals < FEW_DEALS:
        yield f"Only {assignment.deals} deals are played. Below {FEW_DEALS} luck decides much; 200 are usual."


def in_marks(
    marks: Sequence[Mark], students: Sequence[MadeUp], assignment: Assignment, trouble: Mapping[str, str]
) -> Iterator[str]:
    """Where marking broke, or did not find what is certain of a made-up submission."""
    known = {each.student: each for each in students}
    for student, why in trouble.items():
        yield f"The mark of {_describe(known, student)} was not entered: {why}"
    for mark in marks:
        made_up = known[mark.student]
        for result in mark.results:
            wanted = made_up.expects.get(result.check) if result.check in GATES else None
            if result.verdict.value == "broken":
                whose = _describe(known, mark.student)
                why = (result.detail.strip() or "no reason was given").splitlines()[-1]
                yield f"The check {result.check} itself broke for {whose}: {why}"
            elif wanted is not None and result.verdict.value != wanted:
                yield (
                    f"{result.check} should be {wanted} for {_describe(known, mark.student)}, and is "
                    f"{result.verdict.value}: {result.got or result.reason or 'see its report'}"
                )
        if made_up.about == "the notebook as released" and total(mark.points):
            yield f"The notebook as released already gets {total(mark.points):g} points: check what it holds."


def _describe(known: Mapping[str, MadeUp], student: str) -> str:
    return f"{student} ({known[student].about})" if student in known else student

"""`playfunc grade`: a whole class marked."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

import typer

from playfunc_cli.console import VERDICT_STYLES, near, open_course, progress
from playfunc_cli.options import (
    AllowUnconfined,
    AssignmentArgument,
    CourseArgument,
    DryRun,
    Jobs,
    Scheduler,
    StudentsArgument,
)

if TYPE_CHECKING:
    from playfunc_autograder.executors import Workers
    from playfunc_checks.assignment import Assignment
    from playfunc_classroom.marks import Mark
    from playfunc_classroom.nbgrader_bridge import Course
    from playfunc_classroom.runs.grade import Batch
    from rich.text import Text


FEW_DEALS = 50
"""Fewer deals than this get a warning."""


def grade(
    course: CourseArgument,
    assignment: AssignmentArgument,
    students: StudentsArgument = None,
    jobs: Jobs = 1,
    scheduler: Scheduler = None,
    allow_unconfined: AllowUnconfined = False,
    dry_run: DryRun = False,
) -> None:
    """Mark a class: marks in nbgrader's gradebook, a report per student, grades.csv and grades.json.

    You can stop it at any time and run it again to continue. Exit code 1 means that the grader itself failed
    somewhere, never that a student's code did.
    """

    from playfunc_autograder.cluster import workers

    opened = open_course(course)
    if dry_run:
        _print_plan(opened, assignment, students or [])
        return
    with workers(opened.assignment(assignment).game, jobs, scheduler) as where:
        batch = _marked(opened, assignment, students or [], where, allow_unconfined)
    _print_class(batch.marks, opened.assignment(assignment))
    _print_notes(opened, assignment, batch)
    _print_open(opened, assignment, batch.marks, str(course))
    if batch.exit_code:
        print("Repair the cause and run the same command again to continue.", file=sys.stderr)
    raise typer.Exit(batch.exit_code)


def _print_plan(course: Course, name: str, students: list[str]) -> None:
    from playfunc_classroom.runs.grade import chosen_students
    from playfunc_classroom.runs.unchanged import plan

    found = plan(course, name, chosen_students(course, name, students))
    again = {student: why for student, why in found.why.items() if why}
    kept = len(found.why) - len(again)
    many = f"{len(found.why)} submission{'s' if len(found.why) != 1 else ''}"
    print(f"{many}: {len(again)} would be marked, {kept} would not.")
    for why in dict.fromkeys(again.values()):
        print(f"  {why}: {', '.join(student for student, each in again.items() if each == why)}")
    for line in _worth(found.worth):
        print(line)
    if found.files:
        print(f"Changed in playfunc since then, and able to move these marks: {', '.join(found.files)}")
    if found.unknown:
        print(
            "Which files changed is not known for all: some marks are older than the list that playfunc keeps."
        )


def _worth(changed: Mapping[str, tuple[float, float]]) -> Iterator[str]:
    """Which cells are worth other points than before."""
    if changed:
        told = ", ".join(f"{cell} {then:g} → {now:g}" for cell, (then, now) in changed.items())
        yield f"Points are counted anew by the settings, and nobody is marked again for it: {told}."


def _marked(course: Course, name: str, students: list[str], where: Workers, allow_unconfined: bool) -> Batch:
    from playfunc_classroom.runs.grade import grade as grade_class

    with progress("marking", len(students or course.students(name)) or None, lines=True) as update:
        try:
            return grade_class(
                course,
                name,
                students,
                where,
                lambda student, done, total: update(done, total, f"marked {student}"),
                allow_unconfined,
                on_wait=lambda: print(
                    "Waiting: another program is using the gradebook (formgrader, or nbgrader itself).",
                    file=sys.stderr,
                ),
            )
        except KeyboardInterrupt:
            print("Stopped. The marks so far are kept; run the same command to continue.", file=sys.stderr)
            raise typer.Exit(130) from None


def _print_notes(course: Course, name: str, batch: Batch) -> None:
    """Where the reports are, and everything that needs your attention."""
    from playfunc_classroom.runs.grade import reports_folder
    from playfunc_classroom.runs.summary import summary

    print(f"Reports, grades.csv and grades.json: {near(reports_folder(course, name))}")
    for path in course.ignored(name):
        print(f"Ignored: {path}, because there is no folder {path}/{name}")
    if (deals := course.assignment(name).deals) < FEW_DEALS:
        print(f"Only {deals} deals were played. Below {FEW_DEALS} luck decides much; 200 are usual.")
    if waiting := course.awaiting(name):
        wait = "submission waits" if waiting == 1 else "submissions wait"
        what = " and ".join(task.cell for task in course.assignment(name).tasks) or "what is left open"
        print(f"{waiting} {wait} for people to mark {what} (on the marking site or in formgrader).")
    for line in (
        *_worth(batch.worth),
        *_too_many(course, name),
        *_by_hand(course, name, batch.marks),
        *summary(batch),
    ):
        print(line)
    for mark in batch.marks:
        for result in mark.results:
            if result.verdict.value == "broken":
                print(
                    f"The check {result.check} itself failed for {mark.student}:\n{result.detail}",
                    file=sys.stderr,
                )


def _print_open(course: Course, name: str, marks: Sequence[Mark], place: str) -> None:
    """Whose mark waits for a decision, and what to run."""
    from playfunc_classroom.runs.choosing import why_open

    for mark in marks:
        if mark.open:
            print(
                f"No mark for {mark.student}: {why_open(course, name, mark.student, place) or mark.notes[0]}"
            )


def _too_many(course: Course, name: str) -> Iterator[str]:
    """Points that people gave of more than a task is worth now."""
    for student, held in course.class_standing(name).items():
        for cell, each in held.items():
            if each.by_hand is not None and each.by_hand > each.most:
                yield f"{student} has {each.by_hand:g} of {each.most:g} points for {cell}: mark it again."


def _by_hand(course: Course, name: str, marks: Sequence[Mark]) -> Iterator[str]:
    """The points that count instead of those in the table."""
    from playfunc_classroom.policy.overrides import overrides_by_cell, read_overrides, told

    decisions = read_overrides(course.root, name)
    given = [(mark, each) for mark in marks for each in overrides_by_cell(decisions, mark.student).values()]
    if given:
        yield "Points by hand, which count instead of the computed ones:"
    for mark, decision in given:
        yield f"  {mark.student}: {told(decision, mark.stamp.source)}"


def _print_class(marks: Sequence[Mark], assignment: Assignment) -> None:
    from playfunc_classroom.pages.report import grade_columns, grade_row
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.table import Table

    extra = ("after overrides", "overrides", "band suggested", "notes")
    hidden = (*(c for c in grade_columns(assignment) if c.startswith("points ")), *extra)
    columns = [name for name in grade_columns(assignment) if name not in hidden]
    table = Table(
        *(name.removeprefix("beats-").removeprefix("computed ") for name in columns),
        box=SIMPLE_HEAD,
        padding=(0, 1, 0, 0),
        pad_edge=False,
    )
    ordered = sorted(marks, key=lambda mark: (not mark.open, bool(mark.source)))
    for mark in ordered:
        row = grade_row(mark, assignment)
        table.add_row(*(_cell(row[name]) for name in columns))
    Console().print(table)
    notes = [f"  {mark.student}: {note}" for mark in ordered for note in mark.notes]
    if notes:
        print('Notes, which students get with their feedback ("you" is the student):', *notes, sep="\n")


def _cell(value: object) -> Text:
    from rich.text import Text

    text = str(f"{value:g}" if isinstance(value, float) else value)
    return Text(text, VERDICT_STYLES.get(text, ""))

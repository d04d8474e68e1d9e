"""`playfunc grade`, `demo` and `markers`: a whole class marked, a demo class, and who marks what by hand."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from playfunc_cli.console import VERDICT_STYLES, misuse, near, open_course, progress
from playfunc_cli.options import (
    DEALS,
    AllowUnconfined,
    AssignmentArgument,
    AssignmentOption,
    CourseArgument,
    DryRun,
    Jobs,
    Scheduler,
    StudentsArgument,
    resolve_assignment,
)

if TYPE_CHECKING:
    from playfunc_autograder.executors import Workers
    from playfunc_checks.assignment import Assignment
    from playfunc_classroom.marks import Mark
    from playfunc_classroom.nbgrader_bridge.course import Course
    from playfunc_classroom.runs.grade import Batch
    from playfunc_classroom.runs.marking_progress import Progress
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
    if waiting := len(course.waiting(name) - {mark.student for mark in batch.marks if mark.open}):
        wait = "submission of the class waits" if waiting == 1 else "submissions of the class wait"
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
    from playfunc_classroom.runs.notebook_selection import why_open

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
    from playfunc_classroom.policy.overrides import describe_override, overrides_by_cell, read_overrides

    decisions = read_overrides(course.root, name)
    given = [(mark, each) for mark in marks for each in overrides_by_cell(decisions, mark.student).values()]
    if given:
        yield "Points by hand (overrides):"
    for mark, decision in given:
        yield f"  {mark.student}: {describe_override(decision, mark.stamp.source)}"


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


LEAST_DEALS = 2
"""As settings have it (`deals`)."""


def demo(
    folder: Annotated[Path, typer.Argument(help="Where to write the demo course.")] = Path("demo"),
    deals: Annotated[int, DEALS] = 6,
    jobs: Jobs = 2,
    assignment: AssignmentOption = None,
) -> None:
    """Release an assignment, hand in its demo class, mark it, and write every report.

    A real course plays 200 deals against each opponent; the demo plays few.
    """
    from playfunc_autograder.executors import Local
    from playfunc_classroom.demo import make_demo_course, read_class
    from playfunc_classroom.runs.return_feedback import write_pages

    name = resolve_assignment(assignment).name
    read_class(name)  # says so at once where there is no demo class
    if deals < LEAST_DEALS:
        misuse(f"the demo needs at least {LEAST_DEALS} deals, and --deals {deals} was given")
    opened = make_demo_course(folder, deals, name)
    students = opened.students(name)
    print(f"Released {name} and handed in a class of {len(students)} in {near(opened.root)}.")
    print("Marking and feedback take some minutes.", flush=True)
    try:
        grade(folder, name, None, jobs, allow_unconfined=True)  # the demo class is no stranger's code
    except typer.Exit as done:
        if done.exit_code:
            raise
    with progress("feedback", len(students)) as update:
        for number, (student, refused) in enumerate(write_pages(opened, name, students, Local(jobs)), 1):
            if refused:
                raise ValueError(f"no feedback for {student}: {refused}")
            update(number, label=f"feedback {student}")
    print(f"Feedback as students get it: {near(opened.root / 'feedback')}/<student>/{name}/{name}.html")
    print(f"The class at a glance: {near(opened.root / 'reports' / name / 'index.html')}")


def markers(
    course: CourseArgument,
    assignment: AssignmentArgument,
    second: Annotated[
        int, typer.Option(min=0, help="Also give this many submissions, drawn at random, to a second marker.")
    ] = 0,
    url: Annotated[str, typer.Option(help="The address of JupyterLab.")] = "http://localhost:8888",
) -> None:
    """Assign submissions to markers by markers.csv, and show each marker's progress and how well two markers agree.

    Markers give points and comments in formgrader, which keeps them in nbgrader's gradebook. The sample that is
    marked twice is the assignment NAME-second in formgrader; its points never count.
    """
    from playfunc.files import write_whole
    from playfunc_classroom.nbgrader_bridge.gradebook import SUFFIX
    from playfunc_classroom.runs.marking_progress import (
        agreements,
        marking_page,
        points_of,
        progress_of,
        share_again,
        shares_of,
        without_work,
    )

    opened = open_course(course)
    settings = opened.assignment(assignment)
    if second:
        share_again(opened, assignment, second)
    shares = shares_of(opened, assignment)
    if not shares.first:
        print(f"Nothing of {assignment} is marked yet. First run: playfunc grade {course} {assignment}")
        return
    given, twice = points_of(shares.given), points_of(shares.twice)
    parts = [
        (heading, progress_of(who, given, settings.task_cells), given, _links(opened, name, url))
        for heading, who, given, name in (
            ("Marks that count", shares.first, given, assignment),
            (
                f"Marked a second time ({assignment}{SUFFIX} in formgrader)",
                shares.second,
                twice,
                assignment + SUFFIX,
            ),
        )
        if who
    ]
    agreed = agreements(given, twice, settings.task_cells) if twice else {}
    _print_progress([(heading, done) for heading, done, _, _ in parts], settings.task_cells)
    for sentence in without_work(opened, shares):
        print(sentence)
    for task, told in agreed.items():
        print(f"{task}: {told}")
    page = opened.root / "reports" / assignment / "marking.html"
    write_whole(page, marking_page(assignment, settings.task_cells, parts, agreed))
    print(f"Each marker's list, with links into formgrader: {near(page)}")


def _print_progress(parts: Iterable[tuple[str, Iterable[Progress]]], tasks: Iterable[str]) -> None:
    """A table of the markers under each heading: how many submissions are done, and their mean points by task."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table("marker", "done", "of", *(f"mean {task}" for task in tasks), show_edge=False)
    for heading, done in parts:
        table.add_row(heading, end_section=False)
        for one in done:
            means = ("" if mean is None else f"{mean:.1f}" for mean in one.means.values())
            table.add_row(Text(f"  {one.marker}"), str(one.done), str(len(one.students)), *means)
    Console().print(table)


def _links(course: Course, assignment: str, url: str) -> dict[str, str]:
    ids = course.submission_ids(assignment)
    return {student: f"{url.rstrip('/')}/formgrader/submissions/{place}/" for student, place in ids.items()}

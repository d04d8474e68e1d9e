"""`playfunc rehearse`: an assignment's week with a made-up class."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from playfunc_cli.console import duration, near, open_course, progress
from playfunc_cli.options import DEALS, AllowUnconfined, AssignmentArgument, CourseArgument, Jobs

if TYPE_CHECKING:
    from playfunc_classroom.rehearsal import Rehearsal


def rehearse(
    course: CourseArgument,
    assignment: AssignmentArgument,
    students: Annotated[
        int, typer.Option(min=1, help="For how many students to estimate time and disk.")
    ] = 60,
    submissions: Annotated[
        int, typer.Option(min=1, help="How many made-up submissions are really marked.")
    ] = 8,
    deals: Annotated[int | None, DEALS] = None,
    jobs: Jobs = 1,
    keep: Annotated[
        Path | None,
        typer.Option(
            help="Keep the rehearsal in this new folder, to look at it.", show_default="it is deleted"
        ),
    ] = None,
    allow_unconfined: AllowUnconfined = False,
) -> None:
    """Rehearse an assignment before the term: release, a made-up class, marking, feedback, export.

    Everything happens in a copy of the course, which is deleted afterwards. The course itself is only read. You see
    what would go wrong, and how long each step takes for a class. Without --deals, as many are
    played as the course sets. Exit code 1 means that something has to be put right.
    """
    from playfunc_autograder.executors import Local
    from playfunc_classroom.rehearsal import STEPS
    from playfunc_classroom.rehearsal import rehearse as run

    opened = open_course(course)
    with progress("rehearsal", len(STEPS)) as update:
        found = run(
            opened,
            assignment,
            submissions,
            Local(jobs),
            deals,
            keep,
            allow_unconfined,
            on_step=lambda step, done, total: update(done, total, step),
        )
    _print_steps(found, students)
    _print_estimates(found, students, "" if deals is None else f" at {deals} deals")
    for note in found.notes:
        print(note)
    print("What would go wrong:" if found.problems else "Nothing went wrong.")
    for problem in found.problems:
        print(f"  {problem}")
    if keep is not None:
        _print_folder(keep, assignment)
    if found.problems:
        raise typer.Exit(1)


def _print_folder(folder: Path, assignment: str) -> None:
    """Where the copy is, and what of it was written: a rehearsal that stopped has less."""
    kept = near(folder)
    print(f"The rehearsed course is in {kept}. Look at:")
    for place, what in (
        (f"release/{assignment}", "what students get"),
        (f"reports/{assignment}/index.html", "the class and its marks"),
        ("feedback", "what students get back"),
        ("exports", "the sheets for the learning platform"),
    ):
        if (folder / place).exists():
            print(f"  {kept}/{place}: {what}")
    print(f"To mark in it as people will, run: playfunc serve marking {kept}")
    print(f"Delete {kept} afterwards.")


def _print_steps(found: Rehearsal, students: int) -> None:
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.table import Table

    here = f"{found.submissions} submissions"
    there = f"{students} students"
    table = Table("step", here, "disk", there, "disk", box=SIMPLE_HEAD, padding=(0, 2, 0, 0), pad_edge=False)
    for column in table.columns[1:]:
        column.justify = "right"
    for step, whole in zip(found.steps, found.for_class(students), strict=True):
        table.add_row(
            step.name, _time(step.seconds), _bytes(step.grown), _time(whole.seconds), _bytes(whole.grown)
        )
    Console().print(table)


def _print_estimates(found: Rehearsal, students: int, at: str) -> None:
    whole = found.for_class(students)
    if whole[-1].name == "export":
        disk = sum(step.grown for step in whole)
        print(f"For {students} students the course needs about {_bytes(disk)} of disk.")
    if found.entering:
        told = ", ".join(
            f"{duration(found.grade_seconds(students, jobs))} with {jobs} job{'s' * (jobs > 1)}"
            for jobs in sorted({1, found.jobs, 4 * found.jobs})
        )
        print(f"Grading {students} students{at} takes at most {told}, as fast as this computer was now.")


def _time(seconds: float) -> str:
    return f"{seconds:.1f} s" if seconds < 10 else duration(seconds)


def _bytes(count: int) -> str:
    """To two digits or so: `12 KB`, `3.4 MB`."""
    size = max(0.0, float(count))
    for unit in ("B", "KB", "MB"):
        if size < 1000:
            return f"{size:.3g} {unit}"
        size /= 1000
    return f"{size:.3g} GB"

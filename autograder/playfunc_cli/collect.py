"""`playfunc collect`: zips from Moodle or Canvas into `submitted/`."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Annotated

import typer

from playfunc_cli.console import open_course
from playfunc_cli.options import AssignmentArgument, CourseArgument

WORDS = {
    "new": "new",
    "again": "resubmitted, earlier attempt kept",
    "beyond": "over the limit of attempts, kept but not counted",
    "replaced": "replaced",
    "unchanged": "unchanged",
    "older": "older than the submission here, skipped",
}


def collect(
    course: CourseArgument,
    assignment: AssignmentArgument,
    files: Annotated[
        list[Path],
        typer.Argument(
            help="Zips of submissions as downloaded from Moodle or Canvas, together with its grading worksheet or "
            "gradebook (.csv)."
        ),
    ],
    replace: Annotated[
        bool,
        typer.Option("--replace", help="Overwrite earlier submissions instead of keeping them as attempts."),
    ] = False,
    readmit: Annotated[
        list[str] | None,
        typer.Option("--readmit", metavar="ID", help="Take in somebody again who was forgotten."),
    ] = None,
) -> None:
    """Collect submissions from Moodle or Canvas, or from another system that playfunc.toml describes.

    Run it as often as you like: unchanged submissions stay as they are, changed ones become new attempts.
    """
    from playfunc_classroom.runs.choosing import why_open
    from playfunc_classroom.runs.collecting import collect_downloads

    opened = open_course(course)
    done = collect_downloads(opened, assignment, files, replace, readmit or ())
    counts = Counter(done.students.values())
    told = ", ".join(f"{counts[kind]} {words}" for kind, words in WORDS.items() if counts[kind])
    many = f"{len(done.students)} submission{'s' if len(done.students) != 1 else ''}"
    print(f"{many}: {told or 'none found'}.")
    for problem in done.problems:
        print(f"Skipped: {problem}")
    for note in done.notes:
        print(f"Note: {note}")
    for student in sorted(done.students):
        if why := why_open(opened, assignment, student, str(course)):
            print(f"No mark for {student}: {why}")
    if done.withheld:
        print(f"Withheld, because they were forgotten: {', '.join(done.withheld)}.")
        print("To take one of them in again, run the same command with --readmit ID.")
    if opened.settings.zone_guessed and done.students:
        print(
            f"Times without a zone were read in the zone {opened.settings.zone}, a guess from a computer's settings. "
            "Set timezone in playfunc.toml and collect the same files again."
        )
    if done.late:
        print(
            f"Canvas marks {done.late} of them as late, without times. If lateness costs points, give the times in "
            "times.csv."
        )
    if not done.students:
        print(
            "Nothing was collected: no file that can be marked has a name that Moodle or Canvas gives to submissions."
        )
        raise typer.Exit(1)

"""`playfunc collect`: zips from Moodle or Canvas into `submitted/`."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Annotated

import typer

__all__ = ["collect"]

WORDS = {
    "new": "new",
    "again": "handed in again, the attempt before kept",
    "beyond": "beyond the attempts that count, kept",
    "replaced": "replaced",
    "unchanged": "unchanged",
    "older": "older than what is there, left out",
}


def collect(
    course: Annotated[Path, typer.Argument(help="The nbgrader course: a folder with nbgrader_config.py.")],
    assignment: Annotated[str, typer.Argument(help="The assignment's name, such as hearts.")],
    files: Annotated[
        list[Path],
        typer.Argument(
            help="Zips of submissions as Moodle or Canvas gave them, and with them its grading worksheet or "
            "gradebook (.csv)."
        ),
    ],
    replace: Annotated[
        bool, typer.Option(help="Overwrite earlier submissions instead of keeping them as attempts.")
    ] = False,
) -> None:
    """Take in submissions that were downloaded from Moodle or Canvas.

    Run it as often as you like: what has not changed stays as it is, what has changed is a new attempt.
    """
    from playfunc_classroom.intake.collecting import collect_downloads
    from playfunc_classroom.nbgrader_bridge import Course

    opened = Course.open(course)
    done = collect_downloads(opened, assignment, files, replace)
    counts = Counter(done.students.values())
    told = ", ".join(f"{counts[kind]} {words}" for kind, words in WORDS.items() if counts[kind])
    many = f"{len(done.students)} submission{'s' if len(done.students) != 1 else ''}"
    print(f"{many}: {told or 'none found'}.")
    for problem in done.problems:
        print(f"Left out: {problem}")
    if opened.settings.zone_guessed and done.students:
        print(
            f"Times without a zone were read as those of {opened.settings.zone}, which is guessed from a machine: set "
            "timezone in playfunc.toml and collect the same files again."
        )
    if done.late:
        print(
            f"Canvas calls {done.late} of them late; it tells no times, so give them in times.csv if they cost."
        )
    if not done.students:
        print("No file in there is named as Moodle or Canvas name submissions.")
        raise typer.Exit(1)

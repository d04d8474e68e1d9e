"""`playfunc forget`: one student taken out of a course."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from playfunc_cli.console import trouble

__all__ = ["forget"]


def forget(
    course: Annotated[Path, typer.Argument(help="The nbgrader course: a folder with nbgrader_config.py.")],
    student: Annotated[str, typer.Argument(help="The student's id, as in submitted/.")],
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask first.")] = False,
) -> None:
    """Remove everything of a student: gradebook, submissions, marks, reports, feedback, comments, lists.

    It cannot be undone. Exit code 1: something still names the student, and is printed.
    """
    from playfunc_classroom.nbgrader_bridge import Course, GradebookError
    from playfunc_classroom.privacy.course_forgets import forget_everywhere

    opened = Course.open(course)
    if not yes and not typer.confirm(f"Remove everything of {student} from {opened.root.name}, for ever?"):
        raise typer.Exit(1)
    try:
        done = forget_everywhere(opened, student)
    except GradebookError as failure:
        trouble(f"{failure}: {failure.log}; close what else uses it, and run the same command again")
    print(f"Deleted {len(done.deleted)} files and folders, took lines out of {len(done.changed)}.")
    if done.left:
        print("These still name the student; they are not ours, so look at them yourself:", file=sys.stderr)
        for path in done.left:
            print(f"  {path}", file=sys.stderr)
        raise typer.Exit(1)
    print(
        "Copies elsewhere (nbgrader's exchange, backups, git's history, Moodle, Canvas) are yours to delete."
    )

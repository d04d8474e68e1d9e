"""`playfunc forget`: one student taken out of a course."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from playfunc_cli.console import open_course, trouble
from playfunc_cli.options import CourseArgument, StudentArgument

__all__ = ["forget"]


def forget(
    course: CourseArgument,
    student: StudentArgument,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask for confirmation.")] = False,
) -> None:
    """Remove everything about a student: gradebook, submissions, marks, reports, feedback, comments, lists.

    This cannot be undone. Exit code 1 means that some files still name the student; they are listed.
    """
    from playfunc_classroom.nbgrader_bridge import GradebookError
    from playfunc_classroom.privacy.course_forgets import forget_everywhere

    opened = open_course(course)
    if not yes and not typer.confirm(f"Remove everything about {student} from {opened.root.name} for good?"):
        raise typer.Exit(1)
    try:
        done = forget_everywhere(opened, student)
    except GradebookError as failure:
        trouble(f"{failure}: {failure.log}; close other programs that use it, and run the same command again")
    print(f"Deleted {len(done.deleted)} files and folders, and removed lines from {len(done.changed)} files.")
    if done.left:
        print(
            "These files still name the student. playfunc did not write them; check them yourself:",
            file=sys.stderr,
        )
        for path in done.left:
            print(f"  {path}", file=sys.stderr)
        raise typer.Exit(1)
    print(
        "Delete copies elsewhere yourself: nbgrader's exchange, backups, the history of git, Moodle, Canvas."
    )

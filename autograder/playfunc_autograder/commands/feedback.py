"""`playfunc feedback`: pages for students, as folders, zips, and through nbgrader's exchange."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from playfunc_autograder.commands.console import near

__all__ = ["feedback"]


def feedback(
    course: Annotated[Path, typer.Argument(help="The nbgrader course: a folder with nbgrader_config.py.")],
    assignment: Annotated[str, typer.Argument(help="The assignment's name, such as hearts.")],
    students: Annotated[
        list[str] | None, typer.Argument(help="Only these; all who were marked else.")
    ] = None,
    exchange: Annotated[
        bool, typer.Option("--exchange", help="Release it through nbgrader's exchange too.")
    ] = False,
) -> None:
    """Write every student's feedback page, for members of a group too, and a zip of each to hand out."""
    from playfunc_autograder.handing_back import hand_back_feedback
    from playfunc_autograder.nbgrader_bridge import Course, GradebookError

    try:
        zips, trouble = hand_back_feedback(Course.open(course), assignment, students or (), exchange)
    except GradebookError as failure:
        print(
            f"playfunc: nbgrader could not release the feedback: {failure.log.strip()[-500:]}",
            file=sys.stderr,
        )
        raise typer.Exit(1) from None
    print(f"Feedback, one zip per student: {near(zips)}")
    for student, problem in trouble.items():
        print(f"No feedback for {student}: {problem}", file=sys.stderr)
    if trouble:
        raise typer.Exit(1)

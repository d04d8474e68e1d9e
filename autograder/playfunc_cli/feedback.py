"""`playfunc feedback`: pages for students, as folders, zips, and through nbgrader's exchange."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from playfunc_cli.console import bar, near, trouble

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
    from playfunc_classroom.marks.handing_back import hand_back_feedback
    from playfunc_classroom.nbgrader_bridge import Course, GradebookError

    opened = Course.open(course)
    with bar() as shown:
        task = shown.add_task("feedback", total=None)
        try:
            done = hand_back_feedback(
                opened,
                assignment,
                students or (),
                exchange,
                lambda student, number: shown.update(task, description=student, advance=1, total=number),
            )
        except GradebookError as failure:
            trouble(f"nbgrader could not release the feedback: {failure.log.strip()[-500:]}")
    print(f"Feedback, one zip per student: {near(done.zips)}")
    if exchange:
        print(
            f"Released through the exchange: {len(done.exchanged)}; who did not hand in that way has a zip alone."
        )
    for student, problem in done.trouble.items():
        print(f"No feedback for {student}: {problem}", file=sys.stderr)
    if done.trouble:
        raise typer.Exit(1)

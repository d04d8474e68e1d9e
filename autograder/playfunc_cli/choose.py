"""`playfunc choose`: which of several notebooks that came in one upload counts."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

__all__ = ["choose"]


def choose(
    course: Annotated[Path, typer.Argument(help="The nbgrader course: a folder with nbgrader_config.py.")],
    assignment: Annotated[str, typer.Argument(help="The assignment's name, such as hearts.")],
    student: Annotated[str, typer.Argument(help="Whose submission.")],
    file: Annotated[
        str, typer.Argument(help="The notebook that counts; without it they are listed.", show_default=False)
    ] = "",
    who: Annotated[str, typer.Option(help="Who decided.", show_default="your name on this machine")] = "",
    withdraw: Annotated[bool, typer.Option("--withdraw", help="Take the decision back instead.")] = False,
) -> None:
    """Say which notebook counts where a student handed in several that differ.

    It is recorded with who and when in choices/, and holds when the same files are collected again; for other
    files you are asked anew.
    """
    from playfunc_classroom.intake.choosing import choose_file, listed, withdraw_choice
    from playfunc_classroom.nbgrader_bridge import Course

    opened = Course.open(course)
    if withdraw and file:
        raise ValueError("name the notebook that counts, or say --withdraw, and not both")
    if withdraw:
        choice = withdraw_choice(opened, assignment, student, who)
        print(f"Withdrawn by {choice.who}: which notebook of {student} counts is open again.")
    elif file:
        choice = choose_file(opened, assignment, student, file, who)
        print(f"Recorded by {choice.who}: of {student}'s notebooks {choice.file} counts.")
    else:
        for line in listed(opened, assignment, student):
            print(line)
        return
    print(f"Run: playfunc grade {course} {assignment} {student}")

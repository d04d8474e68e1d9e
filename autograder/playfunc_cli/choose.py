"""`playfunc choose`: which of several notebooks that came in one upload counts, and which of its cells."""

from __future__ import annotations

from typing import Annotated

import typer

from playfunc_cli.console import open_course
from playfunc_cli.options import AssignmentArgument, CourseArgument, StudentArgument, Who, Withdraw


def choose(
    course: CourseArgument,
    assignment: AssignmentArgument,
    student: StudentArgument,
    file: Annotated[
        str,
        typer.Argument(help="The notebook that counts; without one, all are listed.", show_default=False),
    ] = "",
    cells: Annotated[
        str,
        typer.Option(
            metavar="NUMBERS",
            help="The numbers of the cells that make up the player, such as 4,7,9, where their tags are lost.",
            show_default=False,
        ),
    ] = "",
    who: Who = "",
    withdraw: Withdraw = False,
) -> None:
    """Choose which notebook counts when a student submitted several different ones, or which of its cells.

    Cells are counted from 1, text cells among them, as `playfunc run` numbers them.
    The choice is recorded in choices/, with who made it and when. It stays valid when the same files are collected
    again; for other files you have to choose again.
    """
    from playfunc_checks.lost_cells import listed as listed_cells
    from playfunc_classroom.runs.choosing import choose_file, listed, withdraw_choice

    opened = open_course(course)
    if withdraw and file:
        raise ValueError("give either the notebook that counts or --withdraw, not both")
    if withdraw:
        choice = withdraw_choice(opened, assignment, student, who)
        print(f"Withdrawn by {choice.who}. Choose again which notebook of {student} counts.")
    elif file:
        choice = choose_file(opened, assignment, student, file, who, _numbers(cells))
        told = f", with {listed_cells(choice.cells)} as the player" if choice.cells else ""
        print(f"Recorded by {choice.who}: {choice.file} counts for {student}{told}.")
    else:
        for line in listed(opened, assignment, student):
            print(line)
        return
    print(f"Run: playfunc grade {course} {assignment} {student}")


def _numbers(text: str) -> tuple[int, ...]:
    """Raises `ValueError` for what is no list of numbers."""
    try:
        return tuple(sorted({int(part) for part in text.split(",") if part.strip()}))
    except ValueError:
        raise ValueError(
            f"--cells takes numbers with commas between, such as 4,7,9; it got {text!r}"
        ) from None

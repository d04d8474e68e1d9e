"""`playfunc new-course`: a course folder of one's own."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from playfunc_autograder.commands.console import near

__all__ = ["new_course"]


def new_course(
    folder: Annotated[Path, typer.Argument(help="Where to write the course; a new folder.")],
    name: Annotated[
        str, typer.Option(help="nbgrader's name of the course; the folder's, if none is given.")
    ] = "",
) -> None:
    """Write a course that is ready for nbgrader: assignments, settings, a secret of its own, a workflow.

    Needs a clone of the repository or the instructor's archive: the assignments are in no wheel.
    """
    from playfunc_autograder.new_course import make_course

    to_do = make_course(folder, name or folder.resolve().name)
    print(f"A course: {near(folder)}. Its README.md says what is where; keep .playfunc-secret to yourself.")
    for sentence in to_do:
        print(sentence)

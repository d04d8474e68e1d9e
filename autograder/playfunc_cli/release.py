"""`playfunc release`: what students get."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from playfunc_cli.console import near

__all__ = ["release"]


def release(
    course: Annotated[Path, typer.Argument(help="The nbgrader course: a folder with nbgrader_config.py.")],
    assignment: Annotated[str, typer.Argument(help="The assignment's name, such as hearts.")],
) -> None:
    """Write the students' version of an assignment, and a zip of it with how to install and playfunc's wheel.

    Refused when the course's secret would be in it. Where it cannot be made, nothing is changed.
    """
    from playfunc_classroom.nbgrader_bridge import Course
    from playfunc_classroom.release import release_assignment

    opened = Course.open(course)
    path = release_assignment(opened, assignment)
    print(f"For students: {near(path)}, and the same as a folder beside it.")
    if not any((opened.root / "release" / assignment).glob("*.whl")):
        print("Without playfunc's wheel: put it into wheels/, or tell students where to install it from.")

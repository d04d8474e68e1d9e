"""`playfunc override`: points given by hand after an appeal, with who, when and why."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

__all__ = ["override"]


def override(
    course: Annotated[Path, typer.Argument(help="The nbgrader course: a folder with nbgrader_config.py.")],
    assignment: Annotated[str, typer.Argument(help="The assignment's name, such as hearts.")],
    student: Annotated[str, typer.Argument(help="Whose points.")],
    cell: Annotated[str, typer.Argument(help="Which points: beats-basic, …, comments or quality.")],
    points: Annotated[float | None, typer.Argument(min=0, help="How many points count from now on.")] = None,
    why: Annotated[str, typer.Option(help="The reason, in a sentence that the student may read.")] = "",
    who: Annotated[str, typer.Option(help="Who decided.", show_default="your name on this machine")] = "",
    withdraw: Annotated[
        bool, typer.Option("--withdraw", help="Take the points given by hand back instead.")
    ] = False,
) -> None:
    """Give points by hand. They survive every regrade, and reports and grades.csv say who gave them, and why.

    The gradebook has them at once; run playfunc grade and generate the feedback again for the rest to say so.
    """
    from playfunc_classroom.appeals.appeal import change_points
    from playfunc_classroom.nbgrader_bridge import Course
    from playfunc_classroom.policy.overrides import told

    if withdraw == (points is not None):
        raise ValueError("name the points that count from now on, or say --withdraw, and not both")
    if not why.strip():
        raise ValueError("say --why: whoever asks in a year will want to know")
    decision = change_points(Course.open(course), assignment, student, cell, points, who, why.strip())
    print(f"Recorded and in the gradebook: {student}, {told(decision)}")
    print(f"For reports and feedback: playfunc grade {course} {assignment} {student}, then feedback")

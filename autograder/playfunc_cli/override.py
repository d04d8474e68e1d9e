"""`playfunc override`: points given by hand after an appeal, with who, when and why."""

from __future__ import annotations

from typing import Annotated

import typer

from playfunc_cli.console import open_course
from playfunc_cli.options import AssignmentArgument, CourseArgument, StudentArgument, Who, Withdraw


def override(
    course: CourseArgument,
    assignment: AssignmentArgument,
    student: StudentArgument,
    cell: Annotated[str, typer.Argument(help="Which points: the name of the cell, such as beats-basic.")],
    points: Annotated[float | None, typer.Argument(min=0, help="The points that count from now on.")] = None,
    why: Annotated[str, typer.Option(help="The reason, in a sentence that the student will read.")] = "",
    who: Who = "",
    withdraw: Withdraw = False,
) -> None:
    """Override points by hand. Overrides survive regrading; reports and grades.csv show who made them, and why.

    The gradebook is updated at once. For reports and feedback, run playfunc grade and playfunc feedback again.
    """
    from playfunc_classroom.appeals.appeal import change_points
    from playfunc_classroom.policy.overrides import told

    if withdraw == (points is not None):
        raise ValueError("give either the points that count from now on or --withdraw, not both")
    if not why.strip():
        raise ValueError("give the reason with --why; it is kept with the points")
    decision = change_points(open_course(course), assignment, student, cell, points, who, why.strip())
    print(f"Recorded and in the gradebook: {student}, {told(decision)}")
    print(
        f"To update reports and feedback, run: playfunc grade {course} {assignment} {student}, then feedback"
    )

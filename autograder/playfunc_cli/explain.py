"""`playfunc explain`: a mark played again, with its evidence on one page."""

from __future__ import annotations

import typer

from playfunc_cli.console import near, open_course, progress
from playfunc_cli.options import AllowUnconfined, AssignmentArgument, CourseArgument, StudentArgument


def explain(
    course: CourseArgument,
    assignment: AssignmentArgument,
    student: StudentArgument,
    allow_unconfined: AllowUnconfined = False,
) -> None:
    """Replay a stored mark and show the evidence on one page, for the instructor.

    It uses the source and the settings of that time, and lists every version that has changed since. Exit code 1
    means that a result differs. No mark is changed.
    """
    from playfunc_classroom.appeals.explain import explain_mark

    with progress("playing again") as update:
        found = explain_mark(
            open_course(course),
            assignment,
            student,
            lambda check, done, total: update(done, total, check),
            allow_unconfined,
        )
    print(*found.told, sep="\n")
    print(f"The evidence with every deal (keep it to yourself): {near(found.page)}")
    raise typer.Exit(0 if found.same else 1)

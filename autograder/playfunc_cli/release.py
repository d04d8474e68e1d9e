"""`playfunc release`: what students get."""

from __future__ import annotations

from playfunc_cli.console import near, open_course
from playfunc_cli.options import AssignmentArgument, CourseArgument

__all__ = ["release"]


def release(
    course: CourseArgument,
    assignment: AssignmentArgument,
) -> None:
    """Write the students' version of an assignment, and a zip of it with playfunc's wheel and instructions.

    It is refused if it would contain the course's secret; then nothing is changed.
    """
    from playfunc_classroom.release import release_assignment

    opened = open_course(course)
    path = release_assignment(opened, assignment)
    print(f"For students: {near(path)}, and the same files in the folder beside it.")
    if not any((opened.root / "release" / assignment).glob("*.whl")):
        print(
            "playfunc's wheel is not in it. Put it into wheels/, or tell students where to install it from."
        )

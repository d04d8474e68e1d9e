"""`playfunc release`: what students get."""

from __future__ import annotations

from typing import Annotated

import typer

from playfunc_cli.console import near, open_course, progress
from playfunc_cli.options import AssignmentArgument, CourseArgument


def release(
    course: CourseArgument,
    assignment: AssignmentArgument,
    solution: Annotated[
        bool,
        typer.Option("--solution/--no-solution", help="Run the checks on the notebook's solution first."),
    ] = True,
) -> None:
    """Write the students' version of an assignment, and a zip of it with playfunc's wheel and instructions.

    Points come from assignment.toml; the release writes them into the notebook's cells and texts. Notebook, settings
    and solution are checked against each other first. If they disagree, or if the release would contain the course's
    secret, it is refused with a list of all that is wrong, and nothing is changed.
    """
    from playfunc_checks.course import ASSIGNMENT_FILE, load_assignment
    from playfunc_classroom.agreement import advice, check_agreement

    if (course / "source" / assignment / ASSIGNMENT_FILE).is_file():  # before the slow imports of nbgrader
        check_agreement(course, load_assignment(assignment, course))
    from playfunc_classroom.release import release_assignment

    opened = open_course(course)
    with progress("checking the solution") as update:
        path = release_assignment(
            opened,
            assignment,
            try_solution=solution,
            on_progress=lambda name, done, total: update(done, total, name),
        )
    print(f"For students: {near(path)}, and the same files in the folder beside it.")
    for sentence in advice(opened.root, opened.assignment(assignment)):
        print(f"Note: {sentence[:1].upper()}{sentence[1:]}")
    if not any((opened.root / "release" / assignment).glob("playfunc-*.whl")):
        print(
            "playfunc's wheel is not in it, so what its README says to install cannot be found. In the clone run "
            "`make dist`, copy dist/playfunc-*.whl into the course's folder wheels/, and release again."
        )

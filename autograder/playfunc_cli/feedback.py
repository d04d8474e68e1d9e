"""`playfunc feedback`: pages for students, as folders, zips, and through nbgrader's exchange."""

from __future__ import annotations

import itertools
import sys
from typing import Annotated

import typer

from playfunc_cli.console import near, open_course, progress, trouble
from playfunc_cli.options import AssignmentArgument, CourseArgument, Jobs, StudentsArgument

BULK = {
    "moodle": "For Moodle (Upload multiple feedback files in a zip)",
    "canvas": "For Canvas (Upload submissions)",
}
"""What each system calls its bulk upload."""


def feedback(
    course: CourseArgument,
    assignment: AssignmentArgument,
    students: StudentsArgument = None,
    exchange: Annotated[
        bool, typer.Option("--exchange", help="Also release it through nbgrader's exchange.")
    ] = False,
    jobs: Jobs = 1,
) -> None:
    """Write a feedback page and a zip of it for every student, members of groups included.

    For Moodle and Canvas there is one zip of all of them, for the system's own bulk upload.
    """
    from playfunc_autograder.executors import Local
    from playfunc_classroom.nbgrader_bridge import GradebookError
    from playfunc_classroom.runs.handing_back import hand_back_feedback

    opened = open_course(course)
    finished = itertools.count(1)
    with progress("feedback", lines=True) as update:
        try:
            done = hand_back_feedback(
                opened,
                assignment,
                students or (),
                exchange,
                lambda student, number: update(next(finished), number, f"feedback {student}"),
                Local(jobs),
            )
        except GradebookError as failure:
            trouble(f"nbgrader could not release the feedback: {failure.log.strip()[-500:]}")
    print(f"Feedback, one zip per student: {near(done.zips)}")
    for path, many in done.bulk.items():
        told = f"{many} student{'s' if many != 1 else ''}, {path.stat().st_size / 1e6:.1f} MB"
        print(f"{BULK[path.stem.rpartition('-')[2]]}: {near(path)} ({told})")
    if exchange:
        print(
            f"Released through the exchange: {len(done.exchanged)}. The others submitted another way and have only "
            "the zip."
        )
    for student, problem in done.trouble.items():
        print(f"No feedback for {student}: {problem}", file=sys.stderr)
    if done.trouble:
        raise typer.Exit(1)

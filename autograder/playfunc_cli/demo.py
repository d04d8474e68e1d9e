"""`playfunc demo`: a demo class released, handed in, marked and given feedback."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from playfunc_cli.asked import asked_assignment
from playfunc_cli.console import misuse, near, progress
from playfunc_cli.grade import grade
from playfunc_cli.options import DEALS, AssignmentOption, Jobs

LEAST_DEALS = 2
"""As settings have it (`deals`)."""


def demo(
    folder: Annotated[Path, typer.Argument(help="Where to write the demo course.")] = Path("demo"),
    deals: Annotated[int, DEALS] = 6,
    jobs: Jobs = 2,
    assignment: AssignmentOption = None,
) -> None:
    """Release an assignment, hand in its demo class, mark it, and write every report.

    A real course plays 200 deals against each opponent; the demo plays few.
    """
    from playfunc_autograder.executors import Local
    from playfunc_classroom.demo import make_demo_course, read_class
    from playfunc_classroom.runs.handing_back import write_pages

    name = asked_assignment(assignment).name
    read_class(name)  # says so at once where there is no demo class
    if deals < LEAST_DEALS:
        misuse(f"the demo needs at least {LEAST_DEALS} deals, and --deals {deals} was given")
    opened = make_demo_course(folder, deals, name)
    students = opened.students(name)
    print(f"Released {name} and handed in a class of {len(students)} in {near(opened.root)}.")
    print("Marking and feedback take some minutes.", flush=True)
    try:
        grade(folder, name, None, jobs, allow_unconfined=True)  # the demo class is no stranger's code
    except typer.Exit as done:
        if done.exit_code:
            raise
    with progress("feedback", len(students)) as update:
        for number, (student, refused) in enumerate(write_pages(opened, name, students, Local(jobs)), 1):
            if refused:
                raise ValueError(f"no feedback for {student}: {refused}")
            update(number, label=f"feedback {student}")
    print(f"Feedback as students get it: {near(opened.root / 'feedback')}/<student>/{name}/{name}.html")
    print(f"The class at a glance: {near(opened.root / 'reports' / name / 'index.html')}")

"""`playfunc markers`: who marks what, how far they are, and whether they agree."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from playfunc_cli.console import near, open_course
from playfunc_cli.options import AssignmentArgument, CourseArgument

if TYPE_CHECKING:
    from playfunc_classroom.nbgrader_bridge import Course


def markers(
    course: CourseArgument,
    assignment: AssignmentArgument,
    second: Annotated[
        int, typer.Option(min=0, help="Also give this many submissions, drawn at random, to a second marker.")
    ] = 0,
    url: Annotated[str, typer.Option(help="The address of JupyterLab.")] = "http://localhost:8888",
) -> None:
    """Assign submissions to markers by markers.csv, and show each marker's progress and how well two markers agree.

    Markers give points and comments in formgrader, which keeps them in nbgrader's gradebook. The sample that is
    marked twice is the assignment NAME-second in formgrader; its points never count.
    """
    from playfunc.files import write_whole
    from playfunc_classroom.nbgrader_bridge.second import SUFFIX
    from playfunc_classroom.pages.marking_page import agreements, marking_page, progress_of
    from playfunc_classroom.runs.shares import points_of, share_again, shares_of, without_work
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    opened = open_course(course)
    settings = opened.assignment(assignment)
    if second:
        share_again(opened, assignment, second)
    shares = shares_of(opened, assignment)
    if not shares.first:
        print(f"Nothing of {assignment} is marked yet. First run: playfunc grade {course} {assignment}")
        return
    given, twice = points_of(shares.given), points_of(shares.twice)
    parts = [
        (heading, progress_of(who, given, settings.task_cells), given, _links(opened, name, url))
        for heading, who, given, name in (
            ("Marks that count", shares.first, given, assignment),
            (
                f"Marked a second time ({assignment}{SUFFIX} in formgrader)",
                shares.second,
                twice,
                assignment + SUFFIX,
            ),
        )
        if who
    ]
    agreed = agreements(given, twice, settings.task_cells) if twice else {}
    table = Table("marker", "done", "of", *(f"mean {task}" for task in settings.task_cells), show_edge=False)
    for heading, progress, _, _ in parts:
        table.add_row(heading, end_section=False)
        for one in progress:
            means = ("" if mean is None else f"{mean:.1f}" for mean in one.means.values())
            table.add_row(Text(f"  {one.marker}"), str(one.done), str(len(one.students)), *means)
    Console().print(table)
    for sentence in without_work(opened, shares):
        print(sentence)
    for task, told in agreed.items():
        print(f"{task}: {told}")
    page = opened.root / "reports" / assignment / "marking.html"
    write_whole(page, marking_page(assignment, settings.task_cells, parts, agreed))
    print(f"Each marker's list, with links into formgrader: {near(page)}")


def _links(course: Course, assignment: str, url: str) -> dict[str, str]:
    ids = course.submission_ids(assignment)
    return {student: f"{url.rstrip('/')}/formgrader/submissions/{place}/" for student, place in ids.items()}

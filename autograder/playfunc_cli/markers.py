"""`playfunc markers`: who marks what, how far they are, and whether they agree."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from playfunc_cli.console import near, open_course
from playfunc_cli.options import AssignmentArgument, CourseArgument

if TYPE_CHECKING:
    from playfunc_classroom.nbgrader_bridge import Course
    from playfunc_classroom.pages.marking_page import Given

__all__ = ["markers"]


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
    from playfunc_checks.course import read_secret
    from playfunc_classroom.nbgrader_bridge.second import SUFFIX, offer_second
    from playfunc_classroom.pages.marking_page import agreements, marking_page, progress_of
    from playfunc_classroom.people.groups import read_groups
    from playfunc_classroom.people.markers import read_markers, read_tutorials, second_markers, share_out
    from playfunc_classroom.runs.grade import marked_students
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    opened = open_course(course)
    settings, salt = opened.assignment(assignment), read_secret(opened.root)
    copies = read_groups(opened.root, assignment).keys() - set(marked_students(opened, assignment))
    given = given_by_people(opened, assignment, settings.task_cells)
    first = {student: points for student, points in given.items() if student not in copies}
    lines = read_markers(opened.root)
    share = share_out(sorted(first), lines, read_tutorials(opened.root), salt) or dict.fromkeys(
        sorted(first), "everybody"
    )
    if second:
        offer_second(opened, settings, second_markers(share, second, salt))
    twice = given_by_people(opened, assignment + SUFFIX, settings.task_cells)
    seconds = {s: m for s, m in second_markers(share, len(share), salt).items() if s in twice}
    parts = [
        (heading, progress_of(who, given, settings.task_cells), given, _links(opened, name, url))
        for heading, who, given, name in (
            ("Marks that count", share, first, assignment),
            (
                f"Marked a second time ({assignment}{SUFFIX} in formgrader)",
                seconds,
                twice,
                assignment + SUFFIX,
            ),
        )
        if who
    ]
    agreed = agreements(first, twice, settings.task_cells) if twice else {}
    table = Table("marker", "done", "of", *(f"mean {task}" for task in settings.task_cells), show_edge=False)
    for heading, progress, _, _ in parts:
        table.add_row(heading, end_section=False)
        for one in progress:
            means = ("" if mean is None else f"{mean:.1f}" for mean in one.means.values())
            table.add_row(Text(f"  {one.marker}"), str(one.done), str(len(one.students)), *means)
    Console().print(table)
    for task, told in agreed.items():
        print(f"{task}: {told}")
    page = opened.root / "reports" / assignment / "marking.html"
    write_whole(page, marking_page(assignment, settings.task_cells, parts, agreed))
    print(f"Each marker's list, with links into formgrader: {near(page)}")


def given_by_people(course: Course, assignment: str, tasks: tuple[str, ...]) -> Given:
    """Points that people gave to the tasks of an assignment, by student; `None` where they are still asked."""
    return {
        student: {
            task: None if cells[task].waiting else cells[task].points for task in tasks if task in cells
        }
        for student, cells in course.class_standing(assignment).items()
        if any(task in cells for task in tasks)
    }


def _links(course: Course, assignment: str, url: str) -> dict[str, str]:
    ids = course.submission_ids(assignment)
    return {student: f"{url.rstrip('/')}/formgrader/submissions/{place}/" for student, place in ids.items()}

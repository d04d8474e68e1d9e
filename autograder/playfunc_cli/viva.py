"""`playfunc viva`: a sheet per student for a talk about their own player."""

from __future__ import annotations

from typing import Annotated

import typer

from playfunc_cli.console import near, open_course, progress
from playfunc_cli.options import AllowUnconfined, AssignmentArgument, CourseArgument, StudentsArgument


def viva(
    course: CourseArgument,
    assignment: AssignmentArgument,
    students: StudentsArgument = None,
    opponent: Annotated[
        str | None, typer.Option(help="The opponent in these games.", show_default="the middle tier")
    ] = None,
    allow_unconfined: AllowUnconfined = False,
) -> None:
    """Write a sheet per student: their player's three costliest decisions, and answers for the examiner.

    The games are played on separate deals, so you may show the first page to the student at any time.
    """
    from playfunc.files import write_whole
    from playfunc_checks.course import read_secret
    from playfunc_classroom.appeals.appeal import mark_of
    from playfunc_classroom.marks import read_mark, require_confinement
    from playfunc_classroom.pages.viva import viva_games, viva_page, viva_questions

    opened = open_course(course)
    settings, secret = opened.assignment(assignment), read_secret(opened.root)
    against = opponent or settings.tiers[len(settings.tiers) // 2]
    if against not in settings.tiers:
        raise ValueError(f"there is no opponent {against!r}; there are {', '.join(settings.tiers)}")
    require_confinement(allow_unconfined, programs=settings.programs)
    named = students or [
        s for s in opened.students(assignment) if read_mark(opened.root, assignment, s) is not None
    ]
    folder = opened.root / "reports" / assignment / "viva"
    with progress("games", len(named)) as update:
        for number, student in enumerate(named, 1):
            mark = mark_of(opened, assignment, student)
            records = viva_games(mark.source, settings, secret, against) if mark.facts else ()
            questions = viva_questions(mark.source, settings, records)
            write_whole(folder / f"{student}.html", viva_page(mark, settings, against, questions))
            update(number, label=student)
    sheets = f"{len(named)} sheet{'s' if len(named) != 1 else ''}"
    print(f"{sheets} of two pages, the second one for the examiner: {near(folder)}")

"""`playfunc viva`: a sheet per student for a talk about their own player."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from playfunc_cli.console import bar, near

__all__ = ["viva"]


def viva(
    course: Annotated[Path, typer.Argument(help="The nbgrader course: a folder with nbgrader_config.py.")],
    assignment: Annotated[str, typer.Argument(help="The assignment's name, such as hearts.")],
    students: Annotated[
        list[str] | None, typer.Argument(help="Only these; all who have a mark otherwise.")
    ] = None,
    against: Annotated[str, typer.Option(help="Which opponent the games are played with.")] = "minmax",
    allow_unconfined: Annotated[
        bool, typer.Option(help="Play even where students' code cannot be confined (see: playfunc doctor).")
    ] = False,
) -> None:
    """Write a sheet per student: three of their player's costliest decisions, and answers for the examiner.

    The games are played on deals of their own, so the first page may be shown to the student at any time.
    """
    from playfunc.files import write_whole
    from playfunc_checks.assignment import read_secret
    from playfunc_classroom.appeals.appeal import mark_of
    from playfunc_classroom.marks.store import read_mark, require_confinement
    from playfunc_classroom.nbgrader_bridge import Course
    from playfunc_classroom.pages.viva import viva_games, viva_page, viva_questions

    opened = Course.open(course)
    settings, secret = opened.assignment(assignment), read_secret(opened.root)
    if against not in settings.opponents:
        raise ValueError(f"there is no opponent {against!r}; there are {', '.join(settings.opponents)}")
    require_confinement(allow_unconfined, programs=settings.programs)
    named = students or [
        s for s in opened.students(assignment) if read_mark(opened.root, assignment, s) is not None
    ]
    folder = opened.root / "reports" / assignment / "viva"
    with bar() as shown:
        task = shown.add_task("games", total=len(named))
        for student in named:
            mark = mark_of(opened, assignment, student)
            records = viva_games(mark.source, settings, secret, against) if mark.facts else ()
            questions = viva_questions(mark.source, settings, records)
            write_whole(folder / f"{student}.html", viva_page(mark, settings, against, questions))
            shown.update(task, description=student, advance=1)
    print(f"{len(named)} sheets of two pages, the second for the examiner: {near(folder)}")

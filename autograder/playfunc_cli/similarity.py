"""`playfunc similarity` and `oral-exam`: which players are alike, and a sheet per student about their own."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from playfunc_cli.console import near, open_course, progress
from playfunc_cli.options import (
    AllowUnconfined,
    AssignmentArgument,
    CourseArgument,
    DatabaseOption,
    SiteOption,
    StudentsArgument,
)

if TYPE_CHECKING:
    from playfunc_classroom.similarity import Text


def similarity(
    course: CourseArgument,
    assignment: AssignmentArgument,
    former: Annotated[
        list[Path] | None,
        typer.Option(help="Submissions of an earlier year: a folder or file; may be repeated."),
    ] = None,
    outside: Annotated[
        list[Path] | None,
        typer.Option(help="Other players, such as some from the web: a folder or file; may be repeated."),
    ] = None,
    site: SiteOption = None,
    database: DatabaseOption = None,
    top: Annotated[int, typer.Option(min=1, help="How many pairs to show in each of the two rankings.")] = 20,
    names: Annotated[
        bool, typer.Option("--names", help="Show students' names instead of pseudonyms.")
    ] = False,
) -> None:
    """Show similar players side by side: within the class, and with earlier years, other sources and ours.

    It gives no verdict and has no threshold. Code from the released notebook does not count, and members of a group
    are not compared with each other.
    """
    from playfunc_classroom.groups import read_groups
    from playfunc_classroom.similarity_report import former_folders, write_similarity

    opened = open_course(course)
    settings = opened.assignment(assignment)
    submissions = {s: opened.submission(assignment, s) for s in opened.students(assignment)}
    groups = read_groups(opened.root, assignment)
    ladder = _on_the_ladder(site, settings.game, database) if site is not None else ()
    earlier = [*former_folders(opened.root, opened.settings.former, assignment), *(former or ())]
    path, pairs = write_similarity(
        opened.root, settings, submissions, groups, earlier, outside or (), top, names, ladder
    )
    print(f"{len(submissions)} submissions. The {pairs} most similar pairs, side by side: {near(path)}")


def _on_the_ladder(site: Path, game: str, url: str | None) -> Sequence[Text]:
    from playfunc_web.admission.copies import version_texts
    from playfunc_web.site import Site

    opened = Site.existing(site, url)
    try:
        with opened.database.reading() as session:
            return version_texts(session, game)
    finally:
        opened.database.close()


def oral_exam(
    course: CourseArgument,
    assignment: AssignmentArgument,
    students: StudentsArgument = None,
    opponent: Annotated[
        str | None, typer.Option(help="The opponent in these games.", show_default="the middle tier")
    ] = None,
    allow_unconfined: AllowUnconfined = False,
) -> None:
    """Write a sheet per student for an oral exam about their own player.

    It has the player's three costliest decisions, and answers for the examiner on a second page. The games are
    played on separate deals, so you may show the first page to the student at any time.
    """
    from playfunc.files import write_whole
    from playfunc_checks.course_settings import read_secret
    from playfunc_classroom.appeals import mark_of
    from playfunc_classroom.marks import read_mark, require_confinement
    from playfunc_classroom.pages.oral_exam import oral_exam_games, oral_exam_page, oral_exam_questions

    opened = open_course(course)
    settings, secret = opened.assignment(assignment), read_secret(opened.root)
    against = opponent or settings.tiers[len(settings.tiers) // 2]
    if against not in settings.tiers:
        raise ValueError(f"there is no opponent {against!r}; there are {', '.join(settings.tiers)}")
    require_confinement(allow_unconfined, programs=settings.programs)
    named = students or [
        s for s in opened.students(assignment) if read_mark(opened.root, assignment, s) is not None
    ]
    folder = opened.root / "reports" / assignment / "oral-exam"
    with progress("games", len(named)) as update:
        for number, student in enumerate(named, 1):
            mark = mark_of(opened, assignment, student)
            records = oral_exam_games(mark.source, settings, secret, against) if mark.facts else ()
            questions = oral_exam_questions(mark.source, settings, records)
            write_whole(folder / f"{student}.html", oral_exam_page(mark, settings, against, questions))
            update(number, label=student)
    sheets = f"{len(named)} sheet{'s' if len(named) != 1 else ''}"
    print(f"{sheets} of two pages, the second one for the examiner: {near(folder)}")

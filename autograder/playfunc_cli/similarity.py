"""`playfunc similarity`: which players of a class are alike, and where."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from playfunc_cli.console import near, open_course
from playfunc_cli.options import AssignmentArgument, CourseArgument, DatabaseOption, SiteOption

if TYPE_CHECKING:
    from playfunc_classroom.similarity.compare import Text


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
    from playfunc_classroom.people.groups import read_groups
    from playfunc_classroom.similarity.run import write_similarity
    from playfunc_classroom.similarity.sources import former_folders

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

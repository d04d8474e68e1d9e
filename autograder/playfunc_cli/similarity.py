"""`playfunc similarity`: which players of a class are alike, and where."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from playfunc_cli.console import near

__all__ = ["similarity"]


def similarity(
    course: Annotated[Path, typer.Argument(help="The nbgrader course: a folder with nbgrader_config.py.")],
    assignment: Annotated[str, typer.Argument(help="The assignment's name, such as hearts.")],
    former: Annotated[
        list[Path] | None,
        typer.Option(help="A former year's submissions: a folder or file; may be given again."),
    ] = None,
    outside: Annotated[
        list[Path] | None,
        typer.Option(help="Other players, such as those found on the web: a folder or file; again as often."),
    ] = None,
    top: Annotated[int, typer.Option(min=1, help="How many pairs to show, by either order.")] = 20,
    names: Annotated[
        bool, typer.Option("--names", help="Show students' names instead of pseudonyms.")
    ] = False,
) -> None:
    """Show which players are alike, side by side: in the class, and with former years, other sources and ours.

    It gives no verdict and knows no threshold. What the release gives to everybody does not count, and members
    of a group are not compared with each other.
    """
    from playfunc_classroom.nbgrader_bridge import Course
    from playfunc_classroom.people.groups import read_groups
    from playfunc_classroom.similarity.run import write_similarity

    opened = Course.open(course)
    settings = opened.assignment(assignment)
    submissions = {s: opened.submission(assignment, s) for s in opened.students(assignment)}
    groups = read_groups(opened.root, assignment)
    path, pairs = write_similarity(
        opened.root, settings, submissions, groups, former or (), outside or (), top, names
    )
    print(f"{len(submissions)} submissions; the {pairs} pairs most alike, side by side: {near(path)}")

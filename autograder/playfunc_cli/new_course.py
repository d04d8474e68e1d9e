"""`playfunc new-course`: a course folder of one's own."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from playfunc_cli.console import misuse, near

__all__ = ["new_course"]


def new_course(
    folder: Annotated[Path, typer.Argument(help="Where to write the course; a new folder.")],
    name: Annotated[
        str, typer.Option(help="nbgrader's name of the course; the folder's, if none is given.")
    ] = "",
    timezone: Annotated[
        str,
        typer.Option(
            help="The course's time zone, such as Europe/Berlin; asked for, or guessed from this machine where "
            "nobody can be asked.",
            show_default=False,
        ),
    ] = "",
) -> None:
    """Write a course that is ready for nbgrader: assignments, settings, a secret of its own, a workflow.

    Needs a clone of the repository or the instructor's archive: the assignments are in no wheel.
    """
    from playfunc_checks.zones import known_zone, system_zone
    from playfunc_classroom.new_course import make_course

    asked = bool(timezone) or sys.stdin.isatty()
    guess = str(system_zone())
    zone = timezone or (typer.prompt("The course's time zone", default=guess) if asked else guess)
    if known_zone(zone) is None:
        misuse(f"there is no time zone {zone!r}; name one such as Europe/Berlin or America/New_York")
    to_do = make_course(folder, name or folder.resolve().name, zone, guessed=not asked)
    print(f"A course: {near(folder)}. Its README.md says what is where; keep .playfunc-secret to yourself.")
    print(f"Its times are read and shown in the zone {zone}.")
    if not asked:
        print("That zone is guessed from this machine: put yours into playfunc.toml.")
    for sentence in to_do:
        print(sentence)

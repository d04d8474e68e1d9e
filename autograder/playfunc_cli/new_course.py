"""`playfunc new-course`: a new course folder."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from playfunc_cli.console import misuse, near
from playfunc_cli.options import NAME

NO_ZONE = "there is no time zone {!r}; name one such as Europe/Berlin or America/New_York"


def new_course(
    folder: Annotated[Path, typer.Argument(help="Where to write the course: a new folder.")],
    name: Annotated[str, typer.Option(help=NAME, show_default="that of the folder")] = "",
    assignments: Annotated[
        str,
        typer.Option(help="Which assignments, with commas between them.", show_default="all of them"),
    ] = "",
    timezone: Annotated[
        str,
        typer.Option(
            help="The course's time zone, such as Europe/Berlin.",
            show_default="asked for, or guessed from this computer",
        ),
    ] = "",
    last_year: Annotated[
        Path | None,
        typer.Option(
            "--from",
            help="Last year's course: its settings, assignments, phrases and opponents are carried over.",
        ),
    ] = None,
) -> None:
    """Write a course that is ready for nbgrader: assignments, settings, a secret of its own, a workflow.

    Needs a clone of the repository or the instructor's archive, which hold the assignments.
    """
    from playfunc_checks.zones import known_zone, system_zone
    from playfunc_classroom.new_course import make_course, zone_of

    if last_year is not None:
        if timezone or assignments:
            misuse("with --from, time zone and assignments are those of last year's course")
        timezone = zone_of(last_year)
    asked = bool(timezone) or _asks()
    zone = timezone or (_ask_for_zone() if asked else str(system_zone()))
    if known_zone(zone) is None:
        misuse(NO_ZONE.format(zone))
    chosen = [each.strip() for each in assignments.split(",") if each.strip()]
    to_do = make_course(folder, name or folder.resolve().name, zone, not asked, chosen, last_year)
    print(
        f"Written: the course {near(folder)}. Its README.md describes it. Keep .playfunc-secret to yourself."
    )
    print(f"Times are read and shown in the zone {zone}.")
    if not asked:
        print("That zone is a guess from this computer; set yours in playfunc.toml.")
    for sentence in to_do:
        print(sentence)


def _asks() -> bool:
    return sys.stdin.isatty()


def _ask_for_zone() -> str:
    """Asks again until the zone is one."""
    from playfunc_checks.zones import known_zone, system_zone

    def known(zone: str) -> str:
        if known_zone(zone) is None:
            raise typer.BadParameter(NO_ZONE.format(zone))
        return zone

    return str(typer.prompt("The course's time zone", default=str(system_zone()), value_proc=known))

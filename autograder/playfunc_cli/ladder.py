"""`playfunc ladder`: a contest of those in a course who entered, as pages that need no server."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from playfunc_cli.console import duration, misuse, near, open_course, progress
from playfunc_cli.options import DEALS, OUT, SEED, AllowUnconfined, AssignmentArgument, CourseArgument, Jobs

if TYPE_CHECKING:
    from playfunc_checks.assignment import Assignment
    from playfunc_checks.extract import PlayerSource
    from playfunc_classroom.nbgrader_bridge import Course


def ladder(
    course: CourseArgument,
    assignment: AssignmentArgument,
    out: Annotated[
        Path | None,
        typer.Option(help=OUT, show_default="reports/ASSIGNMENT/ladder in the course"),
    ] = None,
    contest: Annotated[
        str | None,
        typer.Option(help="Which contest of the game.", show_default="that at the assignment's tables"),
    ] = None,
    deals: Annotated[int | None, DEALS] = None,
    seed: Annotated[int | None, SEED] = None,
    jobs: Jobs = 2,
    allow_unconfined: AllowUnconfined = False,
) -> None:
    """Let those who entered play each other, your course's own opponents and playfunc's, and write the ladder as pages.

    A student enters by `enter = True` in the notebook's last code cell, also one who hands in a program or a player.py
    with the notebook. A group plays once, with the submission that is marked. Every player is tried first; those that
    cannot play are listed. Without --deals, half an hour of CPU time decides how many are played; the expected duration
    is shown before the first one. The pages show pseudonyms; reports/ASSIGNMENT/ladder.csv, for you alone, lists the
    students behind them. Ranks never affect marks. For uploads and nightly runs there is playfunc serve ladder.
    """
    from playfunc.files import write_whole
    from playfunc_arena.formats import ladder_format
    from playfunc_checks.course import read_secret
    from playfunc_classroom.marks import require_confinement
    from playfunc_classroom.people.groups import read_groups
    from playfunc_classroom.privacy.pseudonyms import pseudonyms
    from playfunc_web.static_site import contest_of, hold

    opened = open_course(course)
    settings = opened.assignment(assignment)
    chosen = contest or contest_of(settings.game, max(settings.tables), settings.parameters)
    try:
        game = ladder_format(chosen).game
    except ValueError as error:
        misuse(str(error))
    if game != settings.game:
        misuse(f"{assignment} is about {settings.game}, and {chosen} is a contest of {game}")
    require_confinement(allow_unconfined)
    sources = _sources(opened, settings)
    if not sources:
        misuse(
            f"nobody entered: no notebook in submitted/*/{assignment} has `enter = True` in its last code cell"
        )
    names = pseudonyms(opened.students(assignment), read_secret(opened.root))
    folder = out or opened.root / "reports" / assignment / "ladder"
    who = {names[student]: student for student in sources}
    groups = read_groups(opened.root, assignment)
    rows = "".join(
        f"{member},{names[student]}\n"
        for student in sorted(sources)
        for member in groups.get(student, (student,))
    )
    write_whole(opened.root / "reports" / assignment / "ladder.csv", f"student,pseudonym\n{rows}")
    with progress("playing") as update:
        held = hold(
            {names[student]: source for student, source in sources.items()},
            chosen,
            folder,
            staff=_of_staff(opened.root, settings),
            deals=deals,
            seed=seed,
            jobs=jobs,
            on_left_out=lambda name, why: _left_out(who.get(name, name), why),
            on_start=lambda plan: print(
                f"{plan.games:,} games, {plan.deals} deals a player; "
                f"expected to take {duration(plan.expected_seconds)} on an idle machine",
                file=sys.stderr,
            ),
            progress=lambda done, total, label: update(done, total, label),
        )
    print(f"{held.entered} entered; {held.games:,} games are played.")
    print(f"The ladder: {near(folder / 'index.html')}")


def _sources(course: Course, settings: Assignment) -> dict[str, PlayerSource]:
    """Student → player, of those who entered; of a group, only whose submission is marked. Why somebody who may have
    entered is left out is said on stderr."""
    from playfunc_checks.extract import ExtractError
    from playfunc_classroom.intake.entering import entered
    from playfunc_classroom.intake.uploads import intake_for, notebooks_in, pick, read_submission
    from playfunc_classroom.runs.grade import marked_students

    sources = {}
    for student in marked_students(course, settings.name):
        folder = course.submission(settings.name, student)
        intake = intake_for(course.root, settings, student)
        try:
            path = pick(folder, settings, intake).path
            notebook = path if path.suffix == ".ipynb" else next(iter(notebooks_in(folder, settings)), None)
            if notebook is None:
                _left_out(
                    student, f"{path.name} was handed in without a notebook, and only a notebook can enter"
                )
            elif entered(notebook):
                sources[student] = read_submission(folder, settings, intake)
        except ExtractError as error:
            _left_out(student, str(error))
    return sources


def _of_staff(course: Path, settings: Assignment) -> dict[str, PlayerSource]:
    """Name → player, of the course's own opponents of the game."""
    from playfunc_checks.course import own_opponents
    from playfunc_checks.extract import ExtractError, read_player

    found = {}
    for path in own_opponents(course, settings.game):
        try:
            found[path.stem] = read_player(path, settings)
        except ExtractError as error:
            _left_out(path.name, str(error))
    return found


def _left_out(student: str, why: str) -> None:
    print(f"{student} is left out: {why}", file=sys.stderr)

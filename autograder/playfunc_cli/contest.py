"""`playfunc contest`: players meet, and standings are printed. `playfunc ladder`: those in a course who entered, as
pages."""

from __future__ import annotations

import secrets
import shutil
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from playfunc_cli.console import duration, misuse, near, open_course, progress
from playfunc_cli.options import (
    DEALS,
    OUT,
    SEED,
    AllowUnconfined,
    AssignmentArgument,
    CourseArgument,
    Jobs,
    Json,
    OwnOpponents,
    Scheduler,
)

if TYPE_CHECKING:
    from playfunc_arena.plan import Plan
    from playfunc_checks.assignment import Assignment
    from playfunc_checks.extract import PlayerSource
    from playfunc_classroom.nbgrader_bridge.course import Course

SEED_BITS = 63
"""Bits of a seed that is drawn: more than a player can try out."""

_APART = (
    "{player} answers otherwise after other games, so it is asked in a new process for each game or match. To remember "
    "within a game, let it return a memory."
)


def contest(
    name: Annotated[
        str,
        typer.Argument(metavar="CONTEST", help="The game's name, or that of a further contest of the game."),
    ],
    players: Annotated[
        list[str],
        typer.Argument(help="Two or more: an opponent's name, a .py file, a notebook, or exec:COMMAND."),
    ],
    deals: Annotated[int | None, DEALS] = None,
    seed: Annotated[int | None, SEED] = None,
    jobs: Jobs = 1,
    scheduler: Scheduler = None,
    out: Annotated[Path | None, typer.Option(help=OUT)] = None,
    course: OwnOpponents = None,
    strict: Annotated[
        bool, typer.Option("--strict", help="Play nothing if a player cannot take part.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Hold a contest between players as their game has it, and print the standings.

    Without --deals the contest has its own number of deals or runs, and without --seed an unpredictable seed
    is drawn. With --out, a stopped contest continues there. Try: playfunc contest hearts basic advanced --deals 10
    """
    from playfunc_arena.formats import contest_format
    from playfunc_arena.run import Contest, as_text, run_contest
    from playfunc_arena.standings import standings_text
    from playfunc_arena.store import stored_header
    from playfunc_autograder.cluster import workers
    from playfunc_checks.course_settings import own_opponents

    try:
        form = contest_format(name)
    except ValueError as error:
        misuse(str(error))
    if seed is None:
        kept = stored_header(out)
        seed = secrets.randbits(SEED_BITS) if kept is None else kept["seed"]
    staff = tuple(map(str, own_opponents(course, form.game))) if course else ()
    held = Contest(name, (*players, *staff), deals or form.deals, seed, staff)
    with (
        workers(form.game, jobs, scheduler) as where,
        progress("trying every player", quiet=as_json) as update,
    ):
        finished = run_contest(
            held,
            out,
            where,
            lambda done, total: update(done, total, "playing"),
            strict=strict,
            on_left_out=lambda player, why: print(f"{player} is left out: {why}", file=sys.stderr),
            on_apart=lambda player: print(_APART.format(player=player), file=sys.stderr),
            on_start=lambda plan: print(_expectation(plan, form.game), file=sys.stderr),
        )
    if as_json:
        print(as_text(finished.published), end="")
    else:
        width = shutil.get_terminal_size().columns if sys.stdout.isatty() else None
        print(f"{standings_text(finished.rows, form.unit, width)}\n{form.about}; intervals are 95%.")
    print(f"Seed: {seed}", file=sys.stderr)


def _expectation(plan: Plan, game: str) -> str:
    """How long it takes, and what a player may use, in two lines."""
    from playfunc_arena.plan import limits

    allowed = limits(game)
    return (
        f"{plan.games:,} games; expected to take {duration(plan.expected_seconds)} on an idle machine.\n"
        f"Each player may use {allowed.move_seconds:g} s of CPU time a move, {plan.allowance:g} s a deal on "
        f"average, and {allowed.memory_bytes / 2**30:g} GiB of memory."
    )


def ladder(
    course: CourseArgument,
    assignment: AssignmentArgument,
    out: Annotated[
        Path | None, typer.Option(help=OUT, show_default="reports/ASSIGNMENT/ladder in the course")
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
    cannot play are listed. Without --deals, half an hour of CPU time decides how many are played; a stopped contest
    continues. The pages show pseudonyms; reports/ASSIGNMENT/ladder.csv, for you alone, lists the students behind them.
    Ranks never affect marks. For uploads and nightly runs there is playfunc serve ladder.
    """
    from playfunc_checks.course_settings import read_secret
    from playfunc_classroom.marks import require_confinement
    from playfunc_classroom.pseudonyms import pseudonyms
    from playfunc_web.static_site import hold

    opened = open_course(course)
    settings = opened.assignment(assignment)
    chosen = _contest_about(settings, contest)
    require_confinement(allow_unconfined)
    sources = _sources(opened, settings)
    if not sources:
        misuse(
            f"nobody entered: no notebook in submitted/*/{assignment} has `enter = True` in its last code cell"
        )
    names = pseudonyms(opened.students(assignment), read_secret(opened.root))
    folder = out or opened.root / "reports" / assignment / "ladder"
    who = {names[student]: student for student in sources}
    _write_pseudonyms(opened.root, assignment, sources, names)
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


def _contest_about(settings: Assignment, contest: str | None) -> str:
    """The contest of this name, by default the one at the assignment's tables; it must be one of the same game."""
    from playfunc_arena.formats import ladder_format
    from playfunc_web.static_site import contest_of

    chosen = contest or contest_of(settings.game, max(settings.tables), settings.parameters)
    try:
        game = ladder_format(chosen).game
    except ValueError as error:
        misuse(str(error))
    if game != settings.game:
        misuse(f"{settings.name} is about {settings.game}, and {chosen} is a contest of {game}")
    return chosen


def _write_pseudonyms(root: Path, assignment: str, entered: Iterable[str], names: Mapping[str, str]) -> None:
    """Write `ladder.csv`: the pseudonym of every student who entered, each member of a group on a line."""
    from playfunc.files import write_whole
    from playfunc_classroom.groups import read_groups

    groups = read_groups(root, assignment)
    rows = "".join(
        f"{member},{names[student]}\n"
        for student in sorted(entered)
        for member in groups.get(student, (student,))
    )
    write_whole(root / "reports" / assignment / "ladder.csv", f"student,pseudonym\n{rows}")


def _sources(course: Course, settings: Assignment) -> dict[str, PlayerSource]:
    """Student → player, of those who entered; of a group, only whose submission is marked. Why somebody who may have
    entered is left out is said on stderr."""
    from playfunc_checks.extract import ExtractError
    from playfunc_classroom.intake.notebook_choice import (
        entered,
        intake_for,
        notebooks_in,
        pick,
        read_submission,
    )
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
    from playfunc_checks.course_settings import own_opponents
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

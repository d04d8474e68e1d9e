"""`playfunc contest`: players meet, and standings are printed."""

from __future__ import annotations

import secrets
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from playfunc_cli.console import duration, misuse, progress
from playfunc_cli.options import DEALS, OUT, SEED, Jobs, Json, OwnOpponents, Scheduler

if TYPE_CHECKING:
    from playfunc_arena.plan import Plan


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
    out: Annotated[
        Path | None,
        typer.Option(help=OUT),
    ] = None,
    course: OwnOpponents = None,
    strict: Annotated[
        bool, typer.Option("--strict", help="Play nothing if a player cannot take part.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Hold a contest between players as their game has it, and print the standings.

    Without --deals the contest has its own number of deals or runs, and without --seed an unpredictable seed
    is drawn. Try: playfunc contest hearts basic minmax advanced --deals 10
    """
    from playfunc_arena import Contest, contest_format, kept_header, run_contest, standings_text
    from playfunc_arena.run import as_text
    from playfunc_autograder.cluster import workers
    from playfunc_checks.course import own_opponents

    try:
        form = contest_format(name)
    except ValueError as error:
        misuse(str(error))
    if seed is None:
        kept = kept_header(out)
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
        print(standings_text(finished.rows, form.unit, width))
        print(f"{form.about}; intervals are 95%.")
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

"""`playfunc contest`: players meet, and standings are printed."""

from __future__ import annotations

import json
import secrets
import shutil
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from playfunc_cli.console import misuse, progress
from playfunc_cli.options import DEALS, SEED, Jobs, Json, OwnOpponents

__all__ = ["contest"]

SEED_BITS = 63
"""Bits of a seed that is drawn: more than a player can try out."""


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
    out: Annotated[
        Path | None,
        typer.Option(help="Keep the games in this folder; a stopped contest continues from there."),
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
    from playfunc.files import write_whole
    from playfunc_arena import Contest, contest_format, kept_header, run_contest, standings_text
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
    with progress("trying every player", quiet=as_json) as update:
        rows = run_contest(
            held,
            out,
            jobs,
            lambda done, total: update(done, total, "playing"),
            strict=strict,
            on_left_out=lambda player, why: print(f"{player} is left out: {why}", file=sys.stderr),
        )
    text = json.dumps([asdict(row) for row in rows], indent=1, allow_nan=False)
    if out is not None:
        write_whole(out / "standings.json", text)
    if as_json:
        print(text)
    else:
        width = shutil.get_terminal_size().columns if sys.stdout.isatty() else None
        print(standings_text(rows, form.unit, width))
        print(f"{form.about}; intervals are 95%.")
    print(f"Seed: {seed}", file=sys.stderr)

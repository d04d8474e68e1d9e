"""The command `playfunc contest`."""

from __future__ import annotations

import json
import secrets
import shutil
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

__all__ = ["contest"]

SEED_BITS = 63
"""Of a seed that is drawn: more than a player can try out."""


def contest(
    game: Annotated[str, typer.Argument(help="footsteps, blackjack, skullwhist, hearts or hearts-four.")],
    players: Annotated[
        list[str],
        typer.Argument(help="Two or more: a tier, a .py file, a notebook, or exec:COMMAND for a program."),
    ],
    deals: Annotated[
        int | None, typer.Option(min=1, help="Deals, or runs in blackjack; the game's own number otherwise.")
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option(
            help="Which cards and which pairings; the same seed, the same contest. Drawn if left out."
        ),
    ] = None,
    jobs: Annotated[int, typer.Option(min=1, help="How many games are played at the same time.")] = 1,
    out: Annotated[
        Path | None, typer.Option(help="Keep outcomes and games here, and go on from there if stopped.")
    ] = None,
    strict: Annotated[
        bool, typer.Option("--strict", help="Play nothing if a player cannot take part.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")] = False,
) -> None:
    """Let players meet as the game's own contest has it, and print the standings.

    Try: playfunc contest hearts basic minmax advanced --deals 10
    """
    from playfunc.files import write_whole
    from playfunc_arena import Contest, contest_format, kept_header, run_contest, standings_text

    from playfunc_cli.console import bar, misuse

    try:
        form = contest_format(game)
    except ValueError as error:
        misuse(str(error))
    if seed is None:
        kept = kept_header(out)
        seed = secrets.randbits(SEED_BITS) if kept is None else kept["seed"]
    held = Contest(game, tuple(players), deals or form.deals, seed)
    with bar(quiet=as_json) as progress:
        task = progress.add_task("playing", total=None)
        rows = run_contest(
            held,
            out,
            jobs,
            lambda done, total: progress.update(task, completed=done, total=total),
            strict=strict,
            on_left_out=lambda name, why: print(f"{name} is left out: {why}", file=sys.stderr),
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

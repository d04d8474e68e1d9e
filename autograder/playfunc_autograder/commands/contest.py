"""The command `playfunc contest`."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from playfunc_autograder.contest import Row

__all__ = ["contest"]


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
        int, typer.Option(help="Which cards and which pairings; the same seed, the same contest.")
    ] = 1,
    jobs: Annotated[int, typer.Option(min=1, help="How many games are played at the same time.")] = 1,
    out: Annotated[
        Path | None, typer.Option(help="Keep outcomes and games here, and go on from there if stopped.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")] = False,
) -> None:
    """Let players meet as the game's own contest has it, and print the standings.

    Try: playfunc contest hearts basic minmax advanced --deals 10
    """
    from playfunc_autograder.commands.console import bar, misuse
    from playfunc_autograder.contest import FORMATS, Contest, run_contest

    if game not in FORMATS:
        misuse(f"there is no contest {game!r}; known are {', '.join(FORMATS)}")
    held = Contest(game, tuple(players), deals or FORMATS[game].deals, seed)
    with bar(quiet=as_json) as progress:
        task = progress.add_task("playing", total=None)
        rows = run_contest(
            held, out, jobs, lambda done, total: progress.update(task, completed=done, total=total)
        )
    if out is not None:
        (out / "standings.json").write_text(_as_json(rows), encoding="utf-8")
    if as_json:
        print(_as_json(rows))
    else:
        _print_table(rows, FORMATS[game].unit)
        print(f"{FORMATS[game].about}; intervals are 95%.")


def _as_json(rows: list[Row]) -> str:
    return json.dumps([asdict(row) for row in rows], indent=1)


def _print_table(rows: list[Row], unit: str) -> None:
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.table import Table

    table = Table(box=SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    for heading in ("", "player", unit, "games", "won", "tied", "lost", "faults", "rating"):
        table.add_column(heading, justify="left" if heading == "player" else "right", no_wrap=True)
    for row in rows:
        table.add_row(
            str(row.rank),
            row.name,
            f"{row.value.mean:.2f} ± {row.value.half_width:.2f}",
            *map(str, (row.games, row.wins, row.ties, row.losses, row.faults)),
            f"{row.rating.rating:.0f} ({row.rating.low:.0f}–{row.rating.high:.0f})",
        )
    Console().print(table)
    for row in rows:
        if row.first_fault:
            print(f"{row.name}: {row.faults} faults; the first: {row.first_fault}")

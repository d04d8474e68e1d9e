"""`playfunc check`: the graders' checks on one player."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from playfunc_cli.asked import asked_assignment
from playfunc_cli.console import VERDICT_STYLES, misuse, progress, trouble
from playfunc_cli.options import DEALS, AssignmentOption, Json

if TYPE_CHECKING:
    from playfunc_checks.results import CheckResult


GATES = ("loads", "rules", "purity")
"""What a player has to pass to enter the tournament."""


def check(
    player: Annotated[str, typer.Argument(help="A .py file, a notebook, or exec:COMMAND for a program.")],
    wins: Annotated[
        bool, typer.Option("--wins", help="Also check whether it beats the opponents, on public deals.")
    ] = False,
    deals: Annotated[int, DEALS] = 20,
    as_json: Json = False,
    assignment: AssignmentOption = None,
) -> None:
    """Check whether a player may enter the tournament.

    Runs the checks that graders run, on public deals: the player loads, keeps the rules, and depends on nothing but
    its arguments. With --wins it also meets the opponents; marking plays more deals. Exit code 0: it may enter,
    1: it may not, 2: wrong usage.
    """
    from playfunc.codec import encode
    from playfunc_autograder.marking import mark
    from playfunc_autograder.programs import is_program
    from playfunc_checks.assignment import BEATS
    from playfunc_checks.extract import PlayerSource, read_player
    from playfunc_checks.next_rung import RATED, next_rung_of
    from playfunc_checks.places import by_cells
    from playfunc_checks.program import Program
    from playfunc_checks.results import CheckResult

    settings = asked_assignment(assignment, (player,))
    path = Path(player)
    if is_program(player):
        source = PlayerSource(player, player, (), Program(player, ()))
    elif path.suffix not in (".py", ".ipynb") or not path.is_file():
        misuse(f"{player!r} is not a .py file or a notebook that can be opened")
    else:
        source = read_player(path, settings)
    beaten = (*settings.points, *(BEATS + tier for tier in settings.tiers)) if wins else ()
    only = (*GATES, "memory", *beaten)
    with progress("checking", quiet=as_json) as update:
        results = mark(
            source.source,
            settings.at_home(),
            deals=deals,
            only=only,
            program=source.program,
            on_progress=lambda name, done, total: update(done, total, name),
        )
    results = by_cells(results, source.source)
    entered = all(result.ok for result in results if result.check in GATES)
    if as_json:
        found = [json.loads(encode(result, CheckResult)) for result in results]
        print(json.dumps({"enters": entered, "results": found}))
    else:
        for note in source.notes:
            print(note)
        _print_results(results, entered)
        if deals >= RATED and (rung := next_rung_of(settings, results)):
            print(rung.replace("`", ""))
    if any(result.verdict.value == "broken" for result in results):
        trouble("one of the checks itself failed; please report it with the output of --json")
    raise typer.Exit(0 if entered else 1)


def _print_results(results: Sequence[CheckResult], entered: bool) -> None:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table("check", "verdict", "result", show_edge=False)
    for result in results:
        verdict = Text(result.verdict.value, VERDICT_STYLES[result.verdict.value])
        table.add_row(result.check, verdict, Text(result.got or result.reason))
    Console().print(table)
    for result in results:
        if result.verdict.value == "failed":
            print(f"\n{result.check}: {result.reason}")
            if result.hint:
                print(f"Hint: {result.hint}")
    if entered and not all(result.ok for result in results if result.check == "memory"):
        print(
            "\n(A player that fails `memory` may still enter; the people who mark your code see its result.)"
        )
    print(f"This player may {'' if entered else 'not '}enter the tournament{'.' if entered else ' yet.'}")

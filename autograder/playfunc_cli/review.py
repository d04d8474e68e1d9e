"""`playfunc review` and `check`: what each move of a game cost, and the graders' checks on one player."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from playfunc_cli.console import VERDICT_STYLES, misuse, near, progress, trouble
from playfunc_cli.options import DEALS, AssignmentOption, Json, resolve_assignment

if TYPE_CHECKING:
    from playfunc.costs import CostlyMove, Review, Total
    from playfunc_checks.results import CheckResult


def review(
    file: Annotated[Path, typer.Argument(help="A file of games, as `playfunc play --save` writes it.")],
    hand: Annotated[int, typer.Option(min=1, help="Which hand or game of the file.")] = 1,
    exact_from: Annotated[
        int | None,
        typer.Option(
            min=1,
            max=26,
            help="Where two hands are known: exact costs from this many cards each on, estimates before.",
        ),
    ] = None,
    worlds: Annotated[
        int | None,
        typer.Option(min=4, help="How many worlds are sampled for each move where costs are estimated."),
    ] = None,
    as_json: Json = False,
    html: Annotated[
        Path | None, typer.Option(help="Also write a replay that shows what each move cost to this file.")
    ] = None,
) -> None:
    """Show what each move of a recorded game cost against the best play, for games that have a reviewer.

    Try: playfunc play basic minmax --save game.jsonl, then playfunc review game.jsonl --html review.html
    """
    from playfunc.record import read_records
    from playfunc.show import replay
    from playfunc_opponents import LADDERS, ladder
    from playfunc_opponents.reviewer import Effort

    records = read_records(file)
    if hand > len(records):
        misuse(f"{file} holds {len(records)} hands, and number {hand} was asked for")
    record = records[hand - 1]
    opponents = ladder(record.game)
    reviewer = opponents.load_reviewer()
    if reviewer is None:
        known = [name for name, each in LADDERS.usable().items() if each.reviewer]
        misuse(f"only games of {' and '.join(known)} can be reviewed, and this is one of {record.game}")
    opponents.compile()
    with progress("moves", len(record.moves), quiet=as_json) as update:
        found = reviewer.review(record, Effort(worlds, exact_from), update)
    print(_as_json(found) if as_json else _as_text(found))
    if html is not None:
        page = replay(record, min(found.notes(), default=-1) + 1, costs=found.costs)
        from playfunc.files import write_whole

        write_whole(html, page.document())
        if not as_json:
            print(f"The game with these notes: {near(html)}")


def _as_json(found: Review) -> str:
    names = found.record.players
    return json.dumps(
        {
            "game": found.record.game,
            "players": names,
            "scores": found.record.scores,
            "unit": found.total(0).unit,
            "given_away": [_total_json(found.total(seat)) for seat in range(len(names))],
            "moves": [_cost_json(cost, names) for cost in found.costs],
        },
        indent=1,
    )


def _total_json(total: Total) -> dict[str, Any]:
    return {
        "lost": round(total.lost, 4),
        "margin": round(total.margin, 4),
        "exact": total.exact,
        "unmeasured": total.unmeasured,
    }


def _cost_json(cost: CostlyMove, names: tuple[str, ...]) -> dict[str, Any]:
    return {
        "number": cost.at + 1,
        "player": names[cost.seat],
        "where": cost.where,
        "kind": cost.kind,
        "phase": cost.phase,
        "move": cost.move,
        "lost": None if cost.unmeasured else round(cost.lost, 4),
        "margin": round(cost.margin, 4),
        "exact": cost.exact,
        "best": cost.best,
        "unmeasured": cost.unmeasured,
        "hindsight": None if cost.hindsight is None else round(cost.hindsight, 4),
    }


def _as_text(found: Review) -> str:
    from playfunc_opponents.reviewer import describe_loss

    lines = []
    for seat, name in enumerate(found.record.players):
        mine = found.of_seat(seat)
        reasons = dict.fromkeys(cost.unmeasured for cost in mine if cost.unmeasured)
        lines.append(f"{name} gave away {found.total(seat)} in {len(mine)} moves.")
        lines += [f"  {cost.where}: {cost}" for cost in found.worst(seat)]
        lines += [f"  {describe_loss(mine, 'the')}"] * bool(describe_loss(mine))
        lines += [f"  {reason}" for reason in reasons]
    return "\n".join(lines)


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
    from playfunc_autograder.asker import WorkerAsker
    from playfunc_autograder.programs import is_program
    from playfunc_checks.assignment import BEATS
    from playfunc_checks.checks.win_rate import is_open
    from playfunc_checks.extract import PlayerSource, read_player
    from playfunc_checks.marking import check_player
    from playfunc_checks.next_baseline import RATED, next_baseline_of
    from playfunc_checks.results import CheckResult
    from playfunc_checks.source_lines import by_cells
    from playfunc_checks.submitted_player import Program

    settings = resolve_assignment(assignment, (player,))
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
        results = check_player(
            source.source,
            settings.at_home(),
            WorkerAsker(),
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
        _print_results(results, {each.check for each in results if is_open(each, settings)}, entered)
        if deals >= RATED and (baseline := next_baseline_of(settings, results)):
            print(baseline.replace("`", ""))
    if any(result.verdict.value == "broken" for result in results):
        trouble("one of the checks itself failed; please report it with the output of --json")
    raise typer.Exit(0 if entered else 1)


def _print_results(results: Sequence[CheckResult], undecided: set[str], entered: bool) -> None:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table("check", "verdict", "result", show_edge=False)
    for result in results:
        style = VERDICT_STYLES["open" if result.check in undecided else result.verdict.value]
        verdict = Text("not decided" if result.check in undecided else result.verdict.value, style)
        table.add_row(result.check, verdict, Text(result.got or result.reason))
    Console().print(table)
    for result in results:
        if result.verdict.value == "failed" and result.check not in undecided:
            print(f"\n{result.check}: {result.reason}")
            if result.hint:
                print(f"Hint: {result.hint}")
    if undecided:
        print(f"\nNot decided: {', '.join(sorted(undecided))}. More deals tell more: --deals 100.")
    if entered and not all(result.ok for result in results if result.check == "memory"):
        print(
            "\n(A player that fails `memory` may still enter; the people who mark your code see its result.)"
        )
    print(f"This player may {'' if entered else 'not '}enter the tournament{'.' if entered else ' yet.'}")

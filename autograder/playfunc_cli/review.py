"""`playfunc review`: what each move of a game cost."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from playfunc_cli.console import misuse, near, progress
from playfunc_cli.options import Json

if TYPE_CHECKING:
    from playfunc.costs import CostlyMove, Review, Total
    from playfunc.record import GameRecord
    from playfunc_opponents.reviewer import Reviewer


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
    found = _reviewed(reviewer, record, exact_from, worlds, quiet=as_json)
    print(_as_json(found) if as_json else _as_text(found))
    if html is not None:
        page = replay(record, min(found.notes(), default=-1) + 1, costs=found.costs)
        from playfunc.files import write_whole

        write_whole(html, page.document())
        if not as_json:
            print(f"The game with these notes: {near(html)}")


def _reviewed(
    reviewer: Reviewer, record: GameRecord, exact_from: int | None, worlds: int | None, *, quiet: bool
) -> Review:
    from playfunc_opponents.reviewer import Effort

    with progress("moves", len(record.moves), quiet=quiet) as update:
        return reviewer.review(record, Effort(worlds, exact_from), update)


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
    from playfunc_opponents.reviewer import told

    lines = []
    for seat, name in enumerate(found.record.players):
        mine = found.of_seat(seat)
        reasons = dict.fromkeys(cost.unmeasured for cost in mine if cost.unmeasured)
        lines.append(f"{name} gave away {found.total(seat)} in {len(mine)} moves.")
        lines += [f"  {cost.where}: {cost}" for cost in found.worst(seat)]
        lines += [f"  {told(mine, 'the')}"] * bool(told(mine))
        lines += [f"  {reason}" for reason in reasons]
    return "\n".join(lines)

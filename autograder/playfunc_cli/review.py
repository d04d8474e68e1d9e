"""`playfunc review`: what each move of a game cost."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from playfunc_cli.console import misuse, near, progress
from playfunc_cli.options import Json

if TYPE_CHECKING:
    from playfunc_opponents.costs import Cost, Review

__all__ = ["review"]


def review(
    file: Annotated[Path, typer.Argument(help="A file of games, as `playfunc play --save` writes it.")],
    hand: Annotated[int, typer.Option(min=1, help="Which hand or game of the file.")] = 1,
    exact_from: Annotated[
        int | None,
        typer.Option(
            min=1,
            max=26,
            help="Two players: compute exact costs once each holds this many cards, and estimate before.",
        ),
    ] = None,
    worlds: Annotated[
        int | None,
        typer.Option(min=2, help="How often the hand is played out for each card where costs are estimated."),
    ] = None,
    as_json: Json = False,
    html: Annotated[
        Path | None, typer.Option(help="Also write a replay that shows what each move cost to this file.")
    ] = None,
) -> None:
    """Show what each move of a recorded game cost against perfect play, for games that have a reviewer.

    Try: playfunc play basic minmax --save game.jsonl, then playfunc review game.jsonl --html review.html
    """
    from playfunc.record import read_records
    from playfunc_opponents import LADDERS, ladder
    from playfunc_opponents.hearts.reviewer import EXACT_FROM, WORLDS
    from playfunc_opponents.hearts.reviewer import review as reviewed

    records = read_records(file)
    if hand > len(records):
        misuse(f"{file} holds {len(records)} hands, and number {hand} was asked for")
    record = records[hand - 1]
    opponents = ladder(record.game)
    by = opponents.load_reviewer()
    if by is None:
        known = [game for game, each in LADDERS.usable().items() if each.reviewer]
        misuse(f"only games of {' and '.join(known)} can be reviewed, and this is one of {record.game}")
    opponents.compile()
    found: Review[Any]
    if record.game == "hearts":
        with progress("moves", len(record.moves), quiet=as_json) as update:
            found = reviewed(
                record,
                exact_from=exact_from or EXACT_FROM,
                worlds=worlds or WORLDS,
                on_progress=update,
            )
    else:
        (found,) = by.reviews([record])
    print(_as_json(found) if as_json else _as_text(found, by.unit))
    if html is not None:
        html.write_text(_as_page(found), encoding="utf-8")
        if not as_json:
            print(f"The game with these notes: {near(html)}")


def _as_page(found: Review[Any]) -> str:
    """The game with the notes beside the moves, or below where it has no pictures."""
    from playfunc.show import replay

    notes = found.notes()
    return replay(found.record, min(notes, default=-1) + 1, notes=notes).document()


def _as_json(found: Review[Any]) -> str:
    from playfunc.record import rules_of

    names, move_text = found.record.players, rules_of(found.record).move_text
    return json.dumps(
        {
            "players": names,
            "scores": found.record.scores,
            "given_away": [round(found.given_away(seat), 2) for seat in range(len(names))],
            "moves": [_cost_json(cost, names, move_text) for cost in found.costs],
        },
        indent=1,
    )


def _cost_json(cost: Cost[Any], names: tuple[str, ...], move_text: Callable[[Any], str]) -> dict[str, Any]:
    return {
        "move": cost.at + 1,
        "player": names[cost.seat],
        "card": move_text(cost.move),
        "points": round(cost.lost, 2),
        "margin": round(cost.margin, 2),
        "exact": cost.exact,
        "best": [move_text(move) for move in cost.best],
    }


def _as_text(found: Review[Any], unit: str) -> str:
    lines = []
    for seat, name in enumerate(found.record.players):
        mine = found.of_seat(seat)
        about = "" if all(cost.exact for cost in mine) else "about "
        lines.append(f"{name} gave away {about}{found.given_away(seat):.3g} {unit}s in {len(mine)} moves.")
        lines += [f"  {cost.where}: {cost}" for cost in found.worst(seat)]
    return "\n".join(lines)

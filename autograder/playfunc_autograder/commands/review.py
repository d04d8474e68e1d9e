"""The command `playfunc review`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from playfunc.cards import Card
    from playfunc_opponents.costs import Cost, Review

__all__ = ["review"]


def review(
    game: Annotated[Path, typer.Argument(help="A file of hands, as `playfunc play --save` writes it.")],
    hand: Annotated[int, typer.Option(min=1, help="Which hand of the file.")] = 1,
    exact_from: Annotated[
        int | None,
        typer.Option(
            min=1,
            max=26,
            help="Two players: costs are exact from so many cards each, estimated before; 26 is a whole deal.",
        ),
    ] = None,
    worlds: Annotated[
        int | None,
        typer.Option(
            min=2, help="Where costs are estimated: how often the hand is played out for each card."
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")] = False,
    html: Annotated[
        Path | None, typer.Option(help="Also write a replay with what each move cost to this file.")
    ] = None,
) -> None:
    """What each move of a hand of Hearts cost against perfect play.

    Exact with two players, an estimate with four. Try: playfunc play basic minmax --save game.jsonl, then
    playfunc review game.jsonl --html review.html
    """
    from playfunc.record import read_records
    from playfunc_opponents.hearts.exact.warm import prepare
    from playfunc_opponents.hearts.review import EXACT_FROM, WORLDS
    from playfunc_opponents.hearts.review import review as reviewed

    from playfunc_autograder.commands.console import bar, misuse, near

    records = read_records(game)
    if hand > len(records):
        misuse(f"{game} holds {len(records)} hands, and number {hand} was asked for")
    prepare()
    with bar(quiet=as_json) as progress:
        task = progress.add_task("moves", total=None)
        found = reviewed(
            records[hand - 1],
            exact_from=exact_from or EXACT_FROM,
            worlds=worlds or WORLDS,
            on_progress=lambda done, total: progress.update(task, completed=done, total=total),
        )
    print(_as_json(found) if as_json else _as_text(found))
    if html is not None:
        from playfunc.show import Replay

        first = min(found.notes(), default=-1)
        replay = Replay(found.record, first + 1, notes=found.notes())
        html.write_text(replay.document(), encoding="utf-8")
        if not as_json:
            print(f"The replay with these notes: {near(html)}")


def _as_json(found: Review[Card]) -> str:
    names = found.record.players
    return json.dumps(
        {
            "players": names,
            "scores": found.record.scores,
            "given_away": [round(found.given_away(seat), 2) for seat in range(len(names))],
            "moves": [_cost_json(cost, names) for cost in found.costs],
        },
        indent=1,
    )


def _cost_json(cost: Cost[Card], names: tuple[str, ...]) -> dict[str, Any]:
    return {
        "move": cost.at + 1,
        "player": names[cost.seat],
        "card": cost.move.text,
        "points": round(cost.lost, 2),
        "margin": round(cost.margin, 2),
        "exact": cost.exact,
        "best": [card.text for card in cost.best],
    }


def _as_text(found: Review[Card]) -> str:
    lines = []
    for seat, name in enumerate(found.record.players):
        mine = found.of_seat(seat)
        about = "" if all(cost.exact for cost in mine) else "about "
        lines.append(f"{name} gave away {about}{found.given_away(seat):.3g} points in {len(mine)} moves.")
        lines += [f"  {cost.where}: {cost}" for cost in found.worst(seat)]
    return "\n".join(lines)

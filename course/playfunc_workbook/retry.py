"""The student's costliest positions, to play again from there."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from playfunc.costs import CostlyMove, quantity
from playfunc.games import game as game_named
from playfunc.record import GameRecord, rules_of
from playfunc.rules import Seat
from playfunc.show.sitting import begin_at
from playfunc_opponents import ladder, opponent
from playfunc_opponents.reviewer import patterns, told

from playfunc_checks.assignment import Assignment
from playfunc_checks.next_rung import ladder_of
from playfunc_workbook.costs import Reviewed, reviewed
from playfunc_workbook.finding import Finding
from playfunc_workbook.kept import cell_text, position_at
from playfunc_workbook.playing import prices_of
from playfunc_workbook.given import Functions
from playfunc_workbook.seats import memory_types_of
from playfunc_workbook.validation import SKIPPED, validating
from playfunc_workbook.view import InTurn, Shown, note, table

if TYPE_CHECKING:
    from playfunc.show.table import GameTable

__all__ = ["retry"]

GROUPS = 5
"""Groups of costly moves that are listed."""


def retry(
    assignment: Assignment,
    functions: Functions,
    tier: str,
    games: int,
    show: int = 3,
    faulty: Callable[[], Finding] | None = None,
) -> Shown | InTurn:
    """The costliest moves of a few games, each as a table at which the student plays on from the position.

    What the moves cost is shown after a choice. The table offers to keep the position as a test.
    """
    if validating():
        return note(SKIPPED)
    found = reviewed(assignment, functions, tier, games, faulty)
    if isinstance(found, Shown):
        return found
    worst = found.worst(show)
    if not worst:
        return note(_nothing(found))
    tables = [
        _table(assignment, functions, tier, review.record, cost, f"{place}. {_place(cost)}")
        for place, (review, cost) in enumerate(worst, 1)
    ]
    return InTurn(note(told(found.costs)), _groups(found), *tables)


def _nothing(found: Reviewed) -> str:
    played, stronger = game_named(found.reviews[0].record.game).played, _stronger(found)
    return (
        f"In {len(found.reviews)} {played}s no move of yours surely gave anything away. Try more of them, as in `{played}s=20`"
        f"{f', or a stronger opponent: `{stronger}`' if stronger else ''}."
    )


def _stronger(found: Reviewed) -> str:
    """The name of the next opponent on the game's ladder that plays here; empty where there is none."""
    record = found.reviews[0].record
    names, here = ladder(record.game).names(rules_of(record).seats), ladder_of(record.game)
    higher = names[names.index(found.tier) + 1 :] if found.tier in names else ()
    above = [name for name in higher if name in {level.name for level in here}]
    return f'"{above[0]}"' if above else ""


def _place(cost: CostlyMove) -> str:
    """Where the position is. What kind of move it was is left out: "hit" or "ruff" would give away what was played."""
    return f"{cost.where or 'A position'}. What would you play?"


def _groups(found: Reviewed) -> Shown:
    """The loss by kind of move and phase of the game, the largest first."""
    rows = [
        (
            str(group),
            str(len(group.moves)),
            quantity(round(group.lost, 9), group.moves[0].unit),
            f"{group.share:.0%}",
        )
        for group in patterns(found.costs)[:GROUPS]
    ]
    return table(("kind of move", "moves", "given away", "share of your loss"), rows)


def _table(
    assignment: Assignment, functions: Functions, tier: str, record: GameRecord, cost: CostlyMove, title: str
) -> GameTable:
    """A table in the position of a costly move: the person sits where the student's player sat."""
    from playfunc.show.table import GameTable

    made, _ = position_at(record, cost.at)
    prices = prices_of(record.game)
    rules = rules_of(record)
    players = [None if seat == cost.seat else opponent(rules, tier) for seat in range(rules.seats)]

    def keep(game: GameRecord, at: int, seat: Seat) -> str:
        said = f"{cost.where}: {cost}" if cost.where else str(cost)
        return cell_text(functions, game, at, seat, prices(game, at, seat), said.rstrip("."))

    return GameTable(
        begin_at(record, made, players),
        prices=prices,
        own=(cost.seat,),
        memory_types=memory_types_of(functions),
        retry=True,
        keep=keep,
        title=title,
    )

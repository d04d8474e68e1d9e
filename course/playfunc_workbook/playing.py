"""Games to watch and to play by hand, and kept tests, for the notebooks of all games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from playfunc.duplicate import deal_rng
from playfunc.match import Table, play_games
from playfunc.show import replay

from playfunc_checks.assignment import Assignment
from playfunc_workbook.finding import State
from playfunc_workbook.kept import kept_of
from playfunc_workbook.rerun import run_kept
from playfunc_workbook.seats import Function, SeatError, Who, functions_of, players_of
from playfunc_workbook.view import Shown, kept_quiet, late_progress, note, printed_shown, stacked

__all__ = ["keep", "watch"]


def watch(assignment: Assignment, given: Sequence[Who], seed: int = 1, **parameters: int) -> Shown:
    """A game between players given in any way (see `seats`), to step through.

    The first player of one's own sits at the bottom, and what one's own players remembered is shown.
    """
    try:
        seated = players_of(assignment, given, **parameters)
    except SeatError as error:
        return note(str(error), State.WRONG)
    rules = seated.rules
    state = rules.deal(deal_rng("public", "watch", seed))
    with kept_quiet() as printed, late_progress(rules.expected_moves(state), "Moves") as update:
        [record] = play_games(rules, [Table(state, seated.players)], on_round=lambda done, _: update(done))
    bottom = seated.own[0] if seated.own else 0
    return stacked(replay(record, 0, bottom, owners=seated.own), printed_shown(printed))


def keep(assignment: Assignment, functions: Sequence[Function], **position: Any) -> Shown | None:
    """The kept test that a cell describes (see `kept.cell_text`), run now and whenever the functions change."""
    try:
        kept = kept_of(assignment.game, **position)
        return run_kept(kept, functions_of(kept.rules, tuple(functions)))
    except SeatError as error:
        return note(str(error), State.WRONG)

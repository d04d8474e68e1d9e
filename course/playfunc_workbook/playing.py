"""Games to watch and to play by hand, for the notebooks of all games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from playfunc_checks.assignment import Assignment
from playfunc_workbook.finding import State
from playfunc_workbook.kept import kept_of
from playfunc_workbook.rerun import run_kept
from playfunc_workbook.seats import Function, SeatError, functions_of
from playfunc_workbook.view import Shown, note

__all__ = ["keep"]


def keep(assignment: Assignment, functions: Sequence[Function], **position: Any) -> Shown | None:
    """The kept test that a cell describes (see `kept.cell_text`), run now and whenever the functions change."""
    try:
        kept = kept_of(assignment.game, **position)
        return run_kept(kept, functions_of(kept.rules, tuple(functions)))
    except SeatError as error:
        return note(str(error), State.WRONG)

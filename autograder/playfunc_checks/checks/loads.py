"""The gate before all others: does the player load?"""

from __future__ import annotations

from playfunc.errors import ForbiddenImportError, PlayError

from playfunc_checks.checks.context import Context
from playfunc_checks.program import ProgramError
from playfunc_checks.results import CheckResult, failed, passed, unreadable

__all__ = ["check_loads"]


def check_loads(context: Context) -> CheckResult:
    """Your player's cells run from top to bottom as one module, import only what they may, and define its functions."""
    try:
        made = context.player()
    except ProgramError as error:
        return unreadable("loads", str(error))
    with made as player:
        try:
            player.start()
        except PlayError as error:
            return failed(
                "loads",
                expected=f"the player's cells run as one module and define {_functions(context)}",
                got=type(error).__name__,
                reason=str(error),
                hint=_hint(error, context),
            )
        return passed("loads", facts={"memory_type": player.facts.memory_type})


def _functions(context: Context) -> str:
    """The functions that the game asks for: "bid and play"."""
    return " and ".join(context.assignment.rules().projection.move_names)


def _hint(error: PlayError, context: Context) -> str:
    if isinstance(error, ForbiddenImportError):
        modules = ", ".join(("the standard library", "playfunc", *context.assignment.modules))
        return f"A player may import {modules}, and nothing else."
    return (
        "Restart the kernel and run all cells: names defined in cells without the tag `player` are not there "
        "when the player is marked."
    )

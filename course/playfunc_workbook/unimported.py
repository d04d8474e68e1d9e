"""Names that a player's function gets from a cell outside the player: here it works, and marked it does not."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterable, Mapping
from functools import lru_cache
from typing import Any

from playfunc_checks.structure import undefined

__all__ = ["unimported", "unimported_told"]


def unimported(reads: Mapping[str, Collection[str]], live: Mapping[str, Any], player: str) -> list[str]:
    """A sentence on the names that functions of the saved `player` read, and that no cell of it has; none where that is
    no Python.

    `reads` are the global names that each function reads, `live` the names of the kernel: what it lacks ends the cell
    with a `NameError`, which needs no words here.
    """
    try:
        missing, own = _missing_and_own(player)
    except (SyntaxError, ValueError):
        return []
    read = {each for name, names in reads.items() if name in own for each in names}
    found = [name for name in missing if name in read and name in live]
    return [unimported_told(found)] if found else []


@lru_cache(maxsize=1)  # asked before each cell, and rarely changed between two
def _missing_and_own(player: str) -> tuple[list[str], set[str]]:
    functions = (node.name for node in ast.parse(player).body if isinstance(node, ast.FunctionDef))
    return undefined(player), set(functions)


def unimported_told(missing: Iterable[str]) -> str:
    """What to do about names that the player's cells lack."""
    names = ", ".join(f"`{name}`" for name in missing)
    return (
        f"Your player uses {names}, which none of its cells defines or imports. It works here only because "
        "another cell of this notebook has it. Add an import to the top cell of your player, run it, and save the notebook."
    )

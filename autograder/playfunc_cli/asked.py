"""Which assignment a command is about, where nobody has to say it."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from playfunc_checks.assignment import ASSIGNMENTS, Assignment

from playfunc_cli.console import misuse
from playfunc_cli.options import USUAL_GAME

__all__ = ["asked_assignment", "assignment_of_game"]


def asked_assignment(name: str | None, players: Iterable[str] = ()) -> Assignment:
    """The assignment of this name; otherwise that of the notebook among the players, or of the notebook in the
    current folder, if there is just one; otherwise the usual one."""
    if name is None:
        name = _of_notebooks(map(Path, players)) or _of_notebooks(Path().glob("*.ipynb")) or USUAL_GAME
    if name not in ASSIGNMENTS:
        misuse(f"there is no assignment {name!r}; known are {', '.join(ASSIGNMENTS)}")
    return ASSIGNMENTS[name]


def assignment_of_game(game: str) -> Assignment:
    """The assignment that says by which limits a game is played."""
    found = [assignment for assignment in ASSIGNMENTS.values() if assignment.game == game]
    if not found:
        misuse(f"there is no game {game!r}; known are {', '.join(a.game for a in ASSIGNMENTS.values())}")
    return found[0]


def _of_notebooks(paths: Iterable[Path]) -> str | None:
    """The assignment that the notebooks among these files belong to, if they agree on one."""
    notebooks = {path.stem for path in paths if path.suffix == ".ipynb"}
    found = {name for name, assignment in ASSIGNMENTS.items() if assignment.notebook in notebooks}
    return found.pop() if len(found) == 1 else None

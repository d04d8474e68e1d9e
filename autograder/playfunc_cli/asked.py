"""Find the assignment that a command is about when the user does not name it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from playfunc.games import GAMES

from playfunc_cli.console import misuse
from playfunc_cli.options import USUAL_GAME

if TYPE_CHECKING:
    from playfunc_checks.assignment import Assignment


def asked_assignment(name: str | None, players: Iterable[str] = ()) -> Assignment:
    """The assignment of this name, or of this game; without one, that of the files among the players, or of the
    current folder. Its settings are those beside the files or inside the notebook; else the game's usual ones."""
    from playfunc_checks.finding import find_assignment

    return known_assignment(name, players) or find_assignment(Path.cwd(), USUAL_GAME, None)


def known_assignment(name: str | None, players: Iterable[str] = ()) -> Assignment | None:
    """As `asked_assignment`, but `None` where neither a name nor a file says which assignment it is."""
    from playfunc_checks.finding import assignments_at, find_assignment

    places = list(_places(map(Path, players)))
    for folder, notebook in places:
        fitting = [a for a in assignments_at(folder, notebook) if name in (None, a.name, a.game)]
        if len({each.name for each in fitting}) == 1:
            return fitting[0]
    game = name or _of_notebooks(players)
    if game is None:
        return None
    if game not in GAMES:
        misuse(f"there is no assignment {game!r} here; name a game instead: {', '.join(GAMES)}")
    folder, notebook = places[0]
    return find_assignment(folder, game, notebook)


def assignment_of_game(game: str) -> Assignment:
    """The assignment that says by which limits a game is played."""
    from playfunc_checks.usual import usual_assignment

    if game not in GAMES:
        misuse(f"there is no game {game!r}; known are {', '.join(GAMES)}")
    return usual_assignment(game)


def _places(players: Iterable[Path]) -> Iterator[tuple[Path, Path | None]]:
    """Folders to look in, with the notebook that is meant."""
    for path in players:
        if path.suffix in (".py", ".ipynb"):
            yield path.resolve().parent, path if path.suffix == ".ipynb" else None
    yield Path.cwd(), None


def _of_notebooks(players: Iterable[str]) -> str | None:
    """The game that notebooks among the players, or else in this folder, are named after, if they agree on one."""
    for paths in (map(Path, players), Path().glob("*.ipynb")):
        found = {path.stem for path in paths if path.suffix == ".ipynb"} & set(GAMES)
        if len(found) == 1:
            return found.pop()
    return None

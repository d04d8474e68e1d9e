"""The arguments and options of more than one command, each with one name, one type and one sentence; and the assignment
that a command is about when the user names none."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from playfunc.games import GAMES

from playfunc_cli.console import misuse

if TYPE_CHECKING:
    from playfunc_checks.assignment import Assignment


CLONE = Path(__file__).parents[2]
"""A clone of the repository, where this is one; a wheel has neither the demo class nor the reference players."""

USUAL_GAME = "hearts"
"""What a command is about where nothing says otherwise: no option, no notebook and no folder."""

NAME = "What it is called: a course in nbgrader, a bot on its server."
"""What every --name says."""
OUT = "The folder for what is written."
"""What every --out says."""
DEALS: Any = typer.Option(
    min=1, help="How many deals are played: against each opponent, by each pair, or in the whole contest."
)
GAME: Any = typer.Option(help=f"Which game: {', '.join(GAMES)}.")
SEED: Any = typer.Option(help="What is dealt and drawn; the same seed gives the same games.")

Jobs = Annotated[int, typer.Option(min=1, help="How many processes work at the same time.")]
Scheduler = Annotated[
    str | None,
    typer.Option(
        help="Work on other computers: a Dask scheduler's address, or the file that it has written.",
        show_default="this computer",
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")]
AssignmentOption = Annotated[
    str | None,
    typer.Option(
        help="Which assignment, with its rules and limits.",
        show_default=f"that of the notebook or folder, else {USUAL_GAME}",
    ),
]
AllowUnconfined = Annotated[
    bool,
    typer.Option(
        "--allow-unconfined",
        help="Run students' code even where it cannot be confined (see: playfunc doctor).",
    ),
]
Who = Annotated[str, typer.Option(help="Who decided.", show_default="your name on this computer")]
Withdraw = Annotated[bool, typer.Option("--withdraw", help="Withdraw the decision that was recorded before.")]
DryRun = Annotated[
    bool, typer.Option("--dry-run", help="Only list what the command would do, and change nothing.")
]
Yes = Annotated[bool, typer.Option("--yes", help="Do not ask for confirmation.")]

OwnOpponents = Annotated[
    Path | None,
    typer.Option("--course", help="Add this course's own opponents, the files in its opponents/."),
]
CourseArgument = Annotated[Path, typer.Argument(help="The course: the folder that holds nbgrader_config.py.")]
AssignmentArgument = Annotated[str, typer.Argument(help="The assignment: the name of its folder in source/.")]
STUDENT: Any = typer.Argument(help="The student: the name of the folder in submitted/.")
StudentArgument = Annotated[str, STUDENT]
StudentsArgument = Annotated[
    list[str] | None, typer.Argument(help="Only these students.", show_default="everybody")
]
SiteOption = Annotated[
    Path | None,
    typer.Option("--site", help="Also the ladder's site in this folder.", show_default=False),
]
DatabaseOption = Annotated[
    str | None,
    typer.Option(
        envvar="PLAYFUNC_DATABASE",
        help="The URL of the site's database, where it is not SQLite in the folder.",
        show_default=False,
    ),
]


def resolve_assignment(name: str | None, players: Iterable[str] = ()) -> Assignment:
    """The assignment of this name, or of this game; without one, that of the files among the players, or of the
    current folder. Its settings are those beside the files or inside the notebook; else the game's usual ones."""
    from playfunc_checks.find_assignment import find_assignment

    return known_assignment(name, players) or find_assignment(Path.cwd(), USUAL_GAME, None)


def known_assignment(name: str | None, players: Iterable[str] = ()) -> Assignment | None:
    """As `resolve_assignment`, but `None` where neither a name nor a file says which assignment it is."""
    from playfunc_checks.find_assignment import assignments_at, find_assignment

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
    from playfunc_checks.find_assignment import default_assignment

    if game not in GAMES:
        misuse(f"there is no game {game!r}; known are {', '.join(GAMES)}")
    return default_assignment(game)


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

"""Which assignment a player on a student's machine is written for: settings beside it, or inside its notebook.

The marker never asks here: it takes the course's settings alone.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from playfunc.games import game as game_named
from playfunc_opponents import ladder

from playfunc_checks.assignment import BEATS, Assignment, CheckSettings, Opponent, Task
from playfunc_checks.checks import CHECKS
from playfunc_checks.course_settings import (
    ASSIGNMENT_FILE,
    OPPONENTS_FOLDER,
    SETTINGS_FILE,
    assignment_of,
    load_assignment,
)
from playfunc_checks.extract import ExtractError, read_notebook
from playfunc_checks.settings import Path as Place
from playfunc_checks.settings import SettingsError, toml_table

USUAL_CHECKS = (
    CheckSettings(name="loads"),
    CheckSettings(name="rules", gate=True),
    CheckSettings(name="purity", gate=True),
    CheckSettings(name="memory"),
)


def default_assignment(game: str) -> Assignment:
    """What a game and its ladder suggest: all checks, and every tier to beat, without points. Raises `ValueError`
    with a sentence for a game that is not known."""
    played, opponents = game_named(game), ladder(game)
    return Assignment(
        name=game,
        game=game,
        title=played.title,
        parameters=opponents.parameters,
        tables=opponents.tables if opponents.baselines else played.tables[:1],
        opponents=tuple(Opponent(name=tier) for tier in opponents.tiers),
        checks=USUAL_CHECKS,
    )


def assignment_of_cells(name: str, game: str, cells: Sequence[Mapping[str, Any]]) -> Assignment:
    """The game's usual assignment with the player cells, points and tasks that a notebook of nbgrader's names."""
    usual = default_assignment(game)
    points = {cell["grade_id"]: float(cell.get("points") or 0) for cell in _known(cells) if cell.get("grade")}
    tasks = [cell for cell in _known(cells) if cell.get("task")]
    beaten = [name for name in ladder(game).names(2) if BEATS + name in points]
    listed = [check.name for check in usual.checks]
    more = [check for check in points if check in CHECKS and check not in listed]
    return dataclasses.replace(
        usual,
        name=name,
        notebook=name,
        opponents=tuple(
            Opponent(name=tier, points=points.get(BEATS + tier, 0.0)) for tier in beaten or usual.tiers
        ),
        checks=tuple(
            dataclasses.replace(check, points=points.get(check.name, 0.0))
            for check in (*usual.checks, *(CheckSettings(name=check) for check in more))
        ),
        top_cells=tuple(_player_cells(cells)),
        tasks=tuple(Task(cell=cell["grade_id"], points=float(cell.get("points") or 0)) for cell in tasks),
    )


def _known(cells: Sequence[Mapping[str, Any]]) -> Iterator[Mapping[str, Any]]:
    """nbgrader's own metadata of each cell that has a name in it."""
    for cell in cells:
        metadata = cell.get("metadata")
        found = metadata.get("nbgrader") if isinstance(metadata, Mapping) else None
        if isinstance(found, Mapping) and isinstance(found.get("grade_id"), str):
            yield found


def _player_cells(cells: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    tagged = (cell for cell in cells if "player" in (cell.get("metadata", {}).get("tags") or ()))
    return (cell["grade_id"] for cell in _known(list(tagged)))


METADATA = "playfunc"
"""The key of a released notebook's metadata below which its `assignment` stands, as the text of the file."""

GIVEN = "given"
"""The key beside it of the player as students got it, one text."""


def find_assignment(folder: Path, game: str, notebook: Path | None = None) -> Assignment:
    """The assignment of `game` that a player in `folder` is written for: of the course or the released folder that it
    lies in, of its notebook, or else the game's usual one. Raises `SettingsError` for settings that do not fit."""
    found = (each for each in assignments_at(folder, notebook) if each.game == game)
    return next(found, None) or _from_cells(folder, game, notebook) or default_assignment(game)


def assignments_at(folder: Path, notebook: Path | None = None) -> Iterator[Assignment]:
    """Those whose settings lie in the folder, and inside its notebooks or the one that is named. Raises
    `SettingsError`."""
    course = folder.parent.parent
    if (folder / ASSIGNMENT_FILE).is_file():
        if folder.parent.name == "source" and (course / SETTINGS_FILE).is_file():
            yield load_assignment(folder.name, course)
        else:
            text = (folder / ASSIGNMENT_FILE).read_text(encoding="utf-8")
            yield _read(text, ASSIGNMENT_FILE, folder)
    for path in _notebooks(folder, notebook):
        inside = _notebook(path).get("metadata", {}).get(METADATA, {})
        if isinstance(inside, dict) and isinstance(inside.get("assignment"), str):
            yield _read(inside["assignment"], f"the settings inside {path.name}", folder)


def given_player(notebook: Path) -> str:
    """The player as students got it, from the notebook's metadata; empty where that holds none."""
    inside = _notebook(notebook).get("metadata", {}).get(METADATA, {})
    given = inside.get(GIVEN, "") if isinstance(inside, dict) else ""
    return given if isinstance(given, str) else ""


def _read(text: str, name: str, folder: Path) -> Assignment:
    def place(path: Place) -> str:
        tables = ".".join(str(key) for key in path[:-1])
        return f"{name}, [{tables}]" if tables else name

    try:
        table = toml_table(text, name)
    except SettingsError as error:
        raise SettingsError(f"{error}; take it from the released zip again") from error
    return assignment_of(table, place, folder / OPPONENTS_FOLDER)


def _from_cells(folder: Path, game: str, notebook: Path | None) -> Assignment | None:
    """What a notebook that was released without settings tells, if it names any graded cell."""
    found = (
        assignment_of_cells(path.stem, game, _notebook(path).get("cells", []))
        for path in _notebooks(folder, notebook)
    )
    return next((each for each in found if each.points or each.task_cells), None)


def _notebooks(folder: Path, notebook: Path | None) -> list[Path]:
    return [notebook] if notebook is not None else sorted(folder.glob("[!.]*.ipynb"))


def _notebook(path: Path) -> dict[str, Any]:
    try:
        return read_notebook(path)
    except ExtractError:
        return {}

"""The assignment of a player that comes without a course: from its notebook's settings, or the default of its game."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from playfunc.games import game as game_named
from playfunc_opponents import ladder

from playfunc_checks.assignment import BEATS, Assignment
from playfunc_checks.parts import NEEDS, CheckSettings, Opponent, Task

__all__ = ["assignment_of_cells", "usual_assignment"]

CHECKS = (
    CheckSettings(name="loads"),
    CheckSettings(name="rules", gate=True),
    CheckSettings(name="purity", gate=True),
    CheckSettings(name="memory"),
)


def usual_assignment(game: str) -> Assignment:
    """What a game and its ladder suggest: all checks, and every tier to beat, without points.

    Raises `ValueError` with a sentence for a game that is not known.
    """
    played, opponents = game_named(game), ladder(game)
    return Assignment(
        name=game,
        game=game,
        title=played.title,
        parameters=opponents.parameters,
        tables=opponents.tables if opponents.rungs else played.tables[:1],
        opponents=tuple(Opponent(name=tier) for tier in opponents.tiers),
        checks=CHECKS,
    )


def assignment_of_cells(name: str, game: str, cells: Sequence[Mapping[str, Any]]) -> Assignment:
    """The game's usual assignment with the player cells, points and tasks that a notebook of nbgrader's names."""
    usual = usual_assignment(game)
    points = {cell["grade_id"]: float(cell.get("points") or 0) for cell in _known(cells) if cell.get("grade")}
    tasks = [cell for cell in _known(cells) if cell.get("task")]
    beaten = [name for name in ladder(game).names(2) if BEATS + name in points]
    listed = [check.name for check in usual.checks]
    more = [check for check in points if check in NEEDS and check not in listed]
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

"""Who sits at a table: players given in any way that a student may write them.

    players_of(assignment, ["basic", play, "friend.ipynb"], persons=1)

A player is the name of an opponent, a function (or several, for a game that asks several), a mapping or a tuple of them,
or a `.py` file or notebook.
"""

from __future__ import annotations

import math
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeAlias

from playfunc.errors import PlayerMemoryError, PlayError
from playfunc.game import Game
from playfunc.games import game as game_named
from playfunc.games import rules_for
from playfunc.player import Player, memory_type
from playfunc.rules import Rules
from playfunc_opponents import opponent, opponents_at

from playfunc_checks.assignment import Assignment
from playfunc_checks.budget import Limits
from playfunc_checks.extract import ExtractError, read_player
from playfunc_checks.in_process import InProcessAsker
from playfunc_workbook.given import Function, Functions, GivenError, functions_of, needed, shown, unknown
from playfunc_workbook.pace import Paced, paced

__all__ = [
    "Seated",
    "Who",
    "memory_types_of",
    "players_of",
]

Who: TypeAlias = str | os.PathLike[str] | Function | Functions | Sequence[Function]
"""One player, or one function of a player."""

NO_LIMITS = Limits(move_seconds=math.inf, total_seconds=math.inf, load_seconds=math.inf)
"""For players in files: each move has its own limit here, and no mark rests on it."""

FILES = (".py", ".ipynb")


@dataclass(frozen=True, slots=True)
class Seated:
    """The players at a table whose rules these are, without the persons.

    `own` are the places among them of players that are no opponents of the ladder, `memory_types` the declared types of
    what functions remember, by the name of the function.
    """

    rules: Rules[Any, Any, Any]
    players: tuple[Player, ...]
    own: tuple[int, ...]
    memory_types: Mapping[str, Any]


def players_of(assignment: Assignment, given: Sequence[Who], persons: int = 0, **parameters: int) -> Seated:
    """The players that are given, in their order, at a table with so many persons.

    Functions that stand by themselves are taken together, as many as the game asks, in the order of its contract.
    `parameters` are those of the game, where they differ from the assignment's. Raises `GivenError`.
    """
    game = game_named(assignment.game)
    players = list(_grouped(_rules(game, assignment, game.tables[0]).functions, given, game))
    seats = len(players) + persons
    if seats not in game.tables:
        raise GivenError(_seats_said(game, len(players), persons))
    rules = _rules(game, assignment, seats, **parameters)
    own = [place for place, who in enumerate(players) if not isinstance(who, str) or who.endswith(FILES)]
    made = tuple(_player(who, rules, assignment) for who in players)
    types: dict[str, Any] = {}
    for place in own:
        who = players[place]
        if not isinstance(who, str | os.PathLike):
            types |= memory_types_of(functions_of(rules, who))
    return Seated(rules, made, tuple(own), types)


def memory_types_of(functions: Functions) -> dict[str, Any]:
    """What each function remembers, as far as its annotation tells."""
    found = {}
    for name, function in functions.items():
        with suppress(PlayerMemoryError):
            found[name] = memory_type(function)
    return found


def _rules(game: Game, assignment: Assignment, seats: int, **parameters: int) -> Rules[Any, Any, Any]:
    return rules_for(game.name, seats, **{**assignment.parameters, **parameters})


def _grouped(wanted: Sequence[str], given: Sequence[Who], game: Game) -> Iterator[Who]:
    """Players alone: every run of bare functions is cut into players."""
    waiting: list[Function] = []
    for who in given:
        if callable(who):
            waiting.append(who)
            if len(waiting) == len(wanted):
                yield dict(zip(wanted, waiting, strict=True))
                waiting = []
        elif waiting:
            break
        else:
            yield who
    if waiting:
        raise GivenError(f"{needed(game.name, wanted)}; only {shown(tuple(waiting))} was given.")


def _player(who: Who, rules: Rules[Any, Any, Any], assignment: Assignment) -> Player:
    if isinstance(who, str) and who in opponents_at(rules):
        return opponent(rules, who)
    if isinstance(who, str | os.PathLike):
        return _from_file(who, rules, assignment)
    functions = functions_of(rules, who)
    return paced(functions, rules, assignment, name=_name(functions))


def _name(functions: Functions) -> str:
    names = [getattr(function, "__name__", name) for name, function in functions.items()]
    return " and ".join("your function" if name == "<lambda>" else name for name in names)


def _from_file(given: str | os.PathLike[str], rules: Rules[Any, Any, Any], assignment: Assignment) -> Player:
    path = Path(given)
    if path.suffix not in FILES:
        raise GivenError(_unknown(str(given), rules))
    try:
        source = read_player(path, assignment).source
        asked = InProcessAsker().player(
            source, rules, name=path.stem, key=b"playfunc", limits=NO_LIMITS, modules=assignment.modules
        )
        asked.start()
    except ExtractError as error:
        raise GivenError(f"{path.name} cannot sit down: {error}.") from error
    except PlayError as error:
        raise GivenError(f"{path.name} cannot sit down: {error.reason}.") from error
    return Paced(asked, assignment.published.move_seconds)


def _unknown(name: str, rules: Rules[Any, Any, Any]) -> str:
    known = ", ".join(opponents_at(rules)) or "none is known"
    return f"{unknown(name, rules)} Give the name of an opponent ({known}), a function, a .py file or a notebook."


def _seats_said(game: Game, players: int, persons: int) -> str:
    fits = " or ".join(str(seats - persons) for seats in sorted(game.tables) if seats >= persons)
    beside = " besides you" if persons else ""
    return (
        f"{game.title} is played by {' or '.join(map(str, sorted(game.tables)))}: "
        f"give {fits} player{'s' * (fits != '1')}{beside}, not {players}."
    )

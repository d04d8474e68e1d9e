"""Players by name, as people write them: a tier, a `.py` file, a notebook, or `exec:COMMAND` for a program."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import Any

from playfunc.player import Player
from playfunc.rules import Rules
from playfunc_opponents import opponent, opponents_at

from playfunc_autograder.assignment import Assignment
from playfunc_autograder.checks.context import player_key
from playfunc_autograder.extract import read_player
from playfunc_autograder.programs import is_program, program_player
from playfunc_autograder.sandbox import WorkerPlayer

__all__ = ["PlayerNameError", "seat_player"]


class PlayerNameError(ValueError):
    """A name that is no player's; the message says what would be."""


def seat_player(
    name: str, rules: Rules[Any, Any, Any], assignment: Assignment, seed: str, stack: ExitStack
) -> Player:
    """The player called `name`; worker processes are ended by `stack`.

    Raises `PlayerNameError`, `ExtractError` for a file without a player, and `PlayError` when it does not
    load.
    """
    tiers = opponents_at(rules)
    if name in tiers:
        return opponent(rules, name, key=player_key(seed + name))
    if is_program(name):
        return stack.enter_context(program_player(name, rules, limits=assignment.published))
    path = Path(name)
    if path.suffix not in (".py", ".ipynb"):
        raise PlayerNameError(
            f"{name!r} is no player: name one of {', '.join(tiers)}, a .py file, a notebook, "
            "or a program as exec:COMMAND"
        )
    if not path.is_file():
        raise PlayerNameError(f"there is no file {name!r}")
    player = WorkerPlayer(
        read_player(path, assignment).source,
        rules,
        name=path.stem,
        key=player_key(seed),
        limits=assignment.published,
        modules=assignment.modules,
    )
    stack.enter_context(player)
    player.start()
    return player

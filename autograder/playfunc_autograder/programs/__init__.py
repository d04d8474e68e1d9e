"""Players in any language: programs that are started, asked in text, and confined.

`exec:COMMAND` speaks the game's own protocol where it has one (`Game.program`), and lines otherwise;
`exec-lines:COMMAND` and `exec-args:COMMAND` are the same for every game.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from playfunc.game import GameLines, Protocol
from playfunc.games import game_of
from playfunc.registry import resolve
from playfunc.rules import Rules
from playfunc_checks.submitted_player import PREFIXES, Budget, Limits

from playfunc_autograder.programs.canary import program_tier
from playfunc_autograder.programs.command import put_down, read_command
from playfunc_autograder.programs.program_player import ProgramPlayer
from playfunc_autograder.programs.protocols import (
    Adapter,
    Arguments,
    GameProcesses,
    Lines,
    MoveProcesses,
    Starter,
)
from playfunc_autograder.sandbox import Tier

__all__ = [
    "ProgramPlayer",
    "is_program",
    "program_folder",
    "program_player",
    "program_tier",
    "put_down",
]

_Protocol = Callable[[Starter, Rules[Any, Any, Any]], Adapter]


def is_program(name: str) -> bool:
    return name.startswith(PREFIXES)


def program_folder(name: str) -> Path:
    """The folder of its own that the program `name` may read. Raises `ProgramError`."""
    return Path(read_command(name.partition(":")[2]).folder)


def program_player(
    name: str,
    rules: Rules[Any, Any, Any],
    *,
    base: Path | None = None,
    called: str = "",
    limits: Limits = Limits(),  # noqa: B008, a frozen value
    budget: Budget | None = None,
    tier: Tier | None = None,
) -> ProgramPlayer:
    """The program that `name` asks for, such as `exec:python3 bots/greedy.py`, `called` so at the table; from
    the files in `base` alone where one is given. Raises `ProgramError`."""
    prefix, _, text = name.partition(":")
    protocol: _Protocol = Lines
    if prefix == "exec-args":
        protocol = Arguments
    elif prefix == "exec":
        protocol = _own(rules)
    command = read_command(text, base)
    return ProgramPlayer(command, rules, protocol, name=called, limits=limits, budget=budget, tier=tier)


def _own(rules: Rules[Any, Any, Any]) -> _Protocol:
    """The game's own protocol, lines where it has none."""
    reference = game_of(rules).program
    if not reference:
        return Lines
    protocol: Protocol = resolve(reference)
    if isinstance(protocol, GameLines):
        return partial(GameProcesses, protocol)
    return partial(MoveProcesses, protocol)

"""Text protocols that belong to a game: the lines sent to a program in any language, and the lines it may answer.

These are pure values, named by `Game.program`; the code that plays a game starts the processes. A game without its
own protocol uses the general one (see docs/programs.md).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from playfunc.rules import Call

__all__ = ["GameLines", "MoveArguments", "Protocol"]


@dataclass(frozen=True, slots=True)
class MoveArguments:
    """A process for every move: it is started with the words of `words(call)` as arguments, and prints its move."""

    words: Callable[[Call], Sequence[str]]


@dataclass(frozen=True, slots=True)
class GameLines:
    """A process for every game: it prints its first move, then reads a line before each further one.

    That line is `heard(call)`, what the other player did; it is `None` at the first move of a game. The line `end`
    says that the game is over. `check(line)` raises `ProtocolError` for a line that cannot be a move.
    """

    heard: Callable[[Call], str | None]
    end: str
    check: Callable[[str], None]


Protocol: TypeAlias = MoveArguments | GameLines

"""How checks ask the submitted player: each check is given an asker.

The marker asks worker processes (`playfunc_autograder.asker`), and so do students wherever processes exist; in a
browser there are none, and the player is asked in the same process (`playfunc_checks.in_process`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Protocol, Self

from playfunc.player import Answer
from playfunc.rules import Call, Rules

from playfunc_checks.budget import Budget, Limits
from playfunc_checks.program import Program

__all__ = ["AskedPlayer", "Asker", "PlayerFacts"]


@dataclass(frozen=True)
class PlayerFacts:
    """What is known of a loaded player: its functions, each with the name of its memory type."""

    memory_types: dict[str, str]

    @property
    def functions(self) -> tuple[str, ...]:
        return tuple(self.memory_types)

    @property
    def memory_type(self) -> str:
        """That of the first function; "Any" where the return annotation names none."""
        return next(iter(self.memory_types.values()), "Any")


class AskedPlayer(Protocol):
    """A `playfunc.player.Player` to be used in a `with` statement, which ends what it runs in."""

    @property
    def name(self) -> str:
        """What it is called at the table."""

    @property
    def facts(self) -> PlayerFacts:
        """What is known of it; it is loaded if it is not. Raises the `PlayError` that this gave."""

    def start(self) -> None:
        """Load it, if it is not. Raises the `PlayError` that this gave, also for a missing function."""

    def answer(self, calls: Sequence[Call]) -> Sequence[Answer]:
        """One answer per call, in order. Faults are returned, never raised."""

    def can_repeat(self, call: Call) -> bool:
        """Whether a fresh player could answer the call: all that this one knew of its game is in the arguments."""

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...


class Asker(Protocol):
    """Makes players out of what was handed in, each of them fresh: what one has kept, no other finds.

    To be used in a `with` statement, which ends what its players share. `name` is what the player is called at the
    table, `limits` what it may use, and `budget` counts what it has used together with others that stand for the
    same player.
    """

    def player(
        self,
        source: str,
        rules: Rules[Any, Any, Any],
        *,
        name: str,
        key: bytes,
        limits: Limits,
        modules: tuple[str, ...],
        budget: Budget | None = None,
        origin: str = "",
    ) -> AskedPlayer:
        """The functions in `source`, Python text. `key` seeds their randomness, `modules` may be imported beside the
        standard library and playfunc; players of another `origin` share nothing with these, not even addresses."""

    def program(
        self,
        program: Program,
        rules: Rules[Any, Any, Any],
        *,
        name: str,
        limits: Limits,
        budget: Budget | None = None,
    ) -> AskedPlayer:
        """A program in any language. Raises `ProgramError` where its command starts nothing."""

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...

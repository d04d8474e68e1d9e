"""The asker of the marker, and of students wherever processes exist: every player runs in processes of its own."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import Any, Self

from playfunc.rules import Rules
from playfunc_checks.submitted_player import Budget, Limits, Program

from playfunc_autograder.programs import ProgramPlayer, program_player, put_down
from playfunc_autograder.sandbox import Tier, WorkerPlayer


class WorkerAsker:
    """A `playfunc_checks.submitted_player.Asker` by worker processes. `tier` is how they are confined, by default as
    well as can be."""

    def __init__(self, tier: Tier | None = None) -> None:
        self._tier = tier
        self._shared = ExitStack()
        self._folders: dict[Program, Path] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self._folders.clear()
        self._shared.close()

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
    ) -> WorkerPlayer:
        return WorkerPlayer(
            source,
            rules,
            name=name,
            key=key,
            limits=limits,
            modules=modules,
            budget=budget,
            tier=self._tier,
            origin=origin,
        )

    def program(
        self,
        program: Program,
        rules: Rules[Any, Any, Any],
        *,
        name: str,
        limits: Limits,
        budget: Budget | None = None,
    ) -> ProgramPlayer:
        return program_player(
            program.name,
            rules,
            base=self._folder(program),
            called=name,
            limits=limits,
            budget=budget,
            tier=self._tier,
        )

    def _folder(self, program: Program) -> Path | None:
        """Where the files that were handed in lie; `None` for a program that is run where it is."""
        if program.files and program not in self._folders:
            self._folders[program] = self._shared.enter_context(put_down(program))
        return self._folders.get(program)

"""Checks asked of worker processes, by the marker, by a ladder, and by students wherever processes exist.

Everything is computed by a trusted process; the player's code runs in workers only."""

from __future__ import annotations

from collections.abc import Callable, Container
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from playfunc.rules import Rules
from playfunc_checks.assignment import Assignment
from playfunc_checks.marking import check_player
from playfunc_checks.results import CheckResult
from playfunc_checks.submitted_player import Budget, Limits, Program

from playfunc_autograder.programs import ProgramPlayer, program_player, put_down
from playfunc_autograder.sandbox import Tier, WorkerPlayer

Tell = Callable[[str, int, int], None]
"""Is told a check, how much of it is done, and its total."""


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

    def player(self, source: str, rules: Rules[Any, Any, Any], **named: Any) -> WorkerPlayer:
        return WorkerPlayer(source, rules, tier=self._tier, **named)

    def program(
        self, program: Program, rules: Rules[Any, Any, Any], *, name: str, **named: Any
    ) -> ProgramPlayer:
        base = self._folder(program)
        return program_player(program.name, rules, base=base, called=name, tier=self._tier, **named)

    def _folder(self, program: Program) -> Path | None:
        """Where the files that were handed in lie; `None` for a program that is run where it is."""
        if program.files and program not in self._folders:
            self._folders[program] = self._shared.enter_context(put_down(program))
        return self._folders.get(program)


# Checks of an upload, on values: what is checked and what was found can be sent to another computer and back.


@dataclass(frozen=True, slots=True)
class Upload:
    """A player's text, or a program with all files that it needs; the tables and limits by which it is checked."""

    source: str
    program: Program | None
    assignment: Assignment


@dataclass(frozen=True, slots=True)
class Checked:
    results: tuple[CheckResult, ...]
    cpu_seconds: float
    printed: str
    """The first that any of the player's processes printed."""


def counted_checks(
    upload: Upload, only: Container[str], tell: Tell = lambda check, done, total: None
) -> Checked:
    """What `check_player` finds on public deals, with what the player's processes used and printed."""
    with _Counting() as asker:
        results = check_player(
            upload.source, upload.assignment, asker, only=only, program=upload.program, on_progress=tell
        )
    return Checked(tuple(results), asker.cpu_seconds, asker.printed)


class _Counting(WorkerAsker):
    """Asks by worker processes, and knows afterwards what they used and printed."""

    def __init__(self) -> None:
        super().__init__()
        self._budgets: dict[int, Budget] = {}
        self._players: list[WorkerPlayer | ProgramPlayer] = []

    @property
    def cpu_seconds(self) -> float:
        return sum(budget.cpu for budget in self._budgets.values())

    @property
    def printed(self) -> str:
        """The first that any of its processes printed."""
        return next((player.output for player in self._players if player.output), "")

    def player(
        self, source: str, rules: Rules[Any, Any, Any], *, budget: Budget | None = None, **named: Any
    ) -> WorkerPlayer:
        made = super().player(source, rules, budget=self._counted(budget, named["limits"]), **named)
        self._players.append(made)
        return made

    def program(
        self, program: Program, rules: Rules[Any, Any, Any], *, budget: Budget | None = None, **named: Any
    ) -> ProgramPlayer:
        made = super().program(program, rules, budget=self._counted(budget, named["limits"]), **named)
        self._players.append(made)
        return made

    def _counted(self, budget: Budget | None, limits: Limits) -> Budget:
        counted = Budget(limits) if budget is None else budget
        self._budgets[id(counted)] = counted
        return counted

"""A program in any language as a player, with the same interface as other players."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from playfunc.errors import PlayerCrash, PlayError, ProtocolError, TimeError
from playfunc.player import Answer
from playfunc.rules import Call, Rules
from playfunc_checks.submitted_player import Budget, Limits, Metered, PlayerFacts, Spent

from playfunc_autograder.programs.canary import program_tier
from playfunc_autograder.programs.command import ProgramCommand
from playfunc_autograder.programs.confinement import start_command
from playfunc_autograder.programs.process import (
    EndedError,
    MistakenError,
    OverrunError,
    ProgramFault,
    ProgramLimits,
    RunningProgram,
)
from playfunc_autograder.programs.protocols import Adapter, Starter
from playfunc_autograder.sandbox import SandboxError, Tier
from playfunc_autograder.sandbox.replies import scrub


@dataclass(frozen=True)
class _Launch:
    """Starts the command, confined."""

    command: ProgramCommand
    tier: Tier
    memory_bytes: int

    def __call__(self, *words: str) -> RunningProgram:
        command = replace(self.command, argv=(*self.command.argv, *words))
        try:
            return RunningProgram(
                start_command(command, self.tier, self.memory_bytes), command.folder, self.memory_bytes
            )
        except OSError as error:
            raise SandboxError(f"{self.command.name} cannot be started: {error}") from error


class ProgramPlayer(Metered):
    """`command` as a player, asked by `protocol`. Use it in a `with` statement, or `close` it.

    It has no functions and no Python memory: what it remembers is text. A fault costs the process; after
    `limits.restarts` of them it is not asked any more.
    """

    def __init__(
        self,
        command: ProgramCommand,
        rules: Rules[Any, Any, Any],
        protocol: Callable[[Starter, Rules[Any, Any, Any]], Adapter],
        *,
        name: str = "",
        limits: Limits = Limits(),  # noqa: B008, a frozen value
        budget: Budget | None = None,
        tier: Tier | None = None,
    ) -> None:
        super().__init__(limits, budget)
        self.name = name or command.name
        self.tier = tier or program_tier().tier
        self.facts = PlayerFacts(dict.fromkeys(rules.functions, "text"))
        wall = limits.move_seconds * limits.wall_factor
        each = ProgramLimits(limits.move_seconds, wall)
        starting = limits.load_seconds + limits.move_seconds
        first = ProgramLimits(starting, max(starting, wall))
        launch = _Launch(command, self.tier, limits.memory_bytes)
        self._adapter = protocol(Starter(launch, first, each), rules)

    def start(self) -> None:
        """Do nothing: programs start at the first question."""

    def answer(self, calls: Sequence[Call]) -> list[Answer]:
        """One answer per call, in order; faults are returned."""
        answers: list[Answer] = []
        self.last_seconds = []
        for call in calls:
            answers.append(self._answer_one(call))
            self.last_seconds += [0.0] * (len(answers) - len(self.last_seconds))
        return answers

    def can_repeat(self, call: Call) -> bool:
        """Whether a fresh process could answer the call (see `protocols.Adapter`)."""
        return self._adapter.can_repeat(call)

    def game_over(self, memory: str | None) -> None:
        """The game that `memory` belongs to has ended."""
        self._adapter.game_over(memory)

    def close(self) -> None:
        """End every process. May be called again."""
        self._adapter.close()

    @property
    def spans_games(self) -> bool:
        return self._adapter.spans_games

    @property
    def output(self) -> str:
        """The beginning of what it wrote to its standard error."""
        return scrub(self._adapter.complaints)

    def _answer_one(self, call: Call) -> Answer:
        fault = self._budget.refusal or (self._budget.fault() if self.exhausted else None)
        if fault is not None:
            return type(fault)(fault.reason, detail=fault.detail)
        try:
            reply, spent = self._adapter.answer(call)
        except MistakenError as error:
            self._charge(call, error.spent)
            return error.mistake
        except ProgramFault as error:
            self._charge(call, error.spent)
            return self._blame(error)
        self._charge(call, spent)
        return reply

    def _charge(self, call: Call, spent: Spent) -> None:
        self._budget.charge(1, spent, spent.cpu)
        self._note_seconds(spent, [1])
        self._rest(spent, [call])

    def _ask_fresh_process(self, calls: Sequence[Call]) -> Spent:
        self._adapter.close()
        try:
            return self._adapter.answer(calls[0])[1]
        except ProgramFault as error:
            return error.spent

    def _blame(self, error: ProgramFault) -> PlayError:
        kind: type[PlayError] = ProtocolError
        if isinstance(error, OverrunError):
            kind = TimeError
        elif isinstance(error, EndedError):
            kind = PlayerCrash
        fault = kind(scrub(error.reason), detail=self.output[-2000:])
        self._budget.lose(fault)
        return fault

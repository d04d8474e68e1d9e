"""The asker that needs no processes, for a browser: players run where the checks run.

The rules, the luck and the answers are the same as in a worker, so an honest player gets the same verdicts. Nothing
confines a player here, only loops in Python are ended (see `bounded`), and state in other modules outlives it: this is
for your own code, and no mark depends on it.
"""

from __future__ import annotations

import builtins
import io
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from time import monotonic, process_time
from types import ModuleType
from typing import Any, NoReturn, Self

from playfunc.errors import ForbiddenImportError, PlayError, ProtocolError, TimeError
from playfunc.player import Answer, FunctionPlayer, seeded_random
from playfunc.rules import Call, Rules
from playfunc.source import (
    causes,
    functions_of,
    in_place,
    load_module,
    memory_names,
    own_lines,
    refused_import,
)

from playfunc_checks.bounded import Ended, bounded
from playfunc_checks.submitted_player import Budget, Limits, PlayerFacts, Program, ProgramError, Spent


class InProcessAsker:
    """A `playfunc_checks.submitted_player.Asker` without processes."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        """Nothing is shared."""

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
    ) -> InProcessPlayer:
        return InProcessPlayer(name, source, rules, key, limits, modules, budget or Budget(limits))

    def program(self, program: Program, *arguments: object, **options: object) -> NoReturn:
        raise ProgramError(
            f"{program.name} is a program, which needs a process of its own, and none runs here"
        )


@dataclass(slots=True, eq=False)
class InProcessPlayer:
    """The functions in `source` as a player, loaded as a module of its own when it is first asked."""

    name: str
    source: str
    rules: Rules[Any, Any, Any]
    key: bytes
    limits: Limits
    modules: tuple[str, ...]
    budget: Budget
    _loaded: _Loaded | PlayError | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self._loaded = None

    @property
    def facts(self) -> PlayerFacts:
        return self._running().facts

    def start(self) -> None:
        facts = self.facts
        missing = [name for name in self.rules.functions if name not in facts.functions]
        if missing:
            raise ProtocolError(f"the player defines no function {missing[0]!r}")

    def answer(self, calls: Sequence[Call]) -> list[Answer]:
        return [self._answer_one(call) for call in calls]

    def can_repeat(self, call: Call) -> bool:
        return True

    def _answer_one(self, call: Call) -> Answer:
        fault = self.budget.refusal or (self.budget.fault() if self.budget.exhausted else None)
        if fault is not None:
            return type(fault)(fault.reason, detail=fault.detail)
        try:
            loaded = self._running()
        except PlayError as error:
            return error
        cpu, wall = process_time(), monotonic()
        with _quiet(loaded.module):
            answer = self._answer(loaded, call)
        spent = Spent(process_time() - cpu, monotonic() - wall)
        self.budget.charge(1, spent, spent.cpu)
        if isinstance(answer, TimeError):
            self.budget.lose(answer)
        return self._judged(answer) if isinstance(answer, PlayError) else answer

    def _answer(self, loaded: _Loaded, call: Call) -> Answer:
        try:
            [answer] = bounded(lambda: loaded.player.answer([call]), self.limits.move_seconds)
        except Ended as ended:
            return TimeError(f"this move {ended.said}", detail=ended.where)
        return answer

    def _running(self) -> _Loaded:
        """The player, loaded. Raises `PlayError` when that fails, now or before."""
        if self._loaded is None:
            self._loaded = self._load()
        if isinstance(self._loaded, PlayError):
            raise type(self._loaded)(self._loaded.reason, detail=self._loaded.detail)
        return self._loaded

    def _load(self) -> _Loaded | PlayError:
        names = vars(builtins) | {"__import__": _importing(("playfunc", *self.modules))}
        try:
            with _quiet(), seeded_random(self.key) as seed:
                seed(Call("", ()))  # a table drawn while loading is the same in every player
                module = bounded(lambda: load_module(self.source, names), self.limits.load_seconds)
                functions = functions_of(module, self.rules.functions)
                facts = PlayerFacts(memory_names(functions, self.rules.projection))
        except PlayError as error:
            if isinstance(error.__cause__, Ended):
                return TimeError(f"running its code {error.__cause__.said}", detail=error.__cause__.where)
            return self._judged(error)
        except Ended as ended:
            return TimeError(f"running its code {ended.said}", detail=ended.where)
        return _Loaded(module, facts, FunctionPlayer(functions, self.rules, name=self.name, key=self.key))

    def _judged(self, error: PlayError) -> PlayError:
        """The fault by its own name, where a refused import is what it comes down to."""
        refused = next((cause for cause in causes(error) if isinstance(cause, _RefusedImportError)), None)
        return error if refused is None else ForbiddenImportError(str(refused), detail=own_lines(error))


@dataclass(frozen=True, slots=True)
class _Loaded:
    """A player's module, what is known of it, and how it is asked."""

    module: ModuleType
    facts: PlayerFacts
    player: FunctionPlayer


class _RefusedImportError(ModuleNotFoundError):
    """An import of what the assignment does not list."""


def _importing(modules: Sequence[str]) -> Callable[..., Any]:
    """The `__import__` of a player's module, which may import `modules` and the standard library."""
    allowed = {*sys.stdlib_module_names, *sys.builtin_module_names, *modules}

    def load(name: str, *arguments: Any, **options: Any) -> Any:
        level = options.get("level", arguments[3] if len(arguments) > 3 else 0)
        if level == 0 and name.partition(".")[0] not in allowed:
            raise _RefusedImportError(refused_import(name, modules), name=name)
        return builtins.__import__(name, *arguments, **options)

    return load


class _Nowhere(io.TextIOBase):
    """Takes what a player prints and keeps nothing of it."""

    def write(self, text: str) -> int:
        return len(text)


@contextmanager
def _quiet(module: ModuleType | None = None) -> Iterator[None]:
    """Within, prints are kept from the notebook, and `player` is this module."""
    with in_place(module), redirect_stdout(_Nowhere()), redirect_stderr(_Nowhere()):
        yield

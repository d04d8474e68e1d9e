"""The checks of an upload, on values: what is checked and what was found can be sent to another computer and back. It
needs nothing of the site's web server, so that workers need not have it."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from typing import Any

from playfunc.rules import Rules
from playfunc_autograder.asker import WorkerAsker
from playfunc_autograder.cluster import workers
from playfunc_autograder.executors import HERE, ClusterError, Workers, in_order
from playfunc_autograder.programs import ProgramPlayer
from playfunc_autograder.sandbox import WorkerPlayer
from playfunc_checks.assignment import Assignment
from playfunc_checks.marking import check_player
from playfunc_checks.results import CheckResult
from playfunc_checks.submitted_player import Budget, Limits, Program

# Where the work on an upload is done. It needs nothing of the site's web server, so that workers need not have it.

log = logging.getLogger("playfunc_web.admission")


@contextmanager
def place_of_work(game: str, scheduler: str) -> Iterator[Workers]:
    """The workers of the site's scheduler. This process where none is named, and where it cannot be used now: nobody
    who uploads waits for it. A scheduler that is lost later raises `ClusterError`, and the job begins anew."""
    with ExitStack() as stack:
        try:
            where = stack.enter_context(workers(game, 1, scheduler))
        except ClusterError as error:
            log.error("scheduler: %s; an upload is worked on here", error)
            where = HERE
        yield where


GATES = {"loads": "It loads", "rules": "It keeps the rules", "purity": "It answers the same when asked again"}
"""The checks in their order, and how a page calls them."""

Tell = Callable[[str, int, int], None]
"""Is told a check, how much of it is done, and its total."""


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


def check_gates(upload: Upload, game: str, scheduler: str, tell: Tell) -> Checked:
    """Check where `place_of_work` says; workers of a scheduler tell no progress. Raises `RuntimeError` where they died
    of this upload each time."""
    with place_of_work(game, scheduler) as where:
        check = _check if where.elsewhere else partial(_check, tell=tell)
        (checked,) = in_order(check, [upload], where.executor)
    return checked


def _check(upload: Upload, tell: Tell = lambda check, done, total: None) -> Checked:
    with _Counting() as asker:
        results = check_player(
            upload.source,
            upload.assignment,
            asker,
            only=tuple(GATES),
            program=upload.program,
            on_progress=tell,
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

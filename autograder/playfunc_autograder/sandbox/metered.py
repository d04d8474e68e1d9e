"""How many questions to ask at once, and a player that keeps within its budget."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Self

from playfunc.rules import Call
from playfunc_checks.submitted_player import Budget, Limits, Spent

_MOST = 64
"""Beyond this, larger batches save nothing more."""

_WELL_UNDER = 1 / 8
"""A batch twice as large, of moves twice as slow, still takes half of one move's limit."""


class BatchSize:
    """Starts at 1 and doubles while batches take little, so that whole batches keep within one move's limit.

    A batch over the limit proves nothing against any move in it and is asked again one by one, which is
    dear; so the size that failed is not tried again.
    """

    def __init__(self, limit: float) -> None:
        self._limit = limit
        self._most = _MOST
        self.size = 1

    def succeeded(self, count: int, seconds: float) -> None:
        """`count` calls were answered at once within `seconds`."""
        if seconds > self._limit / 2:
            self.size = max(1, self.size // 2)
        elif count == self.size and seconds < self._limit * _WELL_UNDER:
            self.size = min(2 * self.size, self._most)

    def failed(self) -> None:
        self._most = max(1, self.size // 2)
        self.size = 1


class Metered(ABC):
    """A player that keeps within a budget, and tells what it has used of it: its own, or a `budget` that it
    shares with others that stand for the same player."""

    def __init__(self, limits: Limits, budget: Budget | None = None) -> None:
        self._limits = limits
        self._budget = budget or Budget(limits)
        self._longest: tuple[float, Sequence[Call]] = (0.0, ())
        self._confirming = False
        self.last_seconds: list[float] = []
        """The CPU seconds of each question of the last `answer`, 0 where it was not put. Those of a batch are
        measured together, and shared out as the process says."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    @property
    def spans_games(self) -> bool:
        """Whether one process is asked the questions of several games, and could remember one in another."""
        return True

    @property
    @abstractmethod
    def output(self) -> str:
        """The beginning of what was printed, or written to standard error; complete once closed."""

    @abstractmethod
    def close(self) -> None:
        """End what runs. May be called again; nothing can be asked afterwards."""

    @abstractmethod
    def _asked_afresh(self, calls: Sequence[Call]) -> Spent:
        """What the same questions take, asked alone of a fresh process; what loading takes for none."""

    def _rest(self, spent: Spent, calls: Sequence[Call] = ()) -> None:
        """Count the time that `calls` (none: loading) slept, whatever came of them. Once it is too much in
        total, what slept longest is asked afresh: a machine that stood still does so only once."""
        if self._confirming:
            return
        self._longest = max(self._longest, (spent.asleep, calls), key=lambda slept: slept[0])
        if self._budget.rest(spent.asleep):
            seconds, asked = self._longest
            self._confirming = True
            try:
                self._budget.confirm(slept_again=self._asked_afresh(asked).asleep >= seconds / 2)
            finally:
                self._confirming = False

    def _took(self, spent: Spent, says: Sequence[float]) -> None:
        """Note the seconds of so many questions that were answered together."""
        total = sum(says)
        even = 1 / len(says)
        self.last_seconds += [spent.cpu * (each / total if total > 0 else even) for each in says]

    @property
    def cpu_seconds(self) -> float:
        """CPU time of all moves together. Loading does not count, nor what had to be asked twice."""
        return self._budget.cpu

    @property
    def slowest_move(self) -> float:
        """CPU seconds of the slowest move. Within batches this is the worker's own word; judged is the batch."""
        return self._budget.slowest

    @property
    def calls(self) -> int:
        """How many calls were put to the player."""
        return self._budget.calls

    @property
    def exhausted(self) -> bool:
        """Whether the total time is used up, so that every further answer is a `TimeError`."""
        return self._budget.exhausted

    @property
    def overslept(self) -> str:
        """In words, where too much time asleep is why; nothing otherwise."""
        return self._budget.fault().reason if self._budget.overslept else ""

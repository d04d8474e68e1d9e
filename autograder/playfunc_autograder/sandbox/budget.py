"""How many questions to ask at once, and how much of a player's time is left."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

from playfunc.errors import PlayError, TimeError
from playfunc.rules import Call

from playfunc_autograder.sandbox.clock import Spent

__all__ = ["NOT_ASKED", "BatchSize", "Budget", "Limits", "Metered"]

NOT_ASKED = "so it is not asked any more"
"""Ends the reason of every fault that stands for a question that was not put."""

_MOST = 64
"""Beyond this, larger batches save nothing more."""

_WELL_UNDER = 1 / 8
"""A batch twice as large, of moves twice as slow, still takes half of one move's limit."""


@dataclass(frozen=True)
class Limits:
    """What a player may use. Seconds are CPU seconds where the system tells them, else by the wall.

    A single move may take `wall_factor` times its seconds by the wall, all of them together
    `total_wall_factor` times theirs; it may be asleep for `asleep_seconds` in total. A process lost to the
    player's own fault is replaced `restarts` times; then the player is not asked any more.
    """

    move_seconds: float = 1.0
    total_seconds: float = 600.0
    wall_factor: float = 10.0
    memory_bytes: int = 2**30
    load_seconds: float = 10.0
    total_wall_factor: float = 3.0
    restarts: int = 20
    asleep_seconds: float = 60.0


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


class Budget:
    """What a player has used of its total, in all of its processes."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self.cpu = 0.0
        self.wall = 0.0
        self.calls = 0
        self.slowest = 0.0
        self.asleep = 0.0
        self.overslept = False
        self._doubted = False
        self.lost = 0
        """Processes that the player's own faults have cost."""
        self.refusal: PlayError | None = None
        """The answer to all later calls, once these were too many."""

    def charge(self, calls: int, spent: Spent, slowest: float) -> None:
        """`slowest` is the longest of these calls, in CPU seconds as far as it is known."""
        self.cpu += spent.cpu
        self.wall += spent.wall
        self.calls += calls
        self.slowest = max(self.slowest, min(slowest, spent.cpu))

    def rest(self, seconds: float) -> bool:
        """Count seconds asleep. Whether they have become too many, which is then to be confirmed."""
        self.asleep += seconds
        return self.asleep >= self._limits.asleep_seconds and not self.overslept

    def confirm(self, *, slept_again: bool) -> None:
        """Too many seconds asleep are the player's own if it `slept_again`. A machine that stood still is
        believed once; then they count from 0."""
        self.overslept = slept_again or self._doubted
        if not self.overslept:
            self._doubted, self.asleep = True, 0.0

    def lose(self, fault: PlayError) -> None:
        """Count a process that `fault` has cost."""
        self.lost += 1
        if self.lost > self._limits.restarts:
            reason = f"{fault.reason}; this was fault {self.lost} that ended its process, {NOT_ASKED}"
            self.refusal = type(fault)(reason, detail=fault.detail)

    @property
    def exhausted(self) -> bool:
        total = self._limits.total_seconds
        used_up = self.cpu >= total or self.wall >= total * self._limits.total_wall_factor
        return used_up or self.overslept

    def fault(self) -> TimeError:
        """The answer to every call once the total is used up, with the arithmetic."""
        total, each = self._limits.total_seconds, 1000 / max(self.calls, 1)
        if self.overslept:
            return TimeError(
                f"it slept for over {self._limits.asleep_seconds:g} s in total, and slept again when it was "
                f"asked once more, alone in a fresh process: {self.calls} moves took {self.cpu:.1f} s of CPU "
                f"time and {self.wall:.1f} s by the clock, {NOT_ASKED}"
            )
        if self.cpu >= total:
            return TimeError(
                f"the {total:g} s of CPU time for all moves together are used up: "
                f"{self.calls} moves took {self.cpu:.1f} s, {self.cpu * each:.1f} ms each, {NOT_ASKED}"
            )
        return TimeError(
            f"the {total * self._limits.total_wall_factor:g} s by the clock on the wall for all moves together "
            f"are used up: {self.calls} moves took {self.wall:.1f} s, {self.wall * each:.1f} ms each, {NOT_ASKED}"
        )


class Metered(ABC):
    """A player that keeps within a budget, and tells what it has used of it: its own, or a `budget` that it
    shares with others that stand for the same player."""

    def __init__(self, limits: Limits, budget: Budget | None = None) -> None:
        self._limits = limits
        self._budget = budget or Budget(limits)
        self._longest: tuple[float, Sequence[Call]] = (0.0, ())
        self._confirming = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

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

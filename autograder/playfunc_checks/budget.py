"""What a player may use, and what it has used of that."""

from __future__ import annotations

import sys
from dataclasses import dataclass

from playfunc.errors import PlayError, TimeError

__all__ = ["NOT_ASKED", "SLOWER", "Budget", "Limits", "Spent"]

SLOWER = 5.0 if sys.platform == "emscripten" else 1.0
"""Calls may take so many times their seconds here: Python is several times slower in a browser, and traced besides."""

NOT_ASKED = "so it is not asked any more"
"""Ends the reason of every fault that stands for a question that was not put."""


@dataclass(frozen=True)
class Limits:
    """What a player may use. Seconds are CPU seconds where the system measures them, else wall-clock time.

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


@dataclass(frozen=True)
class Spent:
    """Seconds of CPU time and by the wall, and of the latter those asleep: neither computing nor waiting for a
    processor. Where the system does not tell, none are."""

    cpu: float
    wall: float
    asleep: float = 0.0


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
    def _total(self) -> float:
        """CPU seconds that all calls together may take here."""
        return self._limits.total_seconds * SLOWER

    @property
    def exhausted(self) -> bool:
        total = self._total
        used_up = self.cpu >= total or self.wall >= total * self._limits.total_wall_factor
        return used_up or self.overslept

    def fault(self) -> TimeError:
        """The answer to every call once the total is used up, with the arithmetic."""
        total, each = self._total, 1000 / max(self.calls, 1)
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
            f"the {total * self._limits.total_wall_factor:g} s of wall-clock time for all moves together "
            f"are used up: {self.calls} moves took {self.wall:.1f} s, {self.wall * each:.1f} ms each, {NOT_ASKED}"
        )

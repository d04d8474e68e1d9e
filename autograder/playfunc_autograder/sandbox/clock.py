"""How much time a worker takes, by the one clock that a busy machine does not falsify."""

from __future__ import annotations

import sys
import time
from contextlib import suppress
from dataclasses import dataclass

__all__ = ["Spent", "Stopwatch", "WorkerClock"]

_SCHEDULED = 2
"""CPUCLOCK_SCHED in Linux's `posix-timers.h`: the process's time on a processor, in nanoseconds."""


READABLE = sys.platform == "linux"
"""Whether another process's CPU clock can be read."""


@dataclass(frozen=True)
class Spent:
    """Seconds of CPU time and by the wall."""

    cpu: float
    wall: float


class WorkerClock:
    """The CPU time of another process, as this one sees it.

    Linux gives every process a clock that others may read (`clock_getcpuclockid(3)`). Elsewhere `exact` is
    false and time by the wall stands in for CPU time.
    """

    def __init__(self, pid: int) -> None:
        self._id = (~pid << 3) | _SCHEDULED
        self._last = 0.0
        self.exact = READABLE
        self.seconds()

    def seconds(self) -> float:
        """Since the process began; where it stood last, once the process is gone."""
        if self.exact:
            with suppress(OSError):
                self._last = time.clock_gettime(self._id)  # type: ignore[attr-defined,unused-ignore]
        else:
            self._last = time.monotonic()
        return self._last


class Stopwatch:
    """What a worker spends, one question after another.

    CPU time counts from the end of the last question: what a process does in between, such as thinking in
    a thread while others move, is charged to the next one.
    """

    def __init__(self, clock: WorkerClock) -> None:
        self._clock = clock
        self._cpu = clock.seconds()
        self._wall = time.monotonic()

    def start(self) -> None:
        self._wall = time.monotonic()
        if not self._clock.exact:
            self._cpu = self._clock.seconds()

    def spent(self) -> Spent:
        """Since the last question ended, and by the wall since this one was put."""
        return Spent(self._clock.seconds() - self._cpu, time.monotonic() - self._wall)

    def stop(self) -> Spent:
        """The same, and the question has ended."""
        spent = self.spent()
        self._cpu += spent.cpu
        return spent

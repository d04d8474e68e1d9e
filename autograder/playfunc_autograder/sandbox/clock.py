"""How much time a worker takes, by the one clock that a busy machine does not falsify.

`/proc` is read by hand here: psutil counts CPU time in hundredths of a second and knows no waits for a processor.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Iterable
from contextlib import suppress

from playfunc_checks.budget import Spent

__all__ = ["Stopwatch", "WorkerClock"]

_SCHEDULED = 2
"""CPUCLOCK_SCHED in Linux's `posix-timers.h`: the process's time on a processor, in nanoseconds."""


_BLINK = 0.005
"""Seconds that a question and its answer may wait in pipes; they do not count as sleep."""

READABLE = sys.platform == "linux"
"""Whether another process's CPU clock can be read."""


class WorkerClock:
    """The CPU time of another process, as this one sees it.

    Linux gives every process a clock that others may read (`clock_getcpuclockid(3)`). Elsewhere `exact` is
    false and time by the wall stands in for CPU time.
    """

    def __init__(self, pid: int) -> None:
        self._pid = pid
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

    def queued(self) -> float:
        """Seconds that its threads have waited for a processor, while they could have computed."""
        return sum(map(_queued, _tasks(self._pid))) if self.exact else 0.0


class Stopwatch:
    """What a worker spends, one question after another.

    CPU time counts from the end of the last question: what a process does in between, such as thinking in
    a thread while others move, is charged to the next one. `served_by` are our own threads through which
    answers come: where these wait for a processor, the worker does not sleep. Such waits are read only where a
    question took idle time, and then count from the last time that one did.
    """

    def __init__(self, clock: WorkerClock, served_by: Iterable[threading.Thread] = ()) -> None:
        self._clock = clock
        self._served_by = tuple(served_by)
        self._cpu = clock.seconds()
        self._wall = time.monotonic()
        self._queued = self._queued_now()

    def start(self) -> None:
        self._wall = time.monotonic()
        if not self._clock.exact:
            self._cpu = self._clock.seconds()

    def spent(self) -> Spent:
        """Since the last question ended, and by the wall since this one was put."""
        cpu, wall = self._clock.seconds() - self._cpu, time.monotonic() - self._wall
        idle = wall - cpu
        if not self._clock.exact or idle < _BLINK:
            return Spent(cpu, wall)
        return Spent(cpu, wall, max(0.0, idle - max(0.0, self._queued_now() - self._queued)))

    def stop(self) -> Spent:
        """The same, and the question has ended."""
        spent = self.spent()
        self._cpu += spent.cpu
        if spent.wall - spent.cpu >= _BLINK:  # reading takes as long as a quick question
            self._queued = self._queued_now()
        return spent

    def _queued_now(self) -> float:
        if not self._clock.exact:
            return 0.0
        ours = (threading.get_native_id(), *(thread.native_id for thread in self._served_by))
        return self._clock.queued() + sum(_queued(f"/proc/self/task/{task}") for task in ours)


def _tasks(pid: int) -> list[str]:
    """The threads of a process, as folders; none when it has ended."""
    folder = f"/proc/{pid}/task"
    try:
        return [f"{folder}/{task}" for task in os.listdir(folder)]
    except OSError:
        return []


def _queued(task: str) -> float:
    """Seconds that one thread has waited for a processor; 0 where the kernel does not count them."""
    try:
        with open(f"{task}/schedstat", "rb") as file:
            return int(file.read().split()[1]) / 1e9
    except (OSError, IndexError, ValueError):
        return 0.0

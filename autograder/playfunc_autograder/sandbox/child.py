"""A process as its marker holds it: three pipes, a clock's number, a way to wait for it and one to end it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import IO, Protocol

from playfunc_checks.submitted_player import Spent

from playfunc_autograder.sandbox.bubblewrap import Command

__all__ = ["Child", "PATIENCE", "Spawned", "Stopwatch", "WorkerClock", "spawn"]


PATIENCE = 2.0
"""Seconds that the operating system gets to end a process and its pipes."""

_SIGNALLED = 128
"""Added to a signal's number, as shells do, by a command whose worker was ended by it."""


class Child(Protocol):
    """A worker that runs. `pid` names it on this side; the pipes are this side's ends."""

    @property
    def pid(self) -> int:
        """By which its CPU clock is read."""

    @property
    def stdin(self) -> IO[bytes]:
        """What it is asked."""

    @property
    def stdout(self) -> IO[bytes]:
        """What it answers."""

    @property
    def stderr(self) -> IO[bytes]:
        """What the player prints."""

    def wait(self, seconds: float) -> int | None:
        """Its exit code, negative for the signal that ended it; `None` while it runs after so many seconds."""

    def end(self) -> None:
        """End it with all of its group. May be called again."""


class Spawned:
    """A child that was executed, maybe below another program that confines it."""

    def __init__(self, command: Command) -> None:
        self._process, self.pid = _start(command)
        self._below = None if self.pid == self._process.pid else os.pidfd_open(self.pid)
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        assert self._process.stderr is not None
        self.stdin, self.stdout, self.stderr = self._process.stdin, self._process.stdout, self._process.stderr

    def wait(self, seconds: float) -> int | None:
        try:
            code = self._process.wait(timeout=seconds)
        except subprocess.TimeoutExpired:
            return None
        return _SIGNALLED - code if self._below is not None and code > _SIGNALLED else code

    def end(self) -> None:
        if not self._ended_from_below():
            _kill(self._process)
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(timeout=PATIENCE)

    def _ended_from_below(self) -> bool:
        """Whether the worker ran below the process and took it along. A worker whose parent ends first has
        nobody to bury it where the system's own first process does not."""
        if self._below is None:
            return False
        try:
            signal.pidfd_send_signal(self._below, signal.SIGKILL)
            self._process.wait(timeout=PATIENCE)
        except (OSError, subprocess.TimeoutExpired):
            return False
        finally:
            os.close(self._below)
            self._below = None
        return True


def _start(command: Command) -> tuple[subprocess.Popen[bytes], int]:
    """The process, and the process id of the worker, which may run below it."""
    if command.info_option is None:
        process = spawn(command, command.argv)
        return process, process.pid
    read, write = os.pipe()
    with open(read, "rb") as info:
        try:
            program, *rest = command.argv
            process = spawn(command, (program, command.info_option, str(write), *rest), kept=(write,))
        finally:
            os.close(write)
        return process, _child(info.read(), process.pid)


def _child(told: bytes, otherwise: int) -> int:
    """The worker's process id; `otherwise` when it was never started."""
    try:
        return int(json.loads(told)["child-pid"])
    except (ValueError, KeyError):
        return otherwise


def spawn(
    command: Command, argv: Sequence[str], stdin: int = subprocess.PIPE, kept: Sequence[int] = ()
) -> subprocess.Popen[bytes]:
    """A process in a session of its own; besides its pipes it inherits the descriptors `kept`."""
    return subprocess.Popen(
        argv,
        env=dict(command.environment),
        cwd=os.path.abspath(os.sep),
        stdin=stdin,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
        pass_fds=kept,
        creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
    )


def _kill(process: subprocess.Popen[bytes]) -> None:
    with suppress(OSError):
        if sys.platform != "win32":
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()


# How much time a worker takes, by the one clock that a busy machine does not falsify.
#
# `/proc` is read by hand here: psutil counts CPU time in hundredths of a second and knows no waits for a processor.


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

"""One worker process: started, asked, watched, and ended, whatever it does."""

from __future__ import annotations

import os
import select
import sys
import threading
import time
from collections.abc import Iterable
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import TypeAlias

from playfunc_checks.submitted_player import Spent

from playfunc_autograder.sandbox.child import PATIENCE, Child, signal_name
from playfunc_autograder.sandbox.worker.wire import WireError, cut_frame, frame, read_frame


class WorkerError(Exception):
    """A question that got no answer. The process is to be ended; `spent` is what the question took.

    `again` when the machine may be to blame, so that the question deserves a second try.
    """

    def __init__(self, reason: str, spent: Spent, *, again: bool = False) -> None:
        super().__init__(reason)
        self.reason = reason
        self.spent = spent
        self.again = again


class OverrunError(WorkerError):
    """Too slow; to be tried again when the CPU time alone would have been allowed."""


class EndedError(WorkerError):
    """The process is gone; the reason says how it ended."""


class MalformedError(WorkerError):
    """The reply is not an answer to the question."""


class WorkerProcess:
    """A worker behind pipes."""

    def __init__(self, child: Child) -> None:
        self._child = child
        self.clock = WorkerClock(child.pid)
        self._pipes = pipes_of(child)
        self._watch = Stopwatch(self.clock, self._pipes.threads)

    @property
    def printed(self) -> bytes:
        """The beginning of what was printed so far; all of it that is kept, once the process is closed."""
        return bytes(self._pipes.printed)

    def exchange(self, request: bytes, limit: int, cpu: float, wall: float) -> tuple[bytes, Spent]:
        """The answer's bytes, at most `limit`, and what it took. Raises `WorkerError`.

        `cpu` and `wall` are seconds. On systems without the CPU clock of another process, `cpu` bounds
        time by the wall.
        """
        self._watch.start()
        self._pipes.send(request, limit)
        while True:
            spent = self._watch.spent()
            if spent.cpu > cpu or spent.wall > wall:
                raise self._overrun(spent, cpu, wall)
            # Not less than a tick: CPU time grows more slowly than time by the wall, so it is asked again.
            received = self._pipes.receive(max(min(cpu - spent.cpu, wall - spent.wall), 0.002))
            if received is not None:
                break
        spent = self._watch.stop()
        if isinstance(received, WireError):
            raise MalformedError(str(received), spent)
        if isinstance(received, Exception):
            raise self._ended(spent)
        if spent.cpu > cpu:
            raise self._overrun(spent, cpu, wall)
        return received, spent

    def _overrun(self, spent: Spent, cpu: float, wall: float) -> OverrunError:
        if self.clock.exact and spent.cpu > cpu:
            return OverrunError(f"over {cpu:g} s of CPU time", spent, again=False)
        if self.clock.exact:
            reason = f"over {wall:g} s of wall-clock time, with {spent.cpu:.2f} s of CPU time used"
            return OverrunError(reason, spent, again=True)
        return OverrunError(f"over {cpu:g} s", spent, again=True)

    def _ended(self, spent: Spent) -> EndedError:
        """How the process ended, waiting for it a moment: its pipe may be closed before it is gone."""
        code = self._child.wait(0.5)
        if code is None:
            return EndedError("it closed its side of the wire", spent)
        if code >= 0:
            return EndedError(f"it ended by itself with exit code {code}", spent)
        name = signal_name(-code)
        # A process does not send this signal to itself; a system short of memory sends it.
        return EndedError(f"it was ended by the signal {name}", spent, again=name == "SIGKILL")

    def close(self) -> None:
        """End the process with all of its group, and everything that serves it. May be called again."""
        self._child.end()
        self._pipes.close()


# A worker's three pipes: one frame is sent, one is waited for, and what the player prints is drained.


OUTPUT_LIMIT = 16 * 1024
"""How many bytes of a worker's prints are kept."""

_CHUNK = 65536

Received: TypeAlias = bytes | Exception
"""An answer's bytes, or why there is none."""


def pipes_of(child: Child) -> _Polled | _Served:
    """The marker's ends. One request is under way at a time."""
    return _Served(child) if sys.platform == "win32" else _Polled(child)


def _keep(printed: bytearray, data: bytes) -> None:
    printed += data[: max(OUTPUT_LIMIT + 1 - len(printed), 0)]


class _Polled:
    """Pipes that the asking thread itself waits for."""

    threads: tuple[threading.Thread, ...] = ()
    """Those of this process through which answers come."""

    def __init__(self, child: Child) -> None:
        self._child = child
        self._unsent = memoryview(b"")
        self._received = bytearray()
        self._limit = 0
        self._printed = bytearray()
        self._poll = select.poll()
        for pipe in (child.stdin, child.stdout, child.stderr):
            os.set_blocking(pipe.fileno(), False)
        for pipe in (child.stdout, child.stderr):
            self._poll.register(pipe.fileno(), select.POLLIN)

    @property
    def printed(self) -> bytearray:
        """The beginning of what was printed: one byte more than `OUTPUT_LIMIT` where something was cut off."""
        self._drain()
        return self._printed

    def send(self, request: bytes, limit: int) -> None:
        """Begin to send a request, whose answer may have `limit` bytes."""
        self._unsent, self._limit = memoryview(frame(request)), limit

    def receive(self, seconds: float) -> Received | None:
        """The answer, once it is there; `None` where it is not after so many seconds by the wall."""
        end = time.monotonic() + seconds
        try:
            self._write()
            while (data := cut_frame(self._received, self._limit)) is None:
                left = end - time.monotonic()
                if left <= 0:
                    return None
                self._serve(left)
        except Exception as error:
            return error
        return data

    def close(self) -> None:
        self._drain()
        for pipe in (self._child.stdin, self._child.stdout, self._child.stderr):
            pipe.close()

    def _serve(self, seconds: float) -> None:
        """Wait for the pipes, and read and write what can be. Raises `EOFError` where no answer comes any more, and
        `OSError` where nobody reads the request."""
        for descriptor, _ in self._poll.poll(1000 * seconds):
            if descriptor == self._child.stdin.fileno():
                self._write()
            elif descriptor == self._child.stderr.fileno():
                self._drain()
            elif data := os.read(descriptor, _CHUNK):
                self._received += data
            else:
                raise EOFError("the stream has ended")

    def _write(self) -> None:
        descriptor = self._child.stdin.fileno()
        with suppress(BlockingIOError):
            while self._unsent:
                self._unsent = self._unsent[os.write(descriptor, self._unsent) :]
        if self._unsent:
            self._poll.register(descriptor, select.POLLOUT)
        else:
            self._forget(descriptor)

    def _drain(self) -> None:
        """Read once: a process that prints without an end must not keep its reader from the time limit."""
        if self._child.stderr.closed:
            return
        with suppress(BlockingIOError):
            if data := os.read(self._child.stderr.fileno(), _CHUNK):
                _keep(self._printed, data)
            else:
                self._forget(self._child.stderr.fileno())

    def _forget(self, descriptor: int) -> None:
        with suppress(KeyError):  # it was not waited for
            self._poll.unregister(descriptor)


class _Served:
    """Pipes of a system that cannot wait for them with a time-out: one thread sends requests and receives answers,
    one drains what is printed."""

    def __init__(self, child: Child) -> None:
        self._child = child
        self.printed = bytearray()
        self._requests: SimpleQueue[tuple[bytes, int] | None] = SimpleQueue()
        self._received: SimpleQueue[Received] = SimpleQueue()
        self.threads = (
            threading.Thread(target=self._talk, daemon=True),
            threading.Thread(target=self._drain, daemon=True),
        )
        for thread in self.threads:
            thread.start()

    def send(self, request: bytes, limit: int) -> None:
        self._requests.put((request, limit))

    def receive(self, seconds: float) -> Received | None:
        try:
            return self._received.get(timeout=seconds)
        except Empty:
            return None

    def close(self) -> None:
        self._requests.put(None)
        for thread in self.threads:
            thread.join(timeout=PATIENCE)
        if any(thread.is_alive() for thread in self.threads):
            return  # a process that escaped its group still holds a pipe; closing ours would wait for it
        for pipe in (self._child.stdin, self._child.stdout, self._child.stderr):
            with suppress(OSError):  # bytes that were never sent
                pipe.close()

    def _talk(self) -> None:
        while (asked := self._requests.get()) is not None:
            request, limit = asked
            try:
                self._child.stdin.write(frame(request))
                self._child.stdin.flush()
                self._received.put(read_frame(self._child.stdout, limit))
            except Exception as error:
                self._received.put(error)

    def _drain(self) -> None:
        while data := os.read(self._child.stderr.fileno(), _CHUNK):
            _keep(self.printed, data)


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

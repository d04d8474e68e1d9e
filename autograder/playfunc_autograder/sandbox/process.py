"""One worker process: started, asked, watched, and ended, whatever it does."""

from __future__ import annotations

import os
import signal
import threading
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import IO, TypeAlias

from playfunc_checks.submitted_player import Spent

from playfunc_autograder.sandbox.child import PATIENCE, Child, Stopwatch, WorkerClock
from playfunc_autograder.sandbox.worker.wire import WireError, frame, read_frame

__all__ = ["OUTPUT_LIMIT", "EndedError", "MalformedError", "OverrunError", "WorkerError", "WorkerProcess"]

OUTPUT_LIMIT = 16 * 1024
"""How many bytes of a worker's prints are kept."""


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


_Request: TypeAlias = tuple[bytes, int] | None
"""A frame to send and the limit of the one that answers it; `None` to stop."""

_Received: TypeAlias = bytes | Exception


class WorkerProcess:
    """A worker behind pipes. Two threads serve it, because not every system can wait for a pipe with a
    time-out: one sends requests and receives answers, one drains what the student's code prints."""

    def __init__(self, child: Child) -> None:
        self._child = child
        self.clock = WorkerClock(child.pid)
        self._requests: SimpleQueue[_Request] = SimpleQueue()
        self._received: SimpleQueue[_Received] = SimpleQueue()
        self._printed = bytearray()
        talk = (self._requests, self._received, child.stdin, child.stdout)
        self._threads = (
            threading.Thread(target=_talk, args=talk, daemon=True),
            threading.Thread(target=_drain, args=(child.stderr, self._printed), daemon=True),
        )
        for thread in self._threads:
            thread.start()
        self._watch = Stopwatch(self.clock, self._threads)

    @property
    def printed(self) -> bytes:
        """The beginning of what was printed so far; all of it that is kept, once the process is closed."""
        return bytes(self._printed)

    def exchange(self, request: bytes, limit: int, cpu: float, wall: float) -> tuple[bytes, Spent]:
        """The answer's bytes, at most `limit`, and what it took. Raises `WorkerError`.

        `cpu` and `wall` are seconds. On systems without the CPU clock of another process, `cpu` bounds
        time by the wall.
        """
        self._watch.start()
        self._requests.put((frame(request), limit))
        while True:
            spent = self._watch.spent()
            if spent.cpu > cpu or spent.wall > wall:
                raise self._overrun(spent, cpu, wall)
            received = self._receive(min(cpu - spent.cpu, wall - spent.wall))
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

    def _receive(self, seconds: float) -> _Received | None:
        try:
            # Not less than a tick: CPU time grows more slowly than time by the wall, so it is asked again.
            return self._received.get(timeout=max(seconds, 0.002))
        except Empty:
            return None

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
        name = _signal_name(-code)
        # A process does not send this signal to itself; a system short of memory sends it.
        return EndedError(f"it was ended by the signal {name}", spent, again=name == "SIGKILL")

    def close(self) -> None:
        """End the process with all of its group, and everything that serves it. May be called again."""
        self._child.end()
        self._requests.put(None)
        for thread in self._threads:
            thread.join(timeout=PATIENCE)
        if any(thread.is_alive() for thread in self._threads):
            return  # a process that escaped its group still holds a pipe; closing ours would wait for it
        for pipe in (self._child.stdin, self._child.stdout, self._child.stderr):
            with suppress(OSError):  # bytes that were never sent
                pipe.close()


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return str(number)


def _talk(
    requests: SimpleQueue[_Request], received: SimpleQueue[_Received], stdin: IO[bytes], stdout: IO[bytes]
) -> None:
    while (request := requests.get()) is not None:
        data, limit = request
        try:
            stdin.write(data)
            stdin.flush()
            received.put(read_frame(stdout, limit))
        except Exception as error:
            received.put(error)


def _drain(stderr: IO[bytes], printed: bytearray) -> None:
    while data := os.read(stderr.fileno(), 65536):
        printed += data[: max(OUTPUT_LIMIT + 1 - len(printed), 0)]

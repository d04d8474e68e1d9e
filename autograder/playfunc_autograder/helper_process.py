"""A process beside this one that runs jobs and nothing else.

    with Beside() as beside:
        result = beside.run(function, job)

Players and opponents draw from the module `random`, seeded before every call. A thread of another library that draws
from it too changes what they do: Dask's workers, for example, measure their memory and network with random bytes. So
jobs run in a process that has no such threads. It is kept from job to job, and ends with the one that started it.
"""

from __future__ import annotations

import os
import pickle
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import Self, TypeVar

from playfunc_autograder.executors import end_with_parent

J = TypeVar("J")
R = TypeVar("R")


class BesideEndedError(RuntimeError):
    """The process was killed while it ran a job, or took too long for one."""


class Beside:
    """Starts its process with the first job, and again where it has ended. A job may take `seconds` by the wall, or any
    time; the process is less urgent than this one by `nice`."""

    def __init__(self, seconds: float | None = None, nice: int = 0) -> None:
        self._seconds, self._nice = seconds, nice
        self._process: subprocess.Popen[bytes] | None = None
        self._jobs: Connection | None = None
        self._over = False
        self._one_at_a_time = threading.Lock()
        self._changing = threading.RLock()

    @property
    def pid(self) -> int | None:
        """Of the process, where one was started."""
        process = self._process
        return None if process is None else process.pid

    def run(self, function: Callable[[J], R], job: J) -> R:
        """What the function returns or raises for the job. Raises `BesideEndedError` where there is neither: that
        killed the process, it takes too long, or no job is taken any more."""
        asked = pickle.dumps((function, job))
        with self._one_at_a_time:
            jobs = self._running()
            try:
                jobs.send_bytes(asked)
                if not jobs.poll(self._seconds):
                    raise TimeoutError(f"no answer within {self._seconds:.0f} s")
                returned, value = pickle.loads(jobs.recv_bytes())
            except (OSError, EOFError) as error:
                code = self._end()
                raise BesideEndedError(str(error) or f"exit code {code}") from error
        if not returned:
            raise value
        result: R = value
        return result

    def close(self) -> None:
        """End the process, with any job that runs there, and take no job any more."""
        with self._changing:
            self._over = True
            if self._process is not None:
                self._process.kill()
                self._process.wait()
        with self._one_at_a_time:  # who waits for the job has seen its end
            self._end()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _end(self) -> int | None:
        """The exit code of what was killed."""
        with self._changing:
            code = None
            if self._process is not None and self._jobs is not None:
                self._process.kill()
                code = self._process.wait()
                self._jobs.close()
            self._process = self._jobs = None
            return code

    def _running(self) -> Connection:
        with self._changing:
            if self._over:
                raise BesideEndedError("no job is taken any more")
            if self._process is not None and self._process.poll() is not None:
                self._end()
            if self._jobs is None:
                self._jobs = self._started()
            return self._jobs

    def _started(self) -> Connection:
        ours, theirs = socket.socketpair()
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, "-m", __spec__.name, str(theirs.fileno()), str(self._nice)],
                stdin=subprocess.DEVNULL,
                stdout=sys.__stderr__,
                env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
                pass_fds=(theirs.fileno(),),
            )
        return Connection(ours.detach())


def _main() -> None:
    """In the process beside: jobs from a socket, until it ends. A job carries the course's secret, so the programs that
    jobs start do not inherit it. What jobs print goes to standard error. Ctrl+C is for who asks."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    number, nice = map(int, sys.argv[1:])
    os.set_inheritable(number, False)
    os.nice(nice)
    end_with_parent()
    jobs = Connection(number)
    with suppress(EOFError, OSError):
        while True:
            jobs.send_bytes(_answer(jobs.recv_bytes()))


def _answer(asked: bytes) -> bytes:
    try:
        function, job = pickle.loads(asked)
        return pickle.dumps((True, function(job)))
    except Exception as error:
        try:
            pickle.loads(said := pickle.dumps((False, error)))
        except Exception:
            return pickle.dumps((False, RuntimeError(f"{type(error).__name__}: {error}")))
        return said


if __name__ == "__main__":
    _main()

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
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any, BinaryIO, Self, TypeVar

__all__ = ["Beside", "BesideEndedError"]

J = TypeVar("J")
R = TypeVar("R")


class BesideEndedError(RuntimeError):
    """The process was killed while it ran a job."""


class Beside:
    """Starts its process with the first job, and again where it has ended."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._one_at_a_time = threading.Lock()

    def run(self, function: Callable[[J], R], job: J) -> R:
        """What the function returns or raises for the job. Raises `BesideEndedError` where that killed the process."""
        asked = pickle.dumps((function, job))
        with self._one_at_a_time:
            process = self._running()
            try:
                _send(process.stdin, asked)
                returned, value = pickle.loads(_receive(process.stdout))
            except (OSError, EOFError) as error:
                self.close()
                raise BesideEndedError(f"exit code {process.returncode}") from error
        if not returned:
            raise value
        result: R = value
        return result

    def close(self) -> None:
        """End the process, with any job that runs there."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            for pipe in (self._process.stdin, self._process.stdout):
                with suppress(OSError):  # what was not read by a process that is gone
                    pipe.close()  # type: ignore[union-attr]
            self._process = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _running(self) -> subprocess.Popen[bytes]:
        if self._process is None or self._process.poll() is not None:
            self.close()
            command = [sys.executable, "-m", __spec__.name]
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
            )
        return self._process


def _send(pipe: BinaryIO | Any, message: bytes) -> None:
    pipe.write(len(message).to_bytes(8, "big") + message)
    pipe.flush()


def _receive(pipe: BinaryIO | Any) -> bytes:
    size = int.from_bytes(_exactly(pipe, 8), "big")
    return _exactly(pipe, size)


def _exactly(pipe: BinaryIO | Any, size: int) -> bytes:
    found: bytes = pipe.read(size)
    if len(found) < size:
        raise EOFError
    return found


def _main() -> None:
    """In the process beside: jobs from the standard input, until it ends. A job carries the course's secret, so the
    programs that jobs start inherit neither pipe. What jobs print goes to standard error."""
    jobs, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    _end_with_parent()
    with suppress(EOFError, BrokenPipeError):
        while True:
            _send(answers, _answer(_receive(jobs)))


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


def _end_with_parent() -> None:
    """The end of the pipe ends a process that waits for a job; one that runs a job looks whether its parent lives."""
    parent = os.getppid()

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(1)
        os.kill(os.getpid(), signal.SIGKILL)

    threading.Thread(target=watch, daemon=True).start()


if __name__ == "__main__":
    _main()

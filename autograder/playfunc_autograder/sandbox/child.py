"""A process as its marker holds it: three pipes, a clock's number, a way to wait for it and one to end it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from contextlib import suppress
from types import MappingProxyType
from typing import IO, Protocol, Self, cast

from playfunc_autograder.sandbox.bubblewrap import Command

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
    """A process that was executed in a session of its own, maybe below another one that confines it: `process` is the
    one that was started, `pid` the worker's. Raises `OSError` where nothing can be started.

    `folder` is where it starts; `stdin` and `stderr` are as `subprocess.Popen` takes them. It inherits the
    descriptors in `options`, each of which follows its option of the confining program.
    """

    def __init__(
        self,
        command: Command,
        folder: str = os.path.abspath(os.sep),
        *,
        stdin: int = subprocess.PIPE,
        stderr: int = subprocess.PIPE,
        options: Mapping[str, int] = MappingProxyType({}),
    ) -> None:
        with Told(command, options) as told:
            self.process = subprocess.Popen(
                told.argv,
                env=dict(command.environment),
                cwd=folder,
                stdin=stdin,
                stdout=subprocess.PIPE,
                stderr=stderr,
                start_new_session=True,
                pass_fds=told.descriptors,
                creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
            )
            below = told.pid()
        self.pid = self.process.pid if below is None else below
        self.cpu = 0.0
        """CPU seconds of all that ended with it; known where `wait` has seen its end."""
        self.confined = below is not None
        self._over = False
        self._below = hold(below) if below is not None else None
        # Each is there where it is a pipe.
        self.stdin = cast("IO[bytes]", self.process.stdin)
        self.stdout = cast("IO[bytes]", self.process.stdout)
        self.stderr = cast("IO[bytes]", self.process.stderr)

    def wait(self, seconds: float) -> int | None:
        code = self._ended(seconds)
        return _SIGNALLED - code if code is not None and self.confined and code > _SIGNALLED else code

    def end(self) -> None:
        """First what runs below, so that its parent is there to bury it: a worker whose parent ends first has nobody
        to do so where the system's own first process does not."""
        if self._over:
            return
        self._over = True
        if self._below is not None:
            patience = PATIENCE
            try:
                signal.pidfd_send_signal(self._below, signal.SIGKILL)
            except OSError:  # it has ended
                patience = 0.0
            finally:
                os.close(self._below)
            if self._ended(patience) is not None:
                return
        with suppress(OSError):
            if sys.platform != "win32":
                os.killpg(self.process.pid, signal.SIGKILL)
            else:
                self.process.kill()
        self._ended(PATIENCE)

    def close_pipes(self) -> None:
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            with suppress(OSError):  # bytes that were never sent
                if pipe is not None:
                    pipe.close()

    def _ended(self, seconds: float) -> int | None:
        """The exit code of the process that was started, `None` while it runs."""
        if sys.platform == "win32":
            with suppress(subprocess.TimeoutExpired):
                return self.process.wait(seconds)
            return None
        end, pause = time.monotonic() + seconds, 0.0005
        while self.process.returncode is None:
            with suppress(ChildProcessError):  # another thread has just seen its end
                pid, status, use = os.wait4(self.process.pid, os.WNOHANG)
                if pid:
                    self.process.returncode = os.waitstatus_to_exitcode(status)
                    self.cpu = use.ru_utime + use.ru_stime
                    break
            left = end - time.monotonic()
            if left <= 0:
                return None
            time.sleep(min(pause, left))
            pause = min(2 * pause, 0.02)
        return self.process.returncode


class Told:
    """How a program that confines a worker says which process that is. Use it in a `with` statement around the start
    of `argv`, which inherits `descriptors`."""

    def __init__(self, command: Command, options: Mapping[str, int] = MappingProxyType({})) -> None:
        self.argv = command.argv
        self.descriptors: tuple[int, ...] = ()
        self._info: IO[bytes] | None = None
        self._write = -1
        if command.options_at is None:
            return
        read, self._write = os.pipe()
        self._info = open(read, "rb")  # noqa: SIM115, closed by __exit__
        kept = {"--info-fd": self._write, **options}
        told = (part for option, descriptor in kept.items() for part in (option, str(descriptor)))
        at = command.options_at
        self.argv = (*command.argv[:at], *told, *command.argv[at:])
        self.descriptors = tuple(kept.values())

    def pid(self) -> int | None:
        """Of the worker that runs below what was started; `None` where nothing does, or it was never started."""
        if self._info is None:
            return None
        self._close_write()
        try:
            return int(json.loads(self._info.read())["child-pid"])
        except (ValueError, KeyError):
            return None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._info is not None:
            self._close_write()
            self._info.close()

    def _close_write(self) -> None:
        if self._write >= 0:
            os.close(self._write)
            self._write = -1


def hold(pid: int) -> int | None:
    """A descriptor of a process that another one started, which names it even when its number is another's; `None`
    where it has ended and is buried already."""
    try:
        return os.pidfd_open(pid)
    except ProcessLookupError:
        return None


def ending_signal(code: int) -> int:
    """The signal that an exit code tells of, its own or that of a shell's child; 0 where none does."""
    return -code if code < 0 else max(0, code - _SIGNALLED)


def signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"

"""A process as its marker holds it: three pipes, a clock's number, a way to wait for it and one to end it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import IO, Protocol

from playfunc_autograder.sandbox.launch import Command

__all__ = ["PATIENCE", "Child", "Spawned", "spawn"]

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

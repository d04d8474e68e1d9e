"""One running program behind pipes: lines go in, lines come out, and the whole group ends when it must."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from playfunc_autograder.programs.group import Group, GroupUse
from playfunc_autograder.sandbox.clock import Spent
from playfunc_autograder.sandbox.process import OUTPUT_LIMIT

__all__ = ["MAX_THREADS", "EndedError", "GarbageError", "OverrunError", "ProgramFault", "RunningProgram"]

MAX_THREADS = 256
"""Threads of all a program's processes together; a Java runtime takes about thirty."""

LINE_LIMIT = 64 * 1024
"""Bytes of an answer's line, more than any memory may hold."""

_FIRST_LOOK, _LAST_LOOK = 0.005, 0.05
"""Seconds between two looks at what the group uses while an answer is awaited."""

_PATIENCE = 2.0
"""Seconds the operating system gets to end a group."""


class ProgramFault(Exception):  # noqa: N818, a fault as in "whose fault"
    """The program did not answer; `reason` is for its author, `spent` what the question took."""

    def __init__(self, reason: str, spent: Spent) -> None:
        super().__init__(reason)
        self.reason = reason
        self.spent = spent


class OverrunError(ProgramFault):
    """It used more time, memory or processes than it may."""


class EndedError(ProgramFault):
    """It ended, or closed its output."""


class GarbageError(ProgramFault):
    """It printed what was not asked for."""


@dataclass(frozen=True, slots=True)
class GroupLimits:
    """For one answer: CPU seconds of the group, seconds by the wall; and the group's memory in bytes."""

    cpu: float
    wall: float
    memory: int


class RunningProgram:
    """A started program. Two threads read what it prints, because not every system can wait for a pipe."""

    def __init__(self, argv: Sequence[str], environment: dict[str, str], folder: str) -> None:
        self._process = subprocess.Popen(
            argv,
            env=environment,
            cwd=folder,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        assert self._process.stderr is not None
        if sys.platform != "win32":
            os.set_blocking(self._process.stdin.fileno(), False)
        self._changed = threading.Condition()
        self._out = bytearray()
        self._complaints = bytearray()
        self._closed = False
        self._group = Group(self._process.pid)
        self._used = GroupUse()
        self._threads = (
            threading.Thread(target=self._read, args=(self._process.stdout.fileno(),), daemon=True),
            threading.Thread(target=self._drain, args=(self._process.stderr.fileno(),), daemon=True),
        )
        for thread in self._threads:
            thread.start()

    @property
    def complaints(self) -> str:
        """The beginning of what it wrote to its standard error."""
        return bytes(self._complaints).decode("utf-8", "replace")

    def ask(self, line: str, limits: GroupLimits) -> tuple[str, Spent]:
        """Send a line (none when it is empty) and return the next one. Raises `ProgramFault`."""
        with self._changed:
            if line and self._out:
                raise GarbageError(f"it printed {_shown(self._out)} before it was asked", Spent(0, 0))
        began, before = time.monotonic(), self._used.cpu
        if line:
            self._send(line + "\n")
        answer, spent = self._line(limits, began, before)
        return answer, spent

    def whole_output(self, limits: GroupLimits) -> tuple[str, Spent]:
        """All that the program prints until it ends by itself. Raises `ProgramFault`."""
        began = time.monotonic()
        self._close_input()
        self._wait(lambda: self._closed, limits, began, 0.0)
        code, cpu = self._bury(limits.wall)
        spent = Spent(max(cpu, self._used.cpu), time.monotonic() - began)
        if code:
            raise EndedError(self._how_it_ended(code), spent)
        return bytes(self._out).decode("utf-8", "replace"), spent

    def tell(self, line: str) -> None:
        """Send a last line and close its input; it may end by itself now."""
        with suppress(ProgramFault):
            self._send(line + "\n")
        self._close_input()

    def close(self) -> None:
        """End the group. May be called again."""
        with suppress(OSError):
            if sys.platform != "win32":
                os.killpg(self._process.pid, signal.SIGKILL)
            else:
                self._process.kill()
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(_PATIENCE)
        for thread in self._threads:
            thread.join(_PATIENCE)
        if not any(thread.is_alive() for thread in self._threads):
            for pipe in (self._process.stdin, self._process.stdout, self._process.stderr):
                with suppress(OSError):
                    pipe.close()  # type: ignore[union-attr]

    def _send(self, text: str) -> None:
        assert self._process.stdin is not None
        try:
            sent = os.write(self._process.stdin.fileno(), text.encode())
        except BlockingIOError:
            sent = 0
        except OSError:
            return  # it reads no more; what it printed before tells why
        if sent < len(text.encode()):
            raise GarbageError("it answers without reading what it is sent", Spent(0, 0))

    def _line(self, limits: GroupLimits, began: float, before: float) -> tuple[str, Spent]:
        self._wait(lambda: b"\n" in self._out or self._closed, limits, began, before)
        with self._changed:
            line, end, rest = bytes(self._out).partition(b"\n")
            self._out[:] = rest
        spent = Spent(self._used.cpu - before, time.monotonic() - began)
        if not end and not line:
            code, _ = self._bury(0.5)
            raise EndedError(self._how_it_ended(code), spent)
        return line.decode("utf-8", "replace").rstrip("\r"), spent

    def _wait(self, done: object, limits: GroupLimits, began: float, before: float) -> None:
        """Until `done()`, looking at the clocks ever more rarely. Raises `OverrunError`, `GarbageError`."""
        assert callable(done)
        pause = _FIRST_LOOK
        while True:
            with self._changed:
                finished = self._changed.wait_for(done, pause)
            self._look(search=not finished)
            spent = Spent(self._used.cpu - before, time.monotonic() - began)
            if len(self._out) > LINE_LIMIT:
                raise GarbageError(f"it printed more than {LINE_LIMIT} bytes: {_shown(self._out)}", spent)
            if spent.cpu > limits.cpu:
                raise OverrunError(f"it took over {limits.cpu:g} s of CPU time", spent)
            if self._used.memory > limits.memory:
                raise OverrunError(f"it took over {limits.memory / 2**20:.0f} MiB of memory", spent)
            if self._used.threads > MAX_THREADS:
                raise OverrunError(f"it started over {MAX_THREADS} threads and processes", spent)
            if finished:
                return
            if spent.wall > limits.wall:
                raise OverrunError(self._silence(limits, spent), spent)
            pause = min(2 * pause, _LAST_LOOK)

    def _look(self, *, search: bool) -> None:
        use = self._group.use(search=search)
        self._used = replace(use, cpu=max(use.cpu, self._used.cpu))

    def _silence(self, limits: GroupLimits, spent: Spent) -> str:
        """Why nothing came: the usual cause shows itself once the program's input ends."""
        said = bytes(self._out)
        self._close_input()
        with self._changed:
            self._changed.wait_for(lambda: self._closed, 1.0)
        late = bytes(self._out)[len(said) :]
        if late.strip():
            return (
                f"nothing came within {limits.wall:g} s, but {_shown(late)} came when its input was closed: it "
                "does not flush its output (print(…, flush=True), fflush(stdout), $| = 1, System.out.flush())"
            )
        if said:
            return f"it printed {_shown(said)} without ending the line, for {limits.wall:g} s"
        return f"it printed nothing within {limits.wall:g} s (and used {spent.cpu:.1f} s of CPU time)"

    def _how_it_ended(self, code: int | None) -> str:
        if code is None:
            return "it closed its output"
        last = self.complaints.strip().splitlines()[-1:]
        said = f": {last[0][:300]}" if last else ""
        if code < 0 or code > 128:
            return f"it was ended by signal {-code if code < 0 else code - 128}{said}"
        return f"it ended with exit code {code}{said}" if code or said else "it ended"

    def _bury(self, seconds: float) -> tuple[int | None, float]:
        """The exit code, `None` while it still runs, and the CPU seconds of all that ended with it."""
        if sys.platform == "win32":
            with suppress(subprocess.TimeoutExpired):
                return self._process.wait(seconds), 0.0
            return None, 0.0
        end = time.monotonic() + seconds
        while self._process.returncode is None:
            pid, status, use = os.wait4(self._process.pid, os.WNOHANG)
            if pid:
                self._process.returncode = os.waitstatus_to_exitcode(status)
                return self._process.returncode, use.ru_utime + use.ru_stime
            if time.monotonic() > end:
                return None, 0.0
            time.sleep(0.002)
        return self._process.returncode, 0.0

    def _close_input(self) -> None:
        assert self._process.stdin is not None
        with suppress(OSError):
            self._process.stdin.close()

    def _read(self, descriptor: int) -> None:
        while data := _read_some(descriptor):
            with self._changed:
                self._out += data[: max(LINE_LIMIT + 1 - len(self._out), 0)]
                self._changed.notify_all()
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    def _drain(self, descriptor: int) -> None:
        while data := _read_some(descriptor):
            self._complaints += data[: max(OUTPUT_LIMIT - len(self._complaints), 0)]


def _read_some(descriptor: int) -> bytes:
    try:
        return os.read(descriptor, 65536)
    except OSError:
        return b""


def _shown(data: bytes | bytearray) -> str:
    text = bytes(data[:60]).decode("utf-8", "replace")
    return repr(text) + ("…" if len(data) > 60 else "")

"""One running program behind pipes: write lines to it, read lines from it, and end its process."""

from __future__ import annotations

import os
import select
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace

from playfunc.errors import PlayError
from playfunc_checks.submitted_player import Spent

from playfunc_autograder.programs.interpreters import RUNTIMES, SEARCHED
from playfunc_autograder.sandbox.bubblewrap import Command
from playfunc_autograder.sandbox.child import PATIENCE, Spawned, ending_signal
from playfunc_autograder.sandbox.worker_process import OUTPUT_LIMIT, READABLE, Stopwatch, WorkerClock

# What a program uses: it is one process, so that its own entry in Linux's `/proc` tells all (`proc(5)`).
#
# Elsewhere only time by the wall is known. The entry is read by hand: psutil does not tell the size of the tables of
# pages, and takes a file for each of the other numbers, where this is asked many times in a second.


_MEMORY = ("VmRSS", "VmSwap", "VmPTE")
"""Pages in memory, pages on disk, and the tables of pages, which can be made to outweigh both."""


@dataclass(frozen=True, slots=True)
class Use:
    """Bytes of memory and threads, now."""

    memory: int = 0
    threads: int = 0


def use_of(pid: int) -> Use:
    """What the process uses; nothing when it has ended, and where the system does not tell."""
    if not READABLE:
        return Use()
    try:
        with open(f"/proc/{pid}/status", encoding="ascii", errors="replace") as file:
            fields = dict(line.partition(":")[::2] for line in file)
    except OSError:
        return Use()
    kilobytes = sum(int(fields[name].split()[0]) for name in _MEMORY if name in fields)
    return Use(kilobytes * 1024, int(fields.get("Threads", "0")))


MAX_THREADS = 256
"""A Java runtime starts about thirty."""

LINE_LIMIT = 64 * 1024
"""Bytes of an answer's line, more than any memory may hold."""

_FIRST_LOOK, _LAST_LOOK = 0.005, 0.05
"""Seconds between two checks of the program's resources while waiting for an answer."""

_STARTING = 0.25
"""Seconds that starting and burying a process may take on a busy machine; they do not count as sleep."""

_GLANCE = 0.2
"""Seconds between two checks of its memory between questions."""

_REFUSED_FORK = 31
"""SIGSYS, by which a call that is `fatal` in `program_calls` ends the process."""

_NO_SUCH_PROGRAM = 127
"""The exit code of a shell or of env when it does not find the program to run."""

_NOT_FOUND = (
    f" (programs are found in {SEARCHED.replace(':', ', ')}, and in the folders that the environment variable "
    f"{RUNTIMES} names)"
)

_ONE_PROCESS = (
    "it tried to start a process and was ended, because a program is one process with any number of threads: "
    "in a shell script write `exec java …` (or another runtime) as the last line, without pipes and $(…)"
)


class ProgramFault(Exception):  # noqa: N818, a fault as in "whose fault"
    """The program did not answer; `reason` is for its author, `spent` what the question took."""

    def __init__(self, reason: str, spent: Spent) -> None:
        super().__init__(reason)
        self.reason = reason
        self.spent = spent


class OverrunError(ProgramFault):
    """It used more time, memory or threads than it may."""


class EndedError(ProgramFault):
    """It ended, or closed its output."""


class GarbageError(ProgramFault):
    """It printed unexpected output."""


class MistakenError(ProgramFault):
    """It answered, and the answer is a `mistake` in the game's own terms."""

    def __init__(self, mistake: PlayError, spent: Spent) -> None:
        super().__init__(mistake.reason, spent)
        self.mistake = mistake


@contextmanager
def paid(spent: Spent) -> Iterator[None]:
    """Make what goes wrong as an answer is read a `MistakenError`: it has cost time like any other answer."""
    try:
        yield
    except PlayError as error:
        raise MistakenError(error, spent) from error


@dataclass(frozen=True, slots=True)
class ProgramLimits:
    """For one answer: CPU seconds, and seconds by the wall."""

    cpu: float
    wall: float


class RunningProgram:
    """A started program, the process `pid`, with so many bytes of memory. Two threads read what it prints, because
    not every system can wait for a pipe; one of them also looks at its memory while nothing is asked."""

    def __init__(self, command: Command, folder: str, memory: int) -> None:
        self._child = child = Spawned(command, folder)
        self.pid = child.pid
        self._memory = memory
        self._overran = False
        if sys.platform != "win32":
            os.set_blocking(child.stdin.fileno(), False)
        self._changed = threading.Condition()
        self._out = bytearray()
        self._complaints = bytearray()
        self._closed = False
        self._threads = (
            threading.Thread(target=self._read, args=(child.stdout.fileno(),), daemon=True),
            threading.Thread(target=self._drain, args=(child.stderr.fileno(),), daemon=True),
        )
        for thread in self._threads:
            thread.start()
        self._watch = Stopwatch(WorkerClock(self.pid), self._threads)

    @property
    def complaints(self) -> str:
        """The beginning of what it wrote to its standard error."""
        return bytes(self._complaints).decode("utf-8", "replace")

    def ask(self, line: str, limits: ProgramLimits) -> tuple[str, Spent]:
        """Send a line (none when it is empty) and return the next one. Raises `ProgramFault`."""
        with self._changed:
            if line and self._out:
                raise GarbageError(f"it printed {_shown(self._out)} before it was asked", Spent(0, 0))
        self._watch.start()
        if line:
            self._send(line + "\n")
        return self._line(limits)

    def whole_output(self, limits: ProgramLimits) -> tuple[str, Spent]:
        """All that the program prints until it ends by itself. Raises `ProgramFault`."""
        self._watch.start()
        self._close_input()
        self._wait(lambda: self._closed, limits)
        code = self._child.wait(limits.wall)
        seen = self._watch.stop()
        # Its clock has gone with it, and with that how long it waited for a processor.
        unseen = max(0.0, self._child.cpu - seen.cpu)
        spent = replace(seen, cpu=seen.cpu + unseen, asleep=max(0.0, seen.asleep - unseen - _STARTING))
        if code:
            raise EndedError(self._how_it_ended(code), spent)
        return bytes(self._out).decode("utf-8", "replace"), spent

    def tell(self, line: str) -> None:
        """Send a last line and close its input; it may end by itself now."""
        with suppress(ProgramFault):
            self._send(line + "\n")
        self._close_input()

    def close(self) -> None:
        """End the process. May be called again."""
        self._child.end()
        for thread in self._threads:
            thread.join(PATIENCE)
        if not any(thread.is_alive() for thread in self._threads):
            self._child.close_pipes()

    def _send(self, text: str) -> None:
        try:
            sent = os.write(self._child.stdin.fileno(), text.encode())
        except BlockingIOError:
            sent = 0
        except OSError:
            return  # it has stopped reading; its earlier output explains why
        if sent < len(text.encode()):
            raise GarbageError("it answers without reading what it is sent", Spent(0, 0))

    def _line(self, limits: ProgramLimits) -> tuple[str, Spent]:
        self._wait(lambda: b"\n" in self._out or self._closed, limits)
        with self._changed:
            line, end, rest = bytes(self._out).partition(b"\n")
            self._out[:] = rest
        spent = self._watch.stop()
        if not end and not line:
            raise EndedError(self._how_it_ended(self._child.wait(0.5)), spent)
        return line.decode("utf-8", "replace").rstrip("\r"), spent

    def _wait(self, done: Callable[[], bool], limits: ProgramLimits) -> None:
        """Wait until `done()`, checking the clocks less and less often. Raises `OverrunError`, `GarbageError`."""
        pause = _FIRST_LOOK
        while True:
            with self._changed:
                finished = self._changed.wait_for(done, pause)
            use, spent = use_of(self.pid), self._watch.spent()
            if len(self._out) > LINE_LIMIT:
                raise GarbageError(f"it printed more than {LINE_LIMIT} bytes: {_shown(self._out)}", spent)
            if spent.cpu > limits.cpu:
                raise OverrunError(f"it took over {limits.cpu:g} s of CPU time", spent)
            if use.memory > self._memory or self._overran:
                raise OverrunError(self._too_much_memory(), spent)
            if use.threads > MAX_THREADS:
                raise OverrunError(f"it started over {MAX_THREADS} threads", spent)
            if finished:
                return
            if spent.wall > limits.wall:
                raise OverrunError(self._silence(limits, spent), spent)
            pause = min(2 * pause, _LAST_LOOK)

    def _silence(self, limits: ProgramLimits, spent: Spent) -> str:
        """Why no answer arrived: the usual cause (unflushed output) appears when the program's input is closed."""
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
        if self._overran:
            return self._too_much_memory()
        if code is None:
            return "it closed its output"
        last = self.complaints.strip().splitlines()[-1:]
        said = f": {last[0][:300]}" if last else ""
        if number := ending_signal(code):
            return _ONE_PROCESS if number == _REFUSED_FORK else f"it was ended by signal {number}{said}"
        hint = _NOT_FOUND if code == _NO_SUCH_PROGRAM else ""
        return f"it ended with exit code {code}{said}{hint}" if code or said else "it ended"

    def _close_input(self) -> None:
        with suppress(OSError):
            self._child.stdin.close()

    def _read(self, descriptor: int) -> None:
        while data := _read_some(descriptor):
            with self._changed:
                self._out += data[: max(LINE_LIMIT + 1 - len(self._out), 0)]
                self._changed.notify_all()
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    def _drain(self, descriptor: int) -> None:
        looked = time.monotonic()
        while True:
            if READABLE and time.monotonic() - looked > _GLANCE:
                looked = time.monotonic()
                self._glance()
            if not _waits(descriptor):
                continue
            data = _read_some(descriptor)
            if not data:
                return
            self._complaints += data[: max(OUTPUT_LIMIT - len(self._complaints), 0)]

    def _glance(self) -> None:
        """End it where it takes too much memory while nothing is asked; its next answer says why."""
        if use_of(self.pid).memory > self._memory:
            self._overran = True
            self._child.process.kill()

    def _too_much_memory(self) -> str:
        return f"it took over {self._memory / 2**20:.0f} MiB of memory"


def _waits(descriptor: int) -> bool:
    """Whether something can be read, after a moment at most; where that is unknown, reading waits for it."""
    if not READABLE:
        return True
    poll = select.poll()
    poll.register(descriptor, select.POLLIN)
    return bool(poll.poll(1000 * _GLANCE))


def _read_some(descriptor: int) -> bytes:
    try:
        return os.read(descriptor, 65536)
    except OSError:
        return b""


def _shown(data: bytes | bytearray) -> str:
    text = bytes(data[:60]).decode("utf-8", "replace")
    return repr(text) + ("…" if len(data) > 60 else "")

"""Run a compiler in its room, watch all that it starts, and end it where that is too much."""

from __future__ import annotations

import os
import shutil
import subprocess
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import mkdtemp

from playfunc_autograder.programs.command import ProgramCommand
from playfunc_autograder.programs.confinement import Workshop, compile_command
from playfunc_autograder.programs.process_group import Family, FamilyUse, bounded_tasks
from playfunc_autograder.programs.written import CompileLimits, Written
from playfunc_autograder.sandbox import SandboxError, Tier
from playfunc_autograder.sandbox.bubblewrap import Command
from playfunc_autograder.sandbox.child import Spawned, ending_signal, signal_name

_WORK, _SCRATCH = "/tmp/build", "/tmp/scratch"
"""In tier A, where a compiler sees these two folders in memory."""

_KEPT = 64 * 1024
"""Bytes of what a compiler prints, before paths are taken out."""

_START_SECONDS = 30.0
_PATIENCE = 5.0
_FIRST_LOOK, _LAST_LOOK = 0.01, 0.05
"""Seconds between two looks at the processes."""


@dataclass(frozen=True, slots=True)
class Done:
    """It ended well. `folder` is open where it worked; `output` the beginning of what it printed."""

    folder: int
    output: bytes


@dataclass(frozen=True, slots=True)
class Failed:
    """`reason` continues a sentence that begins with the compiler."""

    reason: str
    output: bytes


@contextmanager
def run_compiler(
    command: ProgramCommand, tier: Tier, limits: CompileLimits, variables: Mapping[str, str]
) -> Iterator[Done | Failed]:
    """Run `command` in `tier` A or B on a copy of the files in its folder. Raises `SandboxError` where it cannot be
    started."""
    with bounded_tasks(limits.threads) as tasks, _places(command, tier) as (work, scratch):
        shop = Workshop(work, scratch, limits.memory, limits.written, limits.cpu, variables, tasks)
        try:
            compiler = _Compiler(compile_command(command, tier, shop), tier, work)
        except OSError as error:
            raise SandboxError(f"no compiler can be started: {error}") from error
        try:
            folder = compiler.folder(work, limits.written)
            try:
                reason = compiler.watched(limits, Written(folder, compiler.pid, tier, (work, scratch)))
                compiler.close()
                yield Failed(reason, compiler.output) if reason else Done(folder, compiler.output)
            finally:
                os.close(folder)
        finally:
            compiler.close()


@contextmanager
def _places(command: ProgramCommand, tier: Tier) -> Iterator[tuple[str, str]]:
    if tier is Tier.A:
        yield _WORK, _SCRATCH
        return
    place = mkdtemp(prefix="playfunc-")
    try:
        work, scratch = os.path.join(place, "build"), os.path.join(place, "scratch")
        shutil.copytree(command.folder, work)
        os.mkdir(scratch)
        yield work, scratch
    finally:
        _remove(place)


class _Compiler:
    """A compiler that was started, `pid` the first of its processes. In tier A it waits in its room until its folder
    is opened from here, for that is gone with the room."""

    def __init__(self, command: Command, tier: Tier, work: str) -> None:
        self._tier = tier
        wait, go = os.pipe()
        self._go: int | None = go
        try:
            self._child = Spawned(
                command,
                work if tier is Tier.B else os.path.abspath(os.sep),
                stdin=subprocess.DEVNULL,
                stderr=subprocess.STDOUT,
                options={"--block-fd": wait} if tier is Tier.A else {},
            )
        except OSError:
            os.close(go)
            raise
        finally:
            os.close(wait)
        self.pid = self._child.pid
        self._said = bytearray()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        if not self._child.confined:
            raise SandboxError(f"no compiler can be started: {self._last_words()}")

    @property
    def output(self) -> bytes:
        return bytes(self._said)

    def folder(self, work: str, size: int) -> int:
        """The folder that it works in, open; it begins now. Raises `SandboxError`."""
        if self._tier is not Tier.A:
            return os.open(work, os.O_RDONLY | os.O_DIRECTORY)
        end = time.monotonic() + _START_SECONDS
        while self._child.process.poll() is None and time.monotonic() < end:
            with suppress(OSError):
                # Until its room is ready, its root is ours, and so would be a folder of that name.
                if not os.path.samefile(f"/proc/{self.pid}/root", "/"):
                    found = os.open(f"/proc/{self.pid}/root{work}", os.O_RDONLY | os.O_DIRECTORY)
                    self._begin()
                    return found
            time.sleep(0.002)
        raise SandboxError(f"no compiler can be started: {self._last_words()}")

    def watched(self, limits: CompileLimits, written: Written) -> str:
        """Wait for its end, or bring that about. What went wrong; nothing where it ended well."""
        family, began, pause = Family(self.pid), time.monotonic(), _FIRST_LOOK
        while True:
            code = self._child.wait(pause)
            if code is None:
                pause = min(1.2 * pause, _LAST_LOOK)
                reason = _over(family.use(), limits) or written.over(limits)
                if not reason and time.monotonic() - began > limits.wall:
                    reason = f"did not end within {limits.wall:g} s"
                if reason:
                    return f"{reason} and was ended"
                continue
            if code == 0:
                return written.over(limits)
            number = ending_signal(code)
            return f"was ended by {signal_name(number)}" if number else f"refused it (exit code {code})"

    def close(self) -> None:
        """End all of its processes. May be called again."""
        if self._go is not None:
            os.close(self._go)
            self._go = None
        if self._tier is not Tier.A and self._child.process.poll() is None:
            self._child.process.terminate()  # it ends all that it guards; in a room, they end with the first
            self._child.wait(_PATIENCE)
        self._child.end()
        self._reader.join(_PATIENCE)

    def _begin(self) -> None:
        assert self._go is not None
        os.write(self._go, b"!")
        os.close(self._go)
        self._go = None

    def _read(self) -> None:
        with self._child.stdout as pipe:
            while data := os.read(pipe.fileno(), 65536):
                self._said += data[: max(_KEPT - len(self._said), 0)]

    def _last_words(self) -> str:
        self.close()
        return self.output.decode("utf-8", "replace").strip()[-300:] or "it ended at once"


def _over(use: FamilyUse, limits: CompileLimits) -> str:
    """What is too much, in words."""
    if use.processes > limits.processes:
        return f"started over {limits.processes} processes"
    if use.threads > limits.threads:
        return f"started over {limits.threads} threads"
    if use.memory > limits.memory:
        return f"took over {limits.memory // 2**20} MiB of memory"
    if use.cpu > limits.cpu:
        return f"took over {limits.cpu} s of CPU time"
    return ""


def _remove(place: str) -> None:
    """A folder in which somebody may have made it hard."""
    with suppress(OSError, RecursionError):
        shutil.rmtree(place)
    if Path(place).exists():
        for command in (
            ["chmod", "-R", "u+rwx", "--", place],
            ["rm", "-rf", "--one-file-system", "--", place],
        ):
            subprocess.run(command, check=False, capture_output=True)

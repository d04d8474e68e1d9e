"""Marks played again for whoever answers a request, one at a time, each in a process of its own: nobody who marks
waits for one."""

from __future__ import annotations

import subprocess
import sys
import threading
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO

__all__ = ["Replays"]

Key = tuple[str, str]
"""Assignment and student."""

_PLAYED = (0, 1)
"""Exit codes of a process that has written its page."""


@dataclass
class Replays:
    """The replays of one course. What they found is in the course's folder; only what failed is kept here."""

    course: Path
    _lock: threading.Lock = field(default_factory=threading.Lock, init=False)
    _running: tuple[Key, subprocess.Popen[bytes], IO[str]] | None = field(default=None, init=False)
    _trouble: dict[Key, str] = field(default_factory=dict, init=False)

    def begin(self, assignment: str, student: str) -> bool:
        """Whether the mark is played again now: not while another one is."""
        key = assignment, student
        with self._lock:
            self._look()
            if self._running is not None:
                return self._running[0] == key
            self._trouble.pop(key, None)
            self._running = key, *_start(self.course, assignment, student)
            return True

    def running(self, assignment: str, student: str) -> bool:
        with self._lock:
            self._look()
            return self._running is not None and self._running[0] == (assignment, student)

    def trouble(self, assignment: str, student: str) -> str:
        """Why the last replay of this mark has written no page; empty where it has."""
        with self._lock:
            self._look()
            return self._trouble.get((assignment, student), "")

    def end(self) -> None:
        """Stop what runs: the server ends."""
        with self._lock:
            if self._running is not None:
                self._running[1].terminate()
                self._running[1].wait()

    def _look(self) -> None:
        """Take note of a process that has ended."""
        if self._running is None or self._running[1].poll() is None:
            return
        key, process, said = self._running
        self._running = None
        with said:
            said.seek(0)
            lines = said.read().split("\n")
        if process.returncode not in _PLAYED:
            last = next((line for line in reversed(lines) if line.strip()), "")
            self._trouble[key] = last or f"the process ended with {process.returncode}"


def _start(course: Path, assignment: str, student: str) -> tuple[subprocess.Popen[bytes], IO[str]]:
    """The process, and the file that its stderr goes to."""
    said = TemporaryFile("w+", encoding="utf-8", errors="replace")  # noqa: SIM115 - closed by `_look`
    words = [sys.executable, "-m", "playfunc_classroom.appeals.explained", str(course), assignment, student]
    process = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=said)
    return process, said

"""All processes that a compiler started, as the watcher outside sees them: how many, and what they use together.

They are one session, which none of them can leave (`sandbox/worker/compile_calls.py`), so that one question to the
kernel tells for each process whether it belongs. What the kernel itself bounds stands in `tasks.py`.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass

from playfunc_autograder.programs.process import use_of

_TICK = 1 / os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 0.01

_OWN, _WAITED, _BORN = slice(11, 13), slice(13, 15), 19
"""Behind a process's name in `/proc/PID/stat`: its CPU time, that of the children it waited for, when it began."""


@dataclass(frozen=True, slots=True)
class FamilyUse:
    """Processes, their threads and their bytes of memory, now; `cpu` are the seconds of all there ever were. Memory
    that several share counts for each."""

    processes: int = 0
    threads: int = 0
    memory: int = 0
    cpu: float = 0.0


class Family:
    """The processes of one session."""

    def __init__(self, session: int) -> None:
        self._session = session
        self._seen: dict[tuple[int, str], float] = {}

    def use(self) -> FamilyUse:
        """What they use. CPU time is what was seen of each, or what the living know of those before them: a process
        that ends unseen and that nobody waits for is not counted, and only time by the wall bounds those."""
        processes = threads = memory = 0
        waited = 0.0
        for pid in self._members():
            fields = _stat(pid)
            if not fields:
                continue
            use = use_of(pid)
            processes, threads, memory = processes + 1, threads + use.threads, memory + use.memory
            own = sum(map(int, fields[_OWN])) * _TICK
            self._seen[pid, fields[_BORN]] = own
            waited += own + sum(map(int, fields[_WAITED])) * _TICK
        return FamilyUse(processes, threads, memory, max(waited, sum(self._seen.values())))

    def unlinked(self) -> int:
        """Bytes of files that no folder names any more, and that a process has open or mapped."""
        sizes: dict[tuple[int, int], int] = {}
        for pid in self._members():
            sizes |= _open_without_name(pid)
            sizes |= _mapped_without_name(pid)
        return sum(sizes.values())

    def _members(self) -> Iterator[int]:
        for name in os.listdir("/proc"):
            if name.isdigit():
                try:
                    if os.getsid(int(name)) == self._session:
                        yield int(name)
                except OSError:  # it has ended
                    continue


def _stat(pid: int) -> list[str]:
    """The fields behind the process's name; none when it has ended."""
    try:
        with open(f"/proc/{pid}/stat", encoding="ascii", errors="replace") as file:
            return file.read().rpartition(")")[2].split()
    except OSError:
        return []


def _open_without_name(pid: int) -> dict[tuple[int, int], int]:
    """Bytes by device and number of the file."""
    sizes = {}
    with suppress(OSError):  # it has ended
        for name in os.listdir(f"/proc/{pid}/fd"):
            with suppress(OSError):
                found = os.stat(f"/proc/{pid}/fd/{name}")
                if stat.S_ISREG(found.st_mode) and not found.st_nlink:
                    sizes[found.st_dev, found.st_ino] = found.st_blocks * 512
    return sizes


def _mapped_without_name(pid: int) -> dict[tuple[int, int], int]:
    """Bytes by device and number of the file, as long as the mapping is."""
    sizes: dict[tuple[int, int], int] = {}
    with suppress(OSError), open(f"/proc/{pid}/maps", encoding="utf-8", errors="replace") as file:
        for line in file:
            place, _, _, device, number, *path = line.split(maxsplit=5)
            if path and path[0].rstrip().endswith("(deleted)"):
                first, last = (int(part, 16) for part in place.split("-"))
                major, minor = (int(part, 16) for part in device.split(":"))
                key = os.makedev(major, minor), int(number)
                sizes[key] = sizes.get(key, 0) + last - first
    return sizes

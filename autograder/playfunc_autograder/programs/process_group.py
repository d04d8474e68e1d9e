"""All processes that a compiler started, as the watcher outside sees them: how many, and what they use together.

They are one session, which none of them can leave (`sandbox/worker/program_calls.py`), so that one question to the
kernel tells for each process whether it belongs. Below stands what the kernel itself bounds.
"""

from __future__ import annotations

import os
import stat
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import count

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


# The kernel's own bound on how many processes and threads a compiler may start: a watcher alone is too slow.
#
# Root gets a control group where one can be made, because RLIMIT_NPROC spares root. For any other user that limit
# counts all that the user runs, so what runs now is added to it.


_HIERARCHIES = ("/sys/fs/cgroup/pids", "/sys/fs/cgroup")
"""Of version 1 and of version 2."""

_NAME = "playfunc-"
"""Before the process id of whoever made a group."""

_AROUND = 8
"""Processes that start and guard the compiler."""

_PATIENCE = 5.0
_NUMBERS = count(1)


@dataclass(frozen=True, slots=True)
class TaskBound:
    """`group` is the folder of a control group to enter, "" for none; `limit` is for RLIMIT_NPROC."""

    limit: int
    group: str = ""


@contextmanager
def bounded_tasks(most: int) -> Iterator[TaskBound]:
    """A bound of `most` processes and threads for what enters it, at best; nothing may be left in it in the end."""
    if os.getuid():
        yield TaskBound(_of_this_user() + most + _AROUND)
        return
    group = _made(most + _AROUND)
    try:
        yield TaskBound(most + _AROUND, group)
    finally:
        if group:
            _removed(group)


def kernel_bounds_tasks() -> bool:
    """Whether more than the watcher bounds processes here."""
    with bounded_tasks(1) as bound:
        return bool(os.getuid() or bound.group)


def _made(most: int) -> str:
    """The folder of a new control group; "" where none can be made."""
    for hierarchy in _HIERARCHIES:
        _tidy(hierarchy)
        group = f"{hierarchy}/{_NAME}{os.getpid()}-{next(_NUMBERS)}"
        try:
            os.mkdir(group)
        except OSError:
            continue
        try:
            with open(f"{group}/pids.max", "r+") as file:
                file.write(str(most))
        except OSError:  # this hierarchy does not count processes
            with suppress(OSError):
                os.rmdir(group)
            continue
        return group
    return ""


def _tidy(hierarchy: str) -> None:
    """Remove the groups of those that were killed."""
    with suppress(OSError):
        for name in os.listdir(hierarchy):
            maker = name.removeprefix(_NAME).split("-")[0]
            if name.startswith(_NAME) and maker.isdigit() and not os.path.exists(f"/proc/{maker}"):
                with suppress(OSError):
                    os.rmdir(os.path.join(hierarchy, name))


def _removed(group: str) -> None:
    end = time.monotonic() + _PATIENCE
    while time.monotonic() < end:
        try:
            os.rmdir(group)
            return
        except OSError:  # what ended in it is still being buried
            time.sleep(0.01)


def _of_this_user() -> int:
    """Processes and threads that run as this user."""
    tasks, user = 0, os.getuid()
    for name in os.listdir("/proc"):
        if name.isdigit():
            with suppress(OSError):
                if os.stat(f"/proc/{name}").st_uid == user:
                    tasks += use_of(int(name)).threads
    return tasks

"""The kernel's own bound on how many processes and threads a compiler may start: a watcher alone is too slow.

Root gets a control group where one can be made, because RLIMIT_NPROC spares root. For any other user that limit
counts all that the user runs, so what runs now is added to it.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import count

from playfunc_autograder.programs.process import use_of

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

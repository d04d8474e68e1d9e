"""What a program and all the processes it started use together.

They are found by their session: a program is started as the first of a new one, which it cannot leave.
Linux tells (`proc(5)`); elsewhere nothing is known of a group, and time by the wall alone must do.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

__all__ = ["KNOWN", "Group", "GroupUse"]

KNOWN = sys.platform == "linux"
"""Whether this system tells what a group uses."""

_SESSION, _USER, _SYSTEM, _USER_ENDED, _SYSTEM_ENDED, _THREADS, _PAGES = 3, 11, 12, 13, 14, 17, 21
"""Places in `/proc/PID/stat` behind the name, counted from the state at 0."""


@dataclass(frozen=True, slots=True)
class GroupUse:
    """CPU seconds since the start, ended children included; bytes in memory now; threads now."""

    cpu: float = 0.0
    memory: int = 0
    threads: int = 0


class Group:
    """The processes of one session."""

    def __init__(self, session: int) -> None:
        self._session = session
        self._members: tuple[str, ...] = ()

    def use(self, *, search: bool) -> GroupUse:
        """What they use; nothing where the system does not tell.

        With `search` all processes of the machine are gone through, which takes some milliseconds; without,
        only the members found last time are asked, and what others use is told by the next search.
        """
        if not KNOWN:
            return GroupUse()
        if search or not self._members:
            self._members = tuple(name for name in os.listdir("/proc") if name.isdecimal())
        found = {name: fields for name in self._members if (fields := self._fields(name))}
        self._members = tuple(found)
        return _sum(found.values())

    def _fields(self, name: str) -> list[int]:
        fields = _fields(name)
        return fields if fields and fields[_SESSION] == self._session else []


def _sum(members: Iterable[Sequence[int]]) -> GroupUse:
    ticks = pages = threads = 0
    for fields in members:
        ticks += sum(fields[n] for n in (_USER, _SYSTEM, _USER_ENDED, _SYSTEM_ENDED))
        threads += fields[_THREADS]
        pages += fields[_PAGES]
    return GroupUse(ticks / os.sysconf("SC_CLK_TCK"), pages * os.sysconf("SC_PAGE_SIZE"), threads)


def _fields(pid: str) -> list[int]:
    """The numbers of `/proc/PID/stat`, the state's letter as 0; none when the process has ended."""
    try:
        with open(f"/proc/{pid}/stat", "rb") as file:
            _, *numbers = file.read().rpartition(b")")[2].split()
    except (OSError, ValueError):
        return []
    return [0, *map(int, numbers)]

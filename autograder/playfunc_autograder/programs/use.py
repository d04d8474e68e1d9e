"""What a program uses: it is one process, so that its own entry in Linux's `/proc` tells all (`proc(5)`).

Elsewhere only time by the wall is known. The entry is read by hand: psutil does not tell the size of the tables of
pages, and takes a file for each of the other numbers, where this is asked many times in a second.
"""

from __future__ import annotations

from dataclasses import dataclass

from playfunc_autograder.sandbox.clock import READABLE

__all__ = ["Use", "use_of"]

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

"""How much a compiler may take, and how much of the disk it has taken."""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import dataclass

from playfunc_autograder.programs.family import Family
from playfunc_autograder.programs.outputs import DEEPEST
from playfunc_autograder.sandbox import Tier


@dataclass(frozen=True, slots=True)
class CompileLimits:
    """For one build, all its processes together: seconds of CPU time and by the wall, bytes of memory, processes,
    threads, bytes and files written, and bytes of what is taken out in the end."""

    cpu: int = 60
    wall: float = 180.0
    memory: int = 1536 * 2**20
    processes: int = 64
    threads: int = 512
    written: int = 256 * 2**20
    files: int = 10_000
    built: int = 64 * 2**20


class Written:
    """What a compiler has written: in tier A the kernel holds it to its size, in B somebody looks."""

    def __init__(self, folder: int, pid: int, tier: Tier, places: tuple[str, str]) -> None:
        self._folder = folder
        self._family = Family(pid)
        self._tier = tier
        self._places = places

    def over(self, limits: CompileLimits) -> str:
        """What is too much, in words."""
        if self._tier is Tier.A:
            state = os.fstatvfs(self._folder)
            size, files = (state.f_blocks - state.f_bfree) * state.f_frsize, state.f_files - state.f_ffree
            # A full folder is noticed by the compiler; one that filled it and says nothing is not believed.
            full = size >= limits.written
        else:
            size, files = _size(self._places, limits.files)
            full = size + self._family.unlinked() > limits.written
        if files > limits.files:
            return f"wrote over {limits.files} files, or folders that cannot be looked through,"
        return f"wrote over {limits.written // 2**20} MiB" if full else ""


def _size(places: tuple[str, ...], most: int) -> tuple[int, int]:
    """Bytes and files below the folders; too many files where that cannot be told."""
    size = files = 0

    def give_up(error: OSError) -> None:
        nonlocal files
        if not isinstance(error, FileNotFoundError):  # it was removed meanwhile
            files = most + 1

    for place in places:
        for path, folders, names, inside in os.fwalk(place, follow_symlinks=False, onerror=give_up):
            files += len(folders) + len(names)
            if path.count("/") - place.count("/") > DEEPEST:
                return size, most + 1
            for name in names:
                with suppress(OSError):
                    size += os.stat(name, dir_fd=inside, follow_symlinks=False).st_blocks * 512
            if files > most:
                return size, files
    return size, files

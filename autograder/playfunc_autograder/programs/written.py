"""How much a compiler may take, how much of the disk it has taken, and what it built, taken out of there."""

from __future__ import annotations

import os
import re
import stat
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from playfunc_checks.submitted_player import ProgramError

from playfunc_autograder.programs.languages import PROGRAM
from playfunc_autograder.programs.process_group import Family
from playfunc_autograder.sandbox import Tier

DEEPEST = 32
"""Folders inside each other."""

_MOST_FILES = 1000
_NAME = re.compile(r"[A-Za-z0-9_$][A-Za-z0-9_$.+@=,-]{0,199}")
_CHUNK = 2**20


def take(folder: int, into: Path, most: int) -> None:
    """Copy the files below the open `folder` to `into`, at most so many bytes. What is there already stays; links,
    devices, hidden files and the like are left. Raises `ProgramError` where there is too much."""
    left, count = most, 0
    for path, folders, names, place in os.fwalk(".", dir_fd=folder, follow_symlinks=False):
        folders[:] = [name for name in folders if _NAME.fullmatch(name)]
        if path.count("/") > DEEPEST:
            raise ProgramError(f"over {DEEPEST} folders were built inside each other")
        for name in filter(_NAME.fullmatch, names):
            target = into / path / name
            if target.exists():
                continue
            count += 1
            if count > _MOST_FILES:
                raise ProgramError(f"over {_MOST_FILES} files were built")
            left -= _copy(name, place, target, left, most)


def _copy(name: str, place: int, target: Path, left: int, most: int) -> int:
    """The size of the ordinary file that was copied; 0 for anything else."""
    try:
        descriptor = os.open(name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC, dir_fd=place)
    except OSError:  # a link, or nobody may read it
        return 0
    with open(descriptor, "rb") as file:
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode):
            return 0
        if status.st_size > left:
            raise ProgramError(f"what was built is over {most // 2**20} MiB")
        target.parent.mkdir(parents=True, exist_ok=True)
        rest = status.st_size
        with target.open("xb") as copy:
            while rest and (data := file.read(min(rest, _CHUNK))):
                copy.write(data)
                rest -= len(data)
        # Linkers make a program executable, which no confined process may: whoever builds it does.
        target.chmod(0o755 if name == PROGRAM or status.st_mode & stat.S_IXUSR else 0o644)
        return status.st_size


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

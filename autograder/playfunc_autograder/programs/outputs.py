"""Take what a compiler built out of the folder that it wrote to: ordinary files alone, up to a size."""

from __future__ import annotations

import os
import re
import stat
from pathlib import Path

from playfunc_checks.submitted_player import ProgramError

from playfunc_autograder.programs.languages import PROGRAM

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

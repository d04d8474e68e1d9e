"""The lock that a worker puts on itself: from here on it reads its questions and its libraries, writes its
answers, and that is all. Nothing of it can be undone, not even by root.

Each layer alone would leave a gap: rlimits bound how much, Landlock which files, the filter of system calls
what else may be asked of the kernel; without privileges, none of them is for sale.
"""

from __future__ import annotations

import ctypes
import os
import signal
import struct
import sys

from .landlock import LIST, READ, WRITE, enforce
from .seccomp import install_filter
from .settings import Settings

_PR_SET_PDEATHSIG, _PR_SET_DUMPABLE, _PR_SET_NO_NEW_PRIVS = 1, 4, 38
_CAPABILITY_VERSION_3 = 0x20080522

_PACKAGES = ("site-packages", "dist-packages")
"""Folders inside the standard library's folder that do not belong to it."""


def lock(files: int, calls: bytes) -> None:
    """Lock the process, which must have one thread only, to `files` (a rule set of Landlock's, which is used
    up by it) and to system `calls` (a filter's program). Raises `OSError` when any part is refused."""
    _prctl(_PR_SET_NO_NEW_PRIVS, 1)
    _drop_capabilities()
    _prctl(_PR_SET_DUMPABLE, 0)  # no debugger can attach to it
    _prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)  # also when a parent that was killed cannot end it
    enforce(files)
    install_filter(calls)


def readable(settings: Settings) -> dict[str, int]:
    """Landlock's rights by path: all that a player may read."""
    rights = standard_library()
    rights |= {folder: READ | LIST for package in settings.packages for folder in package.folders}
    rights |= dict.fromkeys(settings.libraries, READ)
    return rights | {os.devnull: READ | WRITE}


def standard_library() -> dict[str, int]:
    """The standard library's entries one by one, because other packages are often installed among them. The
    import system lists the folders on its path, so their other entries are visible, but not readable."""
    rights: dict[str, int] = {}
    for folder in filter(os.path.isdir, sys.path):
        if folder not in rights:
            rights[folder] = LIST
            with os.scandir(folder) as entries:
                rights |= {entry.path: READ | LIST for entry in entries if entry.name not in _PACKAGES}
    return rights


def _drop_capabilities() -> None:
    header = struct.pack("Ii", _CAPABILITY_VERSION_3, 0)
    if ctypes.CDLL(None, use_errno=True).capset(header, bytes(24)):
        raise OSError(ctypes.get_errno(), "capabilities cannot be given up")


def _prctl(option: int, value: int) -> None:
    if ctypes.CDLL(None, use_errno=True).prctl(option, value, 0, 0, 0):
        raise OSError(ctypes.get_errno(), f"prctl option {option} is refused")

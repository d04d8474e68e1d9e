"""The files a process may read from now on; it writes none, but the null device.

Landlock (Linux 5.13) is asked by its bare system calls, and for as much as the kernel knows: from ABI 4 on
also that no TCP port is bound or connected to, from 6 on that no signal and no abstract socket reaches
out. See `Documentation/userspace-api/landlock.rst`. It bounds contents, not names and sizes.
"""

from __future__ import annotations

import ctypes
import os
import stat
import struct
from collections.abc import Mapping
from contextlib import suppress

WRITE, READ, LIST = 1 << 1, 1 << 2, 1 << 3
"""LANDLOCK_ACCESS_FS_WRITE_FILE, _READ_FILE, _READ_DIR."""

_REMOVE_DIR, _REMOVE_FILE, _MAKE_DIR, _MAKE_REG, _MAKE_SOCK = 1 << 4, 1 << 5, 1 << 7, 1 << 8, 1 << 9
_REFER, _TRUNCATE = 1 << 13, 1 << 14

SCRATCH = READ | WRITE | LIST | _REMOVE_DIR | _REMOVE_FILE | _MAKE_DIR | _MAKE_REG | _REFER | _TRUNCATE
"""All of ordinary files and folders, below a folder."""

SOCKETS = LIST | _REMOVE_FILE | _MAKE_SOCK
"""Sockets in a folder, and nothing that holds content."""

_CREATE, _ADD, _RESTRICT = 444, 445, 446
"""The system calls, on every architecture."""

_BY_ABI = ((1, 13), (2, 14), (3, 15), (5, 16))
"""From which ABI on, how many rights there are on files: the lowest bits of a mask."""

_TCP, _SCOPES = 0b11, 0b11
"""Bind and connect; abstract sockets and signals."""


def landlock_abi() -> int:
    """What the kernel offers, 0 for nothing."""
    return max(_libc().syscall(_CREATE, None, ctypes.c_size_t(0), 1), 0)


def file_rules(rights: Mapping[str, int]) -> int:
    """A rule set as a descriptor: only what `rights` grants, masks by path, for all that lies below. A path
    that is not there grants nothing. Raises `OSError`."""
    abi = landlock_abi()
    if not abi:
        raise OSError("this kernel has no Landlock, or it is switched off")
    rules = _checked(
        _libc().syscall(_CREATE, attributes := _attributes(abi), ctypes.c_size_t(len(attributes)), 0)
    )
    try:
        for path, mask in rights.items():
            with suppress(FileNotFoundError):
                _grant(rules, path, mask & _files(abi))
    except BaseException:
        os.close(rules)
        raise
    return rules


def enforce(rules: int) -> None:
    """From now on only what `rules`, the result of `file_rules`, grants. Binds the calling thread and what it
    starts; the descriptor is closed. Raises `OSError`."""
    try:
        _checked(_libc().syscall(_RESTRICT, rules, 0))
    finally:
        os.close(rules)


def _attributes(abi: int) -> bytes:
    """`struct landlock_ruleset_attr`, which grew: what is named here is forbidden unless granted."""
    parts = [_files(abi)] + [_TCP] * (abi >= 4) + [_SCOPES] * (abi >= 6)
    return struct.pack(f"{len(parts)}Q", *parts)


def _files(abi: int) -> int:
    """All rights on files that the kernel knows."""
    return (1 << max(bits for since, bits in _BY_ABI if abi >= since)) - 1


def _grant(ruleset: int, path: str, mask: int) -> None:
    descriptor = os.open(path, os.O_PATH | os.O_CLOEXEC)
    try:
        if not stat.S_ISDIR(os.fstat(descriptor).st_mode):
            mask &= ~LIST
        _checked(_libc().syscall(_ADD, ruleset, 1, struct.pack("=Qi", mask, descriptor), 0))
    finally:
        os.close(descriptor)


def _checked(result: int) -> int:
    if result < 0:
        raise OSError(ctypes.get_errno(), "Landlock refused")
    return result


def _libc() -> ctypes.CDLL:
    return ctypes.CDLL(None, use_errno=True)

"""The system calls a process may make from now on, as a filter that the kernel runs on each of them.

The filter is a program for the kernel's classic BPF machine (`Documentation/userspace-api/seccomp_filter.rst`):
a wrong architecture ends the process, an allowed call passes, `clone3` does not exist (the C library then
tries `clone`, which is refused), everything else fails with `EPERM`, or ends the process with `SIGSYS` where the
call is `fatal`.
"""

from __future__ import annotations

import ctypes
import errno
import struct
from collections.abc import Iterator, Sequence

from .syscalls import ALLOWED, ARCHITECTURES, Only, Refused, Syscall

_LOAD, _AND, _IF_EQUAL, _SKIP, _RETURN = 0x20, 0x54, 0x15, 0x05, 0x06
"""BPF_LD|W|ABS, BPF_ALU|AND|K, BPF_JMP|JEQ|K, BPF_JMP|JA, BPF_RET|K."""

_NUMBER, _ARCHITECTURE, _ARGUMENTS = 0, 4, 16
"""Offsets in `struct seccomp_data`."""

_KILL, _FAIL, _ALLOW = 0x80000000, 0x00050000, 0x7FFF0000
_CLONE3 = 435

_PR_SET_SECCOMP, _MODE_FILTER = 22, 2

_Instruction = tuple[int, int, int, int]
"""Code, jump if true, jump if false, operand."""


def install_filter(program: bytes) -> None:
    """Have the kernel run what `filter_program` gave. Raises `OSError` when it takes none."""
    code = ctypes.create_string_buffer(program, len(program))
    header = struct.pack("HP", len(program) // 8, ctypes.addressof(code))
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.prctl(_PR_SET_SECCOMP, _MODE_FILTER, header, 0, 0):
        raise OSError(ctypes.get_errno(), "the kernel takes no filter of system calls")


def filter_program(machine: str, allowed: Sequence[Syscall] = ALLOWED) -> bytes:
    """Eight bytes an instruction. Raises `OSError` where there is no table for `machine`."""
    if machine not in ARCHITECTURES:
        raise OSError(errno.ENOSYS, f"there is no table of system calls for {machine}")
    return b"".join(struct.pack("HBBI", *step) for step in _steps(machine, allowed))


def _steps(machine: str, allowed: Sequence[Syscall]) -> Iterator[_Instruction]:
    yield (_LOAD, 0, 0, _ARCHITECTURE)
    yield (_IF_EQUAL, 1, 0, ARCHITECTURES[machine])
    yield (_RETURN, 0, 0, _KILL)
    yield (_LOAD, 0, 0, _NUMBER)
    for call in allowed:
        number = call.number(machine)
        if number is not None:
            refusal = _KILL if call.fatal else _FAIL | errno.EPERM
            verdict = [step for condition in call.conditions for step in _check(condition, refusal)]
            yield (_IF_EQUAL, 0, len(verdict) + 1, number)
            yield from verdict
            yield (_RETURN, 0, 0, _ALLOW)
    yield (_IF_EQUAL, 0, 1, _CLONE3)
    yield (_RETURN, 0, 0, _FAIL | errno.ENOSYS)
    yield (_RETURN, 0, 0, _FAIL | errno.EPERM)


def _check(condition: Refused | Only, refusal: int) -> Iterator[_Instruction]:
    """Return `refusal`, or go on behind these instructions."""
    # The lower half of an argument comes first: both architectures are little-endian.
    yield (_LOAD, 0, 0, _ARGUMENTS + 8 * condition.argument)
    yield (_AND, 0, 0, condition.mask)
    count = len(condition.values)
    for position, value in enumerate(condition.values):
        yield (_IF_EQUAL, count - position, 0, value)
    if isinstance(condition, Refused):
        yield (_SKIP, 0, 0, 1)
    yield (_RETURN, 0, 0, refusal)

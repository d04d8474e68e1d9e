# ruff: noqa
"""What every hostile program finds above its own source: where the test has put what it must not reach.

`OUTSIDE` is replaced by the test. Nothing here attacks anything; a program tells what it got as its memory.
"""

import ctypes
import fcntl
import mmap
import os
import platform
import struct
import sys

OUTSIDE = {}
LIBC = ctypes.CDLL(None, use_errno=True)
LIBC.mmap.restype = ctypes.c_void_p
LIBC.mmap.argtypes = (
    ctypes.c_void_p,
    ctypes.c_size_t,
    ctypes.c_int,
    ctypes.c_int,
    ctypes.c_int,
    ctypes.c_long,
)
LIBC.madvise.argtypes = (ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int)
ARM = platform.machine() == "aarch64"


def syscall(x86_64, aarch64, *arguments):
    """The bare system call, past every library: whether it succeeded."""
    return LIBC.syscall(aarch64 if ARM else x86_64, *arguments) >= 0


def ok(result):
    """Whether a function of the C library succeeded."""
    return result == 0


def path(name):
    return os.fsencode(OUTSIDE[name])


def readable():
    """Files that a program may read: its own, and the system's."""
    return [os.path.abspath(__file__), "/usr/bin/env"]


def tried(*ways, **named):
    """What the ways out led to, by name; "nothing" where all of them were refused or led nowhere."""
    got = []
    for name, way in [*((way.__name__, way) for way in ways), *named.items()]:
        try:
            result = way()
        except BaseException:
            continue
        if result:
            got.append(f"{name}: {result!r}"[:300])
    return "; ".join(got) or "nothing"


def tell(*ways, **named):
    """Answer the first question with what the ways gave, and the others with a card."""
    sys.stdin.readline()
    print("C2\t" + tried(*ways, **named).replace("\n", " "), flush=True)
    for _ in sys.stdin:
        print("C2", flush=True)

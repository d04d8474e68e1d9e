"""The lock, layer by layer: its filter is run on a machine of our own, its files are opened by name."""

from __future__ import annotations

import os
import sys

import pytest
from locked_processes import verdict

KILL, ALLOW, NO = 0x80000000, 0x7FFF0000, 0x00050000


ON_LINUX = pytest.mark.skipif(sys.platform != "linux", reason="the lock is Linux's")


@pytest.mark.parametrize(
    ("machine", "number", "place"), [("x86_64", 257, 2), ("x86_64", 2, 1), ("aarch64", 56, 2)]
)
@pytest.mark.parametrize(
    ("flags", "passes"),
    [
        (os.O_RDONLY, True),
        (os.O_RDONLY | 0o2000000, True),  # close on exec
        (os.O_WRONLY | os.O_CREAT | os.O_TRUNC, True),  # the null device; Landlock refuses all others
        (os.O_RDWR | os.O_TRUNC, True),
        (os.O_RDONLY | os.O_TRUNC, False),
        (os.O_RDONLY | os.O_TRUNC | os.O_CREAT, False),
        (3 | os.O_TRUNC, False),
    ],
)
@ON_LINUX
def test_no_file_is_emptied_by_opening_it_to_read(machine, number, place, flags, passes):
    arguments = [0, 0, 0]
    arguments[place] = flags
    assert (verdict(machine, number, arguments) == ALLOW) is passes

"""The filter allows the table and nothing else."""

from __future__ import annotations

import errno

import pytest
from locked_processes import verdict
from playfunc_autograder.sandbox.worker.seccomp import filter_program
from playfunc_autograder.sandbox.worker.syscalls import ALLOWED, ARCHITECTURES

KILL, ALLOW, NO = 0x80000000, 0x7FFF0000, 0x00050000


MACHINES = sorted(ARCHITECTURES)


@pytest.mark.parametrize("machine", MACHINES)
def test_the_filter_allows_the_table_and_nothing_else(machine):
    allowed = {call.number(machine) for call in ALLOWED} - {None}
    for number in range(600):
        expected = NO | errno.ENOSYS if number == 435 else ALLOW if number in allowed else NO | errno.EPERM
        assert verdict(machine, number) == expected, number


@pytest.mark.parametrize("machine", MACHINES)
def test_another_architecture_ends_the_process(machine):
    (other,) = set(MACHINES) - {machine}
    assert verdict(machine, 0, audit=other) == KILL


def test_the_other_numbers_of_x86_64_are_refused():
    """Programs of 32 bits with long registers (x32) call by the same numbers, with one bit set."""
    assert verdict("x86_64", 0x40000000) == NO | errno.EPERM


def test_an_unknown_machine_is_refused():
    with pytest.raises(OSError, match="no table of system calls for riscv64"):
        filter_program("riscv64")

"""Processes that install a filter of system calls."""

import struct

from playfunc_autograder.sandbox.worker.seccomp import filter_program
from playfunc_autograder.sandbox.worker.syscalls import ARCHITECTURES


def verdict(machine, number, arguments=(), audit=None):
    """What the filter answers: a machine for the five instructions that it is made of."""
    told = struct.pack(
        "<II Q 6Q", number, ARCHITECTURES[audit or machine], 0, *arguments, *[0] * (6 - len(arguments))
    )
    program = list(struct.iter_unpack("<HBBI", filter_program(machine)))
    at, value = 0, 0
    while True:
        code, jump, other, operand = program[at]
        at += 1
        if code == 0x20:
            (value,) = struct.unpack_from("<I", told, operand)
        elif code == 0x54:
            value &= operand
        elif code == 0x15:
            at += jump if value == operand else other
        elif code == 0x05:
            at += operand
        elif code == 0x06:
            return operand
        else:
            raise AssertionError(f"no such instruction {code:#x}")

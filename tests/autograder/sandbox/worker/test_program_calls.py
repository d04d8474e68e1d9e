"""The system calls of programs: each named once, with its reason."""

import sys

import pytest
from playfunc_autograder.sandbox.worker.program_calls import program_calls
from playfunc_autograder.sandbox.worker.seccomp import filter_program
from playfunc_autograder.sandbox.worker.syscalls import ALLOWED

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="programs are confined on Linux alone")


@pytest.mark.parametrize("machine", ["x86_64", "aarch64"])
def test_the_filter_of_programs_names_every_call_once_and_why(machine):
    calls = program_calls(1)
    names = [call.name for call in calls]
    assert len(set(names)) == len(names)
    assert {call.name for call in ALLOWED} < set(names)
    assert all(call.why for call in calls)
    assert len(filter_program(machine, calls)) % 8 == 0


def test_a_machine_without_a_table_of_calls_runs_no_program():
    with pytest.raises(OSError, match="riscv64"):
        filter_program("riscv64", program_calls(1))

"""The table of allowed system calls."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playfunc_autograder.sandbox.worker.syscalls import ALLOWED, ARCHITECTURES

MACHINES = sorted(ARCHITECTURES)


HEADERS = {
    "x86_64": Path("/usr/include/x86_64-linux-gnu/asm/unistd_64.h"),
    "aarch64": Path("/usr/include/asm-generic/unistd.h"),
}


@pytest.mark.parametrize("machine", MACHINES)
def test_numbers_are_the_kernels(machine):
    if not HEADERS[machine].exists():
        pytest.skip("the kernel's headers are not installed")
    lines = re.findall(r"#define __NR(?:3264)?_(\w+)\s+(\d+)", HEADERS[machine].read_text())
    known = {name: int(number) for name, number in lines}
    known.setdefault("newfstatat", known.get("fstatat"))  # its other name
    for call in ALLOWED:
        assert call.number(machine) == known.get(call.name), call.name


LEADING_OUT = """
clone fork vfork execve execveat kill tkill tgkill pidfd_open pidfd_send_signal ptrace process_vm_readv
process_vm_writev socket socketpair connect bind sendto memfd_create shmget io_uring_setup bpf mount unshare
setns prctl setrlimit prlimit64 capset setuid unlink unlinkat rename truncate ftruncate chmod link symlink
mkdir creat openat2 open_by_handle_at name_to_handle_at userfaultfd perf_event_open keyctl ioctl fcntl
setpriority sched_setaffinity personality seccomp timer_create setitimer
"""


def test_what_would_lead_out_is_not_in_the_table():
    assert not {call.name for call in ALLOWED} & set(LEADING_OUT.split())


def test_each_call_has_its_reason_and_stands_once():
    assert all(call.why and len(call.why) < 90 and "\n" not in call.why for call in ALLOWED)
    for machine in MACHINES:
        numbers = [number for call in ALLOWED if (number := call.number(machine)) is not None]
        assert len(numbers) == len(set(numbers))

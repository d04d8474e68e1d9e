"""Rules about files: granted ones are read, none is written."""

import errno
import os
import re
import struct
import subprocess
import sys
from pathlib import Path

import pytest
from playfunc_autograder.sandbox.worker import landlock
from playfunc_autograder.sandbox.worker.landlock import file_rules, landlock_abi
from playfunc_autograder.sandbox.worker.seccomp import filter_program
from playfunc_autograder.sandbox.worker.syscalls import ALLOWED, ARCHITECTURES


# Processes that install a filter of system calls.
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


NO_LANDLOCK = not (sys.platform == "linux" and landlock_abi())

FILES = """
import os, sys
sys.path[:0] = {path!r}
from playfunc_autograder.sandbox.worker.landlock import LIST, READ, WRITE, enforce, file_rules
folder = sys.argv[1]
enforce(file_rules({{folder + "/open": READ | LIST, folder + "/single": READ, folder + "/listed": LIST,
    os.devnull: READ | WRITE, folder + "/not there": READ}}))
for path in ("open/in", "open", "single", "closed/in", "closed", "listed/in", "listed"):
    try:
        (os.listdir if os.path.isdir(folder + "/" + path) else open)(folder + "/" + path)
        print(path)
    except PermissionError:
        pass
for path in ("open/in", "open/new", "single", "new"):
    for flags in (os.O_WRONLY, os.O_RDWR, os.O_WRONLY | os.O_CREAT):
        try:
            os.open(folder + "/" + path, flags)
            print("wrote", path)
        except (PermissionError, FileNotFoundError):
            pass
open(os.devnull, "w").write("x")
"""


@pytest.mark.skipif(NO_LANDLOCK, reason="this kernel has no Landlock")
def test_only_granted_files_are_read_and_none_is_written(tmp_path):
    for name in ("open", "closed", "listed"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "in").write_text("text")
    (tmp_path / "single").write_text("text")
    script = FILES.format(path=[folder for folder in sys.path if folder])
    run = subprocess.run(
        [sys.executable, "-c", script, str(tmp_path)], capture_output=True, text=True, check=False
    )
    assert run.stderr == ""
    assert run.stdout.splitlines() == ["open/in", "open", "single", "listed"]


@pytest.mark.skipif(NO_LANDLOCK, reason="this kernel has no Landlock")
@pytest.mark.parametrize(
    ("abi", "size", "rights"), [(1, 8, 13), (2, 8, 14), (3, 8, 15), (4, 16, 15), (5, 16, 16), (9, 24, 16)]
)
def test_older_kernels_are_asked_for_what_they_know(abi, size, rights):
    """`struct landlock_ruleset_attr` as `linux/landlock.h` has it since each version."""
    attributes = landlock._attributes(abi)
    assert len(attributes) == size
    assert struct.unpack_from("Q", attributes)[0] == 2**rights - 1


@pytest.mark.skipif(NO_LANDLOCK, reason="this kernel has no Landlock")
def test_a_kernel_without_landlock_is_no_success(monkeypatch):
    monkeypatch.setattr(landlock, "landlock_abi", lambda: 0)
    with pytest.raises(OSError, match="no Landlock"):
        file_rules({})


# The filter allows the table and nothing else.
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


# The table of allowed system calls.
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


# The lock, layer by layer: its filter is run on a machine of our own, its files are opened by name.
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

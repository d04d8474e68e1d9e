"""The system calls that a program may not make, whatever its language: a runtime may start threads and
processes and map memory, but reach no network, no other process's insides, and nothing of the system's.

A list of what is refused, not of what is allowed as for workers, because no list of ours could hold all
that runtimes need. Numbers are the kernel's, from `unistd_64.h` and `asm-generic/unistd.h`.
"""

from __future__ import annotations

import errno
import struct
from collections.abc import Iterator
from typing import NamedTuple

__all__ = ["REFUSED_CALLS", "RefusedCall", "filter_bytes"]


class RefusedCall(NamedTuple):
    """`x86_64` and `aarch64` are its numbers there, `None` where there is no such call."""

    name: str
    x86_64: int | None
    aarch64: int | None
    why: str


REFUSED_CALLS = (
    RefusedCall("socket", 41, 198, "networks of every family"),
    RefusedCall("connect", 42, 203, "networks of every family"),
    RefusedCall("bind", 49, 200, "networks of every family"),
    RefusedCall("setsid", 112, 157, "leaves the group that is watched and ended as one"),
    RefusedCall("setpgid", 109, 154, "leaves the group that is watched and ended as one"),
    RefusedCall("ptrace", 101, 117, "another process's insides"),
    RefusedCall("process_vm_readv", 310, 270, "another process's memory"),
    RefusedCall("process_vm_writev", 311, 271, "another process's memory"),
    RefusedCall("kcmp", 312, 272, "another process's insides"),
    RefusedCall("pidfd_open", 434, 434, "a way to signal others"),
    RefusedCall("pidfd_getfd", 438, 438, "another process's files"),
    RefusedCall("pidfd_send_signal", 424, 424, "signals to others"),
    RefusedCall("kill", 62, 129, "signals to others; a process's own go by tgkill"),
    RefusedCall("tkill", 200, 130, "signals to others"),
    RefusedCall("rt_sigqueueinfo", 129, 138, "signals to others"),
    RefusedCall("rt_tgsigqueueinfo", 297, 240, "signals to others"),
    RefusedCall("setpriority", 141, 140, "how much processor others get"),
    RefusedCall("ioprio_set", 251, 30, "how much of the disk others get"),
    RefusedCall("sched_setparam", 142, 118, "how much processor others get"),
    RefusedCall("sched_setscheduler", 144, 119, "how much processor others get"),
    RefusedCall("sched_setattr", 314, 274, "how much processor others get"),
    RefusedCall("sched_setaffinity", 203, 122, "which processors others get"),
    RefusedCall("migrate_pages", 256, 238, "where others' memory lies"),
    RefusedCall("move_pages", 279, 239, "where others' memory lies"),
    RefusedCall("shmget", 29, 194, "memory that outlives the program"),
    RefusedCall("msgget", 68, 186, "messages that outlive the program"),
    RefusedCall("semget", 64, 190, "semaphores that outlive the program"),
    RefusedCall("mq_open", 240, 180, "messages that outlive the program"),
    RefusedCall("mount", 165, 40, "what files there are"),
    RefusedCall("umount2", 166, 39, "what files there are"),
    RefusedCall("pivot_root", 155, 41, "what files there are"),
    RefusedCall("chroot", 161, 51, "what files there are"),
    RefusedCall("open_tree", 428, 428, "what files there are"),
    RefusedCall("move_mount", 429, 429, "what files there are"),
    RefusedCall("fsopen", 430, 430, "what files there are"),
    RefusedCall("fsmount", 432, 432, "what files there are"),
    RefusedCall("fspick", 433, 433, "what files there are"),
    RefusedCall("mount_setattr", 442, 442, "what files there are"),
    RefusedCall("name_to_handle_at", 303, 264, "files past their folders"),
    RefusedCall("open_by_handle_at", 304, 265, "files past their folders"),
    RefusedCall("unshare", 272, 97, "namespaces, in which more of the kernel can be reached"),
    RefusedCall("setns", 308, 268, "namespaces of others"),
    RefusedCall("bpf", 321, 280, "code in the kernel"),
    RefusedCall("perf_event_open", 298, 241, "measurements of others"),
    RefusedCall("userfaultfd", 323, 282, "known for holes"),
    RefusedCall("io_uring_setup", 425, 425, "a second way to all system calls"),
    RefusedCall("io_uring_enter", 426, 426, "a second way to all system calls"),
    RefusedCall("io_uring_register", 427, 427, "a second way to all system calls"),
    RefusedCall("add_key", 248, 217, "the kernel's keys"),
    RefusedCall("request_key", 249, 218, "the kernel's keys"),
    RefusedCall("keyctl", 250, 219, "the kernel's keys"),
    RefusedCall("fanotify_init", 300, 262, "what others do with files"),
    RefusedCall("syslog", 103, 116, "the kernel's messages"),
    RefusedCall("init_module", 175, 105, "the administrator's"),
    RefusedCall("finit_module", 313, 273, "the administrator's"),
    RefusedCall("delete_module", 176, 106, "the administrator's"),
    RefusedCall("kexec_load", 246, 104, "the administrator's"),
    RefusedCall("kexec_file_load", 320, 294, "the administrator's"),
    RefusedCall("reboot", 169, 142, "the administrator's"),
    RefusedCall("swapon", 167, 224, "the administrator's"),
    RefusedCall("swapoff", 168, 225, "the administrator's"),
    RefusedCall("acct", 163, 89, "the administrator's"),
    RefusedCall("quotactl", 179, 60, "the administrator's"),
    RefusedCall("settimeofday", 164, 170, "the administrator's"),
    RefusedCall("clock_settime", 227, 112, "the administrator's"),
    RefusedCall("clock_adjtime", 305, 266, "the administrator's"),
    RefusedCall("adjtimex", 159, 171, "the administrator's"),
    RefusedCall("sethostname", 170, 161, "the administrator's"),
    RefusedCall("setdomainname", 171, 162, "the administrator's"),
    RefusedCall("iopl", 172, None, "the machine's ports"),
    RefusedCall("ioperm", 173, None, "the machine's ports"),
)

_LOAD, _AND, _IF_EQUAL, _IF_AT_LEAST, _RETURN = 0x20, 0x54, 0x15, 0x35, 0x06
_NUMBER, _ARCHITECTURE, _FIRST_ARGUMENT = 0, 4, 16
_KILL, _FAIL, _ALLOW = 0x80000000, 0x00050000, 0x7FFF0000
_ARCHITECTURES = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
_CLONE = {"x86_64": 56, "aarch64": 220}
_CLONE3 = 435
_PRLIMIT = {"x86_64": 302, "aarch64": 261}
"""Reads and lowers limits, as which C libraries carry out `getrlimit`; of the caller where the process is 0, and
else of any other process of the same user, the marker's too."""

_NEW_NAMESPACES = 0x7E020000
"""The flags of `clone` that make namespaces (`CLONE_NEWNS`, … in `linux/sched.h`)."""

_X32 = 0x40000000
"""From here on, x86-64 has its system calls a second time, for programs of 32 bits."""


def filter_bytes(machine: str) -> bytes:
    """The filter as the kernel's classic BPF reads it, eight bytes a step; `machine` as `uname` calls it.

    A wrong architecture ends the process; what is refused fails with `EPERM`; `clone3`, whose flags no
    filter can see, does not exist, so that C libraries take `clone`. Raises `OSError` where there is no
    table for the machine.
    """
    if machine not in _ARCHITECTURES:
        raise OSError(errno.ENOSYS, f"there is no table of system calls for {machine}")
    return b"".join(struct.pack("HBBI", *step) for step in _steps(machine))


def _steps(machine: str) -> Iterator[tuple[int, int, int, int]]:
    """Code, jump if true, jump if false, operand."""
    fail = (_RETURN, 0, 0, _FAIL | errno.EPERM)
    yield (_LOAD, 0, 0, _ARCHITECTURE)
    yield (_IF_EQUAL, 1, 0, _ARCHITECTURES[machine])
    yield (_RETURN, 0, 0, _KILL)
    yield (_LOAD, 0, 0, _NUMBER)
    yield (_IF_AT_LEAST, 0, 1, _X32)
    yield fail
    yield (_IF_EQUAL, 0, 1, _CLONE3)
    yield (_RETURN, 0, 0, _FAIL | errno.ENOSYS)
    for call in REFUSED_CALLS:
        number = call.x86_64 if machine == "x86_64" else call.aarch64
        if number is not None:
            yield (_IF_EQUAL, 0, 1, number)
            yield fail
    yield (_IF_EQUAL, 0, 4, _PRLIMIT[machine])
    yield (_LOAD, 0, 0, _FIRST_ARGUMENT)
    yield (_IF_EQUAL, 1, 0, 0)
    yield fail
    yield (_RETURN, 0, 0, _ALLOW)
    yield (_IF_EQUAL, 1, 0, _CLONE[machine])
    yield (_RETURN, 0, 0, _ALLOW)
    yield (_LOAD, 0, 0, _FIRST_ARGUMENT)
    yield (_AND, 0, 0, _NEW_NAMESPACES)
    yield (_IF_EQUAL, 1, 0, 0)
    yield fail
    yield (_RETURN, 0, 0, _ALLOW)

"""The system calls that a locked worker may make, each with its reason. All others answer "not permitted".

What is missing is the point: no process or thread is started (clone, fork, vfork, execve), nothing reaches
another process (kill, ptrace, process_vm_readv, prlimit64, sockets, shared memory), nothing on disk
changes (rename, unlink, truncate), no pipe is opened (the system numbers them all in one row, in which a process
could leave a number for the next), no second way in (io_uring_setup, bpf, userfaultfd), no lock is undone
(prctl, setrlimit, capset). Numbers are the kernel's, from `unistd_64.h` and `asm-generic/unistd.h`.
"""

from __future__ import annotations

from typing import NamedTuple


class Refused(NamedTuple):
    """An allowed call is refused after all where `arguments[argument] & mask` is one of `values`."""

    argument: int
    mask: int
    values: tuple[int, ...]


class Only(NamedTuple):
    """An allowed call is refused after all unless `arguments[argument] & mask` is one of `values`."""

    argument: int
    mask: int
    values: tuple[int, ...]


class Syscall(NamedTuple):
    """`x86_64` and `aarch64` are its numbers there, `None` where there is no such call. A `fatal` one ends the
    process with SIGSYS where a condition refuses it, so that others can tell why."""

    name: str
    x86_64: int | None
    aarch64: int | None
    why: str
    conditions: tuple[Refused | Only, ...] = ()
    fatal: bool = False

    def number(self, machine: str) -> int | None:
        return self.x86_64 if machine == "x86_64" else self.aarch64


ARCHITECTURES = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
"""The kernel's names in `linux/audit.h`, by what `uname` calls the machine. The table for aarch64 has not
been run."""

_TRUNC, _MODE = 0o1000, 0o3
_EMPTIED = Refused(2, _TRUNC | _MODE, (_TRUNC, _TRUNC | _MODE))
"""Flags that empty a file which is opened neither to write nor for both: older Landlock lets that pass."""

_ADVICE = Only(2, 0xFFFFFFFF, (0, 4, 8, 10, 11, 14, 15, 16, 17, 25))
"""On a process's own memory. Advice that takes a file's pages out of memory (MADV_PAGEOUT, MADV_COLD), reads them
in one by one or merges equal pages (MADV_MERGEABLE) leaves a trace that others could see."""

_WAKE = Refused(1, 0xFF, (1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 12, 13))
"""Without FUTEX_PRIVATE_FLAG a futex in a file that is mapped belongs to all who have mapped it, so a call that wakes
is a word to another process. Waiting for the end of a thread is such a call, and stays allowed."""

_CLOCKS = (Only(0, 0xFFFFFFFF, (*range(12), 0xFFFFFFFA, 0xFFFFFFFE)),)
"""Not the CPU clocks of other processes, which have negative numbers. The last two are the process's own and the
thread's, by which Haskell's runtime asks whether it has them."""

ALLOWED = (
    Syscall("read", 0, 63, "takes questions, and the code of modules"),
    Syscall("write", 1, 64, "sends answers and prints, into pipes that the trusted side drains"),
    Syscall("pread64", 17, 67, "the loader reads the headers of shared libraries"),
    Syscall("lseek", 8, 62, "Python asks where it stands in every file it opens"),
    Syscall("close", 3, 57, "ends what was opened"),
    Syscall("open", 2, None, "as openat", (_EMPTIED._replace(argument=1),)),
    Syscall("openat", 257, 56, "opens modules; which files is Landlock's say", (_EMPTIED,)),
    Syscall("stat", 4, None, "as newfstatat, in older C libraries"),
    Syscall("lstat", 6, None, "as newfstatat, in older C libraries"),
    Syscall("fstat", 5, 80, "sizes a file that is open"),
    Syscall("newfstatat", 262, 79, "the import system looks whether a module's file is there"),
    Syscall("statx", 332, 291, "as newfstatat, in other C libraries"),
    Syscall("access", 21, None, "the loader looks whether a library is there"),
    Syscall("faccessat", 269, 48, "as access"),
    Syscall("readlink", 89, None, "resolves a module's path"),
    Syscall("readlinkat", 267, 78, "as readlink"),
    Syscall("chdir", 80, 49, "moves where relative paths start; what opens there is Landlock's say"),
    Syscall("getcwd", 79, 17, "resolves a path that is relative"),
    Syscall(
        "getdents64", 217, 61, "the import system lists folders of modules; which ones is Landlock's say"
    ),
    Syscall("mmap", 9, 222, "memory, and shared libraries into it; RLIMIT_AS bounds it"),
    Syscall("mprotect", 10, 226, "the loader makes a library's code executable and its constants read-only"),
    Syscall("munmap", 11, 215, "gives memory back"),
    Syscall("mremap", 25, 216, "lists and arrays grow"),
    Syscall("madvise", 28, 233, "allocators give back pages and ask for large ones", (_ADVICE,)),
    Syscall("brk", 12, 214, "malloc"),
    Syscall("futex", 202, 98, "locks, which the import system takes too", (_WAKE,)),
    Syscall("rt_sigaction", 13, 134, "handlers for the process's own signals; none can be sent from here"),
    Syscall("rt_sigprocmask", 14, 135, "C libraries hold signals back for a moment"),
    Syscall("rt_sigreturn", 15, 139, "ends a handler"),
    Syscall(
        "clock_gettime", 228, 113, "CPU time of each answer; clocks themselves are not read this way", _CLOCKS
    ),
    Syscall("clock_getres", 229, 114, "time.get_clock_info", _CLOCKS),
    Syscall("clock_nanosleep", 230, 115, "time.sleep, which time by the wall bounds", _CLOCKS),
    Syscall("getrandom", 318, 278, "seeds generators when they are imported"),
    Syscall("getpid", 39, 172, "random and logging look whether the process forked"),
    Syscall("gettid", 186, 178, "the identity of the one thread"),
    Syscall("getuid", 102, 174, "os.getuid and the like tell nothing new"),
    Syscall("geteuid", 107, 175, "as getuid"),
    Syscall("getgid", 104, 176, "as getuid"),
    Syscall("getegid", 108, 177, "as getuid"),
    Syscall("uname", 63, 160, "numpy and platform look which system this is"),
    Syscall("sched_getaffinity", 204, 123, "numpy's linear algebra counts processors"),
    Syscall("sched_yield", 24, 124, "numpy's linear algebra waits politely"),
    Syscall("restart_syscall", 219, 128, "the kernel goes on with a sleep that a signal interrupted"),
    Syscall("exit", 60, 93, "ends a thread"),
    Syscall("exit_group", 231, 94, "ends the process"),
)

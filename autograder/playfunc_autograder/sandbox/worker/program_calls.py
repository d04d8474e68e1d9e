"""The system calls that a program in another language may make beyond a player's, each with its reason.

A program is one process: a runtime starts threads, maps memory, waits for several descriptors, and writes
temporary files where the tier gives it a folder. All other calls answer "not permitted", except those that
would start a second process: they end the program, so that the marker can name the cause.

What is missing is the point. Nothing changes the attributes of a file (chmod, chown, utimensat, setxattr, and
FS_IOC_SETFLAGS by ioctl), watches other people's files (inotify, fanotify, dnotify by fcntl), or leaves a lock
behind that others can see (flock, locks and leases by fcntl). No memory escapes the count of the process
(memfd_create, shared anonymous mappings, shmget). No signal leaves the process.
"""

from __future__ import annotations

from .syscalls import ALLOWED, Only, Refused, Syscall

_ALL = 0xFFFFFFFF

_CLONE_THREAD, _NAMESPACES = 0x10000, 0x7E020000
_THREAD = (Only(0, _CLONE_THREAD | _NAMESPACES, (_CLONE_THREAD,)),)
"""A new thread of this process, with no namespace of its own."""

_NEVER = (Refused(0, 0, (0,)),)

_SELF = (Only(0, _ALL, (0,)),)

_SHARED = (Refused(3, 0x2F, (0x21, 0x23)),)
"""MAP_SHARED or MAP_SHARED_VALIDATE with MAP_ANONYMOUS: pages that stay allocated when the process drops them
from its count (MADV_DONTNEED), outside of RLIMIT_DATA."""

_ANY_PAGE = (Only(5, _ALL, (0,)),)
"""RWF_NOWAIT reveals which pages of a file any process has read before."""

_KEPT = (Refused(3, _ALL, (4,)),)
"""POSIX_FADV_DONTNEED takes a file's pages out of memory, which others could see."""

_FCNTL = (Only(1, _ALL, (0, 1, 2, 3, 4, 1030, 1032)),)
"""Copies of descriptors, their flags, the size of a pipe. No lock, lease, notification or owner of signals."""

_IOCTL = (Only(1, _ALL, (0x5401, 0x5413, 0x541B, 0x5421, 0x5450, 0x5451, 0x802C542A)),)
"""Whether it is a terminal and how large, how much there is to read, blocking, closing on exec."""

_LOCAL_STREAM = (Only(0, _ALL, (1,)), Only(1, 0xF, (1,)))
"""AF_UNIX and SOCK_STREAM."""

_PRCTL = (Only(0, _ALL, (3, 15, 16, 23, 0x53564D41)),)
"""Names of threads and of memory, and questions; not PR_SET_PDEATHSIG, which ends it with its marker."""

_ONE_PROCESS = (
    Syscall("execve", 59, 221, "becomes the program; a script becomes its runtime (`exec java …`)"),
    Syscall("clone", 56, 220, "starts threads", _THREAD, fatal=True),
    Syscall("fork", 57, None, "never: a program is one process", _NEVER, fatal=True),
    Syscall("vfork", 58, None, "never, as fork", _NEVER, fatal=True),
    Syscall("set_tid_address", 218, 96, "C libraries start"),
    Syscall("arch_prctl", 158, None, "C libraries start"),
    Syscall("prctl", 157, 167, "threads get names", _PRCTL),
    Syscall("sched_get_priority_max", 146, 125, "as sched_getparam"),
    Syscall("sched_get_priority_min", 147, 126, "as sched_getparam"),
    Syscall("getpriority", 140, 141, "as sched_getparam"),
    Syscall("getsid", 124, 156, "as getpgrp"),
    Syscall("getgroups", 115, 158, "as getuid"),
    Syscall("getresuid", 118, 148, "as getuid"),
    Syscall("getresgid", 120, 150, "as getuid"),
    Syscall("capget", 125, 90, "tells that there is no privilege"),
    Syscall("getrlimit", 97, 163, "runtimes size their stacks and heaps"),
    Syscall("setrlimit", 160, 164, "lowers the process's own limits"),
)

_MEMORY = (
    Syscall("mmap", 9, 222, "memory and libraries; RLIMIT_DATA and the marker's looks bound it", _SHARED),
    Syscall("msync", 26, 227, "some runtimes probe addresses by it"),
    Syscall("membarrier", 324, 283, "compilers at run time order memory among threads"),
    Syscall("get_mempolicy", 239, 236, "Java asks how memory is laid out"),
)

_WAITING = (
    Syscall("epoll_create", 213, None, "as poll"),
    Syscall("epoll_pwait2", 441, 441, "as poll"),
    Syscall("eventfd", 284, None, "threads wake each other"),
    Syscall("timerfd_create", 283, 85, "waits for a time"),
    Syscall("timerfd_settime", 286, 86, "as timerfd_create"),
    Syscall("timerfd_gettime", 287, 87, "as timerfd_create"),
    Syscall("timer_create", 222, 107, "schedulers of green threads; signals this process"),
    Syscall("timer_settime", 223, 110, "as timer_create"),
    Syscall("timer_gettime", 224, 108, "as timer_create"),
    Syscall("timer_getoverrun", 225, 109, "as timer_create"),
    Syscall("timer_delete", 226, 111, "as timer_create"),
    Syscall("setitimer", 38, 103, "as timer_create"),
    Syscall("getitimer", 36, 102, "as timer_create"),
    Syscall("alarm", 37, None, "as timer_create"),
    Syscall("nanosleep", 35, 101, "sleeps, which is bounded"),
    Syscall("pause", 34, None, "as nanosleep"),
    Syscall("time", 201, None, "time of day"),
    Syscall("rt_sigpending", 127, 136, "handles the process's own signals"),
    Syscall("rt_sigtimedwait", 128, 137, "as rt_sigpending"),
    Syscall("rt_sigsuspend", 130, 133, "as rt_sigpending"),
)

_DESCRIPTORS = (
    Syscall("fcntl", 72, 25, "descriptors that do not block", _FCNTL),
    Syscall("ioctl", 16, 29, "as fcntl, and whether a file is a terminal", _IOCTL),
    Syscall("close_range", 436, 436, "as close"),
    Syscall("readv", 19, 65, "as read"),
    Syscall("preadv", 295, 69, "as read"),
    Syscall("pwritev", 296, 70, "as write"),
    Syscall("preadv2", 327, 286, "as read", _ANY_PAGE),
    Syscall("pwritev2", 328, 287, "as write"),
    Syscall("fadvise64", 221, 223, "how a file will be read", _KEPT),
    Syscall("getdents", 78, None, "as getdents64"),
    Syscall("faccessat2", 439, 439, "as access"),
    Syscall("fchdir", 81, 50, "as chdir"),
    Syscall("statfs", 137, 43, "which kind of file system this is"),
    Syscall("fstatfs", 138, 44, "as statfs"),
    Syscall("fallocate", 285, 47, "makes room in a file that is open to be written"),
)

SHARED = (
    Syscall("set_robust_list", 273, 99, "every new thread tells the kernel of its locks"),
    Syscall("rseq", 334, 293, "every new thread of newer C libraries"),
    Syscall("sigaltstack", 131, 132, "runtimes handle a full stack on a second one"),
    Syscall("sched_getparam", 143, 121, "runtimes ask how their threads are scheduled"),
    Syscall("sched_getscheduler", 145, 120, "as sched_getparam"),
    Syscall("getppid", 110, 173, "tells nothing new"),
    Syscall("getpgrp", 111, None, "shells start"),
    Syscall("getpgid", 121, 155, "as getpgrp"),
    Syscall("prlimit64", 302, 261, "as getrlimit and setrlimit", _SELF),
    Syscall("sysinfo", 99, 179, "how much memory there is"),
    Syscall("getrusage", 98, 165, "collectors of garbage time themselves"),
    Syscall("times", 100, 153, "as getrusage"),
    Syscall("getcpu", 309, 168, "allocators look which processor they are on"),
    Syscall("poll", 7, None, "waits for any of several descriptors"),
    Syscall("ppoll", 271, 73, "as poll"),
    Syscall("select", 23, None, "as poll"),
    Syscall("pselect6", 270, 72, "as poll"),
    Syscall("epoll_create1", 291, 20, "as poll"),
    Syscall("epoll_ctl", 233, 21, "as poll"),
    Syscall("epoll_wait", 232, None, "as poll"),
    Syscall("epoll_pwait", 281, 22, "as poll"),
    Syscall("eventfd2", 290, 19, "as eventfd"),
    Syscall("gettimeofday", 96, 169, "time of day"),
    Syscall("pipe2", 293, 59, "threads and event loops wake each other"),
    Syscall("pipe", 22, None, "as pipe2"),
    Syscall(
        "socketpair",
        53,
        199,
        "event loops, and Java before it opens a file; it leads to nobody",
        _LOCAL_STREAM,
    ),
    Syscall("dup", 32, 23, "copies a descriptor"),
    Syscall("dup2", 33, None, "as dup"),
    Syscall("dup3", 292, 24, "as dup"),
    Syscall("writev", 20, 66, "as write"),
    Syscall("pwrite64", 18, 68, "as write"),
    Syscall("sendfile", 40, 71, "copies between descriptors"),
    Syscall("mkdir", 83, None, "temporary folders; where is Landlock's and bubblewrap's say, here and below"),
    Syscall("mkdirat", 258, 34, "as mkdir"),
    Syscall("rmdir", 84, None, "removes folders"),
    Syscall("unlink", 87, None, "removes files"),
    Syscall("unlinkat", 263, 35, "as unlink"),
    Syscall("rename", 82, None, "renames files"),
    Syscall("renameat", 264, 38, "as rename"),
    Syscall("renameat2", 316, 276, "as rename"),
    Syscall("ftruncate", 77, 46, "cuts a file that is open to be written"),
    Syscall("umask", 95, 166, "the mode of new files"),
)
"""What a notebook's kernel may do in the same way."""


def program_calls(pid: int) -> tuple[Syscall, ...]:
    """The calls of the program that knows itself as `pid`, the only process it may signal."""
    to_itself = (Only(0, _ALL, (pid,)),)
    signals = (
        Syscall("kill", 62, 129, "signals to itself", to_itself),
        Syscall(
            "tgkill",
            234,
            131,
            "as kill, to one of its threads: abort, and pauses to collect garbage",
            to_itself,
        ),
    )
    calls = (*ALLOWED, *SHARED, *_ONE_PROCESS, *_MEMORY, *_WAITING, *_DESCRIPTORS, *signals)
    return tuple({call.name: call for call in calls}.values())


# The system calls that a compiler may make beyond a program's: it starts processes of its own and waits for them.
#
# All of them stay in the session that they were started in (there is no setsid and no setpgid), which is how they are
# counted and ended together. What a program may not do, a compiler may not do either.

_CLONE_PARENT, _CLONE_PTRACE, _CLONE_UNTRACED = 0x8000, 0x2000, 0x800000
_CHILD = (Only(0, _CLONE_PARENT | _CLONE_PTRACE | _CLONE_UNTRACED | _NAMESPACES, (0,)),)
"""A thread, or a process below this one: no sibling, and nothing in a namespace of its own."""

_GROUP = (Only(0, _ALL, (0,)),)
"""The process group of the compiler."""

_NOT_ALL = (Refused(0, _ALL, (_ALL,)),)
"""To processes one by one, or to a group: not to -1, all that there are."""

_FAMILY = (
    Syscall("clone", 56, 220, "starts threads and processes", _CHILD),
    Syscall("fork", 57, None, "as clone"),
    Syscall("vfork", 58, None, "as clone"),
    Syscall("wait4", 61, 260, "waits for a process that it started"),
    Syscall("waitid", 247, 95, "as wait4"),
)

_SIGNALS = (
    Syscall("kill", 62, 129, "a driver ends what it started", _NOT_ALL),
    Syscall("tgkill", 234, 131, "as kill, and runtimes signal their threads"),
    Syscall("tkill", 200, 130, "as tgkill"),
)


def compile_calls(alone: bool) -> tuple[Syscall, ...]:
    """`alone` says that no signal can leave the room that it is in: there are no other processes, or Landlock holds
    them back. Where that is not so, a signal goes to the whole group or to nobody."""
    signals = _SIGNALS if alone else (Syscall("kill", 62, 129, "signals to the group", _GROUP),)
    others = (call for call in program_calls(0) if call.name not in ("kill", "tgkill"))
    return tuple({call.name: call for call in (*others, *_FAMILY, *signals)}.values())

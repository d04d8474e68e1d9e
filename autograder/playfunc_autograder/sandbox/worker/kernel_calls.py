"""The system calls that a notebook's kernel needs beyond a worker's, each with its reason.

It has threads, and talks to the marker over sockets of its own folder; it writes files in its scratch
folder. It still starts no process, connects to nothing, and reaches no other process.
"""

from __future__ import annotations

from .syscalls import ALLOWED, Only, Syscall

_THREAD = (Only(0, 0x10000, (0x10000,)),)
"""CLONE_THREAD: a new thread of this process, and no new process."""

_LOCAL_STREAM = (Only(0, 0xFFFFFFFF, (1,)), Only(1, 0xF, (1,)))
"""AF_UNIX and SOCK_STREAM: a datagram could be sent to any socket on the machine that has a name."""

_SELF = (Only(0, 0xFFFFFFFF, (0,)),)

_ORDINARY = (Only(1, 0xFFFFFFFF, (0,)),)
"""SCHED_OTHER."""

_FCNTL = (Only(1, 0xFFFFFFFF, (0, 1, 2, 3, 4, 5, 6, 7, 1030)),)
"""Copies, flags and locks; not F_SETOWN, by which signals can be had sent to others."""

_IOCTL = (Only(1, 0xFFFFFFFF, (0x5401, 0x541B, 0x5421, 0x5450, 0x5451)),)
"""Whether it is a terminal, how much there is to read, blocking, closing on exec."""

_ASKED = (
    Syscall("clone", 56, 220, "the kernel's threads: shell, control, iopub, heartbeat, history", _THREAD),
    Syscall("set_robust_list", 273, 99, "every new thread tells the kernel of its locks"),
    Syscall("rseq", 334, 293, "every new thread of newer C libraries"),
    Syscall("sigaltstack", 131, 132, "threads end their second stack"),
    Syscall(
        "sched_getparam", 143, 121, "libzmq asks how its threads run, and ends the process if it may not"
    ),
    Syscall("sched_setscheduler", 144, 119, "and sets the ordinary way, which nobody gains by", _ORDINARY),
    Syscall("sched_getscheduler", 145, 120, "as sched_getparam"),
    Syscall("getppid", 110, 173, "ipykernel looks whether its parent is there"),
    Syscall("getpgrp", 111, None, "as getppid"),
    Syscall("getpgid", 121, 155, "as getppid"),
    Syscall("sysinfo", 99, 179, "how much memory there is"),
    Syscall("getrusage", 98, 165, "%time and %timeit"),
    Syscall("times", 100, 153, "as getrusage"),
    Syscall("gettimeofday", 96, 169, "time of day, in older C libraries"),
    Syscall("prlimit64", 302, 261, "reads and lowers the process's own limits", _SELF),
    Syscall("getcpu", 309, 168, "allocators look which processor they are on"),
)

_TALK = (
    Syscall("socket", 41, 198, "libzmq's sockets in the folder of this kernel", _LOCAL_STREAM),
    Syscall("socketpair", 53, 199, "an event loop wakes itself", _LOCAL_STREAM),
    Syscall("bind", 49, 200, "gives a socket its name; where is Landlock's say"),
    Syscall("listen", 50, 201, "waits for the marker's side to connect"),
    Syscall("accept", 43, 202, "as accept4"),
    Syscall("accept4", 288, 242, "takes the marker's connection"),
    Syscall("getsockname", 51, 204, "libzmq asks for a socket's name"),
    Syscall("getpeername", 52, 205, "as getsockname"),
    Syscall("setsockopt", 54, 208, "libzmq sets buffers"),
    Syscall("getsockopt", 55, 209, "libzmq asks for errors"),
    Syscall("sendto", 44, 206, "sends on a connection"),
    Syscall("recvfrom", 45, 207, "receives on a connection"),
    Syscall("sendmsg", 46, 211, "as sendto"),
    Syscall("recvmsg", 47, 212, "as recvfrom"),
    Syscall("shutdown", 48, 210, "ends a connection"),
    Syscall("poll", 7, None, "waits for any of several descriptors"),
    Syscall("ppoll", 271, 73, "as poll"),
    Syscall("select", 23, None, "as poll"),
    Syscall("pselect6", 270, 72, "as poll"),
    Syscall("epoll_create1", 291, 20, "as poll"),
    Syscall("epoll_ctl", 233, 21, "as poll"),
    Syscall("epoll_wait", 232, None, "as poll"),
    Syscall("epoll_pwait", 281, 22, "as poll"),
    Syscall("eventfd2", 290, 19, "libzmq's threads wake each other"),
    Syscall("pipe2", 293, 59, "threads and event loops wake each other"),
    Syscall("pipe", 22, None, "as pipe2"),
    Syscall("dup", 32, 23, "ipykernel copies the standard output before it catches it"),
    Syscall("dup2", 33, None, "as dup3"),
    Syscall("dup3", 292, 24, "ipykernel puts a pipe in the place of the standard output"),
    Syscall("fcntl", 72, 25, "descriptors that do not block", _FCNTL),
    Syscall("ioctl", 16, 29, "as fcntl, and Python asks of every file whether it is a terminal", _IOCTL),
)

_SCRATCH = (
    Syscall("mkdir", 83, None, "folders in the scratch folder; which ones is Landlock's say, here and below"),
    Syscall("mkdirat", 258, 34, "as mkdir"),
    Syscall("unlink", 87, None, "removes files"),
    Syscall("unlinkat", 263, 35, "as unlink"),
    Syscall("rmdir", 84, None, "removes folders"),
    Syscall("rename", 82, None, "renames files"),
    Syscall("renameat", 264, 38, "as rename"),
    Syscall("renameat2", 316, 276, "as rename"),
    Syscall("ftruncate", 77, 46, "cuts a file that is open to be written"),
    Syscall("fsync", 74, 82, "waits until a file is on disk"),
    Syscall("fdatasync", 75, 83, "as fsync"),
    Syscall("flock", 73, 32, "locks a file that is open"),
    Syscall("writev", 20, 66, "as write"),
    Syscall("pwrite64", 18, 68, "as write"),
    Syscall("sendfile", 40, 71, "copies between descriptors"),
    Syscall("umask", 95, 166, "asks for the mode of new files"),
)

ALLOWED_IN_KERNEL = (*ALLOWED, *_ASKED, *_TALK, *_SCRATCH)

"""The system calls that a notebook's kernel needs beyond a worker's, each with its reason; those that programs may make
too are in `program_calls`.

It has threads, and talks to the marker over sockets of its own folder; it writes files in its scratch
folder. It still starts no process, connects to nothing, and reaches no other process.
"""

from __future__ import annotations

from .program_calls import SHARED
from .syscalls import ALLOWED, Only, Syscall

_THREAD = (Only(0, 0x10000, (0x10000,)),)
"""CLONE_THREAD: a new thread of this process, and no new process."""

_LOCAL_STREAM = (Only(0, 0xFFFFFFFF, (1,)), Only(1, 0xF, (1,)))
"""AF_UNIX and SOCK_STREAM: a datagram could be sent to any socket on the machine that has a name."""

_ORDINARY = (Only(1, 0xFFFFFFFF, (0,)),)
"""SCHED_OTHER."""

_FCNTL = (Only(1, 0xFFFFFFFF, (0, 1, 2, 3, 4, 5, 6, 7, 1030)),)
"""Copies, flags and locks; not F_SETOWN, by which signals can be had sent to others."""

_IOCTL = (Only(1, 0xFFFFFFFF, (0x5401, 0x541B, 0x5421, 0x5450, 0x5451)),)
"""Whether it is a terminal, how much there is to read, blocking, closing on exec."""

_ASKED = (
    Syscall("clone", 56, 220, "the kernel's threads: shell, control, iopub, heartbeat, history", _THREAD),
    Syscall("sched_setscheduler", 144, 119, "libzmq sets the ordinary way, which nobody gains by", _ORDINARY),
)

_TALK = (
    Syscall("socket", 41, 198, "libzmq's sockets in the folder of this kernel", _LOCAL_STREAM),
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
    Syscall("fcntl", 72, 25, "descriptors that do not block", _FCNTL),
    Syscall("ioctl", 16, 29, "as fcntl, and Python asks of every file whether it is a terminal", _IOCTL),
)

_SCRATCH = (
    Syscall("fsync", 74, 82, "waits until a file is on disk"),
    Syscall("fdatasync", 75, 83, "as fsync"),
    Syscall("flock", 73, 32, "locks a file that is open"),
)

ALLOWED_IN_KERNEL = (*ALLOWED, *SHARED, *_ASKED, *_TALK, *_SCRATCH)

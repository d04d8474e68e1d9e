"""The system calls that a compiler may make beyond a program's: it starts processes of its own and waits for them.

All of them stay in the session that they were started in (there is no setsid and no setpgid), which is how they are
counted and ended together. What a program may not do, a compiler may not do either.
"""

from __future__ import annotations

from .program_calls import program_calls
from .syscalls import Only, Refused, Syscall

_ALL = 0xFFFFFFFF

_CLONE_PARENT, _CLONE_PTRACE, _CLONE_UNTRACED, _NAMESPACES = 0x8000, 0x2000, 0x800000, 0x7E020000
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

"""Run something in a forked process, and kill it as it enters its n-th call that writes below a folder.

The process is traced with ptrace(2) as a debugger would: it stops as it enters a system call, is looked at,
and is let go on or sent SIGKILL, so that this call never happens and all before it have. Calls of its
first thread count, those that change a file or a folder's entries; what it writes to pipes or a terminal does not.
Forking saves the seconds that importing nbgrader costs: the parent has it already.
"""

import ctypes
import os
import platform
import signal
import struct
import sys
import traceback
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing import forkserver
from pathlib import Path

TABLES = {
    "x86_64": {
        1: "write", 18: "pwrite64", 20: "writev", 40: "sendfile", 326: "copy_file_range",
        74: "fsync", 75: "fdatasync", 77: "ftruncate", 2: "open", 257: "openat",
        82: "rename", 264: "renameat", 316: "renameat2", 86: "link", 87: "unlink", 263: "unlinkat",
        83: "mkdir", 258: "mkdirat", 84: "rmdir",
    },
    "aarch64": {
        64: "write", 68: "pwrite64", 66: "writev", 71: "sendfile", 285: "copy_file_range",
        82: "fsync", 83: "fdatasync", 46: "ftruncate", 56: "openat",
        38: "renameat", 276: "renameat2", 35: "unlinkat", 34: "mkdirat",
    },
}  # fmt: skip
"""The calls that change files, by number, from Linux's tables of system calls."""

CALLS = TABLES.get(platform.machine(), {}) if sys.platform == "linux" else {}

BY_DESCRIPTOR = {"write", "pwrite64", "writev", "sendfile", "fsync", "fdatasync", "ftruncate"}
AT = {"openat", "renameat", "renameat2", "unlinkat", "mkdirat"}
MAKES = {"open", "openat", "mkdir", "mkdirat"}

SEIZE, INTERRUPT, SYSCALL, GET_SYSCALL_INFO = 0x4206, 0x4207, 24, 0x420E
TRACESYSGOOD, EXITKILL = 1, 1 << 20
ENTRY = 1
AT_FDCWD = -100
PAGE = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 4096

libc = ctypes.CDLL(None, use_errno=True) if sys.platform == "linux" else None
if libc is not None:
    libc.ptrace.restype = ctypes.c_long
    libc.ptrace.argtypes = [ctypes.c_long, ctypes.c_long, ctypes.c_void_p, ctypes.c_void_p]


@dataclass(frozen=True)
class Ended:
    """How a traced run ended: its exit code, or `None` when it was killed; and its calls, as (name, path)."""

    code: int | None
    calls: tuple[tuple[str, str], ...]


def run(action: Callable[[], object], folder: Path, kill_at: int | None = None) -> Ended:
    """Run `action` in a forked process, which is killed as it enters its call number `kill_at`, from 0."""
    ready, go = os.pipe()
    pid = _fork()
    if pid == 0:
        _child(action, ready, go)
    os.close(ready)
    try:
        _ptrace(SEIZE, pid, 0, TRACESYSGOOD | EXITKILL)
        _ptrace(INTERRUPT, pid)
    finally:
        os.close(go)
    return _follow(pid, os.path.realpath(folder), kill_at)


def start(action: Callable[[], object]) -> int:
    """Begin `action` in a forked process, the first of a session of its own, and return its id."""
    ready, go = os.pipe()
    pid = _fork()
    if pid == 0:
        _child(action, ready, go)
    os.close(ready)
    os.close(go)
    return pid


def ended(pid: int) -> bool:
    """Whether a process that was begun has come to its end; it can still be waited for."""
    return os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None


def succeeds(action: Callable[[], object]) -> bool:
    """Whether `action` ends without an error, in a forked process that nobody looks at."""
    return os.waitpid(start(action), 0)[1] == 0


def _fork() -> int:
    with warnings.catch_warnings():  # of threads; those of nbgrader's libraries are idle, and stay behind
        warnings.simplefilter("ignore", DeprecationWarning)
        return os.fork()


def _child(action: Callable[[], object], ready: int, go: int) -> None:
    code = 1
    try:
        os.close(go)
        os.setsid()
        os.read(ready, 1)
        os.close(ready)
        forkserver._forkserver.__init__()  # type: ignore[misc] # else it waits for a process that is the parent's
        action()
        code = 0
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


def _follow(pid: int, folder: str, kill_at: int | None) -> Ended:
    calls: list[tuple[str, str]] = []
    while True:
        _, status = os.waitpid(pid, 0)
        if os.WIFEXITED(status):
            return Ended(os.WEXITSTATUS(status), tuple(calls))
        if os.WIFSIGNALED(status):
            return Ended(None, tuple(calls))
        number = os.WSTOPSIG(status)
        if number == signal.SIGTRAP | 0x80:
            call = _call(pid, folder)
            if call is not None:
                if len(calls) == kill_at:
                    os.kill(pid, signal.SIGKILL)
                    continue
                calls.append(call)
            number = 0
        elif status >> 16:  # a stop of ptrace's own
            number = 0
        _ptrace(SYSCALL, pid, 0, number)


_INFO = ctypes.create_string_buffer(88)


def _call(pid: int, folder: str) -> tuple[str, str] | None:
    """The call that the process is about to make, if it changes something below the folder."""
    _ptrace(GET_SYSCALL_INFO, pid, len(_INFO), ctypes.addressof(_INFO))
    if _INFO.raw[0] != ENTRY:
        return None
    number, *arguments = struct.unpack_from("7Q", _INFO.raw, 24)
    name = CALLS.get(number)
    if name is None:
        return None
    path = _target(pid, name, arguments)
    if not path.startswith(folder + os.sep) or (name in MAKES and not _makes(name, path, arguments)):
        return None
    return name, path


def _makes(name: str, path: str, arguments: list[int]) -> bool:
    """Whether opening a file, or making a folder, changes anything."""
    if name in ("mkdir", "mkdirat"):
        return not os.path.lexists(path)
    flags = arguments[1 + (name in AT)]
    return bool(flags & os.O_TRUNC) or (bool(flags & os.O_CREAT) and not os.path.lexists(path))


def _target(pid: int, name: str, arguments: list[int]) -> str:
    if name == "copy_file_range":
        return _descriptor(pid, arguments[2])
    if name in BY_DESCRIPTOR:
        return _descriptor(pid, arguments[0])
    base, address = (arguments[0], arguments[1]) if name in AT else (AT_FDCWD, arguments[0])
    text = _text(pid, address)
    return os.path.normpath(os.path.join(_descriptor(pid, base), text))


def _descriptor(pid: int, number: int) -> str:
    number = ctypes.c_int(number).value
    try:
        return os.readlink(f"/proc/{pid}/cwd" if number == AT_FDCWD else f"/proc/{pid}/fd/{number}")
    except OSError:
        return ""


def _text(pid: int, address: int) -> str:
    """The string at this address, read up to the end of each page: the page after its last may not be mapped."""
    text = b""
    with open(f"/proc/{pid}/mem", "rb", buffering=0) as memory:
        memory.seek(address)
        while b"\0" not in text:
            text += memory.read(PAGE - memory.tell() % PAGE)
    return os.fsdecode(text.partition(b"\0")[0])


def _ptrace(request: int, pid: int, address: int = 0, data: int = 0) -> None:
    assert libc is not None
    if libc.ptrace(request, pid, address, data) < 0:
        number = ctypes.get_errno()
        raise OSError(number, f"ptrace request {request:#x}: {os.strerror(number)}")

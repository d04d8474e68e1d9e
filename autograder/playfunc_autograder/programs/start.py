"""Start a program with less than its marker may do: `python -I -S start.py ORDERS`, orders as JSON text.

A script of the standard library alone, run as a process of its own, so that what it gives up is given up
by the program and by nobody else. Orders: `limits` by the names in `resource`; `argv` to become; `filter`,
the hex text of a filter of system calls, or null; `rights`, Landlock's masks by path, or null; `outer`,
true when `argv` is bubblewrap's, which then sets the filter itself.
"""

from __future__ import annotations

import ctypes
import json
import os
import resource
import struct
import sys
from importlib.util import module_from_spec, spec_from_file_location
from typing import Any

_PR_SET_PDEATHSIG, _PR_SET_SECCOMP, _PR_SET_NO_NEW_PRIVS = 1, 22, 38
_SIGKILL = 9


def main() -> None:
    orders = json.loads(sys.argv[1])
    for name, bound in orders["limits"].items():
        limit = getattr(resource, name)
        _, hard = resource.getrlimit(limit)
        bound = bound if hard == resource.RLIM_INFINITY else min(bound, hard)
        resource.setrlimit(limit, (bound, bound))
    argv, code = orders["argv"], bytes.fromhex(orders["filter"] or "")
    if sys.platform == "linux":
        _prctl(_PR_SET_PDEATHSIG, _SIGKILL)
    if orders["outer"]:
        argv = [argv[0], "--seccomp", str(_kept(code)), *argv[1:]]
    elif orders["rights"] is not None:
        _prctl(_PR_SET_NO_NEW_PRIVS, 1)
        _neighbour("landlock").restrict_files(orders["rights"])
        _install(code)
    os.execv(argv[0], argv)


def _kept(code: bytes) -> int:
    """A descriptor that the next program reads `code` from."""
    descriptor = os.memfd_create("filter", 0)
    os.write(descriptor, code)
    os.lseek(descriptor, 0, os.SEEK_SET)
    return descriptor


def _install(code: bytes) -> None:
    buffer = ctypes.create_string_buffer(code, len(code))
    _prctl(_PR_SET_SECCOMP, 2, struct.pack("HP", len(code) // 8, ctypes.addressof(buffer)))


def _prctl(option: int, value: int, third: Any = 0) -> None:
    if ctypes.CDLL(None, use_errno=True).prctl(option, value, third, 0, 0):
        raise OSError(ctypes.get_errno(), f"prctl option {option} is refused")


def _neighbour(name: str) -> Any:
    """A module of the workers' lock, which lies beside this package and needs the standard library alone."""
    folder = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "sandbox", "worker")
    spec = spec_from_file_location(name, os.path.join(folder, f"{name}.py"))
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


if __name__ == "__main__":
    main()

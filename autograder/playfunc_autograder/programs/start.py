"""Start a program with fewer rights than its marker: `python -I -S start.py ORDERS [BUBBLEWRAP OPTIONS]`.

This script needs only the standard library. It runs as a separate process, so that only the program loses
the rights that the script gives up. Orders, as JSON text: `limits` by the names in `resource`; `argv` to become;
`rights`, Landlock's masks by path, or null; `outer`, true when `argv` is bubblewrap's, which then sets the
filter of system calls itself; `family`, true for a compiler, which may start processes; `group`, the
folder of a control group that bounds how many, or "". Without bubblewrap, which
takes all of them along, this script then stays, to end what the compiler started.
"""

from __future__ import annotations

import ctypes
import json
import os
import resource
import signal
import sys
from contextlib import suppress
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from typing import Any

_WORKER = "_playfunc_worker"
_PR_SET_PDEATHSIG, _PR_SET_CHILD_SUBREAPER = 1, 36
_SIGKILL = 9

_INSIDE = 1
"""The program's process id inside bubblewrap."""

_SCOPED = 6
"""The first of Landlock's interfaces that holds signals back."""

_POLITE = 5
"""A compiler is less urgent than who watches it, however many processes it starts."""

_SIGNALLED = 128
"""Added to a signal's number in an exit code, as shells and bubblewrap do."""


def main() -> None:
    orders = json.loads(sys.argv[1])
    if orders["group"]:
        with open(f"{orders['group']}/cgroup.procs", "w") as members:
            members.write("0")  # this process, and all below it
    for name, bound in orders["limits"].items():
        limit = getattr(resource, name)
        _, hard = resource.getrlimit(limit)
        bound = bound if hard == resource.RLIM_INFINITY else min(bound, hard)
        resource.setrlimit(limit, (bound, bound))
    argv, family = orders["argv"], orders["family"]
    if family:
        os.nice(_POLITE)
    if orders["outer"]:
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, _SIGKILL)
        argv = [argv[0], "--seccomp", str(_filter_descriptor(family)), *sys.argv[2:], *argv[1:]]
    elif orders["rights"] is not None:
        if family:
            _guard_a_child()
        landlock = _worker("landlock")
        calls = _calls(family, os.getpid(), landlock.landlock_abi() >= _SCOPED)
        program = _worker("seccomp").filter_program(os.uname().machine, calls)
        _worker("lock").lock(landlock.file_rules(orders["rights"]), program)
    os.execv(argv[0], argv)


def _guard_a_child() -> None:
    """Return in a child alone, the first of a session of its own. The parent waits until that child has ended, or
    somebody ends the parent, or whoever started it is gone; then it ends the session and itself."""
    watched = {signal.SIGTERM, signal.SIGCHLD}
    signal.pthread_sigmask(signal.SIG_BLOCK, watched)
    libc = ctypes.CDLL(None)
    libc.prctl(_PR_SET_PDEATHSIG, int(signal.SIGTERM))
    libc.prctl(_PR_SET_CHILD_SUBREAPER, 1)  # processes whose parent has ended are buried here
    child = os.fork()
    if child == 0:
        if len(sys.argv) > 2:
            os.close(int(sys.argv[-1]))
        os.setsid()
        signal.pthread_sigmask(signal.SIG_UNBLOCK, watched)
        return
    if len(sys.argv) > 2:  # as bubblewrap's --info-fd
        with open(int(sys.argv[-1]), "w") as told:
            json.dump({"child-pid": child}, told)
    for descriptor in range(3):
        os.close(descriptor)  # the compiler's pipes end with it
    code = None
    while code is None and signal.sigwait(watched) != signal.SIGTERM:
        code = _buried(child)
    with suppress(OSError):
        os.killpg(child, signal.SIGKILL)
    with suppress(ChildProcessError):
        while True:
            os.wait()
    os._exit(_SIGNALLED + _SIGKILL if code is None else code)


def _buried(child: int) -> int | None:
    """The exit code of `child` once it has ended; all others that have ended are buried as well."""
    with suppress(ChildProcessError):
        while True:
            pid, status = os.waitpid(-1, os.WNOHANG)
            if pid == child:
                code = os.waitstatus_to_exitcode(status)
                return code if code >= 0 else _SIGNALLED - code
            if pid == 0:
                break
    return None


def _filter_descriptor(family: bool) -> int:
    """A descriptor that bubblewrap reads the filter from."""
    code = _worker("seccomp").filter_program(os.uname().machine, _calls(family, _INSIDE, True))
    descriptor = os.memfd_create("filter", 0)
    os.write(descriptor, code)
    os.lseek(descriptor, 0, os.SEEK_SET)
    return descriptor


def _calls(family: bool, pid: int, alone: bool) -> Any:
    if family:
        return _worker("program_calls").compile_calls(alone)
    return _worker("program_calls").program_calls(pid)


def _worker(name: str) -> Any:
    """A module of the workers' own package, which needs the standard library alone and not the one around it."""
    if _WORKER not in sys.modules:
        here = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
        folder = os.path.join(here, "sandbox", "worker")
        spec = spec_from_file_location(
            _WORKER, os.path.join(folder, "__init__.py"), submodule_search_locations=[folder]
        )
        assert spec is not None
        assert spec.loader is not None
        sys.modules[_WORKER] = package = module_from_spec(spec)
        spec.loader.exec_module(package)
    return import_module(f"{_WORKER}.{name}")


if __name__ == "__main__":
    main()

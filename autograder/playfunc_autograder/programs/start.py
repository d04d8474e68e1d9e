"""Start a program with fewer rights than its marker: `python -I -S start.py ORDERS [BUBBLEWRAP OPTIONS]`.

This script needs only the standard library. It runs as a separate process, so that only the program loses
the rights that the script gives up. Orders, as JSON text: `limits` by the names in `resource`; `argv` to become;
`rights`, Landlock's masks by path, or null; `outer`, true when `argv` is bubblewrap's, which then sets the
filter of system calls itself.
"""

from __future__ import annotations

import ctypes
import json
import os
import resource
import sys
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from typing import Any

_WORKER = "_playfunc_worker"
_PR_SET_PDEATHSIG, _SIGKILL = 1, 9

_INSIDE = 1
"""The program's process id inside bubblewrap."""


def main() -> None:
    orders = json.loads(sys.argv[1])
    for name, bound in orders["limits"].items():
        limit = getattr(resource, name)
        _, hard = resource.getrlimit(limit)
        bound = bound if hard == resource.RLIM_INFINITY else min(bound, hard)
        resource.setrlimit(limit, (bound, bound))
    argv = orders["argv"]
    if orders["outer"]:
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, _SIGKILL)
        argv = [argv[0], "--seccomp", str(_kept_filter()), *sys.argv[2:], *argv[1:]]
    elif orders["rights"] is not None:
        calls = _worker("program_calls").program_calls(os.getpid())
        _worker("lock").lock(_worker("landlock").file_rules(orders["rights"]), calls)
    os.execv(argv[0], argv)


def _kept_filter() -> int:
    """A descriptor that bubblewrap reads the filter from."""
    code = _worker("seccomp").filter_program(
        os.uname().machine, _worker("program_calls").program_calls(_INSIDE)
    )
    descriptor = os.memfd_create("filter", 0)
    os.write(descriptor, code)
    os.lseek(descriptor, 0, os.SEEK_SET)
    return descriptor


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

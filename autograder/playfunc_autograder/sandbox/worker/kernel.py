"""A notebook's kernel that locks itself: ipykernel as ever, in a process that reaches nothing.

It is told what it may read as JSON text, gives up all else before it imports any package, and talks over
sockets in a folder of its own. It cannot start processes, so nothing outlives it.
"""

from __future__ import annotations

import os
import site
import sys
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from .finder import ListedPackages
from .kernel_calls import ALLOWED_IN_KERNEL
from .landlock import LIST, READ, SCRATCH, SOCKETS, WRITE, file_rules
from .lock import lock, standard_library
from .resource_limits import bound
from .seccomp import filter_program
from .settings import Package, read_settings

_FILE_BYTES = 2**24
_OPEN_FILES = 256


@dataclass(frozen=True)
class KernelSettings:
    """Where everything is. Folders of `path` hold installed packages and come behind the standard library on
    the import path; what may be read of them is `readable`. `listed` folders show names, no contents.
    `packages` are ours. `connection` is the file with the addresses, which lie in the folder `sockets`;
    `scratch` may be written, and in it `home` and the current folder, `work`."""

    packages: tuple[Package, ...]
    path: tuple[str, ...]
    readable: tuple[str, ...]
    listed: tuple[str, ...]
    connection: str
    sockets: str
    scratch: str
    memory_bytes: int
    cpu_seconds: int

    @property
    def work(self) -> str:
        return os.path.join(self.scratch, "work")


def run(text: str) -> None:
    """Lock this process, then be a kernel until the marker ends it."""
    settings = read_settings(text, KernelSettings)
    os.chdir(settings.work)
    bound(
        {
            "RLIMIT_AS": settings.memory_bytes,
            "RLIMIT_CPU": settings.cpu_seconds,
            "RLIMIT_FSIZE": _FILE_BYTES,
            "RLIMIT_CORE": 0,
            "RLIMIT_NOFILE": _OPEN_FILES,
        }
    )
    files = file_rules(_rights(settings))
    sys.meta_path.append(ListedPackages(settings.packages))
    # Installed modules first: nothing that lies beside the notebook takes the place of one.
    sys.path += [*settings.path, settings.work]
    lock(files, filter_program(os.uname().machine, ALLOWED_IN_KERNEL))
    site.sethelper()
    _serve(settings.connection)


def _rights(settings: KernelSettings) -> dict[str, int]:
    return {
        **standard_library(),
        **dict.fromkeys(settings.listed, LIST),
        **dict.fromkeys(settings.readable, READ | LIST),
        settings.connection: READ,
        settings.sockets: SOCKETS,
        settings.scratch: SCRATCH,
        os.devnull: READ | WRITE,
    }


def _serve(connection: str) -> None:
    sys.modules["debugpy"] = None  # type: ignore[assignment] # a tenth of a kernel's start, and nobody debugs this one
    streams: Any = import_module("ipykernel.iostream")
    streams.IOPubThread._setup_pipe_in = _without_pipe
    application: Any = import_module("ipykernel.kernelapp").IPKernelApp.instance()
    application.initialize(["-f", connection, "--HistoryManager.hist_file=:memory:"])
    application.start()


def _without_pipe(thread: Any) -> None:
    """There are no child processes whose output would come in over a port of this machine."""
    thread._pipe_flag = False

"""The command that starts a worker: as it is, or one that locks itself. What else confines it wraps these."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import TypeAlias

from playfunc_autograder.sandbox.libraries import Interpreter, find_interpreter
from playfunc_autograder.sandbox.worker.settings import Settings, write_settings

__all__ = [
    "FLAGS",
    "WORKER",
    "Command",
    "Launcher",
    "environment",
    "interpreter",
    "locked",
    "own_interpreter",
    "plain",
]

WORKER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "worker")
"""All of this package that a worker reads."""

FLAGS = ("-s", "-P", "-S", "-B", "-X", "utf8")
"""No user's packages, no script's folder, no `site`, no bytecode written. Not `-I`, which would ignore the
hash seed: then a player that walks a set of texts would not replay."""

_NEEDED_TO_START = ("LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "SYSTEMROOT")
"""Without these, some systems do not start an interpreter."""

_ONE_THREAD = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "VECLIB_MAXIMUM_THREADS")


@dataclass(frozen=True)
class Command:
    """What to execute, and its whole environment.

    A command that starts the worker as a process below its own has an `info_option`: followed by a
    descriptor, it makes the command write JSON there, with the worker's process id as `child-pid`.
    """

    argv: tuple[str, ...]
    environment: Mapping[str, str]
    info_option: str | None = None


Launcher: TypeAlias = Callable[[Settings], Command]


def plain(settings: Settings) -> Command:
    """A worker with nothing around it."""
    script = os.path.join(WORKER, "__main__.py")
    return Command((own_interpreter(), *FLAGS, script, write_settings(settings)), environment())


def locked(settings: Settings) -> Command:
    """A worker that gives up its rights before it reads the player's source. Raises `OSError` where Python
    does not tell what it needs."""
    return plain(replace(settings, locked=True, libraries=interpreter(settings).libraries))


def interpreter(settings: Settings) -> Interpreter:
    """Where the worker's Python is, and what it loads. Raises `OSError`."""
    folders = [folder for package in settings.packages for folder in package.folders]
    return find_interpreter((own_interpreter(), *FLAGS), environment(), folders)


def own_interpreter() -> str:
    """The program that runs this process."""
    # In a virtual environment on Windows, `sys.executable` only starts the real one, as another process.
    return getattr(sys, "_base_executable", sys.executable) if sys.platform == "win32" else sys.executable


def environment() -> dict[str, str]:
    """All variables that a worker has."""
    kept = {name: os.environ[name] for name in _NEEDED_TO_START if name in os.environ}
    return {**kept, **dict.fromkeys(_ONE_THREAD, "1"), "PYTHONHASHSEED": "0"}

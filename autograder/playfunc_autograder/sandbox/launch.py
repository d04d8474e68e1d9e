"""The command that starts a worker. A launcher that confines it wraps this one's command line."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from playfunc_autograder.sandbox.worker.settings import Settings, write_settings

__all__ = ["Command", "Launcher", "plain"]

WORKER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "worker")
"""All of this package that a worker reads."""

_FLAGS = ("-s", "-P", "-S", "-B", "-X", "utf8")
"""No user's packages, no script's folder, no `site`, no bytecode written. Not `-I`, which would ignore the
hash seed: then a player that walks a set of texts would not replay."""

_NEEDED_TO_START = ("LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "SYSTEMROOT")
"""Without these, some systems do not start an interpreter."""

_ONE_THREAD = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "VECLIB_MAXIMUM_THREADS")


@dataclass(frozen=True)
class Command:
    """What to execute, and its whole environment."""

    argv: tuple[str, ...]
    environment: Mapping[str, str]


Launcher: TypeAlias = Callable[[Settings], Command]


def plain(settings: Settings) -> Command:
    """A worker with nothing around it."""
    script = os.path.join(WORKER, "__main__.py")
    return Command((_interpreter(), *_FLAGS, script, write_settings(settings)), _environment())


def _interpreter() -> str:
    # In a virtual environment on Windows, `sys.executable` only starts the real one, as another process.
    return getattr(sys, "_base_executable", sys.executable) if sys.platform == "win32" else sys.executable


def _environment() -> dict[str, str]:
    kept = {name: os.environ[name] for name in _NEEDED_TO_START if name in os.environ}
    return {**kept, **dict.fromkeys(_ONE_THREAD, "1"), "PYTHONHASHSEED": "0"}

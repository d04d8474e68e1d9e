"""The room that bubblewrap gives a process, for workers, programs and kernels alike: namespaces in which nothing
else exists, no network, no other process, and no file but what is mounted.

Here too is what a worker's room holds: Python, the listed packages and the libraries these load, all read-only. The
lock of the worker itself goes on inside (`worker/lock.py`).
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from playfunc_autograder.sandbox.packages import Interpreter, find_interpreter
from playfunc_autograder.sandbox.worker.settings import Settings, write_settings

# The command that starts a worker: as it is, or one that locks itself. What else confines it wraps these.


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

    A command that starts the worker as a process below its own takes bubblewrap's options at the index
    `options_at`: `--info-fd`, followed by a descriptor, makes it write JSON there, with the worker's process id as
    `child-pid`.
    """

    argv: tuple[str, ...]
    environment: Mapping[str, str]
    options_at: int | None = None


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


_OPTIONS = (
    "--unshare-all",
    "--die-with-parent",
    "--new-session",
    "--as-pid-1",  # else the process that we are told of is not the worker
    "--clearenv",
    "--cap-drop",
    "ALL",
)

COVER = ("--size", "1048576", "--tmpfs")
"""An empty folder in place of one inside the standard library's; a megabyte holds the names of mounts."""


def room(
    argv: Sequence[str], variables: Mapping[str, str], mounts: Iterable[str], folder: str
) -> tuple[str, ...]:
    """The command that runs `argv` in `folder`, with these variables and mounts (bubblewrap's options) and no
    others. Nothing can be added to the room afterwards. Raises `OSError` when bubblewrap is not installed."""
    program = shutil.which("bwrap")
    if program is None:
        raise FileNotFoundError("bubblewrap is not installed")
    told = (part for name, text in variables.items() for part in ("--setenv", name, text))
    return (program, *_OPTIONS, *told, *mounts, "--remount-ro", "/", "--chdir", folder, "--", *argv)


def bubblewrapped(settings: Settings) -> Command:
    """Raises `OSError` when bubblewrap is not installed, or Python does not tell what it needs."""
    python = interpreter(settings)
    inner = locked(settings)
    own = (python.program, *inner.argv[1:])
    return replace(inner, argv=room(own, inner.environment, _mounts(settings, python), "/"), options_at=1)


def _mounts(settings: Settings, python: Interpreter) -> Iterator[str]:
    covered = [
        os.path.join(folder, name) for folder in python.path for name in ("site-packages", "dist-packages")
    ]
    covered = [folder for folder in covered if os.path.isdir(folder)]
    packages = [folder for package in settings.packages for folder in package.folders]
    yield from bind(python.path)
    for folder in covered:
        yield from (*COVER, folder)
    cache = [settings.cache] if settings.cache else []
    yield from bind((python.program, *python.libraries, *packages, *cache, WORKER))
    yield from ("--dev-bind", os.devnull, os.devnull)
    for folder in covered:
        yield from ("--remount-ro", folder)


def bind(paths: Iterable[str]) -> Iterator[str]:
    """Under the names by which they are opened, which may be links; folders inside others come with them."""
    done: list[str] = []
    for path in paths:
        if not any(path.startswith(folder + os.sep) for folder in done):
            done.append(path)
            yield from ("--ro-bind-try", path, path)

"""The room that bubblewrap gives a process, for workers, programs and kernels alike: namespaces in which nothing
else exists, no network, no other process, and no file but what is mounted.

Here too is what a worker's room holds: Python, the listed packages and the libraries these load, all read-only. The
lock of the worker itself goes on inside (`worker/lock.py`).
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from playfunc_autograder.sandbox.launch import WORKER, Command, interpreter, locked
from playfunc_autograder.sandbox.libraries import Interpreter
from playfunc_autograder.sandbox.worker.settings import Settings

__all__ = ["COVER", "bind", "bubblewrapped", "room"]

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
    return replace(
        inner, argv=room(own, inner.environment, _mounts(settings, python), "/"), info_option="--info-fd"
    )


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

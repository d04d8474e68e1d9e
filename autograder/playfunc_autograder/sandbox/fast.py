"""Whether a player simulates, and the machine code that it then finds ready."""

from __future__ import annotations

import atexit
import os
import shutil
import subprocess
import sys
import tempfile
from functools import lru_cache
from importlib.util import find_spec

__all__ = ["compiled_cache", "simulates"]


def simulates(source: str) -> bool:
    """Whether the source may call `playfunc.simulate`: a worker loads the fast rules for nobody else, since
    that takes half a second."""
    return "simulate" in source


@lru_cache
def compiled_cache() -> str:
    """The folder with the machine code of the fast rules, compiled now if it is not there; "" without numba.

    Where the usual folder cannot be written, one that lasts as long as this process takes its place.
    """
    if find_spec("numba") is None:
        return ""
    return _warm(dict(os.environ)) or _warm({**os.environ, "PLAYFUNC_CACHE": _own_folder()})


def _warm(environment: dict[str, str]) -> str:
    """A process of its own compiles, and shows it on stderr: this one never needs numba."""
    command = [sys.executable, "-P", "-m", "playfunc.games.hearts.fast.warm"]
    run = subprocess.run(command, env=environment, stdout=subprocess.PIPE, text=True, check=False)
    return run.stdout.strip()


def _own_folder() -> str:
    folder = tempfile.mkdtemp(prefix="playfunc-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder

"""Whether a player calls compiled functions of its game, and the machine code that it then finds ready."""

from __future__ import annotations

import atexit
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from functools import lru_cache
from importlib.util import find_spec
from typing import Any

from playfunc.game import Game

__all__ = ["compile_now", "compiled_cache", "compiled_for"]


def compiled_for(game: Game, source: str) -> str:
    """The reference of what compiles the game's fast rules, if a player of this source may call them; else "".

    A worker loads them for nobody else, since that takes half a second.
    """
    return game.compiled if any(name in source for name in game.compiled_for) else ""


@lru_cache
def compiled_cache(reference: str) -> str:
    """The folder with the machine code of these fast rules, compiled now if it is not there; "" without numba.

    Where the usual folder cannot be written, one that lasts as long as this process takes its place.
    """
    if not reference or find_spec("numba") is None:
        return ""
    usual = dict(os.environ)
    return _warm(reference, usual) or _warm(reference, {**usual, "PLAYFUNC_CACHE": _own_folder()})


def _warm(reference: str, environment: dict[str, str]) -> str:
    """The folder, "" if nothing can be kept there. A process of its own compiles, and shows it on stderr: this one
    never needs numba."""
    found = compile_now([reference], environment)
    return os.path.dirname(found["complete"][0]) if found["all"] and found["complete"] else ""


def compile_now(references: Sequence[str], environment: Mapping[str, str]) -> dict[str, Any]:
    """What `playfunc.compiled.warm` prints of these references. Raises `OSError` when it fails."""
    command = [sys.executable, "-P", "-m", "playfunc.compiled.warm", *references]
    run = subprocess.run(command, env=dict(environment), stdout=subprocess.PIPE, text=True, check=False)
    if run.returncode:
        raise OSError("the compiled functions cannot be prepared; the reason is above")
    found: dict[str, Any] = json.loads(run.stdout)
    return found


def _own_folder() -> str:
    folder = tempfile.mkdtemp(prefix="playfunc-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder

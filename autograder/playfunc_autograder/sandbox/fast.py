"""Whether a player calls compiled functions of its game, and the machine code that it then finds ready."""

from __future__ import annotations

import atexit
import hashlib
import json
import os
import platform
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from playfunc.files import file_stamps, remembered
from playfunc.game import Game
from playfunc.registry import top_package


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
    """What `playfunc.compiled.warm` prints of these references. Raises `OSError` when it fails.

    A process for it takes a second even where everything is compiled, so that its answer is remembered.
    """
    files = [path for package in dict.fromkeys(map(top_package, references)) for path in _sources(package)]
    set_now = {name: value for name, value in environment.items() if name.startswith(_SWITCHES)}
    key = (tuple(references), sorted(set_now.items()), sys.version, _processor(), file_stamps(files))
    name = hashlib.sha256(" ".join(references).encode()).hexdigest()[:12]
    found: dict[str, Any] = remembered(
        f"compiled-{name}", key, lambda: _compile(references, environment), _is_there
    )
    return found


def _is_there(found: Mapping[str, Any]) -> bool:
    return bool(found["all"]) and all(
        os.path.exists(os.path.join(each, "complete")) for each in found["complete"]
    )


_SWITCHES = ("PLAYFUNC_", "NUMBA_")
"""How the names of variables begin that what is compiled, and to where, depends on."""


def _sources(package: str) -> Iterator[Path]:
    """All of a package's own files, and the files that say which versions of numba and of what it uses are here."""
    for name in (package, "numba", "llvmlite"):
        spec = find_spec(name)
        for folder in (spec and spec.submodule_search_locations) or ():
            yield from (
                sorted(Path(folder).rglob("*.py")) if name == package else [Path(folder, "_version.py")]
            )


def _processor() -> str:
    """What the system says of the first processor; nothing where it says it elsewhere."""
    try:
        first = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace").partition("\n\n")[0]
    except OSError:
        return platform.processor()
    return "".join(
        line for line in first.splitlines(True) if line.startswith(("model name", "flags", "Features"))
    )


def _compile(references: Sequence[str], environment: Mapping[str, str]) -> dict[str, Any]:
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

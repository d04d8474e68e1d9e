"""Find the packages that a player may import, and those that it must not read."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.machinery import ModuleSpec
from importlib.util import find_spec

from playfunc.errors import PluginError
from playfunc.games import GAMES
from playfunc.registry import packages_of, top_package

from playfunc_autograder.sandbox.worker.settings import Package, Settings

NEEDED = ("playfunc", "cattrs", "attrs", "attr", "typing_extensions", "msgspec")
"""Every worker needs these: playfunc and its dependencies."""

FAST = ("numpy", "numba", "llvmlite")
"""The fast rules need these too."""

REFUSED = (
    "playfunc_opponents",
    "playfunc_workbook",
    "playfunc_checks",
    "playfunc_autograder",
    "playfunc_classroom",
    "playfunc_arena",
    "playfunc_cli",
)
"""Our packages that players may not import: importing the opponents would be a perfect submission."""


def worker_settings(
    modules: Sequence[str],
    memory_bytes: int,
    cpu_seconds: int,
    *,
    cache: str = "",
    compiled: str = "",
    preload: Sequence[str] = (),
    game: str = "",
) -> Settings:
    """The settings of a worker whose player may import `modules`, the standard library and playfunc.

    A listed module that is not installed here is left out; importing it fails as it would anywhere. With
    `cache`, the folder of their machine code, the worker loads the fast rules by what `compiled` refers to; and it
    loads `preload` of the modules. It can play playfunc's own games, and `game`, whose package the player may
    import. Raises `PluginError` where that package holds opponents too.
    """
    games = _references(game)
    brought = tuple(map(_game_package, games.values()))
    names = dict.fromkeys((*NEEDED, *brought, *modules, *(FAST if cache else ())))
    return Settings(
        packages=tuple(package for name in names if (package := _package(name)) is not None),
        modules=tuple(dict.fromkeys(("playfunc", *brought, *modules))),
        refused=_refused(),
        memory_bytes=memory_bytes,
        cpu_seconds=cpu_seconds,
        cache=cache,
        compiled=compiled,
        preload=tuple(preload),
        games=tuple(games.items()),
    )


def _references(game: str) -> dict[str, str]:
    """The references of playfunc's own games and of `game`. Most workers then have the same settings, so that
    they can be forked from one process."""
    found = GAMES.references()
    return {
        name: reference
        for name, reference in found.items()
        if name == game or top_package(reference) == "playfunc"
    }


def _game_package(reference: str) -> str:
    package = top_package(reference)
    if package in refused_packages():
        raise PluginError(
            f"the game {reference} is in the package {package}, which players may not import because it holds "
            f"opponents; move the game to a package of its own"
        )
    return package


@lru_cache
def refused_packages() -> tuple[str, ...]:
    """Packages that no player may import: `REFUSED`, and those of all installed opponents."""
    return tuple(dict.fromkeys((*REFUSED, *packages_of("playfunc.opponents"))))


@lru_cache
def _package(name: str) -> Package | None:
    if name in sys.stdlib_module_names or name in refused_packages() or "." in name:
        return None
    spec = _spec(name)
    if spec is None:
        return None
    search = None if spec.submodule_search_locations is None else tuple(spec.submodule_search_locations)
    origin = spec.origin if spec.has_location else None
    return Package(name, origin, search, tuple(_folders(name, spec.cached, origin, search)))


def _spec(name: str) -> ModuleSpec | None:
    try:
        return find_spec(name)
    except (ImportError, ValueError):  # ValueError: a module without a spec, such as one made by hand
        return None


def _folders(
    name: str, cached: str | None, origin: str | None, search: Sequence[str] | None
) -> Iterator[str]:
    """All that the package reads: its own folders, or its file and what that was compiled to, and the shared
    libraries that wheels put beside."""
    if search is None:
        yield from (file for file in (origin, cached) if file is not None and os.path.isfile(file))
        return
    for folder in search:
        yield folder
        libraries = os.path.join(os.path.dirname(folder), f"{name}.libs")
        if os.path.isdir(libraries):
            yield libraries


@lru_cache
def _refused() -> tuple[tuple[str, str], ...]:
    """The folders that players must not read, by package; all of `site-packages` is one, with no name."""
    ours = [(name, folder) for name in refused_packages() for folder in folders_of(name)]
    shared = [("", path) for path in sys.path if os.path.basename(path) in ("site-packages", "dist-packages")]
    return (*ours, *shared)


def folders_of(name: str) -> Sequence[str]:
    """The folders of a package; empty if it is not installed."""
    spec = _spec(name)
    return [] if spec is None else spec.submodule_search_locations or []


# Find a worker's Python and the system's shared libraries that its modules are linked with.
#
# Only the system's loader knows where they are. A separate process, started as workers are, therefore loads
# every compiled module of the standard library and of the listed packages, and lists the libraries that were
# loaded with them.


_LOADER_INDEX = "/etc/ld.so.cache"

_ASK = """
import ctypes, json, os, sys

def modules(folder):
    if folder.endswith(".so"):
        yield folder
    for place, folders, files in os.walk(folder):
        folders[:] = [f for f in folders if f not in ("site-packages", "dist-packages", "test", "__pycache__")]
        yield from (os.path.join(place, file) for file in files if file.endswith(".so"))

class Info(ctypes.Structure):
    _fields_ = [("address", ctypes.c_void_p), ("name", ctypes.c_char_p)]

@ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(Info), ctypes.c_size_t, ctypes.c_void_p)
def note(info, size, data):
    libraries.append(os.fsdecode(info.contents.name))
    return 0

path, libraries = [folder for folder in sys.path if os.path.isdir(folder)], []
skipped = "_tkinter", "_curses", "readline", "nis", "_dbm", "_gdbm"  # nothing for players, and many libraries
for file in {file for folder in path + sys.argv[1:] for file in modules(folder)}:
    if not os.path.basename(file).startswith(skipped):
        try:
            ctypes.CDLL(file)
        except OSError:
            pass
ctypes.CDLL(None).dl_iterate_phdr(note, None)
print(json.dumps([os.path.realpath(sys.executable), path, sorted(set(libraries))]))
"""


@dataclass(frozen=True)
class Interpreter:
    """Where a worker's Python is: its program, the folders of its standard library, and the shared
    libraries of the system that it and the listed packages load."""

    program: str
    path: tuple[str, ...]
    libraries: tuple[str, ...]


def find_interpreter(
    command: Sequence[str], environment: Mapping[str, str], folders: Sequence[str]
) -> Interpreter:
    """The interpreter that `command` (a Python with its flags) starts, for packages in `folders`. Raises `OSError`."""
    return _interpreter(tuple(command), tuple(environment.items()), tuple(folders))


@lru_cache
def _interpreter(
    command: tuple[str, ...], environment: tuple[tuple[str, str], ...], folders: tuple[str, ...]
) -> Interpreter:
    asked = [*command, "-c", _ASK, *folders]
    try:
        run = subprocess.run(
            asked, env=dict(environment), capture_output=True, text=True, timeout=60, check=False
        )
    except subprocess.TimeoutExpired as error:
        raise OSError("Python did not list its shared libraries within 60 seconds") from error
    if run.returncode:
        raise OSError(f"Python did not list its shared libraries: {run.stderr.strip()[-200:]}")
    program, path, loaded = json.loads(run.stdout)
    inside = tuple(folder + os.sep for folder in (*path, *folders))
    libraries = [name for name in loaded if os.path.isabs(name) and not name.startswith(inside)]
    return Interpreter(program, tuple(path), (*libraries, _LOADER_INDEX))


def within(path: str, folder: str) -> bool:
    """Whether the path is the folder or something in it."""
    return path == folder or path.startswith(folder.rstrip(os.sep) + os.sep)

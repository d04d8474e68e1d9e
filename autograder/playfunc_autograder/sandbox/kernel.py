"""Build the command that starts a notebook's kernel in a sandbox.

The kernel may read Python, the installed packages, the shared libraries, and these packages of ours: the library,
the opponents, the checks and the workbook. It may write to its scratch folder, which holds a copy of the machine
code compiled for this computer. It is confined like a player's worker: `worker/lock.py` in tiers A and
B, bubblewrap around it in A.
"""

from __future__ import annotations

import os
import shutil
import sys
import sysconfig
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import psutil
from playfunc.games import GAMES
from playfunc.registry import packages_of
from playfunc_opponents import LADDERS

from playfunc_autograder.sandbox.bubblewrap import (
    COVER,
    FLAGS,
    WORKER,
    Command,
    bind,
    environment,
    own_interpreter,
    room,
)
from playfunc_autograder.sandbox.fast import compile_now
from playfunc_autograder.sandbox.packages import REFUSED, folders_of, within
from playfunc_autograder.sandbox.tiers import Tier
from playfunc_autograder.sandbox.worker.kernel import KernelSettings
from playfunc_autograder.sandbox.worker.settings import Package, write_settings

_MEMORY = 2**31
"""Address space in bytes: an idle kernel with its threads takes a fifth of it."""

_CPU_SECONDS = 600

_PACKAGE_FOLDERS = ("site-packages", "dist-packages")

_LOADERS = ("/lib", "/lib64")
"""Names by which programs find their loader, which are often links into /usr."""

_READ = ("playfunc", "playfunc_opponents", "playfunc_checks", "playfunc_workbook")
"""Our packages that cells may import: whole folders, and none of the marker's. The packages of
installed games and opponents are added."""


@dataclass(frozen=True)
class KernelFolder:
    """A folder for one kernel: its sockets, its connection file, and what it may write."""

    root: Path

    @property
    def sockets(self) -> Path:
        return self.root / "s"

    @property
    def connection(self) -> Path:
        return self.root / "connection.json"

    @property
    def scratch(self) -> Path:
        return self.root / "scratch"

    @property
    def work(self) -> Path:
        """The kernel's current folder, with a copy of what was handed in."""
        return self.scratch / "work"

    @property
    def home(self) -> Path:
        return self.scratch / "home"

    @property
    def cache(self) -> Path:
        """Where the kernel looks for machine code."""
        return self.scratch / "cache"

    def make(self) -> None:
        startup = self.home / "ipython" / "profile_default" / "startup"
        for folder in (self.sockets, self.work, startup):
            folder.mkdir(parents=True)
        (
            startup / "README"
        ).touch()  # IPython would copy one with its mode, and no mode can be changed inside


def kernel_command(tier: Tier, folder: KernelFolder) -> Command:
    """The command for tier A or B. Raises `OSError` when tier A needs bubblewrap and it is not installed."""
    for code in _world().machine_code:
        # Links, because numba writes beside what it reads. Another process may be writing: skip its unfinished files.
        unfinished = shutil.ignore_patterns("*.tmp.*")
        shutil.copytree(
            code, folder.cache / os.path.basename(code), ignore=unfinished, copy_function=os.symlink
        )
    settings = _settings(folder)
    program = os.path.realpath(own_interpreter()) if tier is Tier.A else own_interpreter()
    argv = (program, *FLAGS, os.path.join(WORKER, "__main__.py"), "kernel", write_settings(settings))
    variables = _environment(folder)
    if tier is not Tier.A:
        return Command(argv, variables)
    return Command(room(argv, variables, _mounts(settings, program), settings.work), variables, 1)


def _environment(folder: KernelFolder) -> Mapping[str, str]:
    home = str(folder.home)
    return {
        **environment(),
        "HOME": home,
        "IPYTHONDIR": os.path.join(home, "ipython"),
        "TMPDIR": home,
        "PLAYFUNC_CACHE": str(folder.cache),
        "NBGRADER_EXECUTION": "autograde",
        "LANG": "C.UTF-8",
        "MALLOC_ARENA_MAX": "2",  # an arena for each of many threads would use up the address space
    }


def _settings(folder: KernelFolder) -> KernelSettings:
    world = _world()
    return KernelSettings(
        packages=world.packages,
        path=world.path,
        readable=world.readable,
        listed=world.listed,
        connection=str(folder.connection),
        sockets=str(folder.sockets),
        scratch=str(folder.scratch),
        memory_bytes=_MEMORY,
        cpu_seconds=_CPU_SECONDS,
    )


@dataclass(frozen=True)
class _World:
    packages: tuple[Package, ...]
    path: tuple[str, ...]
    readable: tuple[str, ...]
    listed: tuple[str, ...]
    machine_code: tuple[str, ...]


@lru_cache(maxsize=1)
def _world() -> _World:
    path = tuple(p for p in dict.fromkeys(sys.path) if _holds_packages(p) and os.path.isdir(p))
    installed = [entry.path for folder in path for entry in os.scandir(folder) if _is_library(entry.name)]
    machine_code = tuple(_machine_code())
    readable = dict.fromkeys((*installed, *_ours(), *_shared_libraries(), WORKER, *machine_code))
    listed = {*path}
    packages = tuple(map(_package, _for_cells()))
    return _World(packages, path, tuple(readable), tuple(sorted(listed)), machine_code)


def _holds_packages(folder: str) -> bool:
    return os.path.basename(folder) in _PACKAGE_FOLDERS


def _is_library(name: str) -> bool:
    """Whether it is neither one of our packages (`_ours` lists those needed) nor a `.pth` file."""
    return name not in REFUSED and not name.endswith(".pth")


def _package(name: str) -> Package:
    folders = tuple(folders_of(name))
    return Package(name, os.path.join(folders[0], "__init__.py"), folders, folders)


def _for_cells() -> list[str]:
    """The packages of `_READ` and of all games and opponents; one that cannot be found harms no other."""
    brought = (*packages_of("playfunc.games"), *packages_of("playfunc.opponents"))
    return [name for name in dict.fromkeys((*_READ, *brought)) if folders_of(name)]


def _ours() -> Iterator[str]:
    """What is ours and may be read, by folder."""
    yield from (folder for name in _for_cells() for folder in folders_of(name))


def _machine_code() -> list[str]:
    """Folders with what the workbook runs compiled. What is missing is compiled now, and named on stderr."""
    games = [game.compiled for game in GAMES.usable().values()]
    opponents = [ladder.compiled for ladder in LADDERS.usable().values()]
    folders: list[str] = compile_now([*filter(None, (*games, *opponents))], os.environ)["complete"]
    return folders


def _shared_libraries() -> Iterator[str]:
    """The system's folders of shared libraries; where packages lie in one, its libraries file by file."""
    files = {mapped.path for mapped in psutil.Process().memory_maps() if ".so" in mapped.path}
    python = {os.path.realpath(p) for p in (*sys.path, *_standard_library()) if p}
    for folder in sorted({os.path.dirname(os.path.realpath(file)) for file in files}):
        if any(within(folder, place) for place in python):
            continue
        if any(within(place, folder) for place in python):
            yield from (entry.path for entry in os.scandir(folder) if ".so" in entry.name and entry.is_file())
        else:
            yield folder
    yield from map(os.path.realpath, filter(os.path.exists, ("/lib64", "/etc/ld.so.cache", "/dev/urandom")))


def _standard_library() -> tuple[str, ...]:
    return tuple(dict.fromkeys(sysconfig.get_path(name) for name in ("stdlib", "platstdlib")))


def _mounts(settings: KernelSettings, program: str) -> Iterator[str]:
    """Whole folders of packages, where the lock inside picks entries, but without ours; then what `_ours` lists."""
    standard = _standard_library()
    folders = (*standard, *settings.path)
    yield from bind(folders)
    for folder in (os.path.join(place, name) for place in standard for name in _PACKAGE_FOLDERS):
        if folder not in settings.path and os.path.isdir(folder):
            yield from (*COVER, folder)
    ours = [folder for name in REFUSED for folder in folders_of(name)]
    for folder in ours:
        if any(within(folder, place) for place in folders):
            yield from (*COVER, folder)
    # Skip what its folder already mounted, but mount our packages again, on top of their covers.
    single = [
        path
        for path in settings.readable
        if any(within(path, folder) for folder in ours) or not any(within(path, folder) for folder in folders)
    ]
    yield from bind((program, *single, settings.connection))
    for place in (settings.sockets, settings.scratch):
        yield from ("--bind", place, place)
    for link in filter(os.path.islink, _LOADERS):
        yield from ("--symlink", os.readlink(link), link)
    for device in (os.devnull, "/dev/urandom"):
        yield from ("--dev-bind", device, device)

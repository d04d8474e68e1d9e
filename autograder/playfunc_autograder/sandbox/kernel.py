"""The command that starts a notebook's kernel in a world of its own.

It may read Python, the installed packages and shared libraries, and of ours what
`from playfunc_autograder.notebook import *` loads, with the sources beside compiled ones, found out by doing that
once in a process of our own. It may write its scratch folder, where it finds a copy of what has been compiled for
this computer. What holds for a player's worker holds here too: `worker/lock.py` in tiers A and B, bubblewrap around
it in A.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from playfunc_autograder.sandbox.bubblewrap import COVER, OPTIONS, bind
from playfunc_autograder.sandbox.launch import FLAGS, WORKER, Command, environment, own_interpreter
from playfunc_autograder.sandbox.packages import REFUSED, folders_of
from playfunc_autograder.sandbox.tiers import Tier
from playfunc_autograder.sandbox.worker.kernel import KernelSettings, write_kernel_settings
from playfunc_autograder.sandbox.worker.settings import Package

__all__ = ["KernelFolder", "kernel_command"]

_MEMORY = 2**31
"""Address space in bytes: an idle kernel with its threads takes a fifth of it."""

_CPU_SECONDS = 600

_PACKAGE_FOLDERS = ("site-packages", "dist-packages")

_LOADERS = ("/lib", "/lib64")
"""Names by which programs find their loader, which are often links into /usr."""

_LOADED = """
import json, sys
import playfunc_autograder.notebook
from playfunc.fast.native import cache_folder, compiled_from, is_complete
from playfunc.fast.warm import prepare
from playfunc_opponents.hearts.exact.warm import prepare as prepare_solver

prepare()
prepare_solver()
ours = [m.__file__ for name, m in sys.modules.items() if name.partition(".")[0] in sys.argv[1:]]
# The name of the machine code's folder comes from all sources in theirs, so all have to be readable.
compiled = [str(file) for folder in compiled_from() for file in folder.glob("*.py")]
code = [str(cache_folder(folder)) for folder in compiled_from() if is_complete(folder)]
print(json.dumps([list(dict.fromkeys(filter(None, ours + compiled))), code]))
"""


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
    """Tier A or B. Raises `OSError` when bubblewrap is asked for and not there."""
    for code in _world().machine_code:
        # Another process may be adding to it: what is half written comes and goes.
        unfinished = shutil.ignore_patterns("*.tmp.*")
        shutil.copytree(code, folder.cache / os.path.basename(code), ignore=unfinished)
    settings = _settings(folder)
    program = os.path.realpath(own_interpreter()) if tier is Tier.A else own_interpreter()
    argv = (program, *FLAGS, os.path.join(WORKER, "__main__.py"), "kernel", write_kernel_settings(settings))
    variables = _environment(folder)
    if tier is not Tier.A:
        return Command(argv, variables)
    bwrap = shutil.which("bwrap")
    if bwrap is None:
        raise FileNotFoundError("bubblewrap is not installed")
    told = [part for name, text in variables.items() for part in ("--setenv", name, text)]
    return Command((bwrap, *OPTIONS, *told, *_mounts(settings, program), "--", *argv), variables, "--info-fd")


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
    ours, machine_code = _needed_of_ours()
    installed = [entry.path for folder in path for entry in os.scandir(folder) if _is_library(entry.name)]
    contract = folders_of("playfunc")
    listed = {*path, *(os.path.dirname(file) for file in ours)}
    readable = dict.fromkeys((*installed, *contract, *ours, *_shared_libraries(), WORKER))
    packages = tuple(_package(name) for name in ("playfunc", *REFUSED))
    return _World(packages, path, tuple(readable), tuple(sorted(listed)), tuple(machine_code))


def _holds_packages(folder: str) -> bool:
    return os.path.basename(folder) in _PACKAGE_FOLDERS


def _is_library(name: str) -> bool:
    """Not our own packages, whose needed files are listed one by one, and nothing that tells of folders."""
    return name not in REFUSED and not name.endswith(".pth")


def _package(name: str) -> Package:
    folders = tuple(folders_of(name))
    return Package(name, os.path.join(folders[0], "__init__.py"), folders, folders)


def _needed_of_ours() -> tuple[list[str], list[str]]:
    """Files of ours that the workbook's import loads, opponents and autograder, and folders of machine code.

    What is not compiled yet is compiled now, which is told of on stderr."""
    run = subprocess.run([sys.executable, "-P", "-c", _LOADED, *REFUSED], stdout=subprocess.PIPE, check=False)
    if run.returncode:
        raise OSError("the workbook's functions cannot be imported; the reason is above")
    ours, machine_code = json.loads(run.stdout)
    return ours, machine_code


def _shared_libraries() -> Iterator[str]:
    """The system's folders of shared libraries; where packages lie in one, its libraries file by file."""
    with open("/proc/self/maps", encoding="utf-8", errors="surrogateescape") as maps:
        files = {"/" + line.rstrip("\n").partition("/")[2] for line in maps if ".so" in line}
    python = {os.path.realpath(p) for p in (*sys.path, *_standard_library()) if p}
    for folder in sorted({os.path.dirname(os.path.realpath(file)) for file in files}):
        if any(_within(folder, place) for place in python):
            continue
        if any(_within(place, folder) for place in python):
            yield from (entry.path for entry in os.scandir(folder) if ".so" in entry.name and entry.is_file())
        else:
            yield folder
    yield from map(os.path.realpath, filter(os.path.exists, ("/lib64", "/etc/ld.so.cache", "/dev/urandom")))


def _standard_library() -> tuple[str, ...]:
    return tuple(dict.fromkeys(sysconfig.get_path(name) for name in ("stdlib", "platstdlib")))


def _within(path: str, folder: str) -> bool:
    return path == folder or path.startswith(folder.rstrip(os.sep) + os.sep)


def _mounts(settings: KernelSettings, program: str) -> Iterator[str]:
    """Whole folders of packages, where the lock inside picks entries, but without ours; those file by file."""
    standard = _standard_library()
    folders = (*standard, *settings.path)
    yield from bind(folders)
    for folder in (os.path.join(place, name) for place in standard for name in _PACKAGE_FOLDERS):
        if folder not in settings.path and os.path.isdir(folder):
            yield from (*COVER, folder)
    ours = [folder for name in REFUSED for folder in folders_of(name)]
    for folder in ours:
        if any(_within(folder, place) for place in folders):
            yield from (*COVER, folder)
    # Not twice what came with its folder; but ours again, on top of what covers them.
    single = [
        path
        for path in settings.readable
        if any(_within(path, folder) for folder in ours)
        or not any(_within(path, folder) for folder in folders)
    ]
    yield from bind((program, *single, settings.connection))
    for place in (settings.sockets, settings.scratch):
        yield from ("--bind", place, place)
    for link in filter(os.path.islink, _LOADERS):
        yield from ("--symlink", os.readlink(link), link)
    for device in (os.devnull, "/dev/urandom"):
        yield from ("--dev-bind", device, device)
    yield from ("--remount-ro", "/", "--chdir", settings.work)

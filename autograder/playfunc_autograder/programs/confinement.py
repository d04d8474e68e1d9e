"""How a program of any language is started, by tier: what it can see, and how much it gets.

Its world is wider than a worker's, because a runtime starts threads, maps memory and loads its own libraries:
it sees the system's programs and libraries and its own folder, and can write nothing but, in tier A, a small
temporary folder. It is one process, without a network (`sandbox/worker/program_calls.py`).
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from glob import glob
from importlib.util import find_spec

from playfunc.registry import packages_of

from playfunc_autograder.programs.command import ProgramCommand
from playfunc_autograder.programs.interpreters import SEARCHED
from playfunc_autograder.programs.process_group import TaskBound
from playfunc_autograder.sandbox.bubblewrap import Command, room
from playfunc_autograder.sandbox.packages import refused_packages
from playfunc_autograder.sandbox.tiers import Tier
from playfunc_autograder.sandbox.worker.landlock import SCRATCH

_START = os.path.join(os.path.dirname(os.path.abspath(__file__)), "start.py")

_SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/opt")
_SETTINGS = ("ld.so.cache", "alternatives", "localtime", "java*", "php*", "perl*", "ssl/openssl.cnf")
"""Below `/etc`: what linkers and runtimes read as they start."""

_KERNEL = (
    "/proc/self",
    "/proc/cpuinfo",
    "/proc/meminfo",
    "/proc/stat",
    "/proc/sys/vm/overcommit_memory",
    "/sys/devices/system/cpu",
    "/sys/kernel/mm/transparent_hugepage",
)
"""What runtimes ask the kernel about the machine, where `/proc` is the machine's own."""

_DEVICES = ("/dev/null", "/dev/random", "/dev/urandom")
"""Not /dev/zero: what is mapped of it and shared is memory outside the process's count."""

_STANDARD = {"/dev/stdin": "0", "/dev/stdout": "1", "/dev/stderr": "2", "/dev/fd": ""}
"""Names of open descriptors, as links into `/proc/self/fd`."""

_EXECUTE, _WRITE, _READ, _LIST = 1 << 0, 1 << 1, 1 << 2, 1 << 3
"""Landlock's rights on files and folders."""

_SCRATCH = 16 * 2**20


def start_command(command: ProgramCommand, tier: Tier, memory_bytes: int) -> Command:
    """What to execute so that `command` runs confined as `tier` promises. Raises `OSError` where a part is
    not installed."""
    variables = _environment(command)
    if sys.platform == "win32":
        return Command(command.argv, variables)
    if tier is Tier.A:
        inner = room(command.argv, variables, _mounts(command), command.folder)
        return _taking_options(_started(inner, _limits(memory_bytes), outer=True), variables)
    rights = _rights(command) if tier is Tier.B else None
    return Command(_started(command.argv, _limits(memory_bytes), rights=rights), variables)


@dataclass(frozen=True, slots=True)
class Workshop:
    """What a compiler is given: the folder `work` to read its sources from and write to, `scratch` for what it
    writes besides, in bytes how much it may hold in `memory` and write to one file and in all (`written`), seconds of
    `cpu`, its own `variables`, and how many processes and threads it may start (`tasks`). In tier A the two folders
    are made for it, in memory, and end with it."""

    work: str
    scratch: str
    memory: int
    written: int
    cpu: int
    variables: Mapping[str, str]
    tasks: TaskBound


def compile_command(command: ProgramCommand, tier: Tier, shop: Workshop) -> Command:
    """What to execute so that `command`, a compiler, runs confined as programs are, but with processes of its own, in
    `shop`. The sources are the files in `command.folder`. Raises `OSError` where a part is not installed."""
    variables = {
        **_environment(replace(command, folder=shop.scratch)),
        **shop.variables,
        "TMPDIR": shop.scratch,
    }
    limits = {
        **_limits(shop.memory),
        "RLIMIT_FSIZE": shop.written,
        "RLIMIT_CPU": shop.cpu,
        "RLIMIT_NPROC": shop.tasks.limit,
    }
    if tier is Tier.A:
        mounts = (*_world(command, shop.written), "--dir", shop.work, "--dir", shop.scratch)
        sources = (
            part
            for entry in os.scandir(command.folder)
            for part in ("--ro-bind", entry.path, os.path.join(shop.work, entry.name))
        )
        inner = room(command.argv, variables, (*mounts, *sources), shop.work)
        return _taking_options(
            _started(inner, limits, outer=True, family=True, group=shop.tasks.group), variables
        )
    own = dict.fromkeys((shop.work, shop.scratch), SCRATCH)  # what it writes there it does not run
    started = _started(
        command.argv, limits, rights=_rights_to(_visible(command)) | own, family=True, group=shop.tasks.group
    )
    return _taking_options(started, variables)


def _taking_options(argv: tuple[str, ...], variables: Mapping[str, str]) -> Command:
    """What `start.py` starts: it takes bubblewrap's options behind its own arguments."""
    return Command(argv, variables, options_at=len(argv))


def _environment(command: ProgramCommand) -> dict[str, str]:
    """The program's whole environment."""
    kept = {name: os.environ[name] for name in ("SYSTEMROOT", "LD_LIBRARY_PATH") if name in os.environ}
    return {
        **kept,
        "PATH": _path(command) if sys.platform != "win32" else os.environ.get("PATH", ""),
        "HOME": command.folder,
        "LANG": "C.UTF-8",
        "PYTHONHASHSEED": "0",
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONNOUSERSITE": "1",
    }


def _path(command: ProgramCommand) -> str:
    """Where a script that becomes its runtime finds it."""
    folders = (folder for runtime in command.runtimes for folder in (f"{runtime}/bin", runtime))
    return ":".join((*filter(os.path.isdir, folders), SEARCHED))


def _limits(memory_bytes: int) -> dict[str, int]:
    return {
        "RLIMIT_DATA": memory_bytes,  # not RLIMIT_AS: runtimes reserve far more addresses than they use
        "RLIMIT_FSIZE": _SCRATCH,
        "RLIMIT_CORE": 0,
        "RLIMIT_NOFILE": 256,
    }


def _started(
    argv: tuple[str, ...],
    limits: Mapping[str, int],
    *,
    rights: Mapping[str, int] | None = None,
    outer: bool = False,
    family: bool = False,
    group: str = "",
) -> tuple[str, ...]:
    orders = {
        "limits": limits if sys.platform == "linux" else {"RLIMIT_CORE": 0},
        "argv": argv,
        "rights": rights,
        "outer": outer,
        "family": family,
        "group": group,
    }
    return (sys.executable, "-I", "-S", _START, json.dumps(orders))


def _mounts(command: ProgramCommand) -> Iterator[str]:
    yield from _world(command, _SCRATCH)
    yield from ("--ro-bind", command.folder, command.folder)


def _world(command: ProgramCommand, scratch: int) -> Iterator[str]:
    """All but what is the program's own; `scratch` bytes fit into /tmp."""
    yield from ("--proc", "/proc", "--remount-ro", "/proc", "--size", str(scratch), "--tmpfs", "/tmp")
    visible = list(_visible(command))
    for path in visible:
        yield from (
            ("--symlink", os.readlink(path), path) if os.path.islink(path) else ("--ro-bind", path, path)
        )
    for path in _hidden():
        if any(path.startswith(folder + os.sep) for folder in visible):
            yield from ("--tmpfs", path, "--remount-ro", path)
    for device in _DEVICES:
        yield from ("--dev-bind", device, device)
    for name, descriptor in _STANDARD.items():
        yield from ("--symlink", f"/proc/self/fd/{descriptor}", name)


def _visible(command: ProgramCommand) -> Iterator[str]:
    yield from (path for path in _SYSTEM if os.path.lexists(path))
    yield from (path for name in _SETTINGS for path in glob(f"/etc/{name}") if os.path.exists(path))
    yield from filter(os.path.exists, command.runtimes)


def _rights(command: ProgramCommand) -> dict[str, int]:
    return _rights_to((*_visible(command), command.folder))


def _rights_to(paths: Iterable[str]) -> dict[str, int]:
    """To read and execute all below these paths but ours, and what every program needs of the kernel."""
    read = _EXECUTE | _READ | _LIST
    rights: dict[str, int] = {}
    for path in paths:
        rights |= dict.fromkeys(_without(path, _hidden()), read)
        rights |= {path: rights.get(path, 0) | _LIST}
    rights |= dict.fromkeys(_KERNEL, _READ | _LIST)
    return rights | dict.fromkeys(_DEVICES, _READ | _WRITE)


def _without(path: str, hidden: tuple[str, ...]) -> Iterator[str]:
    """The parts of a folder that leave `hidden` out: Landlock grants all that lies below a path."""
    if path in hidden:
        return
    if not any(other.startswith(path + os.sep) for other in hidden):
        yield path
        return
    with os.scandir(path) as entries:
        for entry in entries:
            yield from _without(entry.path, hidden)


@lru_cache
def _hidden() -> tuple[str, ...]:
    """Our own packages, and whatever else is installed where they are: a program brings what it needs."""
    folders = {
        os.path.dirname(folder)
        for name in (*packages_of("playfunc.games"), *refused_packages())
        if (spec := find_spec(name)) is not None
        for folder in spec.submodule_search_locations or ()
    }
    return tuple(sorted(folders))

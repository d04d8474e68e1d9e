"""Test how well this machine can confine a worker, by a player that really tries to get out.

It goes past Python's own refusals (`worker/guard.py`) to the C library, so what stops it is the operating system. It
reports a way out only when that way succeeded.
"""

from __future__ import annotations

import os
import platform
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from types import MappingProxyType

from playfunc.games.hearts import Hearts
from playfunc.record import rules_parameters

from playfunc_autograder.sandbox.bubblewrap import Launcher, bubblewrapped, locked, plain
from playfunc_autograder.sandbox.forks import close_fork_servers, fork_or_spawn
from playfunc_autograder.sandbox.packages import REFUSED, worker_settings
from playfunc_autograder.sandbox.replies import scrub
from playfunc_autograder.sandbox.worker.wire import Load, WireError, answers_limit, decode_loaded, encode
from playfunc_autograder.sandbox.worker_process import WorkerError, WorkerProcess

_MEMORY, _CPU_SECONDS, _WALL_SECONDS = 2**30, 10, 60

_TRY = """
import _thread, ctypes, os

libc = ctypes.CDLL(None)

def opens(path, flags=os.O_RDONLY):
    return libc.open(os.fsencode(path), flags, 0o600) >= 0

def forks():
    child = libc.fork()
    if child == 0:
        libc._exit(0)
    return child > 0

def starts_a_thread():
    try:
        return bool(_thread.start_new_thread(int, ()))
    except RuntimeError:
        return False

ways = {
    "read a file": lambda: opens(FILE),
    "write a file": lambda: opens(FILE, os.O_WRONLY),
    "make a file": lambda: opens(FILE + ".new", os.O_WRONLY | os.O_CREAT),
    "read our source": lambda: any([opens(path) for path in OURS]),
    "read the memory of the process that judges": lambda: opens(f"/proc/{JUDGE}/mem"),
    "signal the process that judges": lambda: libc.kill(JUDGE, 0) == 0,
    "use the network": lambda: libc.socket(2, 1, 0) >= 0,
    "use a local socket": lambda: libc.socket(1, 1, 0) >= 0,
    "change a file's mode": lambda: libc.chmod(os.fsencode(FILE), 0o600) == 0,
    "watch a file": lambda: libc.inotify_init() >= 0,
    "lock a file": lambda: libc.flock(libc.open(os.fsencode(os.__file__), os.O_RDONLY), 5) == 0,
    "keep memory in a file without a name": lambda: libc.memfd_create(b"x", 0) >= 0,
    "start a process": forks,
    "start a thread": starts_a_thread,
}
out = [way for way, leads in ways.items() if leads()]
if out:
    raise RuntimeError(", ".join(out))
"""


def why_not(launcher: Launcher) -> str:
    """Why a worker of `launcher` is not confined here, or `""` when all attempts to get out failed."""
    try:
        settings = worker_settings((), _MEMORY, _CPU_SECONDS)
        process = WorkerProcess(fork_or_spawn(launcher, settings, "canary"))
    except OSError as error:
        return error.strerror or _last_line(str(error))
    try:
        return _tried(process)
    finally:
        process.close()
        close_fork_servers("canary")  # so that a later look starts anew, as the system is by then


def _tried(process: WorkerProcess) -> str:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "outside"
        file.write_text("not for players")
        try:
            return _describe(process, _source(file))
        except (WorkerError, WireError) as error:
            process.close()
            return _last_line(process.printed.decode("utf-8", "replace")) or str(error)


def _source(file: Path) -> str:
    ours = [os.path.join(folder, "__init__.py") for name in REFUSED for folder in _folders(name)]
    return f"FILE, OURS, JUDGE = {str(file)!r}, {ours!r}, {os.getpid()}\n{_TRY}"


def _folders(name: str) -> Sequence[str]:
    spec = find_spec(name)
    return [] if spec is None else spec.submodule_search_locations or []


def _describe(process: WorkerProcess, source: str) -> str:
    rules = Hearts(2)
    load = Load(b"canary", rules.name, rules_parameters(rules), source, "canary", b"")
    data, _ = process.exchange(encode(load), answers_limit(1), _CPU_SECONDS, _WALL_SECONDS)
    fault = decode_loaded(data).fault
    return (
        ""
        if fault is None
        else f"a player could {fault.reason.partition('RuntimeError: ')[2] or fault.reason}"
    )


def _last_line(printed: str) -> str:
    lines = scrub(printed).strip().splitlines()
    return lines[-1].partition("Error: ")[2] or lines[-1] if lines else ""


class Tier(Enum):
    """In A and B a player can neither read nor change anything outside, use a network, or start processes."""

    A = "A"
    """Bubblewrap, which hides all other files, and the lock inside it."""
    B = "B"
    """The lock alone: the same guarantees, but names and sizes of files are visible."""
    C = "C"
    """Limits and time-outs only: enough for your own code, not for other people's."""

    @property
    def confined(self) -> bool:
        return self is not Tier.C


LAUNCHERS: Mapping[Tier, Launcher] = MappingProxyType({Tier.A: bubblewrapped, Tier.B: locked, Tier.C: plain})


@dataclass(frozen=True)
class Probe:
    """The best tier of this machine, and why each better one is unavailable."""

    tier: Tier
    refusals: Mapping[Tier, str]


@cache
def available_tier() -> Probe:
    """Found once per process, by a canary that tries to get out of each tier; takes up to a second."""
    return probe(LAUNCHERS)


def probe(launchers: Mapping[Tier, Launcher]) -> Probe:
    """The best tier that confines workers on this machine."""
    return best_tier(lambda tier: why_not(launchers[tier]))


def best_tier(refusal: Callable[[Tier], str]) -> Probe:
    """The first tier for which `refusal` returns no reason, else C, which is always available."""
    refusals: dict[Tier, str] = {}
    for tier in (Tier.A, Tier.B):
        reason = refusal(tier) if sys.platform == "linux" else _elsewhere()
        if not reason:
            return Probe(tier, MappingProxyType(refusals))
        refusals[tier] = reason
    return Probe(Tier.C, MappingProxyType(refusals))


def _elsewhere() -> str:
    return f"this is {platform.system() or sys.platform}, and confinement needs Linux"

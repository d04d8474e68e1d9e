"""A program that really tries to get out, to learn in which tier programs are confined on this machine.

It is written in Python and goes past Python to the C library; the lock does not know which language it holds.
It reports a way out only when that way succeeded.
"""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from playfunc_autograder.programs.command import read_command
from playfunc_autograder.programs.confinement import start_command
from playfunc_autograder.programs.process import EndedError, ProgramFault, ProgramLimits, RunningProgram
from playfunc_autograder.sandbox.packages import REFUSED, folders_of
from playfunc_autograder.sandbox.replies import scrub
from playfunc_autograder.sandbox.tiers import Probe, Tier, best_tier

_LIMITS = ProgramLimits(cpu=10, wall=60)
_MEMORY = 2**30

_TRY = """
import ctypes, fcntl, os, sys

libc = ctypes.CDLL(None)
here = os.open(__file__, os.O_RDONLY)

def opens(path, flags=os.O_RDONLY):
    return libc.open(os.fsencode(path), flags, 0o600) >= 0

def leads(way):
    try:
        return way()
    except OSError:
        return False

def does(function, *arguments):
    function(*arguments)
    return True

opens(FILE + ".new", os.O_WRONLY | os.O_CREAT)  # whether it is there, the marker sees
ways = {
    "read a file": lambda: opens(FILE),
    "write a file": lambda: opens(FILE, os.O_WRONLY),
    "read our source": lambda: any([opens(path) for path in OURS]),
    "read the memory of the process that judges": lambda: opens(f"/proc/{JUDGE}/mem"),
    "signal the process that judges": lambda: libc.kill(JUDGE, 0) == 0,
    "use the network": lambda: libc.socket(2, 1, 0) >= 0,
    "use a local socket": lambda: libc.socket(1, 1, 0) >= 0,
    "change a file's mode": lambda: does(os.chmod, FILE, 0o600),
    "change its own file's mode": lambda: does(os.fchmod, here, 0o600),
    "change a file's times": lambda: does(os.utime, FILE),
    "change a file's attributes": lambda: does(os.setxattr, FILE, "user.playfunc", b"x"),
    "watch a file": lambda: libc.inotify_init() >= 0,
    "lock a file": lambda: does(fcntl.flock, here, fcntl.LOCK_SH | fcntl.LOCK_NB),
    "lock part of a file": lambda: does(fcntl.lockf, here, fcntl.LOCK_SH | fcntl.LOCK_NB),
    "keep memory in a file without a name": lambda: libc.memfd_create(b"x", 0) >= 0,
    "keep memory in /dev/shm": lambda: opens(f"/dev/shm/playfunc-{os.getpid()}", os.O_WRONLY | os.O_CREAT),
    "outlive the process that judges": lambda: libc.prctl(1, 0, 0, 0, 0) == 0,
}
print(", ".join(way for way, leads_out in ways.items() if leads(leads_out)), flush=True)
if os.fork() == 0:
    os._exit(0)
print("start a process", flush=True)
"""


@cache
def program_tier() -> Probe:
    """The best tier in which programs are confined here. Found once per process; takes a fraction of a second."""
    return best_tier(why_not_programs)


def why_not_programs(tier: Tier) -> str:
    """Why programs are not confined in this tier here, or `""` when all attempts to get out failed."""
    with TemporaryDirectory(prefix="playfunc-") as place:
        file, own = Path(place, "outside"), Path(place, "own")
        file.write_text("not for programs")
        own.mkdir()
        ours = [os.path.join(folder, "__init__.py") for name in REFUSED for folder in folders_of(name)]
        told = f"FILE, OURS, JUDGE = {str(file)!r}, {ours!r}, {os.getpid()}\n"
        (own / "canary.py").write_text(told + _TRY)
        try:
            command = read_command("python3 canary.py", own)
            program = RunningProgram(start_command(command, tier, _MEMORY), str(own), _MEMORY)
        except OSError as error:
            return error.strerror or str(error)
        try:
            return _describe(program, file.with_name("outside.new"))
        finally:
            program.close()
            Path(f"/dev/shm/playfunc-{program.pid}").unlink(missing_ok=True)


def _describe(program: RunningProgram, made: Path) -> str:
    try:
        got, _ = program.ask("", _LIMITS)
    except ProgramFault as error:
        return scrub(error.reason)
    try:
        forked, _ = program.ask("", _LIMITS)
    except EndedError:
        forked = ""
    except ProgramFault as error:
        return scrub(error.reason)
    out = ", ".join(filter(None, (got, "make a file" if made.exists() else "", forked)))
    return f"a program could {out}" if out else ""

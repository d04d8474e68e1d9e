"""Which program an interpreter's name stands for, and which folders outside the system's it needs.

Pyenv, rbenv, nvm, conda and the like put interpreters below a home folder, often behind a script that looks
for the right one (a shim), which no confined program could run: it starts processes, and lies where nothing
may be read. So the interpreter is found here, before it is confined, and its own folder shown.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

from playfunc_checks.submitted_player import ProgramError

from playfunc_autograder.sandbox.packages import within

SYSTEM = ("/usr/", "/bin/", "/sbin/", "/lib", "/opt/")
SEARCHED = "/usr/local/bin:/usr/bin:/bin"
"""Where a confined program finds others by name, beside the folders in `RUNTIMES`."""

RUNTIMES = "PLAYFUNC_RUNTIMES"
"""The environment variable with further folders that programs may read, separated as in PATH."""

PYTHONS = ("python", "python3", f"python3.{sys.version_info.minor}")

_WHERE = {
    "python": ("-c", "import sys; print(sys.executable)"),
    "node": ("-p", "process.execPath"),
    "ruby": ("-e", "puts RbConfig.ruby"),
    "perl": ("-e", "print $^X"),
    "php": ("-r", "echo PHP_BINARY;"),
}
"""How to ask an interpreter where it is."""


def named_runtimes() -> tuple[str, ...]:
    """The folders in the environment variable."""
    return tuple(os.path.realpath(path) for path in os.environ.get(RUNTIMES, "").split(os.pathsep) if path)


def find_program(name: str) -> str:
    """The installed program of that name, behind its shim if it has one; `python` and `python3` are the Python that
    runs this. Raises `ProgramError`."""
    if name in PYTHONS:
        return os.path.realpath(sys.executable)
    folders = os.pathsep.join(os.path.join(path, "bin") for path in named_runtimes())
    found = shutil.which(name, path=os.pathsep.join((folders, os.environ.get("PATH", SEARCHED))))
    if found is None:
        raise ProgramError(
            f"{name!r} is not installed here (nor a file: write ./{name} for one in this folder)"
        )
    if sys.platform == "win32":
        return found
    return _behind(found) if _is_shim(found) else os.path.realpath(found)


def interpreter_at(path: str) -> str:
    """The interpreter at a path, behind its shim if it has one. That of a virtual environment stays a link, because by
    its place Python finds the environment. Raises `ProgramError`."""
    if _is_shim(path):
        return _behind(path)
    folder, name = os.path.split(path)
    folder = os.path.realpath(folder)
    environment = os.path.isfile(os.path.join(os.path.dirname(folder), "pyvenv.cfg"))
    return os.path.join(folder, name) if environment else os.path.realpath(path)


def script(path: Path) -> tuple[str, ...]:
    """What to put before a script so that its interpreter, where it is not one of the system's, is found here
    and not by the confined program; nothing for other files. Raises `ProgramError`."""
    with path.open("rb") as file:
        first = file.readline(256).decode("utf-8", "replace").strip()
    words = shlex.split(first[2:]) if first.startswith("#!") else []
    if words and os.path.basename(words[0]) == "env":
        words = [word for word in words[1:] if word != "-S"]
        if words and shutil.which(words[0], path=SEARCHED):
            return ()
    elif not words or (words[0].startswith(SYSTEM) and os.path.exists(words[0])):
        return ()
    if not words:
        return ()
    name, *rest = words
    name = os.path.basename(name)
    try:
        program = find_program(name)
    except ProgramError as error:
        raise ProgramError(f"{path.name} begins with {first!r}, and {name} is not installed here") from error
    return (program, *rest)


def runtimes_of(program: str, folder: str) -> tuple[str, ...]:
    """The folders outside the system's that a program reads: those that are named, its virtual environment, and what it
    was installed to, where that is not in its own `folder`. Raises `ProgramError` where this would show more than a
    runtime."""
    paths = dict.fromkeys((program, os.path.realpath(program)))
    return (*named_runtimes(), *filter(None, (_installation(path, folder) for path in paths)))


def _installation(path: str, folder: str) -> str | None:
    if path.startswith((*SYSTEM, folder + os.sep)) or any(within(path, place) for place in named_runtimes()):
        return None
    place = os.path.dirname(path)
    runtime = os.path.dirname(place) if os.path.basename(place) == "bin" else place
    home = os.path.realpath(Path.home())
    if runtime == os.path.join(home, ".local") or any(
        within(own, runtime) for own in (home, os.getcwd(), folder)
    ):
        raise ProgramError(
            f"{os.path.basename(path)} is {path}, and all of {runtime} is not for programs to read: name the "
            f"folder that it needs, such as {RUNTIMES}={place}, or install it for the whole system"
        )
    return runtime


def _is_shim(path: str) -> bool:
    real = os.path.realpath(path)
    return not real.startswith(SYSTEM) and _is_script(real)


def _behind(shim: str) -> str:
    """The interpreter that a shim starts, by its own word."""
    name = os.path.basename(shim)
    kind = next((kind for kind in _WHERE if re.fullmatch(rf"{kind}[\d.]*", name)), None)
    if kind is not None:
        try:
            run = subprocess.run(
                [shim, *_WHERE[kind]],
                capture_output=True,
                text=True,
                timeout=30,
                check=False,
                stdin=subprocess.DEVNULL,
            )
        except (OSError, subprocess.TimeoutExpired):
            run = None
        told = run.stdout.strip() if run is not None else ""
        if os.path.isabs(told) and os.path.isfile(told) and not _is_script(told):
            return os.path.realpath(told)
    raise ProgramError(
        f"{name} is {shim}, a script that starts the real one, and a program may start none: write the real one's "
        f"path instead of {name!r}, and name its folder in {RUNTIMES}"
    )


def _is_script(path: str) -> bool:
    with open(path, "rb") as file:
        return file.read(2) == b"#!"

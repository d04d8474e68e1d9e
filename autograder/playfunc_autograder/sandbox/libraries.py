"""Find a worker's Python and the system's shared libraries that its modules are linked with.

Only the system's loader knows where they are. A separate process, started as workers are, therefore loads
every compiled module of the standard library and of the listed packages, and lists the libraries that were
loaded with them.
"""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

__all__ = ["Interpreter", "find_interpreter"]

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

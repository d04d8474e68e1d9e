"""A notebook that really tries to get out, to learn whether kernels are confined on this machine."""

from __future__ import annotations

import os
import warnings
from pathlib import Path
from tempfile import TemporaryDirectory

from nbclient import NotebookClient
from nbformat.v4 import new_code_cell, new_notebook
from playfunc_autograder.sandbox.scrub import scrub
from playfunc_autograder.sandbox.tiers import Tier

from playfunc_classroom.nbgrader_bridge.kernels import manager_for

__all__ = ["why_not_notebooks"]

_SECONDS = 120

_TRY = """
import ctypes, os

libc = ctypes.CDLL(None)

def opens(path, flags=os.O_RDONLY):
    return libc.open(os.fsencode(path), flags, 0o600) >= 0

def forks():
    child = libc.fork()
    if child == 0:
        libc._exit(0)
    return child > 0

ways = {
    "read a file": lambda: opens(FILE),
    "write a file": lambda: opens(FILE, os.O_WRONLY),
    "make a file": lambda: opens(FILE + ".new", os.O_WRONLY | os.O_CREAT),
    "read the memory of the process that judges": lambda: opens(f"/proc/{JUDGE}/mem"),
    "signal the process that judges": lambda: libc.kill(JUDGE, 0) == 0,
    "use the network": lambda: libc.socket(2, 1, 0) >= 0,
    "change a file's mode": lambda: libc.chmod(os.fsencode(FILE), 0o600) == 0,
    "watch a file": lambda: libc.inotify_init() >= 0,
    "start a process": forks,
}
print(*[way for way, leads in ways.items() if leads()], sep=", ", end="")
"""


def why_not_notebooks(tier: Tier) -> str:
    """Why notebooks are not confined in this tier here, or `""` when all attempts to get out failed. Takes some
    seconds, because a kernel is started."""
    with TemporaryDirectory(prefix="playfunc-") as folder, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # jupyter_client and zmq warn about themselves
        file = Path(folder) / "outside"
        file.write_text("not for notebooks")
        source = f"FILE, JUDGE = {str(file)!r}, {os.getpid()}\n{_TRY}"
        notebook = new_notebook(cells=[new_code_cell(source)])
        client = NotebookClient(notebook, timeout=_SECONDS, kernel_manager_class=manager_for(tier, None))
        try:
            client.execute()
        except Exception as error:
            last = str(error).strip().splitlines()[-1:]
            return scrub(f"a kernel does not start: {' '.join(last) or type(error).__name__}")
    out = "".join(output.get("text", "") for output in notebook.cells[0].outputs)
    return f"a notebook could {out}" if out else ""

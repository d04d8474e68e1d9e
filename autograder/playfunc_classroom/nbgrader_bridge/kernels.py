"""The kernel that runs a submission for readers: a `KernelManager` that starts it confined.

nbclient talks to it over sockets in a folder of its own, which is gone with it. What no limit of the system
bounds (the scratch folder, threads, time by the wall) a watch bounds, which ends the kernel.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import stat
import subprocess
import tempfile
import threading
import time
import warnings
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, ClassVar

import psutil
import zmq
from jupyter_client.manager import AsyncKernelManager
from jupyter_core.utils import run_sync
from nbclient import NotebookClient
from nbformat.v4 import new_code_cell, new_notebook
from playfunc_autograder.sandbox.bubblewrap import Command
from playfunc_autograder.sandbox.child import Told
from playfunc_autograder.sandbox.kernel import KernelFolder, kernel_command
from playfunc_autograder.sandbox.replies import scrub
from playfunc_autograder.sandbox.tiers import Tier

_SCRATCH_BYTES = 2**26
_HANDED_IN_BYTES = 2**25
_THREADS = 256
_WALL_SECONDS = 900.0
_MESSAGE_BYTES = 2**24
_BURIAL_SECONDS = 5.0
_SOCKET_PATH = 90
"""A socket's name has at most 107 bytes."""


class OpenKernelManager(AsyncKernelManager):  # type: ignore[misc]
    """An ordinary kernel, for tier C; it too imports installed modules first."""

    def format_kernel_cmd(self, extra_arguments: Any = None) -> list[str]:
        program, *rest = super().format_kernel_cmd(extra_arguments)
        return [program, "-P", *rest]


class ConfinedKernelManager(AsyncKernelManager):  # type: ignore[misc]
    """A kernel in a tier of its own. `submission` is the folder whose files it finds in its current one."""

    tier: ClassVar[Tier]
    submission: Path | None = None
    worker: int | None = None
    """A descriptor of the kernel's process, which may run below the one that was started."""

    def __init__(self, **kw: Any) -> None:
        super().__init__(**kw)
        self.folder = KernelFolder(_new_folder())
        self.folder.make()
        self.transport = "ipc"
        self.ip = str(self.folder.sockets / "k")
        self.connection_file = str(self.folder.connection)
        # A message larger than this ends the connection, and so the run of the notebook.
        self.context.setsockopt(zmq.MAXMSGSIZE, _MESSAGE_BYTES)  # type: ignore[attr-defined]

    def format_kernel_cmd(self, extra_arguments: Any = None) -> list[str]:
        self.command: Command = kernel_command(self.tier, self.folder)
        return list(self.command.argv)

    async def _async_launch_kernel(self, kernel_cmd: list[str], **kw: Any) -> None:
        if self.submission is not None:
            _copy(self.submission, self.folder.work)
        kw |= {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "independent": True}
        kw |= {"cwd": str(self.folder.work), "env": dict(self.command.environment)}
        with Told(self.command) as told:
            if told.descriptors:
                kw["pass_fds"] = told.descriptors
            await super()._async_launch_kernel(list(told.argv), **kw)
            pid = told.pid() or self.provisioner.pid
        self.worker = worker = os.pidfd_open(pid)
        watch = threading.Thread(target=_watch, args=(pid, os.dup(worker), self.folder.scratch), daemon=True)
        watch.start()

    async def _async_interrupt_kernel(self) -> None:
        self._signal(signal.SIGINT)

    interrupt_kernel = _async_interrupt_kernel

    async def _async_kill_kernel(self, restart: bool = False) -> None:
        """From below: bubblewrap buries the kernel and ends by itself."""
        self._signal(signal.SIGKILL)
        with suppress(asyncio.TimeoutError):
            await asyncio.wait_for(self._async_wait(pollinterval=0.01), timeout=_BURIAL_SECONDS)
        await super()._async_kill_kernel(restart=restart)

    def _signal(self, number: int) -> None:
        if self.worker is not None:
            with suppress(OSError):
                signal.pidfd_send_signal(self.worker, number)

    async def _async_cleanup_resources(self, restart: bool = False) -> None:
        if self.worker is not None:
            os.close(self.worker)
            self.worker = None
        shutil.rmtree(self.folder.root, ignore_errors=True)
        await super()._async_cleanup_resources(restart=restart)

    cleanup_resources = run_sync(_async_cleanup_resources)


def manager_for(tier: Tier, submission: Path | None) -> type[Any]:
    """The class of managers of kernels in this tier."""
    if not tier.confined:
        return OpenKernelManager
    return type("ConfinedKernelManager", (ConfinedKernelManager,), {"tier": tier, "submission": submission})


def _new_folder() -> Path:
    base = tempfile.gettempdir()
    return Path(tempfile.mkdtemp(prefix="playfunc-", dir=base if len(base) < _SOCKET_PATH - 30 else "/tmp"))


def _copy(source: Path, target: Path) -> None:
    """Ordinary files, as far as they fit; links are not followed."""
    left = _HANDED_IN_BYTES
    for place, folders, files in os.walk(source):
        folders.sort()
        for path in (Path(place, name) for name in sorted(files)):
            if stat.S_ISREG(path.lstat().st_mode):
                left -= path.stat().st_size
                if left < 0:
                    return
                copy = target / path.relative_to(source)
                copy.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(path, copy, follow_symlinks=False)


def _watch(pid: int, process: int, scratch: Path) -> None:
    """End the kernel once it takes more than its share."""
    end = time.monotonic() + _WALL_SECONDS
    try:
        while True:
            signal.pidfd_send_signal(process, 0)
            if time.monotonic() > end or _threads(pid) > _THREADS or _size(scratch) > _SCRATCH_BYTES:
                signal.pidfd_send_signal(process, signal.SIGKILL)
                return
            time.sleep(0.2)
    except OSError:
        pass  # it has ended
    finally:
        os.close(process)


def _threads(pid: int) -> int:
    """How many threads the process has; 0 once it has ended."""
    with suppress(psutil.Error):
        return psutil.Process(pid).num_threads()
    return 0


def _size(folder: Path) -> int:
    """Bytes on disk of all files below."""
    total = 0
    for place, _, files in os.walk(folder):
        for name in files:
            with suppress(OSError):
                total += os.lstat(os.path.join(place, name)).st_blocks * 512
    return total


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

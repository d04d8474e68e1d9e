"""What a player may ask for: refusals that speak, by an audit hook.

The hook sees every way to the same end: `import`, `importlib`, `runpy`, `sys.path`, `open`. It is no wall
against a hostile author (ctypes walks past it); it makes every system, also one without confinement, give
the same answer to the ordinary ways, with the rule's name.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from typing import Any

from playfunc.errors import ForbiddenImportError, PlayError
from playfunc.source import causes, refused_import

from .settings import Settings

_starter: Any
try:
    import _posixsubprocess as _starter
except ImportError:  # Windows
    _starter = None


_REFUSED_EVENTS = {
    "start processes": (
        "os.exec os.fork os.forkpty os.posix_spawn os.spawn os.startfile os.system pty.spawn "
        "subprocess.Popen _winapi.CreateProcess"
    ),
    "send signals": "os.kill os.killpg signal.pthread_kill",
    "use the network": (
        "socket.bind socket.connect socket.getaddrinfo socket.gethostbyaddr socket.gethostbyname "
        "socket.sendmsg socket.sendto"
    ),
    "change files": (
        "os.chflags os.chmod os.chown os.link os.mkdir os.remove os.removexattr os.rename os.rmdir "
        "os.setxattr os.symlink os.truncate os.utime shutil.move shutil.rmtree"
    ),
}
_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND


class _RefusedFileError(PermissionError):
    """A file of a package that the player may not import; `name` is the package."""

    def __init__(self, reason: str, name: str) -> None:
        super().__init__(reason)
        self.name = name


class Guard:
    """Refuses what is not allowed, and tells afterwards whether that is what went wrong."""

    def __init__(self, settings: Settings) -> None:
        names = {package.name for package in settings.packages}
        self._allowed = frozenset(
            {*sys.stdlib_module_names, *sys.builtin_module_names, *names, *settings.modules}
        )
        listed = [_real(folder) for package in settings.packages for folder in package.folders]
        self._listed = tuple(listed)
        self._refused = tuple((name, _real(folder)) for name, folder in settings.refused)
        self._devnull = _real(os.devnull)
        self._modules = settings.modules

    def install(self) -> None:
        sys.addaudithook(self._hook())
        _close_back_door()

    def fault(self, error: BaseException) -> PlayError | None:
        """The `ForbiddenImportError` that `error` comes down to, if it comes down to one."""
        for cause in causes(error):
            if isinstance(cause, ImportError | _RefusedFileError):
                name = cause.name
                if name and not self._allows(name):
                    return ForbiddenImportError(self._reason(name))
        return None

    def _allows(self, name: str) -> bool:
        top = name.partition(".")[0]
        return top in self._allowed or top.startswith("_sysconfigdata")

    def _reason(self, name: str) -> str:
        return refused_import(name, self._modules)

    def _hook(self) -> Callable[[str, tuple[Any, ...]], None]:
        refused = {event: what for what, events in _REFUSED_EVENTS.items() for event in events.split()}
        on_import, on_open = self._on_import, self._on_open

        def hook(event: str, arguments: tuple[Any, ...]) -> None:
            if event == "import":
                on_import(*arguments[:2])
            elif event == "open":
                on_open(*arguments)
            elif event in refused:
                raise PermissionError(f"a player may not {refused[event]} ({event})")

        return hook

    def _on_import(self, name: str, file: object) -> None:
        if not self._allows(name):
            raise ModuleNotFoundError(self._reason(name), name=name)
        if isinstance(file, str):  # a compiled module, which is not opened by Python
            self._on_open(file, None, 0)

    def _on_open(self, path: object, mode: str | None, flags: int) -> None:
        if not isinstance(path, str | bytes):
            return  # a descriptor, which was opened before
        where = _real(os.fsdecode(path))
        if flags & _WRITING and where != self._devnull:
            raise PermissionError("a player may not write files")
        if any(_within(where, folder) for folder in self._listed):
            return
        for name, folder in self._refused:
            if _within(where, folder):
                owner = name or _first_part(where, folder)
                raise _RefusedFileError(self._reason(owner), owner)
        if os.path.isdir(where):
            # A descriptor of a folder would open files below it by paths that look harmless.
            raise PermissionError("a player may not open folders")


def _close_back_door() -> None:
    """`multiprocessing` starts processes by a call that no audit event tells of; `subprocess` opens pipes first,
    which the lock refuses without a word."""

    def refuse(*arguments: object) -> None:
        raise PermissionError("a player may not start processes")

    for name in {"pipe", "pipe2"} & vars(os).keys():
        setattr(os, name, refuse)
    if _starter is not None:
        _starter.fork_exec = refuse


def _real(path: str) -> str:
    return os.path.normcase(os.path.realpath(path))


def _within(path: str, folder: str) -> bool:
    return path == folder or path.startswith(folder.rstrip(os.sep) + os.sep)


def _first_part(path: str, folder: str) -> str:
    """The package in `folder` that a path inside belongs to, or the folder's name for the folder itself."""
    inside = path[len(folder) :].strip(os.sep).partition(os.sep)[0]
    return inside.partition(".")[0] or os.path.basename(folder)

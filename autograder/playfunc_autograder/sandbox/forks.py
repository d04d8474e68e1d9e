"""Workers forked from a process that has imported everything and has never run a player's code.

One such process serves each thread and each kind of worker, from the first worker on; it ends with its thread.
What a fork may do is the same as for a worker that is executed: it locks itself before it sees a player.
"""

from __future__ import annotations

import json
import os
import select
import signal
import socket
import threading
import weakref
from collections.abc import Mapping
from contextlib import ExitStack, suppress
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import IO, TypeAlias

from playfunc_autograder.sandbox.bubblewrap import Command, Launcher
from playfunc_autograder.sandbox.child import PATIENCE, Child, Spawned
from playfunc_autograder.sandbox.worker.settings import Settings

_START_SECONDS = 120.0
"""By the wall, for an interpreter and the imports; a tenth of a second on an idle machine."""

_Kind: TypeAlias = tuple[Launcher, Settings, str]
"""Settings without the bounds, which each fork receives separately."""


def fork_or_spawn(launcher: Launcher, settings: Settings, origin: str = "") -> Child:
    """A worker. Those of different `origin` come from different processes, so they share no addresses. Raises
    `OSError`."""
    if not _forks():
        return Spawned(launcher(settings))
    kind = (launcher, replace(settings, memory_bytes=0, cpu_seconds=0), origin)
    bounds = json.dumps([settings.memory_bytes, settings.cpu_seconds]).encode()
    with suppress(_GoneError):
        return _server(kind).fork(bounds)
    return _server(kind).fork(bounds)  # the first was killed since


@cache
def _forks() -> bool:
    """Whether this system lets one process hold another by a descriptor; where not, each worker is executed."""
    try:
        os.close(os.pidfd_open(os.getpid()))
    except (AttributeError, OSError):  # another system, an old kernel, a container that refuses it
        return False
    return True


def close_fork_servers(origin: str) -> None:
    """End those of this thread and `origin`, with their workers; the next worker starts another."""
    servers = _servers()
    for kind in [kind for kind in servers if kind[2] == origin]:
        servers.pop(kind).close()


class _GoneError(OSError):
    """The process that forks has ended."""


class _ForkServer:
    """The process that forks, and the socket to it."""

    def __init__(self, command: Command) -> None:
        *argv, settings = command.argv
        self._owner = os.getpid()
        self._lock = threading.Lock()
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            forking = replace(command, argv=(*argv, "forks", settings), options_at=None)
            self._child = Spawned(forking, stdin=theirs.fileno())
        self._socket = ours
        self._end = weakref.finalize(self, _end, ours, self._child, self._owner)
        ours.settimeout(_START_SECONDS)
        if not self._is_ready():
            self._child.end()
            complaint = self._child.stderr.read()
            self.close()
            raise OSError(complaint.decode("utf-8", "replace").strip()[-2000:] or "no worker starts")
        ours.settimeout(None)

    @property
    def alive(self) -> bool:
        return self._owner == os.getpid() and self._child.process.poll() is None

    def fork(self, bounds: bytes) -> Forked:
        """Raises `_GoneError`."""
        with ExitStack() as theirs:
            pipes: list[tuple[int, int]] = []
            for writes in (True, False, False):
                read, write = os.pipe()
                ours, other = (write, read) if writes else (read, write)
                theirs.callback(os.close, other)
                pipes.append((ours, other))
            try:
                with self._lock:
                    socket.send_fds(self._socket, [bounds], [other for _, other in pipes])
                    told, descriptors, _, _ = socket.recv_fds(self._socket, 32, 1)
                if not descriptors:
                    raise _GoneError("the process that forks workers has ended")
            except OSError as error:
                for ours, _ in pipes:
                    os.close(ours)
                raise _GoneError(str(error)) from error
        return Forked(self, int(told), descriptors[0], [ours for ours, _ in pipes])

    def exit_code(self, child: int) -> int | None:
        """Of an ended fork, by its own side's process id; `None` where nobody knows."""
        try:
            with self._lock:
                self._socket.send(str(child).encode())
                return int(self._socket.recv(32))
        except (OSError, ValueError):
            return None

    def close(self) -> None:
        self._end()

    def _is_ready(self) -> bool:
        try:
            return self._socket.recv(32) == b"ready"
        except OSError:
            return False


class Forked:
    """A child that was forked. `there` is its process id as the process that forked it knows it."""

    def __init__(self, server: _ForkServer, there: int, process: int, pipes: list[int]) -> None:
        self._server = server
        self._there = there
        self._descriptor = process
        self._code: int | None = None
        self.pid = _pid(process)
        self.stdin: IO[bytes] = open(pipes[0], "wb")  # noqa: SIM115, closed by the reader
        self.stdout: IO[bytes] = open(pipes[1], "rb")  # noqa: SIM115
        self.stderr: IO[bytes] = open(pipes[2], "rb")  # noqa: SIM115

    def wait(self, seconds: float) -> int | None:
        if self._code is None and self._descriptor >= 0 and self._has_ended(seconds):
            self._code = self._server.exit_code(self._there)
        return self._code

    def end(self) -> None:
        if self._descriptor < 0:
            return
        with suppress(OSError):
            signal.pidfd_send_signal(self._descriptor, 0)  # so the number still names it
            os.killpg(self.pid, signal.SIGKILL)
        with suppress(OSError):
            signal.pidfd_send_signal(self._descriptor, signal.SIGKILL)
        self._has_ended(PATIENCE)
        os.close(self._descriptor)
        self._descriptor = -1

    def _has_ended(self, seconds: float) -> bool:
        ended = select.poll()
        ended.register(self._descriptor, select.POLLIN)
        return bool(ended.poll(1000 * seconds))


def fork_servers() -> int:
    """How many serve this thread."""
    return len(_servers())


_here = threading.local()


def _servers() -> dict[_Kind, _ForkServer]:
    """Of this thread: the system ends a confined process with the thread that started it."""
    if not hasattr(_here, "servers"):
        _here.servers = {}
    servers: dict[_Kind, _ForkServer] = _here.servers
    return servers


def _server(kind: _Kind) -> _ForkServer:
    servers = _servers()
    known = servers.get(kind)
    if known is None or not known.alive:
        launcher, settings, _ = kind
        servers[kind] = known = _ForkServer(launcher(settings))
    return known


def _pid(descriptor: int) -> int:
    """The process id on this side of a process's descriptor, of which psutil knows nothing."""
    facts: Mapping[str, str] = dict(
        line.split(":", 1) for line in Path(f"/proc/self/fdinfo/{descriptor}").read_text().splitlines()
    )
    return int(facts["Pid"])


def _end(control: socket.socket, child: Spawned, owner: int) -> None:
    control.close()
    if owner != os.getpid():
        return  # the process that this one was forked from still uses it
    if child.wait(PATIENCE) is None:
        child.end()
    child.close_pipes()

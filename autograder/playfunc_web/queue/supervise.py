"""The server's workers: started with it, started again where one dies, stopped with it."""

from __future__ import annotations

import logging
import os
import socket
import subprocess
import sys
import threading
import time
from dataclasses import dataclass, field
from types import TracebackType
from typing import Self

from sqlalchemy import select

from playfunc_web.database.tables import Job
from playfunc_web.errors import StorageError
from playfunc_web.queue.jobs import release
from playfunc_web.queue.worker import DATABASE_VARIABLE, HANDLERS, worker_name
from playfunc_web.site import Site

log = logging.getLogger("playfunc_web.queue")

LOOK_SECONDS = 0.25
SOON_SECONDS = 5.0
"""A worker that ends earlier than this after its start is started again only after a while."""
STOP_SECONDS = 5.0


def kinds_of_workers(count: int) -> list[tuple[str, ...]]:
    """What each of so many workers takes. The first does admissions alone, so that nobody who uploads waits for a run;
    the others help it, and do the rest behind."""
    every = tuple(HANDLERS)
    return [every] if count == 1 else [("admission",), *[every] * (count - 1)]


@dataclass
class _Place:
    """A worker's place: the process that has it now."""

    kinds: tuple[str, ...]
    process: subprocess.Popen[bytes] | None = None
    started: float = 0.0
    not_before: float = 0.0


@dataclass
class Supervisor:
    """Keeps workers running while its `with` block does. Started in a thread of its own, because workers end with the
    thread that started them."""

    site: Site
    workers: int
    _places: list[_Place] = field(default_factory=list, init=False)
    _stopping: threading.Event = field(default_factory=threading.Event, init=False)
    _thread: threading.Thread | None = field(default=None, init=False)

    def __enter__(self) -> Self:
        self._places = [_Place(kinds) for kinds in kinds_of_workers(self.workers)]
        self._release_dead()
        self._thread = threading.Thread(target=self._watch, name="supervisor", daemon=True)
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stopping.set()
        if self._thread is not None:
            self._thread.join()

    @property
    def pids(self) -> list[int]:
        """Of the workers that run now."""
        return [place.process.pid for place in self._places if place.process is not None]

    def _watch(self) -> None:
        while not self._stopping.is_set():
            for place in self._places:
                try:
                    self._look_after(place)
                except Exception:  # such as no memory for another process
                    log.exception("a worker could not be looked after; it is tried again")
                    place.not_before = time.monotonic() + SOON_SECONDS
            self._stopping.wait(LOOK_SECONDS)
        self._end()

    def _look_after(self, place: _Place) -> None:
        process, time_now = place.process, time.monotonic()
        if process is not None and process.poll() is not None:
            log.warning("worker %s ended with %s; another one is started", process.pid, process.returncode)
            place.process = None
            self._release(worker_name(process.pid), counts=True)
            soon = time_now - place.started < SOON_SECONDS
            place.not_before = time_now + (SOON_SECONDS if soon else 0.0)
        if place.process is None and time_now >= place.not_before:
            place.process, place.started = self._start(place.kinds), time_now

    def _start(self, kinds: tuple[str, ...]) -> subprocess.Popen[bytes]:
        words = [sys.executable, "-m", "playfunc_web.queue.worker", str(self.site.folder.path)]
        return subprocess.Popen(
            [*words, "--kinds", ",".join(kinds), "--parent", str(os.getpid())],
            stdin=subprocess.DEVNULL,
            env={**os.environ, DATABASE_VARIABLE: self.site.database.url},
        )

    def _end(self) -> None:
        running = [place.process for place in self._places if place.process is not None]
        for process in running:
            process.terminate()
        until = time.monotonic() + STOP_SECONDS
        for process in running:
            try:
                process.wait(max(0.0, until - time.monotonic()))
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
            self._release(worker_name(process.pid), counts=False)

    def _release(self, worker: str, *, counts: bool) -> None:
        try:
            with self.site.database.writing() as session:
                release(session, worker, counts=counts)
        except StorageError as error:
            log.error("storage: %s; the lease of %s runs out by itself", error, worker)

    def _release_dead(self) -> None:
        """Workers of a server that was killed went with it."""
        with self.site.database.reading() as session:
            names = set(session.scalars(select(Job.worker).where(Job.state == "leased")))
        for name in names:
            host, _, pid = name.rpartition(":")
            if host == socket.gethostname() and pid.isdecimal() and not _runs(int(pid)):
                self._release(name, counts=False)


def _runs(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True

"""The process that takes jobs, one after another: `python -m playfunc_web.worker FOLDER --kinds admission`.

It never runs a player itself. Players run in processes of their own, as in marking.
"""

from __future__ import annotations

import argparse
import ctypes
import logging
import os
import signal
import socket
import subprocess
import sys
import threading
import time
import traceback
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType
from typing import Self

from playfunc.registry import resolve
from playfunc_autograder.executors import ClusterError
from sqlalchemy import select

from playfunc_web.database.tables import Job
from playfunc_web.errors import StorageError
from playfunc_web.jobs import (
    ATTEMPTS,
    HandedBackError,
    Handler,
    Lease,
    LeaseLostError,
    Work,
    fail,
    hand_back,
    release,
    take,
    waiting,
)
from playfunc_web.monitoring import configure_logs
from playfunc_web.site import Site, SiteFolder

log = logging.getLogger("playfunc_web.queue")

HANDLERS = {
    "admission": "playfunc_web.admission.checks:ADMISSION",
    "meeting": "playfunc_web.admission.placement_games:MEETING",
    "run": "playfunc_web.ladders.schedule:RUN",
}
"""Kind of job → its `Handler`, loaded by the worker that takes such jobs."""

DATABASE_VARIABLE = "PLAYFUNC_DATABASE"
"""How the server tells its workers the database's URL: other users of the machine can read a command line."""

POLL_SECONDS = 0.25
STORAGE_SECONDS = 2.0
SCHEDULER_SECONDS = 20.0
NICE = 5
_PR_SET_PDEATHSIG = 1


def handler(kind: str) -> Handler:
    found: Handler = resolve(HANDLERS[kind])
    return found


def worker_name(pid: int) -> str:
    """Of the worker with this process number on this machine."""
    return f"{socket.gethostname()}:{pid}"


def work_off(site: Site, worker: str, kinds: Sequence[str]) -> bool:
    """Do one job, if there is any; whether there was one."""
    with site.database.reading() as session:
        if not waiting(session, kinds):
            return False
    found = {kind: handler(kind) for kind in kinds}
    with site.database.writing() as session:
        lease = take(session, worker, kinds)
    if lease is None:
        return False
    _work(site, lease, found[lease.kind])
    return True


def _work(site: Site, lease: Lease, found: Handler) -> None:
    if lease.attempt > ATTEMPTS:
        _failed(site, lease, found, f"its worker ended {ATTEMPTS} times while it was worked on")
        return
    work = Work(site.database, lease)
    try:
        with work.beating():
            found.run(site, work)
    except (LeaseLostError, HandedBackError) as left:
        log.info("job %s left: %s", lease.job_id, type(left).__name__)
    except StorageError as error:
        log.error("storage: %s; job %s waits", error, lease.job_id)
        _hand_back(site, lease, late=True)
    except ClusterError as error:  # no fault of the job's
        log.error("scheduler: %s; job %s waits", error, lease.job_id)
        time.sleep(SCHEDULER_SECONDS)
        _hand_back(site, lease)
    except Exception:
        log.exception("job %s (%s of %s) failed", lease.job_id, lease.kind, lease.target)
        _failed(site, lease, found, traceback.format_exc())
    except BaseException:  # told to stop
        _hand_back(site, lease)
        raise


def _hand_back(site: Site, lease: Lease, *, late: bool = False) -> None:
    """At once or not at all; `late`, as soon as the database takes it: that it was away is no fault of the job's."""
    while True:
        try:
            with site.database.writing() as session:
                hand_back(session, lease)
        except LeaseLostError:
            pass  # its verdict was the last that the database took, or another worker has it
        except StorageError:
            if late:
                time.sleep(STORAGE_SECONDS)
                continue
        return


def _failed(site: Site, lease: Lease, found: Handler, note: str) -> None:
    """Whoever has it now decides, where that is another worker."""
    with suppress(LeaseLostError), site.database.writing() as session:
        if fail(session, lease, note):
            found.give_up(session, lease.target, note)


def main(arguments: Sequence[str] | None = None) -> None:
    """Take jobs until told to stop, or until the server that started this process is gone."""
    parser = argparse.ArgumentParser(prog="playfunc_web.worker", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument(
        "--database", help=f"its URL; by default ${DATABASE_VARIABLE}, or the one in the folder"
    )
    parser.add_argument("--kinds", default=",".join(HANDLERS), help="of jobs that it takes")
    parser.add_argument("--parent", type=int, default=0, help="the process with which it ends")
    asked = parser.parse_args(arguments)
    configure_logs()
    if asked.parent:
        _end_with(asked.parent)
    stopping = threading.Event()

    def stop(_signal: int, _frame: FrameType | None) -> None:
        stopping.set()
        raise SystemExit(0)

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C reaches the server, which stops its workers
    url = os.environ.pop(DATABASE_VARIABLE, None)  # it may hold a password
    signal.signal(signal.SIGTERM, stop)
    site = _opened(SiteFolder.open(asked.folder), asked.database or url)
    name, kinds = worker_name(os.getpid()), asked.kinds.split(",")
    for kind in kinds:
        handler(kind)  # now, not while a job waits for it
    while not stopping.is_set():
        try:
            if not work_off(site, name, kinds):
                stopping.wait(POLL_SECONDS)
        except StorageError as error:
            log.error("storage: %s", error)
            stopping.wait(STORAGE_SECONDS)


def _opened(folder: SiteFolder, url: str | None) -> Site:
    """The site, once its database answers."""
    while True:
        try:
            return Site.open(folder, url)
        except StorageError as error:
            log.error("storage: %s", error)
            time.sleep(STORAGE_SECONDS)


def _end_with(parent: int) -> None:
    """A server that is killed takes its workers along, so that no two sets of them work. Pages go before checks."""
    os.nice(NICE)
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        raise SystemExit("the server that started this worker is gone")


# The server's workers: started with it, started again where one dies, stopped with it.


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
    """Keeps workers running in its `with` block. They end with the thread that began them, so it has one of its own."""

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

    def __exit__(self, *error: object) -> None:
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
        words = [sys.executable, "-m", "playfunc_web.worker", str(self.site.folder.path)]
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
        pass
    return True


if __name__ == "__main__":
    main()

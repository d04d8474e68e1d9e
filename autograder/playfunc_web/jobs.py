"""Jobs in the database. A worker leases one and renews the lease while it works; a job whose lease has run out, because
its worker was killed, is taken up by another. Nothing leaves the queue but by a verdict.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from math import fsum
from typing import Any

from sqlalchemy import ColumnElement, and_, func, or_, select, update
from sqlalchemy.orm import Session

from playfunc_web.database import Database, now
from playfunc_web.database.tables import Job
from playfunc_web.errors import SiteError, StorageError
from playfunc_web.site import Site

LEASE_SECONDS = 20.0
"""How long a job stays with a worker that gives no sign of life."""

ATTEMPTS = 3
"""So often in a row a job is begun in vain. One that ended its worker as often is broken, and staff see it. An attempt
that was cut short by something else, such as the end of the server or a database that is away, does not count."""

PRIORITIES = {"admission": 10, "meeting": 20, "run": 30}
"""Lower goes first: somebody waits for an admission, and nobody for a nightly run."""

RECENT = 50
"""Jobs that the mean time is taken over."""

FIRST_SECONDS = {"admission": 10.0, "meeting": 60.0, "run": 600.0}
"""The mean that is told before any job of a kind has ended."""


class LeaseLostError(SiteError):
    """Another worker has taken the job up; what this one found is dropped."""


@dataclass(frozen=True, slots=True)
class Lease:
    """A job as its worker holds it since `started`. `attempt` counts from 1."""

    job_id: int
    kind: str
    target: int
    worker: str
    started: float
    attempt: int

    @property
    def _held(self) -> ColumnElement[bool]:
        return and_(
            Job.id == self.job_id,
            Job.state == "leased",
            Job.worker == self.worker,
            Job.started == self.started,
        )


def enqueue(session: Session, kind: str, key: str, target: int, priority: int | None = None) -> Job:
    """The job of this key: a new one, or the one that is there, which is queued again where it failed."""
    found = session.scalar(select(Job).where(Job.key == key))
    if found is None:
        found = Job(kind=kind, key=key, target=target, created=now(), state="queued", attempts=0)
        session.add(found)
    elif found.state == "failed":
        found.state, found.created, found.attempts = "queued", now(), 0
        found.started = found.finished = found.lease = None
    found.priority = PRIORITIES[kind] if priority is None else priority
    session.flush()
    return found


def take(session: Session, worker: str, kinds: Collection[str]) -> Lease | None:
    """Lease the first job of these kinds that waits or whose lease has run out; `None` where there is none. One whose
    `attempt` is over `ATTEMPTS` is not to be begun again, but to be given up."""
    time = now()
    job = session.scalar(
        select(Job)
        .where(Job.kind.in_(kinds), _free(time))
        .order_by(Job.priority, Job.created, Job.id)
        .limit(1)
        .with_for_update(skip_locked=True)  # PostgreSQL; SQLite lets one writer in at a time
    )
    if job is None:
        return None
    job.state, job.worker, job.lease = "leased", worker, time + LEASE_SECONDS
    job.started = time
    job.attempts += 1
    session.flush()
    return Lease(job.id, job.kind, job.target, worker, time, job.attempts)


def waiting(session: Session, kinds: Collection[str]) -> bool:
    """Whether `take` would find a job. Only reads."""
    return session.scalar(select(Job.id).where(Job.kind.in_(kinds), _free(now())).limit(1)) is not None


def _free(time: float) -> ColumnElement[bool]:
    return or_(Job.state == "queued", and_(Job.state == "leased", Job.lease < time))


def heartbeat(session: Session, lease: Lease, done: int = 0, total: int = 0, note: str = "") -> None:
    """Renew the lease and tell how far the work is. Raises `LeaseLostError`."""
    _change(session, lease, lease=now() + LEASE_SECONDS, done=done, total=total, note=note)


def kept(session: Session, lease: Lease) -> None:
    """Part of the work is stored, so no attempt was in vain so far. Raises `LeaseLostError`."""
    _change(session, lease, attempts=1)


def finish(session: Session, lease: Lease, ours: str = "") -> None:
    """The work is done, or cannot be done for a reason that is `ours`; call it in the transaction that writes what was
    found. Raises `LeaseLostError`."""
    ended = {"state": "failed", "note": ours} if ours else {"state": "done"}
    _change(session, lease, **ended, finished=now(), lease=None)


def fail(session: Session, lease: Lease, note: str) -> bool:
    """An error of ours ended the work: queue it again unless that was its last attempt, and say whether it was. Raises
    `LeaseLostError`."""
    attempts = session.scalar(select(Job.attempts).where(lease._held)) or 0
    last = attempts >= ATTEMPTS
    if last:
        _change(session, lease, state="failed", finished=now(), lease=None, note=note)
    else:
        _change(session, lease, state="queued", lease=None, note=note)
    return last


def hand_back(session: Session, lease: Lease) -> None:
    """Queue the job again, as if it had not been begun: its worker is to stop, lets a more urgent one pass, or was left
    without the database. Raises `LeaseLostError`."""
    _change(session, lease, state="queued", lease=None, attempts=Job.attempts - 1)


def release(session: Session, worker: str, *, counts: bool) -> None:
    """Let others take the job of a worker that is dead at once, instead of when its lease runs out. The attempt
    `counts` where the job may be what ended the worker."""
    attempts = Job.attempts if counts else Job.attempts - 1
    session.execute(
        update(Job)
        .where(Job.worker == worker, Job.state == "leased")
        .values(state="queued", lease=None, attempts=attempts)
    )


def urgent(session: Session, lease: Lease) -> bool:
    """Whether jobs wait that go before this one."""
    priority = select(Job.priority).where(Job.id == lease.job_id).scalar_subquery()
    before = select(Job.id).where(Job.state == "queued", Job.priority < priority)
    return session.scalar(before.limit(1)) is not None


def _change(session: Session, held: Lease, **values: object) -> None:
    changed = session.scalar(
        update(Job)
        .where(held._held)
        .values(**values)
        .returning(Job.id)
        .execution_options(synchronize_session=False)
    )
    if changed is None:
        raise LeaseLostError(f"job {held.job_id} ({held.kind}) was taken up by another worker")


def job_of(session: Session, kind: str, target: int) -> Job | None:
    """The newest job for a version or a run."""
    return session.scalar(
        select(Job).where(Job.kind == kind, Job.target == target).order_by(Job.id.desc()).limit(1)
    )


def place_in_queue(session: Session, job: Job) -> int:
    """1 for the next job of its kind to be begun; 0 for one that does not wait."""
    if job.state != "queued":
        return 0
    before = or_(
        Job.priority < job.priority,
        and_(Job.priority == job.priority, Job.created < job.created),
        and_(Job.priority == job.priority, Job.created == job.created, Job.id < job.id),
    )
    count = select(func.count(Job.id)).where(Job.kind == job.kind, Job.state == "queued", before)
    return 1 + (session.scalar(count) or 0)


def mean_seconds(session: Session, kind: str) -> float:
    """The published mean: how long the last jobs of a kind took, from their beginning to their verdict."""
    recent = session.execute(
        select(Job.started, Job.finished)
        .where(Job.kind == kind, Job.state == "done", Job.started.is_not(None), Job.finished.is_not(None))
        .order_by(Job.finished.desc())
        .limit(RECENT)
    ).all()
    if not recent:
        return FIRST_SECONDS[kind]
    return fsum((finished or 0.0) - (started or 0.0) for started, finished in recent) / len(recent)


def expected_seconds(session: Session, job: Job, workers: int = 1) -> float | None:
    """Until a job's verdict, `None` after it: its place in the queue times the mean, shared by the `workers`."""
    mean = mean_seconds(session, job.kind)
    if job.state == "queued":
        return max(mean, (place_in_queue(session, job) + 1) * mean / workers)
    if job.state == "leased" and job.started is not None:
        return max(1.0, job.started + mean - now())
    return None


# A leased job, as its handler sees it: it tells how far it is, and writes its verdict once.

BEAT_SECONDS = LEASE_SECONDS / 6
"""Five heartbeats may be late before a lease runs out."""

TOLD_SECONDS = 0.4
"""Progress is written at most so often."""


class HandedBackError(Exception):
    """The job waits again; the handler is left by it."""


@dataclass(frozen=True, slots=True)
class Handler:
    """What to do with jobs of a kind. `run(site, work)` ends inside `with work.verdict()`. Where it raised in every
    attempt, or its worker died as often, `give_up(session, target, note)` writes that the fault is ours."""

    run: Callable[[Site, Work], None]
    give_up: Callable[[Session, int, str], None]


@dataclass
class Work:
    """A job under way. A thread renews the lease, so that a handler may compute for as long as it needs."""

    database: Database
    lease: Lease
    lost: bool = field(default=False, init=False)
    """Whether another worker has taken the job up. A long handler looks at it, and stops."""
    _told: tuple[int, int, str] = field(default=(0, 0, ""), init=False)
    _written: float = field(default=0.0, init=False)
    _over: threading.Event = field(default_factory=threading.Event, init=False)

    @property
    def target(self) -> int:
        return self.lease.target

    def progress(self, done: int, total: int, note: str = "") -> None:
        """Tell how far the work is. Raises `LeaseLostError` where it is no longer this worker's."""
        self._told = done, total, note
        if time.monotonic() - self._written >= TOLD_SECONDS:
            self._beat()
        if self.lost:
            raise LeaseLostError(f"job {self.lease.job_id} was taken up by another worker")

    @contextmanager
    def verdict(self, ours: str = "") -> Iterator[Session]:
        """One transaction that writes what was found and ends the job, or does neither. `ours` says what went wrong on
        our side: staff find the job among those that broke, and it can be tried again. Raises `LeaseLostError`."""
        self._over.set()
        with self.database.writing() as session:
            finish(session, self.lease, ours)
            yield session

    def kept(self) -> None:
        """Part of the work is stored: it goes on from there, and no attempt was in vain so far. Raises
        `LeaseLostError`."""
        with self.database.writing() as session:
            kept(session, self.lease)

    def urgent(self) -> bool:
        """Whether jobs wait that go before this one."""
        with self.database.reading() as session:
            return urgent(session, self.lease)

    def let_pass(self) -> None:
        """Where more urgent jobs wait, queue this one again behind them, to go on where it stopped: raises
        `HandedBackError`. For long work, between its parts."""
        if not self.urgent():
            return
        self._over.set()
        with self.database.writing() as session:
            hand_back(session, self.lease)
        raise HandedBackError

    @contextmanager
    def beating(self) -> Iterator[Any]:
        """Keep the lease while the block runs."""
        thread = threading.Thread(target=self._keep, daemon=True)
        thread.start()
        try:
            yield self
        finally:
            self._over.set()
            thread.join()

    def _keep(self) -> None:
        while not self._over.wait(BEAT_SECONDS):
            self._beat()

    def _beat(self) -> None:
        self._written = time.monotonic()
        try:
            with self.database.writing() as session:
                heartbeat(session, self.lease, *self._told)
        except LeaseLostError:
            self.lost = not self._over.is_set()
        except StorageError:
            pass  # the next heartbeat tries again; the lease says whether it is in time

"""A leased job, as its handler sees it: it tells how far it is, and writes its verdict once."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy.orm import Session

from playfunc_web.database import Database
from playfunc_web.errors import StorageError
from playfunc_web.queue.jobs import (
    LEASE_SECONDS,
    Lease,
    LeaseLostError,
    finish,
    hand_back,
    heartbeat,
    kept,
    urgent,
)
from playfunc_web.site import Site

__all__ = ["BEAT_SECONDS", "HandedBackError", "Handler", "Work"]

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

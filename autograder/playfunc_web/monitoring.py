"""What administrators need: an audit of what was done, without names; logs; numbers for Prometheus; trouble with
storage."""

from __future__ import annotations

import json
import logging
import shutil
import sys
import time
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TextIO

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from playfunc_web.access import Viewer
from playfunc_web.database import now
from playfunc_web.database.tables import Audit, Job, Run, Version
from playfunc_web.errors import StorageError
from playfunc_web.site import Site


def audit(session: Session, viewer: Viewer | None, action: str, target: str = "") -> None:
    """Record it in the session's transaction, so that what was done and its record stand or fall together. `viewer` is
    `None` for a command; `target` is an opaque id such as "party 12", never a name."""
    account = viewer.account_id if viewer is not None else None
    session.add(Audit(time=now(), account_id=account, action=action, target=target))


def latest(session: Session, page: int = 1, size: int = 50) -> list[Audit]:
    """The records of a page, the latest first, and one more where there are more."""
    rows = select(Audit).order_by(Audit.time.desc(), Audit.id.desc())
    return list(session.scalars(rows.offset((page - 1) * size).limit(size + 1)))


# Logs for machines: one JSON object a line on standard error. Addresses appear as templates of routes, because paths
# may hold one-time secrets and query strings anything; people appear as account ids.

LOGGER = "playfunc_web"
FIELDS = "fields"
"""The attribute of a log record that holds further members of its object."""


class JsonLines(logging.Formatter):
    """time, level, logger and message; members of `extra={"fields": …}`; a traceback as `error`."""

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            **getattr(record, FIELDS, {}),
        }
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False, default=str)


def configure_logs(stream: TextIO | None = None) -> None:
    """Send what the site and its server say to `stream`, by default standard error."""
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(JsonLines())
    for name, level in ((LOGGER, logging.INFO), ("uvicorn", logging.WARNING), ("alembic", logging.WARNING)):
        logger = logging.getLogger(name)
        logger.handlers = [handler]
        logger.setLevel(level)
        logger.propagate = False


# Numbers for Prometheus: requests by route and status, how long they took, errors by kind, the queue, runs, uploads,
# and storage.

BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
HOUR = 3600.0


class Metrics:
    """The numbers of one application. Labels are templates of routes and words of ours, never what somebody sent."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        self._requests = Counter(
            "playfunc_requests",
            "Requests that were answered",
            ("method", "route", "status"),
            registry=self._registry,
        )
        self._seconds = Histogram(
            "playfunc_request_seconds",
            "Time until the answer was sent",
            ("route",),
            buckets=BUCKETS,
            registry=self._registry,
        )
        self._jobs = Gauge(
            "playfunc_jobs", "Jobs by kind and state", ("kind", "state"), registry=self._registry
        )
        self._oldest = Gauge(
            "playfunc_queue_oldest_seconds",
            "How long the first job of the queue has waited",
            ("kind",),
            registry=self._registry,
        )
        self._waited = Gauge(
            "playfunc_queue_waited_seconds",
            "How long the jobs waited that were begun within the last hour, on average",
            ("kind",),
            registry=self._registry,
        )
        self._runs = Gauge("playfunc_runs", "Official runs by state", ("state",), registry=self._registry)
        self._versions = Gauge(
            "playfunc_versions",
            "Uploads by state; those that are broken wait for staff",
            ("state",),
            registry=self._registry,
        )
        self._errors = Counter(
            "playfunc_errors", "Requests that ended in an error of ours", ("kind",), registry=self._registry
        )
        self._free = Gauge(
            "playfunc_disk_free_bytes", "Free on the disk of the site's folder", registry=self._registry
        )
        self._trouble = Gauge(
            "playfunc_storage_trouble", "1 while database or disk take nothing", registry=self._registry
        )

    def answered(self, method: str, route: str, status: int, seconds: float) -> None:
        self._requests.labels(method, route, str(status)).inc()
        self._seconds.labels(route).observe(seconds)

    def failed(self, error: Exception) -> None:
        """An exception that no page expects, counted by its class."""
        self._errors.labels(type(error).__name__).inc()

    def text(self, site: Site, trouble: bool) -> bytes:
        """In Prometheus's text format. The queue is left out while the database does not answer."""
        for gauge in (self._jobs, self._oldest, self._waited, self._runs, self._versions):
            gauge.clear()
        try:
            with site.database.reading() as session:
                counted = select(Job.kind, Job.state, func.count()).group_by(Job.kind, Job.state)
                for kind, state, count in session.execute(counted):
                    self._jobs.labels(kind, state).set(count)
                waiting = (
                    select(Job.kind, func.min(Job.created)).where(Job.state == "queued").group_by(Job.kind)
                )
                for kind, created in session.execute(waiting):
                    self._oldest.labels(kind).set(max(0.0, now() - created))
                waited = select(Job.kind, func.avg(Job.started - Job.created)).where(
                    Job.started > now() - HOUR
                )
                for kind, seconds in session.execute(waited.group_by(Job.kind)):
                    self._waited.labels(kind).set(max(0.0, seconds))
                for gauge, column in ((self._runs, Run.state), (self._versions, Version.state)):
                    for state, count in session.execute(select(column, func.count()).group_by(column)):
                        gauge.labels(state).set(count)
        except StorageError:
            trouble = True
        try:
            self._free.set(shutil.disk_usage(site.folder.path).free)
        except OSError:
            trouble = True
        self._trouble.set(trouble)
        return generate_latest(self._registry)


# Whether storage is in trouble: the database failed lately, or the disk of the site's folder is nearly full.

LEAST_FREE_BYTES = 32 * 1024 * 1024
LATELY_SECONDS = 60.0
LOOK_SECONDS = 5.0


def nearly_full(folder: Path, least_free: int = LEAST_FREE_BYTES) -> bool:
    """Whether the disk of a folder has less than `least_free` bytes, or cannot be asked."""
    try:
        return shutil.disk_usage(folder).free < least_free
    except OSError:
        return True


@dataclass(slots=True)
class Trouble:
    """Of one application; every page says so while there is any."""

    folder: Path
    least_free: int = LEAST_FREE_BYTES
    _since: float = 0.0
    _looked: float = 0.0
    _full: bool = False

    def failed(self) -> None:
        """The database refused something just now."""
        self._since = time.monotonic()

    @property
    def now(self) -> bool:
        return self.full or (self._since > 0 and time.monotonic() - self._since < LATELY_SECONDS)

    @property
    def full(self) -> bool:
        """Whether less than `least_free` bytes are free, as looked up every few seconds."""
        at = time.monotonic()
        if not self._looked or at - self._looked > LOOK_SECONDS:
            self._looked = at
            self._full = nearly_full(self.folder, self.least_free)
        return self._full

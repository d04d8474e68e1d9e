"""Numbers for Prometheus: requests by route and status, how long they took, the queue, and trouble with storage."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from sqlalchemy import func, select

from playfunc_web.database import now
from playfunc_web.database.tables import Job
from playfunc_web.errors import StorageError
from playfunc_web.site import Site

__all__ = ["Metrics"]

BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)


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
        self._trouble = Gauge(
            "playfunc_storage_trouble", "1 while database or disk take nothing", registry=self._registry
        )

    def answered(self, method: str, route: str, status: int, seconds: float) -> None:
        self._requests.labels(method, route, str(status)).inc()
        self._seconds.labels(route).observe(seconds)

    def text(self, site: Site, trouble: bool) -> bytes:
        """In Prometheus's text format. The queue is left out while the database does not answer."""
        self._jobs.clear()
        self._oldest.clear()
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
        except StorageError:
            trouble = True
        self._trouble.set(trouble)
        return generate_latest(self._registry)

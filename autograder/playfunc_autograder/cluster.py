"""Jobs on other computers: a Dask scheduler that somebody has started, with workers of its own.

    with Cluster.connect("tcp://127.0.0.1:8786") as cluster:
        cluster.compare(worker_facts)
        runs = cluster.executor(new_mark)

A job and its result are values, so workers need no folder of this computer. Each worker has one job at a time, so few
die with a worker. Each of these is tried again while no other job runs, so that the job at fault is lost alone.
"""

from __future__ import annotations

import itertools
import json
import os
import signal
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import cache, partial
from pathlib import Path
from queue import Empty, SimpleQueue
from types import TracebackType
from typing import Any, Self, TypeVar
from urllib.parse import urlsplit

from playfunc.sites import is_loopback

from playfunc_autograder.executors import LOST, ClusterError, Executor, Local, Lost, Workers
from playfunc_autograder.helper_process import Beside, BesideEndedError
from playfunc_autograder.programs import program_tier
from playfunc_autograder.sandbox.tiers import available_tier
from playfunc_autograder.versions import code_digest, versions

J = TypeVar("J")
R = TypeVar("R")

CONNECTING = 20.0
"""Seconds in which a scheduler has to answer."""

ALONE = 60.0
"""Seconds that a run waits for workers where there is none any more."""

TRIES_ALONE = 2
"""How often a job that was running when its worker died is tried again, while no other job runs."""

LOOK = 1.0
"""Seconds between two looks at whether the scheduler and its workers are there."""


class Cluster:
    """A scheduler that answers, and the workers that it has."""

    elsewhere = True

    def __init__(self, client: Any, address: str) -> None:
        self._client = client
        self._check: Callable[[Any, Any], Any] = _run
        self.address = address

    @classmethod
    def connect(cls, told: str) -> Self:
        """By the scheduler's address, or the file that `dask scheduler --scheduler-file` has written.

        Raises `ClusterError`: where Dask is missing, nobody answers, or a connection to another computer has no TLS.
        """
        try:
            from distributed import Client
        except ImportError:
            raise ClusterError("--scheduler needs Dask: pip install 'playfunc[cluster]'") from None
        address = _address(told)
        try:
            client: Any = Client(address, timeout=CONNECTING, set_as_default=False)  # type: ignore[no-untyped-call]
        except (OSError, ValueError, TypeError, RuntimeError) as error:
            raise ClusterError(f"no scheduler can be reached at {address}: {_first_line(error)}") from error
        return cls(client, address)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the scheduler; it and its workers go on."""
        with suppress(Exception):  # it may be gone
            self._client.close(timeout=2)

    @property
    def count(self) -> int:
        """How many jobs the workers do at once now."""
        return sum(self._threads().values())

    def _threads(self) -> Mapping[str, int]:
        try:
            return dict(self._client.nthreads())
        except (OSError, TimeoutError, RuntimeError) as error:
            raise self.gone() from error

    def gone(self) -> ClusterError:
        return ClusterError(
            f"the scheduler at {self.address} does not answer any more; what is done is kept. Start it, and run the "
            "same command again to continue"
        )

    def compare(self, facts: Callable[[], Mapping[str, str]]) -> None:
        """Raise `ClusterError` with a list, unless `facts` are the same on all workers as here."""
        threads = self._threads()
        if not threads:
            raise ClusterError(
                f"the scheduler at {self.address} has no workers; start some: dask worker {self.address} --nthreads 1"
            )
        many = [address for address, count in threads.items() if count > 1]
        if many:
            raise ClusterError(
                "a worker does one job at a time; start it with --nthreads 1, which these were not: "
                + ", ".join(sorted(many))
            )
        try:
            theirs: Mapping[str, Any] = self._client.run(facts, on_error="return")
        except (OSError, TimeoutError, RuntimeError) as error:
            raise self.gone() from error
        here = dict(facts())
        if lines := differing(here, theirs):
            raise ClusterError(_not_alike(lines))
        self._check = partial(_run_where_alike, facts, here)

    def executor(self, function: Callable[[J], R]) -> Executor[J, R]:
        return Dask(function, self)

    def begin_forking(self, function: Callable[..., Any]) -> None:
        """The workers run already."""

    def submit(self, function: Callable[[J], R], job: J, number: int) -> Any:
        """The future of one job."""
        try:
            key = f"playfunc-{number}-{time.time_ns()}"
            return self._client.submit(self._check, function, job, pure=False, key=key)
        except (OSError, RuntimeError) as error:
            raise self.gone() from error

    def answers(self) -> bool:
        """Whether the scheduler is there."""
        return bool(self._client.status == "running")


@contextmanager
def workers(game: str, jobs: int, scheduler: str | None) -> Iterator[Workers]:
    """Where jobs run: processes of this computer, or the workers of a scheduler, which were compared with it.

    Raises `ClusterError` for a scheduler that cannot be used.
    """
    if not scheduler:
        yield Local(jobs)
        return
    with Cluster.connect(scheduler) as cluster:
        cluster.compare(partial(worker_facts, game))
        yield cluster


@cache
def worker_facts(game: str) -> Mapping[str, str]:
    """What must be the same wherever marks or results of this game are computed: versions, the code, confinement."""
    tiers = f"{available_tier().tier.value} for players, {program_tier().tier.value} for programs"
    return {**versions(game), "code": code_digest(game)[:12], "confinement": tiers}


_beside = Beside()
"""Of this worker."""


def _run(function: Callable[[J], R], job: J) -> R:
    """On a worker: beside Dask's own threads. A job that kills its process kills the worker too, which is told."""
    try:
        return _beside.run(function, job)
    except BesideEndedError:
        os.kill(os.getpid(), signal.SIGKILL)
        raise


def _run_where_alike(
    facts: Callable[[], Mapping[str, str]], here: Mapping[str, str], function: Callable[[J], R], job: J
) -> R:
    """On a worker, which may have come after `compare`."""
    if lines := differing(here, {"a worker that came later": facts()}):
        raise ClusterError(_not_alike(lines))
    return _run(function, job)


def _not_alike(lines: list[str]) -> str:
    return "\n".join(
        (
            "the workers are not like this computer, so results could differ. Install the same versions on all:",
            *lines,
        )
    )


def differing(here: Mapping[str, str], workers: Mapping[str, Any]) -> list[str]:
    """A line for each fact that is not the same, with the workers that differ."""
    found: Counter[tuple[str, str, str]] = Counter()
    where: dict[tuple[str, str, str], str] = {}
    for address, facts in workers.items():
        if isinstance(facts, BaseException):
            pairs = [("playfunc", "can be imported", f"{type(facts).__name__}: {_first_line(facts)}")]
        else:
            names = dict.fromkeys((*here, *facts))
            pairs = [(name, here.get(name, "none"), facts.get(name, "none")) for name in names]
        for pair in pairs:
            if pair[1] != pair[2]:
                found[pair] += 1
                where.setdefault(pair, address)
    return [
        f"  {name}: {ours} here, {theirs} on {_workers(count, where[name, ours, theirs])}"
        for (name, ours, theirs), count in found.items()
    ]


def _workers(count: int, example: str) -> str:
    return example if count == 1 else f"{count} workers, such as {example}"


class Dask(Executor[J, R]):
    """Runs jobs on the workers of a cluster."""

    def __init__(self, function: Callable[[J], R], cluster: Cluster) -> None:
        self._function, self._cluster = function, cluster
        self._running: dict[Any, J] = {}
        self._suspects: list[J] = []
        self._done: SimpleQueue[Any] = SimpleQueue()
        self._numbers = itertools.count()
        self._looked, self._count = 0.0, 0
        self._alone_since: float | None = None

    @property
    def full(self) -> bool:
        """Also where a job that may have killed a worker waits to be tried alone."""
        return bool(self._suspects) or len(self._running) >= max(self._workers(), 1)

    @property
    def idle(self) -> bool:
        return not self._running and not self._suspects

    def submit(self, job: J) -> None:
        self._running[self._begun(job)] = job

    def gather(self) -> list[tuple[J, R | Lost]]:
        while self._running:
            future = self._ended()
            job = self._running.pop(future)
            if not self._killed(future):
                return [(job, self._result(future))]
            self._suspects.append(job)
        return [self._tried_alone(self._suspects.pop())] if self._suspects else []

    def _tried_alone(self, job: J) -> tuple[J, R | Lost]:
        """Lost only where no try ends well: something else may have killed the worker of one."""
        for _ in range(TRIES_ALONE):
            future = self._begun(job)
            self._ended()
            if not self._killed(future):
                return job, self._result(future)
        return job, LOST

    def _begun(self, job: J) -> Any:
        future = self._cluster.submit(self._function, job, next(self._numbers))
        future.add_done_callback(self._done.put)
        return future

    def _ended(self) -> Any:
        """The next future that has ended. Raises `ClusterError` where the scheduler is gone, or all workers are."""
        while True:
            try:
                future = self._done.get(timeout=LOOK)
            except Empty:
                self._look_after_workers()
                continue
            if future.status not in ("finished", "error"):
                raise self._cluster.gone()
            return future

    @staticmethod
    def _result(future: Any) -> R:
        result: R = future.result()
        future.release()
        return result

    def _look_after_workers(self) -> None:
        if not self._cluster.answers():
            raise self._cluster.gone()
        if self._workers():
            self._alone_since = None
            return
        self._alone_since = self._alone_since or time.monotonic()
        if time.monotonic() - self._alone_since > ALONE:
            raise ClusterError(
                f"the scheduler at {self._cluster.address} has had no workers for {ALONE:g} s; what is done is kept. "
                "Start some, and run the same command again to continue"
            )

    def _workers(self) -> int:
        if time.monotonic() - self._looked > LOOK:
            self._looked, self._count = time.monotonic(), self._cluster.count
        return self._count

    @staticmethod
    def _killed(future: Any) -> bool:
        from distributed import KilledWorker

        return isinstance(future.exception(), KilledWorker)


def _address(told: str) -> str:
    """The scheduler's address; raises `ClusterError` where it is none, or needs TLS."""
    address = told
    if "://" not in told:
        path = Path(told)
        if path.is_file():
            try:
                address = str(json.loads(path.read_text(encoding="utf-8"))["address"])
            except (OSError, ValueError, LookupError, TypeError):
                raise ClusterError(
                    f"{told} is no file that `dask scheduler --scheduler-file` has written: it names no address"
                ) from None
        elif ":" in told:
            address = f"tcp://{told}"
        else:
            raise ClusterError(
                f"there is no file {told!r}, and it is no address, such as tcp://127.0.0.1:8786 or tls://head:8786"
            )
    parts = urlsplit(address)
    if parts.scheme != "tls" and not is_loopback(parts.hostname or ""):
        raise ClusterError(
            f"jobs carry the course's secret, so a scheduler on another computer is reached by TLS: tls://…, and not "
            f"{address}; docs/cluster.md says how to set it up"
        )
    return address


def _first_line(error: BaseException) -> str:
    return next(iter(str(error).splitlines()), "") or type(error).__name__

"""Run jobs one after another, or in parallel in processes that may die.

Every executor has the same two methods: `submit` starts a job, `gather` waits and hands back what has ended. A job is
a function and one argument, both values that another process can be sent; its result comes back as a value, and
the caller of `gather` does all the writing. `side_by_side` keeps an executor busy with as many jobs as it has places.

`Workers` say where jobs run: `Local` in processes of this computer, `playfunc_autograder.cluster` on others. Where the
system can fork, those of this computer are forked from one that has imported what the jobs need and nothing else, so
that a process costs milliseconds; elsewhere each is a new interpreter.
"""

from __future__ import annotations

import multiprocessing
import os
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar, Generic, Protocol, TypeVar

J = TypeVar("J")
R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class Lost:
    """The process of a job was killed, and killed again when the job ran alone."""


LOST = Lost()


class ClusterError(ValueError):
    """The scheduler or its workers cannot be used; the message says what to do."""


class Executor(Protocol, Generic[J, R]):
    """Runs one function on many jobs. Jobs that have ended are handed back with their result; `LOST` stands for
    the result of one whose process was killed. An exception that a job raises is raised by `gather`."""

    @property
    def full(self) -> bool:
        """Whether as many jobs are under way as run at once, so that it is time to gather."""

    @property
    def idle(self) -> bool:
        """Whether no job is under way."""

    def submit(self, job: J) -> None:
        """Start a job."""

    def gather(self) -> list[tuple[J, R | Lost]]:
        """Wait until at least one job has ended, and hand back all that have. Empty where none is under way."""


class Serial(Executor[J, R]):
    """In this process: a submitted job runs when it is gathered."""

    def __init__(self, function: Callable[[J], R]) -> None:
        self._function = function
        self._waiting: list[J] = []

    @property
    def full(self) -> bool:
        return bool(self._waiting)

    @property
    def idle(self) -> bool:
        return not self._waiting

    def submit(self, job: J) -> None:
        self._waiting.append(job)

    def gather(self) -> list[tuple[J, R | Lost]]:
        jobs, self._waiting = self._waiting, []
        return [(job, self._function(job)) for job in jobs]


class Pooled(Executor[J, R]):
    """Runs jobs in a pool of processes that outlives it. Forked ones come from a process that has imported the module
    of the first job's function and has run nothing: no job, and no player.

    A process that is killed breaks the whole pool: the jobs that were under way then run again, each alone, so that
    only the one at fault is lost.
    """

    def __init__(self, function: Callable[[J], R], jobs: int) -> None:
        self._function, self._jobs = function, jobs
        self._running: dict[Future[R], J] = {}

    @property
    def full(self) -> bool:
        """One job for each process waits, so that none stands still while the caller writes what has ended."""
        return len(self._running) >= 2 * self._jobs

    @property
    def idle(self) -> bool:
        return not self._running

    def submit(self, job: J) -> None:
        try:
            future = self._pool().submit(self._function, job)
        except BrokenProcessPool as broken:  # a process died between calls; `gather` runs its jobs again
            future = Future()
            future.set_exception(broken)
        self._running[future] = job

    def gather(self) -> list[tuple[J, R | Lost]]:
        ended, _ = wait(self._running, return_when=FIRST_COMPLETED)
        if any(isinstance(future.exception(), BrokenProcessPool) for future in ended):
            return self._after_a_death()
        return [(self._running.pop(future), future.result()) for future in ended]

    def _after_a_death(self) -> list[tuple[J, R | Lost]]:
        running, self._running = self._running, {}
        wait(running)
        return [(job, self._result(future, job)) for future, job in running.items()]

    def _result(self, future: Future[R], job: J) -> R | Lost:
        for again in (False, True):
            try:
                return self._pool().submit(self._function, job).result() if again else future.result()
            except BrokenProcessPool:
                continue
        return LOST

    def _pool(self) -> ProcessPoolExecutor:
        """The pool, a new one where a death has broken it."""
        here = os.getpid(), self._jobs
        pool = _pools.get(here)
        if pool is None or pool._broken:
            _begin_forking(self._function)
            context = multiprocessing.get_context("forkserver" if FORKS else "spawn")
            most = 61 if sys.platform == "win32" else self._jobs  # what Windows can wait for
            _pools[here] = pool = ProcessPoolExecutor(
                min(self._jobs, most), context, initializer=end_with_parent
            )
        return pool


_pools: dict[tuple[int, int], ProcessPoolExecutor] = {}
"""By this process and the number of theirs; kept from call to call, because a contest is played in several."""


def _begin_forking(function: Callable[..., Any]) -> None:
    """Start the process that forks, unless it runs, and return at once: it imports the function's module while this
    one does something else. Does nothing where no process can be forked."""
    if not FORKS:
        return
    from multiprocessing.forkserver import ensure_running

    multiprocessing.get_context("forkserver").set_forkserver_preload([_module(function)])
    ensure_running()


FORKS = sys.platform == "linux"
"""Elsewhere what is imported may have started threads, which a fork does not survive."""


def _module(function: Callable[..., Any]) -> str:
    while isinstance(function, partial):
        function = function.args[0] if function.func is _numbered else function.func
    return function.__module__


def end_with_parent() -> None:
    """Have this process end when the one that asked for it does, even if it was killed and while a job runs here. A
    thread watches for it: the system's own way (`PR_SET_PDEATHSIG`) would also end this process with the thread that
    started it."""
    parent, other = os.getppid(), multiprocessing.parent_process()

    def watch() -> None:
        if other is not None:  # which is not the process that forked this one
            other.join()
        while other is None and os.getppid() == parent:
            time.sleep(1)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


class Workers(Protocol):
    """Where jobs run."""

    @property
    def count(self) -> int:
        """How many jobs run at once."""

    @property
    def elsewhere(self) -> bool:
        """Whether jobs run where none of this computer's folders is."""

    def executor(self, function: Callable[[J], R]) -> Executor[J, R]:
        """An executor that runs `function`."""

    def begin_forking(self, function: Callable[..., Any]) -> None:
        """Prepare the processes that will run `function`, and return at once."""


@dataclass(frozen=True, slots=True)
class Local:
    """Processes of this computer; with one job at a time, this process."""

    count: int = 1
    elsewhere: ClassVar[bool] = False

    def executor(self, function: Callable[[J], R]) -> Executor[J, R]:
        return Serial(function) if self.count == 1 else Pooled(function, self.count)

    def begin_forking(self, function: Callable[..., Any]) -> None:
        if self.count > 1:
            _begin_forking(function)


HERE = Local()
"""This process."""


def side_by_side(jobs: Iterable[J], runs: Executor[J, R]) -> Iterator[tuple[J, R | Lost]]:
    """Each job with its result, in the order in which they end."""
    for job in jobs:
        runs.submit(job)
        while runs.full:
            yield from runs.gather()
    while not runs.idle:
        yield from runs.gather()


def in_order(
    function: Callable[[J], R],
    jobs: Iterable[J],
    run: Callable[[Callable[[tuple[int, J]], R]], Executor[tuple[int, J], R]],
) -> Iterator[R]:
    """The results in the order of the jobs, by the executor that `run` makes: a method of `Workers`. Raises
    `RuntimeError` where a job's process was killed twice."""
    ended: dict[int, R] = {}
    due = 0
    numbered = enumerate(jobs)
    for (number, _), result in side_by_side(numbered, run(partial(_numbered, function))):
        if isinstance(result, Lost):
            raise RuntimeError(
                f"the process of job {number + 1} was killed twice; the system may be short of memory. Run it again "
                "with fewer --jobs"
            )
        ended[number] = result
        while due in ended:
            yield ended.pop(due)
            due += 1


def _numbered(function: Callable[[J], R], job: tuple[int, J]) -> R:
    return function(job[1])

"""Where the jobs of a command run: `--jobs` on this computer, or `--scheduler` on others."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playfunc_autograder.executors import Workers

__all__ = ["workers"]


@contextmanager
def workers(game: str, jobs: int, scheduler: str | None) -> Iterator[Workers]:
    """The workers of the scheduler, which were compared with this computer, or processes of this computer.

    Raises `playfunc_autograder.cluster.ClusterError` for a scheduler that cannot be used.
    """
    if scheduler is None:
        from playfunc_autograder.executors import Local

        yield Local(jobs)
        return
    from playfunc_autograder.cluster import Cluster, worker_facts

    with Cluster.connect(scheduler) as cluster:
        cluster.compare(partial(worker_facts, game))
        yield cluster

"""Where the work on an upload is done. It needs nothing of the site's web server, so that workers need not have it."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from playfunc_autograder.cluster import workers
from playfunc_autograder.executors import HERE, ClusterError, Workers

__all__ = ["place_of_work"]

log = logging.getLogger("playfunc_web.admission")


@contextmanager
def place_of_work(game: str, scheduler: str) -> Iterator[Workers]:
    """The workers of the site's scheduler. This process where none is named, and where it cannot be used now: nobody
    who uploads waits for it. A scheduler that is lost later raises `ClusterError`, and the job begins anew."""
    with ExitStack() as stack:
        try:
            where = stack.enter_context(workers(game, 1, scheduler))
        except ClusterError as error:
            log.error("scheduler: %s; an upload is worked on here", error)
            where = HERE
        yield where

"""Workers that are closed at the end of each test, and proof that nothing is left of them."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import psutil
import pytest
from confined_workers import reason
from playfunc.games.hearts import Hearts
from playfunc.rules import Call
from playfunc_autograder.sandbox import Tier, WorkerPlayer
from playfunc_autograder.sandbox.forks import fork_servers

MakeWorker = Callable[..., WorkerPlayer]


@pytest.fixture
def make_worker() -> Iterator[MakeWorker]:
    """`make_worker(source, **options)`: a `WorkerPlayer` for two-player Hearts, named "you"."""
    with ExitStack() as stack:

        def make(source: str, **options: Any) -> WorkerPlayer:
            return stack.enter_context(WorkerPlayer(source, Hearts(2), **{"name": "you", **options}))

        yield make


@pytest.fixture
def ask() -> Callable[..., Call]:
    """`ask(text)`: a call whose `player_id` is `text`, with a hand of C2 and C3, leading."""

    def call(text: str = "you", memory: str | None = None) -> Call:
        previous = None if memory is None else [[["C4", "you"], ["C5", "other"]], None]
        return Call("play", (text, ["C2", "C3"], [], previous), memory)

    return call


@pytest.fixture(autouse=True)
def nothing_is_left() -> Iterator[None]:
    """Every test leaves as many threads, descriptors and child processes as it found."""
    before = _resources()
    yield
    for _ in range(100):  # a thread or a process that is told to end takes a moment, longer on a busy machine
        if _resources() == before:
            return
        time.sleep(0.1)
    assert _resources() == before


def _resources() -> tuple[int, int, int]:
    """But for the processes that fork workers, which stay: each is a child behind three descriptors."""
    here = Path("/proc/self")
    if sys.platform != "linux":
        return threading.active_count(), 0, 0
    children = len(psutil.Process().children())
    servers = fork_servers()
    descriptors = len(list(here.joinpath("fd").iterdir()))
    return threading.active_count(), descriptors - 3 * servers, children - servers


@pytest.fixture(scope="module", params=[Tier.A, Tier.B], ids=str)
def tier(request):
    """Each confined tier that this machine has."""
    if reason(request.param):
        pytest.skip(reason(request.param))
    return request.param

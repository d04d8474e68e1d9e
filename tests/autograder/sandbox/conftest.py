"""Workers that are closed at the end of each test, and proof that nothing is left of them."""

import gc
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from confined_workers import reason
from playfunc.games.hearts import Hearts
from playfunc.rules import Call
from playfunc_autograder.sandbox import Tier, WorkerPlayer, available_tier
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


@pytest.fixture(scope="module", autouse=True)
def ready_to_count() -> None:
    """The tiers are probed. What earlier modules hold stays: each of the collections below would go through all of it,
    in a tenth of a second."""
    available_tier()
    gc.collect()
    gc.freeze()


@pytest.fixture(autouse=True)
def nothing_is_left() -> Iterator[None]:
    """No test leaves more threads, descriptors or child processes than it found. Garbage of earlier tests may end at
    any time, so fewer are no fault."""
    gc.collect()
    before = _resources()
    yield
    for _ in range(
        1000
    ):  # a thread or a process that is told to end takes a moment, longer on a busy machine
        if _left(before) == (0, 0, 0):
            return
        time.sleep(0.01)
    assert _left(before) == (0, 0, 0), "threads, descriptors, child processes"


def _left(before: tuple[int, int, int]) -> tuple[int, ...]:
    return tuple(max(0, now - then) for now, then in zip(_resources(), before, strict=True))


def _resources() -> tuple[int, int, int]:
    """Threads, descriptors, child processes. Those that fork workers stay, each a child behind three descriptors."""
    here = Path("/proc/self")
    if sys.platform != "linux":
        return threading.active_count(), 0, 0
    children = sum(len(path.read_text().split()) for path in here.glob("task/*/children"))
    servers = fork_servers()
    descriptors = len(list(here.joinpath("fd").iterdir()))
    return threading.active_count(), descriptors - 3 * servers, children - servers


@pytest.fixture(scope="module", params=[pytest.param(Tier.A, marks=pytest.mark.broad), Tier.B], ids=str)
def tier(request):
    """Each confined tier that this machine has; in tier B nothing but the kernel's lock is in a player's way."""
    if reason(request.param):
        pytest.skip(reason(request.param))
    return request.param

"""What the moves of a game cost, computed when somebody asks: by one thread beside the answers to requests, for a
limited time, and kept by the record's digest as long as there is room."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as NotYet
from dataclasses import InitVar, dataclass, field
from threading import BoundedSemaphore, Lock

from playfunc.costs import Line, Review
from playfunc.errors import PlayfuncError
from playfunc.record import GameRecord
from playfunc_opponents import ladder
from playfunc_opponents.reviewer import USUAL, Progress, Reviewer

from playfunc_web.errors import ProblemError

KEPT = 128
WAITING = 6
READERS = 8
"""Requests that wait for a review at once; each takes one of the forty threads that answer all pages."""
SECONDS = 90.0


@dataclass(frozen=True, slots=True)
class Reviewed:
    """A review, or a sentence why there is none. `lines` are the best ones in place of the costliest moves, by the
    number of moves before, as far as the game's reviewer tells them."""

    review: Review | None
    reason: str = ""
    lines: Mapping[int, Line] = field(default_factory=dict)


class _TooLongError(Exception):
    """Ends a review from within its report of progress."""


@dataclass(slots=True)
class Reviews:
    """Reviews by digest. At most `waiting` are computed or wait at once, each for at most `seconds`; at most `readers`
    requests wait for them, and others are told at once to ask again."""

    kept: int = KEPT
    waiting: int = WAITING
    seconds: float = SECONDS
    readers: InitVar[int] = READERS
    _places: BoundedSemaphore = field(init=False)
    _asked: OrderedDict[str, Future[Reviewed]] = field(default_factory=OrderedDict)
    _lock: Lock = field(default_factory=Lock)
    _thread: ThreadPoolExecutor = field(
        default_factory=lambda: ThreadPoolExecutor(1, thread_name_prefix="review")
    )

    def __post_init__(self, readers: int) -> None:
        self._places = BoundedSemaphore(readers)

    def ready(self, digest: str) -> Reviewed | None:
        """The review, if it is computed already."""
        found = self._asked.get(digest)
        return found.result() if found is not None and found.done() else None

    def ask(self, digest: str, record: GameRecord, wait: float) -> Reviewed | None:
        """The review; `None` if it is not ready within `wait` seconds: ask again. Raises `ProblemError` where too many
        others wait."""
        with self._lock:
            future = self._asked.get(digest)
            if future is None:
                future = self._asked[digest] = self._start(record)
            self._asked.move_to_end(digest)
            self._forget()
        if future.done():
            return future.result()
        if not self._places.acquire(blocking=False):
            return None
        try:
            return future.result(wait)
        except NotYet:
            return None
        finally:
            self._places.release()

    def _start(self, record: GameRecord) -> Future[Reviewed]:
        if sum(not each.done() for each in self._asked.values()) >= self.waiting:
            raise ProblemError(
                503,
                "Busy",
                "Costs of other games are being computed: try again in a minute.",
                headers=(("Retry-After", "60"),),
            )
        return self._thread.submit(_review, record, self.seconds)

    def _forget(self) -> None:
        done = [digest for digest, future in self._asked.items() if future.done()]
        for digest in done[: max(0, len(self._asked) - self.kept)]:
            del self._asked[digest]


REVIEWS = Reviews()
"""Of this process; a record's digest means the same on every site."""


def reviewable(game: str) -> bool:
    """Whether anything prices the moves of this game."""
    try:
        return bool(ladder(game).reviewer)
    except PlayfuncError:
        return False


def _review(record: GameRecord, seconds: float) -> Reviewed:
    until = time.monotonic() + seconds

    def progress(_done: int, _total: int) -> None:
        if time.monotonic() > until:
            raise _TooLongError

    try:
        opponents = ladder(record.game)
        reviewer = opponents.load_reviewer()
        if reviewer is None:
            return Reviewed(None, "Nothing prices the moves of this game.")
        opponents.compile(tell=False)
        review = reviewer.review(record, USUAL, progress)
        return Reviewed(review, lines=_lines(reviewer, review, progress))
    except _TooLongError:
        return Reviewed(
            None,
            f"Computing these costs takes longer than {seconds:.0f} s, which is the limit here. On your own "
            "computer, download the game and run playfunc review.",
        )
    except PlayfuncError as error:
        return Reviewed(None, f"The costs of this game cannot be computed: {error}")


def _lines(reviewer: Reviewer, review: Review, on_progress: Progress) -> dict[int, Line]:
    found: dict[int, Line] = {}
    for cost in (cost for seat in range(len(review.record.players)) for cost in review.worst(seat)):
        on_progress(cost.at, len(review.costs))
        if line := reviewer.best_line(cost):
            found[cost.at] = line
    return found

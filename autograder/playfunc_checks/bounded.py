"""One bounded call of a student's function: it is ended at its limit, and the error names the student's own line.

    bounded(lambda: legal(hand, trick), seconds=1.0)

Python code is ended by a signal in the main thread of a system that has timers, and by tracing everywhere else: on
Windows, in a browser, in other threads. Compiled code, such as `list(itertools.count())`, cannot be ended from within
its own process. Another process can do that: an `Observer` tells it which call runs, and since when.
"""

from __future__ import annotations

import itertools
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from time import monotonic, process_time
from traceback import walk_tb
from types import CodeType, FrameType
from typing import Any, Protocol, TypeVar

from playfunc_checks.source_lines import describe_line, is_own
from playfunc_checks.submitted_player import SLOWER, Limits

T = TypeVar("T")

LIMIT = Limits().move_seconds
"""Seconds of CPU time that a call may take where no assignment says otherwise: as long as one move."""

BY_THE_CLOCK = Limits().wall_factor
"""A call may take this many times its seconds by the clock: a function that sleeps uses no CPU time."""

READING = 1.0
"""Seconds in which the values of a call that is ended are read."""

ASLEEP = 20.0
"""A call that uses less than one part in so many of the time is asleep; more than that is a busy machine."""

TICK = 0.05
"""Seconds between two looks at the clock."""

EVENTS = 100
"""Loops and calls between two looks at the clock, where code is traced."""


class Ended(KeyboardInterrupt):
    """A call that took too long. `said` tells how long, `where` is the student's own line with its values. Like
    Ctrl-C it is no `Exception`: no `except Exception` of the student's keeps a loop alive."""

    def __init__(self, said: str, where: str = "") -> None:
        super().__init__("\n".join(filter(None, (said, where))))
        self.said = said
        self.where = where

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.said, self.where)

    def _render_traceback_(self) -> list[str]:
        """What IPython shows in place of a traceback."""
        return str(self).splitlines()


class Late(Ended):
    """A call that took too long, and came back."""


class Crashed(Ended):
    """A call that ended the process it ran in."""


class Stuck(Ended):
    """A call of compiled code that did not come back: the process it ran in was ended."""


class Observer(Protocol):
    """Tells somebody outside, who can end this process, what it is doing."""

    def began(self, seconds: float) -> None:
        """A call begins that may take so long. Raises `Ended` for one that is known never to return."""

    def returned(self) -> None:
        """It is over."""


_observers: list[Observer] = []


@contextmanager
def observed(observer: Observer) -> Iterator[None]:
    """Within, the observer is told of every bounded call."""
    _observers.append(observer)
    try:
        yield
    finally:
        _observers.remove(observer)


def describe_spent(seconds: float, cpu: float, clock: float) -> str:
    """What a call has spent and what is allowed, if it is too much; else empty."""
    if cpu > seconds * SLOWER:
        more = f", and {seconds * SLOWER:g} s in a browser, which is slower" if SLOWER > 1 else ""
        return f"{cpu:.1f} s of CPU time; {seconds:g} s is allowed{more}"
    if clock > seconds * BY_THE_CLOCK and clock > cpu * ASLEEP:
        return f"{clock:.0f} s by the clock, nearly all of it asleep; {seconds * BY_THE_CLOCK:g} s is allowed"
    return ""


class _Watch:
    """The time of one call."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.returned = False
        self._cpu, self._clock = process_time(), monotonic()
        self._where = ""
        self._read_since: float | None = None

    def spent(self) -> str:
        """What was spent, if it is too much; else empty."""
        return describe_spent(self.seconds, process_time() - self._cpu, monotonic() - self._clock)

    def look(self, frame: FrameType | None) -> None:
        """Raises `Ended` in the frame that runs, if the time is up. A student's code may catch it: then the next look
        raises it again. Reading the values may take a second: the student's own `__repr__` could hang too."""
        spent = "" if self.returned else self.spent()
        if not spent:
            return
        if self._read_since is None:
            self._read_since = monotonic()
            self._where = describe_line(frame, __file__) or _in_flight()
        elif not self._where and monotonic() - self._read_since < READING:
            return
        raise Ended(f"was still running after {spent}", self._where)


def _in_flight() -> str:
    """The student's own line that raised what is on its way out of the call. Compiled code that fails after the time is
    up, such as a list without end once memory is full, lets no signal through before."""
    error = sys.exc_info()[1]
    return "" if error is None else interrupted_at(error)


def bounded(call: Callable[[], T], seconds: float = LIMIT) -> T:
    """What `call` returns. Raises `Ended` when it takes more than `seconds` of CPU time, or ten times as long by the
    clock."""
    watch = _Watch(seconds)
    for observer in _observers:
        observer.began(seconds)
    try:
        with _by_signal(watch) if _has_timers() else _by_tracing(watch):
            answer = call()
    finally:
        watch.returned = True
        for observer in _observers:
            observer.returned()
    if spent := watch.spent():
        raise Late(f"took {spent}")
    return answer


def interrupted_at(error: BaseException) -> str:
    """The student's own line, with its values, that an error or an interrupt met; empty where no bounded call ran."""
    frames = [frame for frame, _ in walk_tb(error.__traceback__)]
    within = any(frame.f_code.co_filename == __file__ for frame in frames)
    return describe_line(frames[-1], __file__) if within else ""


def _has_timers() -> bool:
    """Whether a signal can end what runs here: signals reach the main thread only, and a browser has none."""
    main = threading.current_thread() is threading.main_thread()
    return main and hasattr(signal, "setitimer") and sys.platform != "emscripten"


@contextmanager
def _by_signal(watch: _Watch) -> Iterator[None]:
    before = signal.signal(signal.SIGALRM, lambda number, frame: watch.look(frame))
    timer = _set_timer(TICK, TICK)
    try:
        yield
    finally:
        watch.returned = True
        _set_timer(*timer)
        signal.signal(signal.SIGALRM, before or signal.SIG_DFL)


def _set_timer(first: float, every: float) -> tuple[float, float]:
    """What it was set to before. A confined kernel may set none: what confines it ends it too."""
    try:
        return signal.setitimer(signal.ITIMER_REAL, first, every)
    except OSError:
        return 0.0, 0.0


_traced: list[_Watch] = []
"""The calls that are traced now, the innermost last."""


@contextmanager
def _by_tracing(watch: _Watch) -> Iterator[None]:
    _traced.append(watch)
    try:
        with tracing():
            yield
    finally:
        watch.returned = True
        _traced.remove(watch)


_events = itertools.count(1)

_DISABLE = getattr(vars(sys).get("monitoring"), "DISABLE", None)
_TOOL = 3
"""A number that `sys.monitoring` keeps free for tools like this one."""

_scopes: list[None] = []


def tracing() -> AbstractContextManager[None]:
    """Keeps bounded calls traced within, where they are traced at all: beginning anew for each would be slow."""
    if _has_timers():
        return nullcontext()
    return _monitored() if hasattr(sys, "monitoring") else _line_by_line()


@contextmanager
def _monitored() -> Iterator[None]:
    """From Python 3.12 on: only loops and calls are looked at."""
    monitoring: Any = vars(sys)["monitoring"]
    if not _scopes:
        monitoring.use_tool_id(_TOOL, "playfunc")
        for event in (monitoring.events.JUMP, monitoring.events.PY_START):
            monitoring.register_callback(_TOOL, event, _looked_at)
        monitoring.set_events(_TOOL, monitoring.events.JUMP | monitoring.events.PY_START)
    _scopes.append(None)
    try:
        yield
    finally:
        _scopes.pop()
        if not _scopes:
            monitoring.set_events(_TOOL, 0)
            monitoring.free_tool_id(_TOOL)


def _looked_at(code: CodeType, *_: object) -> object:
    """What `sys.monitoring` calls for a loop or a call. A place in a library that is met here is not looked at again,
    which keeps libraries as fast as they are."""
    if next(_events) % EVENTS:
        return None
    if not is_own(code.co_filename):
        return _DISABLE
    if _traced:
        _traced[-1].look(sys._getframe(1))
    return None


@contextmanager
def _line_by_line() -> Iterator[None]:
    """Python 3.11: every line is looked at, which is slow."""

    def follow(frame: FrameType, event: str, argument: object) -> Any:
        if _traced and next(_events) % EVENTS == 0:
            _traced[-1].look(frame)
        return follow

    before = sys.gettrace()
    sys.settrace(follow)
    try:
        yield
    finally:
        sys.settrace(before)

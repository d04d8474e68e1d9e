"""Work that a student's code takes part in, done in a copy of the notebook's process.

    records = isolated_call(lambda update: play_games(rules, tables, on_round=update))

Everything is there as it is in the notebook, because the copy is a fork of it; what the work changes stays there, and only
its result comes back. So the copy can be ended when a call does not return, even from compiled code such as
`list(itertools.count())`, and a full memory or a crash leaves the notebook alive. The work is then done once more, and the
call that did not return raises `Ended` where it is made: so the check can show the position it was about.

Only Linux has forks that are safe beside a notebook's threads. Elsewhere the work is done in the notebook's own process,
where loops in Python are ended and loops in compiled code are not. (What a browser lacks is imported where it is used.)
"""

from __future__ import annotations

import builtins
import gc
import io
import os
import pickle
import signal
import struct
import sys
import tempfile
import threading
import time
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, redirect_stderr, redirect_stdout, suppress
from dataclasses import dataclass
from typing import Any, TypeVar

from playfunc.codec import converter
from playfunc_checks.bounded import Crashed, Ended, Stuck, interrupted_at, observed, describe_spent, tracing
from playfunc_checks.submitted_player import Limits
from playfunc_checks.source_lines import line_of_dump

STOPPED = "You stopped this cell, so it has no result. Run it again to start anew."
HERE = "Your code was running:"


class Interrupted(KeyboardInterrupt):
    """The user stopped a cell. `where` is the student's own line that was running, if one was. IPython shows both, without
    playfunc's frames."""

    def __init__(self, where: str = "") -> None:
        super().__init__("\n".join([STOPPED, HERE, where] if where else [STOPPED]))

    def _render_traceback_(self) -> list[str]:
        return str(self).splitlines()


def interrupted(error: KeyboardInterrupt) -> KeyboardInterrupt:
    """What to raise for an interrupt: the same where it says already what was going on."""
    return error if isinstance(error, Ended | Interrupted) else Interrupted(interrupted_at(error))


T = TypeVar("T")

Update = Callable[..., Any]
"""Tells how much is done."""

MEMORY = Limits().memory_bytes
"""Bytes that the work may take beyond what the notebook holds."""

GRACE = 1.0
"""Seconds after a call's limit in which it may end itself; then the copy is ended."""

TRIES = 3
"""Copies that a piece of work may lose."""

WRITING = 200
"""Looks for the line that the copy writes down: on a busy machine it has to wait for its turn."""

BRIEFLY = 20
"""Looks for that line when the user stops the cell, who does not want to wait."""

LOOK = 0.05
"""Seconds between two looks at the copy."""

_in_a_copy = False


def isolated_call(
    work: Callable[[Update], T],
    update: Update = lambda *done: None,
    on_calls: Callable[[int], None] = lambda calls: None,
) -> T:
    """What `work` returns, or raises. It gets a function to tell its progress by; what it prints is printed here.
    `on_calls` gets the number of bounded calls made so far, now and then."""
    if _in_a_copy or not _can_fork():
        return _here(work, update, on_calls)
    converter()  # else every copy would import it for itself
    lost: list[_Lost] = []
    while len(lost) < TRIES:
        try:
            done = _in_copy(work, update, on_calls, lost)
        except OSError:  # a confined kernel may start no process
            done = None
        if not isinstance(done, _Lost):
            return _here(work, update, on_calls) if done is None else done.value()
        lost.append(done)
    raise lost[0].ended


def _here(work: Callable[[Update], T], update: Update, on_calls: Callable[[int], None]) -> T:
    with tracing(), observed(_Counted(on_calls)), nobody_types():
        return work(lambda done, *_: update(done))


@contextmanager
def nobody_types() -> Iterator[None]:
    """Lets `input()` raise: a notebook would wait for an answer from a copy that cannot be typed into."""

    def asked(prompt: object = "") -> str:
        raise EOFError("input() has nobody to ask: a player gets its arguments, and nothing else")

    before = builtins.input
    builtins.input = asked
    try:
        yield
    finally:
        builtins.input = before


class _Counted:
    """Counts calls where they are made."""

    def __init__(self, on_calls: Callable[[int], None]) -> None:
        self._on_calls = on_calls
        self._calls = 0

    def began(self, seconds: float) -> None:
        self._calls += 1
        self._on_calls(self._calls)

    def returned(self) -> None:
        """Nothing waits for it."""


def _can_fork() -> bool:
    return sys.platform == "linux" and threading.current_thread() is threading.main_thread()


@dataclass(frozen=True, slots=True)
class _Lost:
    """The copy is gone: the call with this number did not return."""

    call: int
    ended: Ended


@dataclass(frozen=True, slots=True)
class _Done:
    """What came back."""

    result: Any
    raised: BaseException | None
    printed: str

    def value(self) -> Any:
        print(self.printed, end="")
        if self.raised is not None:
            raise self.raised
        return self.result


class _Notes:
    """The notes that a copy leaves, in memory that both processes see: the number of calls made, the seconds that the
    present one may take (0 between calls), and the CPU time when it began."""

    FORMAT = "qdd"

    def __init__(self, lost: Sequence[_Lost]) -> None:
        import mmap

        self._memory = mmap.mmap(-1, struct.calcsize(self.FORMAT))
        self._lost = {each.call: each.ended for each in lost}
        self._calls = 0

    def began(self, seconds: float) -> None:
        self._calls += 1
        if self._calls in self._lost:
            raise self._lost[self._calls]
        struct.pack_into(self.FORMAT, self._memory, 0, self._calls, seconds, time.process_time())

    def returned(self) -> None:
        struct.pack_into(self.FORMAT, self._memory, 0, self._calls, 0.0, 0.0)

    def read(self) -> tuple[int, float, float]:
        call, seconds, began = struct.unpack_from(self.FORMAT, self._memory)
        return call, seconds, began


def _in_copy(
    work: Callable[[Update], Any], update: Update, on_calls: Callable[[int], None], lost: Sequence[_Lost]
) -> _Done | _Lost | None:
    """What came back; `None` where it cannot be sent."""
    import multiprocessing

    context = multiprocessing.get_context("fork")
    notes = _Notes(lost)
    near, far = context.Pipe(duplex=False)
    with tempfile.TemporaryFile() as dump:
        copy = context.Process(target=_run, args=(work, far, notes, dump), daemon=True)
        with warnings.catch_warnings():
            warnings.simplefilter(
                "ignore", DeprecationWarning
            )  # forks beside threads: see the module's docstring
            copy.start()
        far.close()
        try:
            return _Watched(copy, near, notes, dump).result(update, on_calls)
        finally:
            copy.kill()
            copy.join()
            near.close()


def _run(work: Callable[[Update], Any], far: Any, notes: _Notes, dump: Any) -> None:
    """In the copy: do the work and send what comes of it."""
    import faulthandler

    global _in_a_copy
    _in_a_copy = True
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the notebook's process decides
    _end_with_the_notebook()
    gc.freeze()  # what the notebook holds is not gone through again, which a call would be charged for
    faulthandler.register(signal.SIGUSR1, dump, all_threads=False)
    _bound_memory()
    printed = io.StringIO()
    result, raised = None, None
    with redirect_stdout(printed), redirect_stderr(printed), observed(notes), nobody_types():
        try:
            result = work(lambda done, *_: far.send(int(done)))
        except BaseException as error:
            raised = error.with_traceback(None)
    far.send_bytes(_packed(_Done(result, raised, printed.getvalue())))


def _packed(done: _Done) -> bytes:
    """What is sent back; nothing, where it holds something that cannot be sent."""
    try:
        return pickle.dumps(done)
    except Exception:
        return pickle.dumps(None)


_PARENT_DEATH_SIGNAL = 1
"""PR_SET_PDEATHSIG in Linux's `prctl.h`."""


def _end_with_the_notebook() -> None:
    """A kernel that is restarted is killed, and could not end its copy any more."""
    import ctypes

    ctypes.CDLL(None).prctl(_PARENT_DEATH_SIGNAL, signal.SIGKILL)


def _bound_memory() -> None:
    import resource

    with open("/proc/self/statm", encoding="ascii") as sizes:
        held = int(sizes.read().split()[0]) * os.sysconf("SC_PAGE_SIZE")
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    most = held + MEMORY if hard == resource.RLIM_INFINITY else min(hard, held + MEMORY)
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_AS, (most, hard))


class _Watched:
    """A copy at work, as the notebook's process sees it."""

    def __init__(self, copy: Any, near: Any, notes: _Notes, dump: Any) -> None:
        self._copy = copy
        self._near = near
        self._notes = notes
        self._dump = dump
        self._call = 0
        self._since = time.monotonic()

    def result(self, update: Update, on_calls: Callable[[int], None]) -> _Done | _Lost | None:
        try:
            return self._awaited(update, on_calls)
        except KeyboardInterrupt:
            running = self._notes.read()[1] > 0
            raise Interrupted(self._line(BRIEFLY) if running else "") from None

    def _awaited(self, update: Update, on_calls: Callable[[int], None]) -> _Done | _Lost | None:
        while True:
            if self._near.poll(LOOK):
                try:
                    message = self._near.recv()
                except EOFError:
                    return self._crashed()
                if not isinstance(message, int):
                    return message
                update(message)
            elif late := self._too_late():
                return late
            else:
                on_calls(self._call)

    def _too_late(self) -> _Lost | None:
        call, seconds, began = self._notes.read()
        if call != self._call:
            self._call, self._since = call, time.monotonic()
        if not seconds:
            return None
        cpu, clock = self._cpu() - began, time.monotonic() - self._since
        late = describe_spent(seconds, cpu - GRACE, clock - GRACE)
        if not late:
            return None
        line = self._line()
        where = line and f"{line}\nIt calls compiled code, which does not come back."
        # Without the grace a call that slept and then computed may count as a busy machine.
        return _Lost(
            call, Stuck(f"was still running after {describe_spent(seconds, cpu, clock) or late}", where)
        )

    def _cpu(self) -> float:
        """CPU seconds of the copy: Linux lets every process read every other's clock (`clock_getcpuclockid(3)`)."""
        with suppress(OSError):
            return time.clock_gettime((~self._copy.pid << 3) | 2)
        return 0.0

    def _line(self, looks: int = WRITING) -> str:
        """The student's own line, which the copy writes down even while compiled code runs."""
        os.kill(self._copy.pid, signal.SIGUSR1)
        for _ in range(looks):
            time.sleep(LOOK)
            written = os.pread(self._dump.fileno(), 2**16, 0)  # both processes share the place in the file
            if text := line_of_dump(written.decode("utf-8", "replace")):
                return text
        return ""

    def _crashed(self) -> _Lost:
        call, seconds, _ = self._notes.read()
        self._copy.join()
        number = -(self._copy.exitcode or 0)
        how = signal.Signals(number).name if number in set(signal.Signals) else f"exit code {-number}"
        return _Lost(call if seconds else 0, Crashed(f"ended the whole process ({how})"))

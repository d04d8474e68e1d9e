"""One worker process: started, asked, watched, and ended, whatever it does."""

from __future__ import annotations

from playfunc_checks.submitted_player import Spent

from playfunc_autograder.sandbox.child import Child, Stopwatch, WorkerClock, signal_name
from playfunc_autograder.sandbox.pipes import pipes_of
from playfunc_autograder.sandbox.worker.wire import WireError


class WorkerError(Exception):
    """A question that got no answer. The process is to be ended; `spent` is what the question took.

    `again` when the machine may be to blame, so that the question deserves a second try.
    """

    def __init__(self, reason: str, spent: Spent, *, again: bool = False) -> None:
        super().__init__(reason)
        self.reason = reason
        self.spent = spent
        self.again = again


class OverrunError(WorkerError):
    """Too slow; to be tried again when the CPU time alone would have been allowed."""


class EndedError(WorkerError):
    """The process is gone; the reason says how it ended."""


class MalformedError(WorkerError):
    """The reply is not an answer to the question."""


class WorkerProcess:
    """A worker behind pipes."""

    def __init__(self, child: Child) -> None:
        self._child = child
        self.clock = WorkerClock(child.pid)
        self._pipes = pipes_of(child)
        self._watch = Stopwatch(self.clock, self._pipes.threads)

    @property
    def printed(self) -> bytes:
        """The beginning of what was printed so far; all of it that is kept, once the process is closed."""
        return bytes(self._pipes.printed)

    def exchange(self, request: bytes, limit: int, cpu: float, wall: float) -> tuple[bytes, Spent]:
        """The answer's bytes, at most `limit`, and what it took. Raises `WorkerError`.

        `cpu` and `wall` are seconds. On systems without the CPU clock of another process, `cpu` bounds
        time by the wall.
        """
        self._watch.start()
        self._pipes.send(request, limit)
        while True:
            spent = self._watch.spent()
            if spent.cpu > cpu or spent.wall > wall:
                raise self._overrun(spent, cpu, wall)
            # Not less than a tick: CPU time grows more slowly than time by the wall, so it is asked again.
            received = self._pipes.receive(max(min(cpu - spent.cpu, wall - spent.wall), 0.002))
            if received is not None:
                break
        spent = self._watch.stop()
        if isinstance(received, WireError):
            raise MalformedError(str(received), spent)
        if isinstance(received, Exception):
            raise self._ended(spent)
        if spent.cpu > cpu:
            raise self._overrun(spent, cpu, wall)
        return received, spent

    def _overrun(self, spent: Spent, cpu: float, wall: float) -> OverrunError:
        if self.clock.exact and spent.cpu > cpu:
            return OverrunError(f"over {cpu:g} s of CPU time", spent, again=False)
        if self.clock.exact:
            reason = f"over {wall:g} s of wall-clock time, with {spent.cpu:.2f} s of CPU time used"
            return OverrunError(reason, spent, again=True)
        return OverrunError(f"over {cpu:g} s", spent, again=True)

    def _ended(self, spent: Spent) -> EndedError:
        """How the process ended, waiting for it a moment: its pipe may be closed before it is gone."""
        code = self._child.wait(0.5)
        if code is None:
            return EndedError("it closed its side of the wire", spent)
        if code >= 0:
            return EndedError(f"it ended by itself with exit code {code}", spent)
        name = signal_name(-code)
        # A process does not send this signal to itself; a system short of memory sends it.
        return EndedError(f"it was ended by the signal {name}", spent, again=name == "SIGKILL")

    def close(self) -> None:
        """End the process with all of its group, and everything that serves it. May be called again."""
        self._child.end()
        self._pipes.close()

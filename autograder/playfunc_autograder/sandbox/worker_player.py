"""A player whose code runs in a worker process, behind the same face as any other.

The trusted side holds the rules, the clock and the score; the worker is sent questions and sends back
moves and memories, which are data. Whatever the worker does, an answer comes: a move, or a named fault.
"""

from __future__ import annotations

import secrets
import weakref
from collections.abc import Sequence
from typing import Any

from playfunc.errors import PlayerCrash, PlayError, ProtocolError, TimeError
from playfunc.games import GAMES
from playfunc.player import Answer
from playfunc.record import rules_parameters
from playfunc.rules import Call, Rules
from playfunc_checks.submitted_player import Budget, Limits, Metered, PlayerFacts, Spent

from playfunc_autograder.sandbox.bubblewrap import Launcher
from playfunc_autograder.sandbox.child import Child, Spawned
from playfunc_autograder.sandbox.fast import compiled_cache, compiled_for
from playfunc_autograder.sandbox.forks import fork_or_spawn
from playfunc_autograder.sandbox.packages import worker_settings
from playfunc_autograder.sandbox.replies import read_answers, read_loaded, read_ready, scrub
from playfunc_autograder.sandbox.tiers import LAUNCHERS, Tier, available_tier
from playfunc_autograder.sandbox.worker.settings import Settings
from playfunc_autograder.sandbox.worker.wire import Ask, Hello, Load, WireError, answers_limit, encode
from playfunc_autograder.sandbox.worker_process import (
    OUTPUT_LIMIT,
    EndedError,
    MalformedError,
    OverrunError,
    WorkerError,
    WorkerProcess,
)


class SandboxError(Exception):
    """A worker that could not even be started: our fault, and never a student's."""


_START_SECONDS = 30.0
"""CPU seconds for an interpreter and our own imports, which take a tenth of one; `wall_factor` applies."""


class WorkerPlayer(Metered):
    """The functions in `source` as a player (see `playfunc.player.Player`), in a process of their own.

    Answers do not depend on how calls are put together: each call is judged alone against
    `limits.move_seconds`, a batch that fails as a whole is asked again one by one of a fresh process, and
    whoever is pure answers the same there. Use it in a `with` statement, or `close` it.

    `key` seeds the player's randomness, as for `FunctionPlayer`; `modules` may be imported beside the
    standard library and playfunc. `budget` is shared with other processes of the same player. `tier` says how
    the process is confined, by default as well as can be; a `launcher` takes its place and makes the command
    that starts the process. Workers of another `origin` share no addresses with these. What goes wrong before
    the player's code is there raises `SandboxError`.

    On Linux a confined process ends with the thread that made its player's first call.
    """

    def __init__(
        self,
        source: str,
        rules: Rules[Any, Any, Any],
        *,
        name: str,
        key: bytes = b"playfunc",
        limits: Limits = Limits(),  # noqa: B008, a frozen value
        modules: tuple[str, ...] = ("numpy",),
        budget: Budget | None = None,
        tier: Tier | None = None,
        launcher: Launcher | None = None,
        origin: str = "",
    ) -> None:
        super().__init__(limits, budget)
        self.name = name
        self._source = source
        self._rules = rules
        self._parameters = _parameters(rules)
        self._key = key
        self._modules = modules
        self._tier = Tier.C if launcher is not None else tier
        self._launcher = launcher
        self._origin = origin
        self._batch = BatchSize(limits.move_seconds)
        self._process: WorkerProcess | None = None
        self._facts: PlayerFacts | None = None
        self._refusal: PlayError | None = None
        self._printed = bytearray()
        self._closed = False

    def start(self) -> None:
        """Load the player, if it is not. Raises the `PlayError` that this gave, also for a missing function."""
        self._running()
        missing = [name for name in self._rules.functions if name not in self.facts.functions]
        if missing:
            raise ProtocolError(f"the player defines no function {missing[0]!r}")

    def answer(self, calls: Sequence[Call]) -> list[Answer]:
        """One answer per call, in order; faults are returned. The player is loaded if it is not."""
        answers: list[Answer] = []
        self.last_seconds = []
        while len(answers) < len(calls):
            answers += self._answer_batch(calls[len(answers) : len(answers) + self._batch.size])
            self.last_seconds += [0.0] * (len(answers) - len(self.last_seconds))
        return answers

    def can_repeat(self, call: Call) -> bool:
        return True

    def close(self) -> None:
        """End the process, if one runs. May be called again; nothing can be asked afterwards."""
        self._closed = True
        self._stop()

    @property
    def tier(self) -> Tier:
        """How the process is confined; what a `launcher` does is not known, and counts for nothing."""
        if self._tier is None:
            self._tier = available_tier().tier
        return self._tier

    @property
    def facts(self) -> PlayerFacts:
        """What is known of the player, which is loaded if it is not. Raises the `PlayError` that this gave."""
        if self._facts is None:
            self._running()
        assert self._facts is not None
        return self._facts

    @property
    def output(self) -> str:
        """The beginning of what the player printed, 16 KiB at most; complete once closed."""
        printed = bytes(self._printed) + (self._process.printed if self._process else b"")
        text = scrub(printed[:OUTPUT_LIMIT].decode("utf-8", "replace"))
        return text + "\n… (more was printed, and not kept)" if len(printed) > OUTPUT_LIMIT else text

    def _answer_batch(self, calls: Sequence[Call]) -> list[Answer]:
        fault = self._refusal or self._budget.refusal or (self._budget.fault() if self.exhausted else None)
        if fault is not None:
            return [_again(fault) for _ in calls]
        if len(calls) == 1:
            return [self._answer_alone(calls[0])]
        try:
            return self._ask(calls)
        except PlayError as error:
            return [_again(error) for _ in calls]
        except WorkerError as error:
            self._stop()
            self._rest(error.spent, calls)
            self._batch.failed()
            return self._answer_each(calls)

    def _answer_each(self, calls: Sequence[Call]) -> list[Answer]:
        answers: list[Answer] = []
        before = len(self.last_seconds)
        for call in calls:
            answers += self._answer_batch([call])
            self.last_seconds += [0.0] * (before + len(answers) - len(self.last_seconds))
        return answers

    def _answer_alone(self, call: Call) -> Answer:
        for last in (False, True):
            try:
                return self._ask([call])[0]
            except PlayError as error:
                return _again(error)
            except WorkerError as error:
                self._stop()
                self._rest(error.spent, [call])
                if last or not error.again:
                    self._budget.charge(1, error.spent, error.spent.cpu)
                    self._note_seconds(error.spent, [1])
                    return self._blame(error)
        raise AssertionError("the second attempt returns")

    def _blame(self, error: WorkerError) -> PlayError:
        """The fault of a call that cost a process; one too many, and it is the answer to all others."""
        fault = _fault(error, "this move", self._ending())
        self._budget.lose(fault)
        return fault

    def _ask(self, calls: Sequence[Call]) -> list[Answer]:
        """The answers to a batch. Raises `WorkerError`, and `PlayError` when the player does not load."""
        answers, cpu, spent = self._put(calls)
        self._budget.charge(len(calls), spent, spent.cpu if len(calls) == 1 else max(cpu))
        self._note_seconds(spent, cpu)
        self._batch.succeeded(len(calls), spent.cpu)
        self._rest(spent, calls)
        return answers

    def _put(self, calls: Sequence[Call]) -> tuple[list[Answer], list[float], Spent]:
        """As `_ask`, with the seconds that the worker says each took, and what all took."""
        process, asked = self._running(), secrets.token_bytes(16)
        request = encode(Ask(asked, list(calls)))
        seconds = self._limits.move_seconds
        data, spent = self._exchange(process, request, answers_limit(len(calls)), seconds)
        try:
            return *read_answers(data, asked, len(calls), self._rules), spent
        except WireError as error:
            raise MalformedError(str(error), spent) from error

    def _ask_fresh_process(self, calls: Sequence[Call]) -> Spent:
        self._stop()
        try:
            if not calls:
                return self._load_once()[1]
            return self._put(calls)[2]
        except WorkerError as error:
            self._stop()
            return error.spent
        except PlayError:
            return Spent(0, 0)

    def _running(self) -> WorkerProcess:
        """The process, with the player loaded. Raises `PlayError` when that fails, now or before."""
        if self._closed:
            raise ValueError(f"the worker of {self.name} is closed")
        if self._refusal is not None:
            raise _again(self._refusal)
        while self._process is None:
            self._load()
        return self._process

    def _load(self) -> None:
        for last in (False, True):
            try:
                loaded, spent = self._load_once()
                self._rest(spent)
            except WorkerError as error:
                self._stop()
                self._rest(error.spent)
                if not last and error.again:
                    continue
                loaded = _fault(error, "running its code", self._ending())
            break
        if isinstance(loaded, PlayError):
            self._stop()
            self._refusal = loaded
            raise _again(loaded)
        self._facts = loaded

    def _load_once(self) -> tuple[PlayerFacts | PlayError, Spent]:
        process, rules, asked = self._start_process(), self._rules, secrets.token_bytes(16)
        request = encode(Load(asked, rules.name, self._parameters, self._source, self.name, self._key))
        data, spent = self._exchange(process, request, answers_limit(1), self._limits.load_seconds)
        try:
            return read_loaded(data, asked, rules.functions), spent
        except WireError as error:
            raise MalformedError(str(error), spent) from error

    def _start_process(self) -> WorkerProcess:
        """A process that has shown that it is a worker, and knows nothing of the player yet."""
        limits, asked = self._limits, secrets.token_bytes(16)
        life = int(limits.load_seconds + limits.total_seconds + limits.move_seconds) + 10
        compiled = compiled_for(GAMES[self._rules.name], self._source)
        cache = compiled_cache(compiled)
        preload = [name for name in self._modules if name in self._source]
        settings = worker_settings(
            self._modules,
            limits.memory_bytes,
            life,
            cache=cache,
            compiled=compiled if cache else "",
            preload=preload,
            game=self._rules.name,
        )
        self._process = process = WorkerProcess(self._start_child(settings))
        self._end = weakref.finalize(self, process.close)  # also when nobody closes this player
        try:
            data, _ = self._exchange(process, encode(Hello(asked)), answers_limit(1), _START_SECONDS)
            read_ready(data, asked)
        except (WorkerError, WireError) as error:
            self._stop()
            printed = bytes(self._printed).decode("utf-8", "replace")[-2000:]
            raise SandboxError(f"a worker process does not start: {error}\n{printed}".rstrip()) from error
        return process

    def _start_child(self, settings: Settings) -> Child:
        if self._launcher is not None:
            return Spawned(self._launcher(settings))
        try:
            return fork_or_spawn(LAUNCHERS[self.tier], settings, self._origin)
        except OSError as error:
            raise SandboxError(f"a worker process does not start: {error}") from error

    def _exchange(
        self, process: WorkerProcess, request: bytes, limit: int, seconds: float
    ) -> tuple[bytes, Spent]:
        try:
            return process.exchange(request, limit, seconds, seconds * self._limits.wall_factor)
        except WorkerError:
            raise
        except BaseException:  # such as Ctrl-C: an answer may still be under way, and must never be taken
            self._stop()
            raise

    def _stop(self) -> None:
        if self._process is not None:
            self._end()
            self._printed += self._process.printed[: OUTPUT_LIMIT + 1 - len(self._printed)]
            self._process = None

    def _ending(self) -> str:
        """What Python printed as the process died, if that is why it did."""
        _, mark, report = self.output.rpartition("Fatal Python error")
        return mark + report[:2000] if mark else ""


_MOST = 64
"""Beyond this, larger batches save nothing more."""

_WELL_UNDER = 1 / 8
"""A batch twice as large, of moves twice as slow, still takes half of one move's limit."""


class BatchSize:
    """Starts at 1 and doubles while batches take little, so that whole batches keep within one move's limit.

    A batch over the limit proves nothing against any move in it and is asked again one by one, which is
    dear; so the size that failed is not tried again.
    """

    def __init__(self, limit: float) -> None:
        self._limit = limit
        self._most = _MOST
        self.size = 1

    def succeeded(self, count: int, seconds: float) -> None:
        """`count` calls were answered at once within `seconds`."""
        if seconds > self._limit / 2:
            self.size = max(1, self.size // 2)
        elif count == self.size and seconds < self._limit * _WELL_UNDER:
            self.size = min(2 * self.size, self._most)

    def failed(self) -> None:
        self._most = max(1, self.size // 2)
        self.size = 1


def _parameters(rules: Rules[Any, Any, Any]) -> dict[str, int]:
    """What the worker makes the same rules from. Raises `ValueError` for rules of no known game, or of one that
    several packages bring."""
    if rules.name not in GAMES:
        raise ValueError(f"a worker knows only the games {', '.join(GAMES)}, not {rules.name!r}")
    GAMES.reference(rules.name)
    return rules_parameters(rules)


def _again(error: PlayError) -> PlayError:
    """A copy of the fault: the caller that receives it adds the player and the position."""
    return type(error)(error.reason, detail=error.detail)


def _fault(error: WorkerError, doing: str, ending: str) -> PlayError:
    reason = scrub(error.reason)[:400]
    if isinstance(error, OverrunError):
        return TimeError(f"{doing} took {reason}")
    if isinstance(error, EndedError):
        return PlayerCrash(f"the player's process broke off while {doing} was due: {reason}", detail=ending)
    return ProtocolError(f"the player's process sent what is no answer: {reason}")

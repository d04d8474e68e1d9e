"""A worker's life: load one player, then answer questions until the pipe ends."""

from __future__ import annotations

import faulthandler
import os
import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module
from time import process_time, thread_time
from typing import BinaryIO

from playfunc.codec import converter
from playfunc.errors import PlayerCrash, PlayError
from playfunc.games import GAMES
from playfunc.player import Answer, FunctionPlayer, Reply, seeded_random
from playfunc.registry import resolve
from playfunc.rules import Call
from playfunc.source import functions_of, load_module, memory_names, own_lines

from .guard import Guard
from .resource_limits import restrict
from .settings import Settings
from .wire import (
    DETAIL_LIMIT,
    REASON_LIMIT,
    Answers,
    Ask,
    Fault,
    Hello,
    Load,
    Loaded,
    Move,
    Ready,
    decode_request,
    encode,
    frame,
    read_frame,
)

_REQUEST_LIMIT = 2**30
"""Requests come from the trusted side."""


@dataclass(frozen=True)
class Prepared:
    """What a worker needs, from before it gives up its rights; made once for many that are forked."""

    settings: Settings
    guard: Guard
    files: int | None
    """What may be read from then on, as a rule set of the kernel's; `None` for a worker that is not locked."""
    calls: bytes = b""
    """The system calls that may be made from then on, as a filter's program."""


def prepare(settings: Settings) -> Prepared:
    """Import everything that a player's code may need, and see what it may read."""
    GAMES.tell(dict(settings.games))
    for detailed in (False, True):
        converter(detailed=detailed)  # else a player's first move would pay for it
    if settings.cache:
        os.environ["PLAYFUNC_CACHE"] = settings.cache
        # Once the process is locked, nothing could be read or compiled any more.
        resolve(settings.compiled)(tell=False)
    for name in settings.preload:
        with suppress(Exception):  # the player's own import of it will say why
            import_module(name)
    if not settings.locked:
        return Prepared(settings, Guard(settings), None)
    from .landlock import file_rules
    from .lock import readable
    from .seccomp import filter_program

    files, calls = file_rules(readable(settings)), filter_program(os.uname().machine)
    return Prepared(settings, Guard(settings), files, calls)


def serve(prepared: Prepared) -> None:
    """Answer until there are no more questions. Nothing of the player has been seen by now, so this is the
    place to lock the process: before the first frame is read."""
    requests, replies = _take_pipes()
    faulthandler.enable()
    settings = prepared.settings
    restrict(settings.memory_bytes, settings.cpu_seconds)
    if prepared.files is not None:
        from .lock import lock

        lock(prepared.files, prepared.calls)
    prepared.guard.install()
    desk = _Desk(prepared.guard)
    printed = sys.stdout, sys.stderr
    while True:
        try:
            request = decode_request(read_frame(requests, _REQUEST_LIMIT))
        except EOFError:
            return
        reply = desk.reply(request)
        for stream in printed:
            with suppress(Exception):  # the student may have closed them
                stream.flush()
        replies.write(frame(encode(reply)))
        replies.flush()


def _take_pipes() -> tuple[BinaryIO, BinaryIO]:
    """The wire on descriptors of its own; what was standard output goes where errors go, input is empty."""
    requests, replies = os.dup(0), os.dup(1)
    if sys.platform == "win32":
        import msvcrt

        for descriptor in (requests, replies):
            msvcrt.setmode(descriptor, os.O_BINARY)
    empty = os.open(os.devnull, os.O_RDONLY)
    os.dup2(empty, 0)
    os.close(empty)
    os.dup2(2, 1)
    return os.fdopen(requests, "rb"), os.fdopen(replies, "wb")


class _Timed(list[Call]):
    """Calls that, walked once, leave in `cpu` the seconds between handing out one and asking for the next."""

    def __init__(self, calls: list[Call]) -> None:
        super().__init__(calls)
        self.cpu: list[float] = []

    def __iter__(self) -> Iterator[Call]:
        for call in super().__iter__():
            process, thread = process_time(), thread_time()
            yield call
            # Under RLIMIT_CPU, Linux moves the process's clock only at ticks, and the thread's at once; a player's
            # own threads are on the process's alone.
            self.cpu.append(max(process_time() - process, thread_time() - thread))


class _Desk:
    """The player, once it is there, and the wire's messages about it."""

    def __init__(self, guard: Guard) -> None:
        self._guard = guard
        self._player: FunctionPlayer | None = None

    def reply(self, request: Hello | Load | Ask) -> Ready | Loaded | Answers:
        match request:
            case Hello():
                return Ready(request.id)
            case Load():
                return self.load(request)
            case Ask():
                return self.answer(request)

    def load(self, request: Load) -> Loaded:
        rules = GAMES[request.game].rules(**request.parameters)
        try:
            with seeded_random(
                request.key
            ) as seed:  # a table drawn while loading is the same in every process
                seed(Call("", ()))
                functions = functions_of(load_module(request.source), rules.functions)
            names = memory_names(functions, rules.projection)
        except PlayError as error:
            return Loaded(request.id, {}, self._fault(error))
        self._player = FunctionPlayer(functions, rules, name=request.name or "player", key=request.key)
        return Loaded(request.id, names)

    def answer(self, request: Ask) -> Answers:
        assert self._player is not None
        calls = _Timed(request.calls)
        try:
            answers = self._player.answer(calls)
        except BaseException as error:
            if len(calls) > 1:
                raise  # the process ends, and each call is put again alone
            answers, calls.cpu = [PlayerCrash(type(error).__name__)], [0.0]
        return Answers(request.id, [self._message(answer) for answer in answers], calls.cpu)

    def _message(self, answer: Answer) -> Move | Fault:
        return Move(answer.move, answer.memory) if isinstance(answer, Reply) else self._fault(answer)

    def _fault(self, error: PlayError) -> Fault:
        detail = error.detail
        forbidden = self._guard.fault(error)
        if forbidden is not None:
            error, detail = forbidden, own_lines(error)
        return Fault(
            type(error).__name__, _cut(error.reason, REASON_LIMIT), _cut_middle(detail, DETAIL_LIMIT)
        )


def _cut(text: str, limit: int) -> str:
    return text if len(text) <= limit else text[: limit - 1] + "…"


def _cut_middle(text: str, limit: int) -> str:
    """A traceback begins with the student's own line and ends with what happened; both are kept."""
    if len(text) <= limit:
        return text
    tail = limit // 2
    return text[: limit - tail - 3] + "\n…\n" + text[-tail:]

"""Worker processes in which house bots think, so that the server answers requests meanwhile.

A process starts when it is first needed. One that dies, or thinks for longer than a turn lasts, is replaced, and the
question is asked once more."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import lru_cache
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from queue import SimpleQueue
from threading import Lock
from typing import Protocol

from playfunc.errors import PlayfuncError
from playfunc.games.skullwhist import SkullWhistView
from playfunc.player import FunctionPlayer, Reply
from playfunc.rules import Call, Seat
from playfunc_arena.whist import RULES, TURN_SECONDS, LiveGame
from playfunc_opponents import opponent

# What a house bot is asked, and what it answers: a rung of SkullWhist's ladder of opponents, called as in any match.
#
# A rung's randomness is drawn from a key and the call, so that the same question has the same answer, in whatever
# process and however often it is asked. After a restart, all that a bot was asked in its game is asked again, which
# brings back what it remembered.


@dataclass(frozen=True, slots=True)
class Question:
    """Calls of one game to a rung, in order, the last for the move that is wanted. `memory` is what the rung answered
    to the call before the first; it takes the place of the calls' own."""

    rung: str
    key: bytes
    calls: tuple[Call, ...]
    memory: str | None = None


def think(question: Question) -> Reply | str:
    """The rung's move and memory, or what went wrong, in words."""
    player, memory = _player(question.rung, question.key), question.memory
    *earlier, last = question.calls
    for call in earlier:
        answer = player.answer([replace(call, memory=memory)])[0]
        memory = answer.memory if isinstance(answer, Reply) else None
    answer = player.answer([replace(last, memory=memory)])[0]
    return answer if isinstance(answer, Reply) else f"{question.rung} made no move: {answer}"


def calls_of(game: LiveGame, seat: Seat) -> tuple[Call, ...]:
    """All that the seat has been asked in a game, and what it is asked now; ids are the bots' numbers, as text."""
    first, second = game.bots
    names = (str(first), str(second))
    return tuple(RULES.projection.call(view, names, None) for view in _views(game, seat))


@lru_cache
def _player(rung: str, key: bytes) -> FunctionPlayer:
    return opponent(RULES, rung, key=key)


def _views(game: LiveGame, seat: Seat) -> Iterator[SkullWhistView]:
    """What the seat saw at each of its moves, and sees now if it is to move."""
    yield RULES.view(RULES.from_hands(game.dealt, game.leader), seat)
    if None in game.state.bids:
        return
    state = RULES.from_hands(game.dealt, game.leader, game.state.bids)
    for card, owner in (play for trick in (*game.state.history, game.state.trick) for play in trick):
        if owner == seat:
            yield RULES.view(state, seat)
        state = RULES.play(state, {owner: card})
    if RULES.to_act(state) == (seat,):
        yield RULES.view(state, seat)


PROCESSES = 2

NICE = 10
"""Requests come first where processors are busy."""


class LostError(PlayfuncError):
    """A question has no answer: its process died or took too long, or the server stops."""


class Thinker(Protocol):
    """Answers questions without blocking the event loop."""

    async def answer(self, question: Question) -> Reply | str:
        """What `think` answers. Raises `LostError`."""

    def close(self) -> None:
        """Nothing more is asked; what is being thought about is lost."""


class Minds:
    """A `Thinker` with processes; each has a thread that waits for it."""

    def __init__(self, processes: int = PROCESSES, seconds: float = TURN_SECONDS) -> None:
        self._threads = ThreadPoolExecutor(processes, thread_name_prefix="house")
        self._minds = [_Mind(seconds) for _ in range(processes)]
        self._idle: SimpleQueue[_Mind] = SimpleQueue()
        for mind in self._minds:
            self._idle.put(mind)

    @property
    def pids(self) -> list[int]:
        """The processes that run."""
        return [mind.pid for mind in self._minds if mind.pid is not None]

    async def answer(self, question: Question) -> Reply | str:
        return await asyncio.get_running_loop().run_in_executor(self._threads, self._ask, question)

    def close(self) -> None:
        for mind in self._minds:
            mind.close()
        self._threads.shutdown(cancel_futures=True)

    def _ask(self, question: Question) -> Reply | str:
        mind = self._idle.get()
        try:
            try:
                return mind.ask(question)
            except LostError:
                return mind.ask(question)
        finally:
            self._idle.put(mind)


class _Mind:
    """A process, or the next one after it."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._process: SpawnProcess | None = None
        self._connection: Connection | None = None
        self._closed = False
        self._starting = Lock()

    @property
    def pid(self) -> int | None:
        return None if self._process is None else self._process.pid

    def ask(self, question: Question) -> Reply | str:
        """Raises `LostError`; the next question then has a new process."""
        connection = self._started()
        try:
            connection.send(question)
            if not connection.poll(self._seconds):
                raise TimeoutError(f"no answer within {self._seconds:.0f} s")
            answer: Reply | str = connection.recv()
        except (EOFError, OSError) as error:
            self._end()
            raise LostError(f"the process of a house bot was lost: {error}") from error
        return answer

    def close(self) -> None:
        """Whoever waits for an answer is told that it is lost, and no process starts again."""
        with self._starting:
            self._closed = True
            if self._process is not None:
                self._process.kill()
                self._process.join()

    def _started(self) -> Connection:
        with self._starting:
            if self._closed:
                raise LostError("the server stops")
            if self._connection is None:
                self._connection, self._process = _start()
            return self._connection

    def _end(self) -> None:
        with self._starting:
            if self._process is not None and self._connection is not None:
                self._process.kill()
                self._process.join()
                self._connection.close()
            self._process = self._connection = None


def _start() -> tuple[Connection, SpawnProcess]:
    spawning = multiprocessing.get_context("spawn")
    here, there = spawning.Pipe()
    process = spawning.Process(target=_work, args=(there,), name="house bot", daemon=True)
    process.start()
    there.close()
    return here, process


def _work(connection: Connection) -> None:
    """Answer until the server's end of the pipe is closed, which a kill does too."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(NICE)
    try:
        while True:
            connection.send(think(connection.recv()))
    except (EOFError, BrokenPipeError):
        return

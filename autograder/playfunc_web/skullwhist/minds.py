"""Worker processes in which house bots think, so that the server answers requests meanwhile.

A process starts when it is first needed. One that dies, or thinks for longer than a turn lasts, is replaced, and the
question is asked once more.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from queue import SimpleQueue
from threading import Lock
from typing import Protocol

from playfunc.errors import PlayfuncError
from playfunc.player import Reply
from playfunc_arena.whist.live import TURN_SECONDS

from playfunc_web.skullwhist.thoughts import Question, think

__all__ = ["LostError", "Minds", "Thinker"]

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

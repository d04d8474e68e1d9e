"""A worker's three pipes: one frame is sent, one is waited for, and what the player prints is drained."""

from __future__ import annotations

import os
import select
import sys
import threading
import time
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import Protocol, TypeAlias

from playfunc_autograder.sandbox.child import PATIENCE, Child
from playfunc_autograder.sandbox.worker.wire import cut_frame, frame, read_frame

OUTPUT_LIMIT = 16 * 1024
"""How many bytes of a worker's prints are kept."""

_CHUNK = 65536

Received: TypeAlias = bytes | Exception
"""An answer's bytes, or why there is none."""


class Pipes(Protocol):
    """The marker's ends. One request is under way at a time."""

    @property
    def threads(self) -> tuple[threading.Thread, ...]:
        """Those of this process through which answers come."""

    @property
    def printed(self) -> bytearray:
        """The beginning of what was printed: one byte more than `OUTPUT_LIMIT` where something was cut off."""

    def send(self, request: bytes, limit: int) -> None:
        """Begin to send a request, whose answer may have `limit` bytes."""

    def receive(self, seconds: float) -> Received | None:
        """The answer, once it is there; `None` where it is not after so many seconds by the wall."""

    def close(self) -> None:
        """Close them, once the process has ended."""


def pipes_of(child: Child) -> Pipes:
    return _Served(child) if sys.platform == "win32" else _Polled(child)


def _keep(printed: bytearray, data: bytes) -> None:
    printed += data[: max(OUTPUT_LIMIT + 1 - len(printed), 0)]


class _Polled:
    """Pipes that the asking thread itself waits for."""

    threads: tuple[threading.Thread, ...] = ()

    def __init__(self, child: Child) -> None:
        self._child = child
        self._unsent = memoryview(b"")
        self._received = bytearray()
        self._limit = 0
        self._printed = bytearray()
        self._poll = select.poll()
        for pipe in (child.stdin, child.stdout, child.stderr):
            os.set_blocking(pipe.fileno(), False)
        for pipe in (child.stdout, child.stderr):
            self._poll.register(pipe.fileno(), select.POLLIN)

    @property
    def printed(self) -> bytearray:
        self._drain()
        return self._printed

    def send(self, request: bytes, limit: int) -> None:
        self._unsent, self._limit = memoryview(frame(request)), limit

    def receive(self, seconds: float) -> Received | None:
        end = time.monotonic() + seconds
        try:
            self._write()
            while (data := cut_frame(self._received, self._limit)) is None:
                left = end - time.monotonic()
                if left <= 0:
                    return None
                self._serve(left)
        except Exception as error:
            return error
        return data

    def close(self) -> None:
        self._drain()
        for pipe in (self._child.stdin, self._child.stdout, self._child.stderr):
            pipe.close()

    def _serve(self, seconds: float) -> None:
        """Wait for the pipes, and read and write what can be. Raises `EOFError` where no answer comes any more, and
        `OSError` where nobody reads the request."""
        for descriptor, _ in self._poll.poll(1000 * seconds):
            if descriptor == self._child.stdin.fileno():
                self._write()
            elif descriptor == self._child.stderr.fileno():
                self._drain()
            elif data := os.read(descriptor, _CHUNK):
                self._received += data
            else:
                raise EOFError("the stream has ended")

    def _write(self) -> None:
        descriptor = self._child.stdin.fileno()
        with suppress(BlockingIOError):
            while self._unsent:
                self._unsent = self._unsent[os.write(descriptor, self._unsent) :]
        if self._unsent:
            self._poll.register(descriptor, select.POLLOUT)
        else:
            self._forget(descriptor)

    def _drain(self) -> None:
        """Read once: a process that prints without an end must not keep its reader from the time limit."""
        if self._child.stderr.closed:
            return
        with suppress(BlockingIOError):
            if data := os.read(self._child.stderr.fileno(), _CHUNK):
                _keep(self._printed, data)
            else:
                self._forget(self._child.stderr.fileno())

    def _forget(self, descriptor: int) -> None:
        with suppress(KeyError):  # it was not waited for
            self._poll.unregister(descriptor)


class _Served:
    """Pipes of a system that cannot wait for them with a time-out: one thread sends requests and receives answers,
    one drains what is printed."""

    def __init__(self, child: Child) -> None:
        self._child = child
        self.printed = bytearray()
        self._requests: SimpleQueue[tuple[bytes, int] | None] = SimpleQueue()
        self._received: SimpleQueue[Received] = SimpleQueue()
        self.threads = (
            threading.Thread(target=self._talk, daemon=True),
            threading.Thread(target=self._drain, daemon=True),
        )
        for thread in self.threads:
            thread.start()

    def send(self, request: bytes, limit: int) -> None:
        self._requests.put((request, limit))

    def receive(self, seconds: float) -> Received | None:
        try:
            return self._received.get(timeout=seconds)
        except Empty:
            return None

    def close(self) -> None:
        self._requests.put(None)
        for thread in self.threads:
            thread.join(timeout=PATIENCE)
        if any(thread.is_alive() for thread in self.threads):
            return  # a process that escaped its group still holds a pipe; closing ours would wait for it
        for pipe in (self._child.stdin, self._child.stdout, self._child.stderr):
            with suppress(OSError):  # bytes that were never sent
                pipe.close()

    def _talk(self) -> None:
        while (asked := self._requests.get()) is not None:
            request, limit = asked
            try:
                self._child.stdin.write(frame(request))
                self._child.stdin.flush()
                self._received.put(read_frame(self._child.stdout, limit))
            except Exception as error:
                self._received.put(error)

    def _drain(self) -> None:
        while data := os.read(self._child.stderr.fileno(), _CHUNK):
            _keep(self.printed, data)

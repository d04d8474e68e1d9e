"""Connections that are kept waiting: a client that sends its request byte by byte, or does not read the answer, holds a
connection for a limited time. uvicorn by itself waits for ever for the first request's headers and for every body."""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from playfunc_web.http.limits import BODY_SECONDS

__all__ = ["MOST_CONNECTIONS", "TimedProtocol"]

MOST_CONNECTIONS = 800
"""Open at once; below the 1,024 files that a process may usually open. Beyond it requests are answered 503."""

HEAD_BYTES = 64 * 1024
"""Of a request's first line and headers, and of several short requests that come at once."""


class TimedProtocol(HttpToolsProtocol):
    """A connection that is cut when its request's head takes longer than `head_seconds`, its body longer than
    `body_seconds`, or nothing of the answer is read for `write_seconds`."""

    head_seconds = 20.0
    body_seconds = BODY_SECONDS + 10
    """A little more than the application allows, which answers in a sentence."""
    write_seconds = 60.0

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._reading: asyncio.TimerHandle | None = None
        self._writing: asyncio.TimerHandle | None = None
        self._head: int | None = 0
        """Bytes of the head so far; `None` while a body is read."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._read_within(self.head_seconds)

    def connection_lost(self, exc: Exception | None) -> None:
        self._read_within(None)
        self._write_within(None)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self._head is not None:
            self._head += len(data)
            if self._reading is None:
                self._read_within(self.head_seconds)
        super().data_received(data)
        if self._head is not None and self._head > HEAD_BYTES and not self.transport.is_closing():
            self.send_400_response("The head of this request is too long.")

    def on_headers_complete(self) -> None:
        self._head = None
        self._read_within(self.body_seconds)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self._head = 0
        self._read_within(None)
        super().on_message_complete()

    def pause_writing(self) -> None:
        self._write_within(self.write_seconds)
        super().pause_writing()

    def resume_writing(self) -> None:
        self._write_within(None)
        super().resume_writing()

    def _read_within(self, seconds: float | None) -> None:
        self._reading = self._instead_of(self._reading, seconds)

    def _write_within(self, seconds: float | None) -> None:
        self._writing = self._instead_of(self._writing, seconds)

    def _instead_of(
        self, timer: asyncio.TimerHandle | None, seconds: float | None
    ) -> asyncio.TimerHandle | None:
        """A timer that cuts the connection, in the place of another; none without `seconds`."""
        if timer is not None:
            timer.cancel()
        return None if seconds is None else self.loop.call_later(seconds, self.transport.abort)

"""Listen at a port, read requests within limits of time, answer them until the process is told to stop."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import threading
from collections.abc import Callable
from http import HTTPStatus
from typing import Any

import uvicorn
from httptools import HttpParserError, HttpParserInvalidMethodError, HttpParserUpgrade, HttpRequestParser
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from playfunc_web.errors import SiteError
from playfunc_web.http.limits import BODY_SECONDS

# How bytes become requests: one response for each, within limits of time.
#
# A client that sends its request byte by byte, or does not read the answer, holds a connection for a limited time.
# uvicorn by itself waits for ever for the first request's headers and for every body. It also drops the body of a
# request that offers another protocol, so that the body would be read as the next request (request smuggling).

MOST_CONNECTIONS = 800
"""Open at once; below the 1,024 files that a process may usually open. Beyond it requests are answered 503."""

HEAD_BYTES = 64 * 1024
"""Of a request's first line and headers, and of several short requests that come at once."""


class TimedProtocol(HttpToolsProtocol):
    """A connection that is cut when its request's head takes longer than `head_seconds`, its body longer than
    `body_seconds`, or nothing of the answer is read for `write_seconds`. An offer of another protocol is ignored (RFC
    9110, section 7.8)."""

    head_seconds = 20.0
    body_seconds = BODY_SECONDS + 10
    """A little more than the application allows, which answers in a sentence."""
    write_seconds = 60.0
    last_seconds = 1.0
    """In which a new connection brings its request when the server stops."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._reading: asyncio.TimerHandle | None = None
        self._writing: asyncio.TimerHandle | None = None
        self._head: int | None = 0
        """Bytes of the head so far; `None` while a body is read."""
        self._refused = False
        self._last = False
        """Whether the next request is the connection's last."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._read_within(self.head_seconds)

    def connection_lost(self, exc: Exception | None) -> None:
        self._read_within(None)
        self._write_within(None)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self._refused:
            return
        if self._head is not None:
            self._head += len(data)
            if self._reading is None:
                self._read_within(self.head_seconds)
        self._unset_keepalive_if_required()
        try:
            self._parse(memoryview(data))
        except HttpParserInvalidMethodError:
            self._refuse(HTTPStatus.NOT_IMPLEMENTED, "This server implements no such method.")
        except HttpParserError:
            self._refuse(HTTPStatus.BAD_REQUEST, "Invalid HTTP request received.")
        else:
            if self._head is not None and self._head > HEAD_BYTES:
                self._refuse(HTTPStatus.BAD_REQUEST, "The head of this request is too long.")

    def _parse(self, data: memoryview) -> None:
        """The parser stops at the end of a head with an offer, and takes what follows for the other protocol. Then a
        new parser reads the head without the offer, and goes on."""
        while True:
            try:
                self.parser.feed_data(data)
                return
            except HttpParserUpgrade as offer:
                method, version = self.parser.get_method(), self.parser.get_http_version()
                if method == b"CONNECT":  # not an offer: all that follows is meant for somebody else
                    raise HttpParserInvalidMethodError from None
                head = [b"%s %s HTTP/%s" % (method, self.url, version.encode())]
                head += [b"%s: %s" % (name, value) for name, value in self.headers if name != b"upgrade"]
                self.parser = HttpRequestParser(self)
                self.parser.set_dangerous_leniencies(lenient_data_after_close=True)  # as uvicorn's own
                self.parser.feed_data(b"\r\n".join((*head, b"", b"")))
                data = data[offer.args[0] :]

    def _refuse(self, status: HTTPStatus, message: str) -> None:
        """Read nothing more, and end the connection. Requests before this one are answered first; this one is not where
        its own answer has begun."""
        self._refused = True
        refusal = PlainTextResponse(message, status, {"Connection": "close"})
        in_body = self._head is None
        if in_body and self.pipeline:
            self.pipeline[0] = (self.cycle, refusal)  # type: ignore[assignment]  # starlette's types of an application
        elif not in_body and self.cycle is not None and not self.cycle.response_complete:
            self.cycle.keep_alive = False
        else:
            if not (in_body and self.cycle.response_started):
                lines = [b"HTTP/1.1 %d %s" % (status, status.phrase.encode())]
                lines += [b"%s: %s" % header for header in refusal.raw_headers]
                self.transport.write(b"\r\n".join((*lines, b"", refusal.body)))
            self.transport.close()

    def on_header(self, name: bytes, value: bytes) -> None:
        if self._head is not None:  # what follows a body in pieces could pass for a header of the proxy's
            super().on_header(name, value)

    def on_headers_complete(self) -> None:
        if self.parser.should_upgrade():
            return
        super().on_headers_complete()  # where it raises, the head is what cannot be read
        if self._last and self.cycle is not None:
            self.cycle.keep_alive = False
        self._head = None
        self._read_within(self.body_seconds)

    def on_message_complete(self) -> None:
        if self.parser.should_upgrade():
            return
        self._head = 0
        self._read_within(None)
        super().on_message_complete()

    def on_response_complete(self) -> None:
        """A client that waited to be told to send its body may not send it any more, so what comes next is unclear."""
        if self.expect_100_continue and self._head is None and not self.pipeline:
            self.transport.close()
        super().on_response_complete()

    def shutdown(self) -> None:
        """The server stops. A proxy whose connection was taken and brings its request just now would answer 502."""
        if self.cycle is not None:
            super().shutdown()
            return
        self._last = True
        self._read_within(self.last_seconds)

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


def server_config(
    app: ASGIApp, *, protocol: type[TimedProtocol] = TimedProtocol, **options: Any
) -> uvicorn.Config:
    """What all servers have in common; `options` are uvicorn's."""
    return uvicorn.Config(
        app,
        http=protocol,
        ws="none",
        access_log=False,
        log_level="warning",
        server_header=False,
        timeout_graceful_shutdown=10,
        **options,
    )


class Server(uvicorn.Server):
    """Stops also at a signal that came before it could hear one. `on_stop` is called before open requests finish."""

    def __init__(
        self, config: uvicorn.Config, told: threading.Event, on_stop: Callable[[], None] = lambda: None
    ) -> None:
        super().__init__(config)
        self.told, self._on_stop = told, on_stop

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.should_exit = self.should_exit or self.told.is_set()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._on_stop()
        await super().shutdown(sockets)


def answer_requests(
    app: ASGIApp | uvicorn.Config,
    listening: socket.socket,
    told: threading.Event,
    on_stop: Callable[[], None] = lambda: None,
) -> None:
    """At this socket, until a signal comes, or came since `hear_signals` made `told`; open requests are finished then,
    within 10 seconds. `told` is set at the end, whatever it was."""
    if not isinstance(app, uvicorn.Config):
        app = server_config(
            app,
            timeout_keep_alive=30,
            limit_concurrency=MOST_CONNECTIONS,
            proxy_headers=False,  # the application takes the word of proxies that site.toml names
        )
    try:
        Server(app, told, on_stop).run(sockets=[listening])
    finally:
        told.set()


def hear_signals() -> threading.Event:
    """Set at the first signal to stop. uvicorn hears them while it answers, and then raises them again, which would end
    the process before its own work is done."""
    told = threading.Event()
    if threading.current_thread() is threading.main_thread():
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda _number, _frame: told.set())
    return told


# The port that a server listens at, taken before anything else is started.


FIRST_PASSED = 3
"""The descriptor of the socket that systemd passes (sd_listen_fds(3))."""


def listening_at(host: str, port: int) -> socket.socket:
    """A socket that takes connections: the one that systemd holds, whatever its address, so that connections wait
    while the server restarts; else a new one. Raises `SiteError` where the port is taken or the host is not this
    machine's."""
    passed = os.environ.pop("LISTEN_PID", ""), os.environ.pop("LISTEN_FDS", "")
    if passed == (str(os.getpid()), "1"):
        os.set_inheritable(FIRST_PASSED, False)
        return socket.socket(fileno=FIRST_PASSED)
    try:
        return socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET)
    except OSError as error:
        raise SiteError(
            f"cannot listen at {host}, port {port} ({_why(error)}): name another one with --port"
        ) from error


def address_at(host: str, port: int) -> str:
    """Where a browser on this machine finds what listens at `host`."""
    here = "127.0.0.1" if host in ("0.0.0.0", "::") else host
    return f"http://{f'[{here}]' if ':' in here else here}:{port}"


def _why(error: OSError) -> str:
    """In the system's words, without those that `create_server` adds."""
    return (error.strerror or str(error)).partition(" (while")[0]

"""Answer requests until the process is told to stop."""

from __future__ import annotations

import signal
import socket
import threading
from typing import Any

import uvicorn
from starlette.types import ASGIApp

from playfunc_web.http.connections import MOST_CONNECTIONS, TimedProtocol

__all__ = ["answer_requests", "hear_signals", "server_config"]


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


class _Server(uvicorn.Server):
    """Stops where a signal came before it could hear one itself."""

    def __init__(self, config: uvicorn.Config, told: threading.Event) -> None:
        super().__init__(config)
        self.told = told

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.should_exit = self.should_exit or self.told.is_set()


def answer_requests(app: ASGIApp, listening: socket.socket, told: threading.Event) -> None:
    """At this socket, until a signal comes, or came since `hear_signals` made `told`; open requests are finished then,
    within 10 seconds."""
    config = server_config(
        app,
        timeout_keep_alive=30,
        limit_concurrency=MOST_CONNECTIONS,
        proxy_headers=False,  # the application takes the word of proxies that site.toml names
    )
    _Server(config, told).run(sockets=[listening])


def hear_signals() -> threading.Event:
    """Set at the first signal to stop. uvicorn hears them while it answers, and then raises them again, which would end
    the process before its own work is done."""
    told = threading.Event()
    if threading.current_thread() is threading.main_thread():
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda _number, _frame: told.set())
    return told

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


def answer_requests(app: ASGIApp, listening: socket.socket) -> None:
    """At this socket, until a signal comes; open requests are finished then, within 10 seconds."""
    config = server_config(
        app,
        timeout_keep_alive=30,
        limit_concurrency=MOST_CONNECTIONS,
        proxy_headers=False,  # the application takes the word of proxies that site.toml names
    )
    uvicorn.Server(config).run(sockets=[listening])


def hear_signals() -> None:
    """uvicorn stops at a signal and then raises it again, which would end the process before its own work is done."""
    if threading.current_thread() is threading.main_thread():
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda _number, _frame: None)

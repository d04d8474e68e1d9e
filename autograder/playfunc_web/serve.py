"""Serve the ladder: answer requests until told to stop."""

from __future__ import annotations

import signal
import socket
import threading
from collections.abc import Callable

import uvicorn

from playfunc_web.accounts.class_list import log_changes
from playfunc_web.folder import held
from playfunc_web.http.connections import MOST_CONNECTIONS, TimedProtocol
from playfunc_web.http.listening import listening_at
from playfunc_web.ladder_app import ladder_app
from playfunc_web.ladders.schedule import keep_schedule
from playfunc_web.opening import Started
from playfunc_web.operation.logs import configure_logs
from playfunc_web.privacy.retention import prune_daily
from playfunc_web.queue.supervise import Supervisor

__all__ = ["serve_ladder"]


def serve_ladder(
    started: Started, port: int, host: str = "127.0.0.1", *, on_ready: Callable[[], None]
) -> None:
    """Answer requests until the process is told to stop. `on_ready` is called as soon as the port takes connections.
    Raises `SiteError` where another process serves the folder or has the port."""
    with held(started.site.folder.path), listening_at(host, port) as listening:
        _serve(started, listening, on_ready)


def _serve(started: Started, listening: socket.socket, on_ready: Callable[[], None]) -> None:
    settings = started.site.settings
    config = uvicorn.Config(
        ladder_app(started.site),
        access_log=False,
        log_level="warning",
        server_header=False,
        timeout_keep_alive=30,
        timeout_graceful_shutdown=10,
        limit_concurrency=MOST_CONNECTIONS,
        http=TimedProtocol,
        ws="none",
        proxy_headers=False,  # the application takes the word of proxies that site.toml names
    )
    server = uvicorn.Server(config)
    configure_logs()
    log_changes(started.enrolled)
    stop = threading.Event()
    prune_daily(started.site, stop)
    keep_schedule(started.site, stop)
    _hear_signals()
    with Supervisor(started.site, settings.jobs):
        on_ready()
        server.run(sockets=[listening])
    stop.set()
    started.site.database.close()


def _hear_signals() -> None:
    """uvicorn stops at a signal and then raises it again, which would end the process before its workers."""
    if threading.current_thread() is threading.main_thread():
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda _number, _frame: None)

"""Serve the ladder: answer requests until told to stop."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable

from playfunc_web.accounts.class_list import log_changes
from playfunc_web.folder import held
from playfunc_web.http.listening import listening_at
from playfunc_web.http.running import answer_requests, hear_signals
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
    configure_logs()
    log_changes(started.enrolled)
    stop = threading.Event()
    prune_daily(started.site, stop)
    keep_schedule(started.site, stop)
    told = hear_signals()
    with Supervisor(started.site, started.site.settings.jobs):
        on_ready()
        answer_requests(ladder_app(started.site), listening, told)
    stop.set()
    started.site.database.close()

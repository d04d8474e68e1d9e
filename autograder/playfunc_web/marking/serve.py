"""Serve a course's marking site: answer requests until told to stop."""

from __future__ import annotations

import threading
from collections.abc import Callable

from playfunc_web.accounts.class_list import log_changes
from playfunc_web.folder import held
from playfunc_web.http.listening import listening_at
from playfunc_web.http.running import answer_requests, hear_signals
from playfunc_web.marking.app import marking_app
from playfunc_web.marking.opening import Marking
from playfunc_web.operation.logs import configure_logs
from playfunc_web.privacy.retention import prune_daily

__all__ = ["serve_marking"]


def serve_marking(
    opened: Marking, port: int, host: str = "127.0.0.1", *, on_ready: Callable[[], None]
) -> None:
    """`on_ready` is called as soon as the port takes connections. Raises `SiteError` where another process serves the
    course's marking or has the port."""
    with held(opened.site.folder.path), listening_at(host, port) as listening:
        configure_logs()
        log_changes(opened.enrolled)
        stop = threading.Event()
        prune_daily(opened.site, stop)
        told = hear_signals()
        on_ready()
        answer_requests(marking_app(opened), listening, told)
        stop.set()
        opened.desk.replays.end()
        opened.site.database.close()

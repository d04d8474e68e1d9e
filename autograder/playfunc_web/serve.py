"""The ladder's application, all of its pages and its API around one site; and its server."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable

from fastapi import FastAPI

from playfunc_web.accounts.class_list import log_changes
from playfunc_web.api import downloads, frame, ladders
from playfunc_web.folder import held
from playfunc_web.http.application import audit_router, create_app
from playfunc_web.http.server import answer_requests, hear_signals, listening_at
from playfunc_web.ladders.schedule import keep_schedule
from playfunc_web.monitoring import configure_logs
from playfunc_web.opening import Started
from playfunc_web.pages import game, ladder, login, people, player, records, staff, uploads
from playfunc_web.pages.documents import documents_router
from playfunc_web.pages.login import hub_router, lti_router
from playfunc_web.retention import prune_daily
from playfunc_web.site import Site
from playfunc_web.skullwhist import bots
from playfunc_web.worker import Supervisor

ROUTERS = (
    ladder.router,
    player.router,
    game.router,
    records.router,
    documents_router(),
    login.router,
    login.account_router,
    login.password_router,
    bots.router,
    staff.router,
    people.router,
    audit_router,
    ladders.router,
    ladders.players_router,
    downloads.router,
    ladders.versions_router,
    frame.router,
    uploads.router,
)


def ladder_app(site: Site) -> FastAPI:
    return create_app(site, (*ROUTERS, hub_router(site), lti_router(site)))


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

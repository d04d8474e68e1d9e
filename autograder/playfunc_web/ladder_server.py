"""The ladder's application, all of its pages and its API around one site; and its server."""

from __future__ import annotations

from collections.abc import Callable

from fastapi import FastAPI

from playfunc_web.api import downloads, frame, ladders
from playfunc_web.http.application import audit_router, create_app
from playfunc_web.http.server import answer_requests, hear_signals
from playfunc_web.ladders.schedule import keep_schedule
from playfunc_web.opening import Started, serving
from playfunc_web.pages import game, home, ladder, login, player, records, staff, uploads
from playfunc_web.pages.documents import documents_router
from playfunc_web.pages.login import hub_router, lti_router
from playfunc_web.retention import prune_daily
from playfunc_web.site import Site
from playfunc_web.skullwhist import bots
from playfunc_web.worker import Supervisor

ROUTERS = (
    ladder.router,
    home.router,
    player.router,
    game.router,
    records.router,
    documents_router(),
    login.router,
    login.account_router,
    login.password_router,
    bots.router,
    staff.router,
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
    """Answer requests until told to stop; `on_ready` is called once the port takes connections. Raises as `serving`."""
    site, told = started.site, hear_signals()
    with serving(started, port, host) as listening, Supervisor(site, site.settings.jobs):
        prune_daily(site, told)
        keep_schedule(site, told)
        on_ready()
        answer_requests(ladder_app(site), listening, told)

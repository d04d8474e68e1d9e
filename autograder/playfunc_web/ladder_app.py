"""The ladder's application: all of its pages and its API around one site."""

from __future__ import annotations

from fastapi import FastAPI

from playfunc_web.api import downloads, ladders, page, players, versions
from playfunc_web.http.frame import create_app
from playfunc_web.pages import (
    account,
    compare,
    game,
    home,
    house_games,
    ladder,
    login,
    operation,
    people,
    player,
    records,
    runs,
    staff,
    status,
    upload,
    versus,
)
from playfunc_web.pages.documents import documents_router
from playfunc_web.pages.hub import hub_router
from playfunc_web.pages.lti import lti_router
from playfunc_web.site import Site
from playfunc_web.skullwhist import own_bots

__all__ = ["ladder_app"]

ROUTERS = (
    home.router,
    ladder.router,
    player.router,
    game.router,
    versus.router,
    compare.router,
    records.router,
    runs.router,
    documents_router(),
    login.router,
    account.router,
    account.password_router,
    own_bots.router,
    staff.router,
    people.router,
    operation.router,
    operation.metrics_router,
    ladders.router,
    players.router,
    downloads.router,
    versions.router,
    page.router,
    upload.router,
    status.router,
    house_games.router,
)


def ladder_app(site: Site) -> FastAPI:
    return create_app(site, (*ROUTERS, hub_router(site), lti_router(site)))

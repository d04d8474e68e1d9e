"""SkullWhist's application: the API, and pages beside it."""

from __future__ import annotations

import asyncio
import time
from dataclasses import replace

from fastapi import FastAPI
from starlette.types import Receive, Scope, Send

from playfunc_web.http.frame import Place, create_app
from playfunc_web.operation.metrics import Metrics
from playfunc_web.pages import account, login, operation
from playfunc_web.pages.documents import documents_router
from playfunc_web.pages.hub import hub_router
from playfunc_web.pages.lti import lti_router
from playfunc_web.site import Site
from playfunc_web.skullwhist import documents, own_bots
from playfunc_web.skullwhist.api import Api, method_in
from playfunc_web.skullwhist.clocks import keep_time
from playfunc_web.skullwhist.hall import Hall
from playfunc_web.skullwhist.methods import METHODS
from playfunc_web.skullwhist.stats import bots, game, home, lists, records, rounds, versus

__all__ = ["NAVIGATION", "SkullWhistApp", "skullwhist_app"]

NAVIGATION = (
    Place("/stats/games/page/1/", "Games"),
    Place("/stats/bots/", "Bots"),
    Place("/stats/versus/", "Head to head"),
    Place("/stats/records/", "Records"),
    Place("/stats/rounds/", "Rounds a minute"),
    Place("/api/", "API"),
    Place("/docs/rules-skullwhist", "Rules"),
    Place("/docs", "Docs"),
)

STATISTICS = (
    home.router,
    lists.router,
    bots.router,
    game.router,
    versus.router,
    records.router,
    rounds.router,
    home.slashes,
)

TEXTS = ("rules-skullwhist", "ai-players", "style", "glossary")
"""The ladder's documents that also speak of this server."""

ROUTERS = (
    documents.router,
    *STATISTICS,
    login.router,
    account.router,
    account.password_router,
    own_bots.router,
    operation.metrics_router,
    documents_router(TEXTS, privacy="privacy-skullwhist"),
)

NOT_IMPLEMENTED = b"The API takes POST; GET shows the documentation of a method."


def skullwhist_app(site: Site, hall: Hall) -> SkullWhistApp:
    """Pages find the hall in `request.app.state.hall`."""
    settings = replace(
        site.settings, title=site.settings.skullwhist.title, open_registration=hall.open_registration
    )
    here = replace(site, folder=replace(site.folder, settings=settings))
    pages = create_app(here, (*ROUTERS, hub_router(here), lti_router(here)), NAVIGATION)
    pages.state.hall = hall
    return SkullWhistApp(hall, pages)


class SkullWhistApp:
    """POST requests to the API go past everything that pages need, since most requests ask for a status."""

    def __init__(self, hall: Hall, pages: FastAPI) -> None:
        self.hall, self.pages, self._api = hall, pages, Api(hall)
        self._metrics: Metrics = pages.state.metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._live(receive, send)
            return
        name = method_in(scope["path"]) if scope["type"] == "http" else None
        if name is None:
            await self.pages(scope, receive, send)
        elif scope["method"] == "POST":
            began = time.perf_counter()
            await self._api.post(name, scope, receive, send)
            route = f"/api/{name}/" if name in METHODS else "/api/-/"
            self._metrics.answered("POST", route, 200, time.perf_counter() - began)
        elif scope["method"] != "GET":
            await _refuse(send)
        elif name == "jsonp" and scope["query_string"]:
            await self._api.jsonp(scope, receive, send)
        else:
            await self.pages({**scope, "path": f"/api/{name}/" if name else "/api/"}, receive, send)

    async def _live(self, receive: Receive, send: Send) -> None:
        """The clocks run as long as the server."""
        await receive()
        clocks = asyncio.create_task(keep_time(self.hall))
        await send({"type": "lifespan.startup.complete"})
        await receive()
        clocks.cancel()
        self.hall.close()
        await send({"type": "lifespan.shutdown.complete"})


async def _refuse(send: Send) -> None:
    headers = [
        (b"content-type", b"text/plain; charset=utf-8"),
        (b"content-length", b"%d" % len(NOT_IMPLEMENTED)),
        (b"allow", b"GET, POST"),
    ]
    await send({"type": "http.response.start", "status": 501, "headers": headers})
    await send({"type": "http.response.body", "body": NOT_IMPLEMENTED})

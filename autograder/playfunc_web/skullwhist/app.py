"""SkullWhist's application, the API and pages beside it, on a site's folder; and its server."""

from __future__ import annotations

import asyncio
import hashlib
import ipaddress
import resource
import socket
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import uvicorn
from fastapi import FastAPI
from starlette.types import ASGIApp, Receive, Scope, Send

from playfunc_web.accounts.class_list import log_changes
from playfunc_web.errors import SiteError
from playfunc_web.folder import WHIST_LOCK_FILE, Settings, held
from playfunc_web.http.application import Place, create_app
from playfunc_web.http.server import TimedProtocol, listening_at, server_config
from playfunc_web.monitoring import Metrics, configure_logs
from playfunc_web.opening import Started
from playfunc_web.pages import login
from playfunc_web.pages.documents import documents_router
from playfunc_web.pages.login import hub_router, lti_router
from playfunc_web.site import Site
from playfunc_web.skullwhist import bots, documents, games, statistics
from playfunc_web.skullwhist.api import Api, method_in
from playfunc_web.skullwhist.methods import METHODS
from playfunc_web.skullwhist.server_state import Hall, keep_time

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

TEXTS = ("rules-skullwhist", "ai-players", "style", "glossary")
"""The ladder's documents that also speak of this server."""

ROUTERS = (
    documents.router,
    statistics.router,
    games.router,
    statistics.slashes,
    login.router,
    login.account_router,
    login.password_router,
    bots.router,
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


# Start SkullWhist's server on a site's folder, and answer requests until told to stop.

MOST_CONNECTIONS = 65_536


def serve_skullwhist(
    started: Started,
    port: int,
    host: str = "127.0.0.1",
    *,
    open_registration: bool = False,
    on_ready: Callable[[], None],
) -> None:
    """Serve until the process is told to stop. Raises `SiteError` where another process serves the folder's games or
    has the port, or where passwords would cross a network in the clear."""
    site, settings = started.site, started.site.settings
    require_safe_host(host, settings)
    with held(site.folder.path, WHIST_LOCK_FILE), listening_at(host, port) as listening:
        hall = Hall.open(
            site.database,
            open_registration=open_registration or settings.open_registration,
            jsonp=settings.skullwhist.jsonp,
            house_after=settings.skullwhist.house_after_seconds if settings.skullwhist.house else 0.0,
            key=_house_key(site.key),
        )
        app = skullwhist_app(site, hall)
        server = WhistServer(config_of(app, settings), app, on_ready)
        configure_logs()
        log_changes(started.enrolled)
        _allow_connections()
        server.run(sockets=[listening])
        site.database.close()


def require_safe_host(host: str, settings: Settings) -> None:
    """Beyond this machine passwords travel by HTTPS, unless the settings say otherwise. Raises `SiteError`."""
    if _is_loopback(host) or settings.skullwhist.plain_http or settings.base_url.startswith("https://"):
        return
    raise SiteError(
        f"{host} can be reached from other machines, and passwords would travel as plain text: put a proxy with HTTPS "
        "in front and set base_url, or set plain_http = true in the table skullwhist of site.toml for clients that "
        "speak plain HTTP alone"
    )


class WhistProtocol(TimedProtocol):
    """A connection of a bot. Requests are short, so a body has as long as a head."""

    body_seconds = TimedProtocol.head_seconds


def config_of(app: ASGIApp, settings: Settings, **options: Any) -> uvicorn.Config:
    """`options` are uvicorn's."""
    return server_config(
        app,
        protocol=WhistProtocol,
        timeout_keep_alive=75,
        proxy_headers=bool(settings.base_url),
        forwarded_allow_ips=list(settings.proxies),
        **options,
    )


class WhistServer(uvicorn.Server):
    """Says when it listens; when it stops, waiting requests are answered at once."""

    def __init__(
        self, config: uvicorn.Config, app: SkullWhistApp, on_ready: Callable[[], None] = lambda: None
    ) -> None:
        super().__init__(config)
        self._app, self._on_ready = app, on_ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._on_ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._app.hall.waits.release()
        await super().shutdown(sockets)


def _house_key(key: bytes) -> bytes:
    """It stays the same after a restart, so that house bots remember what they did in games under way."""
    return hashlib.blake2b(key, person=b"house bots").digest()


def _allow_connections() -> None:
    """A connection is a descriptor, and the usual soft limit of 1,024 is less than a class of bots may open."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    soft = MOST_CONNECTIONS if hard == resource.RLIM_INFINITY else min(hard, MOST_CONNECTIONS)
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"

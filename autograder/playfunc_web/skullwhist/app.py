"""SkullWhist's application, the API and pages beside it, on a site's folder; and its server."""

from __future__ import annotations

import asyncio
import hashlib
import json
import resource
import tomllib
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import cache
from importlib.resources import files
from typing import Any

import uvicorn
from fastapi import APIRouter, FastAPI, HTTPException, Request
from fastapi.responses import Response
from playfunc.sites import is_loopback
from starlette.types import ASGIApp

from playfunc_web.errors import SiteError
from playfunc_web.http.application import Place, create_app
from playfunc_web.http.responses import attachment, render
from playfunc_web.http.server import TimedProtocol, answer_requests, hear_signals, server_config
from playfunc_web.http.viewer import Anyone
from playfunc_web.opening import Started, serving
from playfunc_web.pages import login
from playfunc_web.pages.documents import documents_router
from playfunc_web.pages.login import hub_router, lti_router
from playfunc_web.site import WHIST_LOCK_FILE, Settings, Site
from playfunc_web.skullwhist import bots, games, statistics
from playfunc_web.skullwhist.api import ApiRequests
from playfunc_web.skullwhist.games import InHall
from playfunc_web.skullwhist.kits import ZIP_NAME, kits_zip
from playfunc_web.skullwhist.server_state import Hall, keep_time

# A page about each method of the API, with an example that was really run, and the order in which a bot calls them.

EXAMPLES = "examples.json"


DESCRIBED: Mapping[str, Mapping[str, Any]] = {
    name: {"answers": [], "fails": [], "notes": [], **method}
    for name, method in tomllib.loads((files(__package__) / "methods.toml").read_text("utf-8")).items()
}
"""Method → what it is for (`about`), its fields (`takes`), the members of a successful answer beside `result`
(`answers`; both are rows of name, type and meaning), why it `fails`, and what else to know (`notes`)."""


def _server_settings(name: str, hall: Hall) -> tuple[str, ...]:
    """What depends on a server's settings."""
    if name == "register" and hall.open_registration:
        return ("On this server, registration is open: every client that asks gets a bot.",)
    if name == "register":
        return ("On this server, registration is closed: make a bot on the page of your account.",)
    if name == "new-game" and hall.built_in.after:
        seconds = f"about {hall.built_in.after:g} seconds"
        return (f"On this server, a built-in bot plays with a bot that found nobody else within {seconds}.",)
    return ()


@cache
def examples() -> Mapping[str, Any]:
    """Method → its example: the request and the answer as they went over the wire."""
    found: dict[str, Any] = json.loads((files(__package__) / EXAMPLES).read_text("utf-8"))
    return found


router = APIRouter(include_in_schema=False)


@router.get("/api/")
def methods_page(request: Request, viewer: Anyone) -> Response:
    return render(request, "methods.html", {"methods": DESCRIBED, "kits": ZIP_NAME})


@router.get("/api/{name}/")
def method_page(request: Request, viewer: Anyone, hall: InHall, name: str) -> Response:
    if name not in DESCRIBED:
        raise HTTPException(404)
    here = _server_settings(name, hall)
    context = {"name": name, "method": DESCRIBED[name], "here": here, "example": examples()[name]}
    return render(request, "method.html", context)


@router.get(f"/{ZIP_NAME}")
def kits(viewer: Anyone) -> Response:
    """A client in each of seven languages, to download."""
    return attachment(kits_zip(), "application/zip", ZIP_NAME)


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
    router,
    statistics.router,
    games.router,
    statistics.slashes,
    login.router,
    login.account_router,
    login.password_router,
    bots.router,
    documents_router(TEXTS, privacy="privacy-skullwhist"),
)


def skullwhist_app(site: Site, hall: Hall) -> FastAPI:
    """Pages find the hall in `request.app.state.hall`."""
    settings = replace(
        site.settings, title=site.settings.skullwhist.title, open_registration=hall.open_registration
    )
    here = replace(site, folder=replace(site.folder, settings=settings))
    routers = (*ROUTERS, hub_router(here), lti_router(here))
    app = create_app(here, routers, NAVIGATION, lifespan=lambda _app: _clocks(hall))
    app.state.hall = hall
    app.add_middleware(ApiRequests, hall=hall, metrics=app.state.metrics)
    return app


@asynccontextmanager
async def _clocks(hall: Hall) -> AsyncIterator[None]:
    """They run as long as the server."""
    clocks = asyncio.create_task(keep_time(hall))
    yield
    clocks.cancel()
    hall.close()


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
    with serving(started, port, host, WHIST_LOCK_FILE) as listening:
        hall = Hall.open(
            site.database,
            open_registration=open_registration or settings.open_registration,
            jsonp=settings.skullwhist.jsonp,
            built_in_after=settings.skullwhist.built_in_after_seconds
            if settings.skullwhist.built_in_bots
            else 0.0,
            # The same after a restart, so that built-in bots remember what they did in games under way.
            key=hashlib.blake2b(site.key, person=b"built-in bots").digest(),
        )
        _allow_connections()
        told = hear_signals()
        on_ready()
        config = config_of(skullwhist_app(site, hall), settings)
        answer_requests(config, listening, told, hall.waits.release)  # who waits is answered at once


def require_safe_host(host: str, settings: Settings) -> None:
    """Beyond this machine passwords travel by HTTPS, unless the settings say otherwise. Raises `SiteError`."""
    if is_loopback(host) or settings.skullwhist.plain_http or settings.base_url.startswith("https://"):
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


def _allow_connections() -> None:
    """A connection is a descriptor, and the usual soft limit of 1,024 is less than a class of bots may open."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    soft = MOST_CONNECTIONS if hard == resource.RLIM_INFINITY else min(hard, MOST_CONNECTIONS)
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))

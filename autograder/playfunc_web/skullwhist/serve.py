"""Start SkullWhist's server on a site's folder, and answer requests until told to stop."""

from __future__ import annotations

import hashlib
import ipaddress
import resource
import socket
from collections.abc import Callable
from typing import Any

import uvicorn
from starlette.types import ASGIApp

from playfunc_web.accounts.class_list import log_changes
from playfunc_web.errors import SiteError
from playfunc_web.folder import WHIST_LOCK_FILE, Settings, held
from playfunc_web.http.connections import TimedProtocol
from playfunc_web.http.listening import listening_at
from playfunc_web.http.running import server_config
from playfunc_web.opening import Started
from playfunc_web.operation.logs import configure_logs
from playfunc_web.skullwhist.app import SkullWhistApp, skullwhist_app
from playfunc_web.skullwhist.hall import Hall

__all__ = ["WhistProtocol", "WhistServer", "config_of", "require_safe_host", "serve_skullwhist"]


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

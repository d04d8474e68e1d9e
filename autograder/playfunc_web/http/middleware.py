"""What stands around every request: the headers of responses, HEAD, and measuring."""

from __future__ import annotations

import logging
import time

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from playfunc_web.monitoring import FIELDS, LOGGER, Metrics

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "frame-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)

DOCUMENT_POLICY = "; ".join(
    (
        "sandbox",
        "default-src 'none'",
        "style-src 'unsafe-inline'",
        "img-src data:",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'self'",
    )
)
"""For a document of its own that is shown in a frame and runs nothing, such as a position."""

_ALWAYS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
    "cache-control": "no-store",
}


class Headers:
    """Adds what a response does not say itself. Pages may frame documents from the origin `framed` too."""

    def __init__(self, app: ASGIApp, framed: str = "") -> None:
        self._app = app
        policy = POLICY.replace("frame-src 'self'", f"frame-src 'self' {framed}".rstrip())
        self._always = {**_ALWAYS, "content-security-policy": policy}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def sends(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in self._always.items():
                    headers.setdefault(name, value)
            await send(message)

        await self._app(scope, receive, sends)


# HEAD, answered as GET without the body: for checkers of links and of health.


class HeadRequests:
    """Routes know GET alone."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] != "HEAD":
            await self._app(scope, receive, send)
            return

        async def sends(message: Message) -> None:
            await send({**message, "body": b""} if message["type"] == "http.response.body" else message)

        asked = {**scope, "method": "GET"}
        await self._app(asked, receive, sends)
        scope["route"] = asked.get("route")


# Every request is counted and written to the log, under the template of its route.

METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH"})
QUIET = frozenset({"/healthz", "/metrics", "/static"})
"""Asked all day long by machines, or beside every page: counted, and not logged."""

log = logging.getLogger(LOGGER)


def route_of(scope: Scope) -> str:
    """The template of the route that a request came to, such as /player/{code}; "-" where there was none."""
    route = scope.get("route")
    if route is not None:
        return str(getattr(route, "path", "-"))
    return "/static" if scope.get("path", "").startswith("/static/") else "-"


class Measured:
    """Outermost, so that the time is that of everything."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self._app, self._metrics = app, metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        began, status = time.perf_counter(), 500

        async def sends(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self._app(scope, receive, sends)
        except Exception as error:
            self._metrics.failed(error)
            raise
        finally:
            self._done(scope, status, time.perf_counter() - began)

    def _done(self, scope: Scope, status: int, seconds: float) -> None:
        method = scope["method"] if scope["method"] in METHODS else "other"
        route = route_of(scope)
        self._metrics.answered(method, route, status, seconds)
        if route in QUIET:
            return
        viewer = scope.get("state", {}).get("viewer")
        fields = {
            "method": method,
            "route": route,
            "status": status,
            "ms": round(seconds * 1000, 1),
            "account": getattr(viewer, "account_id", None),
        }
        log.info("request", extra={FIELDS: fields})

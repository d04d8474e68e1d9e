"""Every request is counted and written to the log, under the template of its route."""

from __future__ import annotations

import logging
import time

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from playfunc_web.operation.logs import FIELDS, LOGGER
from playfunc_web.operation.metrics import Metrics

__all__ = ["Measured", "route_of"]

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

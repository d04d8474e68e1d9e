"""Which other sites' pages may call the API: all, with a token of their user, and never with our cookies."""

from __future__ import annotations

from starlette.datastructures import Headers
from starlette.middleware.cors import CORSMiddleware
from starlette.types import ASGIApp, Receive, Scope, Send

__all__ = ["TokenRequests", "host_of"]


class TokenRequests:
    """Allows every origin below `prefix`, without credentials. Cookies of requests from elsewhere are dropped there, so
    that only a token says who asks; everything outside of `prefix` stays as it is."""

    def __init__(self, app: ASGIApp, prefix: str) -> None:
        self._app, self._prefix = app, prefix
        self._open = CORSMiddleware(
            app,
            allow_origins=["*"],
            allow_methods=["GET", "POST"],
            allow_headers=["Authorization", "Content-Type"],
            expose_headers=["Content-Disposition", "Retry-After"],
            max_age=86400,
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or not scope["path"].startswith(self._prefix):
            await self._app(scope, receive, send)
            return
        if _foreign(Headers(scope=scope)):
            scope["headers"] = [pair for pair in scope["headers"] if pair[0] != b"cookie"]
        await self._open(scope, receive, send)


def host_of(origin: str) -> str:
    """The host of an Origin header with its port; empty for "null". Whatever stands in it, nothing is raised."""
    return origin.partition("://")[2]


def _foreign(headers: Headers) -> bool:
    """Whether a browser says that a page of another site sent this."""
    origin = headers.get("origin")
    if origin is not None and host_of(origin) != headers.get("host", ""):
        return True
    return headers.get("sec-fetch-site", "none") not in ("none", "same-origin")

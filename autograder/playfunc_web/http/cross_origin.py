"""What pages of other sites may send: nothing that changes something, because browsers send our cookies along. The API
is open to them all, with a token of their user and without our cookies.

Browsers say which page sent a request: in Sec-Fetch-Site, which no page can set, and in Origin where they are older or
the site has no HTTPS. Go's `net/http.CrossOriginProtection` reads the same headers in the same order. Unlike there, a
request with neither is refused too, since it may be a form of a browser that is older still."""

from __future__ import annotations

from fastapi import Request
from starlette.datastructures import Headers
from starlette.middleware.cors import CORSMiddleware
from starlette.types import ASGIApp, Receive, Scope, Send

from playfunc_web.errors import ProblemError
from playfunc_web.folder import origin_of
from playfunc_web.http.responses import answer

SAFE = ("GET", "HEAD", "OPTIONS")
"""Methods by which no route changes anything."""

API = "/api/v1/"

WITHOUT_COOKIES = ("/lti/",)
"""A learning platform's page sends these, and what it signed says who acts."""


class CrossOrigin:
    """Refuses requests that no page of this site sent, unless they change nothing or no cookie says who acts."""

    def __init__(self, app: ASGIApp, base_url: str) -> None:
        self._app, self._origin = app, origin_of(base_url)
        self._api = CORSMiddleware(
            app,
            allow_origins=["*"],
            allow_methods=["GET", "POST"],
            allow_headers=["Authorization", "Content-Type"],
            expose_headers=["Content-Disposition", "Retry-After"],
            max_age=86400,
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        app = self._app
        if scope["type"] == "http":
            own = self._is_own(Headers(scope=scope))
            if scope["path"].startswith(API):
                app = self._api
                if own is False:
                    scope["headers"] = [pair for pair in scope["headers"] if pair[0] != b"cookie"]
            elif not own and scope["method"] not in SAFE and not scope["path"].startswith(WITHOUT_COOKIES):
                app = answer(Request(scope), _refusal(own))
        await app(scope, receive, send)

    def _is_own(self, headers: Headers) -> bool | None:
        """Whether a page of this site sent the request, or its user without any page; `None` where nothing says so."""
        if place := headers.get("sec-fetch-site"):
            return place in ("same-origin", "none")
        if origin := headers.get("origin"):
            if self._origin:
                return origin == self._origin
            return origin.partition("://")[2] == headers.get("host", "")
        return None


def _refusal(own: bool | None) -> ProblemError:
    if own is None:
        detail = (
            "Neither Sec-Fetch-Site nor Origin says which page sent this. Nothing was changed: use a newer browser, "
            "or send a token to the API."
        )
        return ProblemError(403, "Which page sent this is not known", detail)
    return ProblemError(
        403, "This came from another site", "Nothing was changed: send it from a page of this site."
    )

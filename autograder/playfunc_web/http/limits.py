"""Requests that are refused: from pages of other sites, with too long an address or too large or slow a body, too many
of them, and too many passwords."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from functools import lru_cache
from ipaddress import IPv6Address, IPv6Network, ip_address
from math import ceil
from threading import Lock
from typing import Any

from fastapi import Depends, Request
from limits import RateLimitItem, parse
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter
from starlette.datastructures import Headers
from starlette.middleware.cors import CORSMiddleware
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from playfunc_web.access import Viewer
from playfunc_web.errors import ProblemError
from playfunc_web.http.responses import answer
from playfunc_web.http.viewer import Anyone
from playfunc_web.site import origin_of

FORM_BYTES = 64 * 1024
"""What a form may hold beside its file."""

BODY_SECONDS = 120.0
"""Within which a body has to arrive: the largest upload does at 9 kB/s."""

DRAINED = 4
"""So many times the limit is read of a body that is refused: a proxy that is still sending when the connection ends
answers 502 instead of what we say."""

LOGINS = "300/minute"
"""From one network, which may be a whole class's: as many as one process can check passwords."""

PATH_BYTES = 1000
QUERY_BYTES = 8000
"""What a learning platform or a hub sends along stays well below it."""


class AddressLimit:
    """Refuses addresses that no page has: a number of thousands of digits in a path would raise."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        app, path = self._app, scope.get("path", "").encode()
        if len(path) > PATH_BYTES or len(scope.get("query_string", b"")) > QUERY_BYTES:
            detail = f"The path of an address has at most {PATH_BYTES:,} bytes, and what follows it {QUERY_BYTES:,}."
            app = answer(Request(scope), ProblemError(414, "Address too long", detail))
        await app(scope, receive, send)


class BodyLimit:
    """Refuses bodies over `limit` bytes, also those that do not say how long they are, while they arrive, and those
    that take longer than `seconds`."""

    def __init__(self, app: ASGIApp, limit: int, seconds: float = BODY_SECONDS) -> None:
        self._app, self._limit, self._seconds = app, limit + FORM_BYTES, seconds

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = dict(scope["headers"])
        told = headers.get(b"content-length", b"0")
        over = not told.isdigit() or len(told) > 18 or int(told) > self._limit
        until = asyncio.get_running_loop().time() + self._seconds
        got, whole = 0, False

        async def piece() -> Message:
            nonlocal got, whole
            try:
                async with asyncio.timeout_at(until):
                    message = await receive()
            except TimeoutError:
                raise self._too_slow() from None
            got += len(message.get("body", b""))
            whole = not message.get("more_body", False)
            return message

        async def receives() -> Message:
            if whole:  # what comes now is the end of the connection, whenever that is
                return await receive()
            if over and b"expect" in headers:  # the client waits to be told to send it
                raise self._too_large()
            message = await piece()
            if not over and got <= self._limit:
                return message
            while not whole and got <= DRAINED * self._limit:
                await piece()
            raise self._too_large()

        await self._app(scope, receives, send)

    def _too_large(self) -> ProblemError:
        return ProblemError(
            413, "Too large", f"A request holds at most {self._limit:,} bytes: send a smaller file."
        )

    def _too_slow(self) -> ProblemError:
        return ProblemError(
            408,
            "Too slow",
            f"The request did not arrive within {self._seconds:.0f} seconds: try again with a better connection.",
            headers=(("Connection", "close"),),
        )


_LIMITER = MovingWindowRateLimiter(MemoryStorage())


def limited(rate: str, purpose: str) -> Any:
    """For a route's list of dependencies: lets so much through for each account, or each network before a login. `rate`
    is written as in the package limits, such as "30/minute"."""
    item: RateLimitItem = parse(rate)
    words = rate.replace("/", " in an " if rate.endswith("/hour") else " in a ")

    def check(request: Request, viewer: Anyone) -> None:
        key = str(id(request.app.state.site)), purpose, _sender(request, viewer)
        if _LIMITER.hit(item, *key):
            return
        wait = max(1, ceil(_LIMITER.get_window_stats(item, *key).reset_time - time.time()))
        raise ProblemError(
            429,
            "Too many requests",
            f"At most {words} are served here: wait a little and try again.",
            headers=(("Retry-After", str(wait)),),
        )

    return Depends(check)


def _sender(request: Request, viewer: Viewer) -> str:
    if viewer.known:
        return f"account {viewer.account_id}"
    return network_of(request.client.host if request.client else "")


class LoginThrottle:
    """Slows down whoever guesses a password, by name and network, and refuses no password that is right: its owner may
    share the network with the guesser.

    The first `burst` wrong passwords are tried at once, and further ones `seconds` apart; so much is forgiven, too. A
    right one costs nothing. This is the generic cell rate algorithm, with one number for each name and network.
    """

    most_seconds = 50.0
    """Clients wait for an answer for a minute, or a little more."""

    def __init__(
        self, burst: int = 20, seconds: float = 2.0, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._burst, self._seconds, self._clock = burst, seconds, clock
        self._forgiven: dict[tuple[str, str], float] = {}
        """When all wrong passwords for a name from a network will be."""
        self._lock = Lock()

    def delay(self, name: str, network: str) -> float | None:
        """Seconds until a password may be tried, which counts as wrong until `right` is called; `None` where so many
        are waiting that nobody would wait for the answer."""
        now = self._clock()
        with self._lock:
            if len(self._forgiven) > 1000:
                self._forgiven = {key: at for key, at in self._forgiven.items() if at > now}
            forgiven = max(self._forgiven.get((name, network), now), now)
            delay = max(0.0, forgiven - now - (self._burst - 1) * self._seconds)
            if delay > self.most_seconds:
                return None
            self._forgiven[name, network] = forgiven + self._seconds
            return delay

    def right(self, name: str, network: str) -> None:
        """The password was right."""
        with self._lock:
            self._forgiven[name, network] = self._forgiven.get((name, network), 0.0) - self._seconds


@lru_cache(maxsize=4096)
def network_of(address: str) -> str:
    """An IPv4 address as it is, and the /64 of an IPv6 address: a single line has all addresses of it."""
    try:
        found = ip_address(address)
    except ValueError:
        return ""
    if not isinstance(found, IPv6Address):
        return str(found)
    return str(found.ipv4_mapped or IPv6Network((int(found), 64), strict=False))


# What pages of other sites may send: nothing that changes something, because browsers send our cookies along. The API
# is open to them all, with a token of their user and without our cookies.
#
# Browsers say which page sent a request: in Sec-Fetch-Site, which no page can set, and in Origin where they are older
# or the site has no HTTPS. Go's `net/http.CrossOriginProtection` reads the same headers in the same order. Unlike
# there, a request with neither is refused too, since it may be a form of a browser that is older still.

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

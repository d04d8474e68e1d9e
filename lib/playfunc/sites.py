"""What requests to a site share, whatever the site: whose machine it is, no redirects, and texts fit to be printed."""

from __future__ import annotations

import ipaddress
from http.client import HTTPMessage
from typing import IO, NoReturn
from urllib.parse import urlsplit
from urllib.request import HTTPRedirectHandler, OpenerDirector, ProxyHandler, Request, build_opener

from playfunc.browser import IN_BROWSER, browser_opener
from playfunc.errors import PlayfuncError

__all__ = ["is_loopback", "opener_of", "plain"]


def opener_of(address: str, error: type[PlayfuncError]) -> OpenerDirector:
    """Opens requests to one site, without a proxy on this machine itself, for a proxy would see what they carry. A
    redirect raises `error`."""
    if IN_BROWSER:
        return browser_opener(error)
    here = is_loopback(urlsplit(address).hostname or "")
    return build_opener(_NoRedirect(error), *([ProxyHandler({})] if here else []))


class _NoRedirect(HTTPRedirectHandler):
    """A secret is for the site that was named; a page that sends elsewhere does not get it there."""

    def __init__(self, error: type[PlayfuncError]) -> None:
        self._error = error

    def redirect_request(
        self, req: Request, fp: IO[bytes], code: int, msg: str, headers: HTTPMessage, newurl: str
    ) -> NoReturn:
        raise self._error(
            f"{req.host} sends on to {plain(newurl)}: nothing was sent there. Name that address yourself if you "
            "trust it."
        )


def is_loopback(host: str) -> bool:
    """Whether the host is this machine itself."""
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def plain(text: str) -> str:
    """Fit to be printed: what a site sends, or a file of a student is called, must not steer a terminal."""
    return "".join(letter if letter.isprintable() or letter == "\n" else "\ufffd" for letter in text)

"""The HTTP client of all that asks a site: by whose machine it is, no redirects, and texts fit to be printed."""

from __future__ import annotations

import io
import ipaddress
import sys
from contextlib import suppress
from dataclasses import dataclass
from email.message import Message
from email.parser import Parser
from http.client import HTTPException, HTTPMessage
from typing import IO, Any, NoReturn
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import (
    BaseHandler,
    HTTPDefaultErrorHandler,
    HTTPErrorProcessor,
    HTTPRedirectHandler,
    OpenerDirector,
    ProxyHandler,
    Request,
    build_opener,
)
from urllib.response import addinfourl

from playfunc.errors import PlayfuncError

# Python in a browser has no sockets: the browser itself asks. It works in a web worker, as in JupyterLite, and needs
# the site's leave (CORS), as every request of a page does; a ladder gives it to all pages.


IN_BROWSER = sys.platform == "emscripten"

SENT = ("Authorization", "Accept", "Content-type")
"""The headers that go out; a browser sets the others itself."""


def browser_opener(error: type[PlayfuncError]) -> OpenerDirector:
    """Opens requests through the browser. An answer that another site gave raises `error`."""
    opener = OpenerDirector()
    for handler in (_Browser(error), HTTPErrorProcessor(), HTTPDefaultErrorHandler()):
        opener.add_handler(handler)
    return opener


class _Browser(BaseHandler):
    """Asks by `XMLHttpRequest`, which a worker may wait for."""

    def __init__(self, error: type[PlayfuncError]) -> None:
        self._error = error

    def http_open(self, request: Request) -> addinfourl:
        from js import XMLHttpRequest
        from pyodide.ffi import JsException, to_js

        asked = XMLHttpRequest.new()
        asked.open(request.get_method(), request.full_url, False)
        asked.responseType = "arraybuffer"
        for name, value in request.header_items():
            if name in SENT:
                asked.setRequestHeader(name, value)
        try:
            asked.send(to_js(request.data))
        except JsException as error:
            raise URLError("no answer, or the site does not allow requests from this page") from error
        self._refuse_another_site(request, asked.responseURL)
        return _answer(asked)

    https_open = http_open

    def _refuse_another_site(self, request: Request, url: str) -> None:
        """A browser follows redirects without asking; it does not give the token to another site."""
        asked, answered = urlsplit(request.full_url), urlsplit(url)
        if (asked.scheme, asked.netloc) != (answered.scheme, answered.netloc):
            raise self._error(
                f"{request.host} sends on to {answered.netloc}. Name that address yourself if you trust it."
            )


def _answer(asked: Any) -> addinfourl:
    headers: Message = Parser().parsestr(asked.getAllResponseHeaders(), headersonly=True)
    answer = addinfourl(io.BytesIO(asked.response.to_bytes()), headers, asked.responseURL, asked.status)
    answer.msg = asked.statusText  # type: ignore[attr-defined]
    return answer


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


class NoAnswerError(Exception):
    """The site was not reached; `reason` says why."""

    def __init__(self, reason: object) -> None:
        super().__init__(str(reason))
        self.reason = reason


@dataclass(frozen=True, slots=True)
class SiteAnswer:
    """What a site answered, refusals too."""

    status: int
    reason: str
    body: bytes

    @property
    def refused(self) -> bool:
        return not 200 <= self.status < 300


def exchange(opener: OpenerDirector, request: Request, seconds: float, most: int) -> SiteAnswer:
    """The first `most` bytes of an answer that comes within some seconds. Raises `NoAnswerError`."""
    try:
        with opener.open(request, timeout=seconds) as answer:
            return SiteAnswer(answer.status, "", answer.read(most))
    except HTTPError as error:
        body = b""
        with error, suppress(OSError):
            body = error.read(most)
        return SiteAnswer(error.code, plain(str(error.reason)), body)
    except (URLError, HTTPException, OSError) as error:
        raise NoAnswerError(getattr(error, "reason", None) or error) from error


def origin_of(url: str, error: type[PlayfuncError], expected: str) -> tuple[str, str]:
    """Scheme, host and port of an address, and its path. Raises `error`, which says what was `expected`."""
    try:
        parts = urlsplit(url.strip())
        host, port = parts.hostname, parts.port
    except ValueError as problem:
        raise error(f"{plain(url)} is no address: {problem}") from problem
    if parts.scheme not in ("http", "https") or not host or parts.username is not None:
        raise error(f"expected {expected}, got {plain(url)!r}")
    named = f"[{host}]" if ":" in host else host
    return f"{parts.scheme}://{named}" + ("" if port is None else f":{port}"), parts.path


def in_the_open(address: str) -> bool:
    """Whether secrets would travel unencrypted through a network."""
    parts = urlsplit(address)
    return parts.scheme == "http" and not is_loopback(parts.hostname or "")


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

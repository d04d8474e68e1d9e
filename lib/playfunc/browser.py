"""Requests from Python in a browser, which has no sockets: the browser itself asks, and only where a site allows it.

Works in a web worker, as in JupyterLite. Like every request of a page, it needs the site's leave (CORS), which a ladder
gives to all pages.
"""

from __future__ import annotations

import io
import sys
from email.message import Message
from email.parser import Parser
from typing import Any
from urllib.error import URLError
from urllib.parse import urlsplit
from urllib.request import BaseHandler, HTTPDefaultErrorHandler, HTTPErrorProcessor, OpenerDirector, Request
from urllib.response import addinfourl

from playfunc.errors import PlayfuncError

__all__ = ["IN_BROWSER", "browser_opener"]

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

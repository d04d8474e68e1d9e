"""A request to the API → its answer, without a framework in between, since each bot asks once a second. Every POST is
answered with status 200, failures too: the bots' libraries give up at any other. Scripts in browsers ask by GET."""

from __future__ import annotations

import json
import logging
import re
import secrets
import time
from collections.abc import Callable, Mapping
from typing import Any

from playfunc_arena.whist import RefusedError
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from playfunc_web.errors import StorageError
from playfunc_web.http.limits import network_of
from playfunc_web.monitoring import Metrics
from playfunc_web.skullwhist.methods import (
    METHODS,
    MOST_BYTES,
    Asked,
    Method,
    RetryError,
    fields_of_body,
    fields_of_query,
    method_named,
)
from playfunc_web.skullwhist.server_state import Hall

# The API for scripts in browsers, by GET: `/api/jsonp/?method=status&callback=f&session=…` → `f({…});`.

IDENTIFIER = re.compile(r"[A-Za-z_$][A-Za-z0-9_$]{0,99}", re.ASCII)

WITHHELD = ("old-game", "jsonp")


def callback_of(fields: Mapping[str, Any]) -> str:
    """Raises `RefusedError` for a callback that is missing, or more than the name of a function."""
    name = fields.get("callback", "")
    if not name:
        raise RefusedError("The key callback is missing: name the function that gets the answer.")
    if not IDENTIFIER.fullmatch(name):
        raise RefusedError(
            "callback must be a plain identifier: up to 100 letters, digits, _ and $, not beginning with a digit."
        )
    return str(name)


def method_of(fields: Mapping[str, Any]) -> str:
    """Raises `RefusedError`."""
    name = fields.get("method", "")
    if not name:
        raise RefusedError("The key method is missing: name the method to call.")
    if name in WITHHELD:
        raise RefusedError(f"The method {name} is not offered by jsonp.")
    return str(name)


DRAINED_BYTES = 1024 * 1024
"""So much of a body that is too large is read, and not kept, before it is answered: a client that is still sending does
not see an answer."""

JSON = b"application/json"
SCRIPT = b"application/javascript"

HEADERS = [(b"cache-control", b"no-store"), (b"x-content-type-options", b"nosniff")]

NOT_IMPLEMENTED = PlainTextResponse(
    "The API takes POST; GET shows the documentation of a method.", 501, {"allow": "GET, POST"}
)

log = logging.getLogger("playfunc_web")


def method_in(path: str) -> str | None:
    """The name in an address of the API, such as status in /api/status/; empty in /api/ itself, and `None` elsewhere.
    Slashes may be doubled or missing."""
    parts = [part for part in path.split("/") if part]
    return "/".join(parts[1:]) if parts[:1] == ["api"] else None


class _GoneError(Exception):
    """The client went away before its request was complete."""


class ApiRequests:
    """Answers the API's requests before all that pages need, since most ask for a status; others go on to the pages."""

    def __init__(self, app: ASGIApp, hall: Hall, metrics: Metrics) -> None:
        self._app, self._hall, self._metrics = app, hall, metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        name = method_in(scope["path"]) if scope["type"] == "http" else None
        if name is None:
            await self._app(scope, receive, send)
        elif scope["method"] == "POST":
            began = time.perf_counter()
            await self._post(name, scope, receive, send)
            route = f"/api/{name}/" if name in METHODS else "/api/-/"
            self._metrics.answered("POST", route, 200, time.perf_counter() - began)
        elif scope["method"] != "GET":
            await NOT_IMPLEMENTED(scope, receive, send)
        elif name == "jsonp" and scope["query_string"]:
            await self._jsonp(scope, receive, send)
        else:
            await self._app({**scope, "path": f"/api/{name}/" if name else "/api/"}, receive, send)

    async def _post(self, name: str, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            body, rest = await _body(scope, receive)
        except _GoneError:
            return
        answer = await self._answer(
            lambda: _method_of_post(name), lambda: fields_of_body(_whole(body)), scope, receive
        )
        await _send(send, 200, JSON, answer, close=rest)

    async def _jsonp(self, scope: Scope, receive: Receive, send: Send) -> None:
        """The method that the query names, with values that are all text."""
        try:
            fields = fields_of_query(scope["query_string"])
            callback = callback_of(fields)
        except RefusedError as error:
            await _send(send, 200, JSON, _failure(error))
            return
        answer = await self._answer(lambda: self._method_of_query(fields), lambda: fields, scope, receive)
        await _send(send, 200, SCRIPT, b"%s(%s);" % (callback.encode("ascii"), answer))

    def _method_of_query(self, fields: Mapping[str, Any]) -> Method:
        if not self._hall.jsonp:
            raise RefusedError("jsonp is switched off on this server: send POST requests.")
        return method_named(method_of(fields))

    async def _answer(
        self,
        method: Callable[[], Method],
        fields: Callable[[], Mapping[str, Any]],
        scope: Scope,
        receive: Receive,
    ) -> bytes:
        try:
            run = method()
            told = await run(self._hall, Asked(fields(), lambda: _gone(receive), _network(scope)))
        except RefusedError as error:
            return _failure(error)
        except RetryError as error:
            return _encoded({"result": "retry", "reason": str(error)})
        except StorageError as error:
            log.error("storage: %s", error)
            return _failure(
                "The database takes nothing at present, and nothing was changed: try again in a minute."
            )
        except Exception:
            number = secrets.token_hex(4)
            log.exception("error %s", number)
            return _failure(f"The server broke, not you. Tell the staff this number: {number}.")
        return _encoded({"result": "success", **told})


def _method_of_post(name: str) -> Method:
    if name == "jsonp":
        raise RefusedError("jsonp is asked by GET, with everything in the query.")
    return method_named(name)


async def _body(scope: Scope, receive: Receive) -> tuple[bytes | None, bool]:
    """The body, or `None` for one that is too large; and whether some of it was left unread."""
    told = next((value for name, value in scope["headers"] if name == b"content-length"), b"0")
    if int(told) > DRAINED_BYTES:
        return None, True
    parts: list[bytes] = []
    got = 0
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise _GoneError
        part = message.get("body", b"")
        got += len(part)
        if got <= MOST_BYTES:
            parts.append(part)
        if not message.get("more_body", False):
            return (b"".join(parts) if got <= MOST_BYTES else None), False
        if got > DRAINED_BYTES:
            return None, True


def _whole(body: bytes | None) -> bytes:
    if body is None:
        raise RefusedError(f"The body is larger than {MOST_BYTES:,} bytes.")
    return body


def _network(scope: Scope) -> str:
    client = scope.get("client")
    return network_of(client[0]) if client else ""


async def _gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


def _failure(reason: object) -> bytes:
    return _encoded({"result": "failure", "reason": str(reason)})


def _encoded(answer: dict[str, Any]) -> bytes:
    return json.dumps(answer, separators=(", ", ": ")).encode("ascii")


async def _send(send: Send, status: int, kind: bytes, body: bytes, *, close: bool = False) -> None:
    headers = [(b"content-type", kind), (b"content-length", b"%d" % len(body)), *HEADERS]
    if close:
        headers.append((b"connection", b"close"))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})

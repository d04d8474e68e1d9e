"""Pages of the site as files that need no server: each page is asked for as a browser asks, its links are made
relative, and what only a server can do is left out."""

from __future__ import annotations

import asyncio
import html
import posixpath
import re
from collections import deque
from collections.abc import Callable
from pathlib import Path
from urllib.parse import parse_qsl, quote, urlsplit

from fastapi import FastAPI
from playfunc.files import write_whole
from starlette.types import Message, Scope

from playfunc_web.errors import SiteError

__all__ = ["MOST_GAMES", "export", "file_of"]

MOST_GAMES = 400
"""Games that get a page with a replay; each takes about a quarter of a megabyte. Links to others become plain text."""

_WRITTEN = re.compile(
    r"/static/[\w.-]+"
    r"|/(?:ladder|player|versus|game|runs)(?:/[\w.-]+)+"
    r"|/records|/docs(?:/[\w-]+)?"
    r"|/api/v1/ladders/[\w-]+/runs/\d+/(?:standings\.csv|games\.csv|run\.jsonl)"
)
_GAME = re.compile(r"/game/\d+/\d+")
_LINK = re.compile(r' (href|src)="(/[^"]*)"')
_FILES = (".css", ".js", ".svg", ".csv", ".jsonl", ".png", ".txt")


def export(app: FastAPI, first: str, out: Path, told: Callable[[int], None] = lambda pages: None) -> int:
    """Write the page at `first`, and all that it leads to, below `out`; `index.html` shows the first once more. The
    number of files.

    `app` answers as to somebody who is not logged in. Raises `SiteError` where a page cannot be made.
    """
    app.state.static = first
    pages = asyncio.run(_crawl(app, first, told))
    for address, (body, is_page) in pages.items():
        _write(out, file_of(address), body, is_page, pages)
    _write(out, "index.html", *pages[first], pages)
    return len(pages) + 1


def file_of(address: str) -> str:
    """Where the page of an address is written, relative to the site's root."""
    parts = urlsplit(address)
    path = parts.path.strip("/")
    if path.endswith(_FILES):
        return path
    asked = "".join(
        f".{quote(name, safe='')}-{quote(value, safe='')}" for name, value in parse_qsl(parts.query)
    )
    return f"{path}{asked}.html"


_Pages = dict[str, tuple[bytes, bool]]
"""Address → body, and whether it is a page whose links are followed."""


async def _crawl(app: FastAPI, first: str, told: Callable[[int], None]) -> _Pages:
    found: _Pages = {}
    waiting, seen, games = deque([first]), {first}, 0
    while waiting:
        address = waiting.popleft()
        body, media = await _get(app, address)
        is_page = media.startswith("text/html") and not address.endswith("/replay")
        found[address] = body, is_page
        told(len(found))
        for link in _links(body) if is_page else ():
            if link in seen or not _WRITTEN.fullmatch(urlsplit(link).path):
                continue
            if _GAME.fullmatch(link):
                if games == MOST_GAMES:
                    continue
                games += 1
            seen.add(link)
            waiting.append(link)
    return found


def _links(body: bytes) -> list[str]:
    return [_address(link) for _, link in _LINK.findall(body.decode())]


def _address(link: str) -> str:
    return html.unescape(link).partition("#")[0]


def _write(out: Path, name: str, body: bytes, is_page: bool, pages: _Pages) -> None:
    if is_page:
        body = _LINK.sub(lambda link: _relative(link, name, pages), body.decode()).encode()
    write_whole(out / name, body)


def _relative(link: re.Match[str], name: str, pages: _Pages) -> str:
    """The link from one file to another; nothing for what no file was written of."""
    address, mark, part = html.unescape(link[2]).partition("#")
    if address not in pages:
        return ""
    there = posixpath.relpath(file_of(address), posixpath.dirname(name) or ".")
    return f' {link[1]}="{html.escape(quote(there) + mark + part)}"'


async def _get(app: FastAPI, address: str) -> tuple[bytes, str]:
    """The body and the media type of what the application answers."""
    parts = urlsplit(address)
    scope: Scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": "GET",
        "scheme": "http",
        "path": parts.path,
        "raw_path": parts.path.encode(),
        "query_string": parts.query.encode(),
        "root_path": "",
        "headers": [(b"host", b"ladder")],
        "client": ("127.0.0.1", 0),
        "server": ("ladder", 80),
    }
    status = 500
    headers: dict[bytes, bytes] = {}
    chunks: list[bytes] = []
    asked = False

    async def receive() -> Message:
        nonlocal asked
        if asked:
            await asyncio.Event().wait()  # nobody goes away before the answer is complete
        asked = True
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Message) -> None:
        nonlocal status, headers
        if message["type"] == "http.response.start":
            status, headers = message["status"], dict(message["headers"])
        else:
            chunks.append(message.get("body", b""))

    await app(scope, receive, send)
    if status != 200:
        raise SiteError(f"the page {address} could not be made (status {status})")
    return b"".join(chunks), headers.get(b"content-type", b"").decode()

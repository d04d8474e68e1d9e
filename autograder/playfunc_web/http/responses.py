"""Answers to people and programs: templates → pages, and errors → a page, or an object by RFC 9457.

Every page extends `base.html`; everything in it is escaped."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Mapping
from datetime import datetime
from functools import lru_cache
from http import HTTPStatus
from typing import Any
from urllib.parse import quote
from zoneinfo import ZoneInfo

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, JSONResponse, RedirectResponse
from jinja2 import ChoiceLoader, Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape
from playfunc import __version__
from playfunc.errors import PlayError, fault_kind
from playfunc.statistics import LEAST_DEALS, TOO_FEW_DEALS
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect

from playfunc_web.access import ANONYMOUS, shown_name
from playfunc_web.errors import ProblemError, StorageError
from playfunc_web.http.content import is_content_request, plain_answer
from playfunc_web.http.middleware import route_of
from playfunc_web.http.viewer import local_path, site_of

# What the site's own words for states are on pages.

WORDS = {
    "queued": "Waiting",
    "checking": "Being checked",
    "admitted": "Admitted",
    "refused": "Refused",
    "broken": "Broken, ours",
    "withdrawn": "Withdrawn",
    "passed": "Passed",
    "failed": "Failed",
    "skipped": "Skipped",
    "planned": "Planned",
    "playing": "Being played",
    "complete": "Complete",
    "stopped": "Stopped",
    "nightly": "Nightly",
    "button": "Started by staff",
    "final": "Final",
    "page": "the upload page",
    "command": "command",
    "workbook": "the workbook",
    "open": "Open",
    "frozen": "Frozen",
}
"""State, verdict, kind of a run or origin of an upload, as the database has it → as pages show it."""


def worded(word: str) -> str:
    """The word as pages show it; one that is not known, as it is."""
    return WORDS.get(word, word)


def fault_words(name: str) -> str:
    """What a kind of fault is, such as "one move took longer than the limit"; empty for one that is not known."""
    kind = fault_kind(name)
    said = "" if kind is PlayError else (kind.__doc__ or "").partition(".")[0]
    return said[:1].lower() + said[1:]


def sentence(text: str, without: str = "") -> str:
    """The text as a sentence: with a capital letter and a full stop, and without what a heading says already."""
    said = text.strip().removeprefix(without).strip()
    ended = said if not said or said[-1] in ".!?…:" else f"{said}."
    return ended[:1].upper() + ended[1:]


def with_code(text: str) -> Markup:
    """The text with `names` between backquotes as code."""
    parts = text.split("`")
    if len(parts) % 2 == 0:
        return escape(text)
    return Markup("").join(
        Markup("<code>{}</code>").format(part) if place % 2 else escape(part)
        for place, part in enumerate(parts)
    )


def render(
    request: Request, template: str, context: Mapping[str, Any] | None = None, *, status: int = 200
) -> HTMLResponse:
    """A page. The template also knows `viewer`, `site` (its settings), `path`, `version`, and whether
    the page is `served` or becomes a file of a ladder without a server, whose `first` page has this address."""
    site = site_of(request)
    viewer = getattr(request.state, "viewer", ANONYMOUS)
    first = getattr(request.app.state, "static", "")
    html = (
        environment(site.settings.timezone)
        .get_template(template)
        .render(
            viewer=viewer,
            site=site.settings,
            path=request.url.path,
            navigation=request.app.state.navigation,
            foot=request.app.state.foot,
            trouble=request.app.state.trouble.now,
            served=not first,
            first=first,
            version=__version__,
            **(context or {}),
        )
    )
    return HTMLResponse(html, status)


def attachment(content: str | bytes, media: str, name: str) -> Response:
    """A file to download; its `name` is of ASCII."""
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(content, media_type=media, headers=headers)


@lru_cache
def environment(timezone: str) -> Environment:
    loader = ChoiceLoader(
        [PackageLoader(f"playfunc_web.{package}") for package in ("layout", "pages", "skullwhist", "marking")]
    )
    made = Environment(
        loader=loader, autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    zone = ZoneInfo(timezone)
    made.filters["time"] = lambda seconds: _time(seconds, zone)
    made.filters["iso"] = lambda seconds: datetime.fromtimestamp(seconds, zone).isoformat(timespec="seconds")
    made.filters["number"] = _number
    made.filters["duration"] = duration
    made.filters["shown"] = shown_name
    made.filters["worded"] = worded
    made.filters["sentence"] = sentence
    made.filters["with_code"] = with_code
    made.filters["fault"] = fault_words
    made.filters["plain"] = _plain
    made.tests["too_few"] = lambda deals: deals < LEAST_DEALS
    made.globals.update(too_few_deals=TOO_FEW_DEALS, least_deals=LEAST_DEALS)
    return made


def _time(seconds: float | None, zone: ZoneInfo) -> str:
    """Such as "23 Nov 2026, 14:05"."""
    if seconds is None:
        return "–"
    when = datetime.fromtimestamp(seconds, zone)
    return f"{when.day} {when:%b %Y, %H:%M}"


def _number(value: float | None, digits: int = 2, sign: bool = False) -> str:
    if value is None:
        return "–"
    value = round(value, digits) + 0.0  # so that no zero has a minus
    text = f"{value:{'+' if sign else ''}.{digits}f}"
    return text.replace("-", "−")


def _plain(value: float) -> str:
    """A score of one game, such as "−80" or "0.5"."""
    return f"{value:g}".replace("-", "−")


def duration(seconds: float | None) -> str:
    """Such as "40 s", "3 min" or "1 h 20 min"."""
    if seconds is None:
        return "–"
    if seconds < 90:
        return f"{seconds:.0f} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 90 else f"{minutes // 60} h {minutes % 60} min"


# Errors, for the person or the program that asked: a page, or an object by RFC 9457.

log = logging.getLogger("playfunc_web")

FORM_PAGES = ("account", "login", "staff", "upload")
"""Pages with forms: the first parts of the addresses that these are sent to."""

_SENTENCES = {
    404: "There is no page at this address.",
    405: "This address does not take that kind of request.",
}


def add_problems(app: FastAPI) -> None:
    """Answer every exception of a route with a problem."""
    app.add_exception_handler(ProblemError, _problem)
    app.add_exception_handler(StorageError, _storage)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _http)
    app.add_exception_handler(OverflowError, _beyond)
    app.add_exception_handler(ClientDisconnect, _gone)
    app.add_exception_handler(Exception, _broken)


def answer(request: Request, problem: ProblemError) -> Response:
    """The problem as whoever asked reads it."""
    if is_content_request(request):
        return plain_answer(request.app.state.content, problem)
    headers = dict(problem.headers)
    if request.url.path.startswith("/api/") or getattr(request.state, "token", False):
        body = {
            "type": "about:blank",
            "title": problem.title,
            "status": problem.status,
            "detail": problem.detail,
            "instance": request.url.path,
        }
        return JSONResponse(body, problem.status, headers, media_type="application/problem+json")
    if problem.status == 401 and request.method == "GET" and "hx-request" not in request.headers:
        return RedirectResponse(f"/login?next={quote(_with_query(request, request.url.path))}", 303)
    context = {"problem": problem, "back": _form_page(request)}
    response = render(request, "problem.html", context, status=problem.status)
    response.headers.update(headers)
    return response


def _with_query(request: Request, path: str) -> str:
    return f"{path}?{request.url.query}" if request.url.query else path


def _form_page(request: Request) -> str:
    """Of the page whose form was sent; empty where none was, or it is not known."""
    first = request.url.path.split("/")[1]
    return f"/{first}" if request.method == "POST" and first in FORM_PAGES else ""


async def _problem(request: Request, error: Exception) -> Response:
    assert isinstance(error, ProblemError)
    return answer(request, error)


async def _storage(request: Request, error: Exception) -> Response:
    log.error("storage: %s", error)
    request.app.state.trouble.failed()
    detail = (
        "The database takes nothing at present. Nothing that was acknowledged is lost; try again in a minute."
    )
    return answer(
        request, ProblemError(503, "Storage is unavailable", detail, headers=(("Retry-After", "60"),))
    )


async def _invalid(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    parts = [
        f"{'.'.join(str(part) for part in one['loc'][1:]) or 'The request'}: {one['msg']}."
        for one in error.errors()[:5]
    ]
    return answer(request, ProblemError(422, "This request does not fit", " ".join(parts)))


async def _gone(request: Request, error: Exception) -> Response:
    """Whoever asked has left while sending: nobody reads this."""
    return Response(status_code=400)


async def _http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if isinstance(
        error.__cause__, ProblemError
    ):  # such as a body that is too large, which FastAPI words anew
        return answer(request, error.__cause__)
    page = request.method == "GET" and not request.url.path.startswith("/api/")
    if error.status_code == 404 and page and request.url.path.endswith("/"):
        return RedirectResponse(local_path(_with_query(request, request.url.path.rstrip("/"))), 303)
    title = HTTPStatus(error.status_code).phrase
    detail = _SENTENCES.get(error.status_code, str(error.detail))
    return answer(
        request, ProblemError(error.status_code, title, detail, headers=tuple((error.headers or {}).items()))
    )


async def _beyond(request: Request, error: Exception) -> Response:
    """A number in an address that is larger than any in the database."""
    return answer(request, ProblemError(404, HTTPStatus.NOT_FOUND.phrase, _SENTENCES[404]))


async def _broken(request: Request, error: Exception) -> Response:
    number = secrets.token_hex(4)
    log.exception("error %s at %s", number, route_of(request.scope), exc_info=error)
    detail = f"The site broke, not you. Tell the staff this number: {number}."
    return answer(request, ProblemError(500, "Broken, ours", detail))

"""Errors, for the person or the program that asked: a page, or an object by RFC 9457."""

from __future__ import annotations

import logging
import secrets
from http import HTTPStatus
from urllib.parse import quote

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, RedirectResponse
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect

from playfunc_web.errors import ProblemError, StorageError
from playfunc_web.http.content import is_apart, plain_answer
from playfunc_web.http.local import local_path
from playfunc_web.http.measured import route_of
from playfunc_web.http.render import render

__all__ = ["add_problems", "answer"]

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
    if is_apart(request):
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

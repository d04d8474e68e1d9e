"""What all methods of the API share: where they are, how errors are described, who may call them; and the page
`/api`."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request, Security
from fastapi.responses import Response
from fastapi.routing import APIRoute
from fastapi.security import HTTPBearer

from playfunc_web.access import Viewer, require_token
from playfunc_web.api.shapes import Problem
from playfunc_web.errors import ProblemError
from playfunc_web.http.responses import render
from playfunc_web.http.viewer import Anyone, Reader

PREFIX = "/api/v1"

BEARER = HTTPBearer(
    auto_error=False, description="A token from your account page, sent as: Authorization: Bearer TOKEN"
)

_TITLES = {
    400: "No readable body",
    401: "No login, or an unknown token",
    403: "Not for this account",
    404: "There is none, or no page so far",
    409: "Not at present",
    413: "Too large",
    415: "Of no kind that is taken",
    422: "The request does not fit",
    429: "Too many requests",
    503: "Storage is unavailable",
}


def problems(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """The errors of a method, for its description."""
    schema = Problem.model_json_schema()
    return {
        status: {"description": _TITLES[status], "content": {"application/problem+json": {"schema": schema}}}
        for status in statuses
    }


async def _read(viewer: Reader) -> None:
    """Whoever may read pages may read these."""


async def _known_parameters(request: Request) -> None:
    """A parameter that is misspelt is refused: left out in silence, it would answer another question."""
    route = request.scope["route"]
    known = [field.alias for field in route.dependant.query_params] if isinstance(route, APIRoute) else []
    unknown = next((name for name in request.query_params if name not in known), None)
    if unknown is not None:
        raise ProblemError(
            422,
            "This request does not fit",
            f"There is no parameter {unknown[:40]!r} here; there is {', '.join(known) or 'none'}.",
        )


async def _token_member(request: Request, viewer: Anyone) -> Viewer:
    require_token(viewer, getattr(request.state, "token", False))
    return viewer


def api_router(tags: Sequence[str], *, by_token: bool = False) -> APIRouter:
    """A router whose methods need what reading a page needs, or a token."""
    return APIRouter(
        prefix=PREFIX,
        tags=list(tags),
        dependencies=[
            Security(BEARER),
            Depends(_token_member if by_token else _read),
            Depends(_known_parameters),
        ],
        responses=problems(401, 422, 503),
    )


TokenMember = Annotated[Viewer, Depends(_token_member)]
"""Somebody who sent a token."""


# `/api`: every method of the API, with an example that was really run (see tests/helpers/api_examples.py).

router = APIRouter(include_in_schema=False)

EXAMPLES = "examples.json"


@router.get("/api")
def api_page(request: Request, viewer: Reader) -> Response:
    described = request.app.openapi()
    context = {"methods": methods_of(described), "openapi": request.app.openapi_url}
    return render(request, "api.html", context)


def methods_of(described: dict[str, Any]) -> list[dict[str, Any]]:
    """All methods of a description, in its order, each with the `command` and the `answer` of an example."""
    return [
        {"verb": verb.upper(), "path": path, **method, **_example(f"{verb.upper()} {path}")}
        for path, verbs in described["paths"].items()
        for verb, method in verbs.items()
    ]


def _example(method: str) -> dict[str, str]:
    example = _examples().get(method, {})
    answer = example.get("answer", "")
    text = answer if isinstance(answer, str) else json.dumps(answer, indent=2, ensure_ascii=False)
    return {"command": example.get("command", ""), "answer": text}


@cache
def _examples() -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = json.loads((files(__package__) / EXAMPLES).read_text("utf-8"))
    return found

"""`/api`: every method of the API, with an example that was really run (see tests/helpers/api_examples.py)."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import Response

from playfunc_web.http.render import render
from playfunc_web.http.viewer import Reader

__all__ = ["EXAMPLES", "Method", "methods_of", "router"]

router = APIRouter(include_in_schema=False)

EXAMPLES = "examples.json"


@dataclass(frozen=True, slots=True)
class Method:
    """A method as the page shows it. `command` and `answer` are those of the example."""

    verb: str
    path: str
    about: str
    parameters: tuple[tuple[str, str, str], ...]
    """Name, where it stands, what it is."""
    command: str
    answer: str


@router.get("/api")
def api_page(request: Request, viewer: Reader) -> Response:
    described = request.app.openapi()
    context = {"methods": methods_of(described), "openapi": request.app.openapi_url}
    return render(request, "api.html", context)


def methods_of(described: dict[str, Any]) -> list[Method]:
    """All methods of a description, in its order."""
    return [
        _method(verb, path, told)
        for path, verbs in described["paths"].items()
        for verb, told in verbs.items()
    ]


def _method(verb: str, path: str, told: dict[str, Any]) -> Method:
    example = _examples().get(f"{verb.upper()} {path}", {})
    parameters = tuple(
        (each["name"], each["in"], each.get("description", "")) for each in told.get("parameters", ())
    )
    answer = example.get("answer", "")
    text = answer if isinstance(answer, str) else json.dumps(answer, indent=2, ensure_ascii=False)
    return Method(verb.upper(), path, told["description"], parameters, example.get("command", ""), text)


@cache
def _examples() -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = json.loads((files(__package__) / EXAMPLES).read_text("utf-8"))
    return found

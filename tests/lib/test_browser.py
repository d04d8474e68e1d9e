"""Requests through a browser, here a made-up one; tests/lite asks a ladder from a real one."""

from __future__ import annotations

import json
import sys
from types import ModuleType, SimpleNamespace
from typing import Any, ClassVar
from urllib.error import HTTPError, URLError
from urllib.request import Request

import pytest
from playfunc import sites
from playfunc.sites import IN_BROWSER, browser_opener
from playfunc.submit import SubmitError

SITE = "https://ladder.example.edu"


class JsError(Exception):
    """As a browser raises where a request has no answer."""


class Asked:
    """What a browser's XMLHttpRequest does, with an answer of our own."""

    made: ClassVar[list[Asked]] = []
    answers: ClassVar[dict[str, tuple[int, str, str]]] = {}
    """Address → status, address that answered, text."""

    def __init__(self) -> None:
        self.headers: dict[str, str] = {}
        self.made.append(self)

    @classmethod
    def new(cls) -> Asked:
        return cls()

    def open(self, method: str, url: str, later: bool) -> None:
        assert later is False
        self.method, self.url = method, url

    def setRequestHeader(self, name: str, value: str) -> None:  # noqa: N802
        self.headers[name] = value

    def send(self, body: object) -> None:
        self.body = body
        if self.url not in self.answers:
            raise JsError
        self.status, self.responseURL, text = self.answers[self.url]
        self.statusText = "as the site says"
        self.response = SimpleNamespace(to_bytes=text.encode)

    def getAllResponseHeaders(self) -> str:  # noqa: N802
        return "content-type: application/json\r\nretry-after: 5\r\n"


@pytest.fixture(autouse=True)
def browser(monkeypatch: pytest.MonkeyPatch) -> None:
    js, pyodide, ffi = (ModuleType(name) for name in ("js", "pyodide", "pyodide.ffi"))
    vars(js)["XMLHttpRequest"] = Asked
    vars(ffi).update(JsException=JsError, to_js=lambda value: value)
    for module in (js, pyodide, ffi):
        monkeypatch.setitem(sys.modules, module.__name__, module)
    monkeypatch.setattr(Asked, "made", [])
    monkeypatch.setattr(Asked, "answers", {})


def asked(path: str, body: bytes | None = None) -> Any:
    request = Request(f"{SITE}{path}", body, {"Accept": "application/json"})
    request.add_unredirected_header("Authorization", "Bearer secret")
    return browser_opener(SubmitError).open(request, timeout=5)


def test_this_is_no_browser() -> None:
    assert not IN_BROWSER


def test_in_a_browser_a_site_is_asked_through_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sites, "IN_BROWSER", True)
    Asked.answers[f"{SITE}/ladders"] = (200, f"{SITE}/ladders", "[]")
    with sites.opener_of(SITE, SubmitError).open(f"{SITE}/ladders") as answer:
        assert json.load(answer) == []


def test_method_token_and_body_go_out_and_no_header_that_a_browser_sets_itself() -> None:
    Asked.answers[f"{SITE}/versions"] = (201, f"{SITE}/versions", '{"number": 1}')
    with asked("/versions", b"def play(): ...") as answer:
        assert json.load(answer) == {"number": 1}
        assert answer.headers["Retry-After"] == "5"
    [request] = Asked.made
    assert (request.method, request.body) == ("POST", b"def play(): ...")
    assert request.headers == {"Accept": "application/json", "Authorization": "Bearer secret"}


def test_a_refusal_is_told_with_what_the_site_says() -> None:
    Asked.answers[f"{SITE}/ladders"] = (403, f"{SITE}/ladders", '{"title": "No", "detail": "not you"}')
    with pytest.raises(HTTPError) as refused:
        asked("/ladders")
    with refused.value as error:
        assert error.code == 403
        assert json.load(error)["detail"] == "not you"


def test_no_answer_is_told_as_a_browser_can_tell_it() -> None:
    with pytest.raises(URLError, match="does not allow requests from this page"):
        asked("/ladders")


def test_an_answer_of_another_site_is_refused() -> None:
    Asked.answers[f"{SITE}/ladders"] = (200, "https://elsewhere.example.edu/ladders", "[]")
    with pytest.raises(SubmitError, match=r"sends on to elsewhere\.example\.edu"):
        asked("/ladders")

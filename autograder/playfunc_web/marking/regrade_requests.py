"""Regrade requests, for the instructor: what students ask, the mark played again beside it, and the answer."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from html import unescape
from textwrap import shorten
from typing import Annotated

from fastapi import APIRouter, Request
from fastapi import Form as Field
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from markupsafe import Markup, escape
from playfunc_checks.course_settings import read_secret
from playfunc_classroom.appeals import audit_path
from playfunc_classroom.nbgrader_bridge.marker_documents import unnamed
from playfunc_classroom.regrade_requests import RegradeRequest, answer_request, read_requests

from playfunc_web.errors import ProblemError
from playfunc_web.http.middleware import DOCUMENT_POLICY
from playfunc_web.http.responses import render
from playfunc_web.http.viewer import Admin
from playfunc_web.marking.grading_session import GradingSession, Sheet, grading_session

router = APIRouter(include_in_schema=False)

PLACE = "/regrade-requests/{assignment}/{number}"

_FRAME = re.compile(r'<iframe class="pf-frame"[^>]* srcdoc="([^"]*)"')
_SCRIPT = re.compile(r"script-src ('sha256-[\w+/=]+')")


@dataclass(frozen=True, slots=True)
class Asked:
    """A request as pages show it, without the `names` of its author: `number` in addresses says nothing about the
    student, `code` is the pseudonym."""

    sheet: Sheet
    request: RegradeRequest
    number: str
    names: tuple[str, ...]

    @property
    def assignment(self) -> str:
        return self.request.assignment

    @property
    def code(self) -> str:
        return self.sheet.codes.get(self.request.student, "")

    @property
    def words(self) -> Markup:
        return self.shown(self.request.words)

    @property
    def beginning(self) -> Markup:
        return self.shown(shorten(self.request.words, 120, placeholder=" …"))

    def shown(self, text: str) -> Markup:
        """Text as HTML, without the names."""
        return Markup(unnamed(str(escape(text)), self.names))

    @property
    def asked(self) -> float:
        return _seconds(self.request.asked)

    @property
    def answered(self) -> float:
        return _seconds(self.request.answered)


@router.get("/regrade-requests")
def requests_page(request: Request, viewer: Admin) -> Response:
    grading = grading_session(request)
    found = [each for name in grading.assignments() for each in _all(grading, name).values()]
    found.sort(key=lambda each: bool(each.request.answered))
    until = {name: when.timestamp() for name, when in grading.course.settings.regrade_requests.items()}
    return render(request, "marking_regrade_requests.html", {"requests": found, "until": until})


@router.get(PLACE)
def request_page(request: Request, viewer: Admin, assignment: str, number: str) -> Response:
    grading = grading_session(request)
    asked = _find(grading, assignment, number)
    student = asked.request.student
    page = audit_path(grading.course.root, assignment, student)
    context = {
        "asked": asked,
        "cells": grading.course.standing(assignment, student),
        "running": grading.replays.running(assignment, student),
        "failed": asked.shown(grading.replays.trouble(assignment, student)),
        "played": page.stat().st_mtime if page.is_file() else None,
    }
    return render(request, "marking_regrade_request.html", context)


@router.get(f"{PLACE}/evidence")
def evidence(request: Request, viewer: Admin, assignment: str, number: str) -> Response:
    """What `playfunc audit` has written, as a document of its own, which runs nothing but the scripts of replays."""
    grading = grading_session(request)
    student = _find(grading, assignment, number).request.student
    try:
        html = audit_path(grading.course.root, assignment, student).read_text(encoding="utf-8")
    except FileNotFoundError as error:
        raise ProblemError(404, "Not played again yet", "Play the mark again first.") from error
    headers = {"content-security-policy": _policy(html)}
    return HTMLResponse(unnamed(html, grading.names(student)), headers=headers)


def _policy(html: str) -> str:
    """Nothing runs but what the frames of replays name as theirs. Only we write tags: what students wrote is text."""
    documents = map(unescape, _FRAME.findall(html))
    scripts = {found[1] for document in documents if (found := _SCRIPT.search(document))}
    if not scripts:
        return DOCUMENT_POLICY
    rules = DOCUMENT_POLICY.replace("sandbox", "sandbox allow-scripts", 1)
    return f"{rules}; script-src {' '.join(sorted(scripts))}"


@router.post(f"{PLACE}/replay")
def replay(request: Request, viewer: Admin, assignment: str, number: str) -> Response:
    """Play the mark again in the background; the page waits for it."""
    grading = grading_session(request)
    if not grading.replays.begin(assignment, _find(grading, assignment, number).request.student):
        raise ProblemError(
            409,
            "Another mark is played",
            "Another mark is played again now: wait a few minutes, then try again.",
        )
    return RedirectResponse(PLACE.format(assignment=assignment, number=number), 303)


@router.post(f"{PLACE}/answer")
def answer(
    request: Request,
    viewer: Admin,
    assignment: str,
    number: str,
    words: Annotated[str, Field(max_length=20_000)],
    cell: Annotated[str, Field(max_length=200)] = "",
    points: Annotated[str, Field(max_length=20)] = "",
) -> Response:
    """Keep the answer, and override the points of a cell where one is chosen."""
    grading = grading_session(request)
    asked = _find(grading, assignment, number).request
    try:
        given = _given(cell, points)
        answer_request(grading.course, assignment, asked.student, words, viewer.login, given, asked.asked)
    except ValueError as error:
        sentence = unnamed(str(error), grading.names(asked.student))
        raise ProblemError(422, "The answer was not kept", f"{sentence}. Nothing was changed.") from error
    return RedirectResponse(PLACE.format(assignment=assignment, number=number), 303)


def _given(cell: str, points: str) -> Mapping[str, float]:
    if not cell and not points.strip():
        return {}
    if not cell or not points.strip():
        raise ValueError("give both the task and its points, or neither")
    try:
        number = float(points.replace(",", "."))
    except ValueError:
        number = -1.0
    if not 0 <= number < float("inf"):
        raise ValueError(f"points are a number, 0 or more; got {points[:20]!r}")
    return {cell: number}


def _all(grading: GradingSession, assignment: str) -> dict[str, Asked]:
    """By number, in the order of the requests."""
    secret, sheet = read_secret(grading.course.root), grading.sheet(assignment)
    found = (
        Asked(sheet, each, _number(each, secret), grading.names(each.student))
        for each in read_requests(grading.course.root, assignment)
    )
    return {each.number: each for each in found}


def _number(request: RegradeRequest, secret: str) -> str:
    keyed = f"regrade-request\n{secret}\n{request.student}\n{request.asked}"
    return hashlib.sha256(keyed.encode()).hexdigest()[:12]


def _seconds(moment: str) -> float:
    return datetime.fromisoformat(moment).timestamp()


def _find(grading: GradingSession, assignment: str, number: str) -> Asked:
    asked = _all(grading, assignment).get(number)
    if asked is None:
        raise ProblemError(
            404, "No such request", "There is no request at this address: go back to the list."
        )
    return asked

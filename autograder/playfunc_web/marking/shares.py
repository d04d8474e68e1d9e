"""The first page of a marker: each assignment's share, in order, with what is done."""

from __future__ import annotations

from dataclasses import dataclass

from fastapi import APIRouter, Request
from fastapi.responses import Response

from playfunc_web.access import Viewer
from playfunc_web.http.render import render
from playfunc_web.http.viewer import Staff
from playfunc_web.marking.desk import Desk, desk_of, done

__all__ = ["router"]

router = APIRouter(include_in_schema=False)

TITLES = {
    "calibration": ": everybody marks these, to compare",
    "first": "",
    "second": ", marked a second time",
}
"""Rounds in the order of the page, with what stands behind the assignment's title."""


@dataclass(frozen=True, slots=True)
class Row:
    """A submission in the list: its pseudonym, and points by task, `None` where they are to be given."""

    code: str
    points: tuple[float | None, ...]
    done: bool


@dataclass(frozen=True, slots=True)
class Share:
    """A part of the page."""

    assignment: str
    round: str
    title: str
    tasks: tuple[str, ...]
    rows: tuple[Row, ...]

    @property
    def done(self) -> int:
        return sum(row.done for row in self.rows)

    @property
    def next(self) -> str:
        """The first that is to be marked; empty when all are done."""
        return next((row.code for row in self.rows if not row.done), "")


@router.get("/")
def home(request: Request, viewer: Staff) -> Response:
    desk = desk_of(request)
    shares = [
        share
        for name in desk.assignments()
        for round_ in TITLES
        if (share := _share(desk, viewer, name, round_)).rows
    ]
    return render(request, "marking_home.html", {"shares": shares})


@router.get("/help")
def help_page(request: Request, viewer: Staff) -> Response:
    return render(request, "marking_help.html")


def _share(desk: Desk, viewer: Viewer, name: str, round_: str) -> Share:
    sheet = desk.sheet(name)
    mine, tasks = sheet.share(round_, viewer.login), tuple(sheet.rubric)
    held = desk.marks.of_class(sheet.book(round_, viewer.login)) if mine else {}
    rows = (
        Row(
            sheet.codes[student],
            tuple(held[student][task].points for task in tasks if task in held[student]),
            done(held[student]),
        )
        for student in mine
        if student in held
    )
    title = sheet.assignment.title + TITLES[round_]
    return Share(name, round_, title, tasks, tuple(rows))

"""For the head of the course: all submissions, whoever marks them."""

from __future__ import annotations

from dataclasses import dataclass

from fastapi import APIRouter, Request
from fastapi.responses import Response

from playfunc_web.http.render import render
from playfunc_web.http.viewer import Admin
from playfunc_web.marking.desk import Desk, desk_of
from playfunc_web.marking.shares import Row, rows_of

__all__ = ["router"]

router = APIRouter(include_in_schema=False)

STATES = ("to do", "begun", "done")


@dataclass(frozen=True, slots=True)
class Submission:
    """A row of the page: the submission, and whose share it is in."""

    row: Row
    marker: str


@dataclass(frozen=True, slots=True)
class Listed:
    """An assignment on the page, with those submissions that were asked for, of so many."""

    assignment: str
    title: str
    tasks: tuple[str, ...]
    submissions: tuple[Submission, ...]
    of: int


@router.get("/submissions")
def submissions_page(request: Request, viewer: Admin, marker: str = "", state: str = "") -> Response:
    """All of them, or those of a marker, or in a state."""
    desk = desk_of(request)
    listed = [_listed(desk, name, marker, state) for name in desk.assignments()]
    markers = sorted(
        {who for name in desk.assignments() for who in desk.sheet(name).shares["first"].values()}
    )
    context = {"listed": listed, "markers": markers, "states": STATES, "marker": marker, "state": state}
    return render(request, "marking_submissions.html", context)


def _listed(desk: Desk, name: str, marker: str, state: str) -> Listed:
    sheet = desk.sheet(name)
    first = sheet.shares["first"]
    students = sorted(first, key=lambda student: sheet.codes[student])
    rows = rows_of(sheet, students, desk.marks.of_class(name))
    found = [Submission(row, first[student]) for student, row in rows.items()]
    asked = tuple(each for each in found if marker in ("", each.marker) and state in ("", each.row.state))
    return Listed(name, sheet.assignment.title, tuple(sheet.rubric), asked, len(found))

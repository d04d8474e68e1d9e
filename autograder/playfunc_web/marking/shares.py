"""The first page of a marker: each assignment's share, in order, with what is done. For the head of the course: all
submissions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from fastapi import APIRouter, Request
from fastapi.responses import Response
from playfunc_classroom.nbgrader_bridge.gradebook import Held

from playfunc_web.access import Viewer
from playfunc_web.http.responses import render
from playfunc_web.http.viewer import Admin, Staff
from playfunc_web.marking.grading_session import Desk, Sheet, desk_of, done

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
    state: str
    """To do, begun (something is stored), or done."""

    @property
    def done(self) -> bool:
        return self.state == "done"


def rows_of(sheet: Sheet, students: Iterable[str], held: Mapping[str, Mapping[str, Held]]) -> dict[str, Row]:
    """A row for each of these students, in their order, except those whom the gradebook does not know."""
    return {
        student: Row(
            sheet.codes[student],
            tuple(held[student][task].points for task in sheet.rubric if task in held[student]),
            _state(held[student]),
        )
        for student in students
        if student in held
    }


def _state(tasks: Mapping[str, Held]) -> str:
    if done(tasks):
        return "done"
    return "begun" if any(each.points is not None or each.comment for each in tasks.values()) else "to do"


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
    title = sheet.assignment.title + TITLES[round_]
    return Share(name, round_, title, tasks, tuple(rows_of(sheet, mine, held).values()))


# For the head of the course: all submissions, whoever marks them.

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

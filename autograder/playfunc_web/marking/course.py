"""For the head of the course: who is behind, hours left, how markers give points, and where two of them differ."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import median, quantiles
from typing import Annotated

from fastapi import APIRouter, Request
from fastapi import Form as Field
from fastapi.responses import RedirectResponse, Response
from playfunc_checks.course import read_secret
from playfunc_classroom.nbgrader_bridge.second import calibration_book, offer_calibration
from playfunc_classroom.pages.marking_page import agreements
from playfunc_classroom.people.agreement import Agreement
from playfunc_classroom.people.calibration import Difference, Spread, differences, spreads
from playfunc_classroom.people.markers import second_markers
from playfunc_classroom.people.times import read_moments, seconds_each
from playfunc_classroom.runs.shares import points_of, share_again

from playfunc_web.errors import ProblemError
from playfunc_web.http.forms import Form
from playfunc_web.http.render import render
from playfunc_web.http.viewer import Admin, Here, Staff
from playfunc_web.marking.desk import Desk, Sheet, desk_of, done
from playfunc_web.operation.audit import audit

__all__ = ["router"]

router = APIRouter(include_in_schema=False)

USUAL_SECONDS = 8 * 60.0
"""For a submission, until somebody has finished one."""

TO_COMPARE = 5
"""Submissions that everybody marks before the shares."""


@dataclass(frozen=True, slots=True)
class Row:
    """A marker's share: how much is done, the seconds that a submission takes, and points by task."""

    marker: str
    of: int
    done: int
    seconds: float
    measured: bool
    behind: bool
    points: Mapping[str, tuple[float, ...]]

    @property
    def left_seconds(self) -> float:
        return (self.of - self.done) * self.seconds

    def quartiles(self, task: str) -> tuple[float, ...]:
        """Least, lower quartile, median, upper quartile, most; empty without points."""
        given = sorted(self.points[task])
        if len(given) < 2:
            return tuple(given) * 5
        return given[0], *quantiles(given, n=4, method="inclusive"), given[-1]


@dataclass(frozen=True, slots=True)
class Standing:
    """An assignment on the page."""

    sheet: Sheet
    rows: Sequence[Row]
    agreed: Mapping[str, Agreement]
    differences: Sequence[Difference]
    spreads: Sequence[Spread]
    usual: float
    """Seconds for a submission of a marker who has finished none."""


@router.get("/course")
def course_page(request: Request, viewer: Admin) -> Response:
    desk = desk_of(request)
    standings = [_standing(desk, name) for name in desk.assignments()]
    return render(request, "marking_course.html", {"standings": standings, "markers": desk.markers()})


@router.get("/calibration/{assignment}")
def calibration_page(request: Request, viewer: Staff, assignment: str) -> Response:
    """For the head, and for markers who have marked all of it: nobody is led by what others gave."""
    desk = desk_of(request)
    sheet = desk.sheet(assignment)
    mine = desk.marks.of_class(sheet.book("calibration", viewer.login))
    if not viewer.admin and not (mine and all(done(tasks) for tasks in mine.values())):
        raise ProblemError(
            403, "Mark them first", "You see what others gave once you have marked all of these."
        )
    return render(
        request, "marking_calibration.html", {"sheet": sheet, "spreads": _spreads(desk, assignment)}
    )


@router.post("/course/{assignment}/calibration", dependencies=[Form])
def begin_calibration(request: Request, site: Here, viewer: Admin, assignment: str) -> Response:
    """Draw submissions for everybody, the same ones every time."""
    desk = desk_of(request)
    sheet, markers = desk.sheet(assignment), desk.markers()
    if not markers:
        raise ProblemError(409, "No markers", "Name the markers in markers.csv first.")
    drawn = sheet.shares["calibration"] or _drawn(desk, sheet)
    offer_calibration(desk.course, sheet.assignment, drawn, markers)
    with site.database.writing() as session:
        audit(session, viewer, "gave everybody the same submissions", f"{assignment}, {len(drawn)}")
    desk.forget()
    return RedirectResponse("/course", 303)


@router.post("/course/{assignment}/second", dependencies=[Form])
def begin_second(
    request: Request,
    site: Here,
    viewer: Admin,
    assignment: str,
    count: Annotated[int, Field(ge=1, le=10_000)],
) -> Response:
    """Give a sample to second markers."""
    desk = desk_of(request)
    new = share_again(desk.course, desk.sheet(assignment).assignment.name, count)
    with site.database.writing() as session:
        audit(session, viewer, "shared out second marks", f"{assignment}, {len(new)} new")
    desk.forget()
    return RedirectResponse("/course", 303)


def _drawn(desk: Desk, sheet: Sheet) -> Sequence[str]:
    salt = f"calibration\n{read_secret(desk.course.root)}"
    return list(second_markers(sheet.shares["first"], TO_COMPARE, salt))


def _standing(desk: Desk, name: str) -> Standing:
    sheet, shares = desk.sheet(name), desk.shares(name)
    first, second = points_of(shares.given), points_of(shares.twice)
    tasks = tuple(sheet.rubric)
    rows, usual = _rows(desk, sheet, first)
    return Standing(
        sheet,
        rows,
        agreements(first, second, tasks) if second else {},
        differences(first, second),
        _spreads(desk, name),
        usual,
    )


def _rows(
    desk: Desk, sheet: Sheet, given: Mapping[str, Mapping[str, float | None]]
) -> tuple[list[Row], float]:
    """Whoever has most to do first; and the seconds of a usual submission."""
    share = sheet.shares["first"]
    finished = {student for student, tasks in given.items() if None not in tasks.values()}
    times = seconds_each(read_moments(desk.course.root))
    all_times = [_finished(each, sheet, finished) for each in times.values()]
    usual = median([s for each in all_times for s in each] or [USUAL_SECONDS])
    rows = []
    for marker in dict.fromkeys(share.values()):
        mine = [student for student, who in share.items() if who == marker]
        ready = [student for student in mine if student in finished]
        took = _finished(times.get(marker, {}), sheet, set(ready))
        points = {
            task: tuple(p for s in mine if (p := given[s].get(task)) is not None) for task in sheet.rubric
        }
        behind = len(ready) * len(share) < len(finished) * len(mine)
        rows.append(Row(marker, len(mine), len(ready), median(took or [usual]), bool(took), behind, points))
    return sorted(rows, key=lambda row: (-row.left_seconds, row.marker)), usual


def _finished(times: Mapping[tuple[str, str], float], sheet: Sheet, students: set[str]) -> list[float]:
    return [
        s for (book, student), s in times.items() if book == sheet.assignment.name and student in students
    ]


def _spreads(desk: Desk, name: str) -> list[Spread]:
    given = {marker: desk.marks.of_class(calibration_book(name, marker)) for marker in desk.markers()}
    return spreads({marker: points_of(each) for marker, each in given.items()})

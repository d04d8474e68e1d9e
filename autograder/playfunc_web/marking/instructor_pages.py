"""For the instructor: who is behind, hours left, how markers give points, where two of them differ; and phrases
of the rubric, changed everywhere at once.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from statistics import median, quantiles
from typing import Annotated, Any

from fastapi import APIRouter, Request
from fastapi import Form as Field
from fastapi.responses import RedirectResponse, Response
from playfunc_checks.course_settings import read_secret
from playfunc_checks.settings import SettingsError
from playfunc_classroom.markers import (
    Spread,
    differences,
    read_moments,
    second_markers,
    seconds_each,
    spreads,
)
from playfunc_classroom.nbgrader_bridge.gradebook import (
    ChangedError,
    Held,
    calibration_book,
    offer_calibration,
)
from playfunc_classroom.policy.rubric import Change, Moved, Recorded, changed, record, write_bank
from playfunc_classroom.runs.marking_progress import agreements, points_of, share_again

from playfunc_web.errors import ProblemError
from playfunc_web.http.responses import render
from playfunc_web.http.viewer import Admin, Here, Staff
from playfunc_web.marking.grading_session import GradingSession, Sheet, done, grading_session
from playfunc_web.monitoring import audit

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


@router.get("/course")
def course_page(request: Request, viewer: Admin) -> Response:
    grading = grading_session(request)
    standings = [_standing(grading, name) for name in grading.assignments()]
    return render(request, "marking_course.html", {"standings": standings, "markers": grading.markers()})


@router.get("/calibration/{assignment}")
def calibration_page(request: Request, viewer: Staff, assignment: str) -> Response:
    """For the instructor, and for markers who have marked all of it: nobody is led by what others gave."""
    grading = grading_session(request)
    sheet = grading.sheet(assignment)
    mine = grading.marks.of_class(sheet.book("calibration", viewer.login))
    if not viewer.admin and not (mine and all(done(tasks) for tasks in mine.values())):
        detail = "You see what others gave once you have marked all of these."
        raise ProblemError(403, "Mark them first", detail)
    context = {"sheet": sheet, "spreads": _spreads(grading, assignment)}
    return render(request, "marking_calibration.html", context)


@router.post("/course/{assignment}/calibration")
def begin_calibration(request: Request, site: Here, viewer: Admin, assignment: str) -> Response:
    """Draw submissions for everybody, the same ones every time."""
    grading = grading_session(request)
    sheet, markers = grading.sheet(assignment), grading.markers()
    if not markers:
        raise ProblemError(409, "No markers", "Name the markers in markers.csv first.")
    salt = f"calibration\n{read_secret(grading.course.root)}"
    drawn = sheet.shares["calibration"] or list(second_markers(sheet.shares["first"], TO_COMPARE, salt))
    offer_calibration(grading.course, sheet.assignment, drawn, markers)
    with site.database.writing() as session:
        audit(session, viewer, "gave everybody the same submissions", f"{assignment}, {len(drawn)}")
    grading.forget()
    return RedirectResponse("/course", 303)


@router.post("/course/{assignment}/second")
def begin_second(
    request: Request,
    site: Here,
    viewer: Admin,
    assignment: str,
    count: Annotated[int, Field(ge=1, le=10_000)],
) -> Response:
    """Give a sample to second markers."""
    grading = grading_session(request)
    new = share_again(grading.course, grading.sheet(assignment).assignment.name, count)
    with site.database.writing() as session:
        audit(session, viewer, "shared out second marks", f"{assignment}, {len(new)} new")
    grading.forget()
    return RedirectResponse("/course", 303)


def _standing(grading: GradingSession, name: str) -> dict[str, Any]:
    """An assignment on the page; `usual` are the seconds for a submission of a marker who has finished none."""
    sheet, shares = grading.sheet(name), grading.shares(name)
    first, second = points_of(shares.given), points_of(shares.twice)
    rows, usual = _rows(grading, sheet, first)
    return {
        "sheet": sheet,
        "rows": rows,
        "agreed": agreements(first, second, tuple(sheet.rubric)) if second else {},
        "differences": differences(first, second),
        "spreads": _spreads(grading, name),
        "usual": usual,
    }


def _rows(
    grading: GradingSession, sheet: Sheet, given: Mapping[str, Mapping[str, float | None]]
) -> tuple[list[Row], float]:
    """Whoever has most to do first; and the seconds of a usual submission."""
    share = sheet.shares["first"]
    finished = {student for student, tasks in given.items() if None not in tasks.values()}
    times = seconds_each(read_moments(grading.course.root))
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


def _spreads(grading: GradingSession, name: str) -> list[Spread]:
    given = {marker: grading.marks.of_class(calibration_book(name, marker)) for marker in grading.markers()}
    return spreads({marker: points_of(each) for marker, each in given.items()})


# Phrases of the rubric changed, by the instructor: first a preview, then everywhere at once, on record.

Words = Annotated[str, Field(max_length=2000)]


@dataclass(frozen=True, slots=True)
class Carrier:
    """A task of a submission that carries a phrase, in a round of marking."""

    assignment: str
    book: str
    round: str
    """The book's round, in words."""
    student: str
    code: str
    """The pseudonym; empty for a copy in a group, which has no page."""
    held: Held
    moved: Moved

    @property
    def moves(self) -> bool:
        return self.moved.points_before != self.moved.points_after


@router.get("/phrases")
def phrases_page(request: Request, viewer: Admin, done: int | None = None) -> Response:
    grading = grading_session(request)
    rubric = {
        task: each for name in grading.assignments() for task, each in grading.sheet(name).rubric.items()
    }
    return render(request, "marking_phrases.html", {"rubric": rubric, "done": done})


@router.get("/phrases/change")
def change_page(request: Request, viewer: Admin, task: str, criterion: str, phrase: str) -> Response:
    worth = _worth(grading_session(request), task, criterion, phrase)
    change = Change(task, criterion, phrase, worth, phrase, worth)
    return render(request, "marking_phrase.html", {"change": change, "carriers": None})


@router.post("/phrases/change")
def change_phrase(
    request: Request,
    viewer: Admin,
    task: Words,
    criterion: Words,
    phrase: Words,
    after: Words,
    worth: Annotated[float, Field(ge=-1000, le=1000)] = 0.0,
    apply: Annotated[bool, Field()] = False,
) -> Response:
    """Without `apply`, the preview alone."""
    grading = grading_session(request)
    words = " ".join(after.split())
    if not words:
        raise ProblemError(422, "No words", "A phrase has words: write at least one.")
    change = Change(task, criterion, phrase, _worth(grading, task, criterion, phrase), words, worth)
    carriers = list(_carriers(grading, change))
    if not apply:
        return render(request, "marking_phrase.html", {"change": change, "carriers": carriers})
    _apply(grading, change, carriers, viewer.login)
    return RedirectResponse(f"/phrases?done={len(carriers)}", 303)


def _worth(grading: GradingSession, task: str, criterion: str, phrase: str) -> float:
    """What the phrase is worth now. Raises `ProblemError` where there is none."""
    for name in grading.assignments():
        for each in grading.sheet(name).rubric.get(task, ()):
            if each.name == criterion and phrase in each.phrases:
                return each.worth(phrase)
    raise ProblemError(404, "No such phrase", "The rubric has no such phrase any more: go back to the list.")


def _carriers(grading: GradingSession, change: Change) -> Iterator[Carrier]:
    """In every assignment of the course that has the task, and in every round."""
    for name in grading.assignments():
        sheet = grading.sheet(name)
        for book, round_ in grading.books(name).items():
            for student, tasks in grading.marks.of_class(book).items():
                held = tasks.get(change.task)
                criteria = sheet.rubric.get(change.task, ())
                moved = held and changed(held.points, held.comment, criteria, change)
                if held and moved:
                    yield Carrier(name, book, round_, student, sheet.codes.get(student, ""), held, moved)


def _apply(grading: GradingSession, change: Change, carriers: list[Carrier], who: str) -> None:
    """The list of phrases is changed last: after a crash before that, the same change goes on where it stopped."""
    when = datetime.now(grading.course.settings.zone).isoformat(timespec="seconds")
    try:
        for book in dict.fromkeys(each.book for each in carriers):
            mine = [each for each in carriers if each.book == book]
            changes = {
                (each.student, change.task): (each.held, each.moved.points_after, each.moved.comment)
                for each in mine
            }
            grading.marks.save_all(book, changes)
            for each in mine:
                after = replace(each.held, points=each.moved.points_after, comment=each.moved.comment)
                grading.changed(book, each.student, change.task, after, who)
            record(grading.course.root, [_recorded(each, change, who, when) for each in mine])
        write_bank(grading.course.root, change)
    except ChangedError as error:
        raise ProblemError(
            409, "Somebody marks at this moment", "A comment changed meanwhile: look at the preview again."
        ) from error
    except SettingsError as error:
        raise ProblemError(409, "The list of phrases changed", f"{error}.") from error


def _recorded(each: Carrier, change: Change, who: str, when: str) -> Recorded:
    return Recorded(
        change, each.book, each.student, each.moved.points_before, each.moved.points_after, who, when
    )

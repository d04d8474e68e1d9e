"""The page of one submission: its panels first, then what there is to read; and what it saves while its marker
types.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, JSONResponse, Response
from playfunc_classroom.nbgrader_bridge.gradebook import ChangedError, Held
from playfunc_classroom.nbgrader_bridge.marker_documents import PAPERS, paper_of
from playfunc_classroom.policy.rubric import Criterion, Given, Said, comment_of, given_in, misfits, sum_of
from pydantic import BaseModel, ConfigDict, Field

from playfunc_web.access import Viewer
from playfunc_web.errors import ProblemError
from playfunc_web.http.middleware import DOCUMENT_POLICY
from playfunc_web.http.responses import render
from playfunc_web.http.viewer import Admin, Staff
from playfunc_web.marking.grading_session import GradingSession, Piece, Sheet, done, grading_session

router = APIRouter(include_in_schema=False)


@dataclass(frozen=True, slots=True)
class Panel:
    """One task as the page shows it."""

    task: str
    held: Held
    given: Given
    criteria: tuple[tuple[Criterion, Said], ...]
    sum: float | None
    """Of the criteria; the points of the whole task may differ from it."""


def panel_of(task: str, held: Held, criteria: Sequence[Criterion]) -> Panel:
    given = given_in(held.comment, criteria)
    each = tuple((criterion, given.said.get(criterion.name, Said())) for criterion in criteria)
    return Panel(task, held, given, each, sum_of(given, criteria))


@router.get("/mark/{assignment}/{round_}/{code}")
def submission_page(request: Request, viewer: Staff, assignment: str, round_: str, code: str) -> Response:
    grading = grading_session(request)
    piece = grading.piece(viewer, assignment, round_, code)
    held = grading.held(piece)
    grading.note(piece, viewer.login)
    context = {
        "piece": piece,
        "panels": [panel_of(task, each, piece.sheet.rubric[task]) for task, each in held.items()],
        "papers": PAPERS,
        **_neighbours(grading, piece),
    }
    return render(request, "marking_submission.html", context)


@router.get("/paper/{assignment}/{round_}/{code}/{paper}")
def paper(request: Request, viewer: Staff, assignment: str, round_: str, code: str, paper: str) -> Response:
    """A document of its own, which runs nothing."""
    grading = grading_session(request)
    piece = grading.piece(viewer, assignment, round_, code)
    if paper not in PAPERS:
        raise ProblemError(404, "No such document", "There is no page at this address.")
    name = piece.sheet.assignment.name
    html = paper_of(grading.course, name, piece.student, paper, grading.names(piece.student))
    return HTMLResponse(html, headers={"content-security-policy": DOCUMENT_POLICY})


def _neighbours(grading: GradingSession, piece: Piece) -> Mapping[str, str]:
    """Codes of the submissions before and after this one, and of the next to be marked; empty where there is none."""
    share = piece.share
    codes, here = [piece.sheet.codes[student] for student in share], share.index(piece.student)
    held = grading.marks.of_class(piece.book)
    after = (*share[here + 1 :], *share[:here])
    to_do = next((s for s in after if s in held and not done(held[s])), None)
    return {
        "before": codes[here - 1] if here else "",
        "after": codes[here + 1] if here + 1 < len(codes) else "",
        "to_do": "" if to_do is None else piece.sheet.codes[to_do],
    }


# What a page saves while its marker types: one task at a time, into nbgrader's gradebook.

Text = Annotated[str, Field(max_length=20_000)]


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", allow_inf_nan=False)


class OfCriterion(_Strict):
    """What is said about a criterion."""

    name: Text
    points: float | None = None
    phrases: list[Text] = []
    words: Text = ""


class State(_Strict):
    """A whole panel as it stands on the page: the task's points, its criteria, and the rest of the comment."""

    points: float | None
    said: list[OfCriterion] = []
    rest: Text = ""

    def given(self) -> Given:
        return Given({s.name: Said(s.points, tuple(s.phrases), s.words) for s in self.said}, self.rest)


class Save(State):
    """A panel to be saved. `seen` is the digest of what the page was made from or saved last. `unanswered` are states
    that the page sent since, without an answer: the gradebook may hold one of them."""

    seen: Text
    unanswered: list[State] = Field(default=[], max_length=50)


@router.post("/api/marks/{assignment}/{round_}/{code}/{task}")
def save(
    request: Request, viewer: Staff, assignment: str, round_: str, code: str, task: str, sent: Save
) -> Response:
    """200 once it is on disk; 409 where it was changed, with what the gradebook holds, who saved that, and when;
    422 with a sentence where points do not fit."""
    grading = grading_session(request)
    piece = grading.piece(viewer, assignment, round_, code)
    if task not in piece.sheet.rubric:
        raise ProblemError(404, "No such task", "This assignment has no task of that name.")
    criteria = piece.sheet.rubric[task]
    worth = sum(criterion.points for criterion in criteria)
    if wrong := " ".join(misfits(sent.given(), sent.points, criteria, worth)):
        raise ProblemError(422, "Points do not fit", wrong)
    known = {sent.seen, *(_digest_of(state, criteria, worth) for state in (*sent.unanswered, sent))}
    comment = comment_of(sent.given(), criteria)
    try:
        held = grading.marks.save(
            piece.book, piece.student, task, sent.points, comment, lambda held: held.digest in known
        )
    except ChangedError as error:
        last = grading.change(piece.book, piece.student, task, error.held)
        changed = {"by": last.marker, "when": last.when, "own": last.marker == viewer.login} if last else None
        return JSONResponse({**_held_fields(error.held, task, criteria), "changed": changed}, 409)
    grading.changed(piece.book, piece.student, task, held, viewer.login)
    grading.note(piece, viewer.login)
    return JSONResponse(_held_fields(held, task, criteria))


def _digest_of(state: State, criteria: Sequence[Criterion], worth: float) -> str:
    """Of what the gradebook holds once the state is saved."""
    return Held(state.points, comment_of(state.given(), criteria), worth, waiting=False).digest


def _held_fields(held: Held, task: str, criteria: Sequence[Criterion]) -> dict[str, Any]:
    """What the gradebook holds, for the page: as a whole, and by criterion."""
    panel = panel_of(task, held, criteria)
    return {
        "seen": held.digest,
        "points": held.points,
        "comment": held.comment,
        "done": held.done,
        "said": [
            {"name": c.name, "points": s.points, "phrases": s.phrases, "words": s.words}
            for c, s in panel.criteria
        ],
        "rest": panel.given.rest,
    }


# The first page of a marker: each assignment's share, in order, with what is done. For the instructor: all
# submissions.


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
    """One row per student, in the order given. Students without an entry in the gradebook are left out."""
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


@router.get("/")
def home(request: Request, viewer: Staff) -> Response:
    grading = grading_session(request)
    shares = [
        share
        for name in grading.assignments()
        for round_ in TITLES
        if (share := _share(grading, viewer, name, round_))["rows"]
    ]
    return render(request, "marking_home.html", {"shares": shares})


@router.get("/help")
def help_page(request: Request, viewer: Staff) -> Response:
    return render(request, "marking_help.html")


def _share(grading: GradingSession, viewer: Viewer, name: str, round_: str) -> dict[str, Any]:
    """A part of the page: its submissions, how many are `done`, and the `next` to be marked, empty when all are."""
    sheet = grading.sheet(name)
    mine = sheet.share(round_, viewer.login)
    held = grading.marks.of_class(sheet.book(round_, viewer.login)) if mine else {}
    rows = list(rows_of(sheet, mine, held).values())
    return {
        "assignment": name,
        "round": round_,
        "title": sheet.assignment.title + TITLES[round_],
        "tasks": tuple(sheet.rubric),
        "rows": rows,
        "done": sum(row.done for row in rows),
        "next": next((row.code for row in rows if not row.done), ""),
    }


# For the instructor: all submissions, whoever marks them.

STATES = ("to do", "begun", "done")


@router.get("/submissions")
def submissions_page(request: Request, viewer: Admin, marker: str = "", state: str = "") -> Response:
    """All of them, or those of a marker, or in a state."""
    grading = grading_session(request)
    listed = [_listed(grading, name, marker, state) for name in grading.assignments()]
    markers = sorted(
        {who for name in grading.assignments() for who in grading.sheet(name).shares["first"].values()}
    )
    context = {"listed": listed, "markers": markers, "states": STATES, "marker": marker, "state": state}
    return render(request, "marking_submissions.html", context)


def _listed(grading: GradingSession, name: str, marker: str, state: str) -> dict[str, Any]:
    """An assignment on the page, with those submissions that were asked for, each with whose share it is in."""
    sheet = grading.sheet(name)
    first = sheet.shares["first"]
    students = sorted(first, key=lambda student: sheet.codes[student])
    rows = rows_of(sheet, students, grading.marks.of_class(name))
    shares = [(row, first[student]) for student, row in rows.items()]
    return {
        "assignment": name,
        "title": sheet.assignment.title,
        "tasks": tuple(sheet.rubric),
        "submissions": [each for each in shares if marker in ("", each[1]) and state in ("", each[0].state)],
        "of": len(rows),
    }

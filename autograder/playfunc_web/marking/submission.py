"""The page of one submission: its panels first, then what there is to read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response
from playfunc_classroom.nbgrader_bridge.by_hand import Held
from playfunc_classroom.nbgrader_bridge.papers import PAPERS, paper_of
from playfunc_classroom.policy.given import Given, Said, given_in, sum_of
from playfunc_classroom.policy.rubric import Criterion

from playfunc_web.errors import ProblemError
from playfunc_web.http.headers import DOCUMENT_POLICY
from playfunc_web.http.render import render
from playfunc_web.http.viewer import Staff
from playfunc_web.marking.desk import Desk, Piece, desk_of, done

__all__ = ["Panel", "panel_of", "router"]

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
    desk = desk_of(request)
    piece = desk.piece(viewer, assignment, round_, code)
    held = desk.held(piece)
    desk.note(piece, viewer.login)
    context = {
        "piece": piece,
        "panels": [panel_of(task, each, piece.sheet.rubric[task]) for task, each in held.items()],
        "papers": PAPERS,
        **_neighbours(desk, piece),
    }
    return render(request, "marking_submission.html", context)


@router.get("/paper/{assignment}/{round_}/{code}/{paper}")
def paper(request: Request, viewer: Staff, assignment: str, round_: str, code: str, paper: str) -> Response:
    """A document of its own, which runs nothing."""
    desk = desk_of(request)
    piece = desk.piece(viewer, assignment, round_, code)
    if paper not in PAPERS:
        raise ProblemError(404, "No such document", "There is no page at this address.")
    name = piece.sheet.assignment.name
    html = paper_of(desk.course, name, piece.student, paper, desk.names(piece.student))
    return HTMLResponse(html, headers={"content-security-policy": DOCUMENT_POLICY})


def _neighbours(desk: Desk, piece: Piece) -> Mapping[str, str]:
    """Codes of the submissions before and after this one in the share, and of the next that is to be marked; empty at
    its ends."""
    codes = [piece.sheet.codes[student] for student in piece.share]
    here = piece.place
    held = desk.marks.of_class(piece.book)
    after = (*piece.share[here + 1 :], *piece.share[:here])
    to_do = next((s for s in after if s in held and not done(held[s])), None)
    return {
        "before": codes[here - 1] if here else "",
        "after": codes[here + 1] if here + 1 < len(codes) else "",
        "to_do": "" if to_do is None else piece.sheet.codes[to_do],
    }

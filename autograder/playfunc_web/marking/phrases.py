"""Phrases of the rubric changed, by the head of the course: first a preview, then everywhere at once, on record."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Annotated

from fastapi import APIRouter, Request
from fastapi import Form as Field
from fastapi.responses import RedirectResponse, Response
from playfunc_checks.settings import SettingsError
from playfunc_classroom.nbgrader_bridge.by_hand import ChangedError, Held
from playfunc_classroom.policy.phrases import Change, Moved, Recorded, changed, record, write_bank

from playfunc_web.errors import ProblemError
from playfunc_web.http.forms import Form
from playfunc_web.http.render import render
from playfunc_web.http.viewer import Admin
from playfunc_web.marking.desk import Desk, desk_of

__all__ = ["router"]

router = APIRouter(include_in_schema=False)

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
    desk = desk_of(request)
    rubric = {task: each for name in desk.assignments() for task, each in desk.sheet(name).rubric.items()}
    return render(request, "marking_phrases.html", {"rubric": rubric, "done": done})


@router.get("/phrases/change")
def change_page(request: Request, viewer: Admin, task: str, criterion: str, phrase: str) -> Response:
    worth = _worth(desk_of(request), task, criterion, phrase)
    change = Change(task, criterion, phrase, worth, phrase, worth)
    return render(request, "marking_phrase.html", {"change": change, "carriers": None})


@router.post("/phrases/change", dependencies=[Form])
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
    desk = desk_of(request)
    words = " ".join(after.split())
    if not words:
        raise ProblemError(422, "No words", "A phrase has words: write at least one.")
    change = Change(task, criterion, phrase, _worth(desk, task, criterion, phrase), words, worth)
    carriers = list(_carriers(desk, change))
    if not apply:
        return render(request, "marking_phrase.html", {"change": change, "carriers": carriers})
    _apply(desk, change, carriers, viewer.login)
    return RedirectResponse(f"/phrases?done={len(carriers)}", 303)


def _worth(desk: Desk, task: str, criterion: str, phrase: str) -> float:
    """What the phrase is worth now. Raises `ProblemError` where there is none."""
    for name in desk.assignments():
        for each in desk.sheet(name).rubric.get(task, ()):
            if each.name == criterion and phrase in each.phrases:
                return each.worth(phrase)
    raise ProblemError(404, "No such phrase", "The rubric has no such phrase any more: go back to the list.")


def _carriers(desk: Desk, change: Change) -> Iterator[Carrier]:
    """In every assignment of the course that has the task, and in every round."""
    for name in desk.assignments():
        sheet = desk.sheet(name)
        for book, round_ in desk.books(name).items():
            for student, tasks in desk.marks.of_class(book).items():
                held = tasks.get(change.task)
                criteria = sheet.rubric.get(change.task, ())
                moved = held and changed(held.points, held.comment, criteria, change)
                if held and moved:
                    yield Carrier(name, book, round_, student, sheet.codes.get(student, ""), held, moved)


def _apply(desk: Desk, change: Change, carriers: list[Carrier], who: str) -> None:
    """The list of phrases is changed last: after a crash before that, the same change goes on where it stopped."""
    when = datetime.now(desk.course.settings.zone).isoformat(timespec="seconds")
    try:
        for book in dict.fromkeys(each.book for each in carriers):
            mine = [each for each in carriers if each.book == book]
            changes = {
                (each.student, change.task): (each.held, each.moved.points_after, each.moved.comment)
                for each in mine
            }
            desk.marks.save_all(book, changes)
            for each in mine:
                after = replace(each.held, points=each.moved.points_after, comment=each.moved.comment)
                desk.changed(book, each.student, change.task, after, who)
            record(desk.course.root, [_recorded(each, change, who, when) for each in mine])
        write_bank(desk.course.root, change)
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

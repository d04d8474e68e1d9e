"""The head of a feedback page: the score breakdown, with lateness, group and manual points."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import UTC
from typing import Any

import nbformat
from nbgrader.preprocessors import NbGraderPreprocessor

from playfunc_classroom.nbgrader_bridge.course import Course
from playfunc_classroom.pages.report import render
from playfunc_classroom.people.groups import read_groups
from playfunc_classroom.policy.attempts import attempt_of, attempts
from playfunc_classroom.policy.late import late_told, read_late
from playfunc_classroom.policy.overrides import Override, overrides_by_cell, read_overrides, told

__all__ = ["Part", "TellTheScore", "parts_of"]


@dataclass(frozen=True, slots=True)
class Part:
    """One graded cell: its points, the most there are, and who gave them."""

    name: str
    points: float
    most: float
    given_by: str
    marked: bool = True


class TellTheScore(NbGraderPreprocessor):  # type: ignore[misc]
    """Puts a table before the notebook: every part with its points and who gave them, what lateness takes off and
    by which rule, whose submission counted for a group. Parts that nobody has marked lose nbgrader's score of 0."""

    def preprocess(self, nb: Any, resources: Any) -> tuple[Any, Any]:
        course, about = Course.of(self), resources["nbgrader"]
        assignment, student = about["assignment"], about["student"]
        decisions = overrides_by_cell(read_overrides(course.root, assignment), student)
        with course.gradebook() as gradebook:
            submission = gradebook.find_submission(assignment, student)
            parts = parts_of(submission, decisions)
            off = float(submission.late_submission_penalty or 0.0)
            late = _lateness(course, submission)
        html = render(
            "score.html",
            parts=_in_order(parts, nb),
            off=off,
            late=late,
            student=student,
            attempt=attempt_of(course.root, assignment, student),
            attempts=len(attempts(course.root, assignment, student)),
            group=read_groups(course.root, assignment).get(student, ()),
        )
        _open(nb, {part.name for part in parts if not part.marked})
        cell = nbformat.v4.new_code_cell("# score breakdown, written by playfunc")
        cell.outputs = [nbformat.v4.new_output("display_data", {"text/html": html})]
        nb.cells.insert(0, cell)
        return nb, resources


def parts_of(submission: Any, decisions: Mapping[str, Override]) -> list[Part]:
    """The graded cells of a submission that are worth something; `decisions` by cell."""
    return [
        _part(grade, decisions.get(grade.name))
        for notebook in submission.notebooks
        for grade in notebook.grades
        if grade.max_score or grade.score
    ]


def _part(grade: Any, decision: Override | None) -> Part:
    if grade.needs_manual_grade:
        return Part(grade.name, 0.0, float(grade.max_score), "not marked yet", marked=False)
    if decision is not None:
        who = f"by hand: {told(decision)}"
    else:
        who = "a marker" if grade.manual_score is not None else "the computer"
    extra = f" ({grade.extra_credit:g} of them extra)" if grade.extra_credit else ""
    return Part(grade.name, float(grade.score), float(grade.max_score), who + extra)


def _open(nb: Any, names: Collection[str]) -> None:
    for cell in nb.cells:
        about = cell.metadata.get("nbgrader", {})
        if about.get("grade_id") in names:
            about["score"] = None


def _in_order(parts: list[Part], nb: Any) -> list[Part]:
    """As the cells stand in the notebook."""
    ids = [cell.metadata.get("nbgrader", {}).get("grade_id", "") for cell in nb.cells]
    return sorted(parts, key=lambda part: ids.index(part.name) if part.name in ids else len(ids))


def _lateness(course: Course, submission: Any) -> str:
    rule = read_late(course.root, submission.assignment.name)
    if rule.due is None or submission.timestamp is None:
        return ""
    until = rule.due + submission.extension if submission.extension else rule.due
    return late_told(rule, submission.timestamp.replace(tzinfo=UTC), until, course.settings.zone)

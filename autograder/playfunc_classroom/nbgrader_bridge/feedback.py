"""Feedback in other forms than nbgrader's page: what a student's own file becomes for a system that hands back files
under the names under which they were handed in, and a few lines for a column of comments.

    notebook    the cells of the page, with points and comments in cells of their own
    Python      the same as comments
    comments    HTML: the points of each part, who gave them, and what people wrote
"""

from __future__ import annotations

import copy
import re
from collections.abc import Collection, Iterator
from html import escape
from pathlib import Path
from typing import Any

import nbformat
from nbconvert.exporters import HTMLExporter
from nbgrader.preprocessors import NbGraderPreprocessor

from playfunc_classroom.nbgrader_bridge.course import Course
from playfunc_classroom.nbgrader_bridge.scored import parts_of

__all__ = ["NOTEBOOK", "FeedbackExporter", "KeepNotebook", "as_program", "said_to"]

NOTEBOOK = "feedback.ipynb"
"""The notebook's name in a feedback folder."""

_BOLD = re.compile(r"\*\*(\S(?:.*?\S)?)\*\*")


class FeedbackExporter(HTMLExporter):  # type: ignore[misc]
    """nbgrader's feedback page by our template, which only adds to its own."""


class KeepNotebook(NbGraderPreprocessor):  # type: ignore[misc]
    """Keeps what the page is made of as a notebook beside it."""

    def preprocess(self, nb: Any, resources: Any) -> tuple[Any, Any]:
        about = resources["nbgrader"]
        folder = Course.of(self).feedback_folder(about["assignment"], about["student"])
        folder.mkdir(parents=True, exist_ok=True)
        nbformat.write(told_in_cells(nb), folder / NOTEBOOK)
        return nb, resources


def told_in_cells(nb: Any) -> Any:
    """A copy in which points and comments are cells, and nothing of nbgrader's is left."""
    kept = copy.deepcopy(nb)
    kept.cells = [each for cell in kept.cells for each in _with_told(cell)]
    for name in ("playfunc", "nbgrader"):
        kept.metadata.pop(name, None)
    return kept


def _with_told(cell: Any) -> Iterator[Any]:
    about = cell.metadata.pop("nbgrader", {})
    yield cell
    lines = []
    if about.get("points") and "score" in about:
        points = "not marked yet," if about["score"] is None else f"{about['score']:g}"
        lines.append(f"**{about.get('grade_id', '')}: {points} of {about['points']:g} points**")
    if about.get("comment"):
        lines.append("\n".join(f"> {line}" for line in str(about["comment"]).splitlines()))
    if lines:
        yield nbformat.v4.new_markdown_cell("\n\n".join(lines))


def as_program(notebook: Path) -> str:
    """The points and comments of such a notebook as comments of a Python program."""
    cells = nbformat.read(notebook, as_version=4).cells
    told = [cell.source for cell in cells if cell.source.startswith(("**", "> "))]
    text = "\n\n".join(told).replace("**", "").replace("> ", "")
    return "".join(f"# {line}".rstrip() + "\n" for line in ("Feedback", "", *text.splitlines()))


def said_to(course: Course, assignment: str, students: Collection[str]) -> dict[str, str]:
    """Student → their points and what people wrote, as HTML for a learning system's column of comments."""
    found = {}
    with course.gradebook() as gradebook:
        for submission in gradebook.assignment_submissions(assignment):
            if submission.student_id in students:
                found[submission.student_id] = _said(submission)
    return found


def _said(submission: Any) -> str:
    parts = parts_of(submission, {})
    told = [
        f"{escape(part.name)}: {f'{part.points:g}' if part.marked else 'not marked yet,'} of {part.most:g}"
        for part in parts
    ]
    off = float(submission.late_submission_penalty or 0.0)
    lines = ["; ".join(told + [f"late: −{off:g}"] * bool(off)) + "."]
    for notebook in submission.notebooks:
        lines += [
            f"<b>{escape(comment.name)}</b>: {_shown(comment.manual_comment)}"
            for comment in notebook.comments
            if comment.manual_comment
        ]
    return "<br>".join(lines)


def _shown(comment: str) -> str:
    """HTML of the Markdown that panels write: bold and line breaks; everything else is text."""
    return _BOLD.sub(r"<strong>\1</strong>", escape(comment)).replace("\n", "<br>")

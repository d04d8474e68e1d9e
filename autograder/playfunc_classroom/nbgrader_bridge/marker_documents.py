"""What a marker reads of one submission, as documents that run nothing: answer, checks, facts, the whole notebook.

    answer     the student's own report, then the source that was marked, with its line numbers
    checks     every check with its verdict
    facts      what the machine can tell about the source
    notebook   every cell with its outputs, which were cleaned before they were stored

Names of the student stand in none of them, unless they are part of a picture.
"""

from __future__ import annotations

import builtins
import json
import keyword
import re
from collections.abc import Iterable, Mapping, Sequence
from html import escape, unescape
from typing import Any

from markupsafe import Markup
from playfunc_checks.extract import REPORT
from playfunc_checks.report import next_baseline_html, results_html

from playfunc_classroom.marks import Mark, read_mark
from playfunc_classroom.nbgrader_bridge.clean import html_of
from playfunc_classroom.nbgrader_bridge.course import Course
from playfunc_classroom.nbgrader_bridge.preprocessors import MARKERS_ONLY
from playfunc_classroom.nbgrader_bridge.repair import whole_text
from playfunc_classroom.pages.report import facts_html, notes_html, render
from playfunc_classroom.policy.overrides import overrides_by_cell, read_overrides

PAPERS = {"answer": "Report and source", "checks": "Checks", "facts": "Facts", "notebook": "Notebook"}
"""Name in addresses → title."""

SOMEBODY = "[name]"
_CODE_WORDS = {*keyword.kwlist, *dir(builtins)}
"""Words that stay, also where they are somebody's name: `max` is one."""


def paper_of(course: Course, assignment: str, student: str, paper: str, names: Iterable[str]) -> str:
    """A whole page, without the `names` of its author. Raises `KeyError` for a paper that there is none of."""
    title = PAPERS[paper]
    notebook, mark = _notebook(course, assignment, student), read_mark(course.root, assignment, student)
    body = _BODIES[paper](course, assignment, notebook, mark)
    return render("paper.html", title=title, body=Markup(unnamed(body, names)))


def _notebook(course: Course, assignment: str, student: str) -> Sequence[Mapping[str, Any]]:
    """The cells of the autograded notebook that are not only for formgrader; none where there is no notebook."""
    folder = course.directory.path("autograded", student, assignment)
    try:
        text = (folder / f"{course.assignment(assignment).notebook}.ipynb").read_text(encoding="utf-8")
    except OSError:
        return ()
    return [c for c in json.loads(text)["cells"] if MARKERS_ONLY not in c["metadata"].get("tags", ())]


def _answer(course: Course, assignment: str, cells: Sequence[Any], mark: Mark | None) -> str:
    reports = [_markdown(cell) for cell in cells if REPORT in cell["metadata"].get("tags", ())]
    lines = mark.source.splitlines() if mark is not None else []
    return render("paper_answer.html", reports=[Markup(each) for each in reports], lines=lines)


def _checks(course: Course, assignment: str, cells: Sequence[Any], mark: Mark | None) -> str:
    if mark is None:
        return _NOT_MARKED
    settings = course.settings_for(assignment, mark.student)
    given = overrides_by_cell(read_overrides(course.root, assignment), mark.student)
    found = results_html(mark.results, settings, overrides=given)
    return notes_html(mark) + found + next_baseline_html(mark.results, settings)


def _facts(course: Course, assignment: str, cells: Sequence[Any], mark: Mark | None) -> str:
    return facts_html(mark, course.assignment(assignment)) if mark is not None else _NOT_MARKED


def _whole(course: Course, assignment: str, cells: Sequence[Any], mark: Mark | None) -> str:
    return "".join(map(_cell, cells)) or "<p>There is no notebook that could be run.</p>"


_BODIES = {"answer": _answer, "checks": _checks, "facts": _facts, "notebook": _whole}
_NOT_MARKED = (
    "<p>The computer has not marked this submission: the instructor runs <code>playfunc grade</code>.</p>"
)


def _cell(cell: Mapping[str, Any]) -> str:
    if cell["cell_type"] != "code":
        return f'<section class="pf text">{_markdown(cell)}</section>'
    code = (
        f'<pre class="code" tabindex="0">{escape(whole_text(cell["source"]))}</pre>' if cell["source"] else ""
    )
    return f'<section class="pf">{code}{"".join(map(_output, cell.get("outputs", ())))}</section>'


def _markdown(cell: Mapping[str, Any]) -> str:
    return html_of(whole_text(cell["source"]), cell.get("attachments", {}))


def _output(output: Mapping[str, Any]) -> str:
    if output["output_type"] == "stream":
        return _printed(whole_text(output["text"]))
    if output["output_type"] == "error":
        return _printed("\n".join(output["traceback"]))
    data = output.get("data", {})
    if "text/html" in data:
        return f'<div class="output">{whole_text(data["text/html"])}</div>'
    for mime in ("image/png", "image/jpeg", "image/gif"):
        if mime in data:
            return f'<img alt="An output of this cell" src="data:{mime};base64,{escape(whole_text(data[mime]))}">'
    return _printed(whole_text(data.get("text/plain", "")))


def _printed(text: str) -> str:
    return f'<pre tabindex="0">{escape(re.sub(_COLOURS, "", text))}</pre>' if text else ""


_COLOURS = "\x1b\\[[0-9;]*m"


def unnamed(html: str, names: Iterable[str]) -> str:
    """The document with every whole word of its text that is a part of the names replaced, in any case."""
    parts = {part for name in names for part in (name, *re.split(r"[\s,;@]+", name)) if len(part) > 1}
    if not parts:
        return html
    words = "|".join(map(re.escape, sorted(map(escape, parts), key=len, reverse=True)))
    pattern = re.compile(rf"(<[^>]*>)|(?<![\w]){'(?:' + words + ')'}(?![\w])", re.IGNORECASE)
    return pattern.sub(lambda found: found[1] or _replaced(found[0]), html)


def _replaced(word: str) -> str:
    return word if unescape(word) in _CODE_WORDS else SOMEBODY

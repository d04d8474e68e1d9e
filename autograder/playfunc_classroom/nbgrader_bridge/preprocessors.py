"""The steps of `nbgrader autograde` that are ours: read forgivingly, repair, run for readers, write marks, save."""

from __future__ import annotations

import asyncio
import hashlib
import json
import re
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import nbformat
from jupyter_core.utils import run_sync
from nbconvert.exporters import NotebookExporter
from nbgrader import utils
from nbgrader.plugins import LateSubmissionPlugin
from nbgrader.preprocessors import Execute, NbGraderPreprocessor, SaveAutoGrades
from playfunc_autograder.sandbox import available_tier
from playfunc_autograder.sandbox.replies import without_folders
from playfunc_checks.assignment import BEATS, Assignment
from playfunc_checks.cells import restored
from playfunc_checks.course_settings import read_secret
from playfunc_checks.extract import ExtractError, read_cells, read_notebook
from playfunc_checks.report import next_baseline_html, results_html
from playfunc_checks.student_view import closed
from traitlets import Bool, Unicode

from playfunc_classroom.marks import (
    Mark,
    Saved,
    load_or_mark,
    read_saved,
    require_confinement,
    stored_mark,
    write_saved,
)
from playfunc_classroom.nbgrader_bridge.clean import clean_outputs
from playfunc_classroom.nbgrader_bridge.course import GATE, Course
from playfunc_classroom.nbgrader_bridge.kernels import manager_for
from playfunc_classroom.nbgrader_bridge.repair import NOT_EXECUTED, CourseCell, repaired
from playfunc_classroom.pages.report import facts_html, marker_html, notes_html
from playfunc_classroom.policy.late import penalty_rule, read_extensions, read_late
from playfunc_classroom.policy.overrides import Override, overrides_by_cell, read_overrides
from playfunc_classroom.policy.rubric import Rubric, read_rubric

_FOLDERS = re.compile(r"~?(?:/[\w.@+-]+)+/(?=[\w.@+-]+\.py\b)")

MARKERS_ONLY = "for-markers"
"""The tag of cells that formgrader shows and feedback does not."""

_KERNELS = re.compile(r"(?:/[\w.@+-]+)*/playfunc-\w+/(?:scratch/(?:work|home)/?|connection\.json)")
"""The folder of one kernel."""

_MOST_SHOWN = 2**26
"""Characters, of all that a notebook prints and shows."""


class ForgivingExporter(NotebookExporter):  # type: ignore[misc]
    """Reads a notebook however damaged (`repair.py`), one whose cells lost their metadata with the released one's, and
    one that cannot be read at all as the released one, so that the submission gets its marks (0), its place in the
    gradebook, and feedback that says what was wrong."""

    def from_filename(self, filename: str, *args: Any, **kw: Any) -> Any:
        path = Path(filename)
        course = Course.of(self)
        cells = course.cells(path.parent.name, path.stem)
        released = Path.cwd() / "release" / path.parent.name / path.name
        try:
            raw = read_notebook(path)
        except ExtractError:
            raw = read_notebook(released)
        settings = course.settings.assignments.get(path.parent.name)
        if settings is not None and released.is_file():
            found = restored(raw["cells"], read_cells(released), settings.player_cells).cells
            raw = {**raw, "cells": list(found)}
        return self.from_notebook_node(nbformat.from_dict(repaired(raw, cells)), *args, **kw)


class ExecuteForReaders(Execute):  # type: ignore[misc]
    """Runs the student's notebook in a confined kernel for those who read it; whatever happens there, marking
    goes on. Where kernels cannot be confined it raises `UnconfinedError`, as marking does."""

    allow_unconfined = Bool(False, help="Run notebooks even where they cannot be confined.").tag(config=True)
    skip_cells_with_tag = NOT_EXECUTED
    store_widget_state = False
    """Saved widgets show nothing without a network; without their state, what stands beneath is shown."""
    record_timing = False
    shutdown_kernel = "immediate"
    startup_timeout = 600
    """Seconds by the wall, on a machine however busy; a kernel that ends before is noticed at once."""

    def preprocess(self, nb: Any, resources: Any, **kw: Any) -> tuple[Any, Any]:
        require_confinement(self.allow_unconfined)
        where = Course.of(self)
        told = resources["nbgrader"]
        submission = where.submission(told["assignment"], told["student"])
        self.kernel_manager_class = manager_for(available_tier().tier, submission)
        self._shown = 0
        try:
            nb, resources = super().preprocess(nb, resources, **kw)
        except Exception as error:
            self.log.warning("The notebook could not be run to its end: %s", type(error).__name__)
            note = f"The notebook could not be run to its end here ({type(error).__name__}). Marks do not depend on it."
            nb.cells.insert(0, nbformat.v4.new_markdown_cell(note))
        return _clean(nb, where, where.cells(told["assignment"], told["notebook"])), resources

    def start_new_kernel(self, **kw: Any) -> None:
        """A kernel whose own messages stay out of the marker's terminal."""
        super().start_new_kernel(stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **kw)

    async def async_execute_cell(self, *given: Any, **named: Any) -> Any:
        """nbclient's own, without what it leaves running where a cell ends the run: it looks after the kernel once a
        second, and asyncio would print to the marker's terminal that there is none."""
        before = asyncio.all_tasks()
        try:
            return await super().async_execute_cell(*given, **named)
        finally:
            left = asyncio.all_tasks() - before
            for task in left:
                task.cancel()
            await asyncio.gather(*left, return_exceptions=True)

    execute_cell = run_sync(async_execute_cell)

    def process_message(self, msg: Any, cell: Any, cell_index: int) -> Any:
        """nbclient's own, as long as what is shown can be read by anybody."""
        self._shown += len(str(msg["content"]))
        if self._shown > _MOST_SHOWN:
            raise TooMuchShownError("the notebook prints more than anybody can read")
        return super().process_message(msg, cell, cell_index)


class TooMuchShownError(Exception):
    """A notebook prints without end."""


def _clean(nb: Any, course: Course, cells: Sequence[CourseCell]) -> Any:
    """What the kernel sent made fit to be written and looked at: whole, harmless, without this machine's folders.

    At once, since nbconvert refuses a notebook that is not valid after any of its preprocessors."""
    whole = repaired(nb, cells, outputs=clean_outputs)
    for cell in whole["cells"]:
        if cell["cell_type"] == "code":
            cell["outputs"] = _without_paths(cell["outputs"], str(course.root))
    return nbformat.from_dict(whole)


def _without_paths(value: Any, root: str) -> Any:
    """The value with folders cut off before names of Python files, and known folders as `…`."""
    if isinstance(value, str):
        return without_folders(_KERNELS.sub("", _FOLDERS.sub("", value)).replace(root, "…"))
    if isinstance(value, dict):
        return {key: _without_paths(item, root) for key, item in value.items()}
    return [_without_paths(item, root) for item in value] if isinstance(value, list) else value


class WriteMarks(NbGraderPreprocessor):  # type: ignore[misc]
    """Computes the marks outside the notebook and writes them into the graded cells' outputs."""

    allow_unconfined = Bool(False, help="Mark even where players cannot be confined.").tag(config=True)

    def preprocess(self, nb: Any, resources: Any) -> tuple[Any, Any]:
        where, about = Course.of(self), resources["nbgrader"]
        student, name = about["student"], about["assignment"]
        assignment, folder = where.settings_for(name, student), where.submission(name, student)
        secret, unconfined = read_secret(where.root), self.allow_unconfined
        mark = load_or_mark(folder, student, assignment, where.root, secret, allow_unconfined=unconfined)
        resources["playfunc"] = mark
        resources["playfunc_answer"] = _answer_digest(nb, mark)
        show_deals = assignment.deals_are_open(datetime.now(UTC))
        rubric = read_rubric(where.root, assignment)
        decisions = overrides_by_cell(read_overrides(where.root, name), student)
        nb.cells = list(_marked_cells(nb.cells, mark, assignment, show_deals, rubric, decisions))
        return nb, resources


def _marked_cells(
    cells: Any,
    mark: Mark,
    assignment: Assignment,
    show_deals: bool,
    rubric: Rubric,
    decisions: Mapping[str, Override],
) -> Iterator[Any]:
    results = mark.results if show_deals else closed(mark.results, assignment, mark.source)
    by_check = {result.check: result for result in results}
    last = next((name for name in reversed(assignment.points) if name.startswith(BEATS)), "")
    for cell in cells:
        name = cell.metadata.get("nbgrader", {}).get("grade_id", "")
        if cell.cell_type == "code" and name == GATE:
            gates = [each for each in results if each.check == GATE or each.check not in assignment.points]
            html = results_html(gates, assignment, points=GATE in assignment.points, overrides=decisions)
            cell.outputs = _outputs(mark.points.get(GATE, 0.0), notes_html(mark) + html)
        elif cell.cell_type == "code" and name in assignment.points:
            html = results_html([by_check[name]], assignment, overrides=decisions)
            baseline = next_baseline_html(mark.results, assignment) if name == last else ""
            cell.outputs = _outputs(mark.points[name], html + baseline)
        yield cell
        if name in assignment.task_cells:
            if rubric.get(name):
                yield _marker_cell(name, rubric)
            html = facts_html(mark, assignment, losses=show_deals)
            yield _shown_cell("facts for the marker", html)


def _outputs(points: float | None, html: str) -> list[Any]:
    """First the number that nbgrader reads, then the report; without a number when a check of ours broke."""
    shown = nbformat.v4.new_output("display_data", {"text/html": html, "text/plain": "(see the report)"})
    if points is None:
        return [shown]
    number = nbformat.v4.new_output("execute_result", {"text/plain": repr(float(points))}, execution_count=1)
    return [number, shown]


def _shown_cell(comment: str, html: str) -> Any:
    """A cell of ours, of which people see what it shows."""
    shown = nbformat.v4.new_output("display_data", {"text/html": html})
    return nbformat.v4.new_code_cell(f"# {comment}, written by playfunc", outputs=[shown])


def _marker_cell(task: str, rubric: Rubric) -> Any:
    """The rubric with its phrases, for people's eyes in formgrader; feedback is made without it."""
    cell = _shown_cell("for the marker", marker_html(task, rubric[task]))
    cell.source += "; not in the feedback"
    cell.metadata["tags"] = [MARKERS_ONLY]
    return cell


class DropMarkersCells(NbGraderPreprocessor):  # type: ignore[misc]
    """Takes what only markers should see out of the feedback."""

    def preprocess(self, nb: Any, resources: Any) -> tuple[Any, Any]:
        nb.cells = [cell for cell in nb.cells if MARKERS_ONLY not in cell.metadata.get("tags", ())]
        return nb, resources


def _answer_digest(nb: Any, mark: Mark) -> str:
    """A digest of all that people mark: the player's source, and every cell that is not locked."""
    free = [cell.source for cell in nb.cells if not cell.metadata.get("nbgrader", {}).get("locked", False)]
    return hashlib.sha256(json.dumps([mark.source, free]).encode("utf-8", "replace")).hexdigest()[:32]


class SaveMarks(SaveAutoGrades):  # type: ignore[misc]
    """nbgrader's own saving, with four differences: a broken check leaves the score open, manual work on an
    unchanged answer is not asked for again, on a changed one it is, and no comment is given that nobody wrote."""

    handed_in = Unicode(help="The folder that was handed in, where nbgrader is given a copy.").tag(
        config=True
    )

    def preprocess(self, nb: Any, resources: Any) -> tuple[Any, Any]:
        mark: Mark = resources["playfunc"]
        course = Course.of(self)
        name = resources["nbgrader"]["assignment"]
        before = read_saved(course.root, name, mark.student)
        answer = resources["playfunc_answer"]
        self._mark = mark
        self._answer_changed = before is not None and before.answer != answer
        nb, resources = super().preprocess(nb, resources)
        write_saved(course.root, name, mark.student, Saved(answer))
        nb.metadata["playfunc"] = course.entry(name, mark, Path(self.handed_in) if self.handed_in else None)
        return nb, resources

    def _add_score(self, cell: Any, resources: Any) -> None:
        grade = self._grade(cell)
        asked_before, manual = grade.needs_manual_grade, grade.manual_score is not None
        super()._add_score(cell, resources)
        if cell.metadata.nbgrader["grade_id"] in self._mark.points:
            grade.auto_score = self._mark.points[cell.metadata.nbgrader["grade_id"]]
            grade.needs_manual_grade = grade.auto_score is None and not manual
        if manual:
            grade.needs_manual_grade = asked_before or self._answer_changed
        self.gradebook.db.commit()

    def _add_comment(self, cell: Any, resources: Any) -> None:
        """Not nbgrader's "No response." for a cell that is as it was released: students would read it as a
        marker's words."""
        name = cell.metadata["nbgrader"]["grade_id"]
        comment = self.gradebook.find_comment(name, self.notebook_id, self.assignment_id, self.student_id)
        comment.auto_comment = None
        self.gradebook.db.commit()

    def preprocess_cell(self, cell: Any, resources: Any, index: int) -> tuple[Any, Any]:
        if utils.is_task(cell) and self._answer_changed:
            grade = self._grade(cell)
            if grade.manual_score is not None:
                grade.needs_manual_grade = True
        return super().preprocess_cell(cell, resources, index)

    def _grade(self, cell: Any) -> Any:
        return self.gradebook.find_grade(
            cell.metadata["nbgrader"]["grade_id"], self.notebook_id, self.assignment_id, self.student_id
        )


class LatePlugin(LateSubmissionPlugin):  # type: ignore[misc]
    """nbgrader's plugin for late submissions, by the course's rule in `playfunc.toml`."""

    def late_submission_penalty(
        self, student_id: str, score: float, total_seconds_late: float
    ) -> float | None:
        step, course = self.parent, Course.of(self)
        rule = read_late(course.root, step.assignment_id)
        if rule.due is None:
            return None
        until = max(rule.due, read_extensions(course.root, step.assignment_id).get(student_id, rule.due))
        takes_off = penalty_rule(rule, course.root, course.settings.zone)
        worth = step.gradebook.find_assignment(step.assignment_id).max_score
        return takes_off(student_id, worth, until, until + timedelta(seconds=total_seconds_late))


class TakeBackMarks(NbGraderPreprocessor):  # type: ignore[misc]
    """Opens the automatic scores of our cells, or gives them what is already known of this very submission.
    nbgrader itself would leave the old ones in place when it fails on the new submission."""

    def preprocess(self, nb: Any, resources: Any) -> tuple[Any, Any]:
        course, about = Course.of(self), resources["nbgrader"]
        student, name = about["student"], about["assignment"]
        assignment = course.settings_for(name, student)
        folder = course.submission(name, student)
        mark = stored_mark(folder, student, assignment, course.root, read_secret(course.root))
        course.take_back(name, student, mark.points if mark else {})
        return nb, resources

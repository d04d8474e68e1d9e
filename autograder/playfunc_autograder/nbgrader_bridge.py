"""The only place that imports nbgrader: marks into its gradebook, the report into its feedback.

A course's `nbgrader_config.py` calls `configure(c)`; `nbgrader autograde`, `generate_feedback`,
`release_feedback`, `export` and formgrader then work as usual. The student's kernel runs the notebook so
that people can look at it, but no mark comes from there: marks are computed by
`playfunc_autograder.store.load_or_mark` and written into the graded cells' outputs.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
import logging
import os
import subprocess
import sys
import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from html import escape
from pathlib import Path
from typing import Any

import nbformat
from nbconvert.exporters import NotebookExporter
from nbgrader import utils
from nbgrader.api import Gradebook, MissingEntry
from nbgrader.apps import NbGraderAPI
from nbgrader.coursedir import CourseDirectory
from nbgrader.preprocessors import (
    AssignLatePenalties,
    CheckCellMetadata,
    ClearOutput,
    DeduplicateIds,
    Execute,
    IgnorePattern,
    LimitOutput,
    NbGraderPreprocessor,
    OverwriteCells,
    OverwriteKernelspec,
    SaveAutoGrades,
)
from traitlets import Bool
from traitlets.config import Config, PyFileConfigLoader

from playfunc_autograder.assignment import Assignment, load_assignment, read_secret
from playfunc_autograder.report import facts_html, results_html
from playfunc_autograder.store import Mark, Saved, Stamp, load_or_mark, read_saved, write_saved

__all__ = ["Course", "GradebookError", "configure"]

NOT_EXECUTED = "checkpoint"
"""The tag of cells that play against opponents: they are for students, and not run while marking."""

GATE = "rules"


def configure(c: Config, cell_seconds: int = 30) -> None:
    """Make a course's nbgrader mark by playfunc. `cell_seconds` bounds each cell of a student's notebook."""
    c.Autograde.exporter_class = ForgivingExporter
    c.Autograde.sanitize_preprocessors = [
        ClearOutput,
        DeduplicateIds,
        DropEmptyIds,
        OverwriteKernelspec,
        RestoreCells,
        CheckCellMetadata,
    ]
    c.Autograde.autograde_preprocessors = [
        ExecuteForReaders,
        IgnorePattern,
        LimitOutput,
        WriteMarks,
        SaveMarks,
        AssignLatePenalties,
        CheckCellMetadata,
    ]
    c.ExecuteForReaders.timeout = cell_seconds
    c.OverwriteCells.add_missing_cells = True
    c.ClearSolutions.code_stub = {"python": "# write your code here"}


class ForgivingExporter(NotebookExporter):  # type: ignore[misc]
    """Reads a notebook that cannot be read as the released one, so that the submission gets its marks (0),
    its place in the gradebook, and feedback that says what was wrong with the file."""

    def from_filename(self, filename: str, *args: Any, **kw: Any) -> Any:
        try:
            nbformat.read(filename, as_version=4)
        except Exception:
            released = _released(filename)
            if released is None:
                raise
            return self.from_notebook_node(nbformat.read(released, as_version=4), *args, **kw)
        return super().from_filename(filename, *args, **kw)


def _released(filename: str) -> Path | None:
    """The released notebook of the same assignment and name as a submitted one."""
    path = Path(filename)
    released = Path.cwd() / "release" / path.parent.name / path.name
    return released if released.exists() else None


class DropEmptyIds(NbGraderPreprocessor):  # type: ignore[misc]
    """Takes away the empty `nbgrader` metadata that DeduplicateIds leaves, which would stop the batch."""

    def preprocess_cell(self, cell: Any, resources: Any, index: int) -> tuple[Any, Any]:
        if "nbgrader" in cell.metadata and not cell.metadata["nbgrader"].get("grade_id"):
            del cell.metadata["nbgrader"]
        return cell, resources


class RestoreCells(OverwriteCells):  # type: ignore[misc]
    """nbgrader's own restoring of locked and missing cells, which keeps the tags that say not to run them."""

    def missing_cell_transform(self, source_cell: Any, *args: Any, **kw: Any) -> Any:
        cell = super().missing_cell_transform(source_cell, *args, **kw)
        cell.metadata["tags"] = [NOT_EXECUTED]
        return cell


class ExecuteForReaders(Execute):  # type: ignore[misc]
    """Runs the student's notebook for those who read it; whatever happens there, marking goes on."""

    skip_cells_with_tag = NOT_EXECUTED
    store_widget_state = False
    """Saved widgets show nothing without a network; without their state, what stands beneath is shown."""

    def preprocess(self, nb: Any, resources: Any, **kw: Any) -> tuple[Any, Any]:
        try:
            return super().preprocess(nb, resources, **kw)
        except Exception as error:
            self.log.warning("The notebook could not be run to its end: %s", type(error).__name__)
            note = f"The notebook could not be run to its end here ({type(error).__name__}). Marks do not depend on it."
            nb.cells.insert(0, nbformat.v4.new_markdown_cell(note))
            return nb, resources

    def start_new_kernel(self, **kw: Any) -> None:
        """A kernel whose own messages stay out of the marker's terminal."""
        super().start_new_kernel(stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **kw)


class WriteMarks(NbGraderPreprocessor):  # type: ignore[misc]
    """Computes the marks outside the notebook and writes them into the graded cells' outputs."""

    allow_unconfined = Bool(False, help="Mark even where players cannot be confined.").tag(config=True)

    def preprocess(self, nb: Any, resources: Any) -> tuple[Any, Any]:
        where = Course.from_nbgrader(_coursedir(self))
        student = resources["nbgrader"]["student"]
        name = resources["nbgrader"]["assignment"]
        assignment = where.assignment(name)
        mark = load_or_mark(
            where.submission(name, student),
            student,
            assignment,
            where.root,
            read_secret(where.root),
            allow_unconfined=self.allow_unconfined,
        )
        resources["playfunc"] = mark
        resources["playfunc_answer"] = _answer_digest(nb, mark)
        show_deals = assignment.deals_are_open(datetime.now(UTC))
        nb.cells = list(_marked_cells(nb.cells, mark, assignment, show_deals))
        return nb, resources


def _marked_cells(cells: Any, mark: Mark, assignment: Assignment, show_deals: bool) -> Iterator[Any]:
    by_check = {result.check: result for result in mark.results}
    for cell in cells:
        name = cell.metadata.get("nbgrader", {}).get("grade_id", "")
        if cell.cell_type == "code" and name == GATE:
            results = [r for r in mark.results if r.check not in assignment.points]
            cell.outputs = _outputs(0.0, _notes_html(mark) + results_html(results, assignment, points=False))
        elif cell.cell_type == "code" and name in assignment.points:
            html = results_html([by_check[name]], assignment, show_deals=show_deals)
            cell.outputs = _outputs(mark.points[name], html)
        yield cell
        if name in assignment.tasks:
            yield _facts_cell(mark)


def _outputs(points: float | None, html: str) -> list[Any]:
    """First the number that nbgrader reads, then the report; without a number when a check of ours broke."""
    shown = nbformat.v4.new_output("display_data", {"text/html": html, "text/plain": "(see the report)"})
    if points is None:
        return [shown]
    number = nbformat.v4.new_output("execute_result", {"text/plain": repr(float(points))}, execution_count=1)
    return [number, shown]


def _notes_html(mark: Mark) -> str:
    return "".join(f"<p>{escape(note)}</p>" for note in mark.notes)


def _facts_cell(mark: Mark) -> Any:
    cell = nbformat.v4.new_code_cell("# facts for the marker, written by playfunc")
    cell.outputs = [nbformat.v4.new_output("display_data", {"text/html": facts_html(mark)})]
    return cell


def _answer_digest(nb: Any, mark: Mark) -> str:
    """A digest of all that people mark: the player's source, and every cell that is not locked."""
    free = [cell.source for cell in nb.cells if not cell.metadata.get("nbgrader", {}).get("locked", False)]
    return hashlib.sha256(json.dumps([mark.source, free]).encode("utf-8", "replace")).hexdigest()[:32]


class SaveMarks(SaveAutoGrades):  # type: ignore[misc]
    """nbgrader's own saving, with three differences for our cells: a broken check leaves the score open,
    manual work on an unchanged answer is not asked for again, and on a changed one it is."""

    def preprocess(self, nb: Any, resources: Any) -> tuple[Any, Any]:
        mark: Mark = resources["playfunc"]
        course = Course.from_nbgrader(_coursedir(self))
        name = resources["nbgrader"]["assignment"]
        before = read_saved(course.root, name, mark.student)
        answer = resources["playfunc_answer"]
        self._mark = mark
        self._answer_changed = before is not None and before.answer != answer
        nb, resources = super().preprocess(nb, resources)
        write_saved(course.root, name, mark.student, Saved(answer))
        nb.metadata["playfunc"] = _entry(mark.stamp, course.assignment(name))
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


def _entry(stamp: Stamp, assignment: Assignment) -> dict[str, Any]:
    """What an autograded notebook says of the mark in it."""
    return {**dataclasses.asdict(stamp), "deals_shown": assignment.deals_are_open(datetime.now(UTC))}


def _coursedir(part: Any) -> Any:
    """The CourseDirectory of the converter that a preprocessor works for."""
    while not hasattr(part, "coursedir"):
        part = part.parent
    return part.coursedir


class GradebookError(RuntimeError):
    """nbgrader could not take a submission; `log` is what it said."""

    def __init__(self, message: str, log: str) -> None:
        super().__init__(message)
        self.log = log


@dataclass(frozen=True)
class Course:
    """An nbgrader course folder."""

    root: Path
    config: Config

    @classmethod
    def open(cls, root: Path) -> Course:
        """The course in `root`, with its `nbgrader_config.py`. Raises `FileNotFoundError`."""
        root = root.resolve()
        if not (root / "nbgrader_config.py").is_file():
            raise FileNotFoundError(f"{root.name or root} is not a course: it has no nbgrader_config.py")
        config = PyFileConfigLoader("nbgrader_config.py", path=str(root)).load_config()
        config.CourseDirectory.root = str(root)
        return cls(root, config)

    @classmethod
    def from_nbgrader(cls, coursedir: Any) -> Course:
        return cls(Path(coursedir.root), coursedir.config)

    @property
    def directory(self) -> Any:
        return CourseDirectory(config=self.config)

    def assignment(self, name: str) -> Assignment:
        return load_assignment(name, self.root)

    def submission(self, assignment: str, student: str) -> Path:
        """The folder that a student handed in."""
        directory = self.directory
        return self.root / directory.format_path(directory.submitted_directory, student, assignment)

    def students(self, assignment: str) -> list[str]:
        """Who handed something in for the assignment, sorted."""
        base = self.root / self.directory.submitted_directory
        return sorted(p.name for p in base.glob("*") if (p / assignment).is_dir())

    def ignored(self, assignment: str) -> list[str]:
        """What lies in `submitted/` where no submission is looked for, relative to the course."""
        base = self.root / self.directory.submitted_directory
        stray = [p for p in base.glob("*") if not (p / assignment).is_dir() and p.name[0] != "."]
        return sorted(str(p.relative_to(self.root)) for p in stray)

    def release(self, assignment: str) -> None:
        """Write the students' version. Raises `GradebookError`."""
        self._ask(lambda api: api.generate_assignment(assignment, force=True, create=True))

    def autograde(self, assignment: str, student: str) -> None:
        """Have nbgrader take one submission with its marks. Raises `GradebookError`."""
        self._ask(lambda api: api.autograde(assignment, student, force=True, create=True))

    def has_entered(self, assignment: str, mark: Mark) -> bool:
        """Whether the gradebook and the autograded notebook hold this mark, with deals shown if they are open.

        It is read from the autograded notebook, which is written last, so that a run killed halfway is not
        taken for done.
        """
        settings = self.assignment(assignment)
        name = f"{settings.notebook}.ipynb"
        path = self.root / self.directory.autograded_directory / mark.student / assignment / name
        try:
            entry = json.loads(path.read_text(encoding="utf-8"))["metadata"]["playfunc"]
        except (OSError, ValueError, KeyError, TypeError):
            return False
        return bool(entry == _entry(mark.stamp, settings))

    def feedback(self, assignment: str, student: str) -> None:
        """Have nbgrader write one submission's feedback page. Raises `GradebookError`."""
        self._ask(lambda api: api.generate_feedback(assignment, student, force=True))

    def _ask(self, what: Any) -> None:
        with _in_folder(self.root):
            result = what(NbGraderAPI(self.directory, config=self.config))
        if not result["success"]:
            raise GradebookError("nbgrader refused", result.get("log") or result.get("error") or "")

    def is_released(self, assignment: str) -> bool:
        try:
            with self._gradebook() as gradebook:
                return bool(gradebook.find_assignment(assignment).notebooks)
        except MissingEntry:
            return False

    def scores(self, assignment: str, student: str) -> Mapping[str, float | None]:
        """What the gradebook holds for a submission: automatic score by grade id."""
        with self._gradebook() as gradebook:
            submission = gradebook.find_submission(assignment, student)
            return {grade.name: grade.auto_score for nb in submission.notebooks for grade in nb.grades}

    def awaiting(self, assignment: str) -> int:
        """How many submissions wait for people to mark them."""
        with self._gradebook() as gradebook:
            return sum(s.needs_manual_grade for s in gradebook.assignment_submissions(assignment))

    def enter_missing(self, assignment: str, student: str, points: Mapping[str, float | None]) -> None:
        """Enter marks for a submission without a notebook, which nbgrader itself would pass over."""
        with self._gradebook() as gradebook:
            gradebook.update_or_create_student(student)
            submission = gradebook.update_or_create_submission(assignment, student)
            for notebook in submission.notebooks:
                for grade in notebook.grades:
                    if grade.name in points or grade.name == GATE:
                        grade.auto_score = points.get(grade.name, 0.0)
                        grade.needs_manual_grade = False
            gradebook.db.commit()

    @contextmanager
    def _gradebook(self) -> Iterator[Any]:
        directory = self.directory
        with _tools_on_path():
            try:
                opened = Gradebook(directory.db_url, directory.course_id)
            except Exception as error:
                raise GradebookError(
                    "the gradebook (gradebook.db) cannot be opened; restore it from a backup", str(error)
                ) from error
            with opened as gradebook:
                yield gradebook


@contextmanager
def _in_folder(root: Path) -> Iterator[None]:
    """nbgrader works relative to the current folder, and its log belongs to whoever asks for it."""
    before = Path.cwd()
    level = logging.getLogger("traitlets").level
    logging.getLogger("traitlets").setLevel(logging.CRITICAL)
    os.chdir(root)
    try:
        with _tools_on_path(), warnings.catch_warnings():
            warnings.filterwarnings("ignore", module=r"nbgrader|nbformat|nbconvert|sqlalchemy|zmq|jupyter")
            yield
    finally:
        os.chdir(before)
        logging.getLogger("traitlets").setLevel(level)


@contextmanager
def _tools_on_path() -> Iterator[None]:
    """nbgrader starts `alembic` by its bare name, which an environment that is not activated hides."""
    before = os.environ.get("PATH", "")
    os.environ["PATH"] = os.pathsep.join([str(Path(sys.executable).parent), before])
    try:
        yield
    finally:
        os.environ["PATH"] = before

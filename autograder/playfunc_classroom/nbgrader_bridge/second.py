"""A sample marked twice, in plain formgrader: the second marks are an assignment of their own.

Its name is the assignment's with `-second` behind. It has the two tasks alone, so that it never mixes with
the marks that count, and the second marker does not see the first marker's points.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from nbgrader.api import MissingEntry
from nbgrader.plugins import CsvExportPlugin
from playfunc.files import write_whole
from playfunc_checks.assignment import Assignment
from playfunc_checks.course import assignment_names

from playfunc_classroom.nbgrader_bridge.course import Course

SUFFIX = "-second"
CALIBRATION = "-calibration-"
"""Between the names of an assignment and of a marker: what everybody marks to compare. Formgrader does not list it."""

NOTE = "Marks given a second time to a sample; formgrader lists them because of this folder.\n"


class MarksThatCount(CsvExportPlugin):  # type: ignore[misc]
    """What `nbgrader export` writes: without second marks, unless it is told their assignment by name."""

    def export(self, gradebook: Any) -> None:
        own = assignment_names(Course.of(self).root)
        names = [each.name for each in gradebook.assignments]
        counting = [
            name for name in names if name in own or not any(counts_nowhere(name, each) for each in own)
        ]
        self.set_trait("assignment", self.trait_values()["assignment"] or counting)
        super().export(gradebook)


def counts_nowhere(name: str, assignment: str) -> bool:
    """Whether the gradebook's assignment `name` holds second or compared marks of this one."""
    return name.startswith((assignment + SUFFIX, assignment + CALIBRATION))


def offer_second(course: Course, assignment: Assignment, students: Iterable[str]) -> list[str]:
    """Put these submissions before a second marker; those that are there already stay. Returns who is new."""
    name = assignment.name + SUFFIX
    folder = course.root / course.directory.source / name
    folder.mkdir(parents=True, exist_ok=True)
    write_whole(folder / "README.txt", NOTE)
    new = []
    with course.gradebook() as gradebook:
        _prepare(gradebook, assignment, name)
        for student in students:
            source = _autograded(course, student, assignment.name) / f"{assignment.notebook}.ipynb"
            if source.exists() and not _is_there(gradebook, name, student):
                gradebook.add_submission(name, student)
                target = _autograded(course, student, name) / source.name
                write_whole(target, _tasks_alone(source.read_text(encoding="utf-8"), assignment))
                os.chmod(target, 0o644)
                new.append(student)
    return new


def calibration_book(assignment: str, marker: str) -> str:
    """The name under which the gradebook has what a marker gives before the shares are marked."""
    return f"{assignment}{CALIBRATION}{marker}"


def offer_calibration(
    course: Course, assignment: Assignment, students: Iterable[str], markers: Iterable[str]
) -> None:
    """Put the same submissions before every marker; those that are there already stay."""
    chosen = list(students)
    with course.gradebook() as gradebook:
        for name in (calibration_book(assignment.name, marker) for marker in markers):
            _prepare(gradebook, assignment, name)
            for student in chosen:
                if not _is_there(gradebook, name, student):
                    gradebook.add_submission(name, student)


def _autograded(course: Course, student: str, assignment: str) -> Path:
    return course.directory.path(course.directory.autograded, student, assignment)


def _prepare(gradebook: Any, assignment: Assignment, name: str) -> None:
    gradebook.update_or_create_assignment(name)
    gradebook.update_or_create_notebook(assignment.notebook, name)
    for task in assignment.task_cells:
        most = gradebook.find_task_cell(task, assignment.notebook, assignment.name).max_score
        gradebook.update_or_create_task_cell(
            task, assignment.notebook, name, max_score=most, cell_type="markdown"
        )


def _is_there(gradebook: Any, name: str, student: str) -> bool:
    try:
        gradebook.find_submission(name, student)
    except MissingEntry:
        return False
    return True


def _tasks_alone(notebook: str, assignment: Assignment) -> str:
    """The autograded notebook with the tasks as the only cells that take points or comments."""
    content = json.loads(notebook)
    for cell in content["cells"]:
        if cell["metadata"].get("nbgrader", {}).get("grade_id") not in assignment.task_cells:
            cell["metadata"].pop("nbgrader", None)
    content["metadata"].pop("playfunc", None)
    return json.dumps(content, ensure_ascii=False, indent=1)

"""The settings inside the notebook that students get: numbers in its texts, the points of its cells, and all of them in
its metadata; and its player as it was given, beside which a student's own part can be told.
"""

from __future__ import annotations

from typing import Any

import nbformat
from nbgrader.preprocessors import NbGraderPreprocessor
from playfunc_checks.extract import player_text
from playfunc_checks.find_assignment import GIVEN, METADATA

from playfunc_classroom.nbgrader_bridge.course import Course
from playfunc_classroom.public import filled, public_text


class InsertSettings(NbGraderPreprocessor):  # type: ignore[misc]
    """Puts the settings of now into the released notebook, whose self-check reads them there."""

    def preprocess(self, nb: Any, resources: Any) -> tuple[Any, Any]:
        settings = Course.of(self).settings.assignments
        assignment = settings.get(resources["nbgrader"]["assignment"])
        if assignment is not None:
            points = assignment.points | {task.cell: task.points for task in assignment.tasks}
            for cell in nb.cells:
                if cell.cell_type == "markdown":
                    cell.source = filled(cell.source, assignment)
                about = cell.metadata.get("nbgrader", {})
                if about.get("grade") or about.get("task"):
                    about["points"] = points.get(about.get("grade_id"), 0)
            nb.metadata[METADATA] = {"assignment": public_text(assignment)}
        return nb, resources


class KeepGiven(NbGraderPreprocessor):  # type: ignore[misc]
    """Puts the player without solutions into the released notebook's metadata."""

    def preprocess(self, nb: Any, resources: Any) -> tuple[Any, Any]:
        assignment = Course.of(self).settings.assignments.get(resources["nbgrader"]["assignment"])
        if assignment is not None:
            nb.metadata.setdefault(METADATA, {})[GIVEN] = player_text(nb.cells, assignment)
        return nb, resources


POLICY_FILE = "policy.md"
POLICY = "policy"
"""The tag of the cell that holds it."""
AFTER = "how-marked"
"""The grade id of the cell it stands behind; behind the first one where that is missing."""


class InsertPolicy(NbGraderPreprocessor):  # type: ignore[misc]
    """Puts `policy.md` of the course into the released notebook, as a cell of its own; nothing without the file."""

    def preprocess(self, nb: Any, resources: Any) -> tuple[Any, Any]:
        path = Course.of(self).root / POLICY_FILE
        if path.exists():
            nb.cells = _with_policy(nb.cells, path.read_text(encoding="utf-8").strip())
        return nb, resources


def _with_policy(cells: list[Any], text: str) -> list[Any]:
    others = [cell for cell in cells if POLICY not in cell.metadata.get("tags", ())]
    ids = [cell.metadata.get("nbgrader", {}).get("grade_id", "") for cell in others]
    place = ids.index(AFTER) + 1 if AFTER in ids else 1
    cell = nbformat.v4.new_markdown_cell(
        text, metadata={"tags": [POLICY], "deletable": False, "editable": False}
    )
    del cell["id"]
    if any("id" in other for other in others):
        cell["id"] = POLICY  # the same in every release, so that equal sources make equal releases
    return [*others[:place], cell, *others[place:]]

"""The settings inside the notebook that students get: numbers in its texts, the points of its cells, and all of them in
its metadata; and its player as it was given, beside which a student's own part can be told."""

from __future__ import annotations

from typing import Any

from nbgrader.preprocessors import NbGraderPreprocessor
from playfunc_checks.extract import player_text
from playfunc_checks.finding import GIVEN, METADATA

from playfunc_classroom.nbgrader_bridge.course import Course
from playfunc_classroom.public import filled, public_text

__all__ = ["InsertSettings", "KeepGiven"]


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

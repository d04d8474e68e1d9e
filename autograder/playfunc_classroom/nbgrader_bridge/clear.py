"""The first step of a regrade: no mark of an earlier submission stays where the new one fails halfway."""

from __future__ import annotations

from typing import Any

from nbgrader.preprocessors import NbGraderPreprocessor
from playfunc_checks.course import read_secret

from playfunc_classroom.marks.store import stored_mark
from playfunc_classroom.nbgrader_bridge.course import Course

__all__ = ["TakeBackMarks"]


class TakeBackMarks(NbGraderPreprocessor):  # type: ignore[misc]
    """Opens the automatic scores of our cells, or gives them what is already known of this very submission.

    nbgrader itself would leave the old ones in place when it fails on the new submission.
    """

    def preprocess(self, nb: Any, resources: Any) -> tuple[Any, Any]:
        course = Course.of(self)
        student = resources["nbgrader"]["student"]
        name = resources["nbgrader"]["assignment"]
        assignment = course.settings_for(name, student)
        folder = course.submission(name, student)
        mark = stored_mark(folder, student, assignment, course.root, read_secret(course.root))
        course.take_back(name, student, mark.points if mark else {})
        return nb, resources

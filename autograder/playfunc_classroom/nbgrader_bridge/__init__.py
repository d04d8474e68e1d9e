"""The only place that imports nbgrader: marks into its gradebook, the report into its feedback.

A course's `nbgrader_config.py` calls `configure(c)`; `nbgrader autograde`, `generate_feedback`,
`release_feedback`, `export` and formgrader then work as usual. The student's kernel runs the notebook so
that people can look at it, but no mark comes from there: marks are computed by
`playfunc_classroom.marks.load_or_mark` and written into the graded cells' outputs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from playfunc.registry import lazily

if TYPE_CHECKING:
    from playfunc_classroom.nbgrader_bridge.collect import zip_collect
    from playfunc_classroom.nbgrader_bridge.configuration import configure
    from playfunc_classroom.nbgrader_bridge.course import Course, GradebookError
    from playfunc_classroom.nbgrader_bridge.gradebook import forget_student, gradebook_rows, known_students
else:
    _HOMES = {
        "collect": ("zip_collect",),
        "configuration": ("configure",),
        "course": ("Course", "GradebookError"),
        "gradebook": ("forget_student", "gradebook_rows", "known_students"),
    }
    __getattr__ = lazily(
        __name__, {name: f"{__name__}.{home}" for home, names in _HOMES.items() for name in names}
    )

__all__ = [
    "Course",
    "GradebookError",
    "configure",
    "forget_student",
    "gradebook_rows",
    "known_students",
    "zip_collect",
]

"""The only place that imports nbgrader: marks into its gradebook, the report into its feedback.

A course's `nbgrader_config.py` calls `configure(c)`; `nbgrader autograde`, `generate_feedback`,
`release_feedback`, `export` and formgrader then work as usual. The student's kernel runs the notebook so
that people can look at it, but no mark comes from there: marks are computed by
`playfunc_classroom.marks.load_or_mark` and written into the graded cells' outputs.
"""

from playfunc_classroom.nbgrader_bridge.configuration import configure as configure

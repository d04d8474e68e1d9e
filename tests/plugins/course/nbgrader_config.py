"""nbgrader's settings for this course. Marking is done by playfunc; see `playfunc.toml` for its numbers."""

from pathlib import Path

from playfunc_classroom.nbgrader_bridge import configure

c = get_config()  # noqa: F821, nbgrader provides it

configure(c, Path(__file__).parent)

c.CourseDirectory.course_id = "games"

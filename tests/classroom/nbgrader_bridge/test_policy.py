"""The course's policy stands behind the cell that tells how marks come about."""

import pytest
from course_fixture import notebook
from playfunc_classroom.nbgrader_bridge.policy import _with_policy

pytestmark = pytest.mark.filterwarnings("ignore")  # nbgrader, nbconvert and SQLAlchemy warn about themselves


def test_the_policy_stands_behind_the_cell_that_tells_how_marks_come_about():
    made = notebook().cells
    made[3].metadata["nbgrader"]["grade_id"] = "how-marked"
    assert _with_policy(made, "P")[4].source == "P"
    assert len(_with_policy(_with_policy(made, "P"), "Q")) == len(made) + 1

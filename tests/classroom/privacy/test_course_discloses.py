"""Everything about a student out of a whole course."""

import json

import pytest
from course_fixture import enter, hand_in, make_course
from playfunc_classroom.privacy.course_discloses import disclose_everything

pytestmark = pytest.mark.filterwarnings("ignore")  # nbgrader and nbconvert warn about themselves


def test_the_gradebook_and_the_files(tmp_path):
    course = make_course(tmp_path / "course")
    for student in ("ann", "bob"):
        hand_in(course, student)
        enter(course, student)
    done = disclose_everything(course, "ann", tmp_path / "out")
    assert done is not None
    assert "submitted/ann/hearts/hearts.ipynb" in done.copied
    rows = json.loads((tmp_path / "out/gradebook.json").read_text())
    assert (rows["student"]["id"], len(rows["submissions"])) == ("ann", 1)
    assert "bob" not in (tmp_path / "out/gradebook.json").read_text()
    assert disclose_everything(course, "nobody", tmp_path / "none") is None
    assert not (tmp_path / "none").exists()

"""`playfunc release`: the zip for students."""

from __future__ import annotations

import pytest

pytestmark = pytest.mark.filterwarnings("ignore")  # nbgrader, nbconvert and SQLAlchemy warn about themselves


def test_it_names_the_zip_and_whether_the_wheel_is_in_it(course, playfunc):
    code, out, _ = playfunc("release", course, "hearts")
    assert code == 0
    assert (course / out.partition("For students: ")[2].partition(",")[0]).is_file()
    assert "copy dist/playfunc-*.whl into the course's folder wheels/, and release again." in out


def test_an_assignment_that_is_not_there_is_refused(course, refuses):
    refuses("chess", "release", course, "chess")

"""`playfunc feedback`: a page and a zip per student."""

from __future__ import annotations

import pytest

pytestmark = pytest.mark.filterwarnings("ignore")  # nbgrader, nbconvert and SQLAlchemy warn about themselves


def test_every_student_gets_a_zip(course, playfunc):
    code, out, err = playfunc("feedback", course, "hearts")
    assert (code, err) == (0, "")
    folder = course / out.partition("Feedback, one zip per student: ")[2].strip()
    assert {path.stem.partition("-")[0] for path in folder.glob("*.zip")} == {"ann", "bob"}


def test_somebody_without_a_submission_is_refused(course, playfunc):
    code, _, err = playfunc("feedback", course, "hearts", "zoe")
    assert code in (1, 2)
    assert "zoe" in err

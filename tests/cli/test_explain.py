"""`playfunc explain`: a mark played again."""

from __future__ import annotations

import pytest

pytestmark = pytest.mark.filterwarnings("ignore")  # nbgrader, nbconvert and SQLAlchemy warn about themselves


def test_the_same_results_come_out_and_a_page_shows_them(course, playfunc):
    code, out, _ = playfunc("explain", course, "hearts", "bob")
    assert code == 0
    assert out.startswith("Same results as stored.\n")
    page = out.partition("The evidence with every deal (keep it to yourself): ")[2].strip()
    assert (course / page).is_file()


def test_a_student_without_a_mark_is_refused(course, refuses):
    refuses("zoe", "explain", course, "hearts", "zoe")

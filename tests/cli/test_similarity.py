"""`playfunc similarity`: similar players side by side."""

from __future__ import annotations

import pytest

pytestmark = pytest.mark.filterwarnings("ignore")  # nbgrader, nbconvert and SQLAlchemy warn about themselves


def test_a_page_shows_the_pairs(course, playfunc):
    code, out, _ = playfunc("similarity", course, "hearts", "--top", 1)
    assert code == 0
    assert out.startswith("2 submissions. The ")
    assert (course / out.partition("side by side: ")[2].strip()).is_file()


def test_an_earlier_year_that_is_not_there_is_refused(course, refuses):
    refuses("last-year", "similarity", course, "hearts", "--former", "last-year")


def test_versions_on_the_ladder_are_compared_too(course, playfunc, ladder):
    code, out, _ = playfunc("similarity", course, "hearts", "--site", ladder)
    assert code == 0
    page = (course / out.partition("side by side: ")[2].strip()).read_text()
    assert "3 from the ladder" in page

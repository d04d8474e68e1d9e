"""`playfunc viva`: a sheet per student."""

from __future__ import annotations

import pytest

pytestmark = pytest.mark.filterwarnings("ignore")  # nbgrader, nbconvert and SQLAlchemy warn about themselves


def test_a_sheet_is_written_for_each_who_is_named(course, playfunc):
    code, out, _ = playfunc("viva", course, "hearts", "bob")
    assert (code, out) == (0, "1 sheet of two pages, the second one for the examiner: reports/hearts/viva\n")
    assert [path.name for path in (course / "reports/hearts/viva").iterdir()] == ["bob.html"]


def test_an_unknown_opponent_is_refused_with_those_there_are(course, refuses):
    refuses(
        "no opponent 'nobody'; there are basic, minmax, advanced",
        "viva",
        course,
        "hearts",
        "--opponent",
        "nobody",
    )

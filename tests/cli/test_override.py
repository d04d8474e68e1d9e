"""`playfunc override`: points by hand, with who and why."""

from __future__ import annotations

import pytest

pytestmark = pytest.mark.filterwarnings("ignore")  # nbgrader, nbconvert and SQLAlchemy warn about themselves


def test_points_are_recorded_and_withdrawn(course, playfunc):
    arguments = ("override", course, "hearts", "bob", "beats-basic")
    code, out, _ = playfunc(*arguments, 10, "--why", "It was our mistake.", "--who", "kim")
    assert code == 0
    assert out.startswith("Recorded and in the gradebook: bob, ")
    assert "kim" in out
    assert f"To update reports and feedback, run: playfunc grade {course} hearts bob" in out
    assert playfunc(*arguments, "--withdraw", "--why", "It was not.")[0] == 0


def test_misuse_is_one_sentence(course, refuses):
    arguments = ("override", course, "hearts", "bob", "beats-basic")
    refuses("either the points that count from now on or --withdraw", *arguments, "--why", "x")
    refuses(
        "either the points that count from now on or --withdraw", *arguments, 1, "--withdraw", "--why", "x"
    )
    refuses("give the reason with --why", *arguments, 1)

"""`playfunc export`: marks in the sheet of Moodle or Canvas."""

from __future__ import annotations

import pytest

pytestmark = pytest.mark.filterwarnings("ignore")  # nbgrader, nbconvert and SQLAlchemy warn about themselves


def test_without_a_sheet_it_says_what_to_do(course, refuses):
    refuses("playfunc collect", "export", course, "hearts")

"""`playfunc collect`: what it says about the files; tests/classroom/intake has what it does with them."""

from __future__ import annotations

import zipfile

import pytest

pytestmark = pytest.mark.filterwarnings("ignore")  # nbgrader, nbconvert and SQLAlchemy warn about themselves


def test_files_without_submissions_are_told(course, playfunc):
    with zipfile.ZipFile(course / "holiday.zip", "w") as file:
        file.writestr("beach.txt", "sand")
    code, out, _ = playfunc("collect", course, "hearts", course / "holiday.zip")
    assert code == 1
    assert out.startswith("0 submissions: none found.\n")
    assert out.endswith("no file that can be marked has a name that Moodle or Canvas gives to submissions.\n")


def test_a_file_that_is_not_there_is_refused(course, refuses):
    refuses("there is no file gone.zip", "collect", course, "hearts", "gone.zip")

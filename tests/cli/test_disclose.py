"""`playfunc disclose`: everything about one student, from course and site."""

import json
from pathlib import Path

import pytest

pytestmark = pytest.mark.filterwarnings("ignore")  # nbgrader, nbconvert and SQLAlchemy warn about themselves


def test_course_and_site_are_in_one_folder(course, playfunc, ladder):
    code, out, _ = playfunc("disclose", course, "bob", "--site", ladder)
    assert code == 0
    folder = course / "disclosed/bob"
    files = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    assert f"{len(files)} files" in out
    assert {
        "course/gradebook.json",
        "course/files/submitted/bob/hearts/hearts.ipynb",
        "site/account.json",
        "site/class_list.json",
        "site/sources/2-2.py",
    } <= files
    gradebook = json.loads((folder / "course/gradebook.json").read_text())
    assert gradebook["student"]["id"] == "bob"
    assert gradebook["submissions"][0]["notebooks"][0]["grades"]
    texts = "".join((folder / name).read_text() for name in files if name.startswith("site/"))
    assert "ann" not in texts.replace("channel", "")
    assert json.loads((folder / "site/class_list.json").read_text()) == [{"login": "bob", "name": "Bob"}]


def test_a_folder_that_exists_is_left_alone(course, refuses):
    Path("here").mkdir()
    refuses("here exists already; name a new folder", "disclose", course, "bob", "--out", "here")


def test_who_is_nowhere_is_told(course, refuses, ladder):
    refuses("nobody has the id 'dan'", "disclose", course, "dan", "--site", ladder)

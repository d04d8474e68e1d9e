"""The inventory of a course: what stands in the document, and what a course really holds."""

import json
import re
from pathlib import Path

import pytest
from course_fixture import enter, hand_in, make_course
from playfunc_classroom.forgetting import write_class_pages
from playfunc_classroom.personal_data import COURSE_PLACES, WRITTEN_AGAIN, disclose_everything

NOBODYS = (
    *(
        "nbgrader_config.py",
        "playfunc.toml",
        "comments.md",
        ".playfunc-secret",
        ".gitignore",
        ".nbgrader.log",
    ),
    *("source", "release", "opponents", "assignments", "README.md", "header.ipynb"),
)
"""What a course holds beside: nothing of a student is written there."""

pytestmark = pytest.mark.filterwarnings("ignore")  # nbgrader and nbconvert warn about themselves


CLONE = Path(__file__).parents[3]


def test_the_document_lists_the_same_places():
    table = (CLONE / "docs/privacy.md").read_text(encoding="utf-8").partition("## ")[0]
    listed = re.findall(r"`([^`]+)`", "".join(re.findall(r"^\|([^|]+)\|", table, re.MULTILINE)))
    assert listed == [place.name for place in COURSE_PLACES]


def test_a_course_holds_nothing_that_is_not_listed(tmp_path):
    course = make_course(tmp_path / "course")
    hand_in(course, "ann")
    enter(course, "ann")
    write_class_pages(course, "hearts")
    places = {place.name.rstrip("/") for place in COURSE_PLACES}
    held = {path.name for path in course.root.iterdir()}
    assert held - places - set(NOBODYS) == set()
    assert {"submitted", "gradebook.db"} <= held


def test_others_work_is_never_written_again():
    assert not {"submitted", "attempts", "autograded", "marks", "feedback"} & set(WRITTEN_AGAIN)


# Everything about a student out of a whole course.
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

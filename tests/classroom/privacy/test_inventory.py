"""The inventory of a course: what stands in the document, and what a course really holds."""

import re
from pathlib import Path

import pytest
from course_fixture import enter, hand_in, make_course
from playfunc_classroom.privacy.course_forgets import write_class_pages
from playfunc_classroom.privacy.inventory import COURSE_PLACES, NOBODYS, WRITTEN_AGAIN

CLONE = Path(__file__).parents[3]

pytestmark = pytest.mark.filterwarnings("ignore")  # nbgrader and nbconvert warn about themselves


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

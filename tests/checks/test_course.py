"""Every line of the course's own settings can be taken up."""

import dataclasses
import re

from course_assignments import HEARTS
from course_fixture import CLONE
from playfunc_checks.course import read_course
from playfunc_checks.parts import Attempts, Late


def test_every_line_of_the_course_s_own_file_can_be_taken_up(course):
    text = (CLONE / "course/playfunc.toml").read_text(encoding="utf-8")
    (course / "playfunc.toml").write_text(re.sub(r"^# (?=\w+ = )", "", text, flags=re.MULTILINE))
    settings = read_course(course)
    assert str(settings.zone) == "Europe/Berlin"
    taken_up = settings.assignment("hearts")
    assert taken_up.late.due is not None
    unset = {"show_deals_after": None, "late": Late(), "attempts": Attempts()}
    assert dataclasses.replace(taken_up, **unset) == HEARTS

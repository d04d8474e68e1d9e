"""The head's page, and calibration before the shares."""

from __future__ import annotations

import re

import pytest
from marking_course import entered_browser, state_of
from playfunc_classroom.people.times import Moment, add_moment

pytestmark = pytest.mark.filterwarnings("ignore")  # nbgrader and SQLAlchemy warn about themselves


def mark(who, round_, code, points):
    for task in ("comments", "quality"):
        place = f"hearts/{round_}/{code}"
        assert who.save(f"{place}/{task}", state_of(points, who.seen(place, task))).status_code == 200


def row_of(page, marker):
    row = re.search(rf'<tr><th scope="row"><a href="/submissions[^"]*">{marker}</a></th>(.*?)</tr>', page)
    return re.sub(r"<[^>]*>", "|", row[1])


def test_who_is_behind_and_how_long_it_takes(opened, kim, head):
    sheet = opened.desk.sheet("hearts")
    student = sheet.share("first", "kim")[0]
    for when in (0.0, 300.0):
        add_moment(opened.desk.course.root, Moment("hearts", student, "kim", when))
    page = head.get("/course").text
    assert "|–|" in row_of(page, "kim")  # nothing is finished
    assert "the time left counts 8 min a submission" in page
    assert page.index("Before the shares") < page.index("Progress")
    (opened.desk.course.root / "marking" / "times.jsonl").unlink()
    for when in (0.0, 300.0):
        add_moment(opened.desk.course.root, Moment("hearts", student, "kim", when))
    mark(kim, "first", sheet.codes[student], 20.0)
    page = head.get("/course").text
    assert "1 of 3" in row_of(page, "kim")
    assert "on pace" in row_of(page, "kim")
    assert "0 of 3" in row_of(page, "lee")
    assert "behind the others" in row_of(page, "lee")
    assert "5 min" in row_of(page, "kim")
    assert "15 min" in row_of(page, "lee")  # three of five minutes each
    assert kim.get("/course").status_code == 403


def test_everybody_marks_the_same_and_sees_the_spread_afterwards(opened, kim, head):
    lee = entered_browser(opened, "lee")
    before = opened.desk.marks.of_class("hearts")
    assert head.post("/course/hearts/calibration").status_code == 303
    shares = [set(re.findall(r"/mark/hearts/calibration/([\w-]+)", who.get("/").text)) for who in (kim, lee)]
    assert shares[0] == shares[1]
    assert len(shares[0]) == 5
    for code in shares[0]:
        mark(kim, "calibration", code, 10.0)
    assert lee.get("/calibration/hearts").status_code == 403
    for code in shares[0]:
        mark(lee, "calibration", code, 14.0)
    page = lee.get("/calibration/hearts").text
    assert page.count("kim&nbsp;10, lee&nbsp;14") == 10
    assert page.count('<td class="n">12</td><td class="n">4</td>') == 10
    assert "kim&nbsp;10, lee&nbsp;14" in head.get("/course").text
    assert opened.desk.marks.of_class("hearts") == before


def test_what_two_people_marked_otherwise_is_listed(opened, kim, head):
    lee = entered_browser(opened, "lee")
    assert head.post("/course/hearts/second", {"count": 6}).status_code == 303
    sheet = opened.desk.sheet("hearts")
    student = sheet.share("second", "lee")[0]
    mark(kim, "first", sheet.codes[student], 20.0)
    mark(lee, "second", sheet.codes[student], 12.0)
    page = head.get("/course").text
    assert "1 marked twice" in page
    assert page.count('<td class="n">20</td><td class="n">12</td><td>kim, lee</td>') == 2

"""The page of one submission: panels first, and next stays in the share."""

from __future__ import annotations

import re

import pytest
from marking_course import entered_browser, state_of

pytestmark = pytest.mark.filterwarnings("ignore")  # nbgrader and SQLAlchemy warn about themselves


def links(page):
    return dict(re.findall(r'data-go="(.)[a-z]*" href="([^"]*)"', page))


def test_panels_come_before_what_there_is_to_read(kim, piece):
    page = kim.get(f"/mark/{piece}").text
    places = [
        page.index(text)
        for text in ('data-save="/api', "The account of the strategy", "<textarea", "<iframe")
    ]
    assert places == sorted(places)
    assert "Points for Memory, 0 to 8" in page


def test_next_and_previous_stay_in_the_share(opened, kim):
    sheet = opened.desk.sheet("hearts")
    mine = [f"/mark/hearts/first/{sheet.codes[s]}" for s in sheet.share("first", "kim")]
    assert len(mine) == 3
    walked, address = [], mine[0]
    while address:
        walked.append(address)
        found = links(kim.get(address).text)
        address = found.get(".")
    assert walked == mine
    assert links(kim.get(mine[2]).text)[","] == mine[1]
    assert "," not in links(kim.get(mine[0]).text)


def test_next_to_do_skips_what_is_done_and_begins_again(opened, kim):
    sheet = opened.desk.sheet("hearts")
    mine = [sheet.codes[s] for s in sheet.share("first", "kim")]
    for task in ("comments", "quality"):
        place = f"hearts/first/{mine[1]}"
        kim.save(f"{place}/{task}", state_of(5.0, kim.seen(place, task)))
    assert links(kim.get(f"/mark/hearts/first/{mine[0]}").text)["E"].endswith(mine[2])
    assert links(kim.get(f"/mark/hearts/first/{mine[2]}").text)["E"].endswith(mine[0])


def test_others_have_no_page_of_it(opened, piece):
    lee = entered_browser(opened, "lee")
    assert lee.get(f"/mark/{piece}").status_code == 404
    assert lee.get(f"/paper/{piece}/answer").status_code == 404
    assert entered_browser(opened, "admin").get(f"/mark/{piece}").status_code == 200


def test_what_is_nowhere_is_not_found(kim, piece):
    code = piece.rpartition("/")[2]
    for address in (f"/mark/nothing/first/{code}", f"/mark/hearts/third/{code}", "/mark/hearts/first/x-y-1"):
        assert kim.get(address).status_code == 404
    assert kim.get(f"/paper/{piece}/secrets").status_code == 404


def test_a_changed_answer_and_points_beside_the_criteria_are_pointed_at(opened, kim, piece):
    desk = opened.desk
    student = next(s for s, c in desk.sheet("hearts").codes.items() if c == piece.rpartition("/")[2])
    worth = {"The account of the strategy": 12, "Function comments": 12, "Line comments": 6}
    parts = "\n\n".join(f"**{name}: 5 of {most}.**" for name, most in worth.items())
    with desk.course.gradebook() as gradebook:
        grade = gradebook.find_grade("comments", "hearts", "hearts", student)
        grade.manual_score, grade.needs_manual_grade = 20, True
        gradebook.db.commit()
    held = desk.marks.of("hearts", student)["comments"]
    desk.marks.save_all("hearts", {(student, "comments"): (held, 20.0, parts)})
    page = kim.get(f"/mark/{piece}").text
    assert "The answer has changed since these points were given." in page
    assert "add up to 15 points; the task has 20" in page

"""Phrases as rubric items: a preview, then every submission that carries one."""

from __future__ import annotations

import pytest
from marking_course import state_of

pytestmark = pytest.mark.filterwarnings("ignore")  # nbgrader and SQLAlchemy warn about themselves

PHRASE = "Says what the player does, but not why this and nothing else."
NEW = "Says what, and never why."
FORM = {
    "task": "comments",
    "criterion": "The account of the strategy",
    "phrase": PHRASE,
    "after": NEW,
    "worth": -2,
}


def mark(kim, count):
    """Give the phrase and points to the first submissions of kim's share."""
    sheet = kim.opened.desk.sheet("hearts")
    students = sheet.share("first", "kim")[:count]
    said = [
        {"name": "The account of the strategy", "points": 9, "phrases": [PHRASE], "words": "Line 7."},
        {"name": "Function comments", "points": 10},
        {"name": "Line comments", "points": 5},
    ]
    for student in students:
        place = f"hearts/first/{sheet.codes[student]}/comments"
        seen = kim.seen(place.rpartition("/")[0], "comments")
        assert kim.save(place, state_of(24.0, seen, said=said)).status_code == 200
    return students


def test_the_preview_changes_nothing_and_the_change_everything(opened, kim, head):
    students = mark(kim, 2)
    marks = opened.desk.marks
    before = marks.of_class("hearts")
    preview = head.post("/phrases/change", FORM).text
    assert "<strong>2</strong> submissions" in preview
    assert "Points change in <strong>2</strong>" in preview
    assert preview.count('<td class="n">24</td><td class="n">22</td>') == 2
    assert marks.of_class("hearts") == before
    place = f"hearts/first/{opened.desk.sheet('hearts').codes[students[0]]}"
    seen = kim.seen(place, "comments")
    assert head.post("/phrases/change", {**FORM, "apply": "true"}).headers["location"] == "/phrases?done=2"
    for student in students:
        held = marks.of("hearts", student)["comments"]
        assert held.points == 22.0
        assert held.comment.startswith(f"**The account of the strategy: 7 of 12.** {NEW} Line 7.")
    others = set(before) - set(students)
    assert {s: marks.of("hearts", s) for s in others} == {s: before[s] for s in others}
    root = opened.desk.course.root
    assert f"- {NEW} (-2)\n" in (root / "comments.md").read_text()
    assert (root / "marking" / "phrases.jsonl").read_text().count('"who":"admin"') == 2
    assert kim.save(f"{place}/comments", state_of(9.0, seen)).json()["changed"]["by"] == "admin"
    page = kim.get(f"/mark/{place}").text
    assert f'value="{NEW}" data-worth="-2" checked' in page


def test_the_list_is_shown_with_a_way_to_change_each(head):
    page = head.get("/phrases").text
    assert page.count("/phrases/change?") == 31
    assert (
        head.get(
            "/phrases/change",
        ).status_code
        == 422
    )


def test_a_phrase_that_is_gone_and_markers_are_refused(opened, kim, head):
    assert head.post("/phrases/change", {**FORM, "phrase": "Never there."}).status_code == 404
    assert head.post("/phrases/change", {**FORM, "after": "  "}).status_code == 422
    assert kim.post("/phrases/change", {**FORM, "apply": "true"}).status_code == 403
    assert PHRASE in (opened.desk.course.root / "comments.md").read_text()

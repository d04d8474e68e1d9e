"""Phrases as rubric items: a preview, then every submission that carries one."""

import re
from types import SimpleNamespace as Thing

import pytest
from fastapi.testclient import TestClient
from marking_course import entered_browser, state_of
from playfunc_classroom.policy.rubric import Change
from playfunc_web.marking.app import marking_app
from playfunc_web.marking.instructor_pages import _carriers
from web_site import OWN_PAGE

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
    sheet = kim.opened.grading.sheet("hearts")
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
    marks = opened.grading.marks
    before = marks.of_class("hearts")
    preview = head.post("/phrases/change", FORM).text
    assert "<strong>2</strong> submissions" in preview
    assert "Points change in <strong>2</strong>" in preview
    assert preview.count('<td class="n">24</td><td class="n">22</td>') == 2
    assert marks.of_class("hearts") == before
    place = f"hearts/first/{opened.grading.sheet('hearts').codes[students[0]]}"
    seen = kim.seen(place, "comments")
    assert head.post("/phrases/change", {**FORM, "apply": "true"}).headers["location"] == "/phrases?done=2"
    for student in students:
        held = marks.of("hearts", student)["comments"]
        assert held.points == 22.0
        assert held.comment.startswith(f"**The account of the strategy: 7 of 12.** {NEW} Line 7.")
    others = set(before) - set(students)
    assert {s: marks.of("hearts", s) for s in others} == {s: before[s] for s in others}
    root = opened.grading.course.root
    assert f"- {NEW} (-2)\n" in (root / "comments.md").read_text()
    assert (root / "marking" / "phrases.jsonl").read_text().count('"who":"admin"') == 2
    assert kim.save(f"{place}/comments", state_of(9.0, seen)).json()["changed"]["by"] == "admin"
    page = kim.get(f"/mark/{place}").text
    assert f'value="{NEW}" data-worth="-2" checked' in page


def test_the_list_is_shown_with_a_way_to_change_each(head):
    page = head.get("/phrases").text
    assert page.count("/phrases/change?") == 31
    assert head.get("/phrases/change").status_code == 422


def test_a_phrase_that_is_gone_and_markers_are_refused(opened, kim, head):
    assert head.post("/phrases/change", {**FORM, "phrase": "Never there."}).status_code == 404
    assert head.post("/phrases/change", {**FORM, "after": "  "}).status_code == 422
    assert kim.post("/phrases/change", {**FORM, "apply": "true"}).status_code == 403
    assert PHRASE in (opened.grading.course.root / "comments.md").read_text()


def test_an_assignment_without_the_task_carries_none_of_its_phrases():
    grading = Thing(
        assignments=lambda: ("footsteps",),
        sheet=lambda name: Thing(rubric={}, codes={}),
        books=lambda name: {name: "first"},
        marks=Thing(of_class=lambda book: {"ann": {"quality": None}}),
    )
    change = Change("comments", "The account of the strategy", PHRASE, 0.0, NEW, -2.0)
    assert list(_carriers(grading, change)) == []


# A marker's first page.
def test_the_share_in_order_with_what_is_done(opened, kim, piece):
    for task in ("comments", "quality"):
        kim.save(f"{piece}/{task}", state_of(7.5, kim.seen(piece, task)))
    page = kim.get("/").text
    sheet = opened.grading.sheet("hearts")
    codes = [sheet.codes[s] for s in sheet.share("first", "kim")]
    assert "1 of 3" in page
    assert f'href="/mark/hearts/first/{codes[1]}">Go on' in page
    assert [page.index(f">{code}</a>") for code in codes] == sorted(
        page.index(f">{code}</a>") for code in codes
    )
    assert page.count("7.5") == 2


def test_what_is_begun_is_told_from_what_is_untouched(opened, kim, piece):
    kim.save(f"{piece}/comments", state_of(None, kim.seen(piece, "comments"), rest="Reads well."))
    page = kim.get("/").text
    assert page.count(">begun</span>") == 1
    assert page.count("<td>to do</td>") == 2


def test_the_second_share_is_listed_apart(opened, kim):
    from playfunc_classroom.runs.marking_progress import share_again

    assert share_again(opened.grading.course, "hearts", 6)
    page = kim.get("/").text
    assert "Hearts, marked a second time" in page
    assert page.count("/mark/hearts/second/") >= 3


def test_somebody_without_a_share_is_told_what_to_do(opened, head):
    assert 'href="/submissions"' in head.get("/").text
    (opened.grading.course.root / "markers.csv").write_text("marker\nkim\n")
    assert "markers.csv" in entered_browser(opened, "lee").get("/").text
    assert "How to mark" in entered_browser(opened, "lee").get("/help").text


# One's own account: a password is set, and lets in again.
def test_a_password_is_set(kim):
    assert "at least" in kim.get("/account").text
    assert kim.post("/account/password", {"password": "correct horse battery"}).status_code == 303
    assert kim.get("/").status_code == 303  # logged out everywhere
    kim.client.cookies.clear()
    data = {"login": "kim", "password": "correct horse battery", "next": "/"}
    assert kim.post("/login", data).headers["location"] == "/"
    assert "3" in kim.get("/").text


# The instructor's page of markers.
def test_a_link_lets_a_marker_in_once(opened, head):
    page = head.post("/people/link", {"login": "kim"}).text
    path = re.search(r"(/link/[\w-]+)</pre>", page)[1]
    kim = TestClient(marking_app(opened), headers=OWN_PAGE, follow_redirects=False)
    assert kim.post(path).headers["location"] == "/account"
    assert "Set one now" in kim.get("/account").text
    assert "Hearts" in kim.get("/").text
    assert TestClient(marking_app(opened), headers=OWN_PAGE).post(path).status_code == 410


def test_the_list_is_read_again_and_faults_in_it_are_told(opened, head):
    path = opened.grading.course.root / "markers.csv"
    path.write_text("marker\nkim\nlee\nmax\n")
    assert "New: max." in head.post("/people/list").text
    path.write_text("marker\nMax Miller\n")
    answer = head.post("/people/list")
    assert answer.status_code == 422
    assert "Max Miller" in answer.text


def test_markers_have_no_such_page(kim):
    assert kim.get("/people").status_code == 403
    assert kim.post("/people/link", {"login": "lee"}).status_code == 403


def test_one_place_of_the_navigation_is_the_present_one(head):
    for address in ("/", "/people", "/phrases"):
        assert head.get(address).text.count("aria-current") == 1


def test_a_login_that_nobody_has(head):
    assert head.post("/people/link", {"login": "zoe"}).status_code == 404

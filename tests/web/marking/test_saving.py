"""What pages save: in the gradebook at once, never over somebody else's change, never points that do not fit."""

from __future__ import annotations

import time

import pytest
from marking_course import entered_browser, state_of

pytestmark = pytest.mark.filterwarnings("ignore")  # nbgrader and SQLAlchemy warn about themselves

ACCOUNT = "The account of the strategy"
PHRASE = "Says what the player does, but not why this and nothing else."


def said(points, phrases=(), words="", name=ACCOUNT):
    return {"name": name, "points": points, "phrases": list(phrases), "words": words}


def held(kim, piece, task="comments"):
    desk = kim.opened.desk
    sheet = desk.sheet("hearts")
    student = next(s for s, code in sheet.codes.items() if code == piece.rpartition("/")[2])
    return desk.marks.of("hearts", student)[task]


def test_what_is_typed_is_in_the_gradebook_and_on_the_page_again(kim, piece):
    parts = [said(9, [PHRASE], "See line 7."), said(None, name="Line comments", words="Few.")]
    state = state_of(None, kim.seen(piece, "comments"), rest="A & <b>", said=parts)
    answer = kim.save(f"{piece}/comments", state)
    assert answer.status_code == 200
    assert answer.json()["done"] is False
    now = held(kim, piece)
    assert now.points is None
    assert now.comment == (
        f"**{ACCOUNT}: 9 of 12.** {PHRASE} See line 7.\n\n**Line comments: – of 6.** Few.\n\nA & <b>"
    )
    page = kim.get(f"/mark/{piece}").text
    assert f'value="{PHRASE}" checked' in page
    assert 'value="See line 7."' in page
    assert "A &amp; &lt;b&gt;</textarea>" in page
    assert kim.seen(piece, "comments") == answer.json()["seen"]


def test_points_out_of_range_are_refused_in_a_sentence(kim, piece):
    before = held(kim, piece)
    state = state_of(99.0, kim.seen(piece, "comments"), said=[said(99)])
    answer = kim.save(f"{piece}/comments", state)
    assert answer.status_code == 422
    assert answer.json()["detail"] == (
        f"{ACCOUNT}: 99 points do not fit. Give 0 to 12 points. "
        "The task: 99 points do not fit. Give 0 to 30 points."
    )
    assert held(kim, piece) == before


def test_a_change_in_formgrader_is_shown_and_not_overwritten(kim, piece):
    seen = kim.seen(piece, "comments")
    desk = kim.opened.desk
    student = next(s for s, c in desk.sheet("hearts").codes.items() if c == piece.rpartition("/")[2])
    with desk.course.gradebook() as gradebook:  # as formgrader does
        gradebook.find_grade("comments", "hearts", "hearts", student).manual_score = 20
        gradebook.db.commit()
    answer = kim.save(f"{piece}/comments", state_of(5.0, seen, rest="mine"))
    assert answer.status_code == 409
    assert (answer.json()["points"], answer.json()["comment"]) == (20.0, "")
    assert answer.json()["changed"] is None
    assert held(kim, piece).points == 20.0
    again = kim.save(f"{piece}/comments", state_of(5.0, answer.json()["seen"], rest="mine"))
    assert again.status_code == 200
    assert held(kim, piece).points == 5.0


def test_a_conflict_says_who_changed_the_task_and_when(opened, kim, piece):
    seen, began = kim.seen(piece, "comments"), time.time()
    head = entered_browser(opened, "admin")
    assert head.save(f"{piece}/comments", state_of(3.0, seen)).status_code == 200
    for viewer, own in ((kim, False), (head, True)):
        changed = viewer.save(f"{piece}/comments", state_of(5.0, seen)).json()["changed"]
        assert (changed["by"], changed["own"]) == ("admin", own)
        assert began <= changed["when"] <= time.time()
    desk = opened.desk
    student = next(s for s, c in desk.sheet("hearts").codes.items() if c == piece.rpartition("/")[2])
    desk.marks.save("hearts", student, "comments", 8.0, "")  # as another program does
    assert kim.save(f"{piece}/comments", state_of(5.0, seen)).json()["changed"] is None


def test_a_save_whose_answer_was_lost_is_no_conflict(kim, piece):
    seen = kim.seen(piece, "comments")
    first = {"points": 4.0, "said": [], "rest": "fir"}
    assert kim.save(f"{piece}/comments", {**first, "seen": seen}).status_code == 200
    assert kim.save(f"{piece}/comments", {**first, "seen": seen}).status_code == 200  # sent again
    further = state_of(4.0, seen, rest="first and more")
    assert kim.save(f"{piece}/comments", further).status_code == 409
    assert kim.save(f"{piece}/comments", {**further, "unanswered": [first]}).status_code == 200
    assert held(kim, piece).comment == "first and more"


def test_only_those_of_ones_own_share(opened, kim, piece):
    lee = entered_browser(opened, "lee")
    answer = lee.save(f"{piece}/comments", state_of(1.0, kim.seen(piece, "comments")))
    assert answer.status_code == 404
    head = entered_browser(opened, "admin")
    assert head.save(f"{piece}/comments", state_of(1.0, kim.seen(piece, "comments"))).status_code == 200


def test_forms_of_other_sites_and_shapes_of_nobodys_are_refused(kim, piece):
    state = state_of(1.0, kim.seen(piece, "comments"))
    address = f"/api/marks/{piece}/comments"
    assert kim.client.post(address, json=state).status_code == 403  # without the token of the page
    headers = {"x-form-token": kim.token, "origin": "https://evil.example"}
    assert kim.client.post(address, json=state, headers=headers).status_code == 403
    assert kim.save(f"{piece}/comments", {**state, "grade": 100}).status_code == 422
    assert kim.save(f"{piece}/beats-basic", state).status_code == 404
    assert held(kim, piece).points is None

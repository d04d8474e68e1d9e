"""A marker's first page."""

from __future__ import annotations

import pytest
from marking_course import entered_browser, state_of

pytestmark = pytest.mark.filterwarnings("ignore")  # nbgrader and SQLAlchemy warn about themselves


def test_the_share_in_order_with_what_is_done(opened, kim, piece):
    for task in ("comments", "quality"):
        kim.save(f"{piece}/{task}", state_of(7.5, kim.seen(piece, task)))
    page = kim.get("/").text
    sheet = opened.desk.sheet("hearts")
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
    from playfunc_classroom.runs.shares import share_again

    assert share_again(opened.desk.course, "hearts", 6)
    page = kim.get("/").text
    assert "Hearts, marked a second time" in page
    assert page.count("/mark/hearts/second/") >= 3


def test_somebody_without_a_share_is_told_what_to_do(opened, head):
    assert 'href="/submissions"' in head.get("/").text
    (opened.desk.course.root / "markers.csv").write_text("marker\nkim\n")
    assert "markers.csv" in entered_browser(opened, "lee").get("/").text
    assert "How to mark" in entered_browser(opened, "lee").get("/help").text

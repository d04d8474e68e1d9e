"""The head of the course's page of markers."""

from __future__ import annotations

import re

import pytest
from fastapi.testclient import TestClient
from playfunc_web.http.forms import FIELD
from playfunc_web.marking.app import marking_app

pytestmark = pytest.mark.filterwarnings("ignore")  # nbgrader and SQLAlchemy warn about themselves


def test_a_link_lets_a_marker_in_once(opened, head):
    page = head.post("/people/link", {"login": "kim"}).text
    path = re.search(r"(/link/[\w-]+)</pre>", page)[1]
    kim = TestClient(marking_app(opened), follow_redirects=False)
    token = re.search(rf'name="{FIELD}" value="(\w+)"', kim.get(path).text)[1]
    assert kim.post(path, data={FIELD: token}).headers["location"] == "/account"
    assert "Set one now" in kim.get("/account").text
    assert "Hearts" in kim.get("/").text
    assert TestClient(marking_app(opened)).post(path, data={FIELD: token}).status_code in (403, 410)


def test_the_list_is_read_again_and_faults_in_it_are_told(opened, head):
    path = opened.desk.course.root / "markers.csv"
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

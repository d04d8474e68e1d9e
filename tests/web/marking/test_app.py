"""The marking site as a whole: who is let in, what every answer carries, and that no other site reaches it."""

from __future__ import annotations

from urllib.parse import parse_qs, urlsplit

import pytest
from fastapi.testclient import TestClient
from marking_course import STUDENTS, entered_browser, marking_course
from playfunc_classroom.nbgrader_bridge import GradebookError
from playfunc_web.accounts.people import make_account
from playfunc_web.http.headers import POLICY
from playfunc_web.marking.app import marking_app
from playfunc_web.marking.opening import open_marking
from stand_in_hub import stand_in_hub
from web_routes import flat_routes

pytestmark = pytest.mark.filterwarnings("ignore")  # nbgrader and SQLAlchemy warn about themselves

OPEN = {"/login", "/link/{secret}", "/healthz", "/metrics", "/static", "/api/v1/openapi.json"}


def addresses(opened, piece):
    """Every page, with something of kim's in the place of names."""
    assignment, round_, code = piece.split("/")
    values = {
        "{assignment}": assignment,
        "{round_}": round_,
        "{code}": code,
        "{paper}": "answer",
        "{task}": "comments",
    }
    for route in flat_routes(marking_app(opened).routes):
        if route.path in OPEN or "GET" not in (getattr(route, "methods", None) or ()):
            continue
        path = route.path
        for name, value in values.items():
            path = path.replace(name, value)
        yield path


def test_nobody_reads_anything_without_a_login(opened, piece):
    visitor = TestClient(marking_app(opened), follow_redirects=False)
    for path in addresses(opened, piece):
        answer = visitor.get(path)
        assert answer.status_code in (303, 404), path
        assert answer.headers.get("location", "/login").startswith("/login"), path
    refused = visitor.post(f"/api/marks/{piece}/comments", json={})
    assert refused.status_code in (401, 403)


def test_whoever_has_the_role_of_a_student_gets_nothing(opened, piece):
    """The site makes no such account; one that slipped in reads nothing all the same."""
    with opened.site.database.writing() as session:
        make_account(session, "ann")
    ann = entered_browser(opened, "ann")
    for path in addresses(opened, piece):
        if path != "/account":
            assert ann.get(path).status_code in (403, 404), path


def test_no_page_names_a_student(opened, kim, piece):
    for path in addresses(opened, piece):
        answer = kim.get(path)
        for student in STUDENTS:
            assert f"{student.capitalize()} Miller" not in answer.text, path
            assert f">{student}<" not in answer.text, path


def test_pages_run_nothing_but_the_sites_own(kim, piece):
    page = kim.get(f"/mark/{piece}")
    assert page.headers["content-security-policy"] == POLICY
    assert "unsafe" not in POLICY
    assert " onclick" not in page.text
    paper = kim.get(f"/paper/{piece}/notebook").headers["content-security-policy"]
    assert paper.startswith("sandbox; default-src 'none'")
    assert "script" not in paper


def test_a_gradebook_that_is_away_is_told(opened, kim, piece, monkeypatch):
    def away(*arguments: object) -> None:
        raise GradebookError("the gradebook cannot be used", "disk I/O error")

    monkeypatch.setattr(type(opened.desk.marks), "of", away)
    answer = kim.get(f"/mark/{piece}")
    assert answer.status_code == 503
    assert "try again" in answer.text
    assert "disk I/O" not in answer.text


REFUSED = {
    "ann": "The list of this site does not have ann: ask whoever runs it to add this JupyterHub login.",
    "admin": "The account admin has a password of this site: log in with it, or ask the staff.",
}


def test_of_the_hubs_people_only_markers_and_heads_are_let_in(tmp_path, monkeypatch):
    marking_course(tmp_path / "course", students=("ann",))
    settings = tmp_path / "course/.marking/site.toml"
    settings.parent.mkdir()
    settings.write_text('hub = true\nbase_url = "http://testserver"\nhub_admins = ["grace"]\n')
    with stand_in_hub(monkeypatch, "marking"):
        opened = open_marking(tmp_path / "course")
        app = marking_app(opened)
        for name in ("kim", "grace", *REFUSED):
            visitor = TestClient(app, follow_redirects=False)
            asked = parse_qs(urlsplit(visitor.get("/hub/login").headers["location"]).query)
            answer = visitor.get("/hub/callback", params={"code": name, "state": asked["state"][0]})
            let_in = name not in REFUSED
            assert answer.status_code == (303 if let_in else 403)
            assert REFUSED.get(name, "") in answer.text
            assert visitor.get("/").status_code == (200 if let_in else 303)
        opened.site.database.close()

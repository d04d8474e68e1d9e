"""One's own account: a password is set, and lets in again."""

from __future__ import annotations

import pytest

pytestmark = pytest.mark.filterwarnings("ignore")  # nbgrader and SQLAlchemy warn about themselves


def test_a_password_is_set(kim):
    assert "at least" in kim.get("/account").text
    assert kim.post("/account/password", {"password": "correct horse battery"}).status_code == 303
    assert kim.get("/").status_code == 303  # logged out everywhere
    kim.client.cookies.clear()
    page = kim.get("/login").text
    token = page.partition('name="form_token" value="')[2].partition('"')[0]
    data = {"login": "kim", "password": "correct horse battery", "form_token": token, "next": "/"}
    assert kim.client.post("/login", data=data).headers["location"] == "/"
    assert "3" in kim.get("/").text

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playfunc_web.accounts.passwords import hashed
from playfunc_web.accounts.people import make_account
from playfunc_web.http.cookies import name_of
from playfunc_web.http.forms import FORM_COOKIE
from playfunc_web.http.viewer import COOKIE
from playfunc_web.site import Site
from web_site import browser, open_test_site

PASSWORD = "correct horse battery"


@pytest.fixture(params=["", 'base_url = "http://127.0.0.1:8000"\n', 'base_url = "https://ladder.example"\n'])
def any_site(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Site]:
    opened = open_test_site(tmp_path / "site", request.param)
    yield opened
    opened.database.close()


def test_cookies_are_kept_from_scripts_from_other_sites_and_with_https_from_all_else(any_site: Site) -> None:
    encoded = hashed(PASSWORD)
    with any_site.database.writing() as session:
        make_account(session, "ada", password=encoded)
    visitor = browser(any_site)
    visitor.client.base_url = "https://ladder.example" if any_site.secure else "http://testserver"
    set_ = {FORM_COOKIE: visitor.get("/login").headers["set-cookie"]}
    set_[COOKIE] = visitor.post("/login", {"login": "ada", "password": PASSWORD}).headers["set-cookie"]
    ended = visitor.post("/logout").headers["set-cookie"]
    for name, cookie in set_.items():
        words = {word.strip().lower() for word in cookie.split(";")[1:]}
        assert {"httponly", "samesite=lax", "path=/"} <= words
        assert ("secure" in words) == any_site.secure
        assert not any(word.startswith("domain") for word in words)
        assert cookie.startswith(f"__Host-{name}=") == any_site.secure
        assert cookie.startswith(f"{name_of(any_site, name)}=")
    # Browsers drop it by the same flags, or would not take the word for a name with the prefix.
    assert ended.startswith(f'{name_of(any_site, COOKIE)}="";')
    assert ("secure" in ended.lower()) == any_site.secure
    assert "path=/" in ended.lower()


def test_a_cookie_without_the_prefix_logs_nobody_in_behind_https(tmp_path: Path) -> None:
    """A neighbouring host, or a page without HTTPS, can plant that one."""
    site = open_test_site(tmp_path / "site", 'base_url = "https://ladder.example"\n')
    ada = browser(site, "ada")
    ada.client.base_url = "https://ladder.example"
    secret = ada.client.cookies[name_of(site, COOKIE)]
    assert ada.get("/account").status_code == 200
    planted = browser(site)
    planted.client.base_url = "https://ladder.example"
    planted.client.cookies.set(COOKIE, secret)
    assert planted.get("/account").status_code == 303
    site.database.close()

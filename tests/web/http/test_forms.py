from __future__ import annotations

from playfunc_web.http.forms import form_token
from playfunc_web.site import Site
from web_site import browser, token_of


def test_a_token_belongs_to_one_session_of_one_site() -> None:
    assert len({form_token(b"a", "x"), form_token(b"a", "y"), form_token(b"b", "x")}) == 3


def test_the_form_token_of_another_session_is_refused(site: Site) -> None:
    ada, eve = browser(site, "ada"), browser(site, "eve")
    theirs = form_token(site.key, eve.client.cookies["playfunc_session"])
    assert ada.client.post("/account/leave", data={"form_token": theirs}).status_code == 403


def test_a_token_is_no_login(site: Site) -> None:
    """Whoever steals one from a notebook must not take the account over."""
    browser(site, "ada")
    headers = {"authorization": f"Bearer {token_of(site, 'ada')}"}
    program = browser(site).client
    assert program.get("/api/v1/ladders", headers=headers).status_code == 200
    for answer in (program.get("/account", headers=headers), program.post("/account/leave", headers=headers)):
        assert answer.status_code == 403
        assert "A token is for the API alone" in answer.text

import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from lti_platform import CLIENT, ISSUER, SETTINGS, claims, jwks, new_key, signed
from playfunc_web.accounts.people import account_of, make_account
from playfunc_web.accounts.sessions import hashed, make_link
from playfunc_web.http.viewer import COOKIE, name_of
from playfunc_web.pages import login
from playfunc_web.pages.login import LTI_COOKIE
from playfunc_web.site import Site
from web_site import Browser, browser, open_test_site

PASSWORD = "correct horse battery"


@pytest.fixture
def ada(site: Site) -> None:
    encoded = hashed(PASSWORD)
    with site.database.writing() as session:
        make_account(session, "ada", password=encoded)


def link(site: Site, name: str) -> str:
    with site.database.writing() as session:
        account = account_of(session, name)
        assert account is not None
        return make_link(session, account)


def test_pages_need_a_login_and_return_to_where_one_wanted_to_go(site: Site, ada: None) -> None:
    visitor = browser(site)
    answer = visitor.get("/runs?page=2")
    assert (answer.status_code, answer.headers["location"]) == (303, "/login?next=/runs%3Fpage%3D2")
    answer = visitor.post("/login", {"login": "ada", "password": PASSWORD, "next": "/runs?page=2"})
    assert (answer.status_code, answer.headers["location"]) == (303, "/runs?page=2")
    assert visitor.get("/runs").status_code == 200


@pytest.mark.parametrize(
    ("name", "password"), [("ada", "wrong"), ("nobody", PASSWORD), ("ada' --", PASSWORD)]
)
def test_a_wrong_login_and_a_wrong_password_get_the_same_answer(
    site: Site, ada: None, name: str, password: str
) -> None:
    answer = browser(site).post("/login", {"login": name, "password": password})
    assert answer.status_code == 403
    assert "Login and password do not match an account" in answer.text


def test_wrong_passwords_slow_down_and_the_right_one_is_taken(
    site: Site, ada: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(login, "matches", lambda _encoded, password: password == PASSWORD)
    waited: list[float] = []

    async def sleep(seconds: float) -> None:
        waited.append(round(seconds))

    monkeypatch.setattr(login.asyncio, "sleep", sleep)
    visitor = browser(site)
    monkeypatch.setattr(visitor.client._transport.app.state.throttle, "_clock", lambda: 1000.0)

    def status(password: str) -> int:
        return int(visitor.post("/login", {"login": "ada", "password": password}).status_code)

    assert [status("wrong") for _ in range(22)] == [403] * 22
    assert (status(PASSWORD), waited) == (303, [*[0] * 20, 2, 4, 6])
    assert [status("wrong") for _ in range(24)] == [*[403] * 23, 429]


def test_no_login_leads_to_another_site(site: Site, ada: None) -> None:
    sent = {"login": "ada", "password": PASSWORD, "next": "//evil.example"}
    answer = browser(site).post("/login", sent)
    assert answer.headers["location"] == "/"


def test_a_link_works_once_and_only_when_its_button_is_pressed(site: Site, ada: None) -> None:
    secret = link(site, "ada")
    assert browser(site).get(f"/link/{secret}").status_code == 200
    first, second = browser(site), browser(site)
    assert first.post(f"/link/{secret}").headers["location"] == "/account"
    assert first.get("/account").status_code == 200
    again = second.post(f"/link/{secret}")
    assert again.status_code == 410
    assert "This link no longer works" in again.text
    first.post("/account/password", {"password": PASSWORD})
    looked = second.get(f"/link/{secret}")
    assert looked.status_code == 410
    assert re.search(r"It was used on \d+ \w+ \d{4}, \d\d:\d\d, and a link works once", looked.text)
    assert "<button>Log in" not in looked.text


def test_a_link_that_is_over_or_unknown_says_so(site: Site, ada: None) -> None:
    with site.database.writing() as session:
        account = account_of(session, "ada")
        assert account is not None
        late = make_link(session, account, days=-1)
    for secret, words in ((late, "It was good until"), ("unknown", "works once and for a limited time")):
        answer = browser(site).get(f"/link/{secret}")
        assert (answer.status_code, words in answer.text) == (410, True)


def test_the_field_to_fill_in_has_the_focus(site: Site, ada: None) -> None:
    visitor = browser(site)
    focused = re.compile(r'<input id="(\w+)"[^>]* autofocus>')
    assert focused.findall(visitor.get("/login").text) == ["login"]
    again = visitor.post("/login", {"login": "ada", "password": "wrong"})
    assert focused.findall(again.text) == ["password"]


@pytest.mark.parametrize("headers", [{"sec-fetch-site": "cross-site"}, {"sec-fetch-site": ""}])
def test_no_page_of_another_site_logs_somebody_in(site: Site, ada: None, headers: dict[str, str]) -> None:
    """Else an attacker could read what somebody uploads to the attacker's account."""
    victim = browser(site)
    answer = victim.post("/login", {"login": "ada", "password": PASSWORD}, headers=headers)
    assert (answer.status_code, "set-cookie" in answer.headers) == (403, False)


def test_logging_out_ends_the_session_itself(site: Site) -> None:
    ada = browser(site, "ada")
    secret = ada.client.cookies[COOKIE]
    ada.post("/logout")
    thief = browser(site)
    thief.client.cookies.set(COOKIE, secret)
    assert thief.get("/account").status_code == 303


KEY = new_key()
ASKED = {"iss": ISSUER, "login_hint": "hint", "target_link_uri": "https://evil.example/", "client_id": CLIENT}


@pytest.fixture
def launched(tmp_path: Path) -> Iterator[Site]:
    folder = tmp_path / "lti-site"
    folder.mkdir()
    (folder / "platform.json").write_text(jwks(KEY))
    opened = open_test_site(folder, SETTINGS)
    yield opened
    opened.database.close()


def visitor(site: Site) -> Browser:
    found = browser(site)
    found.client.base_url = "https://ladder.example"
    return found


@pytest.mark.parametrize("verb", ["GET", "POST"])
def test_a_launch_logs_in_under_a_new_session(launched: Site, verb: str) -> None:
    ada = visitor(launched)
    sent = {"params": ASKED} if verb == "GET" else {"data": ASKED}
    begun = ada.client.request(verb, "/lti/login", **sent)
    cookie = begun.headers["set-cookie"].lower()
    assert cookie.startswith("__host-playfunc_lti=")
    assert all(word in cookie for word in ("httponly", "secure", "samesite=none", "path=/;"))
    asked = parse_qs(urlsplit(begun.headers["location"]).query)
    told = {"state": asked["state"][0], "id_token": signed(KEY, claims(asked["nonce"][0]))}
    landed = ada.client.post(
        "/lti/launch", data=told, headers={"origin": ISSUER, "sec-fetch-site": "cross-site"}
    )
    assert (landed.status_code, landed.headers["location"]) == (303, "/")
    assert "You are logged in as <strong>lti-" in ada.get("/account").text
    assert name_of(launched, LTI_COOKIE) not in ada.client.cookies
    again = ada.client.post("/lti/launch", data=told)
    assert again.status_code == 403


def test_a_launch_without_its_beginning_lets_nobody_in(launched: Site) -> None:
    stranger = visitor(launched)
    told = {"state": "x", "id_token": signed(KEY, claims("n"))}
    answer = stranger.client.post("/lti/launch", data=told)
    assert (answer.status_code, name_of(launched, COOKIE) in stranger.client.cookies) == (403, False)
    assert "The launch did not work" in answer.text


def test_a_site_without_a_platform_has_none_of_this(site: Site) -> None:
    assert browser(site).client.post("/lti/launch").status_code == 404
    assert browser(site).get("/lti/login").status_code == 404

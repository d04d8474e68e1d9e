"""Session fixation: whoever plants a session in somebody's browser is not logged in by that person's login."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from lti_platform import ISSUER, SETTINGS, claims, jwks, new_key, signed
from playfunc_web.accounts.hub import VARIABLES, Hub
from playfunc_web.accounts.passwords import hashed
from playfunc_web.accounts.people import account_of, make_account
from playfunc_web.accounts.sessions import make_link, start_session, viewer_of_session
from playfunc_web.http.cookies import name_of
from playfunc_web.http.viewer import COOKIE
from playfunc_web.site import Site
from web_site import Browser, browser, open_test_site

ADDRESS, PASSWORD = "https://ladder.example", "correct horse battery"
KEY = new_key()


@pytest.fixture
def every_way(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    """A site to which people come by password, link, hub and platform; Eve has an account too."""
    for name in VARIABLES:
        monkeypatch.setenv(name, "http://127.0.0.1:9/hub/api")
    monkeypatch.setattr(Hub, "_person", lambda hub, code, verifier: "hubert")
    folder = tmp_path / "site"
    folder.mkdir()
    (folder / "platform.json").write_text(jwks(KEY))
    opened = open_test_site(folder, f"hub = true\n{SETTINGS}")
    encoded = hashed(PASSWORD)
    with opened.database.writing() as session:
        make_account(session, "ada", password=encoded)
        make_account(session, "eve")
    yield opened
    opened.database.close()


def send(visitor: Browser, address: str, fields: dict[str, str]) -> int:
    """A form as a page has it, whose token belongs to the session that the page was asked with, if there is one."""
    pages = (visitor.get("/login").text, visitor.get("/account").text)
    token = next(filter(None, (re.search(r'name="form_token" value="(\w+)"', page) for page in pages)))[1]
    return visitor.client.post(address, data={**fields, "form_token": token}).status_code


def by_password(visitor: Browser) -> None:
    assert send(visitor, "/login", {"login": "ada", "password": PASSWORD}) == 303


def by_link(visitor: Browser) -> None:
    with visitor.site.database.writing() as session:
        ada = account_of(session, "ada")
        assert ada is not None
        link = make_link(session, ada)
    assert send(visitor, f"/link/{link}", {}) == 303


def by_hub(visitor: Browser) -> None:
    asked = parse_qs(urlsplit(visitor.get("/hub/login").headers["location"]).query)
    answer = visitor.get("/hub/callback", params={"code": "code", "state": asked["state"][0]})
    assert answer.status_code == 303


def by_platform(visitor: Browser) -> None:
    begun = visitor.client.post("/lti/login", data={"iss": ISSUER, "login_hint": "ada"})
    asked = parse_qs(urlsplit(begun.headers["location"]).query)
    told = {"state": asked["state"][0], "id_token": signed(KEY, claims(asked["nonce"][0]))}
    assert visitor.client.post("/lti/launch", data=told).status_code == 303


WAYS = [(by_password, "ada"), (by_link, "ada"), (by_hub, "hubert"), (by_platform, "lti-")]


@pytest.mark.parametrize(("log_in", "login"), WAYS)
@pytest.mark.parametrize("planted_is", ["made up", "eve's own", "an older one of Ada's"])
def test_a_planted_session_is_nobodys_after_a_login(
    every_way: Site, log_in: Callable[[Browser], None], login: str, planted_is: str
) -> None:
    planted = "chosen-by-eve-" + "x" * 30
    if planted_is != "made up":
        with every_way.database.writing() as session:
            whose = account_of(session, "eve" if planted_is == "eve's own" else "ada")
            assert whose is not None
            planted = start_session(session, whose, 1)
    cookie = name_of(every_way, COOKIE)
    victim, attacker = browser(every_way), browser(every_way)
    for each in (victim, attacker):
        each.client.base_url = ADDRESS
        each.client.cookies.set(cookie, planted, domain="ladder.example", path="/")
    log_in(victim)
    kept = [each.value for each in victim.client.cookies.jar if each.name == cookie]
    assert len(kept) == 1
    assert kept[0] != planted
    with every_way.database.reading() as session:
        assert viewer_of_session(session, kept[0]).login.startswith(login)
        assert not viewer_of_session(session, planted).known  # whoever's it was, it has ended
    assert victim.get("/account").status_code == 200
    assert attacker.get("/account").headers["location"] == "/login?next=/account"


def test_two_logins_never_share_a_secret(every_way: Site) -> None:
    secrets = set()
    for log_in, _ in WAYS:
        for _ in range(2):
            visitor = browser(every_way)
            visitor.client.base_url = ADDRESS
            log_in(visitor)
            secrets.add(visitor.client.cookies[name_of(every_way, COOKIE)])
    assert len(secrets) == 2 * len(WAYS)


def test_the_token_of_a_form_from_before_the_login_is_worth_nothing_after_it(every_way: Site) -> None:
    """Eve can know that one: it belongs to a cookie that she may have planted."""
    victim = browser(every_way)
    victim.client.base_url = ADDRESS
    before = victim.get("/login").text.partition('name="form_token" value="')[2].partition('"')[0]
    assert len(before) == 64
    by_password(victim)
    assert victim.client.post("/account/leave", data={"form_token": before}).status_code == 403
    assert victim.post("/account/leave").status_code == 303

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from lti_platform import CLIENT, ISSUER, SETTINGS, claims, jwks, new_key, signed
from playfunc_web.http.cookies import name_of
from playfunc_web.http.viewer import COOKIE
from playfunc_web.pages.lti import STATE_COOKIE
from playfunc_web.site import Site
from web_site import Browser, browser, open_test_site

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
    assert name_of(launched, STATE_COOKIE) not in ada.client.cookies
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

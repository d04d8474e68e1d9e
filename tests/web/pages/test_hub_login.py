from collections.abc import Iterator
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from playfunc_web.accounts.hub import Hub
from playfunc_web.http.viewer import COOKIE, name_of
from playfunc_web.pages.login import HUB_COOKIE
from playfunc_web.site import Site
from web_site import Browser, browser, open_test_site

# The way to the hub and back, as far as no hub is asked; tests/web/test_jupyterhub.py asks a real one.
TOLD = {
    "JUPYTERHUB_API_TOKEN": "secret",
    "JUPYTERHUB_API_URL": "http://127.0.0.1:9/hub/api",
    "JUPYTERHUB_CLIENT_ID": "service-ladder",
    "JUPYTERHUB_SERVICE_NAME": "ladder",
}


@pytest.fixture
def beside_a_hub(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    for name, value in TOLD.items():
        monkeypatch.setenv(name, value)
    settings = 'hub = true\nbase_url = "https://ladder.example"\nhub_url = "https://hub.example"\n'
    opened = open_test_site(tmp_path / "hub-site", settings)
    yield opened
    opened.database.close()


def begun(site: Site, there: str = "/") -> tuple[Browser, dict[str, str]]:
    visitor = browser(site)
    visitor.client.base_url = "https://ladder.example"
    answer = visitor.get("/hub/login", params={"next": there})
    address = urlsplit(answer.headers["location"])
    assert (answer.status_code, f"{address.scheme}://{address.netloc}{address.path}") == (
        303,
        "https://hub.example/hub/api/oauth2/authorize",
    )
    return visitor, {name: values[0] for name, values in parse_qs(address.query).items()}


def test_the_hub_is_told_who_asks_and_where_to_send_back(beside_a_hub: Site) -> None:
    visitor, asked = begun(beside_a_hub)
    assert asked["client_id"] == "service-ladder"
    assert asked["redirect_uri"] == "https://ladder.example/hub/callback"
    assert (asked["response_type"], asked["code_challenge_method"]) == ("code", "S256")
    assert "JupyterHub" in visitor.get("/login").text
    cookie = visitor.get("/hub/login").headers["set-cookie"].lower()
    assert cookie.startswith("__host-playfunc_hub=")
    assert all(word in cookie for word in ("httponly", "samesite=lax", "path=/;", "secure"))


def test_every_login_has_a_state_of_its_own(beside_a_hub: Site) -> None:
    states = {begun(beside_a_hub)[1]["state"] for _ in range(5)}
    assert len(states) == 5


def test_a_callback_that_this_browser_did_not_begin_is_refused(beside_a_hub: Site) -> None:
    visitor, asked = begun(beside_a_hub)
    other, _ = begun(beside_a_hub)
    for client, state in (
        (other, asked["state"]),
        (visitor, ""),
        (visitor, "x" * 32),
        (browser(beside_a_hub), asked["state"]),
    ):
        answer = client.get("/hub/callback", params={"code": "code", "state": state})
        assert (answer.status_code, name_of(beside_a_hub, COOKIE) in client.client.cookies) == (403, False)
        assert "The login did not work" in answer.text


def test_a_cookie_that_was_changed_is_refused(beside_a_hub: Site) -> None:
    visitor, asked = begun(beside_a_hub)
    kept = visitor.client.cookies[name_of(beside_a_hub, HUB_COOKIE)]
    visitor.client.cookies.clear()
    visitor.client.cookies.set(name_of(beside_a_hub, HUB_COOKIE), f"x{kept}")
    answer = visitor.get("/hub/callback", params={"code": "code", "state": asked["state"]})
    assert "was not begun here" in answer.text


def test_a_login_that_the_hub_ended_says_so(beside_a_hub: Site) -> None:
    visitor, asked = begun(beside_a_hub)
    answer = visitor.get("/hub/callback", params={"error": "access_denied", "state": asked["state"]})
    assert (answer.status_code, "JupyterHub did not let you in" in answer.text) == (403, True)


def test_a_hub_that_is_away_is_told_in_a_sentence(beside_a_hub: Site) -> None:
    visitor, asked = begun(beside_a_hub)
    answer = visitor.get("/hub/callback", params={"code": "code", "state": asked["state"]})
    assert (answer.status_code, "cannot be asked" in answer.text) == (403, True)


def test_no_login_leads_to_another_site(beside_a_hub: Site) -> None:
    visitor, _ = begun(beside_a_hub, "//evil.example/")
    hub = Hub.of(beside_a_hub.settings, beside_a_hub.key)
    assert hub.signer.loads(visitor.client.cookies[name_of(beside_a_hub, HUB_COOKIE)])["next"] == "/"


def test_a_site_without_a_hub_has_none_of_this(site: Site) -> None:
    assert browser(site).get("/hub/login").status_code == 404
    assert "JupyterHub" not in browser(site).get("/login").text

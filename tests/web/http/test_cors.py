from __future__ import annotations

from playfunc_web.site import Site
from web_site import account, browser, token_of

ELSEWHERE = {"origin": "https://notebook.example"}


def test_pages_of_other_sites_may_call_the_api_with_a_token(site: Site) -> None:
    account(site, "ada")
    asked = {
        **ELSEWHERE,
        "access-control-request-method": "POST",
        "access-control-request-headers": "authorization",
    }
    before = browser(site).client.options("/api/v1/ladders", headers=asked)
    assert before.status_code == 200
    assert before.headers["access-control-allow-origin"] == "*"
    assert "authorization" in before.headers["access-control-allow-headers"].lower()
    assert "access-control-allow-credentials" not in before.headers
    token = {"authorization": f"Bearer {token_of(site, 'ada')}"}
    answer = browser(site).get("/api/v1/ladders", headers={**ELSEWHERE, **token})
    assert (answer.status_code, answer.headers["access-control-allow-origin"]) == (200, "*")
    assert "access-control-allow-credentials" not in answer.headers


def test_a_cookie_counts_for_nothing_in_calls_from_elsewhere(site: Site) -> None:
    ada = browser(site, "ada")
    assert ada.get("/api/v1/ladders").status_code == 200
    assert ada.get("/api/v1/ladders", headers=ELSEWHERE).status_code == 401
    assert ada.get("/api/v1/ladders", headers={"sec-fetch-site": "same-site"}).status_code == 401
    assert ada.get("/api/v1/ladders", headers={"origin": "http://testserver"}).status_code == 200


def test_errors_can_be_read_from_elsewhere_too(site: Site) -> None:
    answer = browser(site).get("/api/v1/ladders", headers=ELSEWHERE)
    assert (answer.status_code, answer.headers["access-control-allow-origin"]) == (401, "*")


def test_pages_are_for_this_site_alone(site: Site) -> None:
    ada = browser(site, "ada")
    for address in ("/", "/account", "/api/v2"):
        assert "access-control-allow-origin" not in ada.get(address, headers=ELSEWHERE).headers

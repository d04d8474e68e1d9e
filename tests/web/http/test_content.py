"""Documents with student content on a host of their own, asked by HTTP as both hosts."""

from __future__ import annotations

import time
from collections.abc import Iterator

import httpx2
import pytest
from playfunc_web.database.tables import Account
from playfunc_web.http.content import SIGNED_SECONDS
from playfunc_web.http.cookies import name_of
from playfunc_web.http.headers import POLICY
from playfunc_web.http.viewer import COOKIE
from sqlalchemy import update
from web_results import OWNER_SECRETS
from web_site import Browser, browser
from web_world import World, open_world

SITE = "https://ladder.example.edu"
CONTENT = "https://content.example.edu"
SETTINGS = f'base_url = "{SITE}"\ncontent_url = "{CONTENT}"\n'


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    made = open_world(tmp_path_factory.mktemp("world") / "site", SETTINGS)
    yield made
    made.site.database.close()


def asks(world: World, login: str | None = "ada") -> Browser:
    found = browser(world.site, login)
    found.client.base_url = SITE
    return found


def documents(world: World) -> dict[str, str]:
    """Ada's, and what stands in each."""
    uploads = f"/status/{world.uploads}"
    return {
        f"/game/{world.run}/1/replay": OWNER_SECRETS[2],
        f"/game/{world.run}/1/replay?costs=true": OWNER_SECRETS[2],
        f"{uploads}/3/games/1/replay": "pf-data",
        f"{uploads}/4/position": "<title>The position</title>",
    }


def signed(world: World, address: str, login: str | None = "ada") -> str:
    """Where the site's host sends somebody who may open the document."""
    answer = asks(world, login).get(address)
    assert answer.status_code == 303, answer.text
    return answer.headers["location"]


def refused(answer: httpx2.Response, status: int, sentence: str) -> None:
    assert (answer.status_code, sentence in answer.text) == (status, True), answer.text
    assert SITE in answer.text, "it says where the document is found"
    assert answer.headers["content-type"].startswith("text/plain")
    assert f"frame-ancestors {SITE}" in answer.headers["content-security-policy"]
    assert "set-cookie" not in answer.headers


def test_documents_come_from_the_content_host_by_signature_alone(world: World) -> None:
    for address, expected in documents(world).items():
        target = signed(world, address)
        assert target.startswith(f"{CONTENT}{address}")
        answer = asks(world, None).get(target)
        assert answer.status_code == 200, answer.text
        assert expected in answer.text, address
        assert "set-cookie" not in answer.headers
        policy = answer.headers["content-security-policy"]
        assert policy.startswith("sandbox")
        assert "default-src 'none'" in policy
        assert policy.endswith(f"frame-ancestors {SITE}")


def test_the_sites_host_checks_access_before_it_signs(world: World) -> None:
    for address in documents(world):
        assert asks(world, None).get(address).headers["location"].startswith("/login")
    uploads = f"/status/{world.uploads}"
    for address in (f"/game/{world.run}/999/replay", f"{uploads}/4/position", f"{uploads}/3/games/1/replay"):
        assert asks(world, "bob").get(address).status_code == 404


def test_what_is_private_follows_the_reader_that_the_address_was_signed_for(world: World) -> None:
    address = f"/game/{world.run}/1/replay"
    tutors = asks(world).get(signed(world, address, "tutor"))  # with Ada's cookie
    assert tutors.status_code == 200
    assert OWNER_SECRETS[2] not in tutors.text


def test_the_content_host_reads_no_cookie(world: World) -> None:
    ada = asks(world)
    cookie = f"{name_of(world.site, COOKIE)}={ada.client.cookies[name_of(world.site, COOKIE)]}"
    headers = {"cookie": cookie}
    assert asks(world, None).get(f"{SITE}/account", headers=headers).status_code == 200
    target = signed(world, f"/game/{world.run}/1/replay", "tutor")
    assert OWNER_SECRETS[2] not in asks(world, None).get(target, headers=headers).text
    for address in ("/", "/account", "/status", *documents(world)):
        refused(asks(world, None).get(f"{CONTENT}{address}", headers=headers), 404, "single documents alone")


@pytest.mark.parametrize(
    "address", ["/", "/login", "/static/style.css", "/api/v1/ladders", "/metrics", "/docs/", "/x" * 600]
)
@pytest.mark.parametrize("method", ["GET", "POST", "OPTIONS"])
def test_the_content_host_answers_nothing_else(world: World, address: str, method: str) -> None:
    origin = {"origin": "https://elsewhere.example", "access-control-request-method": "GET"}
    answer = asks(world, None).client.request(method, f"{CONTENT}{address}", headers=origin)
    refused(answer, 404, "single documents alone")


@pytest.mark.parametrize("host", ["content.example.edu:443", "CONTENT.example.edu", "content.example.edu."])
def test_the_content_host_is_known_in_every_spelling(world: World, host: str) -> None:
    refused(asks(world).get("/", headers={"host": host}), 404, "single documents alone")


def test_the_content_host_says_whether_it_is_ready(world: World) -> None:
    answer = asks(world, None).get(f"{CONTENT}/healthz")
    assert (answer.status_code, answer.json()) == (200, {"status": "ok"})
    assert "set-cookie" not in answer.headers


def test_a_signature_expires(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    target = signed(world, f"/game/{world.run}/1/replay")
    clock = time.time
    monkeypatch.setattr("itsdangerous.timed.time.time", lambda: clock() + SIGNED_SECONDS - 5)
    assert asks(world, None).get(target).status_code == 200
    monkeypatch.setattr("itsdangerous.timed.time.time", lambda: clock() + SIGNED_SECONDS + 5)
    refused(asks(world, None).get(target), 403, "has expired. It is valid for 5 minutes")


def test_a_signature_fits_one_address_alone(world: World) -> None:
    target = signed(world, f"/game/{world.run}/1/replay")
    first = target.index("s=") + 2
    altered = (
        target.replace("/1/replay", "/2/replay"),
        target.replace("/replay", ".jsonl"),
        target.replace("?s=", "?costs=true&s="),
        f"{target}&costs=true",
        f"{target}&s=x",
        target[:first],
        f"{target[:first]}A{target[first:]}",
        target[:-1],
    )
    for address in altered:
        answer = asks(world).get(address)
        assert answer.status_code in (403, 404), address
        assert answer.headers["content-type"].startswith("text/plain")
    refused(asks(world).get(altered[0]), 403, "was altered")
    refused(asks(world).get(altered[-1]), 403, "was altered")


def test_a_closed_account_reads_no_more(world: World) -> None:
    target = signed(world, f"/game/{world.run}/{world.house_game}/replay", "leaver")
    assert asks(world, None).get(target).status_code == 200
    with world.site.database.writing() as session:
        session.execute(update(Account).where(Account.login == "leaver").values(disabled=1.0))
    answer = asks(world, None).get(target)
    assert (answer.status_code, answer.headers["content-type"]) == (401, "text/plain; charset=utf-8")
    assert "set-cookie" not in answer.headers


def test_pages_may_frame_the_content_host(world: World) -> None:
    page = asks(world).get(f"/game/{world.run}/1")
    assert f'src="/game/{world.run}/1/replay"' in page.text
    expected = POLICY.replace("frame-src 'self'", f"frame-src 'self' {CONTENT}")
    assert page.headers["content-security-policy"] == expected != POLICY

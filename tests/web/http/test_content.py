"""Documents with student content on a host of their own, asked by HTTP as both hosts."""

import time
from collections.abc import Iterator
from urllib.parse import quote, unquote, urljoin, urlsplit

import httpx2
import pytest
from playfunc_web.database.tables import Account
from playfunc_web.http.content import SIGNED_SECONDS
from playfunc_web.http.middleware import POLICY
from playfunc_web.http.responses import duration, environment
from playfunc_web.http.viewer import COOKIE, local_path, name_of
from playfunc_web.site import Site
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
    answer = asks(world, None).post(f"{CONTENT}/healthz", headers={"sec-fetch-site": "same-origin"})
    assert (answer.status_code, answer.headers["content-type"]) == (405, "text/plain; charset=utf-8")


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
    target = signed(world, f"/game/{world.run}/{world.built_in_game}/replay", "leaver")
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


def test_every_answer_carries_the_policy_and_is_not_kept(site: Site) -> None:
    for address in ("/login", "/healthz", "/none", "/static/style.css"):
        headers = browser(site).get(address).headers
        assert headers["content-security-policy"] == POLICY
        assert headers["x-content-type-options"] == "nosniff"
    assert browser(site).get("/login").headers["cache-control"] == "no-store"
    assert "max-age" in browser(site).get("/static/style.css").headers["cache-control"]


def test_the_policy_allows_no_inline_script_or_style() -> None:
    assert "unsafe" not in POLICY
    assert "default-src 'none'" in POLICY
    assert "frame-ancestors 'none'" in POLICY


def test_health_is_told_without_a_login(site: Site) -> None:
    answer = browser(site).get("/healthz")
    assert (answer.status_code, answer.json()) == (200, {"status": "ok"})


ELSEWHERE = [
    "//evil.example",
    "///evil.example",
    "https://evil.example/",
    "https:evil.example",
    "https:/evil.example",
    "http:\\\\evil.example",
    "/\\evil.example",
    "/\\/evil.example",
    "\\\\evil.example",
    "\\/evil.example",
    "javascript:alert(1)",
    "data:text/html,x",
    "/\t/evil.example",
    "/\n/evil.example",
    "\t//evil.example",
    " //evil.example",
    "/\r\nLocation: https://evil.example",
    "evil.example",
    "?next=//evil.example",
    "@evil.example",
    "",
]


@pytest.mark.parametrize("address", ELSEWHERE)
def test_what_a_browser_may_take_for_another_site_becomes_the_home_page(address: str) -> None:
    assert local_path(address) == "/"


@pytest.mark.parametrize(
    "address",
    ["/", "/runs?page=2", "/docs/rules-hearts", "/ladder/hearts?q=a%2F%2Fb", "/%2f%2fevil.example", "/é"],
)
def test_paths_of_the_site_stay_and_lead_nowhere_else(address: str) -> None:
    assert local_path(address) == address
    assert urlsplit(urljoin("https://ladder.example/login", address)).netloc == "ladder.example"


@pytest.mark.parametrize("address", ELSEWHERE[:-1])
def test_no_address_of_the_site_sends_a_browser_elsewhere(site: Site, address: str) -> None:
    ada, visitor = browser(site, "ada"), browser(site)
    asked = [
        ada.get("/login", params={"next": address}),
        ada.get(f"/login?next={quote(quote(address, safe=''), safe='')}"),
        visitor.get("/login", params={"next": address}),
        visitor.get("/runs", params={"next": address}),
        visitor.get(f"http://testserver/{quote(address, safe=':/@')}/"),
        visitor.get(f"http://testserver/{quote(address, safe='')}/"),
    ]
    for answer in asked:
        to = answer.headers.get("location", "/")
        for _ in range(3):  # however often it is decoded on the way
            there = urlsplit(urljoin("http://testserver/login", to.split("?")[0]))
            assert (there.scheme, there.netloc) == ("http", "testserver"), to
            to = unquote(to)
        assert 'action="//' not in answer.text
        assert 'value="//' not in answer.text


@pytest.mark.parametrize(
    "address",
    [
        "/",
        "/login",
        "/healthz",
        "/none",
        "/runs",
        "/static/style.css",
        "/api/v1/openapi.json",
        "/api/v1/ladders",
    ],
)
def test_head_is_answered_as_get_without_the_body(site: Site, address: str) -> None:
    visitor = browser(site).client
    got, asked = visitor.get(address), visitor.head(address)
    assert asked.status_code == got.status_code
    assert asked.content == b""
    for name in ("content-type", "content-security-policy", "location", "cache-control"):
        assert asked.headers.get(name) == got.headers.get(name)


def test_head_is_counted_under_its_route(site: Site) -> None:
    root = browser(site, "root", "admin")
    root.client.head("/contact")
    assert (
        'playfunc_requests_total{method="HEAD",route="/contact",status="200"} 1.0'
        in root.get("/metrics").text
    )


@pytest.mark.parametrize(
    ("seconds", "said"),
    [
        (None, "–"),
        (0.2, "0 s"),
        (89, "89 s"),
        (90, "2 min"),
        (3600, "60 min"),
        (4800, "80 min"),
        (5460, "1 h 31 min"),
    ],
)
def test_durations_are_told_in_the_unit_that_fits(seconds: float | None, said: str) -> None:
    assert duration(seconds) == said


def test_times_are_told_in_the_sites_zone() -> None:
    time = environment("Europe/Berlin").filters["time"]
    assert time(0) == "1 Jan 1970, 01:00"
    assert time(None) == "–"


def test_numbers_have_a_real_minus() -> None:
    number = environment("UTC").filters["number"]
    assert (number(-1.234), number(1.234, 1, True), number(None)) == ("−1.23", "+1.2", "–")
    assert number(-0.001) == "0.00"


def test_templates_escape_and_unknown_names_are_errors() -> None:
    made = environment("UTC")
    assert made.from_string("{{ name }}").render(name="<b>") == "&lt;b&gt;"
    with pytest.raises(Exception, match="undefined"):
        made.from_string("{{ nane }}").render(name="x")

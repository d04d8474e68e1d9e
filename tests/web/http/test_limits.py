import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi import APIRouter, Request
from fastapi.testclient import TestClient
from playfunc_web.accounts.people import make_account
from playfunc_web.accounts.sessions import hashed
from playfunc_web.errors import ProblemError, StorageError
from playfunc_web.http.application import create_app
from playfunc_web.http.limits import FORM_BYTES, BodyLimit, LoginThrottle, limited, network_of
from playfunc_web.http.middleware import route_of
from playfunc_web.http.viewer import COOKIE, name_of
from playfunc_web.site import Site
from starlette.types import Message
from web_site import OWN_PAGE, browser, open_test_site, token_of

router = APIRouter()


@router.post("/api/length")
async def length(request: Request) -> int:
    return len(await request.body())


@router.get("/api/seldom", dependencies=[limited("2/minute", "test")])
def seldom() -> str:
    return "served"


def test_a_body_over_the_limit_is_refused_whether_or_not_it_says_its_length(site: Site) -> None:
    client = TestClient(create_app(site, (router,)), headers=OWN_PAGE)
    most = site.settings.limits.upload_bytes + FORM_BYTES
    assert client.post("/api/length", content=b"x" * most).json() == most
    assert client.post("/api/length", content=b"x" * (most + 1)).status_code == 413

    def pieces() -> Iterator[bytes]:
        for _ in range(most // 1000 + 2):
            yield b"x" * 1000

    answer = client.post("/api/length", content=pieces())
    assert answer.status_code == 413
    assert "send a smaller file" in answer.json()["detail"]


def test_too_many_requests_are_told_when_to_come_back(site: Site) -> None:
    client = TestClient(create_app(site, (router,)))
    assert [client.get("/api/seldom").status_code for _ in range(3)] == [200, 200, 429]
    answer = client.get("/api/seldom")
    assert 55 <= int(answer.headers["retry-after"]) <= 60
    assert "At most 2 in a minute" in answer.json()["detail"]


def test_guesses_are_slowed_down_by_name_and_network() -> None:
    now = 1000.0
    throttle = LoginThrottle(burst=2, seconds=10.0, clock=lambda: now)
    delays = [throttle.delay("ada", "192.0.2.1") for _ in range(9)]
    assert delays == [0, 0, 10, 20, 30, 40, 50, None, None]
    assert [throttle.delay("bob", "192.0.2.1"), throttle.delay("ada", "192.0.2.2")] == [0, 0]
    now += 20
    assert throttle.delay("ada", "192.0.2.1") == 40, "what waits longer than 50 s has not been counted"
    now += 1000
    assert throttle.delay("ada", "192.0.2.1") == 0


def test_right_passwords_cost_nothing() -> None:
    throttle = LoginThrottle(burst=2, seconds=10.0, clock=lambda: 1000.0)
    for _ in range(5):
        assert throttle.delay("ada", "192.0.2.1") == 0
        throttle.right("ada", "192.0.2.1")
    assert [throttle.delay("ada", "192.0.2.1") for _ in range(4)] == [0, 0, 10, 20]
    throttle.right("ada", "192.0.2.1")
    assert throttle.delay("ada", "192.0.2.1") == 20


def test_names_that_were_forgiven_take_no_memory() -> None:
    now = 1000.0
    throttle = LoginThrottle(clock=lambda: now)
    for name in range(5000):
        now += 0.1
        throttle.delay(str(name), "")
    assert len(throttle._forgiven) < 1100


def test_a_body_that_does_not_arrive_in_time_is_refused() -> None:
    async def app(scope: Any, receive: Any, send: Any) -> None:
        while (await receive()).get("more_body"):
            pass
        await asyncio.sleep(0.3)
        assert (await receive())["type"] == "http.disconnect"  # waiting for the end is no slow body

    async def asks(seconds: float) -> None:
        pieces = iter([{"type": "http.request", "body": b"a", "more_body": True}] * 3)

        async def receive() -> Message:
            await asyncio.sleep(seconds)
            return next(pieces, {"type": "http.request", "body": b"a"}) if seconds else end.pop()

        end: list[Message] = [{"type": "http.disconnect"}, {"type": "http.request", "body": b"a"}]
        await BodyLimit(app, 100, seconds=0.2)({"type": "http", "headers": []}, receive, None)  # type: ignore[arg-type]

    asyncio.run(asks(0))
    with pytest.raises(ProblemError, match="did not arrive within 0 seconds") as refused:
        asyncio.run(asks(0.1))
    assert refused.value.status == 408
    assert ("Connection", "close") in refused.value.headers


NUMBERS = (
    "/game/{}/1",
    "/game/1/{}",
    "/game/1/{}.jsonl",
    "/game/{}/1/replay",
    "/compare/code/{}/1",
    "/ladder/hearts/{}",
    "/ladder/hearts?page={}",
    "/runs/hearts/{}",
    "/status/code/{}",
    "/api/v1/ladders/hearts/runs/{}",
)
"""Addresses with a number in them."""


def test_a_number_of_any_length_is_no_error_of_ours(ladders: Site) -> None:
    ada = browser(ladders, "ada")
    for digits in (19, 400, 5_000, 30_000):
        got = {address: ada.get(address.format("9" * digits)).status_code for address in NUMBERS}
        assert set(got.values()) <= {404, 414, 422}, got


def test_an_address_that_is_too_long_is_refused_in_a_sentence(site: Site) -> None:
    page = browser(site).get("/" + "x" * 1001)
    assert (page.status_code, "at most 1,000 bytes" in page.text) == (414, True)
    told = browser(site).get("/api/v1/ladders?x=" + "x" * 8001)
    assert (told.status_code, told.headers["content-type"]) == (414, "application/problem+json")
    assert told.json()["title"] == "Address too long"


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("testclient", ""),
        ("' OR 1", ""),
    ],
)
def test_a_line_is_one_address_or_one_network(address: str, network: str) -> None:
    assert network_of(address) == network


BEHIND = 'base_url = "https://ladder.example"\n'


def served(site: Site, peer: str, *forwarded: str) -> list[int]:
    """What requests from the peer get, one for each X-Forwarded-For; "" for none."""
    app = create_app(site, (router,))
    client = TestClient(app, client=(peer, 50000))
    return [
        client.get("/api/seldom", headers={"x-forwarded-for": value} if value else {}).status_code
        for value in forwarded
    ]


def test_nobody_passes_for_others_by_a_header(site: Site) -> None:
    assert served(site, "127.0.0.1", "192.0.2.1", "192.0.2.2", "192.0.2.3") == [200, 200, 429]


def test_visitors_behind_a_proxy_are_told_apart_by_its_word_alone(tmp_path: Path) -> None:
    site = open_test_site(tmp_path / "site", BEHIND + 'proxies = ["127.0.0.1", "10.0.0.0/8"]\n')
    one, other = "192.0.2.1", "192.0.2.2"
    assert served(site, "127.0.0.1", one, one, other, one, other, other) == [200, 200, 200, 429, 200, 429]
    # What a visitor writes stands before what the proxy adds.
    assert served(site, "10.9.9.9", f"198.51.100.1, {one}", f"198.51.100.2, {one}, 10.1.1.1") == [429, 429]
    # Whoever is no proxy is taken for nobody else.
    assert served(site, "203.0.113.9", "192.0.2.7", "192.0.2.8", "192.0.2.9") == [200, 200, 429]
    assert served(site, "127.0.0.1", "2001:db8::1", "2001:db8::2", "2001:db8::3", "2001:db8:0:1::") == [
        *(200, 200, 429, 200)
    ]
    site.database.close()


def test_people_behind_one_address_do_not_use_up_each_others_requests(site: Site) -> None:
    """A limit for members counts their account, also where the route looks at the limit first."""
    ada, bob = browser(site, "ada"), browser(site, "bob")
    got = [ada.get("/compare/none/1/2").status_code for _ in range(31)]
    assert (got[-2:], bob.get("/compare/none/1/2").status_code) == ([404, 429], 404)


@router.get("/{place}/problem")
def problem(place: str) -> None:
    raise ProblemError(409, "Taken <b>", "Choose another <script>.", headers=(("Retry-After", "9"),))


@router.get("/{place}/storage")
def storage(place: str) -> None:
    raise StorageError("disk /dev/secret is full")


@router.get("/{place}/broken")
def broken(place: str) -> None:
    raise ValueError("secret detail")


@router.get("/{place}/number/{number}")
def number(place: str, number: int) -> None:
    return None


@pytest.fixture
def client(site: Site) -> TestClient:
    router_ = APIRouter()
    router_.include_router(router, prefix="/api")
    router_.include_router(router)
    return TestClient(create_app(site, (router_,)), raise_server_exceptions=False)


@pytest.mark.parametrize(
    ("address", "status", "title"),
    [
        ("problem", 409, "Taken <b>"),
        ("storage", 503, "Storage is unavailable"),
        ("broken", 500, "Broken, ours"),
        ("number/x", 422, "This request does not fit"),
        ("none", 404, "Not Found"),
    ],
)
def test_programs_get_an_object_and_people_a_page_with_the_same_words(
    client: TestClient, address: str, status: int, title: str
) -> None:
    answer = client.get(f"/api/v1/{address}")
    assert answer.status_code == status
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.json()["title"] == title
    assert answer.json()["status"] == status
    page = client.get(f"/pages/{address}")
    assert page.status_code == status
    assert "<h1>" in page.text
    assert "<b>" not in page.text
    assert "<script>" not in page.text
    assert "secret" not in answer.text + page.text


def test_a_problem_keeps_its_headers(client: TestClient) -> None:
    assert client.get("/x/problem").headers["retry-after"] == "9"


def test_every_page_says_that_storage_fails_for_a_while(client: TestClient) -> None:
    assert "Uploads are not accepted" not in client.get("/x/problem").text
    client.get("/x/storage")
    assert "Uploads are not accepted" in client.get("/x/problem").text


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
    assert "set-cookie" not in visitor.get("/login").headers
    cookie = visitor.post("/login", {"login": "ada", "password": PASSWORD}).headers["set-cookie"]
    ended = visitor.post("/logout").headers["set-cookie"]
    words = {word.strip().lower() for word in cookie.split(";")[1:]}
    assert {"httponly", "samesite=lax", "path=/"} <= words
    assert ("secure" in words) == any_site.secure
    assert not any(word.startswith("domain") for word in words)
    assert cookie.startswith(f"__Host-{COOKIE}=") == any_site.secure
    assert cookie.startswith(f"{name_of(any_site, COOKIE)}=")
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


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"sec-fetch-site": "same-origin"}, 303),
        ({"sec-fetch-site": "none"}, 303),  # its user without any page, such as by a reload
        ({"sec-fetch-site": "same-site"}, 403),  # a neighbouring host
        ({"sec-fetch-site": "cross-site"}, 403),
        ({"sec-fetch-site": "cross-site", "origin": "OWN"}, 403),
        ({"sec-fetch-site": "same-origin", "origin": "https://alias.example"}, 303),  # a proxy in between
        ({"origin": "OWN"}, 303),
        ({"origin": "null"}, 403),  # a page in a sandbox
        ({"origin": "https://evil.example"}, 403),
        ({"origin": "https://ladder.example.evil.example"}, 403),
        ({"origin": "https://ladder.example:8443"}, 403),
        ({"origin": "nonsense"}, 403),
        ({}, 403),
    ],
)
def test_forms_are_taken_from_our_own_pages_alone(
    any_site: Site, headers: dict[str, str], status: int
) -> None:
    own = any_site.settings.base_url or "http://testserver"
    sent = {name: value.replace("OWN", own) for name, value in headers.items()}
    ada = browser(any_site, "ada")
    ada.client.base_url = own
    answer = ada.post("/account/leave", headers={"sec-fetch-site": "", **sent})
    assert answer.status_code == status
    assert ("You left on" in ada.get("/account").text) == (status == 303)


def test_a_page_without_https_is_another_site(tmp_path: Path) -> None:
    """Whoever is in between may have written it."""
    site = open_test_site(tmp_path / "site", 'base_url = "https://ladder.example/"\n')
    ada = browser(site, "ada")
    ada.client.base_url = "https://ladder.example"
    old = {"sec-fetch-site": ""}
    for origin, status in (("http://ladder.example", 403), ("https://ladder.example", 303)):
        assert ada.post("/account/leave", headers={**old, "origin": origin}).status_code == status
    site.database.close()


def test_a_token_is_no_login(site: Site) -> None:
    """Whoever steals one from a notebook must not take the account over."""
    browser(site, "ada")
    headers = {"authorization": f"Bearer {token_of(site, 'ada')}"}
    program = browser(site).client
    assert program.get("/api/v1/ladders", headers=headers).status_code == 200
    for answer in (program.get("/account", headers=headers), program.post("/account/leave", headers=headers)):
        assert answer.status_code == 403
        assert "A token is for the API alone" in answer.text


def test_what_matched_no_route_has_no_name_of_its_own() -> None:
    assert route_of({"path": "/link/secret"}) == "-"
    assert route_of({"path": "/static/style.css"}) == "/static"

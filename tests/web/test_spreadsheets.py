"""Who gets what from each route, by HTTP: a visitor, another student, the owner, staff, an administrator."""

import re
from base64 import b64encode
from collections.abc import Iterator
from hashlib import sha256
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlsplit

import httpx2
import pytest
from playfunc.files import harmless
from playfunc_web.errors import SiteError
from playfunc_web.http.middleware import POLICY
from playfunc_web.http.viewer import COOKIE, local_path
from playfunc_web.ladder_server import ladder_app
from playfunc_web.ladders.ladders import ladder_named
from playfunc_web.pages import game
from playfunc_web.pages.game import Reviews
from playfunc_web.static_site import export, file_of
from web_results import fill_ladder
from web_routes import EVERYBODY, VIEWERS, Statuses, asks, pages, routes_of
from web_site import browser, open_test_site, token_of
from web_world import LADDER, World, open_world


@pytest.fixture(scope="module", autouse=True)
def no_reviews() -> Iterator[None]:
    """At the start: all tests here open the same games, which are priced once."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(game, "REVIEWS", Reviews())
        yield


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    made = open_world(tmp_path_factory.mktemp("world") / "site", 'class_list = "class.csv"\n')
    yield made
    made.site.database.close()


def forms(world: World) -> dict[str, tuple[str, dict[str, Any], Statuses]]:
    """Route → address, fields, and what everybody gets who sends the form as a page does. In this order: each undoes
    what must not stay."""
    ladder = "/staff/ladders/footsteps"
    upload = {"ladder": "blackjack"}
    login = {"login": "ada", "password": "wrong"}
    password = {"password": "long enough to keep"}
    token = f"/account/tokens/{world.token}/delete"
    return {
        "/login": ("/login", login, (403, 403, 403, 403, 403, 403, 403)),
        "/link/{secret}": ("/link/unknown", {}, (410, 410, 410, 410, 410, 410, 403)),
        "/account/name": ("/account/name", {"name": "Same"}, MEMBER_FORM),
        "/account/tokens": ("/account/tokens", {"label": "more"}, (401, 200, 200, 200, 200, 401, 403)),
        "/account/tokens/{token}/delete": (token, {}, MEMBER_FORM),
        "/account/bots": ("/account/bots", {"name": "no name"}, (401, 422, 422, 422, 422, 401, 403)),
        "/account/bots/{bot_id}/password": (
            "/account/bots/0/password",
            {},
            (401, 404, 404, 404, 404, 401, 403),
        ),
        "/account/bots/{bot_id}/remove": ("/account/bots/0/remove", {}, (401, 404, 404, 404, 404, 401, 403)),
        "/account/leave": ("/account/leave", {}, MEMBER_FORM),
        "/account/return": ("/account/return", {}, MEMBER_FORM),
        "/upload": ("/upload", upload, MEMBER_FORM),
        "/staff/ladders/{name}/settings": (f"{ladder}/settings", {}, STAFF_FORM),
        "/staff/ladders/{name}/freeze": (f"{ladder}/freeze", {}, STAFF_FORM),
        "/staff/ladders/{name}/reopen": (f"{ladder}/reopen", {}, STAFF_FORM),
        "/staff/ladders/{name}/run": (f"{ladder}/run", {}, STAFF_FORM),
        "/staff/class-list": ("/staff/class-list", {}, (401, 403, 403, 403, 200, 401, 403)),
        "/staff/links": ("/staff/links", {}, (401, 403, 403, 403, 200, 401, 403)),
        "/staff/link": ("/staff/link", {"login": "nobody"}, (401, 403, 403, 403, 404, 401, 403)),
        "/staff/group": (
            "/staff/group",
            {"login": "nobody", "group": "blue"},
            (401, 403, 403, 403, 404, 401, 403),
        ),
        "/staff/account": ("/staff/account", {"login": "newcomer", "to": "open"}, ADMIN_FORM),
        "/staff/jobs/{job_id}/again": (f"/staff/jobs/{world.job}/again", {}, STAFF_FORM),
        "/account/password": ("/account/password", password, MEMBER_FORM),
        "/logout": ("/logout", {}, (303, 303, 303, 303, 303, 303, 403)),
    }


MEMBER_FORM: Statuses = (401, 303, 303, 303, 303, 401, 403)
STAFF_FORM: Statuses = (401, 403, 403, 303, 303, 401, 403)
ADMIN_FORM: Statuses = (401, 403, 403, 403, 303, 401, 403)

BY_TOKEN = {"/api/v1/ladders/{ladder}/versions"}
"""Routes that change something and take tokens alone."""


def test_every_route_is_in_a_table(world: World) -> None:
    routes = routes_of(world.site)
    assert {path for method, path in routes if method == "GET"} == set(pages(world))
    assert {path for method, path in routes if method == "POST"} == {*forms(world), *BY_TOKEN}
    assert {method for method, _ in routes} == {"GET", "POST"}


@pytest.mark.parametrize("viewer", EVERYBODY)
def test_everybody_gets_what_is_theirs(world: World, viewer: str) -> None:
    asked, place = asks(world.site, viewer), EVERYBODY.index(viewer)
    table = pages(world)
    got = {route: asked.get(address) for route, (address, _) in table.items()}
    assert {route: answer.status_code for route, answer in got.items()} == {
        route: statuses[place] for route, (_, statuses) in table.items()
    }
    for route, answer in got.items():
        _holds_what_all_hold(route, answer)
        if answer.status_code == 303:
            to = answer.headers["location"]
            assert to == local_path(to), route
            assert to == ("/" if route == "/login" else f"/login?next={quote(table[route][0])}"), route
    for route, (address, statuses) in table.items():
        if route.endswith(("costs", "run.jsonl")):
            continue  # dear, and no different
        head = asked.client.head(address)
        assert (head.status_code, head.content) == (statuses[place], b""), route


def _holds_what_all_hold(route: str, answer: httpx2.Response) -> None:
    """Whatever is answered: nothing is guessed or kept, no page runs a script of its own, problems are told."""
    headers = answer.headers
    assert headers["x-content-type-options"] == "nosniff", route
    assert headers["cache-control"] == "no-store", route
    assert headers["referrer-policy"] == "same-origin", route
    assert "access-control-allow-credentials" not in headers, route
    kind, policy = headers.get("content-type", ""), headers["content-security-policy"]
    if answer.status_code >= 400 and route.startswith("/api/"):
        assert kind == "application/problem+json", route
        assert answer.json().keys() == {"type", "title", "status", "detail", "instance"}
        assert re.fullmatch(r"[A-Z].* .*\.", answer.json()["detail"]), route
    if kind.startswith("text/html") and policy == POLICY:
        found = Active()
        found.feed(answer.text)
        assert found.inline == [], route
    elif kind.startswith("text/html"):
        _is_a_document_apart(route, policy, answer.text)


class Active(HTMLParser):
    """Collects what would run, or be styled, within a page."""

    def __init__(self) -> None:
        super().__init__()
        self.inline: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = dict(attrs)
        if tag in ("style", "object", "embed", "base") or (
            tag == "script" and not (told.get("src") or "").startswith("/static/")
        ):
            self.inline.append(tag)
        for name, value in told.items():
            leads = name in ("href", "src", "action", "formaction") or name.startswith("hx-get")
            if name.startswith("on") or name in ("style", "srcdoc") or (leads and _leaves(value or "")):
                self.inline.append(f"{tag} {name}={value}")


def _leaves(address: str) -> bool:
    """Whether an address of ours leads to a script, or to another site by itself."""
    return urlsplit(address).scheme not in ("", "https") or address.startswith("//")


def _is_a_document_apart(route: str, policy: str, document: str) -> None:
    """A replay runs the scripts whose hashes its policy names; a position runs none; neither loads anything."""
    rules = dict((rule.strip().partition(" ")[::2]) for rule in policy.split(";"))
    assert rules["default-src"] == "'none'", route
    assert (rules["base-uri"], rules["form-action"], rules["frame-ancestors"]) == (
        "'none'",
        "'none'",
        "'self'",
    )
    scripts = re.findall(r"<script(?![^>]*application/json)[^>]*>(.*?)</script>", document, re.S)
    hashes = {f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'" for text in scripts}
    if route.endswith("/replay"):
        assert rules["sandbox"] == "allow-scripts"
        assert hashes
        assert set(rules["script-src"].split()) == hashes
    else:
        assert (rules["sandbox"], scripts, rules.get("script-src")) == ("", [], None), route
    assert not {"connect-src", "frame-src", "worker-src", "object-src"} & rules.keys()


def test_every_route_takes_its_own_methods_alone(world: World) -> None:
    root = asks(world.site, "root")
    addresses = {address: {"GET"} for address, _ in pages(world).values()}
    for address, _, _ in forms(world).values():
        addresses.setdefault(address, set()).add("POST")
    addresses["/link/unknown"] = addresses[world.link] = {"GET", "POST"}
    addresses[f"/api/v1/ladders/{LADDER}/versions"] = {"POST"}
    for address, methods in addresses.items():
        for method in {"GET", "POST", "PUT", "PATCH", "DELETE", "TRACE", "PROPFIND"} - methods:
            if method == "POST" and "POST" in addresses.get(address, ()):
                continue
            answer = root.client.request(method, address)
            assert answer.status_code == 405, (method, address)
            assert set(answer.headers["allow"].replace(" ", "").split(",")) - {"HEAD"} <= methods


def test_what_belongs_to_others_looks_like_what_is_not_there(world: World) -> None:
    bob = asks(world.site, "bob")
    nothing = {
        world.ada: "zzzzzzzz",
        world.uploads: "zzzzzzzz",
        f"/game/{world.run}/1": f"/game/{world.run}/99",
    }
    for route, (address, statuses) in pages(world).items():
        if statuses[1] != 404 or "short" in route or route.endswith("/costs"):
            continue
        missing = address
        for own, none in nothing.items():
            missing = missing.replace(own, none)
        assert missing != address, route
        theirs, none_there = bob.get(address), bob.get(missing)
        assert theirs.status_code == none_there.status_code == 404, route
        assert theirs.text == none_there.text, route


def test_a_token_opens_its_own_account_alone(world: World) -> None:
    tokens = {login: {"authorization": f"Bearer {token_of(world.site, login)}"} for login in ("ada", "bob")}
    client = browser(world.site).client
    address = f"/api/v1/versions/{world.ada}/1"
    assert client.get(address, headers=tokens["ada"]).status_code == 200
    assert client.get(address, headers=tokens["bob"]).status_code == 404
    listed = client.get("/api/v1/versions", headers=tokens["bob"]).json()["rows"]
    assert {row["code"] for row in listed} == {world.bob}
    assert client.get("/staff", headers=tokens["bob"]).status_code == 403
    assert client.get(address, headers={"authorization": "Bearer playfunc_wrong"}).status_code == 401
    # Ada's token is not Bob's to delete, even where he knows its digest.
    bob = asks(world.site, "bob")
    bob.post(f"/account/tokens/{world.token}/delete")
    assert client.get(address, headers=tokens["ada"]).status_code == 200


@pytest.mark.parametrize("viewer", VIEWERS)
def test_no_form_is_taken_from_another_site(world: World, viewer: str) -> None:
    asked = asks(world.site, viewer)
    secret = asked.client.cookies.get(COOKIE)
    for address, fields, _ in forms(world).values():
        for place in ("cross-site", "same-site", ""):
            sent = {"files": _file(address), "headers": {"sec-fetch-site": place}}
            assert asked.post(address, fields, **sent).status_code == 403, (address, place)
    for route in BY_TOKEN:
        answer = asked.client.post(route.replace("{ladder}", LADDER), files=_file("/upload"))
        assert answer.status_code == 401, route  # a cookie is no token
    assert asked.client.cookies.get(COOKIE) == secret


def _file(address: str) -> dict[str, Any] | None:
    return {"file": ("player.py", b"def play(*told): ...\n")} if address == "/upload" else None


@pytest.mark.parametrize("viewer", EVERYBODY)
def test_forms_change_what_their_sender_may_change(tmp_path: Path, viewer: str) -> None:
    world = open_world(tmp_path / "site", 'class_list = "class.csv"\n')
    place = EVERYBODY.index(viewer)
    got, expected = {}, {}
    sender = asks(world.site, viewer)
    for route, (address, fields, statuses) in forms(world).items():
        if route == "/logout":
            sender = asks(
                world.site, viewer
            )  # the form before it, with a new password, has ended the session
        got[route] = sender.post(address, fields, files=_file(address)).status_code
        expected[route] = statuses[place]
    world.site.database.close()
    assert got == expected


@pytest.mark.parametrize(
    ("address", "file"),
    [
        ("/ladder/hearts-four", "ladder/hearts-four.html"),
        ("/ladder/hearts?sort=name&page=2", "ladder/hearts.sort-name.page-2.html"),
        ("/game/1/2.jsonl", "game/1/2.jsonl"),
        ("/static/style.css", "static/style.css"),
    ],
)
def test_every_address_has_a_file(address: str, file: str) -> None:
    assert file_of(address) == file


def test_every_link_leads_to_a_file_and_nothing_needs_a_server(tmp_path: Path) -> None:
    site = open_test_site(tmp_path / "site", "public = true")
    fill_ladder(site, "footsteps", entrants=8, games=4)
    with site.database.writing() as session:
        ladder_named(session, "footsteps").state = "frozen"
    out = tmp_path / "out"
    files = export(ladder_app(site), "/ladder/footsteps", out)
    written = [path for path in out.rglob("*") if path.is_file()]
    assert len(written) == files
    assert (out / "index.html").is_file()
    links = 0
    for page in out.rglob("*.html"):
        text = page.read_text(encoding="utf-8")
        if page.name == "replay.html":
            continue
        assert "<form" not in text
        assert "/login" not in text
        for link in re.findall(r' (?:href|src)="([^"]*)"', text):
            links += 1
            there = link.partition("#")[0]
            assert not there.startswith("/"), (page, link)
            assert not there or (page.parent / there).is_file(), (page, link)
    assert links > 100
    assert list(out.glob("game/*/*/replay.html"))
    assert list(out.glob("versus/*/*.html"))
    site.database.close()


def test_a_page_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    site = open_test_site(tmp_path / "site", "public = true")
    with pytest.raises(SiteError, match=r"the page /ladder/nothing could not be made \(status 404\)"):
        export(ladder_app(site), "/ladder/nothing", tmp_path / "out")
    site.database.close()


@pytest.mark.parametrize(
    "formula", ["=cmd|' /C calc'!A0", "+1", "-1+1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "＝1"]
)
def test_a_formula_stands_behind_an_apostrophe(formula: str) -> None:
    assert harmless(formula) == f"'{formula}"


@pytest.mark.parametrize("text", ["", "Ada", "a=1", "'quoted", "1-1", "../../etc/passwd"])
def test_other_text_stays(text: str) -> None:
    assert harmless(text) == text

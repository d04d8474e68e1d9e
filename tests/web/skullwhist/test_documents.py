from __future__ import annotations

import json
import re
from html import unescape
from pathlib import Path

import pytest
from playfunc_web.skullwhist.described import DESCRIBED
from playfunc_web.skullwhist.kits import ZIP_NAME, kits_zip
from playfunc_web.skullwhist.methods import METHODS
from playfunc_web.skullwhist.sessions import IDLE_SECONDS
from whist_examples import STORED, examples
from whist_games import NOTHING, OLD_GAME
from whist_pages import Reader
from whist_server import Server, opened


def page(server: Server, path: str) -> str:
    answered = server.send("GET", path)
    assert answered.status == 200
    assert "text/html" in answered.headers["content-type"]
    return unescape(answered.body.decode())


@pytest.mark.parametrize(
    ("path", "title"), [("/docs/rules-skullwhist", "Rules"), ("/docs", "Docs"), ("/docs/style", "Docs")]
)
def test_one_place_is_marked_as_the_present_one(server: Server, path: str, title: str) -> None:
    top = page(server, path).split("<main")[0]
    assert re.findall(r'aria-current="\w+">([^<]*)<', top) == [title]


def test_every_method_is_described() -> None:
    assert set(DESCRIBED) == {*METHODS, "jsonp"}


@pytest.mark.parametrize("name", DESCRIBED)
def test_get_answers_a_page_with_fields_failures_and_the_example(server: Server, name: str) -> None:
    text = page(server, f"/api/{name}/")
    assert f"<h1>{name}</h1>" in text
    example = json.loads(STORED.read_text(encoding="utf-8"))[name]
    assert example["request"] in text
    assert example["answer"] in text
    described = DESCRIBED[name]
    for field, _, meaning in (*described.takes, *described.answers):
        assert f"<code>{field}</code>" in text
        assert meaning in text
    assert all(failure in text for failure in described.fails)


def test_the_examples_are_what_comes_back_today(server: Server) -> None:
    """After a change of the API: python tests/helpers/whist_examples.py"""
    assert examples(server) == json.loads(STORED.read_text(encoding="utf-8"))


def test_the_members_of_answers_are_all_described() -> None:
    def members(name: str) -> set[str]:
        return {each for names, _, _ in DESCRIBED[name].answers for each in names.split(", ")}

    assert members("status") == set(NOTHING)
    assert members("old-game") == OLD_GAME - {"result"}


def test_a_method_page_tells_what_this_server_does(tmp_path: Path) -> None:
    with opened(tmp_path / "open", house_after=7.0) as server:
        assert "registration is open" in page(server, "/api/register/")
        assert "within about 7 seconds" in page(server, "/api/new-game/")
    with opened(tmp_path / "closed", open_registration=False) as server:
        assert "registration is closed" in page(server, "/api/register/")
        assert "house bot" not in page(server, "/api/new-game/")


def test_a_login_says_that_bots_need_no_account_where_registration_is_open(tmp_path: Path) -> None:
    told = "A bot needs no account on this server"
    with opened(tmp_path / "open") as server:
        assert told in page(server, "/login")
    with opened(tmp_path / "closed", open_registration=False) as server:
        assert told not in page(server, "/login")


def test_the_privacy_page_is_about_bots_until_staff_write_their_own(server: Server) -> None:
    text = page(server, "/privacy")
    assert "Argon2" in text
    assert f"{IDLE_SECONDS / 60:g} minutes after its last request" in text
    assert "traceback" not in text
    folder = server.site.folder.path
    (folder / "privacy.md").write_text("# The ladder's\n", encoding="utf-8")
    assert "Argon2" in page(server, "/privacy")
    (folder / "privacy-skullwhist.md").write_text("# Our own page\n", encoding="utf-8")
    assert "<h1>Our own page</h1>" in page(server, "/privacy")


def test_the_overview_has_methods_states_and_pseudocode(server: Server) -> None:
    text = page(server, "/api/")
    for name in DESCRIBED:
        assert f'href="/api/{name}/"' in text
    assert "<svg" in text
    for name in set(METHODS) - {"old-game"}:
        assert f"{name}(" in text


def test_the_kits_are_downloaded(server: Server) -> None:
    assert f'href="/{ZIP_NAME}"' in page(server, "/api/")
    answered = server.send("GET", f"/{ZIP_NAME}")
    assert answered.headers["content-type"] == "application/zip"
    assert answered.body == kits_zip()


def test_a_method_that_does_not_exist_has_no_page(server: Server) -> None:
    assert server.send("GET", "/api/dance/").status == 404


def test_no_link_of_any_page_leads_nowhere(reader: Reader) -> None:
    """All pages that a visitor reaches from the first one, by their links."""
    found, todo = {"/"}, ["/"]
    while todo:
        answered = reader.server.send("GET", todo.pop())
        assert answered.status in (200, 303, 308)
        if "text/html" not in answered.headers.get("content-type", ""):
            continue
        for address in re.findall(r'href="(/[^"#?]*)', answered.body.decode()):
            if address not in found and not address.startswith(
                ("/static/", "/stats/game/", "/stats/versus/by")
            ):
                found.add(address)
                todo.append(address)
                assert reader.server.send("GET", unescape(address)).status in (200, 303, 308), address
    assert {"/docs", "/docs/glossary", "/contact", "/stats/bots/", "/api/"} <= found
    assert "/docs/handout" not in found, "that one is about the ladder"


def test_metrics_count_requests_by_method(server: Server) -> None:
    for name in ("status", "status", "no-such", "<script>"):
        server.post(name)
    told = server.send("GET", "/metrics").body.decode()
    for route, count in (("/api/status/", 2), ("/api/-/", 2)):
        assert f'playfunc_requests_total{{method="POST",route="{route}",status="200"}} {count}.0' in told
    assert "script" not in told

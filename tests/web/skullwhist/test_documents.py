from __future__ import annotations

import json
import re
from html import unescape

import pytest
from playfunc_web.skullwhist.described import DESCRIBED
from playfunc_web.skullwhist.kits import ZIP_NAME, kits_zip
from playfunc_web.skullwhist.methods import METHODS
from whist_examples import STORED, examples
from whist_games import NOTHING, OLD_GAME
from whist_pages import Reader
from whist_server import Server


def page(server: Server, path: str) -> str:
    answered = server.send("GET", path)
    assert answered.status == 200
    assert "text/html" in answered.headers["content-type"]
    return unescape(answered.body.decode())


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

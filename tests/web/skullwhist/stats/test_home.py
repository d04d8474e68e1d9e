from __future__ import annotations

import re

import pytest
from whist_pages import Reader
from whist_world import World

LINK = re.compile(r'(?:href|src)="(/[^"#?]*)')


def test_the_home_page_has_its_counts(world: World, reader: Reader) -> None:
    text = reader.text("/")
    assert f"Games {len(world.over) + 1} see" in text
    assert "Bots 4 see" in text


def test_every_link_on_these_pages_leads_somewhere(reader: Reader) -> None:
    seen: set[str] = set()
    left = {"/"}
    while left:
        path = left.pop()
        seen.add(path)
        if path.endswith((".zip", ".css", ".js", ".svg", ".jsonl")) or path.startswith("/api/v1"):
            continue
        answered = reader.server.send("GET", path)
        assert answered.status in (200, 303), path
        if path == "/" or (path.startswith("/stats/") and not path.endswith(("/replay", "/feed/"))):
            left |= {found for found in LINK.findall(answered.body.decode()) if not found.endswith("/costs")}
            left -= seen
    assert {"/stats/games/page/1/", "/stats/bots/", "/stats/records/", "/docs/glossary", "/contact"} <= seen
    assert "/stats/rounds/feed/" in seen


@pytest.mark.parametrize(
    ("path", "to"),
    [
        ("/stats/bots", "/stats/bots/"),
        ("/stats/game/by-id/1", "/stats/game/by-id/1/"),
        ("/stats//evil.example/x", "/stats//evil.example/x/"),
    ],
)
def test_a_missing_slash_is_added(reader: Reader, path: str, to: str) -> None:
    answered = reader.server.send("GET", path)
    assert (answered.status, answered.headers["location"]) == (308, to)


def test_other_addresses_do_not_exist(reader: Reader) -> None:
    assert "no page at this address" in reader.page("/stats/dance/", 404)

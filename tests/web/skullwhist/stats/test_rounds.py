from __future__ import annotations

import json
from datetime import UTC, datetime

from fastapi.testclient import TestClient
from playfunc_web.skullwhist.stats.rounds import rounds_by_minute
from whist_pages import Reader, tables
from whist_world import World


def complete(world: World) -> list[int]:
    """Rounds by minute: each game was played within the minute in which it started."""
    counts = [0] * 60
    last = int(world.server.now // 60)
    for game in world.over.values():
        started = datetime.fromisoformat(game["started"]).replace(tzinfo=UTC)
        place = int(started.timestamp() // 60) - last + 59
        counts[place] += sum(each["second_card"] is not None for each in game["rounds"])
    counts[59] += 2
    return counts


def test_the_feed_has_sixty_counts(world: World, reader: Reader) -> None:
    answered = reader.server.send("GET", "/stats/rounds/feed/")
    assert answered.headers["content-type"] == "application/json"
    assert json.loads(answered.body) == complete(world)


def test_the_table_has_the_same_numbers(world: World, reader: Reader) -> None:
    page = reader.page("/stats/rounds/")
    ((_, *rows),) = tables(page)
    assert [int(cell) for row in rows for cell in row[1:]] == complete(world)
    assert page.count('<rect class="bar"') == 60
    assert 'hx-trigger="every 30s"' in page
    assert "<script>" not in page


def test_what_refreshes_is_the_part_alone(reader: Reader) -> None:
    client = TestClient(reader.server.app.pages)
    part = client.get("/stats/rounds/", headers={"HX-Request": "true"}).text
    assert "<svg" in part
    assert "<html" not in part


def test_the_hour_moves_on(world: World) -> None:
    with world.server.site.database.reading() as session:
        now = rounds_by_minute(session, world.server.now)
        assert rounds_by_minute(session, world.server.now + 60) == [*now[1:], 0]
        assert rounds_by_minute(session, world.server.now + 3600) == [0] * 60

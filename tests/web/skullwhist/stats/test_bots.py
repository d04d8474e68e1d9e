from __future__ import annotations

from pathlib import Path

import pytest
from playfunc_web.skullwhist.stats import bots
from whist_house import Inline, meet
from whist_pages import Reader, outcomes, tables
from whist_server import opened
from whist_world import NAMES, World


def test_the_list_has_every_bot_with_its_counts(world: World, reader: Reader) -> None:
    ((_, *rows),) = tables(reader.page("/stats/bots/"))
    assert {row[0] for row in rows} == set(NAMES)
    for name, state, games, *counts, _ in rows:
        found = outcomes(world.over.values(), world.ids[name])
        assert state in ("online", "offline")
        assert int(games) == sum(found.values()) - found["points"]
        assert [int(each.split()[0]) for each in counts] == list(found.values())[:5]


def test_names_are_searched_and_pages_turned(reader: Reader, monkeypatch: pytest.MonkeyPatch) -> None:
    ((_, *rows),) = tables(reader.page("/stats/bots/", query="q=AD"))
    assert [row[0] for row in rows] == ["ada"]
    hostile = reader.page("/stats/bots/", query="q=%3Cscript%3E")
    assert "<script>" not in hostile
    monkeypatch.setattr(bots, "PER_PAGE", 3)
    assert len(tables(reader.page("/stats/bots/", query="page=2"))[0]) == 2
    assert len(tables(reader.page("/stats/bots/", query="page=99"))[0]) == 2


@pytest.mark.parametrize("name", NAMES)
def test_a_bot_by_name_and_by_number(world: World, reader: Reader, name: str) -> None:
    number = world.ids[name]
    page = reader.page(f"/stats/bot/by-name/{name}/")
    text = reader.text(f"/stats/bot/by-id/{number}/")
    assert f"<h1>{name}</h1>" in page
    found = outcomes(world.over.values(), number)
    assert f"Wins {found['wins']}" in text
    assert f"Forfeits {found['forfeits']}" in text
    assert (f"It plays game {world.running} now." in text) == (name in ("ada", "bob"))
    met = tables(page)[0][1:] if name != "deb" else []
    for rival, games, *counts, _ in met:
        against = outcomes(world.over.values(), number, world.ids[rival])
        assert [int(games), *map(int, counts)] == [
            sum(list(against.values())[:5]),
            *list(against.values())[:5],
        ]
    assert len(met) == (0 if name == "deb" else 2)


def test_online_is_who_has_a_session(tmp_path_factory: pytest.TempPathFactory) -> None:
    with opened(tmp_path_factory.mktemp("site")) as server:
        server.bot("ada")
        assert "Online." in Reader(server).text("/stats/bot/by-name/ada/")
        server.pass_time(301)
        assert "Offline." in Reader(server).text("/stats/bot/by-name/ada/")


def test_house_bots_are_online_where_they_step_in(tmp_path: Path) -> None:
    with opened(tmp_path / "steps", house_after=10.0) as server:
        text = Reader(server).text("/stats/bot/by-name/house-basic/")
        assert "Online." in text
        assert "It bids and plays at random." in text
        assert "logged in now, and 3 house bots" in Reader(server).text("/")
    with opened(tmp_path / "steps") as server:
        assert "Offline." in Reader(server).text("/stats/bot/by-name/house-basic/")


def test_a_house_bot_has_all_games_that_it_plays(tmp_path: Path) -> None:
    with opened(tmp_path / "site", house_after=10.0, minds=Inline()) as server:
        met = [meet(server, server.bot(f"bot{number}")[0]) for number in range(4)]
        house = next(
            game["opponent"] for game in met if sum(game["opponent"] == each["opponent"] for each in met) > 1
        )
        playing = ", ".join(f"game {game['game']}" for game in met if game["opponent"] == house)
        assert f"It plays {playing} now." in Reader(server).text(f"/stats/bot/by-id/{house}/")


@pytest.mark.parametrize(
    "path", ["by-name/nobody", "by-name/%3Cscript%3E", "by-id/0", "by-id/99", "by-id/99999999999"]
)
def test_other_bots_do_not_exist(reader: Reader, path: str) -> None:
    reader.page(f"/stats/bot/{path}/", 404)

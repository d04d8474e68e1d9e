from __future__ import annotations

import pytest
from playfunc_web.skullwhist.stats import games, lists
from whist_pages import Reader, tables
from whist_world import World


def test_all_games_are_listed(world: World, reader: Reader) -> None:
    page = reader.page("/stats/games/page/1/")
    ((_, *rows),) = tables(page)
    assert [row[0] for row in rows] == [
        f"Game {number}" for number in (world.running, *sorted(world.over)[::-1])
    ]
    for row in rows[1:]:
        game = world.over[int(row[0].split()[1])]
        shown = [f"{'–' if game[f'{name}1'] is None else game[f'{name}1']}" for name in ("score", "bid")]
        assert [row[3].split(" : ")[0].replace("−", "-"), row[4].split(" : ")[0]] == shown
    assert rows[0][3:] == ["", "", "", "running"]


def test_pages_are_turned(reader: Reader, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (games, lists):
        monkeypatch.setattr(module, "PER_PAGE", 5)
    shown = [tables(reader.page(f"/stats/games/page/{number}/"))[0][1:] for number in (1, 2, 3)]
    assert [len(rows) for rows in shown] == [5, 5, 3]
    assert len({row[0] for rows in shown for row in rows}) == 13
    assert 'href="/stats/games/page/2/"' in reader.page("/stats/games/page/1/")


@pytest.mark.parametrize("number", ["0", "2", "99999999999999999999"])
def test_other_pages_do_not_exist(reader: Reader, number: str) -> None:
    reader.page(f"/stats/games/page/{number}/", 404)

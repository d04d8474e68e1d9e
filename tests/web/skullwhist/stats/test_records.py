from __future__ import annotations

import pytest
from playfunc_web.database.tables import WhistRecord
from playfunc_web.skullwhist.bots import bot_named
from playfunc_web.skullwhist.stats import records
from playfunc_web.skullwhist.tallies import Tally
from whist_pages import Reader, outcomes
from whist_server import opened
from whist_world import World


def test_records_are_those_of_the_games(
    world: World, reader: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(records, "ENOUGH", 3)
    text = reader.text("/stats/records/")
    found = {name: outcomes(world.over.values(), bot) for name, bot in world.ids.items()}
    games = {name: sum(list(each.values())[:5]) for name, each in found.items()}
    assert f"Most games {max(games, key=lambda name: games[name])} {max(games.values())} games" in text
    assert f"{max(each['wins'] for each in found.values())} wins" in text
    share = max(100 * found[name]["wins"] / n for name, n in games.items() if n >= 3)
    assert f"{share:.1f}% of its games" in text
    scores = [
        game[f"score{place}"] for game in world.over.values() for place in "12" if game["score1"] is not None
    ]
    assert f"{max(scores)} points, game" in text
    assert f"{min(scores)} points, game".replace("-", "−") in text


def test_one_game_and_one_win_are_singular(tmp_path_factory: pytest.TempPathFactory) -> None:
    tally = Tally(WhistRecord(wins=1, losses=0, ties=0, forfeits=0, gifts=0, points=10))
    with opened(tmp_path_factory.mktemp("site")) as server, pytest.MonkeyPatch.context() as patch:
        server.bot("ada")
        with server.site.database.reading() as session:
            bot = bot_named(session, "ada")
            assert bot is not None
            patch.setattr(records, "standings", lambda _: [(bot, tally)])
            assert [feat.words for feat in records.feats(session)] == ["1 game", "1 win"]


def test_few_games_hold_no_share(reader: Reader, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(records, "ENOUGH", 1000)
    assert "Largest share" not in reader.page("/stats/records/")


def test_a_new_server_has_none(tmp_path_factory: pytest.TempPathFactory) -> None:
    with opened(tmp_path_factory.mktemp("site")) as server:
        assert "No game is over yet." in Reader(server).page("/stats/records/")

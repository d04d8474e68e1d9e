from __future__ import annotations

from playfunc_web.skullwhist.stats.games import PER_PAGE, games_begun, page_of_games, recent_games
from whist_world import World


def test_the_latest_come_first_and_pages_have_fifty(world: World) -> None:
    with world.server.site.database.reading() as session:
        first = page_of_games(session, 1)
        assert page_of_games(session, 2) == []
        assert games_begun(session) == len(world.over) + 1
    assert PER_PAGE == 50
    assert [row.number for row in first] == [world.running, *sorted(world.over, reverse=True)]


def test_rows_are_what_old_game_says(world: World) -> None:
    with world.server.site.database.reading() as session:
        rows = {row.number: row for row in page_of_games(session, 1)}
    for number, game in world.over.items():
        for side, place in zip(rows[number].sides, "12", strict=True):
            assert side.bot.id == game[f"bot{place}"]
            assert (side.bid, side.score) == (game[f"bid{place}"], game[f"score{place}"])
            assert side.forfeited == (game["forfeited_by"] == side.bot.id)
    assert all(side.bid is None and side.tricks is None for side in rows[world.running].sides)


def test_a_bots_games_are_its_own(world: World) -> None:
    ada, bob = world.ids["ada"], world.ids["bob"]
    with world.server.site.database.reading() as session:
        own = [row.number for row in recent_games(session, ada)]
        both = [row.number for row in recent_games(session, ada, bob)]
        assert [row.number for row in recent_games(session, ada, most=2)] == own[:2]
        outcomes = {row.number: row.outcome(ada) for row in recent_games(session, ada)}
    seats = {number: {game["bot1"], game["bot2"]} for number, game in world.over.items()}
    assert own == sorted((number for number, bots in seats.items() if ada in bots), reverse=True)
    assert both == sorted((number for number, bots in seats.items() if bots == {ada, bob}), reverse=True)
    for number, said in outcomes.items():
        game = world.over[number]
        if game["forfeited_by"] is not None:
            assert said == ("forfeited" if game["forfeited_by"] == ada else "rival forfeited")
        else:
            won = game["score1"] - game["score2"]
            won = won if game["bot1"] == ada else -won
            assert said == ("won" if won > 0 else "lost" if won < 0 else "tied")

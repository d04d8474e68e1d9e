from __future__ import annotations

from itertools import permutations

import pytest
from playfunc_web.skullwhist.tallies import (
    OUTCOMES,
    Tally,
    games_over,
    met,
    rivals,
    standings,
    tally_of,
)
from whist_pages import outcomes
from whist_world import NAMES, World


def counted(tally: Tally) -> dict[str, int]:
    return {**tally.counts, "points": tally.points}


def test_counts_are_those_of_the_games(world: World) -> None:
    games = world.over.values()
    assert {game["forfeited_by"] is None for game in games} == {True, False}
    with world.server.site.database.reading() as session:
        for bot in world.ids.values():
            assert counted(tally_of(session, bot)) == outcomes(games, bot)
        for bot, rival in permutations(world.ids.values(), 2):
            assert counted(met(session, bot, rival)) == outcomes(games, bot, rival)
        assert games_over(session) == len(games)


def test_shares_and_the_mean_are_of_what_they_say(world: World) -> None:
    with world.server.site.database.reading() as session:
        tally = tally_of(session, world.ids["ada"])
        none = tally_of(session, world.ids["deb"])
    shares = [tally.percent(name) for name in OUTCOMES]
    assert sum(share for share in shares if share is not None) == pytest.approx(100)
    without = tally.games - tally.counts["forfeits"] - tally.counts["gifts"]
    assert tally.mean == pytest.approx(tally.points / without)
    assert (none.games, none.mean, none.percent("wins")) == (0, None, None)


def test_lists_are_in_order(world: World) -> None:
    games = list(world.over.values())
    with world.server.site.database.reading() as session:
        listed = [bot.name for bot, _ in standings(session)]
        found = [(bot.name, tally.games) for bot, tally in rivals(session, world.ids["bob"], 9)]
        assert [bot.name for bot, _ in standings(session, "D")] == [name for name in listed if "d" in name]
        assert standings(session, "_") == [], "no wildcard"
    wins = {name: outcomes(games, bot)["wins"] for name, bot in world.ids.items()}
    assert listed == sorted(NAMES, key=lambda name: (-wins[name], name))
    of = {
        name: sum({world.ids["bob"], bot} == {game["bot1"], game["bot2"]} for game in games)
        for name, bot in world.ids.items()
    }
    assert found == sorted(((name, n) for name, n in of.items() if n), key=lambda each: (-each[1], each[0]))

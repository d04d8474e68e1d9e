import re

import pytest
from playfunc_web.skullwhist import games
from playfunc_web.skullwhist.games import (
    PER_PAGE,
    form,
    games_begun,
    page_of_games,
    recent_games,
    watched_game,
)
from whist_pages import Reader, outcomes, tables
from whist_world import World

LINK = re.compile(r'(?:href|src)="(/[^"#?]*)')


def test_the_home_page_has_its_counts(world: World, reader: Reader) -> None:
    text = reader.text("/")
    assert f"Games {len(world.over) + 1} see" in text
    assert "Bots 4 see" in text
    assert re.search(r"Rounds in the last hour \d+ see each minute", text)


def test_the_home_page_shows_the_game_that_is_played(world: World, reader: Reader) -> None:
    page = reader.page("/")
    assert "Played now" in page
    assert f'hx-get="/stats/game/by-id/{world.running}/"' in page
    game = world.server.hall.lobby.game_of(world.ids["ada"], world.server.now)
    assert game is not None
    assert not any(card.text in page for hand in game.state.hands for card in hand)


def test_without_a_running_game_the_last_one_that_has_scores_is_shown(world: World) -> None:
    with world.server.site.database.reading() as session:
        seen = watched_game(session, [])
    assert (seen["game"].number, seen["over"]) == (
        max(number for number, game in world.over.items() if game["forfeited_by"] is None),
        True,
    )


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


def test_wins_losses_ties_and_forfeits_with_percentages(world: World, reader: Reader) -> None:
    ada, bob = world.ids["ada"], world.ids["bob"]
    page = reader.page("/stats/versus/by-name/ada/bob/")
    assert tables(page) == tables(reader.page(f"/stats/versus/by-id/{ada}/{bob}/"))
    (_, *rows), (_, *games) = tables(page)
    total = sum(list(outcomes(world.over.values(), ada, bob).values())[:5])
    assert total == len(games) > 2
    for row, (one, other) in zip(rows, ((ada, bob), (bob, ada)), strict=True):
        found = outcomes(world.over.values(), one, other)
        shown = [
            f"{found[name]} {100 * found[name] / total:.1f}%"
            for name in ("wins", "losses", "ties", "forfeits")
        ]
        assert row[1:5] == shown


def test_bots_that_never_met(reader: Reader) -> None:
    assert "have not finished a game" in reader.page("/stats/versus/by-name/ada/deb/")


@pytest.mark.parametrize("path", ["by-name/ada/ada", "by-name/ada/nobody", "by-id/1/1", "by-id/1/99"])
def test_others_do_not_exist(reader: Reader, path: str) -> None:
    reader.page(f"/stats/versus/{path}/", 404)


def test_two_names_lead_to_the_page(reader: Reader) -> None:
    assert "<form" in reader.page("/stats/versus/")
    answered = reader.server.send("GET", "/stats/versus/", query="bot1=ada&bot2=bob")
    assert (answered.status, answered.headers["location"]) == (303, "/stats/versus/by-name/ada/bob/")


@pytest.mark.parametrize(
    ("query", "why"),
    [
        ("bot1=ada&bot2=nobody", "no bot called nobody"),
        ("bot1=ada&bot2=", "no bot called (nothing)"),
        ("bot1=ada&bot2=ada", "two different bots"),
        ("bot1=%3Cb%3E&bot2=ada", "no bot called &lt;b&gt;"),
    ],
)
def test_a_name_of_nobody_is_told(reader: Reader, query: str, why: str) -> None:
    assert why in reader.page("/stats/versus/", 422, query)


def test_the_latest_come_first_and_pages_have_fifty(world: World) -> None:
    with world.server.site.database.reading() as session:
        first = page_of_games(session, 1)
        assert page_of_games(session, 2) == []
        assert games_begun(session) == len(world.over) + 1
    assert PER_PAGE == 50
    assert [row.number for row in first] == [world.running, *sorted(world.over, reverse=True)]


def test_a_bots_form_is_the_mean_of_each_ten_scores(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "FORM_STEP", 2)
    ada = world.ids["ada"]
    scores = [
        game[f"score{place}"]
        for _, game in sorted(world.over.items())
        for place in "12"
        if game[f"bot{place}"] == ada and game["forfeited_by"] is None
    ]
    assert len(scores) > 3
    with world.server.site.database.reading() as session:
        points = form(session, ada)
    pairs = [scores[place : place + 2] for place in range(len(scores) % 2, len(scores), 2)]
    assert [point.value for point in points] == [sum(pair) / 2 for pair in pairs]
    assert points[-1].label == "−2"


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
